package polyhedra

import (
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A builder turns expressions into linear forms that have their values in every state of a
// context. What is not linear becomes an unknown, a variable of the builder's own, with constraints.
type builder struct {
	d       *Domain
	context State
	fresh   int          // the next unknown
	cs      []Constraint // on unknowns
	unknown []int
	value   map[int]interval.Value // of unknowns
}

func (d *Domain) builder(context State) *builder {
	return &builder{d: d, context: context, fresh: len(d.vars) + 1}
}

// temp makes an unknown with values of v.
func (b *builder) temp(v interval.Value) Linear {
	id := b.fresh
	b.fresh++
	b.unknown = append(b.unknown, id)
	if b.value == nil {
		b.value = map[int]interval.Value{}
	}
	b.value[id] = v
	l := variable(id)
	b.cs = append(b.cs, b.d.bounds(l, v)...)
	return l
}

// wide is the least number of bits of a bound that is left out: it rather comes from a type.
const wide = 31

// bounds are the constraints that l is in v.
func (d *Domain) bounds(l Linear, v interval.Value) (cs []Constraint) {
	keep := func(k num.Int) bool { return d.opts.Ranges || k.BitLen() < wide }
	if lo, ok := v.Lo(); ok && keep(lo) {
		cs = append(cs, AtLeast(l.AddConst(lo.Neg())))
	}
	if hi, ok := v.Hi(); ok && keep(hi) {
		cs = append(cs, AtLeast(l.Scale(num.I(-1)).AddConst(hi)))
	}
	return cs
}

// of is the value of one variable: by the context and its type.
func (b *builder) of(id int) interval.Value {
	if v, ok := b.value[id]; ok {
		return v
	}
	v := b.d.box.Type(b.d.vars[id].Type)
	return v.Meet(b.d.polyRange(b.context, variable(id)))
}

// polyRange is what s says of l, rounded to integers.
func (d *Domain) polyRange(s State, l Linear) interval.Value {
	v := interval.All()
	if lo, ok := d.Minimum(s, l); ok {
		v = v.Meet(interval.AtLeast(lo.Ceil()))
	}
	if hi, ok := d.Minimum(s, l.Scale(num.I(-1))); ok {
		v = v.Meet(interval.AtMost(hi.Neg().Floor()))
	}
	return v
}

// rangeOf has at least the values of l.
func (b *builder) rangeOf(l Linear) interval.Value {
	v := interval.One(l.Const)
	for _, m := range l.Terms {
		v = v.Add(b.of(m.Var).Mul(interval.One(m.Coeff)))
	}
	return v.Meet(b.d.polyRange(b.context, l))
}

// box is what the context says of the variables of e, one by one.
func (b *builder) box(e *ir.Expr) interval.State {
	s := b.d.box.Top()
	ir.EachVar(e, func(v *ir.Var) {
		if v.Type.IsNumber() {
			s = b.d.box.Restrict(s, v, b.of(v.ID))
		}
	})
	return s
}

// expr is a linear form that has e's value.
func (b *builder) expr(e *ir.Expr) Linear {
	if l, ok := b.linear(e); ok {
		return l
	}
	return b.temp(b.d.box.Eval(b.box(e), e))
}

func (b *builder) linear(e *ir.Expr) (l Linear, ok bool) {
	switch e.Op {
	case ir.OpConst:
		return constant(e.Val), e.Type.Kind != ir.Memory
	case ir.OpVar:
		return variable(e.Var.ID), e.Type.IsNumber()
	case ir.OpAddr:
		return constant(e.Obj.Addr), true
	case ir.OpCast:
		l = b.expr(e.Args[0])
		t := e.Args[0].Type
		switch {
		case !t.IsNumber():
			return l, false
		case e.NoWrap || b.d.p.Math || e.Type.Contains(t):
			return l, true
		}
		return b.wrap(l, e.Type)
	}
	if l, ok = b.mathematical(e); !ok {
		return l, false
	}
	if b.d.mayWrap(e) {
		return b.wrap(l, e.Type)
	}
	return l, true
}

// wrap is l taken modulo 2^Bits into the range of t; ok is false where that is not the same shift
// for all values of l.
func (b *builder) wrap(l Linear, t ir.Type) (w Linear, ok bool) {
	v := b.rangeOf(l)
	if v.In(interval.OfType(t)) {
		return l, true
	}
	lo, bounded := v.Lo()
	hi, ok := v.Hi()
	if !bounded || !ok {
		return l, false
	}
	m := num.Pow2(uint(t.Bits))
	first, _ := lo.Sub(t.Min()).DivMod(m)
	last, _ := hi.Sub(t.Min()).DivMod(m)
	return l.AddConst(first.Mul(m).Neg()), first.Eq(last)
}

// mayWrap says that sem takes e modulo 2^Bits.
func (d *Domain) mayWrap(e *ir.Expr) bool {
	return e.Op >= ir.OpNeg && e.Op <= ir.OpXor && !e.NoWrap && d.p.Mode().Wraps(e.Type) &&
		e.Op != ir.OpRem && e.Op != ir.OpShr && e.Op < ir.OpAnd && (e.Op != ir.OpDiv || e.Type.IsSigned())
}

// mathematical is a linear form of e's operation without wrapping.
func (b *builder) mathematical(e *ir.Expr) (l Linear, ok bool) {
	switch e.Op {
	case ir.OpNeg:
		return b.expr(e.Args[0]).Scale(num.I(-1)), true
	case ir.OpCompl:
		return b.expr(e.Args[0]).Scale(num.I(-1)).AddConst(num.I(-1)), true
	case ir.OpAdd, ir.OpPtrAdd:
		return b.expr(e.Args[0]).Plus(b.expr(e.Args[1])), true
	case ir.OpSub, ir.OpPtrDiff:
		return b.expr(e.Args[0]).Minus(b.expr(e.Args[1])), true
	case ir.OpMul:
		x, y := b.expr(e.Args[0]), b.expr(e.Args[1])
		if k, ok := b.rangeOf(x).Single(); ok {
			return y.Scale(k), true
		}
		if k, ok := b.rangeOf(y).Single(); ok {
			return x.Scale(k), true
		}
	case ir.OpShl:
		if e.Args[1].Op == ir.OpConst && e.Args[1].Val.Sign() >= 0 && e.Args[1].Val.Less(num.I(int64(e.Type.Bits))) {
			k, _ := e.Args[1].Val.Int64()
			return b.expr(e.Args[0]).Scale(num.Pow2(uint(k))), true
		}
	case ir.OpDiv, ir.OpRem:
		if k := e.Args[1]; k.Op == ir.OpConst && k.Val.Sign() > 0 {
			return b.quotient(e, k.Val)
		}
	}
	return l, false
}

// quotient is the quotient or the remainder of the division by k > 0 that e is. The dividend must
// not be negative: there C's division and sem's are the same.
func (b *builder) quotient(e *ir.Expr, k num.Int) (l Linear, ok bool) {
	x := b.expr(e.Args[0])
	lo, ok := b.rangeOf(x).Lo()
	if !ok || lo.Sign() < 0 {
		return l, false
	}
	// x = k·q + r with 0 ≤ r < k
	q := b.temp(b.rangeOf(x).Quo(interval.One(k)))
	r := x.Minus(q.Scale(k))
	b.cs = append(b.cs, AtLeast(r), AtLeast(r.Scale(num.I(-1)).AddConst(k.Sub(num.I(1)))))
	if e.Op == ir.OpRem {
		return r, true
	}
	return q, true
}
