package smt

import (
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
)

// patch tries to make fractional basic variables integers by moving nonbasic ones that have room,
// without making other basic variables fractional and without leaving bounds. It reports whether
// no relevant integer variable is fractional any more.
func (e *Native) patch() bool {
	done := true
	for _, v := range e.ar.ints {
		e.tick(1)
		x := &e.ar.Vars[v]
		if x.Row >= 0 && !x.Value.IsInt() && e.relevant(e.nodeOfVar[v]) && !e.ar.patchOne(v) {
			done = false
		}
	}
	return done
}

// patchOne makes the basic variable v integral by moving one variable of its row.
func (a *arith) patchOne(v int32) bool {
	x := &a.Vars[v]
	rw := &a.Rows[x.Row]
	if !x.Value.D.IsZero() {
		return false
	}
	base := a.BaseCoeff(x.Row)
	n, ok := x.Value.R.Mul(base.Rat()).Int() // base·v, an integer if the row has integers alone
	if !ok {
		return false
	}
	for i := range rw.Entries {
		e := &rw.Entries[i]
		y := &a.Vars[e.Var]
		if e.Var == v || !y.IsInt || y.Lower.Known && y.Upper.Known && y.Lower.Value.Cmp(y.Upper.Value) == 0 {
			continue
		}
		step, ok := a.harmless(e.Var, x.Row)
		if !ok {
			continue
		}
		// base·(v + d) = n - c·step·t must be a multiple of base: c·step·t ≡ n mod base
		t, period, ok := congruence(e.Coeff.Mul(step), n, base.Abs())
		if !ok {
			continue
		}
		for _, k := range [2]num.Int{t, t.Sub(period)} {
			d := simplex.Value{R: k.Mul(step).Rat()}
			if !d.R.IsZero() && a.roomFor(e.Var, d) {
				a.Update(e.Var, y.Value.Add(d))
				return true
			}
		}
	}
	return false
}

// harmless is the least positive amount by which y can move such that integer basic variables
// with integer values, except that of row skip, keep them.
func (a *arith) harmless(y, skip int32) (num.Int, bool) {
	step := num.I(1)
	if a.Tick != nil {
		a.Tick(2 * len(a.Cols[y]))
	}
	for _, e := range a.Cols[y] {
		b := a.Rows[e.Row].Base
		if e.Row == skip || !a.Vars[b].IsInt || !a.Vars[b].Value.IsInt() {
			continue
		}
		c := a.BaseCoeff(e.Row).Abs()
		if c.IsOne() {
			continue
		}
		q, _ := c.QuoRem(c.Gcd(a.Rows[e.Row].Entries[e.At].Coeff))
		step = step.Lcm(q)
		if step.BitLen() > 62 {
			return step, false
		}
	}
	return step, true
}

// congruence solves c·t ≡ n mod m for 0 <= t < period; m > 0.
func congruence(c, n, m num.Int) (t, period num.Int, ok bool) {
	g := c.Gcd(m)
	if !g.Divides(n) {
		return t, m, false
	}
	period, _ = m.QuoRem(g)
	c, _ = c.QuoRem(g)
	n, _ = n.QuoRem(g)
	// The inverse of c modulo period, by Euclid.
	r0, r1 := period, mod(c, period)
	s0, s1 := num.I(0), num.I(1)
	for !r1.IsZero() {
		q, r := r0.QuoRem(r1)
		r0, r1 = r1, r
		s0, s1 = s1, s0.Sub(q.Mul(s1))
	}
	return mod(s0.Mul(n), period), period, true
}

func mod(a, m num.Int) num.Int {
	_, r := a.DivMod(m)
	return r
}

// roomFor reports whether the nonbasic y can move by d such that all bounds hold.
func (a *arith) roomFor(y int32, d simplex.Value) bool {
	if !a.Vars[y].Within(a.Vars[y].Value.Add(d)) {
		return false
	}
	for _, e := range a.Cols[y] {
		rw := &a.Rows[e.Row]
		b := &a.Vars[rw.Base]
		if !b.Within(b.Value.Add(d.Mul(simplex.Ratio(rw.Entries[e.At].Coeff, a.BaseCoeff(e.Row))))) {
			return false
		}
	}
	return true
}
