package congruence

import "craig/logic/num"

// Value is the set of integers that are rem modulo mod; {rem} if mod is 0. The zero Value is {0}.
type Value struct {
	mod num.Int // not negative
	rem num.Int // in [0, mod), unless mod is 0
}

// All has every integer.
func All() Value { return Class(num.I(1), num.I(0)) }

// One has k only.
func One(k num.Int) Value { return Value{rem: k} }

// Class has the integers that are rem modulo mod; for a mod of 0, rem only.
func Class(mod, rem num.Int) Value {
	mod = mod.Abs()
	if !mod.IsZero() {
		_, rem = rem.DivMod(mod)
	}
	return Value{mod, rem}
}

func (v Value) Eq(w Value) bool { return v.mod.Eq(w.mod) && v.rem.Eq(w.rem) }
func (v Value) IsAll() bool     { return v.mod.IsOne() }

// Single is the only element of v, if it has one.
func (v Value) Single() (k num.Int, ok bool) { return v.rem, v.mod.IsZero() }

// Next is the least element of v that is at least k; the only one, if v has one.
func (v Value) Next(k num.Int) num.Int {
	if v.mod.IsZero() {
		return v.rem
	}
	_, gap := v.rem.Sub(k).DivMod(v.mod)
	return k.Add(gap)
}

// In says that w includes v.
func (v Value) In(w Value) bool { return multiple(w.mod, v.mod) && multiple(w.mod, v.rem.Sub(w.rem)) }

// multiple says that m divides k; 0 divides 0 only.
func multiple(m, k num.Int) bool { return k.IsZero() || !m.IsZero() && m.Divides(k) }

// Join is the least value that includes both.
func (v Value) Join(w Value) Value {
	return Class(v.mod.Gcd(w.mod).Gcd(v.rem.Sub(w.rem)), v.rem)
}

// Meet is the intersection; ok is false if that is empty.
func (v Value) Meet(w Value) (m Value, ok bool) {
	g := v.mod.Gcd(w.mod)
	if !multiple(g, v.rem.Sub(w.rem)) {
		return v, false
	}
	switch {
	case v.In(w):
		return v, true
	case w.In(v):
		return w, true
	}
	// Both have a modulus, since a single number would be in the other value: rem + k·mod such that
	// k·mod is w.rem - v.rem modulo w.mod, that is, k = (w.rem - v.rem)/g · (mod/g)⁻¹ modulo w.mod/g.
	a, _ := v.mod.QuoRem(g)
	b, _ := w.mod.QuoRem(g)
	c, _ := w.rem.Sub(v.rem).QuoRem(g)
	_, k := c.Mul(inverse(a, b)).DivMod(b)
	return Class(v.mod.Mul(b), v.rem.Add(k.Mul(v.mod))), true
}

// inverse is that of a modulo b > 0, which have no common divisor.
func inverse(a, b num.Int) num.Int {
	x, y := num.I(1), num.I(0) // x·a₀ = a and y·a₀ = b modulo b₀
	_, a = a.DivMod(b)
	for !b.IsZero() {
		q, r := a.DivMod(b)
		a, b, x, y = b, r, y, x.Sub(q.Mul(y))
	}
	return x
}

func (v Value) Add(w Value) Value { return Class(v.mod.Gcd(w.mod), v.rem.Add(w.rem)) }
func (v Value) Neg() Value        { return Class(v.mod, v.rem.Neg()) }
func (v Value) Sub(w Value) Value { return v.Add(w.Neg()) }

func (v Value) Mul(w Value) Value {
	g := v.mod.Mul(w.mod).Gcd(v.mod.Mul(w.rem)).Gcd(w.mod.Mul(v.rem))
	return Class(g, v.rem.Mul(w.rem))
}

// Modulo has what v's numbers, and all that differ from them by a multiple of m, may be.
func (v Value) Modulo(m num.Int) Value { return Class(v.mod.Gcd(m), v.rem) }
