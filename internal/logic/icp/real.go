package icp

import "math"

// real is an interval of real numbers.
type real struct{ lo, hi float64 }

func down(v float64) float64 { return math.Nextafter(v, math.Inf(-1)) }
func up(v float64) float64   { return math.Nextafter(v, math.Inf(1)) }

func exactly(v float64) real { return real{v, v} }

func (x real) add(y real) real {
	if y == (real{}) {
		return x
	}
	if x == (real{}) {
		return y
	}
	return real{down(x.lo + y.lo), up(x.hi + y.hi)}
}

func (x real) neg() real       { return real{-x.hi, -x.lo} }
func (x real) sub(y real) real { return x.add(y.neg()) }
func (x real) most() float64   { return max(math.Abs(x.lo), math.Abs(x.hi)) }

func (x real) mul(y real) real {
	switch {
	case x == (real{}) || y == (real{}):
		return real{}
	case x == real{1, 1}:
		return y
	case y == real{1, 1}:
		return x
	}
	a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
	return real{down(min(a, b, c, d)), up(max(a, b, c, d))}
}

func (x real) square() real {
	r := x.mul(x)
	if x.lo <= 0 && x.hi >= 0 {
		r.lo = 0
	} else {
		r.lo = max(r.lo, 0, down(min(x.lo*x.lo, x.hi*x.hi)))
	}
	return r
}

// div is x/y for a y without 0.
func (x real) div(y real) real {
	a, b, c, d := x.lo/y.lo, x.lo/y.hi, x.hi/y.lo, x.hi/y.hi
	return real{down(min(a, b, c, d)), up(max(a, b, c, d))}
}

// sqrt is the root of an x that is not negative.
func (x real) sqrt() real {
	return real{max(0, down(math.Sqrt(x.lo))), up(math.Sqrt(x.hi))}
}

func (x real) abs() real {
	switch {
	case x.lo >= 0:
		return x
	case x.hi <= 0:
		return x.neg()
	}
	return real{0, x.most()}
}

func (x real) meet(y real) real { return real{max(x.lo, y.lo), min(x.hi, y.hi)} }

// finite reports whether x is an interval of numbers that is not empty.
func (x real) finite() bool {
	return x.lo <= x.hi && !math.IsInf(x.lo, 0) && !math.IsInf(x.hi, 0)
}
