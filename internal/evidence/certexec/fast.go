package certexec

import "craig/internal/program/ir"

// This file has the functions for forms that loops consist of. Without it executions are the same, and slower.

// leaves is wrapped for an operation whose second operand is a variable or a constant; nil for others.
func (m *machine) leaves(e *ir.Expr) func() int64 {
	if len(e.Args) != 2 {
		return nil
	}
	left, right := e.Args[0], e.Args[1]
	p, kp := m.uncutLeaf(left, e)
	q, kq := m.uncutLeaf(right, e)
	switch {
	case p != nil && q != nil:
		return m.twoLeaves(e.Op, p, q, kp, kq)
	case p == nil && q == nil, !modular(e.Op):
		return nil
	case q == nil && e.Op == ir.OpSub:
		return nil
	case q == nil: // the others have the same value with their operands exchanged
		left, q, kq = right, p, kp
	}
	a := m.uncut(left, e.Type)
	switch e.Op {
	case ir.OpAdd:
		return func() int64 {
			v := a()
			if !*kq {
				m.open = true
			}
			return v + *q
		}
	case ir.OpMul:
		return func() int64 {
			v := a()
			if !*kq {
				m.open = true
			}
			return v * *q
		}
	case ir.OpAnd:
		return func() int64 {
			v := a()
			if !*kq {
				m.open = true
			}
			return v & *q
		}
	case ir.OpOr:
		return func() int64 {
			v := a()
			if !*kq {
				m.open = true
			}
			return v | *q
		}
	case ir.OpXor:
		return func() int64 {
			v := a()
			if !*kq {
				m.open = true
			}
			return v ^ *q
		}
	}
	return nil
}

// uncutLeaf is leaf for an operand of e, which may be converted to e's type if the operation depends on it modulo 2^n only.
func (m *machine) uncutLeaf(x, e *ir.Expr) (*int64, *bool) {
	if x.Op == ir.OpCast && x.Type == e.Type && modular(e.Op) && x.Args[0].Type.IsNumber() && x.Args[0].Type.Bits <= 64 {
		x = x.Args[0]
	}
	return m.leaf(x)
}

// assignCut is assign for an operation in a type that wraps; nil if it is something else.
func (m *machine) assignCut(s *ir.Assign, to *int64, known *bool) func() {
	e, t := s.Expr, s.Var.Type
	if e.Type != t || t.Kind != ir.Integer || t.Bits > 64 || e.Op < ir.OpNeg || e.Op > ir.OpXor || !m.mode.Wraps(t) {
		return nil
	}
	value := m.wrapped(e)
	up := 64 - uint(t.Bits)
	signed := t.IsSigned()
	return func() {
		v := value()
		if m.open || m.fault != None || m.big {
			if m.open { // what is computed with an unknown value is unknown
				m.open, m.fault, m.big = false, None, false
				m.forget(s.Var, known)
			}
			return
		}
		if signed {
			v = v << up >> up
		} else {
			v = int64(uint64(v) << up >> up)
		}
		*to, *known = v, true
	}
}

// smallLeaves is the mathematical result of an operation on two variables or constants whose sums and products are signed
// words; nil for others.
func (m *machine) smallLeaves(e *ir.Expr) func() int64 {
	p, q, kp, kq := m.smallOperands(e)
	if p == nil {
		return nil
	}
	return m.twoLeaves(e.Op, p, q, kp, kq)
}

// smallOperands are the operands of smallLeaves; nil for other expressions.
func (m *machine) smallOperands(e *ir.Expr) (p, q *int64, kp, kq *bool) {
	if len(e.Args) != 2 || !small(e.Args[0].Type) || !small(e.Args[1].Type) {
		return nil, nil, nil, nil
	}
	p, kp = m.leaf(e.Args[0])
	if q, kq = m.leaf(e.Args[1]); p == nil || q == nil {
		return nil, nil, nil, nil
	}
	return p, q, kp, kq
}

// inRangeLeaves is inRange for the sum, difference or product of two variables or constants in a signed type; nil for others.
func (m *machine) inRangeLeaves(e *ir.Expr) func() bool {
	p, q, kp, kq := m.smallOperands(e)
	if p == nil || !e.Type.IsSigned() {
		return nil
	}
	up := 64 - uint(e.Type.Bits)
	switch e.Op {
	case ir.OpAdd:
		return func() bool {
			if !*kp || !*kq {
				m.open = true
			}
			v := *p + *q
			return v<<up>>up == v
		}
	case ir.OpSub:
		return func() bool {
			if !*kp || !*kq {
				m.open = true
			}
			v := *p - *q
			return v<<up>>up == v
		}
	case ir.OpMul:
		return func() bool {
			if !*kp || !*kq {
				m.open = true
			}
			v := *p * *q
			return v<<up>>up == v
		}
	}
	return nil
}

// compareLeaf compares a signed number with a variable or a constant.
func (m *machine) compareLeaf(o ir.Op, f func() int64, q *int64, kq *bool) func() bool {
	switch o {
	case ir.OpEq:
		return func() bool {
			if !*kq {
				m.open = true
			}
			return f() == *q
		}
	case ir.OpNe:
		return func() bool {
			if !*kq {
				m.open = true
			}
			return f() != *q
		}
	case ir.OpLt:
		return func() bool {
			if !*kq {
				m.open = true
			}
			return f() < *q
		}
	case ir.OpLe:
		return func() bool {
			if !*kq {
				m.open = true
			}
			return f() <= *q
		}
	case ir.OpGt:
		return func() bool {
			if !*kq {
				m.open = true
			}
			return f() > *q
		}
	}
	return func() bool {
		if !*kq {
			m.open = true
		}
		return f() >= *q
	}
}

func (m *machine) twoLeaves(o ir.Op, p, q *int64, kp, kq *bool) func() int64 {
	unknown := func() int64 { m.open = true; return 0 }
	switch o {
	case ir.OpAdd:
		return func() int64 {
			if !*kp || !*kq {
				return unknown()
			}
			return *p + *q
		}
	case ir.OpSub:
		return func() int64 {
			if !*kp || !*kq {
				return unknown()
			}
			return *p - *q
		}
	case ir.OpMul:
		return func() int64 {
			if !*kp || !*kq {
				return unknown()
			}
			return *p * *q
		}
	case ir.OpAnd:
		return func() int64 {
			if !*kp || !*kq {
				return unknown()
			}
			return *p & *q
		}
	case ir.OpOr:
		return func() int64 {
			if !*kp || !*kq {
				return unknown()
			}
			return *p | *q
		}
	case ir.OpXor:
		return func() int64 {
			if !*kp || !*kq {
				return unknown()
			}
			return *p ^ *q
		}
	}
	return nil
}

// memo is the last value of an expression, and the change of the machine's state after which it was computed.
type memo struct {
	e      *ir.Expr
	change int
	value  int64
	f      func() int64
}

// once is a function that computes e by a function that make makes, if the state has changed since it did.
func (m *machine) once(e *ir.Expr, make func(*ir.Expr) func() int64) func() int64 {
	key := e.String()
	for _, t := range m.memos[key] {
		if ir.Equal(t.e, e) {
			return t.f
		}
	}
	t := &memo{e: e, change: -1}
	f := make(e)
	t.f = func() int64 {
		if t.change == m.change {
			return t.value
		}
		v := f()
		if m.flags == (flags{}) {
			t.value, t.change = v, m.change
		}
		return v
	}
	m.memos[key] = append(m.memos[key], t)
	return t.f
}
