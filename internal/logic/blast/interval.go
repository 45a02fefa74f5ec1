package blast

import (
	"craig/internal/logic/interval"
	"craig/logic/num"
	"craig/logic/term"
)

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

// maxWidth is how many bits a word may have.
const maxWidth = 1 << 12

// interval is where t's values lie, as far as the bounds of atomic terms say.
func (e *encoder) interval(t term.Term) interval.Interval {
	if v, ok := t.IntValue(); ok {
		return interval.Point(v)
	}
	if i, ok := e.ranges[t]; ok {
		return i
	}
	e.c.tick(16)
	i := e.rangeOf(t)
	if i.Bounded() && i.Width() > maxWidth {
		i = interval.Interval{}
	}
	e.ranges[t] = i
	return i
}

func (e *encoder) rangeOf(t term.Term) interval.Interval {
	st := e.st
	switch t.Op() {
	case term.Sum:
		i := interval.Point(t.Num().Num())
		for k, a := range t.Args() {
			i = i.Add(e.interval(a).Scale(t.Coeff(k).Num()))
		}
		return i
	case term.Mul:
		i := e.interval(t.Arg(0))
		for _, a := range t.Args()[1:] {
			i = i.Mul(e.interval(a))
		}
		if t.NumArgs() == 2 && t.Arg(0) == t.Arg(1) {
			i = i.Meet(interval.Interval{Below: true})
		}
		return i
	case term.Ite:
		return e.branch(t.Arg(0), t.Arg(1), true).Hull(e.branch(t.Arg(0), t.Arg(2), false))
	case term.Div:
		x, y := e.interval(t.Arg(0)), e.interval(t.Arg(1))
		if e.mayBeZero(t.Arg(1)) && (!e.encoding || t.Arg(1).Op() == term.Const) {
			return interval.Interval{}
		}
		if k, ok := t.Arg(1).IntValue(); ok && x.Bounded() {
			return interval.Corners(x, interval.Point(k), func(a, b num.Int) num.Int { q, _ := a.DivMod(b); return q })
		}
		if !x.Bounded() {
			return interval.Interval{}
		}
		if x.Natural() && y.Natural() {
			return interval.Span(num.Int{}, x.Hi)
		}
		m := interval.Most(x.Lo.Abs(), x.Hi.Abs())
		return interval.Span(m.Neg(), m)
	case term.Mod:
		x, y := e.interval(t.Arg(0)), e.interval(t.Arg(1))
		if e.mayBeZero(t.Arg(1)) && (!e.encoding || t.Arg(1).Op() == term.Const) {
			return interval.Interval{}
		}
		if !y.Bounded() {
			if x.Bounded() && x.Natural() && y.Positive() {
				return interval.Span(num.Int{}, x.Hi)
			}
			return interval.Interval{Below: true}
		}
		if q, ok := e.quotient(t); ok {
			return x.Add(interval.Point(q.Mul(y.Lo).Neg()))
		}
		m := interval.Most(interval.Most(y.Lo.Abs(), y.Hi.Abs()).Sub(num.I(1)), num.Int{})
		if x.Bounded() && x.Natural() && (x.Hi.Less(m) || y.Positive() && x.Hi.Less(y.Lo)) {
			m = x.Hi
		}
		return interval.Span(num.Int{}, m)
	case term.BitAnd, term.BitOr, term.BitXor:
		return bitRange(t.Op(), e.interval(t.Arg(0)), e.interval(t.Arg(1)))
	case term.Float:
		return e.floatRange(t)
	case term.Shl, term.Shr:
		x, s := e.interval(t.Arg(0)), e.interval(t.Arg(1))
		if !s.Above || s.Hi.Cmp(num.I(maxWidth)) > 0 {
			if t.Op() == term.Shl {
				return interval.Interval{}
			}
			s.Hi = num.I(maxWidth)
		}
		if !x.Bounded() {
			return interval.Interval{}
		}
		from := num.Int{}
		if s.Natural() {
			from = interval.Most(num.Int{}, interval.Least(s.Lo, s.Hi))
		}
		return interval.Corners(x, interval.Span(from, interval.Most(s.Hi, num.Int{})), func(a, s num.Int) num.Int {
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
				return tab.hull.Meet(e.env[t].Interval)
			}
			return e.interval(a.Arg(2)).Hull(e.interval(st.Select(a.Arg(0), t.Arg(1)))).Meet(e.env[t].Interval)
		case term.ConstArray:
			return e.interval(a.Arg(0))
		case term.Ite:
			return e.interval(st.Select(a.Arg(1), t.Arg(1))).Hull(e.interval(st.Select(a.Arg(2), t.Arg(1))))
		case term.Var:
			if d := e.defs[a]; d.Valid() {
				return e.interval(st.Select(d, t.Arg(1))).Meet(e.env[t].Interval)
			}
		}
	case term.Var:
		if i := e.env[t].Interval; !i.Bounded() && e.encoding && e.defs[t].Valid() {
			return e.interval(e.defs[t]).Meet(i)
		}
	}
	return e.env[t].Interval
}

// quotient is that of t = x mod k, for a constant k, if it is the same for all that x can be: t is x - q·k then.
func (e *encoder) quotient(t term.Term) (q num.Int, ok bool) {
	x := e.interval(t.Arg(0))
	k, constant := t.Arg(1).IntValue()
	if !constant || k.IsZero() || !x.Bounded() {
		return q, false
	}
	q, _ = x.Lo.DivMod(k)
	last, _ := x.Hi.DivMod(k)
	return q, q.Eq(last)
}

// branch is the interval of t where c has the given value: c = (t = 0) takes 0 away from its ends, and
// a bound on t alone cuts it.
func (e *encoder) branch(c, t term.Term, value bool) interval.Interval {
	i := e.interval(t)
	if c.Op() == term.Not {
		c, value = c.Arg(0), !value
	}
	if c.Op() == term.EqZero && c.Arg(0) == t && !value && i.Below && i.Lo.IsZero() {
		return i.Meet(interval.Interval{Lo: num.I(1), Below: true})
	}
	return i
}

func bitRange(op term.Op, x, y interval.Interval) interval.Interval {
	if op == term.BitAnd { // a natural number bounds the result
		switch {
		case x.Natural() && x.Above && (!y.Natural() || !y.Above || x.Hi.Less(y.Hi)):
			return interval.Span(num.Int{}, x.Hi)
		case y.Natural() && y.Above:
			return interval.Span(num.Int{}, y.Hi)
		}
	}
	if !x.Bounded() || !y.Bounded() {
		return interval.Interval{}
	}
	p := num.Pow2(uint(max(x.Width(), y.Width()) - 1))
	r := interval.Span(p.Neg(), p.Sub(num.I(1)))
	if x.Natural() && y.Natural() {
		r.Lo = num.Int{}
		if op == term.BitOr {
			r.Lo = interval.Most(x.Lo, y.Lo)
		}
	}
	return r
}
