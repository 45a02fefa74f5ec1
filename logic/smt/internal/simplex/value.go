package simplex

import "craig/logic/num"

// Value is r + d·δ, where δ stands for a positive number that is smaller than any that matters.
type Value struct{ R, D num.Rat }

func (a Value) Cmp(b Value) int {
	if c := a.R.Cmp(b.R); c != 0 {
		return c
	}
	return a.D.Cmp(b.D)
}

func (a Value) Add(b Value) Value {
	return Value{a.R.Add(b.R), a.D.Add(b.D)}
}

func (a Value) Sub(b Value) Value {
	return Value{a.R.Sub(b.R), a.D.Sub(b.D)}
}

func (a Value) Mul(c num.Rat) Value {
	v := Value{R: a.R.Mul(c)}
	if !a.D.IsZero() {
		v.D = a.D.Mul(c)
	}
	return v
}

func (a Value) IsInt() bool { return a.D.IsZero() && a.R.IsInt() }

// Floor is the greatest integer that is not above a.
func (a Value) Floor() num.Int {
	f := a.R.Floor()
	if a.D.Sign() < 0 && a.R.IsInt() {
		f = f.Sub(num.I(1))
	}
	return f
}

func Int(v num.Int) Value { return Value{R: v.Rat()} }
