package smt

import "craig/logic/num"

// value is r + d·δ, where δ stands for a positive number that is smaller than any that matters.
type value struct{ r, d num.Rat }

func (a value) cmp(b value) int {
	if c := a.r.Cmp(b.r); c != 0 {
		return c
	}
	return a.d.Cmp(b.d)
}

func (a value) add(b value) value {
	return value{a.r.Add(b.r), a.d.Add(b.d)}
}

func (a value) sub(b value) value {
	return value{a.r.Sub(b.r), a.d.Sub(b.d)}
}

func (a value) mul(c num.Rat) value {
	v := value{r: a.r.Mul(c)}
	if !a.d.IsZero() {
		v.d = a.d.Mul(c)
	}
	return v
}

func (a value) isInt() bool { return a.d.IsZero() && a.r.IsInt() }

// floor is the greatest integer that is not above a.
func (a value) floor() num.Int {
	f := a.r.Floor()
	if a.d.Sign() < 0 && a.r.IsInt() {
		f = f.Sub(num.I(1))
	}
	return f
}

func intValue(v num.Int) value { return value{r: v.Rat()} }
