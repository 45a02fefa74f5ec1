package vm

import (
	"slices"

	"craig/internal/program/ir"
)

// jumpUnless goes to a label if e, a condition, does not hold.
func (c *compiler) jumpUnless(e *ir.Expr, label int32) { c.jumpIf(e, false, label) }

// jumpIf goes to a label if e has the value want, and goes on otherwise.
func (c *compiler) jumpIf(e *ir.Expr, want bool, label int32) {
	switch e.Op {
	case ir.OpConst:
		if e.IsTrue() == want {
			c.emit(instr{op: opJump, t: label})
		}
	case ir.OpNot:
		c.jumpIf(e.Args[0], !want, label)
	case ir.OpLAnd, ir.OpLOr:
		if (e.Op == ir.OpLOr) == want { // either decides
			c.jumpIf(e.Args[0], want, label)
			c.maybe(func() { c.jumpIf(e.Args[1], want, label) })
			return
		}
		over := c.newLabel()
		c.jumpIf(e.Args[0], !want, over)
		c.maybe(func() { c.jumpIf(e.Args[1], want, label) })
		c.bind(over)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		c.compare(e, want, label)
	case ir.OpInRange:
		if !want {
			c.inRange(e.Args[0], label)
			return
		}
		over := c.newLabel()
		c.maybe(func() { c.inRange(e.Args[0], over) })
		c.emit(instr{op: opJump, t: label})
		c.bind(over)
	case ir.OpKnown:
		if want {
			c.emit(instr{op: opJump, t: label})
		}
	default: // a choice, or a variable
		o := opNe
		if !want {
			o = opEq
		}
		c.emit(instr{op: o, a: c.expr(e).reg, b: c.constant(0), t: label})
	}
}

// maybe makes code that is not always executed.
func (c *compiler) maybe(f func()) {
	c.level++
	f()
	c.level--
	c.avail = slices.DeleteFunc(c.avail, func(v value) bool { return v.level > c.level })
}

// negation is the comparison that holds where another one does not.
var negation = map[ir.Op]ir.Op{ir.OpEq: ir.OpNe, ir.OpNe: ir.OpEq, ir.OpLt: ir.OpGe, ir.OpGe: ir.OpLt, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe}

func (c *compiler) compare(e *ir.Expr, want bool, label int32) {
	counts := c.counts
	c.counts = false
	a, b := c.expr(e.Args[0]), c.expr(e.Args[1])
	op := e.Op
	if !want {
		op = negation[op]
	}
	in := instr{a: a.reg, b: b.reg, t: label}
	less, leq := opLess, opLeq
	if unsignedWord(e.Args[0].Type) {
		less, leq = opLessU, opLeqU
	}
	switch op {
	case ir.OpEq:
		in.op = opEq
	case ir.OpNe:
		in.op = opNe
	case ir.OpLt:
		in.op = less
	case ir.OpLe:
		in.op = leq
	case ir.OpGt:
		in.op, in.a, in.b = less, in.b, in.a
	case ir.OpGe:
		in.op, in.a, in.b = leq, in.b, in.a
	}
	if counts {
		in.n = int32(c.steps + 1)
		c.steps = 0
	}
	c.emit(in)
}

// branch makes the code of a location with several edges. It returns where the code goes on that comes
// next; 0 if it does not.
func (c *compiler) branch(info *ir.LocInfo) ir.Loc {
	first, second := c.p.Edges[info.Out[0]], c.p.Edges[info.Out[1]]
	a, ok1 := first.Stmt.(*ir.Assume)
	b, ok2 := second.Stmt.(*ir.Assume)
	if len(info.Out) != 2 || !ok1 || !ok2 || first.Branch == 0 || !ir.Equal(ir.Not(a.Cond), b.Cond) {
		c.choice(info)
		return 0
	}
	if a.Cond.IsConst() {
		c.steps++
		if a.Cond.IsTrue() {
			return first.To
		}
		return second.To
	}
	c.begin(first)
	if _, simple := negation[a.Cond.Op]; simple {
		c.counts = true // the branch counts the steps
	} else {
		c.tick()
	}
	if c.watched {
		c.jumpUnless(a.Cond, c.seen(second))
		c.counted = false
		c.emit(instr{op: opSeen, n: int32(first.ID)})
		return first.To
	}
	c.jumpUnless(a.Cond, c.goal(second.To))
	c.counted = false
	return first.To
}

// seen is the label of code that counts e and goes on after it.
func (c *compiler) seen(e *ir.Edge) int32 {
	label, goal := c.newLabel(), c.goal(e.To)
	c.later = append(c.later, func() {
		c.bind(label)
		c.emit(instr{op: opSeen, n: int32(e.ID)})
		c.emit(instr{op: opJump, t: goal})
	})
	return label
}

// tick counts the edges so far, and the one that is being decided on.
func (c *compiler) tick() {
	c.emit(instr{op: opTick, n: int32(c.steps + 1)})
	c.steps, c.counted = 0, true
}

// goal is the label of a location that is jumped to.
func (c *compiler) goal(l ir.Loc) int32 {
	label := c.label(l)
	if c.labels[label] < 0 {
		c.todo = append(c.todo, l)
	}
	return label
}

// choice makes the code of a location where conditions do not exclude each other by their form: of the
// open edges the only one is taken, or the only one after which no assumption blocks at once. See
// package interp. Otherwise there are several ways on.
func (c *compiler) choice(info *ir.LocInfo) {
	c.tick()
	c.avail = nil
	c.temp = c.fixed
	zero, one := c.constant(0), c.constant(1)
	open, ahead := make([]uint16, len(info.Out)), make([]uint16, len(info.Out))
	for i := range open {
		open[i], ahead[i] = c.newTemp(), c.newTemp()
		c.emit(instr{op: opMove, d: open[i], a: zero})
		c.emit(instr{op: opMove, d: ahead[i], a: zero})
	}
	sum := c.newTemp()
	decided := c.newLabel()
	for i, id := range info.Out {
		e := c.p.Edges[id]
		c.begin(e)
		a, isAssume := e.Stmt.(*ir.Assume)
		if !isAssume {
			c.emit(instr{op: opMove, d: open[i], a: one})
			continue
		}
		next := c.newLabel()
		c.maybe(func() { c.jumpUnless(a.Cond, next) })
		c.emit(instr{op: opMove, d: open[i], a: one})
		if e.Branch != 0 { // those that follow exclude it
			c.emit(instr{op: opJump, t: decided})
		}
		c.bind(next)
	}
	c.bind(decided)
	c.edge, c.traps = 0, [8]int32{}
	goals := make([]int32, len(info.Out))
	for i, id := range info.Out {
		goals[i] = c.entering(c.p.Edges[id])
	}
	several := c.newLabel()
	pick := func(which []uint16, none, more int32) {
		c.emit(instr{op: opMove, d: sum, a: zero})
		for _, r := range which {
			c.emit(instr{op: opAdd, d: sum, a: sum, b: r})
		}
		c.emit(instr{op: opEq, a: sum, b: zero, t: none})
		c.emit(instr{op: opLess, a: one, b: sum, t: more})
		for i, r := range which {
			c.emit(instr{op: opEq, a: r, b: one, t: goals[i]})
		}
	}
	pick(open, c.trap(Blocked), several)
	c.bind(several)
	for i, id := range info.Out {
		no := c.newLabel()
		c.emit(instr{op: opEq, a: open[i], b: zero, t: no})
		c.onTrap = no
		c.maybe(func() { c.ahead(c.p.Edges[id], no) })
		c.onTrap = 0
		c.emit(instr{op: opMove, d: ahead[i], a: one})
		c.bind(no)
	}
	c.edge, c.traps = 0, [8]int32{}
	pick(ahead, c.trap(Open), c.trap(Open))
	c.counted = false
}

// entering is the label of code that does what e does, which is open, and goes on after it.
func (c *compiler) entering(e *ir.Edge) int32 {
	switch e.Stmt.(type) {
	case *ir.Skip, *ir.Assume:
		return c.goal(e.To)
	}
	label, at := c.newLabel(), c.loc
	c.later = append(c.later, func() {
		c.bind(label)
		c.loc, c.steps, c.avail, c.temp = at, 0, nil, c.fixed
		c.begin(e)
		c.stmt(e)
		c.jump(e.To)
	})
	return label
}

// maxAhead bounds how many assumptions ahead looks at.
const maxAhead = 100

// ahead goes to a label if one of the assumptions does not hold that follow e before anything is
// executed or decided.
func (c *compiler) ahead(e *ir.Edge, no int32) {
	for range maxAhead {
		switch e.Stmt.(type) {
		case *ir.Skip, *ir.Assume:
		default:
			return
		}
		info := c.p.Locs[e.To]
		if len(info.Out) != 1 || info.IsGoal() {
			return
		}
		e = c.p.Edges[info.Out[0]]
		if a, ok := e.Stmt.(*ir.Assume); ok {
			c.traps = [8]int32{}
			c.jumpUnless(a.Cond, no)
		}
	}
}
