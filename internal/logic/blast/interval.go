package blast

import (
	"craig/logic/num"
	"craig/logic/term"
)

// interval is a set of integers between bounds that need not be there.
type interval struct {
	lo, hi       num.Int
	below, above bool // there is a lo, a hi
}

// isOdd reports whether t is an odd number by its form: a sum of even multiples and an odd constant.
func isOdd(t term.Term) bool {
	even := func(v num.Rat) bool { _, r := v.Num().DivMod(num.I(2)); return v.IsInt() && r.IsZero() }
	if t.Op() != term.Sum || !t.Num().IsInt() || even(t.Num()) {
		return false
	}
	for k := range t.Args() {
		if !even(t.Coeff(k)) {
			return false
		}
	}
	return true
}

func point(v num.Int) interval      { return interval{v, v, true, true} }
func span(lo, hi num.Int) interval  { return interval{lo, hi, true, true} }
func (i interval) bounded() bool    { return i.below && i.above }
func (i interval) isPositive() bool { return i.below && i.lo.Sign() > 0 }
func (i interval) isNatural() bool  { return i.below && i.lo.Sign() >= 0 }

// width is how many bits its numbers need, with their sign.
func (i interval) width() int { return max(fits(i.lo), fits(i.hi)) }

// hull is the least interval that has both.
func (i interval) hull(j interval) interval {
	r := interval{below: i.below && j.below, above: i.above && j.above}
	if r.below {
		r.lo = least(i.lo, j.lo)
	}
	if r.above {
		r.hi = most(i.hi, j.hi)
	}
	return r
}

// meet has what is in both. It may be empty: its lo is above its hi then.
func (i interval) meet(j interval) interval {
	switch {
	case !i.below:
		i.lo, i.below = j.lo, j.below
	case j.below:
		i.lo = most(i.lo, j.lo)
	}
	switch {
	case !i.above:
		i.hi, i.above = j.hi, j.above
	case j.above:
		i.hi = least(i.hi, j.hi)
	}
	return i
}

func least(a, b num.Int) num.Int {
	if a.Less(b) {
		return a
	}
	return b
}

func most(a, b num.Int) num.Int {
	if a.Less(b) {
		return b
	}
	return a
}

func (i interval) add(j interval) interval {
	r := interval{below: i.below && j.below, above: i.above && j.above}
	if r.below {
		r.lo = i.lo.Add(j.lo)
	}
	if r.above {
		r.hi = i.hi.Add(j.hi)
	}
	return r
}

// scale is v·i for v ≠ 0.
func (i interval) scale(v num.Int) interval {
	if v.Sign() < 0 {
		i.lo, i.hi, i.below, i.above = i.hi, i.lo, i.above, i.below
	}
	i.lo, i.hi = i.lo.Mul(v), i.hi.Mul(v)
	return i
}

func (i interval) mul(j interval) interval {
	if !i.bounded() || !j.bounded() {
		if i.isNatural() && j.isNatural() {
			return interval{below: true}
		}
		return interval{}
	}
	return corners(i, j, num.Int.Mul)
}

// corners is the hull of op at the ends of both.
func corners(i, j interval, op func(a, b num.Int) num.Int) interval {
	r := point(op(i.lo, j.lo))
	for _, p := range [3]num.Int{op(i.lo, j.hi), op(i.hi, j.lo), op(i.hi, j.hi)} {
		r = r.hull(point(p))
	}
	return r
}

// maxWidth is how many bits a word may have.
const maxWidth = 1 << 12

// interval is where t's values lie, as far as the bounds of atomic terms say.
func (e *encoder) interval(t term.Term) interval {
	if v, ok := t.IntValue(); ok {
		return point(v)
	}
	if i, ok := e.ranges[t]; ok {
		return i
	}
	e.c.tick(16)
	i := e.rangeOf(t)
	if i.bounded() && i.width() > maxWidth {
		i = interval{}
	}
	e.ranges[t] = i
	return i
}

func (e *encoder) rangeOf(t term.Term) interval {
	st := e.st
	switch t.Op() {
	case term.Sum:
		i := point(t.Num().Num())
		for k, a := range t.Args() {
			i = i.add(e.interval(a).scale(t.Coeff(k).Num()))
		}
		return i
	case term.Mul:
		i := e.interval(t.Arg(0))
		for _, a := range t.Args()[1:] {
			i = i.mul(e.interval(a))
		}
		if t.NumArgs() == 2 && t.Arg(0) == t.Arg(1) {
			i = i.meet(interval{below: true})
		}
		return i
	case term.Ite:
		return e.branch(t.Arg(0), t.Arg(1), true).hull(e.branch(t.Arg(0), t.Arg(2), false))
	case term.Div:
		x, y := e.interval(t.Arg(0)), e.interval(t.Arg(1))
		if e.mayBeZero(t.Arg(1)) && (!e.encoding || t.Arg(1).Op() == term.Const) {
			return interval{}
		}
		if k, ok := t.Arg(1).IntValue(); ok && x.bounded() {
			return corners(x, point(k), func(a, b num.Int) num.Int { q, _ := a.DivMod(b); return q })
		}
		if !x.bounded() {
			return interval{}
		}
		if x.isNatural() && y.isNatural() {
			return span(num.Int{}, x.hi)
		}
		m := most(x.lo.Abs(), x.hi.Abs())
		return span(m.Neg(), m)
	case term.Mod:
		x, y := e.interval(t.Arg(0)), e.interval(t.Arg(1))
		if e.mayBeZero(t.Arg(1)) && (!e.encoding || t.Arg(1).Op() == term.Const) {
			return interval{}
		}
		if !y.bounded() {
			if x.bounded() && x.isNatural() && y.isPositive() {
				return span(num.Int{}, x.hi)
			}
			return interval{below: true}
		}
		if q, ok := e.quotient(t); ok {
			return x.add(point(q.Mul(y.lo).Neg()))
		}
		m := most(most(y.lo.Abs(), y.hi.Abs()).Sub(num.I(1)), num.Int{})
		if x.bounded() && x.isNatural() && (x.hi.Less(m) || y.isPositive() && x.hi.Less(y.lo)) {
			m = x.hi
		}
		return span(num.Int{}, m)
	case term.BitAnd, term.BitOr, term.BitXor:
		return bitRange(t.Op(), e.interval(t.Arg(0)), e.interval(t.Arg(1)))
	case term.Float:
		return e.floatRange(t)
	case term.Shl, term.Shr:
		x, s := e.interval(t.Arg(0)), e.interval(t.Arg(1))
		if !s.above || s.hi.Cmp(num.I(maxWidth)) > 0 {
			if t.Op() == term.Shl {
				return interval{}
			}
			s.hi = num.I(maxWidth)
		}
		if !x.bounded() {
			return interval{}
		}
		from := num.Int{}
		if s.isNatural() {
			from = most(num.Int{}, least(s.lo, s.hi))
		}
		return corners(x, span(from, most(s.hi, num.Int{})), func(a, s num.Int) num.Int {
			k, _ := s.Int64()
			if t.Op() == term.Shr {
				return a.Shr(uint(k))
			}
			return a.Shl(uint(k))
		})
	case term.Select:
		switch a := t.Arg(0); a.Op() {
		case term.Store_:
			if tab := e.tableOf(a); tab != nil && tab.rest {
				return tab.hull.meet(e.env[t].interval)
			}
			return e.interval(a.Arg(2)).hull(e.interval(st.Select(a.Arg(0), t.Arg(1)))).meet(e.env[t].interval)
		case term.ConstArray:
			return e.interval(a.Arg(0))
		case term.Ite:
			return e.interval(st.Select(a.Arg(1), t.Arg(1))).hull(e.interval(st.Select(a.Arg(2), t.Arg(1))))
		case term.Var:
			if d := e.defs[a]; d.Valid() {
				return e.interval(st.Select(d, t.Arg(1))).meet(e.env[t].interval)
			}
		}
	case term.Var:
		if i := e.env[t].interval; !i.bounded() && e.encoding && e.defs[t].Valid() {
			return e.interval(e.defs[t]).meet(i)
		}
	}
	return e.env[t].interval
}

// quotient is that of t = x mod k, for a constant k, if it is the same for all that x can be: t is x - q·k then.
func (e *encoder) quotient(t term.Term) (q num.Int, ok bool) {
	x := e.interval(t.Arg(0))
	k, constant := t.Arg(1).IntValue()
	if !constant || k.IsZero() || !x.bounded() {
		return q, false
	}
	q, _ = x.lo.DivMod(k)
	last, _ := x.hi.DivMod(k)
	return q, q.Eq(last)
}

// branch is the interval of t where c has the given value: c = (t = 0) takes 0 away from its ends, and
// a bound on t alone cuts it.
func (e *encoder) branch(c, t term.Term, value bool) interval {
	i := e.interval(t)
	if c.Op() == term.Not {
		c, value = c.Arg(0), !value
	}
	if c.Op() == term.EqZero && c.Arg(0) == t && !value && i.below && i.lo.IsZero() {
		return i.meet(interval{lo: num.I(1), below: true})
	}
	return i
}

func bitRange(op term.Op, x, y interval) interval {
	if op == term.BitAnd { // a natural number bounds the result
		switch {
		case x.isNatural() && x.above && (!y.isNatural() || !y.above || x.hi.Less(y.hi)):
			return span(num.Int{}, x.hi)
		case y.isNatural() && y.above:
			return span(num.Int{}, y.hi)
		}
	}
	if !x.bounded() || !y.bounded() {
		return interval{}
	}
	p := num.Pow2(uint(max(x.width(), y.width()) - 1))
	r := span(p.Neg(), p.Sub(num.I(1)))
	if x.isNatural() && y.isNatural() {
		r.lo = num.Int{}
		if op == term.BitOr {
			r.lo = most(x.lo, y.lo)
		}
	}
	return r
}
