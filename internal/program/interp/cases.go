package interp

import (
	"context"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// With Options.Cases the value of a Havoc is "the k'th input", a number in a range. It may be copied, and a number may be added to it. A comparison with
// a number is decided if it comes out the same for all numbers in the range. If not, the range is made smaller, so that it does, and what is left out is
// noted: for another execution. An input of which one number is left is that number.

// Range is the values of an input: from Lo to Hi, which are two of them or one, without those in Not.
type Range struct {
	Lo, Hi num.Int
	Not    []num.Int
}

// Given is an input of one case: what the Havoc on Edge gives when it is executed for the Nth time.
type Given struct {
	Edge ir.EdgeID
	N    int
	Range
}

// mostInputs bounds the inputs of one case; others are unknown.
const mostInputs = 4096

// input makes v the next of the inputs, which e gives for the nth time.
func (m *machine) input(e *ir.Edge, v *ir.Var, n int) {
	m.lose(v)
	k := len(m.out.Given)
	if t := v.Type.Kind; m.mode.Math || t != ir.Integer && t != ir.Pointer || k == mostInputs {
		return
	}
	r := Range{Lo: v.Type.Min(), Hi: v.Type.Max()}
	if k < len(m.opts.Cases) {
		r = m.opts.Cases[k]
	}
	m.out.Given = append(m.out.Given, Given{e.ID, n, r})
	*m.cell(v) = value{from: k + 1}
	if v.Type.Bits == 1 && !r.Lo.Eq(r.Hi) { // conditions of such variables compare nothing
		m.narrow(k, Range{Lo: r.Lo, Hi: r.Lo}, Range{Lo: r.Hi, Hi: r.Hi})
	}
}

// narrow leaves a part of the range of the k'th input for this execution, and the other part for another one.
func (m *machine) narrow(k int, r, other Range) {
	all := make([]Range, len(m.out.Given))
	for i, g := range m.out.Given {
		all[i] = g.Range
	}
	all[k] = other.tight()
	m.out.Left = append(m.out.Left, all)
	m.out.Given[k].Range = r.tight()
}

// tight is the same range between other ends.
func (r Range) tight() Range {
	for slices.ContainsFunc(r.Not, r.Lo.Eq) {
		r.Lo = r.Lo.Add(one)
	}
	for slices.ContainsFunc(r.Not, r.Hi.Eq) {
		r.Hi = r.Hi.Sub(one)
	}
	return r
}

// pinned is the value of one that is an input of which one number is left.
func (m *machine) pinned(c value) (v num.Int, ok bool) {
	if c.from == 0 {
		return v, false
	}
	r := m.out.Given[c.from-1]
	return r.Lo.Add(c.v), r.Lo.Eq(r.Hi)
}

// symbolic is what e is if that is known, or an input and a number.
func (m *machine) symbolic(e *ir.Expr) (v value, ok bool) {
	switch e.Op {
	case ir.OpVar:
		v = *m.cell(e.Var)
		return v, v.set || v.from > 0
	case ir.OpLoad:
		if addr, ok := m.peek(e.Args[0]); ok && e.Region != nil {
			if c, written := m.region(e.Region).lookup(addr); written && c.from > 0 {
				return c, true
			}
		}
	case ir.OpCast:
		v, ok = m.symbolic(e.Args[0])
		if ok && v.from > 0 {
			return v, m.among(v, e.Type)
		}
	case ir.OpAdd, ir.OpSub, ir.OpPtrAdd:
		a, known := m.symbolic(e.Args[0])
		b, too := m.symbolic(e.Args[1])
		switch {
		case !known || !too:
			return value{}, false
		case a.from > 0 && b.set && e.Op == ir.OpSub:
			v = value{v: a.v.Sub(b.v), from: a.from}
		case a.from > 0 && b.set:
			v = value{v: a.v.Add(b.v), from: a.from}
		case b.from > 0 && a.set && e.Op != ir.OpSub:
			v = value{v: a.v.Add(b.v), from: b.from}
		}
		if v.from > 0 { // what does not wrap is exact
			return v, e.Op == ir.OpPtrAdd || m.among(v, e.Type)
		}
	}
	x, ok := m.peek(e)
	return value{v: x, set: ok}, ok
}

// copied is what e, which is unknown, gives to a variable or cell of type t.
func (m *machine) copied(e *ir.Expr, t ir.Type) value {
	if m.opts.Cases != nil {
		if v, ok := m.symbolic(e); ok && v.from > 0 && m.among(v, t) {
			return v
		}
	}
	return value{}
}

// among says that all values of v are of the type t of integers or pointers.
func (m *machine) among(v value, t ir.Type) bool {
	r := m.out.Given[v.from-1]
	return (t.Kind == ir.Integer || t.Kind == ir.Pointer) && t.Fits(r.Lo.Add(v.v)) && t.Fits(r.Hi.Add(v.v))
}

// mirror is the comparison with its operands exchanged.
var mirror = map[ir.Op]ir.Op{ir.OpEq: ir.OpEq, ir.OpNe: ir.OpNe, ir.OpLt: ir.OpGt, ir.OpLe: ir.OpGe, ir.OpGt: ir.OpLt, ir.OpGe: ir.OpLe}

// compare is a comparison of which an operand may be unknown.
func (m *machine) compare(e *ir.Expr) num.Int {
	open, undef := m.open, m.undef
	m.open = false
	a, b := m.eval(e.Args[0]), m.eval(e.Args[1])
	if !m.open || m.opts.Cases == nil {
		m.open = m.open || open
		return truth(ir.Holds(e.Op, a, b))
	}
	x, known := m.symbolic(e.Args[0])
	y, too := m.symbolic(e.Args[1])
	op := e.Op
	if x.set && y.from > 0 {
		x, y, op = y, x, mirror[op]
	}
	if !known || !too || x.from == 0 || !y.set {
		return num.Int{}
	}
	m.open, m.undef = open, undef
	return truth(m.decide(x.from-1, op, y.v.Sub(x.v)))
}

// decide says what a comparison of the k'th input with c gives, for what is left of its range then.
func (m *machine) decide(k int, op ir.Op, c num.Int) bool {
	r := m.out.Given[k].Range
	without, only := r, r
	switch op {
	case ir.OpEq, ir.OpNe:
		switch {
		case c.Less(r.Lo) || r.Hi.Less(c) || slices.ContainsFunc(r.Not, c.Eq):
			return op == ir.OpNe
		case r.Lo.Eq(r.Hi):
			return op == ir.OpEq
		case c.Eq(r.Lo):
			without.Lo = c.Add(one)
		case c.Eq(r.Hi):
			without.Hi = c.Sub(one)
		default:
			without.Not = append(slices.Clip(r.Not), c)
		}
		m.narrow(k, without, Range{Lo: c, Hi: c})
		return op == ir.OpNe
	case ir.OpLe, ir.OpGt: // as < and >= of the next number
		c = c.Add(one)
	}
	below := op == ir.OpLt || op == ir.OpLe
	switch {
	case r.Hi.Less(c):
		return below
	case !r.Lo.Less(c):
		return !below
	}
	without.Hi, only.Lo = c.Sub(one), c
	m.narrow(k, without, only)
	return below
}

// Limits bound All.
type Limits struct {
	Steps int // edges taken in all executions together
	Each  int // in each; 0: Steps
	Cases int // executions
}

// Cover is all executions of a program.
type Cover struct {
	Outcome      // of the last one, which is the first that comes to an error, if one does
	Cases   int  // that have come to an end
	All     bool // they are all there are, and none comes to an error
	Taken   int  // edges, in all executions
}

// All executes p for everything that it does not determine, until an execution comes to an error or to a limit. What is not an input by Options.Cases is unknown.
func All(ctx context.Context, p *ir.Program, limits Limits) (c Cover) {
	todo := [][]Range{{}}
	for len(todo) > 0 {
		if c.Cases == limits.Cases || c.Taken > limits.Steps {
			c.End = StepLimit
			return c
		}
		opts := Options{Unknown: true, NoPath: true, Cases: todo[len(todo)-1], MaxSteps: limits.Steps - c.Taken + 1}
		if limits.Each > 0 {
			opts.MaxSteps = min(opts.MaxSteps, limits.Each)
		}
		c.Outcome = Run(ctx, p, Inputs{}, opts)
		c.Taken += c.Steps
		switch c.End {
		case Exited, Blocked, OutOfRange:
			c.Cases++
		default:
			return c
		}
		todo = append(todo[:len(todo)-1], c.Left...)
	}
	c.All = true
	return c
}
