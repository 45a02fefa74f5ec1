package proof

import (
	"craig/logic/num"
	"craig/logic/term"
)

// sides are the two branches x ≤ k - 1 and x ≥ k.
func sides(x *poly, k num.Int) (below, from constraint) {
	one := num.I(1).Rat()
	from = constraint{p: x.scale(one.Neg()).plus(one, constant(k.Rat()))}.tight()
	return from.not(), from
}

// atMost says p ≤ q.
func atMost(p, q *poly) constraint { return constraint{p: p.plus(num.I(-1).Rat(), q)}.tight() }

// and: what t = x & y is bounded by, depending on signs and powers of two.
func (f *facts) and(t term.Term) error {
	c := f.c
	x, err := c.poly(t.Arg(0))
	if err != nil {
		return err
	}
	y, err := c.poly(t.Arg(1))
	if err != nil {
		return err
	}
	one, zero := num.I(1).Rat(), constant(num.Rat{})
	tp := opaque(t)
	or := x.plus(one, y).plus(one.Neg(), tp)
	minus := constant(one.Neg())
	xNeg, xPos := sides(x, num.Int{})
	yNeg, yPos := sides(y, num.Int{})
	f.choices = append(f.choices, []branch{
		{ineqs: []constraint{xPos, yPos, atMost(zero, tp), atMost(tp, x), atMost(tp, y), atMost(zero, or)}},
		{ineqs: []constraint{xPos, yNeg, atMost(zero, tp), atMost(tp, x), atMost(or, minus)}},
		{ineqs: []constraint{xNeg, yPos, atMost(zero, tp), atMost(tp, y), atMost(or, minus)}},
		{ineqs: []constraint{xNeg, yNeg, atMost(tp, x), atMost(tp, y), atMost(tp, minus), atMost(or, minus)}},
	})
	// x = y, or a constant that is known.
	for _, e := range f.sys.eqs {
		d := x.plus(one.Neg(), y)
		if _, _, fixed := (constraint{p: d.plus(ratio(d, e), e)}).key(equation); fixed == yes {
			f.sys.eqs = append(f.sys.eqs, tp.plus(one.Neg(), x))
			continue
		}
		for i, p := range [2]*poly{x, y} {
			if v := p.plus(ratio(p, e), e); len(v.ms) == 0 && v.c.IsInt() {
				m, err := c.masked(t.Arg(1-i), v.c.Num())
				if err != nil {
					return err
				}
				f.sys.eqs = append(f.sys.eqs, tp.plus(one.Neg(), m))
			}
		}
	}
	// Powers of two.
	for _, k := range append(f.sys.constants(x), f.sys.constants(y)...) {
		if _, ok := k.Log2(); ok { // x, y < k: x | y < k
			if f.implied(x, k, true) && f.implied(y, k, true) {
				f.le(or.plus(one.Neg(), constant(k.Sub(num.I(1)).Rat())))
			}
		}
		if _, ok := k.Neg().Log2(); ok { // x, y ≥ k: x & y ≥ k
			if f.implied(x, k, false) && f.implied(y, k, false) {
				f.le(constant(k.Rat()).plus(one.Neg(), tp))
			}
		}
	}
	return nil
}

// ratio is the k with which p + k·e may lose its terms.
func ratio(p, e *poly) num.Rat {
	if len(p.ms) == 0 || len(e.ms) == 0 {
		return num.Rat{}
	}
	return p.coef(e.ms[0].key).Div(e.ms[0].c).Neg()
}

// implied reports whether an inequality of the system alone says x < k, or x ≥ k.
func (f *facts) implied(x *poly, k num.Int, less bool) bool {
	below, from := sides(x, k)
	want, other := below, from
	if !less {
		want, other = from, below
	}
	if want.fixed() == yes {
		return true
	}
	for _, have := range f.sys.ineqs {
		s := system{ineqs: []constraint{have, other}}
		if s.refute(false) == nil {
			return true
		}
	}
	return false
}

// shift: t = x·2^s or t = x div 2^s, and t = x if s < 0.
func (f *facts) shift(t term.Term, st *term.Store) error {
	c := f.c
	x, err := c.poly(t.Arg(0))
	if err != nil {
		return err
	}
	s, err := c.poly(t.Arg(1))
	if err != nil {
		return err
	}
	one, zero := num.I(1).Rat(), constant(num.Rat{})
	tp := opaque(t)
	equal := func(a, b *poly) *poly { return a.plus(one.Neg(), b) }
	sNeg, sPos := sides(s, num.Int{})
	xNeg, xPos := sides(x, num.Int{})
	_, xOne := sides(x, num.I(1))
	_, sOne := sides(s, num.I(1))
	sZero := equal(s, zero)
	twice := s.plus(one, s)
	if t.Op() == term.Shl {
		f.choices = append(f.choices, []branch{
			{ineqs: []constraint{sNeg}, eqs: []*poly{equal(tp, x)}},
			{eqs: []*poly{sZero, equal(tp, x)}},
			{ineqs: []constraint{sOne, xOne, atMost(twice, tp), atMost(x.plus(one, x), tp)}}, // 2^s ≥ 2s, 2
			{ineqs: []constraint{sOne}, eqs: []*poly{x, tp}},
			{ineqs: []constraint{sOne, xNeg, atMost(tp, twice.scale(one.Neg())), atMost(tp, x.plus(one, x))}},
		})
	} else {
		f.choices = append(f.choices, []branch{
			{ineqs: []constraint{sNeg}, eqs: []*poly{equal(tp, x)}},
			{ineqs: []constraint{sPos, xPos, atMost(zero, tp), atMost(tp, x)}},
			{ineqs: []constraint{sPos, xNeg, atMost(tp, constant(one.Neg())), atMost(x, tp)}},
		})
		// t ≥ 1 ⇒ x ≥ 2^s ≥ 2s, t ≤ -2 ⇒ x < -2^s ≤ -2s
		_, tOne := sides(tp, num.I(1))
		tTwo, tRest := sides(tp, num.I(-1))
		low := tOne.not()
		f.choices = append(f.choices, []branch{
			{ineqs: []constraint{sNeg}},
			{ineqs: []constraint{sPos, tOne, atMost(twice, x)}},
			{ineqs: []constraint{sPos, tRest, low}},
			{ineqs: []constraint{sPos, tTwo, constraint{x.plus(one, twice), true}.tight()}},
		})
	}
	// Compared with the shift by a constant.
	for _, k := range f.sys.constants(s) {
		n, ok := k.Int64()
		if !ok || n < 0 || n > term.MaxShift {
			continue
		}
		p := x.scale(num.Pow2(uint(n)).Rat())
		if t.Op() == term.Shr {
			if p, err = c.poly(st.Div(t.Arg(0), st.IntNum(num.Pow2(uint(n))))); err != nil {
				return err
			}
		}
		least, most := f.implied(s, k, false), f.implied(s, k.Add(num.I(1)), true)
		if f.equated(s, k) {
			least, most = true, true
		}
		pos, neg := f.implied(x, num.Int{}, false), f.implied(x, num.I(1), true)
		grows := t.Op() == term.Shl // with s, if x ≥ 0
		if most && least {
			f.sys.eqs = append(f.sys.eqs, equal(tp, p))
		}
		// Below 0 a shift changes nothing, which goes in the same direction.
		if least && (pos && grows || neg && !grows) || most && (neg && grows || pos && !grows) {
			f.le(equal(p, tp))
		}
		if least && (neg && grows || pos && !grows) || most && (pos && grows || neg && !grows) {
			f.le(equal(tp, p))
		}
	}
	return nil
}

// equated reports whether an equation of the system says x = k.
func (f *facts) equated(x *poly, k num.Int) bool {
	for _, e := range f.sys.eqs {
		if v := x.plus(ratio(x, e), e); len(v.ms) == 0 && v.c.Eq(k.Rat()) {
			return true
		}
	}
	return false
}

// maxBit is up to which bit single bits are recognised.
const maxBit = 64

// bit: a bit of x & y is that of x and that of y.
func (c *checker) bit(clause []Lit, v *values) bool {
	// A clause speaks of few terms, and the conjunction is among them.
	seen := map[term.Term]bool{}
	found := false
	for _, l := range clause {
		f := c.atoms[atomOf(l)].f
		if !f.Valid() {
			continue
		}
		term.Walk(f, func(t term.Term) {
			if found || seen[t] || t.Op() != term.BitAnd {
				return
			}
			seen[t] = true
			for i := range uint(maxBit) {
				b, x, y := v.of(isSet(t, i)), v.of(isSet(t.Arg(0), i)), v.of(isSet(t.Arg(1), i))
				if b == yes && (x == no || y == no) || b == no && x == yes && y == yes {
					found = true
				}
			}
		})
	}
	return found
}

// isSet says that bit i of t is 1.
func isSet(t term.Term, i uint) term.Term {
	st := t.Store()
	return st.Eq(st.Mod(st.Div(t, st.IntNum(num.Pow2(i))), st.Int(2)), st.Int(1))
}
