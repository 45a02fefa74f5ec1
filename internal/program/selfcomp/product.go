package selfcomp

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// Product makes of the program, whose memory has been taken apart since it was observed, its product with itself.
func (c *Composition) Product() {
	b := &builder{c: c, p: c.p, set: tainted(c.p), copies: map[*ir.Var]*ir.Var{}, own: map[ir.EdgeID]bool{}}
	for v := range b.set {
		b.memory = b.memory || v.Type.Kind == ir.Memory || v.Home != nil
		b.globals = b.globals || v.Func == nil && v.CName != "" && !strings.HasPrefix(v.CName, "__craig_")
		b.structs = b.structs || v.Type.Kind == ir.Memory || v.Home != nil && strings.HasPrefix(v.Home.Name, handover)
	}
	b.structs = b.structs && slices.ContainsFunc(c.p.Objects, func(o *ir.Object) bool { return strings.HasPrefix(o.Name, handover) })
	if !slices.ContainsFunc(c.p.Edges, func(e *ir.Edge) bool {
		if e == nil {
			return false
		}
		h, ok := e.Stmt.(*ir.Havoc)
		return ok && secret(h)
	}) {
		c.p.Notes = append(c.p.Notes, ir.Note{Kind: ir.Assumption, Pos: c.p.Main.Pos, Count: 1, Text: "no input is secret: one has to be named, or given by a call of " + Secret + "uchar or its kin"})
	}
	b.claimed()
	var list []*ir.Var
	c.p.AllVars(func(v *ir.Var) {
		if b.set[v] {
			list = append(list, v)
		}
	})
	for _, v := range list {
		b.copies[v] = b.copy(v)
	}
	for _, at := range c.at {
		b.point(at)
	}
	for l := range c.p.Locs {
		b.branch(ir.Loc(l))
	}
	for id := range c.p.Edges {
		if e := c.p.Edges[id]; e != nil && !b.own[e.ID] {
			b.edge(e)
		}
	}
	b.unseen()
	b.begin(list)
}

// claimed finds where conditions are evaluated that are taken for granted.
func (b *builder) claimed() {
	b.claims = map[ir.Loc]bool{}
	marks := func(e *ir.Edge) bool {
		s, ok := e.Stmt.(*ir.Assign)
		return ok && s.Var.CName == Claimed
	}
	var visit func(l ir.Loc)
	visit = func(l ir.Loc) {
		if b.claims[l] {
			return
		}
		b.claims[l] = true
		for _, id := range b.p.Locs[l].Out {
			if e := b.p.Edges[id]; !marks(e) {
				visit(e.To)
			}
		}
	}
	for _, e := range b.p.Edges {
		if e != nil && marks(e) && !e.Stmt.(*ir.Assign).Expr.Val.IsZero() {
			visit(e.To)
		}
	}
}

// builder is a product under construction.
type builder struct {
	c       *Composition
	p       *ir.Program
	set     map[*ir.Var]bool
	copies  map[*ir.Var]*ir.Var // what they are in the other execution
	own     map[ir.EdgeID]bool  // edges that are those of the product
	memory  bool                // there are secrets in memory
	globals bool                // and in global variables
	structs bool                // and perhaps in structures that functions are given
	claims  map[ir.Loc]bool     // where conditions are evaluated that are taken for granted
}

// copy is the variable that v is in the other execution.
func (b *builder) copy(v *ir.Var) *ir.Var {
	name, cname := v.Base()+"'", v.CName
	if cname != "" {
		cname += "'"
	}
	var w *ir.Var
	if v.Func == nil {
		w = b.p.NewGlobal(name, cname, v.Type, v.Pos)
	} else {
		w = b.p.NewLocal(v.Func, name, cname, v.Type, v.Pos)
	}
	w.Instance, w.Leads, w.First = v.Instance, v.Leads, v
	return w
}

// other is what an expression is in the other execution.
func (b *builder) other(x *ir.Expr) *ir.Expr {
	return ir.Map(x, func(x *ir.Expr) *ir.Expr {
		switch {
		case x.Op == ir.OpVar && b.set[x.Var]:
			return ir.VarExpr(b.copies[x.Var])
		case x.Op == ir.OpLoad && b.set[x.Region]:
			return ir.LoadFrom(b.copies[x.Region], x.Type, x.Args[0])
		}
		return x
	})
}

// point has an observation compared.
func (b *builder) point(at point) {
	assign, same, not := b.p.Edges[at.assign], b.p.Edges[at.same], b.p.Edges[at.not]
	if same == nil || not == nil {
		return
	}
	b.own[at.same], b.own[at.not] = true, true
	equal := ir.True()
	if assign != nil {
		s := assign.Stmt.(*ir.Assign)
		if differs(s.Expr, b.set) && !b.claims[assign.From] { // what is taken for granted is no part of the program
			equal = ir.Compare(ir.OpEq, ir.VarExpr(s.Var), ir.VarExpr(b.copies[s.Var]))
		}
	}
	if !equal.IsTrue() {
		b.outside(not.To, not.Pos)
	}
	same.Stmt, not.Stmt = &ir.Assume{Cond: equal}, &ir.Assume{Cond: ir.Not(equal)}
}

// branch has both executions go the same way where l leads to several locations.
func (b *builder) branch(l ir.Loc) {
	info := b.p.Locs[l]
	if info == nil || len(info.Out) < 2 {
		return
	}
	pos, same, differ := info.Pos, ir.True(), false
	var yes *ir.Expr
	for _, id := range info.Out {
		e := b.p.Edges[id]
		s, ok := e.Stmt.(*ir.Assume)
		if b.own[id] || !ok || !differs(s.Cond, b.set) {
			continue
		}
		differ, pos = true, e.Pos
		if yes != nil && ir.Equal(ir.Not(yes), s.Cond) {
			continue
		}
		x, y := s.Cond, b.other(s.Cond)
		same, yes = ir.And(same, ir.Or(ir.And(x, y), ir.And(ir.Not(x), ir.Not(y)))), s.Cond
	}
	if !differ {
		return
	}
	out := info.Out
	info.Out = nil
	next := b.c.loc(l, pos)
	differs := b.c.goal(l, pos, "which way the program goes")
	b.outside(differs, pos)
	if b.claims[l] {
		b.unknown(differs, pos, "a condition that is taken for granted depends on a secret, with more than comparisons of numbers")
	}
	for _, e := range []*ir.Edge{
		b.p.NewEdge(l, next, &ir.Assume{Cond: same}, pos),
		b.p.NewEdge(l, differs, &ir.Assume{Cond: ir.Not(same)}, pos),
	} {
		e.Aux = true
		b.own[e.ID] = true
	}
	for _, id := range out {
		b.p.Edges[id].From = next
		if _, ok := b.p.Edges[id].Stmt.(*ir.Assume); ok {
			b.own[id] = true // the other execution goes that way, too
		}
	}
	b.p.Locs[next].Out = out
}

// edge has the other execution do what an edge does.
func (b *builder) edge(e *ir.Edge) {
	b.entered(e)
	switch s := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assume:
		if differs(s.Cond, b.set) {
			e.Stmt = &ir.Assume{Cond: ir.And(s.Cond, b.other(s.Cond))}
		}
	case *ir.Assign:
		b.handed(e, s)
		switch v := b.copies[s.Var]; {
		case v != nil:
			b.behind(e, &ir.Assign{Var: v, Expr: b.other(s.Expr)})
		case differs(s.Expr, b.set): // it is declassified
			b.before(e, &ir.Assume{Cond: ir.Compare(ir.OpEq, s.Expr, b.other(s.Expr))})
		}
	case *ir.Store:
		if m := b.copies[s.Region]; m != nil {
			b.behind(e, &ir.Store{Region: m, Addr: b.other(s.Addr), Val: b.other(s.Val)})
		}
	case *ir.Havoc:
		v := b.copies[s.Var]
		switch {
		case v == nil:
		case secret(s), s.Source == ir.FromApproximation, s.Source.Open():
			b.behind(e, &ir.Havoc{Var: v, Source: s.Source, Name: s.Name})
		default:
			b.behind(e, &ir.Assign{Var: v, Expr: ir.VarExpr(s.Var)})
		}
	default:
		panic(fmt.Sprintf("selfcomp: statement %T", s))
	}
}

// handed looks at what a function is given whose code is not seen: what follows is not known if it is a secret, or may lead to one.
func (b *builder) handed(e *ir.Edge, s *ir.Assign) {
	name, ok := strings.CutPrefix(s.Var.Name, Handed)
	all := s.Var.Type.Kind == ir.Pointer
	if rest, is := strings.CutPrefix(s.Var.Name, HandedAll); is {
		name, ok, all = rest, true, true
	}
	ofInstance := !ok
	if i := s.Var.Instance; ofInstance && s.Var.CName != "" && b.hidden(i, s.Var.Pos) {
		name, ok = i.Func, true
	}
	if !ok || !ofInstance && name == Called && !b.c.of.Unknown(e.Pos) {
		return
	}
	differ := ir.Truth(differs(s.Expr, b.set))
	if differ.IsTrue() {
		differ = ir.Compare(ir.OpNe, s.Expr, b.other(s.Expr))
	}
	if all {
		differ = ir.Or(differ, ir.Truth(b.memory || b.globals && strings.HasPrefix(s.Var.Name, HandedAll)))
	}
	b.given(e, name, differ)
}

// hidden tells whether the code of the copy i of a function, at pos, is not seen: it has none, or it stands for one that has none.
func (b *builder) hidden(i *ir.Instance, pos ir.Pos) bool {
	return i != nil && (b.c.of.Hides(i.Func, pos.InModel()) || b.p.Surrounds(pos))
}

// handover is how the names of objects begin in which functions are given structures.
const handover = "$arg"

// entered looks at structures that a function is given whose code is not seen, and at memory, if it may do so. Which structures these are is not known here: any
// may be.
func (b *builder) entered(e *ir.Edge) {
	to := b.p.Locs[e.To]
	if (b.structs || b.c.of.Look && (b.memory || b.globals)) && len(b.p.Locs[e.From].Out) == 1 && to.Instance != b.p.Locs[e.From].Instance && b.hidden(to.Instance, to.Pos) {
		b.given(e, to.Instance.Func, ir.True())
	}
}

// given has nothing be known behind e of executions in which the function with a name has been given what depends on a secret.
func (b *builder) given(e *ir.Edge, name string, when *ir.Expr) {
	if when.IsFalse() {
		return
	}
	if name, _, _ = strings.Cut(name, "@"); name == Called {
		name = "a function that is called through a pointer"
	}
	b.limit(e, when, fmt.Sprintf("%s is given what depends on a secret, or a pointer, and nothing is known of how its code depends on that", name))
}

// unseen says what is taken for granted of functions without a body, if there is anything that they could look at.
func (b *builder) unseen() {
	if list := b.c.of.Without; len(list) > 0 && !b.c.of.Look && (b.memory || b.globals) {
		const most = 6
		names := strings.Join(list[:min(len(list), most)], ", ")
		if len(list) > most {
			names += ", ..."
		}
		b.p.Notes = append(b.p.Notes, ir.Note{Kind: ir.Assumption, Pos: b.p.Main.Pos, Count: 1,
			Text: "these have no body, and what is seen of them depends on no secret but what they are given: " + names})
	}
}

// outside has nothing be known of executions that come to the goal l in the surroundings of the entry function: it is not what is asked about.
func (b *builder) outside(l ir.Loc, pos ir.Pos) {
	if b.p.Surrounds(pos) {
		b.unknown(l, pos, "in the surroundings of the function "+b.p.Locs[l].Why)
	}
}

// unknown has nothing be known of executions that come to l.
func (b *builder) unknown(l ir.Loc, pos ir.Pos, why string) {
	b.p.Locs[l].Goal, b.p.Locs[l].Why = ir.Goal{Kind: ir.Unsupported}, why
	b.p.Notes = append(b.p.Notes, ir.Note{Kind: ir.Unmodelled, Pos: pos, Text: why, Count: 1})
}

// limit has nothing be known of what follows where a condition holds in front of an edge.
func (b *builder) limit(e *ir.Edge, when *ir.Expr, why string) {
	b.before(e, &ir.Assume{Cond: ir.Not(when)})
	from := b.p.Edges[b.p.Locs[e.From].In[0]].From
	l := b.c.loc(from, e.Pos)
	b.unknown(l, e.Pos, why)
	b.aux(from, l, &ir.Assume{Cond: when}, e.Pos)
}

// behind puts a statement between an edge and its target.
func (b *builder) behind(e *ir.Edge, s ir.Stmt) {
	mid, to := b.c.loc(e.From, e.Pos), e.To
	b.p.Redirect(e.ID, mid)
	b.aux(mid, to, s, e.Pos)
}

// before puts a statement between the source of an edge, which has no other one, and the edge.
func (b *builder) before(e *ir.Edge, s ir.Stmt) {
	mid, from := b.c.loc(e.From, e.Pos), e.From
	b.p.Locs[from].Out = nil
	b.aux(from, mid, s, e.Pos)
	e.From = mid
	b.p.Locs[mid].Out = []ir.EdgeID{e.ID}
}

func (b *builder) aux(from, to ir.Loc, s ir.Stmt, pos ir.Pos) {
	e := b.p.NewEdge(from, to, s, pos)
	e.Aux = true
	b.own[e.ID] = true
}

// begin has both executions begin with the same contents of what lives as long as the program.
func (b *builder) begin(list []*ir.Var) {
	f := b.p.Main
	info := b.p.Locs[f.Entry]
	out := info.Out
	info.Out = nil
	at := f.Entry
	for _, v := range list {
		if v.Func == nil {
			next := b.c.loc(at, f.Pos)
			b.aux(at, next, &ir.Assign{Var: b.copies[v], Expr: ir.VarExpr(v)}, f.Pos)
			at = next
		}
	}
	for _, id := range out {
		b.p.Edges[id].From = at
	}
	b.p.Locs[at].Out = out
}
