package thread

import (
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// ShareResults lets each of the functions with these names, of which nothing is known but that they return pointers, return one pointer more often than once: one that
// is chosen when p begins. Two threads that call such a function may then access one place, where each of its results would have an object of its own. It may also
// return where such an object of its type is in what another one of them returns, as p.Threads.Places says.
//
// One pointer for each function is enough for a race, which is about one place. The other results are different from it and from each other, so that what these
// lead to excludes less. p makes threads, which have not been taken apart.
func ShareResults(p *ir.Program, names map[string]bool) {
	shared := map[string]*ir.Var{}
	begin := p.Main.Entry
	var calls []*ir.Edge
	for _, e := range slices.Clone(p.Edges) {
		if e == nil {
			continue
		}
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok || h.Source != ir.FromCall || !names[h.Name] || h.Var.Type.Kind != ir.Pointer {
			continue
		}
		if calls = append(calls, e); shared[h.Name] != nil {
			continue
		}
		v := p.NewGlobal(h.Name+" again", "", h.Var.Type, e.Pos)
		shared[h.Name] = v
		from := p.NewLoc(p.Main, e.Pos)
		p.NewEdge(from, begin, &ir.Havoc{Var: v, Source: ir.FromCall, Name: h.Name}, e.Pos).Aux = true
		begin = from
	}
	told := map[string]bool{}
	for _, e := range calls {
		h := e.Stmt.(*ir.Havoc)
		results := []*ir.Expr{ir.VarExpr(shared[h.Name])}
		var others []string
		for _, at := range p.Threads.Places[h.Name] {
			if v := shared[at.In]; v != nil {
				results = append(results, ir.PtrAdd(ir.VarExpr(v), ir.ConstInt(ir.Int(p.PtrBits, true), at.Offset)))
				if !slices.Contains(others, at.In) {
					others = append(others, at.In)
				}
			}
		}
		if !told[h.Name] {
			told[h.Name] = true
			text := h.Name + " may return a pointer that it has returned before, but none to what others return, or to an object of the program"
			if len(others) > 0 {
				text = h.Name + " may return a pointer that it has returned before, or into what is returned by " + strings.Join(others, ", ") + ", but none to an object of the program"
			}
			p.Notes = append(p.Notes, ir.Note{Kind: ir.Assumption, Pos: e.Pos, Text: text, Count: 1})
		}
		f, to := p.Locs[e.From].Func, e.To
		step := func(from, to ir.Loc, s ir.Stmt) { p.NewEdge(from, to, s, e.Pos).Aux = true }
		at := p.NewLoc(f, e.Pos)
		p.Redirect(e.ID, at)
		same := p.NewTemp(f, ir.Int(8, false), e.Pos)
		for i, result := range results {
			if i == 0 {
				chosen := p.NewLoc(f, e.Pos)
				step(at, chosen, &ir.Havoc{Var: same, Source: ir.FromGhost, Name: h.Name})
				at = chosen
			}
			is := ir.Compare(ir.OpEq, ir.VarExpr(same), ir.ConstInt(same.Type, int64(i+1)))
			again, next := p.NewLoc(f, e.Pos), to
			if i < len(results)-1 {
				next = p.NewLoc(f, e.Pos)
			}
			step(at, again, &ir.Assume{Cond: is})
			step(at, next, &ir.Assume{Cond: ir.Not(is)})
			step(again, to, &ir.Assign{Var: h.Var, Expr: result})
			at = next
		}
	}
	p.Main.Entry = begin
}
