package simplex

import (
	"slices"

	"craig/logic/num"
)

// Monomial is Coeff·Var.
type Monomial struct {
	Var   int32
	Coeff num.Int
}

// SortForm orders a form by variables and merges equal ones.
func SortForm(f []Monomial) []Monomial {
	slices.SortFunc(f, func(a, b Monomial) int { return int(a.Var - b.Var) })
	j := 0
	for i := 0; i < len(f); {
		m := f[i]
		for i++; i < len(f) && f[i].Var == m.Var; i++ {
			m.Coeff = m.Coeff.Add(f[i].Coeff)
		}
		if !m.Coeff.IsZero() {
			f[j] = m
			j++
		}
	}
	return f[:j]
}

// Normalise divides a form by the gcd of its coefficients and makes the first one positive. The
// result is what it divided by.
func Normalise(form []Monomial) num.Int {
	var g num.Int
	for _, m := range form {
		if g = g.Gcd(m.Coeff); g.IsOne() {
			break
		}
	}
	if form[0].Coeff.Sign() < 0 {
		g = g.Neg()
	}
	if !g.IsOne() {
		for i := range form {
			form[i].Coeff, _ = form[i].Coeff.QuoRem(g)
		}
	}
	return g
}

// Form is Σ Terms + Const, the terms unsorted with integer coefficients.
type Form struct {
	Terms []Monomial
	Const num.Rat
}

// RatForm is a form with rational coefficients.
type RatForm struct {
	Terms []RatMonomial
	Const num.Rat
}

// RatMonomial is Coeff·Var.
type RatMonomial struct {
	Var   int32
	Coeff num.Rat
}

// Integral multiplies the denominators of the coefficients away.
func (f *RatForm) Integral() Form {
	den := num.I(1)
	for _, m := range f.Terms {
		den = den.Lcm(m.Coeff.Den())
	}
	out := Form{Const: f.Const.Mul(den.Rat())}
	for _, m := range f.Terms {
		out.Terms = append(out.Terms, Monomial{m.Var, m.Coeff.Mul(den.Rat()).Num()})
	}
	return out
}

// Negated is -f.
func (f Form) Negated() Form {
	out := Form{Const: f.Const.Neg()}
	for _, m := range f.Terms {
		out.Terms = append(out.Terms, Monomial{m.Var, m.Coeff.Neg()})
	}
	return out
}

// Plus is f + k·g.
func (f RatForm) Plus(k num.Rat, g RatForm) RatForm {
	sum := RatForm{Const: f.Const.Add(k.Mul(g.Const))}
	sum.Terms = append(sum.Terms, f.Terms...)
	for _, m := range g.Terms {
		sum.Terms = append(sum.Terms, RatMonomial{m.Var, k.Mul(m.Coeff)})
	}
	return sum
}

// Add adds k·form.
func (f *RatForm) Add(k num.Rat, form []Monomial) {
	for _, m := range form {
		f.Terms = append(f.Terms, RatMonomial{m.Var, k.Mul(m.Coeff.Rat())})
	}
}
