package proof

import (
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// operators lists the terms that a system speaks of, and those that its terms were made of.
func (s *system) operators() []term.Term {
	var all []term.Term
	note := func(p *poly) {
		all = join(all, p.noted)
		for _, m := range p.ms {
			all = join(all, m.ts)
		}
	}
	for _, k := range s.ineqs {
		note(k.p)
	}
	for _, e := range s.eqs {
		note(e)
	}
	for _, e := range s.not {
		note(e)
	}
	return all
}

// withFacts refutes a system with what the operators in it mean. A fact that depends on signs is a
// case distinction.
func (c *checker) withFacts(sys *system, v *values, split bool) error {
	t := sys.clone()
	f := &facts{c: c, sys: t, v: v, split: split}
	for _, op := range sys.operators() {
		if err := f.of(op); err != nil {
			return err
		}
	}
	// The facts may bring in operators whose meaning is not a case distinction.
	all := t.clone()
	for _, bs := range f.choices {
		for _, b := range bs {
			all.ineqs, all.eqs = append(all.ineqs, b.ineqs...), append(all.eqs, b.eqs...)
		}
	}
	for _, op := range all.operators() {
		switch {
		case slices.Contains(f.done, op):
		case op.Op() == term.Ite, op.Op() == term.ToInt, (op.Op() == term.Div || op.Op() == term.Mod) && op.Arg(1).IsConst():
			if err := f.of(op); err != nil {
				return err
			}
		}
	}
	if err := f.remainders(); err != nil {
		return err
	}
	combinations := 1
	for _, bs := range f.choices {
		if combinations *= len(bs); combinations > maxCombinations {
			return errLarge
		}
	}
	return f.distinguish(f.choices)
}

// facts collects what is known of operators.
type facts struct {
	c       *checker
	sys     *system
	v       *values
	done    []term.Term
	choices [][]branch // in each one branch holds
	product bool       // some are about products
	split   bool       // an Ite whose case is not known is a case distinction
}

// branch is a case with what holds in it.
type branch struct {
	ineqs []constraint
	eqs   []*poly
}

// distinguish refutes the system in every combination of branches.
func (f *facts) distinguish(choices [][]branch) error {
	if f.sys.refute(false) == nil {
		return nil
	}
	if len(choices) == 0 {
		return f.sys.refute(f.product || f.sys.products())
	}
	before := f.sys
	for _, b := range choices[0] {
		f.sys = before.clone()
		f.sys.ineqs = append(f.sys.ineqs, b.ineqs...)
		f.sys.eqs = append(f.sys.eqs, b.eqs...)
		err := f.distinguish(choices[1:])
		f.sys = before
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *system) products() bool {
	nonlinear := func(p *poly) bool { return !p.linear() }
	return slices.ContainsFunc(s.eqs, nonlinear) || slices.ContainsFunc(s.not, nonlinear) ||
		slices.ContainsFunc(s.ineqs, func(k constraint) bool { return nonlinear(k.p) })
}

// of adds what is known of the operator of t.
func (f *facts) of(t term.Term) error {
	f.done = append(f.done, t)
	st := t.Store()
	switch t.Op() {
	case term.Ite:
		switch f.v.of(t.Arg(0)) {
		case yes:
			return f.equal(t, t.Arg(1))
		case no:
			return f.equal(t, t.Arg(2))
		}
		if f.split {
			return f.either(t)
		}
	case term.ToInt: // t ≤ r < t + 1
		r, err := f.c.poly(t.Arg(0))
		if err != nil {
			return err
		}
		one := num.I(1).Rat()
		d := opaque(t).plus(one.Neg(), r)
		f.le(d)
		f.sys.ineqs = append(f.sys.ineqs, constraint{d.scale(one.Neg()).plus(one.Neg(), constant(one)), true})
	case term.Div, term.Mod:
		return f.division(t)
	case term.BitAnd:
		return f.and(t)
	case term.Shl, term.Shr:
		return f.shift(t, st)
	case term.Float:
		return f.float(t)
	}
	return nil
}

// either: an Ite is one of its branches, by its condition if that is about numbers.
func (f *facts) either(t term.Term) error {
	var bs []branch
	for k, value := range [2]bool{true, false} {
		_, e, ok := f.c.difference(t, t.Arg(1+k))
		if !ok {
			return errLarge
		}
		b := branch{eqs: []*poly{e.p}}
		kind, con, ok := f.c.arith(t.Arg(0))
		switch {
		case ok && kind == inequality && value:
			b.ineqs = append(b.ineqs, con.tight())
		case ok && kind == inequality:
			b.ineqs = append(b.ineqs, con.not())
		case ok && value:
			b.eqs = append(b.eqs, con.p)
		}
		bs = append(bs, b)
	}
	f.choices = append(f.choices, bs)
	return nil
}

// le says p ≤ 0.
func (f *facts) le(p *poly) { f.sys.ineqs = append(f.sys.ineqs, constraint{p: p}.tight()) }

// equal says a = b.
func (f *facts) equal(a, b term.Term) error {
	_, k, ok := f.c.difference(a, b)
	if !ok {
		return errLarge
	}
	f.sys.eqs = append(f.sys.eqs, k.p)
	return nil
}

// division: x = y·(x div y) + r with 0 ≤ r < |y| for r = x mod y, if y is not 0; over the
// rationals (x / y)·y = x.
func (f *facts) division(t term.Term) error {
	c, st := f.c, t.Store()
	one := num.I(1).Rat()
	x, err := c.poly(t.Arg(0))
	if err != nil {
		return err
	}
	y, err := c.poly(t.Arg(1))
	if err != nil {
		return err
	}
	zero := constant(num.Rat{})
	negative, positive := constraint{y, true}.tight(), constraint{y.scale(one.Neg()), true}.tight()
	none := branch{eqs: []*poly{y}}
	if t.Sort() == term.Real {
		p, err := opaque(t).times(y)
		if err != nil {
			return err
		}
		e := p.plus(one.Neg(), x)
		f.product = true
		f.choices = append(f.choices, []branch{none, {ineqs: []constraint{negative}, eqs: []*poly{e}}, {ineqs: []constraint{positive}, eqs: []*poly{e}}})
		return nil
	}
	q, err := c.poly(st.Div(t.Arg(0), t.Arg(1)))
	if err != nil {
		return err
	}
	prod, err := q.times(y)
	if err != nil {
		return err
	}
	r := x.plus(one.Neg(), prod) // the remainder
	atLeast := constraint{p: zero.plus(one.Neg(), r)}.tight()
	below := func(m *poly) constraint { return constraint{r.plus(one.Neg(), m), true}.tight() } // r < m
	if m, ok := t.Arg(1).IntValue(); ok {
		if !m.IsZero() {
			f.sys.ineqs = append(f.sys.ineqs, atLeast, below(constant(m.Abs().Rat())))
		}
		return nil
	}
	mod, err := c.poly(st.Mod(t.Arg(0), t.Arg(1)))
	if err != nil {
		return err
	}
	for _, u := range f.done {
		if u != t && (u.Op() == term.Div || u.Op() == term.Mod) && slices.Equal(u.Args(), t.Args()) { // both are of one division
			return nil
		}
	}
	same := mod.plus(one.Neg(), r)
	f.product = true
	f.choices = append(f.choices, []branch{
		none,
		{[]constraint{negative, atLeast, below(y.scale(one.Neg()))}, []*poly{same}},
		{[]constraint{positive, atLeast, below(y)}, []*poly{same}},
	})
	return nil
}

// remainders: by one divisor y, not 0, the remainder of p + q is the sum of those of p and q, or |y| less.
func (f *facts) remainders() error {
	var mods []term.Term
	for _, t := range f.done {
		if t.Op() == term.Mod && !t.Arg(1).IsConst() {
			mods = append(mods, t)
		}
	}
	one := num.I(1).Rat()
	for _, s := range mods {
		for i, p := range mods {
			for _, q := range mods[:i+1] {
				if !f.sameDivisor(s, p) || !f.sameDivisor(s, q) {
					continue
				}
				var of [4]*poly
				for k, t := range [4]term.Term{s.Arg(0), p.Arg(0), q.Arg(0), s.Arg(1)} {
					var err error
					if of[k], err = f.c.poly(t); err != nil {
						return err
					}
				}
				if rest := of[0].plus(one.Neg(), of[1]).plus(one.Neg(), of[2]); len(rest.ms) > 0 || !rest.c.IsZero() {
					continue
				}
				y := of[3]
				e := opaque(s).plus(one.Neg(), opaque(p)).plus(one.Neg(), opaque(q))
				neg, pos := constraint{y, true}.tight(), constraint{y.scale(one.Neg()), true}.tight()
				f.choices = append([][]branch{{
					{eqs: []*poly{y}},
					{ineqs: []constraint{neg}, eqs: []*poly{e}},
					{ineqs: []constraint{neg}, eqs: []*poly{e.plus(one.Neg(), y)}},
					{ineqs: []constraint{pos}, eqs: []*poly{e}},
					{ineqs: []constraint{pos}, eqs: []*poly{e.plus(one, y)}},
				}}, f.choices...)
			}
		}
	}
	return nil
}

// sameDivisor reports whether the divisors of two remainders are equal.
func (f *facts) sameDivisor(s, t term.Term) bool {
	return s.Arg(1) == t.Arg(1) || f.v.of(s.Store().Eq(s.Arg(1), t.Arg(1))) == yes
}

// constants lists the numbers that a system's inequalities and equations compare x with.
func (s *system) constants(x *poly) []num.Int {
	var out []num.Int
	shape := (&poly{ms: x.ms}).text()
	add := func(p *poly, k num.Rat) {
		if q := p.scale(k); len(q.ms) > 0 && (&poly{ms: q.ms}).text() == shape {
			v := x.c.Sub(q.c) // q = x - v
			for d := int64(-1); d <= 1; d++ {
				if n, ok := v.Int(); ok && !slices.ContainsFunc(out, n.Add(num.I(d)).Eq) {
					out = append(out, n.Add(num.I(d)))
				}
			}
		}
	}
	each := func(p *poly) {
		if len(p.ms) > 0 && len(x.ms) > 0 {
			add(p, x.ms[0].c.Div(p.ms[0].c))
		}
	}
	for _, k := range s.ineqs {
		each(k.p)
	}
	for _, e := range s.eqs {
		each(e)
	}
	return out
}
