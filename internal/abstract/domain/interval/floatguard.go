package interval

import (
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// isFloatComparison says that c is OpFEq, OpFLt or OpFLe of floats of which something is known.
func (d *Domain) isFloatComparison(c *ir.Expr) bool {
	return c.Op >= ir.OpFEq && c.Op <= ir.OpFLe && d.isFloat(c.Args[0].Type)
}

// decideFloats decides a comparison of floats, which is false of NaNs.
func (d *Domain) decideFloats(s State, c *ir.Expr) Truth {
	a := d.Float(s, c.Args[0]).set
	if c.Op == ir.OpFEq && ir.Equal(c.Args[0], c.Args[1]) {
		switch {
		case a.NoNumber():
			return Never
		case !a.NaN:
			return Always
		}
		return Unknown
	}
	b := d.Float(s, c.Args[1]).set
	if a.NoNumber() || b.NoNumber() {
		return Never
	}
	var always, never bool
	switch c.Op {
	case ir.OpFEq:
		always = a.Lo == a.Hi && b.Lo == b.Hi && a.Lo == b.Lo
		never = a.Hi < b.Lo || b.Hi < a.Lo
	case ir.OpFLt:
		always, never = a.Hi < b.Lo, a.Lo >= b.Hi
	case ir.OpFLe:
		always, never = a.Hi <= b.Lo, a.Lo > b.Hi
	}
	switch {
	case never:
		return Never
	case always && !a.NaN && !b.NaN:
		return Always
	}
	return Unknown
}

// assumeFloats keeps the states of s in which the comparison c of floats has the truth value truth: at least those.
func (d *Domain) assumeFloats(s State, c *ir.Expr, truth bool) State {
	x, y := c.Args[0], c.Args[1]
	v, w := d.Float(s, x), d.Float(s, y)
	f := x.Type.Format()
	inf := int64(f.Inf())
	if c.Op == ir.OpFEq && ir.Equal(x, y) { // x is a number
		if truth {
			return d.restrictFloat(s, x, Floats{f.Numbers(), bothZeros})
		}
		return d.restrictFloat(s, x, Floats{set: float.OnlyNaN()})
	}
	if truth && (v.set.NoNumber() || w.set.NoNumber()) {
		return d.Bottom()
	}
	wantX, wantY := AnyFloat(f), AnyFloat(f)
	wantX.set.NaN, wantY.set.NaN = !truth, !truth
	strict := int64(0)
	if (c.Op == ir.OpFLt) == truth {
		strict = 1
	}
	switch {
	case c.Op == ir.OpFEq && truth:
		wantX.set.Lo, wantX.set.Hi = w.set.Lo, w.set.Hi
		wantY.set.Lo, wantY.set.Hi = v.set.Lo, v.set.Hi
	case c.Op == ir.OpFEq:
		wantX, wantY = v.other(w), w.other(v)
	case truth: // x < y
		wantX.set.Hi = max(w.set.Hi-strict, -inf-1)
		wantY.set.Lo = min(v.set.Lo+strict, inf+1)
	default: // y < x, or one is NaN
		if !w.set.NaN && !w.set.NoNumber() {
			wantX.set.Lo = w.set.Lo + strict
		}
		if !v.set.NaN && !v.set.NoNumber() {
			wantY.set.Hi = v.set.Hi - strict
		}
	}
	s = d.restrictFloat(s, x, wantX.normal())
	return d.restrictFloat(s, y, wantY.normal())
}

// other is v without the number that w is, if it is one and an end of v, or 0.
func (v Floats) other(w Floats) Floats {
	if w.set.NaN || w.set.NoNumber() || w.set.Lo != w.set.Hi {
		return v
	}
	switch k := w.set.Lo; {
	case k == 0:
		v.zeros = 0
	case v.set.Lo == k:
		v.set.Lo++
	case v.set.Hi == k:
		v.set.Hi--
	}
	return v.normal()
}

// restrictFloat keeps the states in which the value of e, a float, is in want: at least those.
func (d *Domain) restrictFloat(s State, e *ir.Expr, want Floats) State {
	if s.bottom {
		return s
	}
	v := d.Float(s, e)
	want = want.Meet(v)
	if want.IsEmpty() {
		return d.Bottom()
	}
	if want == v && e.Op != ir.OpVar {
		return s
	}
	f := e.Type.Format()
	switch e.Op {
	case ir.OpVar:
		return d.setFloat(s, e.Var, want)
	case ir.OpFNeg:
		return d.restrictFloat(s, e.Args[0], want.neg())
	case ir.OpFAbs:
		r := want.Join(want.neg())
		if want.zeros != 0 {
			r.zeros = bothZeros
		}
		return d.restrictFloat(s, e.Args[0], r)
	case ir.OpFConvert:
		return d.restrictFloat(s, e.Args[0], convertedFrom(e.Args[0].Type.Format(), f, want))
	case ir.OpIte:
		yes := d.restrictFloat(d.Assume(s, e.Args[0], true), e.Args[1], want)
		no := d.restrictFloat(d.Assume(s, e.Args[0], false), e.Args[2], want)
		return d.Join(yes, no)
	case ir.OpFOfInt:
		return d.restrictOfInt(s, e, want)
	}
	return s
}

// convertedFrom has at least the numbers of the format from that are in want when they are rounded to the format to:
// none beyond the neighbours of its ends.
func convertedFrom(from, to float.Format, want Floats) Floats {
	r := AnyFloat(from)
	r.set.NaN = want.set.NaN
	if want.set.NoNumber() {
		return Floats{set: want.set}
	}
	inf := int64(to.Inf())
	if k := want.set.Lo - 1; k >= -inf {
		r.set.Lo = from.Key(from.Convert(to, float.Down, to.OfKey(k)))
	}
	if k := want.set.Hi + 1; k <= inf {
		r.set.Hi = from.Key(from.Convert(to, float.Up, to.OfKey(k)))
	}
	return r.normal()
}

// restrictOfInt is restrictFloat for an integer as a float.
func (d *Domain) restrictOfInt(s State, e *ir.Expr, want Floats) State {
	f := e.Type.Format()
	if want.set.NoNumber() {
		return d.Bottom()
	}
	r := All()
	most := int64(f.MaxFinite())
	if k := want.set.Lo - 1; k >= -most {
		r = r.Meet(AtLeast(f.ToInt(float.Down, 2000, f.OfKey(k))))
	}
	if k := want.set.Hi + 1; k <= most {
		r = r.Meet(AtMost(f.ToInt(float.Up, 2000, f.OfKey(k))))
	}
	return d.restrict(s, e.Args[0], r)
}

// restrictTruncated keeps the states in which the float x without its fraction is in want.
func (d *Domain) restrictTruncated(s State, x *ir.Expr, want Value) State {
	f := x.Type.Format()
	r := AnyFloat(f)
	limit := num.Pow2(64)
	one := num.I(1)
	if want.hasLo() && limit.Neg().Less(want.lo) { // what is less than all of it is not there, nor NaN
		r.set.NaN = false
		lo := want.lo
		if lo.Sign() <= 0 {
			lo = lo.Sub(one)
		}
		r.set.Lo = f.Key(f.FromInt(float.Down, lo))
	}
	if want.hasHi() && want.hi.Less(limit) {
		hi := want.hi
		if hi.Sign() >= 0 {
			hi = hi.Add(one)
		}
		r.set.Hi = f.Key(f.FromInt(float.Up, hi))
	}
	return d.restrictFloat(s, x, r.normal())
}

// formulaOfFloats says that x, of format f, is in v: bounds of its bits.
func formulaOfFloats(c *sem.Context, f float.Format, x term.Term, v Floats) term.Term {
	st := c.Store
	set := v.set
	if set.NoNumber() { // NaN alone
		return st.FIsNaN(f, x)
	}
	if set.Lo == set.Hi && !set.NaN && v.zeros != bothZeros {
		k := f.OfKey(set.Lo)
		if set.Lo == 0 && v.zeros == minusZero {
			k = f.SignBit()
		}
		return st.Eq(x, st.FConst(k))
	}
	inf := int64(f.Inf())
	var parts []term.Term
	switch {
	case set.Lo == -inf && set.Hi == inf && set.NaN: // only zeros are known
	case set.NaN:
		parts = append(parts, st.Or(st.FIsNaN(f, x), st.And(st.FLe(f, st.FConst(f.OfKey(set.Lo)), x), st.FLe(f, x, st.FConst(f.OfKey(set.Hi))))))
	default:
		parts = append(parts, st.FLe(f, st.FConst(f.OfKey(set.Lo)), x), st.FLe(f, x, st.FConst(f.OfKey(set.Hi))))
	}
	if v.hasZero() {
		if v.zeros&plusZero == 0 {
			parts = append(parts, st.Ne(x, st.FConst(0)))
		}
		if v.zeros&minusZero == 0 {
			parts = append(parts, st.Ne(x, st.FConst(f.SignBit())))
		}
	}
	return st.And(parts...)
}
