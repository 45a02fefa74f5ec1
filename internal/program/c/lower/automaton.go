package lower

import (
	"craig/internal/program/c/automaton"
	"craig/internal/program/c/claim"
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
	moving int  // bytes are copied, whether they have values or not
	claims claim.State

	breakTo, continueTo ir.Loc
	breakDepth          int // how many variables live where a break, or continue, leads
	continueDepth       int
	live                []*core.Var // those whose lives end with the blocks that are open
	lasting             int         // how many of them are the function's
	scopes              *core.Scopes
	onStacks            []*ir.Object // blocks of alloca
	listsHere           []*ir.Expr   // where local lists of variable arguments are that begin
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
	b.writesValues(s, pos)
	return b.append(s, pos)
}

// append is emit without what statements mean for pointers and for what has a value.
func (b *builder) append(s ir.Stmt, pos ir.Pos) *ir.Edge {
	next := b.loc(pos)
	e := b.edge(b.cur, next, s, pos)
	b.cur = next
	if a, ok := s.(*ir.Alloc); ok {
		b.isNew(a, pos)
	}
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
func (b *builder) goal(g ir.Goal, pos ir.Pos) *ir.LocInfo {
	bad := b.loc(pos)
	b.jump(bad, pos).Aux = false
	info := b.p.out.Loc(bad)
	info.Goal = g
	return info
}

// fail is an error of property unreach-call.
func (b *builder) fail(pos ir.Pos) *ir.LocInfo {
	b.p.errors++
	return b.goal(ir.Violates("unreach-call"), pos)
}

// quit ends the program.
func (b *builder) quit(pos ir.Pos) {
	b.atEnd(true, pos)
	b.jump(b.loc(pos), pos).Aux = false
}

// cutOff cuts the executions that come here off, and notes it. They do not end here: nothing has to hold that holds at an end.
func (b *builder) cutOff(note string, pos ir.Pos) {
	b.p.note(ir.Assumption, pos, "%s", note)
	end := b.loc(pos)
	b.p.out.Loc(end).Why = ir.LeftOut
	b.emit(&ir.Assume{Cond: ir.False()}, pos)
	b.jump(end, pos)
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

// finish ends the automaton: cur leads to the exit.
func (b *builder) finish() {
	b.jump(b.exit, b.p.out.Loc(b.exit).Pos)
	automaton.Finish(b.p.out, b.ir, b.labelled)
}
