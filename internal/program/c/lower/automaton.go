package lower

import (
	"cmp"

	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// builder makes the automaton of a function. Statements are added at cur; what follows a jump is a location without edges
// into it, which is dropped in the end.
type builder struct {
	p      *program
	f      *function // nil of what comes before the entry
	unit   source
	ir     *ir.Func
	cur    ir.Loc
	exit   ir.Loc
	static bool // what is evaluated initializes an object of static storage duration

	breakTo, continueTo ir.Loc
	breakDepth          int // how many variables live where a break, or continue, leads
	continueDepth       int
	live                []*core.Var // those whose lives end with the blocks that are open
	lasting             int         // how many of them are the function's
	scopes              *core.Scopes
	onStacks            []*ir.Object // blocks of alloca
	labels              map[*core.Label]ir.Loc
	labelled            map[ir.Loc]ir.Pos // where labels are
	cases               map[*core.Case]ir.Loc
	edges               int                    // made so far
	lists               int                    // of variable arguments, made so far
	sites               map[*ir.Var]*ir.Object // of blocks, by variables that have got their addresses
}

// begin begins the automaton of a function.
func (p *program) begin(f *function, fn *ir.Func) *builder {
	b := &builder{p: p, f: f, ir: fn, labels: map[*core.Label]ir.Loc{}, labelled: map[ir.Loc]ir.Pos{}, cases: map[*core.Case]ir.Loc{}, sites: map[*ir.Var]*ir.Object{}}
	at, end := fn.Pos, fn.Pos
	if f != nil {
		b.unit = f.unit
		if f.def != nil {
			end = b.pos(f.def.Body.End)
		}
	}
	fn.Entry = p.out.NewLoc(fn, at)
	b.exit = p.out.NewLoc(fn, end)
	fn.Exit, fn.Defined = b.exit, true
	b.cur = fn.Entry
	return b
}

func (b *builder) pos(at core.Pos) ir.Pos { return b.unit.pos(at) }

// start is where an expression begins, and startOf where a statement does.
func (b *builder) start(x core.Expr) ir.Pos   { return b.pos(core.Begin(x)) }
func (b *builder) startOf(s core.Stmt) ir.Pos { return b.pos(core.BeginOf(s)) }

func (b *builder) loc(pos ir.Pos) ir.Loc { return b.p.out.NewLoc(b.ir, pos) }

func (b *builder) edge(from, to ir.Loc, s ir.Stmt, pos ir.Pos) *ir.Edge {
	e := b.p.out.NewEdge(from, to, s, pos)
	e.Aux = true
	b.edges++
	return e
}

// emit adds a statement. Its edge is auxiliary until somebody says that it is a statement of the program.
func (b *builder) emit(s ir.Stmt, pos ir.Pos) *ir.Edge {
	b.keeps(s, pos)
	next := b.loc(pos)
	e := b.edge(b.cur, next, s, pos)
	b.cur = next
	return e
}

// jump leads to a location, and leaves cur unreachable.
func (b *builder) jump(to ir.Loc, pos ir.Pos) *ir.Edge {
	e := b.edge(b.cur, to, &ir.Skip{}, pos)
	b.cur = b.loc(pos)
	return e
}

// branch leaves cur by two edges.
func (b *builder) branch(c *ir.Expr, yes, no ir.Loc, pos ir.Pos) (y, n *ir.Edge) {
	switch {
	case c.IsTrue():
		b.jump(yes, pos)
		return nil, nil
	case c.IsFalse():
		b.jump(no, pos)
		return nil, nil
	}
	y, n = b.p.out.NewBranch(b.cur, c, yes, no, pos)
	b.edges += 2
	b.cur = b.loc(pos)
	return y, n
}

// goal ends the executions that come here at a goal.
func (b *builder) goal(g ir.Goal, pos ir.Pos) {
	bad := b.loc(pos)
	b.p.out.Loc(bad).Goal = g
	b.jump(bad, pos).Aux = false
}

// fail is an error of property unreach-call.
func (b *builder) fail(pos ir.Pos) {
	b.p.errors++
	b.goal(ir.Violates("unreach-call"), pos)
}

// vanish cuts the executions that come here off.
func (b *builder) vanish(pos ir.Pos) *ir.LocInfo {
	end := b.loc(pos)
	b.jump(end, pos).Aux = false
	return b.p.out.Loc(end)
}

// either executes one of two pieces.
func (b *builder) either(c *ir.Expr, pos ir.Pos, yes, no func()) {
	y, n, end := b.loc(pos), b.loc(pos), b.loc(pos)
	b.branch(c, y, n, pos)
	b.cur = y
	yes()
	b.jump(end, pos)
	b.cur = n
	no()
	b.jump(end, pos)
	b.cur = end
}

// repeat executes body for i from 0 to n-1.
func (b *builder) repeat(n int64, pos ir.Pos, body func(i *ir.Expr)) {
	t := b.p.offset()
	b.steps(ir.ConstInt(t, n), ir.ConstInt(t, 1), pos, body)
}

// steps executes body for i from 0 on, in steps, while there is a step left to n, and gives i as it is in the end.
func (b *builder) steps(n, step *ir.Expr, pos ir.Pos, body func(i *ir.Expr)) *ir.Expr {
	v := b.temp(n.Type, pos)
	i := ir.VarExpr(v)
	b.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 0)}, pos)
	head, again, end := b.loc(pos), b.loc(pos), b.loc(pos)
	b.p.out.Loc(head).LoopPos = pos
	b.jump(head, pos)
	b.cur = head
	more := ir.Compare(ir.OpLe, i, b.fold(ir.Binary(ir.OpSub, n, step)))
	if step.IsConst() && step.Val.IsOne() {
		more = ir.Compare(ir.OpLt, i, n)
	}
	b.branch(more, again, end, pos)
	b.cur = again
	body(i)
	b.emit(&ir.Assign{Var: v, Expr: ir.Binary(ir.OpAdd, i, step)}, pos)
	b.jump(head, pos)
	b.cur = end
	return i
}

// finish ends the automaton: cur leads to the exit. What cannot be reached goes, and so do the skips that are no statements;
// what remains of cycles gets its loop heads.
func (b *builder) finish() {
	b.jump(b.exit, b.p.out.Loc(b.exit).Pos)
	p, f := b.p.out, b.ir
	reached := search(p, f)
	p.RemoveLocs(f, func(l ir.Loc) bool { return !reached[l] && l != f.Exit })
	b.contract()
	for _, l := range f.Locs {
		p.Loc(l).Loop = false
	}
	search(p, f)
	for _, l := range f.Locs {
		info := p.Loc(l)
		if info.Loop {
			info.LoopPos = cmp.Or(info.LoopPos, b.labelled[l], info.Pos)
		} else {
			info.LoopPos = ir.Pos{}
		}
	}
}

// contract merges each location whose only edge is an auxiliary skip into the target of that.
func (b *builder) contract() {
	p, f := b.p.out, b.ir
	gone := map[ir.Loc]bool{}
	skip := func(l ir.Loc) *ir.Edge {
		info := p.Loc(l)
		if len(info.Out) != 1 || info.IsGoal() || l == f.Exit {
			return nil
		}
		e := p.Edge(info.Out[0])
		if _, ok := e.Stmt.(*ir.Skip); !ok || !e.Aux || e.To == l {
			return nil
		}
		return e
	}
	merge := func(from, to *ir.LocInfo) {
		to.Why, to.LoopPos = cmp.Or(to.Why, from.Why), cmp.Or(to.LoopPos, from.LoopPos)
		b.labelled[to.ID] = cmp.Or(b.labelled[to.ID], b.labelled[from.ID])
	}
	for _, l := range f.Locs {
		e := skip(l)
		if e == nil || l == f.Entry {
			continue
		}
		for _, in := range append([]ir.EdgeID(nil), p.Loc(l).In...) {
			p.Redirect(in, e.To)
		}
		merge(p.Loc(l), p.Loc(e.To))
		p.RemoveEdge(e.ID)
		gone[l] = true
	}
	for e := skip(f.Entry); e != nil; e = skip(f.Entry) { // the entry has no edges into it
		to := p.Loc(e.To)
		if len(to.In) != 1 || to.ID == f.Exit || to.IsGoal() || len(to.Out) == 0 {
			break
		}
		entry := p.Loc(f.Entry)
		p.RemoveEdge(e.ID)
		entry.Out, to.Out = to.Out, nil
		for _, id := range entry.Out {
			p.Edge(id).From = f.Entry
		}
		gone[to.ID] = true
	}
	p.RemoveLocs(f, func(l ir.Loc) bool { return gone[l] })
}

// search finds what can be reached from the entry, and marks the targets of retreating edges of the depth-first search as
// loop heads: every cycle has one.
func search(p *ir.Program, f *ir.Func) map[ir.Loc]bool {
	type frame struct {
		l    ir.Loc
		next int
	}
	seen, open := map[ir.Loc]bool{f.Entry: true}, map[ir.Loc]bool{f.Entry: true}
	stack := []frame{{l: f.Entry}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		out := p.Loc(top.l).Out
		if top.next == len(out) {
			open[top.l] = false
			stack = stack[:len(stack)-1]
			continue
		}
		to := p.Edge(out[top.next]).To
		top.next++
		switch {
		case !seen[to]:
			seen[to], open[to] = true, true
			stack = append(stack, frame{l: to})
		case open[to]:
			p.Loc(to).Loop = true
		}
	}
	return seen
}

// renumber closes the gaps in the numbers of locations and edges.
func renumber(p *ir.Program) {
	loc := make([]ir.Loc, len(p.Locs))
	locs := p.Locs[:1:1]
	for _, f := range p.Funcs {
		for i, l := range f.Locs {
			info := p.Locs[l]
			loc[l] = ir.Loc(len(locs))
			info.ID, info.Origin = loc[l], loc[l]
			f.Locs[i] = loc[l]
			locs = append(locs, info)
		}
	}
	id := make([]ir.EdgeID, len(p.Edges))
	edges := p.Edges[:1:1]
	for _, info := range locs[1:] {
		for _, out := range info.Out {
			e := p.Edges[out]
			id[out] = ir.EdgeID(len(edges))
			e.ID, e.Origin = id[out], id[out]
			e.From, e.To = loc[e.From], loc[e.To]
			edges = append(edges, e)
		}
	}
	for _, info := range locs[1:] {
		for _, list := range [][]ir.EdgeID{info.Out, info.In} {
			for i := range list {
				list[i] = id[list[i]]
			}
		}
	}
	for _, f := range p.Funcs {
		f.Entry, f.Exit = loc[f.Entry], loc[f.Exit]
	}
	p.Locs, p.Edges = locs, edges
}
