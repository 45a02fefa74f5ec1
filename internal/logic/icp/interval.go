package icp

import "craig/logic/num"

// interval is a set of integers between bounds that need not be there.
type interval struct {
	lo, hi       num.Int
	below, above bool // there is a lo, a hi
}

func span(lo, hi num.Int) interval { return interval{lo, hi, true, true} }
func pointOf(v num.Int) interval   { return span(v, v) }

func (i interval) known() bool  { return i.below && i.above }
func (i interval) empty() bool  { return i.known() && i.hi.Less(i.lo) }
func (i interval) splits() bool { return i.known() && i.lo.Less(i.hi) }

func (i interval) halves() (low, high interval) {
	m := i.middle().lo
	return span(i.lo, m), span(m.Add(num.I(1)), i.hi)
}

// middle is an element.
func (i interval) middle() interval {
	switch {
	case i.known():
		m, _ := i.lo.Add(i.hi).DivMod(num.I(2))
		return pointOf(m)
	case i.below:
		return pointOf(i.lo)
	}
	return pointOf(i.hi) // 0 if there is no bound
}

func (i interval) meet(j interval) interval {
	if j.below && (!i.below || i.lo.Less(j.lo)) {
		i.lo, i.below = j.lo, true
	}
	if j.above && (!i.above || j.hi.Less(i.hi)) {
		i.hi, i.above = j.hi, true
	}
	return i
}

func (i interval) join(j interval) interval {
	switch {
	case i.empty():
		return j
	case j.empty():
		return i
	}
	r := interval{below: i.below && j.below, above: i.above && j.above}
	if r.below {
		if r.lo = i.lo; j.lo.Less(i.lo) {
			r.lo = j.lo
		}
	}
	if r.above {
		if r.hi = i.hi; i.hi.Less(j.hi) {
			r.hi = j.hi
		}
	}
	return r
}

// scale is c·i, for c ≠ 0.
func (i interval) scale(c num.Int) interval {
	if c.Sign() < 0 {
		i = interval{i.hi, i.lo, i.above, i.below}
	}
	return interval{i.lo.Mul(c), i.hi.Mul(c), i.below, i.above}
}
