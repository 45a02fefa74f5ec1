// Package interval has sets of integers between bounds that need not be there.
package interval

import "craig/logic/num"

// Interval is such a set; the zero value has all integers.
type Interval struct {
	Lo, Hi       num.Int
	Below, Above bool // there is a Lo, a Hi
}

// Point has one element, Span those from lo to hi.
func Point(v num.Int) Interval     { return Interval{v, v, true, true} }
func Span(lo, hi num.Int) Interval { return Interval{lo, hi, true, true} }

func (i Interval) Bounded() bool  { return i.Below && i.Above }
func (i Interval) Empty() bool    { return i.Bounded() && i.Hi.Less(i.Lo) }
func (i Interval) Splits() bool   { return i.Bounded() && i.Lo.Less(i.Hi) }
func (i Interval) Positive() bool { return i.Below && i.Lo.Sign() > 0 }
func (i Interval) Natural() bool  { return i.Below && i.Lo.Sign() >= 0 }

// Width is how many bits its numbers need, with their sign; it is bounded.
func (i Interval) Width() int { return max(Bits(i.Lo), Bits(i.Hi)) }

// Bits is how many bits a number needs, with its sign.
func Bits(v num.Int) int {
	if v.Sign() < 0 {
		v = num.I(-1).Sub(v)
	}
	return v.BitLen() + 1
}

// Hull is the least interval that has both ends of both, which may be empty.
func (i Interval) Hull(j Interval) Interval {
	r := Interval{Below: i.Below && j.Below, Above: i.Above && j.Above}
	if r.Below {
		r.Lo = Least(i.Lo, j.Lo)
	}
	if r.Above {
		r.Hi = Most(i.Hi, j.Hi)
	}
	return r
}

// Join is the least interval that has the elements of both.
func (i Interval) Join(j Interval) Interval {
	switch {
	case i.Empty():
		return j
	case j.Empty():
		return i
	}
	return i.Hull(j)
}

// Meet has what is in both. It may be empty: its Lo is above its Hi then.
func (i Interval) Meet(j Interval) Interval {
	if j.Below && (!i.Below || i.Lo.Less(j.Lo)) {
		i.Lo, i.Below = j.Lo, true
	}
	if j.Above && (!i.Above || j.Hi.Less(i.Hi)) {
		i.Hi, i.Above = j.Hi, true
	}
	return i
}

// Halves are two parts of one that splits.
func (i Interval) Halves() (low, high Interval) {
	m := i.Middle().Lo
	return Span(i.Lo, m), Span(m.Add(num.I(1)), i.Hi)
}

// Middle is an element.
func (i Interval) Middle() Interval {
	switch {
	case i.Bounded():
		m, _ := i.Lo.Add(i.Hi).DivMod(num.I(2))
		return Point(m)
	case i.Below:
		return Point(i.Lo)
	}
	return Point(i.Hi) // 0 if there is no bound
}

// Least and Most are one of two numbers.
func Least(a, b num.Int) num.Int {
	if a.Less(b) {
		return a
	}
	return b
}

func Most(a, b num.Int) num.Int {
	if a.Less(b) {
		return b
	}
	return a
}

// Add, Scale and Mul have all sums and products; v is not 0.
func (i Interval) Add(j Interval) Interval {
	r := Interval{Below: i.Below && j.Below, Above: i.Above && j.Above}
	if r.Below {
		r.Lo = i.Lo.Add(j.Lo)
	}
	if r.Above {
		r.Hi = i.Hi.Add(j.Hi)
	}
	return r
}

func (i Interval) Scale(v num.Int) Interval {
	if v.Sign() < 0 {
		i.Lo, i.Hi, i.Below, i.Above = i.Hi, i.Lo, i.Above, i.Below
	}
	i.Lo, i.Hi = i.Lo.Mul(v), i.Hi.Mul(v)
	return i
}

func (i Interval) Mul(j Interval) Interval {
	if !i.Bounded() || !j.Bounded() {
		if i.Natural() && j.Natural() {
			return Interval{Below: true}
		}
		return Interval{}
	}
	return Corners(i, j, num.Int.Mul)
}

// Corners is the hull of op at the ends of both, which are bounded.
func Corners(i, j Interval, op func(a, b num.Int) num.Int) Interval {
	r := Point(op(i.Lo, j.Lo))
	for _, p := range [3]num.Int{op(i.Lo, j.Hi), op(i.Hi, j.Lo), op(i.Hi, j.Hi)} {
		r = r.Hull(Point(p))
	}
	return r
}
