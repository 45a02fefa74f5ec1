package smt

import (
	"slices"

	"craig/logic/num"
)

// monomial is c·v.
type monomial struct {
	v int32
	c num.Int
}

// sortForm orders a form by variables and merges equal ones.
func sortForm(f []monomial) []monomial {
	slices.SortFunc(f, func(a, b monomial) int { return int(a.v - b.v) })
	j := 0
	for i := 0; i < len(f); {
		m := f[i]
		for i++; i < len(f) && f[i].v == m.v; i++ {
			m.c = m.c.Add(f[i].c)
		}
		if !m.c.IsZero() {
			f[j] = m
			j++
		}
	}
	return f[:j]
}

// normalise divides a form by the gcd of its coefficients and makes the first one positive. The
// result is what it divided by.
func normalise(form []monomial) num.Int {
	var g num.Int
	for _, m := range form {
		if g = g.Gcd(m.c); g.IsOne() {
			break
		}
	}
	if form[0].c.Sign() < 0 {
		g = g.Neg()
	}
	if !g.IsOne() {
		for i := range form {
			form[i].c, _ = form[i].c.QuoRem(g)
		}
	}
	return g
}

// form is Σ ms + c, the ms unsorted with integer coefficients.
type form struct {
	ms []monomial
	c  num.Rat
}

// ratForm is a form with rational coefficients.
type ratForm struct {
	ms []ratMonomial
	c  num.Rat
}

type ratMonomial struct {
	v int32
	c num.Rat
}

// integral multiplies the denominators of the coefficients away.
func (f *ratForm) integral() form {
	den := num.I(1)
	for _, m := range f.ms {
		den = den.Lcm(m.c.Den())
	}
	out := form{c: f.c.Mul(den.Rat())}
	for _, m := range f.ms {
		out.ms = append(out.ms, monomial{m.v, m.c.Mul(den.Rat()).Num()})
	}
	return out
}

// negated is -f.
func (f form) negated() form {
	out := form{c: f.c.Neg()}
	for _, m := range f.ms {
		out.ms = append(out.ms, monomial{m.v, m.c.Neg()})
	}
	return out
}

// plus is f + k·g.
func (f ratForm) plus(k num.Rat, g ratForm) ratForm {
	sum := ratForm{c: f.c.Add(k.Mul(g.c))}
	sum.ms = append(sum.ms, f.ms...)
	for _, m := range g.ms {
		sum.ms = append(sum.ms, ratMonomial{m.v, k.Mul(m.c)})
	}
	return sum
}

// add adds k·form.
func (f *ratForm) add(k num.Rat, form []monomial) {
	for _, m := range form {
		f.ms = append(f.ms, ratMonomial{m.v, k.Mul(m.c.Rat())})
	}
}
