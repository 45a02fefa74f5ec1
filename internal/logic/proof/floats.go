package proof

import (
	"craig/logic/num"
	"craig/logic/term"
)

// float: the result of t is within its limits, and what the operation gives where the operands are known.
func (f *facts) float(t term.Term) error {
	o := t.FloatOp()
	lo, hi := num.Int{}, num.Pow2(uint(o.Format.Width())).Sub(num.I(1))
	if o.Kind == term.FloatToInt {
		hi = num.Pow2(uint(o.Bits))
		lo = hi.Neg()
	}
	f.le(constant(lo.Rat()).plus(num.I(-1).Rat(), opaque(t)))
	f.le(opaque(t).plus(num.I(-1).Rat(), constant(hi.Rat())))
	args := make([]num.Int, t.NumArgs())
	for i, a := range t.Args() {
		x, err := f.c.poly(a)
		if err != nil {
			return err
		}
		v, ok := f.fixed(x)
		if !ok {
			return nil
		}
		args[i] = v
	}
	f.sys.eqs = append(f.sys.eqs, opaque(t).plus(num.I(-1).Rat(), constant(o.Apply(args...).Rat())))
	return nil
}

// fixed is the value of x, if it is a constant or an equation says it.
func (f *facts) fixed(x *poly) (num.Int, bool) {
	if len(x.ms) == 0 {
		return x.c.Int()
	}
	for _, e := range f.sys.eqs {
		if v := x.plus(ratio(x, e), e); len(v.ms) == 0 {
			return v.c.Int()
		}
	}
	return num.Int{}, false
}
