package thread

import (
	"slices"

	"craig/internal/program/ir"
)

// ShareResults lets each of the functions with these names, of which nothing is known but that they return pointers, return one pointer more often than once: one that
// is chosen when p begins. Two threads that call such a function may then access one place, where each of its results would have an object of its own.
//
// One pointer for each function is enough for a race, which is about one place. The other results are different from it and from each other, so that what these
// lead to excludes less. p makes threads, which have not been taken apart.
func ShareResults(p *ir.Program, names map[string]bool) {
	shared := map[string]*ir.Var{}
	begin := p.Main.Entry
	for _, e := range slices.Clone(p.Edges) {
		if e == nil {
			continue
		}
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok || h.Source != ir.FromCall || !names[h.Name] || h.Var.Type.Kind != ir.Pointer {
			continue
		}
		v := shared[h.Name]
		if v == nil {
			v = p.NewGlobal(h.Name+" again", "", h.Var.Type, e.Pos)
			shared[h.Name] = v
			p.Notes = append(p.Notes, ir.Note{Kind: ir.Assumption, Pos: e.Pos, Text: h.Name + " may return a pointer that it has returned before, but none to what others return, or to an object of the program", Count: 1})
			from := p.NewLoc(p.Main, e.Pos)
			p.NewEdge(from, begin, &ir.Havoc{Var: v, Source: ir.FromCall, Name: h.Name}, e.Pos).Aux = true
			begin = from
		}
		f, to := p.Locs[e.From].Func, e.To
		step := func(from, to ir.Loc, s ir.Stmt) { p.NewEdge(from, to, s, e.Pos).Aux = true }
		called, chosen, again := p.NewLoc(f, e.Pos), p.NewLoc(f, e.Pos), p.NewLoc(f, e.Pos)
		p.Redirect(e.ID, called)
		same := p.NewTemp(f, ir.Int(8, false), e.Pos)
		step(called, chosen, &ir.Havoc{Var: same, Source: ir.FromGhost, Name: h.Name})
		is := ir.Compare(ir.OpEq, ir.VarExpr(same), ir.ConstInt(same.Type, 1))
		step(chosen, again, &ir.Assume{Cond: is})
		step(chosen, to, &ir.Assume{Cond: ir.Not(is)})
		step(again, to, &ir.Assign{Var: h.Var, Expr: ir.VarExpr(v)})
	}
	p.Main.Entry = begin
}
