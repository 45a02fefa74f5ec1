package pointers

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// at is where e points.
func (c *checker) at(e *ir.Expr) *ir.Targets {
	set, ok := c.t.Value(e)
	c.need(ok, "nothing is said of %s", e)
	return set
}

// expressions checks e and what it consists of.
func (c *checker) expressions(e *ir.Expr) {
	ir.Walk(e, func(x *ir.Expr) bool {
		if c.seen[x] {
			return false
		}
		c.seen[x] = true
		c.value(x)
		return c.doubt == nil
	})
}

// value checks where e points, by where its operands do.
func (c *checker) value(e *ir.Expr) {
	if e.Op == ir.OpConst || e.Op == ir.OpVar {
		return
	}
	to := c.at(e)
	from := func(i int, m move) {
		c.need(c.included(c.at(e.Args[i]), m, to), "the value of %s may point elsewhere", e)
	}
	narrow := e.Type.Bits < c.p.PtrBits
	switch e.Op {
	case ir.OpAddr:
		obj, ok := c.t.Of(e.Obj)
		c.need(ok && c.has(to, ir.Target{Obj: obj}), "the address of %s points elsewhere", e.Obj.Name)
	case ir.OpLoad:
		if e.Region == nil {
			c.load(e, to)
		}
	case ir.OpPtrAdd:
		if m := c.steps(e.Args[1]); e.Args[0].IsConst() && e.Args[0].Val.IsZero() && m.stride == 1 {
			c.becomesPointer(c.at(e.Args[1]), to)
		} else {
			from(0, m)
		}
	case ir.OpAdd:
		if narrow {
			c.computed(e, to)
			return
		}
		from(0, c.steps(e.Args[1]))
		from(1, c.steps(e.Args[0]))
	case ir.OpSub:
		if narrow || e.Args[0].IsConst() {
			c.computed(e, to)
			return
		}
		m := c.steps(e.Args[1])
		from(0, move{off: -m.off, stride: m.stride})
	case ir.OpIte:
		from(1, stay)
		from(2, stay)
	case ir.OpCast:
		switch x := e.Args[0]; {
		case narrow && x.Type.Bits >= c.p.PtrBits:
			c.computed(e, to)
		case e.Type.Kind == ir.Pointer && x.Type.Kind != ir.Pointer:
			c.becomesPointer(c.at(x), to)
		default:
			from(0, stay)
		}
	case ir.OpAnd, ir.OpOr:
		from(0, anywhere)
		from(1, anywhere)
	case ir.OpNeg, ir.OpCompl, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpXor, ir.OpFOfInt, ir.OpFToInt:
		c.computed(e, to)
	case ir.OpStart:
		from(0, anywhere)
	}
}

// computed: what arithmetic makes of addresses may become one of them again. What is too narrow to be an address does not come
// from an integer of unknown source.
func (c *checker) computed(e *ir.Expr, to *ir.Targets) {
	for _, x := range e.Args {
		c.need(c.included(c.at(x), move{stride: 1, known: e.Type.Bits < c.p.PtrBits}, to), "the value of %s may point elsewhere", e)
	}
}

// becomesPointer: an integer as a pointer points to where it is the address of, or, if its source is unknown, to the object of all such numbers.
func (c *checker) becomesPointer(from, to *ir.Targets) {
	c.need(c.included(from, move{known: true}, to), "an integer that is a pointer may point elsewhere")
	if hasNumber(from) {
		n := c.t.Number
		c.need(n != 0 && c.hasObject(to, n) && !c.t.Objects[n].Wild && (c.p.FreshPointers || n == c.t.Any), "an integer of unknown source may become a pointer")
	}
}

// hasObject says that the set has a target in the object.
func (c *checker) hasObject(set *ir.Targets, obj int32) bool {
	obj = c.t.Objects[obj].Rep
	i := c.first(set, obj)
	return i < len(*set) && (*set)[i].Obj == obj
}

// load: what is read was stored at some place that has bytes of it, by the program or by a function without a body, or was there
// at first.
func (c *checker) load(e *ir.Expr, to *ir.Targets) {
	gives := func(from *ir.Targets) {
		if e.Type.Kind == ir.Pointer {
			c.becomesPointer(from, to)
		} else {
			c.need(c.included(from, stay, to), "what is read may point elsewhere")
		}
	}
	for _, t := range *c.at(e.Args[0]) {
		if t.Obj == 0 {
			continue
		}
		k := c.class(t, width(e.Type))
		o := &c.t.Objects[k.Obj]
		for _, in := range o.Contents {
			if meet(in.Class, k) {
				gives(in.At)
			}
		}
		for _, w := range o.Writers {
			gives(w.At)
		}
		if c.open[k.Obj] && k.Width >= c.word {
			c.unknown(to, e.Type, source{several: !(o.Single && t.Stride == 0), wild: o.Wild, cell: k})
		}
		if c.t.Any != 0 {
			c.inAny(k.Obj, gives)
		}
	}
}

// inAny: with --unknown-pointers any an unknown pointer leads to any object, so that what is in one may be read in the object of such
// pointers, and the other way round.
func (c *checker) inAny(obj int32, gives func(*ir.Targets)) {
	any := c.t.Objects[c.t.Any].Rep
	for i := range c.t.Objects {
		if o := &c.t.Objects[i]; obj == any || o.Rep == any {
			for _, in := range o.Contents {
				gives(in.At)
			}
		}
	}
}

// far bounds offsets that are told apart.
const far = 1 << 40

// steps are the amounts that an integer expression adds to an address: an offset, and any multiple of a stride. Where an operation
// wraps, 2^w may be taken away from what it gives, any number of times.
func (c *checker) steps(e *ir.Expr) move {
	switch e.Op {
	case ir.OpConst:
		if v, ok := e.Val.Int64(); ok && -far < v && v < far {
			return move{off: v}
		}
	case ir.OpCast:
		if m := c.steps(e.Args[0]); e.Type.Contains(e.Args[0].Type) {
			return m
		} else {
			return c.wrapped(m, e.Type)
		}
	case ir.OpNeg:
		m := c.steps(e.Args[0])
		return c.result(move{off: -m.off, stride: m.stride}, e.Type)
	case ir.OpAdd, ir.OpSub:
		m, n := c.steps(e.Args[0]), c.steps(e.Args[1])
		if e.Op == ir.OpSub {
			n.off = -n.off
		}
		return c.result(move{off: m.off + n.off, stride: gcd(m.stride, n.stride)}, e.Type)
	case ir.OpMul:
		return c.result(times(c.steps(e.Args[0]), c.steps(e.Args[1])), e.Type)
	case ir.OpShl:
		if n := c.steps(e.Args[1]); n.stride == 0 && 0 <= n.off && n.off <= 20 {
			return c.result(times(c.steps(e.Args[0]), move{off: 1 << n.off}), e.Type)
		}
	}
	return anywhere
}

// times is a product, of which one factor is known and both are small.
func times(m, n move) move {
	const small = 1 << 20
	if m.stride == 0 {
		m, n = n, m
	}
	size := max(m.off, -m.off, m.stride, n.off, -n.off)
	if n.stride != 0 || size > small {
		return anywhere
	}
	return move{off: m.off * n.off, stride: max(m.stride*n.off, -m.stride*n.off)}
}

// result is what arithmetic of type ty gives that would be m.
func (c *checker) result(m move, ty ir.Type) move {
	if m.off >= far || m.off <= -far {
		return anywhere
	}
	if ty.Signed && c.p.Signed != ir.SignedWrap {
		return m // it does not overflow in an execution that counts
	}
	return c.wrapped(m, ty)
}

// wrapped is m, wrapped to ty.
func (c *checker) wrapped(m move, ty ir.Type) move {
	switch {
	case c.p.Math || m.stride == 0 && ty.Fits(num.I(m.off)):
		return m
	case m.stride == 0:
		return anywhere
	case ty.Bits < 62:
		m.stride = gcd(m.stride, 1<<ty.Bits)
	default:
		m.stride &= -m.stride
	}
	return m
}
