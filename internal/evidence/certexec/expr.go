package certexec

import (
	"math"
	"math/bits"

	"craig/internal/program/ir"
)

// expr is a function that computes e. It sets open if it read an unknown value, and fault if there is no
// value; the result is arbitrary then.
func (m *machine) expr(e *ir.Expr) func() int64 {
	t := e.Type
	if t.Kind == ir.Logical {
		return m.number(m.cond(e))
	}
	if e.Op >= ir.OpFAdd && e.Op < ir.OpFEq {
		return m.float(e)
	}
	if !t.IsNumber() || t.Bits > 64 {
		return m.none()
	}
	if p, known := m.leaf(e); p != nil {
		if e.Op == ir.OpConst {
			w := *p
			return func() int64 { return w }
		}
		return func() int64 {
			if !*known {
				m.open = true
			}
			return *p
		}
	}
	switch e.Op {
	case ir.OpAddr:
		if w, ok := word(t, e.Obj.Addr); ok && w != 0 {
			return func() int64 { return w }
		}
	case ir.OpLoad:
		if e.Region == nil || t != m.cellType(e.Region) {
			break
		}
		addr, c := m.expr(e.Args[0]), m.mem[e.Region]
		return func() int64 {
			a := addr()
			if m.open || m.fault != None || m.big {
				return 0
			}
			v, ok := c.read(a)
			if !ok {
				m.open = true
			}
			return v
		}
	case ir.OpPtrAdd:
		return m.once(e, m.ptrAdd)
	case ir.OpPtrDiff:
		return m.ptrDiff(e)
	case ir.OpCast:
		if from := e.Args[0].Type; from.IsNumber() && from.Bits <= 64 {
			return cut(t, m.expr(e.Args[0]))
		}
	case ir.OpOfBool:
		return m.number(m.cond(e.Args[0]))
	case ir.OpIte:
		c, a, b := m.cond(e.Args[0]), m.expr(e.Args[1]), m.expr(e.Args[2])
		return func() int64 {
			if c() {
				return a()
			}
			return b()
		}
	}
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
		if !m.mode.Wraps(t) {
			if f := m.smallLeaves(e); f != nil {
				return f
			}
			f := m.exact(e)
			return func() int64 {
				v := f()
				if m.big {
					m.big, m.fault = false, Outside
				}
				return v
			}
		}
		return cut(t, m.wrapped(e))
	}
	return m.none()
}

// none is an expression without a value here.
func (m *machine) none() func() int64 {
	return func() int64 {
		m.fault = Outside
		return 0
	}
}

func (m *machine) number(c func() bool) func() int64 {
	return func() int64 {
		if c() {
			return 1
		}
		return 0
	}
}

// cut is f's value modulo 2^Bits, as a value of t.
func cut(t ir.Type, f func() int64) func() int64 {
	up := 64 - uint(t.Bits)
	switch {
	case up == 0:
		return f
	case t.IsSigned():
		return func() int64 { return f() << up >> up }
	}
	return func() int64 { return int64(uint64(f()) << up >> up) }
}

func (m *machine) ptrAdd(e *ir.Expr) func() int64 {
	p, off := m.expr(e.Args[0]), m.expr(e.Args[1])
	unsigned, wide := bare(e.Args[1].Type), bare(e.Type)
	return func() int64 {
		a, b := p(), off()
		s := a + b
		switch {
		case unsigned && b < 0:
			m.fault = Outside
		case wide && b >= 0 && uint64(s) < uint64(a), wide && b < 0 && uint64(s) >= uint64(a):
			m.fault = Outside
		case !wide && (s < a) != (b < 0):
			m.fault = Outside
		}
		return s
	}
}

func (m *machine) ptrDiff(e *ir.Expr) func() int64 {
	p, q := m.expr(e.Args[0]), m.expr(e.Args[1])
	wide, unsigned := bare(e.Args[0].Type), bare(e.Type)
	return func() int64 {
		a, b := p(), q()
		d := a - b
		less := a < b
		if wide {
			less = uint64(a) < uint64(b)
		}
		if (d < 0) != less || unsigned && less {
			m.fault = Outside
		}
		return d
	}
}

// operands are those of an operation; a shift by an unsigned word is one by at most 2^20.
func (m *machine) operands(e *ir.Expr) (a, b func() int64) {
	a = m.expr(e.Args[0])
	if len(e.Args) < 2 {
		return a, nil
	}
	b = m.expr(e.Args[1])
	if (e.Op == ir.OpShl || e.Op == ir.OpShr) && bare(e.Args[1].Type) {
		distance := b
		b = func() int64 { return int64(min(uint64(distance()), 1<<20)) }
	}
	return a, b
}

// modular says that the result of an operation modulo 2^n depends on its operands modulo 2^n only.
func modular(o ir.Op) bool {
	switch o {
	case ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpCompl:
		return true
	}
	return false
}

// wrapped is the value of an operation modulo 2^64 where its type wraps; the caller cuts it.
func (m *machine) wrapped(e *ir.Expr) func() int64 {
	if f := m.leaves(e); f != nil {
		return f
	}
	var a, b func() int64
	if !modular(e.Op) {
		a, b = m.operands(e)
	} else if a = m.uncut(e.Args[0], e.Type); len(e.Args) == 2 {
		b = m.uncut(e.Args[1], e.Type)
	}
	unsigned := bare(e.Type)
	switch e.Op {
	case ir.OpNeg:
		return func() int64 { return -a() }
	case ir.OpAdd:
		return func() int64 { return a() + b() }
	case ir.OpSub:
		return func() int64 { return a() - b() }
	case ir.OpMul:
		return func() int64 { return a() * b() }
	case ir.OpShl:
		return func() int64 {
			v, k := a(), b()
			if k > 63 {
				return 0
			}
			return v << uint(max(k, 0))
		}
	case ir.OpDiv, ir.OpRem:
		rest := e.Op == ir.OpRem
		return func() int64 { return m.quotient(a(), b(), rest, unsigned) }
	case ir.OpShr:
		if d := e.Args[1]; d.Op == ir.OpConst && !unsigned {
			if k, ok := d.Val.Int64(); ok && 0 <= k && k < 64 {
				return func() int64 { return a() >> uint(k) }
			}
		}
		return shiftRight(a, b, unsigned)
	}
	return bitwise(e.Op, a, b)
}

// uncut is e modulo 2^Bits of t, a type that wraps: what is above is cut later.
func (m *machine) uncut(e *ir.Expr, t ir.Type) func() int64 {
	switch {
	case e.Type == t && modular(e.Op) && m.mode.Wraps(t):
		return m.wrapped(e)
	case e.Op == ir.OpCast && e.Type == t && e.Args[0].Type.IsNumber() && e.Args[0].Type.Bits <= 64:
		return m.expr(e.Args[0])
	}
	return m.expr(e)
}

// quotient is a / b modulo 2^64, or the rest.
func (m *machine) quotient(a, b int64, rest, unsigned bool) int64 {
	switch {
	case b == 0:
		m.fault = Undefined
		return 0
	case unsigned && rest:
		return int64(uint64(a) % uint64(b))
	case unsigned:
		return int64(uint64(a) / uint64(b))
	case b == -1 && rest:
		return 0
	case b == -1:
		return -a
	case rest:
		return a % b
	}
	return a / b
}

func shiftRight(a, b func() int64, unsigned bool) func() int64 {
	return func() int64 {
		v, k := a(), min(max(b(), 0), 64)
		if unsigned {
			return int64(uint64(v) >> uint(k))
		}
		return v >> uint(k)
	}
}

func bitwise(o ir.Op, a, b func() int64) func() int64 {
	switch o {
	case ir.OpAnd:
		return func() int64 { return a() & b() }
	case ir.OpOr:
		return func() int64 { return a() | b() }
	case ir.OpXor:
		return func() int64 { return a() ^ b() }
	}
	return func() int64 { return ^a() }
}

// exact is the mathematical result of an operation; big is set if it is no signed word.
func (m *machine) exact(e *ir.Expr) func() int64 {
	if bare(e.Type) && e.Op != ir.OpDiv && e.Op != ir.OpRem && e.Op != ir.OpShr && e.Op != ir.OpAnd && e.Op != ir.OpOr && e.Op != ir.OpXor {
		return m.none()
	}
	if f := m.smallLeaves(e); f != nil {
		return f
	}
	a, b := m.operands(e)
	switch e.Op {
	case ir.OpNeg:
		return func() int64 {
			v := a()
			m.big = m.big || v == math.MinInt64
			return -v
		}
	case ir.OpAdd:
		return func() int64 {
			x, y := a(), b()
			s := x + y
			if (s < x) != (y < 0) {
				m.big = true
			}
			return s
		}
	case ir.OpSub:
		return func() int64 {
			x, y := a(), b()
			s := x - y
			if (s > x) != (y < 0) {
				m.big = true
			}
			return s
		}
	case ir.OpMul:
		return func() int64 {
			x, y := a(), b()
			if x == int64(int32(x)) && y == int64(int32(y)) {
				return x * y
			}
			hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y)))
			if hi != 0 || lo > 1<<63 || lo == 1<<63 && (x < 0) == (y < 0) {
				m.big = true
			}
			return x * y
		}
	case ir.OpDiv, ir.OpRem:
		unsigned, rest := bare(e.Type), e.Op == ir.OpRem
		return func() int64 {
			x, y := a(), b()
			if y > 0 && !unsigned {
				if rest {
					return x % y
				}
				return x / y
			}
			if !unsigned && !rest && x == math.MinInt64 && y == -1 {
				m.big = true
				return x
			}
			return m.quotient(x, y, rest, unsigned)
		}
	case ir.OpShl:
		return func() int64 {
			v, k := a(), max(b(), 0)
			switch {
			case k > ir.MaxShift:
				m.fault = Outside
			case v != 0 && (k > 63 || v<<uint(k)>>uint(k) != v):
				m.big = true
				return v
			}
			return v << uint(min(k, 64))
		}
	case ir.OpShr:
		return shiftRight(a, b, bare(e.Type))
	}
	return bitwise(e.Op, a, b)
}

// cond is a function that decides a condition; see expr.
func (m *machine) cond(e *ir.Expr) func() bool {
	switch e.Op {
	case ir.OpConst:
		v := e.IsTrue()
		return func() bool { return v }
	case ir.OpNot:
		c := m.cond(e.Args[0])
		return func() bool { return !c() }
	case ir.OpLAnd:
		a, b := m.cond(e.Args[0]), m.cond(e.Args[1])
		return func() bool { return a() && !m.open && m.fault == None && b() }
	case ir.OpLOr:
		a, b := m.cond(e.Args[0]), m.cond(e.Args[1])
		return func() bool { return a() || m.open || m.fault != None || b() }
	case ir.OpIte:
		c, a, b := m.cond(e.Args[0]), m.cond(e.Args[1]), m.cond(e.Args[2])
		return func() bool {
			if c() {
				return a()
			}
			return b()
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return m.compare(e)
	case ir.OpInRange:
		return m.inRange(e.Args[0])
	case ir.OpFEq, ir.OpFLt, ir.OpFLe:
		return m.compareFloats(e)
	case ir.OpKnown:
		return func() bool { return true }
	}
	v := m.none()
	return func() bool { return v() != 0 }
}

func (m *machine) compare(e *ir.Expr) func() bool {
	o, unsigned := e.Op, bare(e.Args[0].Type)
	p, kp := m.leaf(e.Args[0])
	q, kq := m.leaf(e.Args[1])
	if p != nil && q != nil && !unsigned {
		return m.compareLeaves(o, p, q, kp, kq)
	}
	if f := m.smallLeaves(e.Args[0]); f != nil && q != nil && !m.mode.Wraps(e.Args[0].Type) {
		return m.compareLeaf(o, f, q, kq)
	}
	a, b := m.expr(e.Args[0]), m.expr(e.Args[1])
	if unsigned { // the order of words without a sign is that of words with one, moved by half
		u, v := a, b
		a, b = func() int64 { return u() ^ math.MinInt64 }, func() int64 { return v() ^ math.MinInt64 }
	}
	switch o {
	case ir.OpEq:
		return func() bool { return a() == b() }
	case ir.OpNe:
		return func() bool { return a() != b() }
	case ir.OpLt:
		return func() bool { return a() < b() }
	case ir.OpLe:
		return func() bool { return a() <= b() }
	case ir.OpGt:
		return func() bool { return a() > b() }
	}
	return func() bool { return a() >= b() }
}

// compareLeaves is compare for variables and constants. It repeats itself: these are the conditions of loops.
func (m *machine) compareLeaves(o ir.Op, p, q *int64, kp, kq *bool) func() bool {
	unknown := func() bool { m.open = true; return false }
	switch o {
	case ir.OpEq:
		return func() bool {
			if !*kp || !*kq {
				return unknown()
			}
			return *p == *q
		}
	case ir.OpNe:
		return func() bool {
			if !*kp || !*kq {
				return unknown()
			}
			return *p != *q
		}
	case ir.OpLt:
		return func() bool {
			if !*kp || !*kq {
				return unknown()
			}
			return *p < *q
		}
	case ir.OpLe:
		return func() bool {
			if !*kp || !*kq {
				return unknown()
			}
			return *p <= *q
		}
	case ir.OpGt:
		return func() bool {
			if !*kp || !*kq {
				return unknown()
			}
			return *p > *q
		}
	}
	return func() bool {
		if !*kp || !*kq {
			return unknown()
		}
		return *p >= *q
	}
}

// inRange decides whether the mathematical value of e is one of its type.
func (m *machine) inRange(e *ir.Expr) func() bool {
	t := e.Type
	if !t.IsNumber() || t.Bits > 64 {
		v := m.none()
		return func() bool { return v() != 0 }
	}
	if f := m.inRangeLeaves(e); f != nil {
		return f
	}
	value := m.expr
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
		value = m.exact
	}
	f := value(e)
	if bare(t) {
		return func() bool { f(); return true } // exact has none of other values
	}
	up := 64 - uint(t.Bits)
	signed := t.IsSigned()
	return func() bool {
		before := m.big
		v := f()
		if m.big && !before {
			m.big = false
			return false
		}
		if signed {
			return v<<up>>up == v
		}
		return v >= 0 && (up == 0 || v>>uint(64-up) == 0)
	}
}
