package polyhedra

import (
	"slices"

	"craig/logic/num"
)

// Linear is Σ Coeff·Var + Const.
type Linear struct {
	Terms []Monomial // by Var, ascending; no coefficient 0
	Const num.Int
}

// Monomial is a variable, by its ir.Var.ID, with a coefficient.
type Monomial struct {
	Var   int
	Coeff num.Int
}

// Constraint says that a linear form is at least 0, or equal to 0.
type Constraint struct {
	Linear
	Eq bool
}

func constant(k num.Int) Linear { return Linear{Const: k} }
func variable(id int) Linear    { return Linear{Terms: []Monomial{{id, num.I(1)}}} }

// Scale is k·l.
func (l Linear) Scale(k num.Int) Linear {
	if k.IsZero() {
		return Linear{}
	}
	r := Linear{Const: l.Const.Mul(k), Terms: make([]Monomial, len(l.Terms))}
	for i, m := range l.Terms {
		r.Terms[i] = Monomial{m.Var, m.Coeff.Mul(k)}
	}
	return r
}

// Plus is l + m.
func (l Linear) Plus(m Linear) Linear {
	r := Linear{Const: l.Const.Add(m.Const), Terms: make([]Monomial, 0, len(l.Terms)+len(m.Terms))}
	a, b := l.Terms, m.Terms
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Var < b[0].Var:
			r.Terms, a = append(r.Terms, a[0]), a[1:]
		case len(a) == 0 || b[0].Var < a[0].Var:
			r.Terms, b = append(r.Terms, b[0]), b[1:]
		default:
			if k := a[0].Coeff.Add(b[0].Coeff); !k.IsZero() {
				r.Terms = append(r.Terms, Monomial{a[0].Var, k})
			}
			a, b = a[1:], b[1:]
		}
	}
	return r
}

// Minus is l - m.
func (l Linear) Minus(m Linear) Linear { return l.Plus(m.Scale(num.I(-1))) }

// AddConst is l + k.
func (l Linear) AddConst(k num.Int) Linear {
	l.Const = l.Const.Add(k)
	return l
}

// AtLeast is the constraint l ≥ 0 on integers: divided by the greatest common divisor of the
// coefficients, the constant rounded down.
func AtLeast(l Linear) Constraint {
	var g num.Int
	for _, m := range l.Terms {
		g = g.Gcd(m.Coeff)
	}
	if g.IsZero() || g.IsOne() {
		return Constraint{Linear: l}
	}
	r := Linear{Terms: make([]Monomial, len(l.Terms))}
	for i, m := range l.Terms {
		r.Terms[i].Var = m.Var
		r.Terms[i].Coeff, _ = m.Coeff.QuoRem(g)
	}
	r.Const, _ = l.Const.DivMod(g)
	return Constraint{Linear: r}
}

// Equal is the constraint l = 0 on integers; a false one if no integers satisfy it.
func Equal(l Linear) Constraint {
	var g num.Int
	for _, m := range l.Terms {
		g = g.Gcd(m.Coeff)
	}
	if !g.IsZero() && !g.Divides(l.Const) {
		return Constraint{Linear: constant(num.I(1)), Eq: true}
	}
	return Constraint{Linear: l, Eq: true}
}

// Negations lists constraints such that integers violate c iff they satisfy one of them.
func (c Constraint) Negations() []Constraint {
	less := AtLeast(c.Scale(num.I(-1)).AddConst(num.I(-1))) // l ≤ -1
	if !c.Eq {
		return []Constraint{less}
	}
	return []Constraint{less, AtLeast(c.AddConst(num.I(-1)))}
}

// Size is the number of bits of the numbers in l.
func (l Linear) Size() int {
	n := l.Const.BitLen()
	for _, m := range l.Terms {
		n += m.Coeff.BitLen()
	}
	return n
}

// ids lists the variables.
func (l Linear) ids() []int {
	vs := make([]int, len(l.Terms))
	for i, m := range l.Terms {
		vs[i] = m.Var
	}
	return vs
}

// coeff is the coefficient of a variable.
func (l Linear) coeff(id int) num.Int {
	for _, m := range l.Terms {
		if m.Var == id {
			return m.Coeff
		}
	}
	return num.Int{}
}

// Same says that c and d are the same constraint, written alike.
func (c Constraint) Same(d Constraint) bool { return c.Const.Eq(d.Const) && c.Parallel(d) }

// Parallel says that c and d differ at most in their constants.
func (c Constraint) Parallel(d Constraint) bool {
	return c.Eq == d.Eq &&
		slices.EqualFunc(c.Terms, d.Terms, func(m, n Monomial) bool { return m.Var == n.Var && m.Coeff.Eq(n.Coeff) })
}

// Halves is c, an equality as two inequalities.
func (c Constraint) Halves() []Constraint {
	if !c.Eq {
		return []Constraint{c}
	}
	return []Constraint{{c.Linear, false}, {c.Scale(num.I(-1)), false}}
}
