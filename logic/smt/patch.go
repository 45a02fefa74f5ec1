package smt

import "craig/logic/num"

// patch tries to make fractional basic variables integers by moving nonbasic ones that have room,
// without making other basic variables fractional and without leaving bounds. It reports whether
// no relevant integer variable is fractional any more.
func (e *Native) patch() bool {
	done := true
	for _, v := range e.ar.ints {
		e.tick(1)
		x := &e.ar.vars[v]
		if x.row >= 0 && !x.val.isInt() && e.relevant(e.nodeOfVar[v]) && !e.ar.patchOne(v) {
			done = false
		}
	}
	return done
}

// patchOne makes the basic variable v integral by moving one variable of its row.
func (a *arith) patchOne(v int32) bool {
	x := &a.vars[v]
	rw := &a.rows[x.row]
	if !x.val.d.IsZero() {
		return false
	}
	base := a.baseCoeff(x.row)
	n, ok := x.val.r.Mul(base.Rat()).Int() // base·v, an integer if the row has integers alone
	if !ok {
		return false
	}
	for i := range rw.ents {
		e := &rw.ents[i]
		y := &a.vars[e.v]
		if e.v == v || !y.isInt || y.lower.ok && y.upper.ok && y.lower.v.cmp(y.upper.v) == 0 {
			continue
		}
		step, ok := a.harmless(e.v, x.row)
		if !ok {
			continue
		}
		// base·(v + d) = n - c·step·t must be a multiple of base: c·step·t ≡ n mod base
		t, period, ok := congruence(e.c.Mul(step), n, base.Abs())
		if !ok {
			continue
		}
		for _, k := range [2]num.Int{t, t.Sub(period)} {
			d := value{r: k.Mul(step).Rat()}
			if !d.r.IsZero() && a.roomFor(e.v, d) {
				a.update(e.v, y.val.add(d))
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
	if a.tick != nil {
		a.tick(2 * len(a.cols[y]))
	}
	for _, e := range a.cols[y] {
		b := a.rows[e.row].base
		if e.row == skip || !a.vars[b].isInt || !a.vars[b].val.isInt() {
			continue
		}
		c := a.baseCoeff(e.row).Abs()
		if c.IsOne() {
			continue
		}
		q, _ := c.QuoRem(c.Gcd(a.rows[e.row].ents[e.at].c))
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
func (a *arith) roomFor(y int32, d value) bool {
	if !a.vars[y].within(a.vars[y].val.add(d)) {
		return false
	}
	for _, e := range a.cols[y] {
		rw := &a.rows[e.row]
		b := &a.vars[rw.base]
		if !b.within(b.val.add(d.mul(ratio(rw.ents[e.at].c, a.baseCoeff(e.row))))) {
			return false
		}
	}
	return true
}

func (x *svar) within(v value) bool {
	return !(x.lower.ok && v.cmp(x.lower.v) < 0 || x.upper.ok && v.cmp(x.upper.v) > 0)
}
