package smt

import (
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// maxProductBits bounds the factors of a product that is looked at.
const maxProductBits = 1 << 14

// product checks t = x1·…·xk by incremental linearisation [Cimatti et al. 2018]: the first
// factor times the rest. What is violated first is said: zeros, signs, magnitudes over the
// integers, and then tangent planes at the candidate's point.
func (c *candidate) product(t term.Term) {
	st := c.e.st
	a, b := t.Arg(0), t.Arg(1)
	for _, f := range t.Args()[2:] {
		b = st.Mul(b, f)
	}
	va, vt := c.value(a).Num, c.value(t).Num
	vb := num.I(1).Rat()
	for _, f := range t.Args()[1:] {
		vb = vb.Mul(c.value(f).Num)
		if bits := vb.Num().BitLen() + va.Num().BitLen(); bits > maxProductBits {
			c.e.tick(tickEvery)
			return // the final evaluation of the model does not accept it unless it is right
		}
	}
	if va.Mul(vb).Eq(vt) {
		return
	}
	// The rest may itself be a product that the solver does not know yet: then its value follows
	// once the lemma has brought it in.
	before := len(c.lemmas)
	c.shifted(t, vt)
	c.flattened(t, vt)
	if len(c.lemmas) > before {
		return
	}
	c.zeroLemmas(t, a, b, va, vb, vt)
	if len(c.lemmas) == before {
		c.signLemmas(t, a, b, va, vb, vt)
	}
	if len(c.lemmas) == before {
		c.monotone(t)
	}
	if len(c.lemmas) == before && !c.envelope(t, a, b, va, vb, vt) {
		if t.Sort() == term.Int {
			c.magnitudeLemmas(t, a, b, va, vb, vt)
		}
		c.tangents(t, a, b, va, vb)
	}
}

// zeroLemmas: t = 0 ⇔ a = 0 ∨ b = 0.
func (c *candidate) zeroLemmas(t, a, b term.Term, va, vb, vt num.Rat) {
	st, o := c.e.st, c.zero(t.Sort())
	switch {
	case va.IsZero() && !vt.IsZero():
		c.need(lemma{st.Ne(a, o), st.Eq(t, o)})
	case vb.IsZero() && !vt.IsZero():
		c.need(lemma{st.Ne(b, o), st.Eq(t, o)})
	case vt.IsZero() && !va.IsZero() && !vb.IsZero():
		c.need(lemma{st.Ne(t, o), st.Eq(a, o), st.Eq(b, o)})
	}
}

// sided is t or -t, whichever the candidate makes positive.
func (c *candidate) sided(t term.Term, v num.Rat) term.Term {
	if v.Sign() < 0 {
		return c.e.st.Neg(t)
	}
	return t
}

// signLemmas: ±a > 0 ∧ ±b > 0 ⇒ ±t > 0.
func (c *candidate) signLemmas(t, a, b term.Term, va, vb, vt num.Rat) {
	want := va.Sign() * vb.Sign()
	if want == 0 || vt.Sign() == want {
		return
	}
	st, o := c.e.st, c.zero(t.Sort())
	if want < 0 {
		t = st.Neg(t)
	}
	c.need(lemma{st.Le(c.sided(a, va), o), st.Le(c.sided(b, vb), o), st.Gt(t, o)})
}

// magnitudeLemmas: over the integers ±a > 0 ∧ ±b > 0 ⇒ ±t ≥ ±a + ±b - 1.
func (c *candidate) magnitudeLemmas(t, a, b term.Term, va, vb, vt num.Rat) {
	if va.IsZero() || vb.IsZero() || !vt.Abs().Less(va.Abs().Add(vb.Abs()).Sub(num.I(1).Rat())) {
		return
	}
	st, o := c.e.st, c.e.st.Int(0)
	if va.Sign()*vb.Sign() < 0 {
		t = st.Neg(t)
	}
	p, q := c.sided(a, va), c.sided(b, vb)
	c.need(lemma{st.Le(p, o), st.Le(q, o), st.Ge(t, st.Sub(st.Add(p, q), st.Int(1)))})
}

// tangents cuts at the point (va, vb), where plane = vb·a + va·b - va·vb:
//
//	(a - va)·(b - vb) ≥ 0 ⇒ t ≥ plane, (a - va)·(b - vb) ≤ 0 ⇒ t ≤ plane
//
// and with a = b over the integers, between va and its neighbours: t ≥ (2va ± 1)·a - va·(va ± 1).
func (c *candidate) tangents(t, a, b term.Term, va, vb num.Rat) {
	st := c.e.st
	s := t.Sort()
	av, bv := c.constant(va, s), c.constant(vb, s)
	if s == term.Int && !(va.IsInt() && vb.IsInt()) {
		return
	}
	plane := st.Add(st.Scale(vb, a), st.Scale(va, b), c.constant(va.Mul(vb).Neg(), s))
	if a == b {
		c.needBy(lemma{st.Ge(t, plane)}, st.Le(a, av))
		// t ≤ (l + u)·a - l·u for l ≤ a ≤ u, here with l = u = va and, over the integers, nothing
		// lies between neighbours.
		c.need(lemma{st.Ne(a, av), st.Le(t, plane)})
		if s == term.Int {
			for _, d := range []int64{-1, 1} {
				n := va.Add(num.I(d).Rat())
				l := lemma{st.Ge(t, st.Add(st.Scale(va.Add(n), a), c.constant(va.Mul(n).Neg(), s)))}
				if d < 0 {
					c.needBy(l, st.Lt(a, av))
				} else {
					c.needBy(l, st.Le(a, av))
				}
			}
		}
		for _, d := range []int64{1, 16} { // secants above
			l, u := va.Sub(num.I(d).Rat()), va.Add(num.I(d).Rat())
			line := st.Add(st.Scale(l.Add(u), a), c.constant(l.Mul(u).Neg(), s))
			c.need(lemma{st.Lt(a, c.constant(l, s)), st.Gt(a, c.constant(u, s)), st.Le(t, line)})
		}
		return
	}
	c.need(lemma{st.Gt(a, av), st.Gt(b, bv), st.Ge(t, plane)})
	c.need(lemma{st.Lt(a, av), st.Lt(b, bv), st.Ge(t, plane)})
	c.need(lemma{st.Gt(a, av), st.Lt(b, bv), st.Le(t, plane)})
	c.need(lemma{st.Lt(a, av), st.Gt(b, bv), st.Le(t, plane)})
}

func (c *candidate) constant(v num.Rat, s term.Sort) term.Term {
	if s == term.Int {
		return c.e.st.IntNum(v.Num())
	}
	return c.e.st.RealNum(v)
}

// needBy adds a lemma that a proof finds by distinguishing cases.
func (c *candidate) needBy(l lemma, cases ...term.Term) {
	c.lemmas = append(c.lemmas, request{is: l, cases: cases})
}

// shifted compares t = a·b with another product p·q whose factors are at known distances:
// a = p + j ∧ b = q + k ⇒ a·b = p·q + k·p + j·q + j·k.
func (c *candidate) shifted(t term.Term, vt num.Rat) {
	if t.NumArgs() != 2 {
		return
	}
	st, s := c.e.st, t.Sort()
	a, b := t.Arg(0), t.Arg(1)
	for _, n := range c.sorted(products) {
		u := c.e.nodes[n].t
		if u == t || u.NumArgs() != 2 || u.Sort() != s {
			continue
		}
		for i := range 2 {
			p, q := u.Arg(i), u.Arg(1-i)
			j, ok1 := c.distance(a, p)
			k, ok2 := c.distance(b, q)
			if !ok1 || !ok2 {
				continue
			}
			sum := st.Add(u, st.Scale(k, p), st.Scale(j, q), c.constant(j.Mul(k), s))
			if !c.value(sum).Num.Eq(vt) {
				c.need(lemma{st.Ne(a, st.Add(p, c.constant(j, s))), st.Ne(b, st.Add(q, c.constant(k, s))), st.Eq(t, sum)})
				return
			}
		}
	}
}

// monotone compares t = a·b with another multiple a·q of one of its factors: over the integers
// a > 0 ∧ b > q ⇒ a·b ≥ a·q + a and a < 0 ∧ b > q ⇒ a·b ≤ a·q + a; otherwise a·b > a·q and
// a·b < a·q.
func (c *candidate) monotone(t term.Term) {
	if t.NumArgs() != 2 {
		return
	}
	st, s, o := c.e.st, t.Sort(), c.zero(t.Sort())
	for _, n := range c.sorted(products) {
		u := c.e.nodes[n].t
		if u == t || u.NumArgs() != 2 || u.Sort() != s {
			continue
		}
		for i := range 4 {
			a, b, q := t.Arg(i&1), t.Arg(1-i&1), u.Arg(1-i>>1)
			va := c.value(a).Num
			if a != u.Arg(i>>1) || va.IsZero() {
				continue
			}
			large, small := t, u
			switch c.value(b).Num.Cmp(c.value(q).Num) {
			case 0:
				continue
			case -1:
				large, small, b, q = u, t, q, b
			}
			more, least := st.Sub(large, small), 0
			if s == term.Int {
				more = st.Sub(more, a)
			} else {
				least = 1
			}
			more = c.sided(more, va)
			if c.value(more).Num.Sign() >= least {
				continue
			}
			fact := st.Ge(more, o)
			if s == term.Real {
				fact = st.Gt(more, o)
			}
			c.need(lemma{st.Le(c.sided(a, va), o), st.Le(b, q), fact})
			return
		}
	}
}

// maxDegree bounds the products that flattened makes.
const maxDegree = 4

// flattened replaces a factor that is known to equal another product: a = p·q ⇒ a·b = p·q·b.
func (c *candidate) flattened(t term.Term, vt num.Rat) {
	st := c.e.st
	for i, a := range t.Args() {
		for _, n := range c.sorted(products) {
			u := c.e.nodes[n].t
			if k, ok := c.distance(a, u); !ok || !k.IsZero() || a == u || u.NumArgs()+t.NumArgs() > maxDegree+1 {
				continue
			}
			p := u
			for j, f := range t.Args() {
				if j != i {
					p = st.Mul(p, f)
				}
			}
			if c.e.lookup(p) == 0 || !c.value(p).Num.Eq(vt) {
				c.need(lemma{st.Ne(a, u), st.Eq(t, p)})
				return
			}
		}
	}
}

// distance is a - b if the bounds say what it is.
func (c *candidate) distance(a, b term.Term) (k num.Rat, ok bool) {
	if a == b {
		return k, true
	}
	x, y := c.e.lookup(a), c.e.lookup(b)
	if x == 0 || y == 0 || c.e.nodes[x].lv < 0 || c.e.nodes[y].lv < 0 {
		return k, false
	}
	form := simplex.SortForm([]simplex.Monomial{{Var: c.e.nodes[x].lv, Coeff: num.I(1)}, {Var: c.e.nodes[y].lv, Coeff: num.I(-1)}})
	g := simplex.Normalise(form)
	v, _ := c.e.ar.find(form)
	if v < 0 {
		return k, false
	}
	d := &c.e.ar.Vars[v]
	if !d.Lower.Known || !d.Upper.Known || d.Lower.Value.Cmp(d.Upper.Value) != 0 {
		return k, false
	}
	return d.Lower.Value.R.Mul(g.Rat()), true
}
