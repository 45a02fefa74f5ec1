package polyhedra

// widen is the standard widening of a and b ⊇ a, neither of them empty, with the same dimensions
// [Halbwachs 1979]: the inequalities of a (an equality is two) that b satisfies, and those of b
// that say on a the same as one of a's, that is, which the same generators of a saturate. ok is
// false if that takes too much work.
func widen(a, b *poly, w *work) (*poly, bool) {
	if !a.convert(w) || !b.convert(w) {
		return nil, false
	}
	a.minimise(w)
	b.minimise(w)
	ofA, ofB := halves(a), halves(b)
	r := &poly{n: a.n}
	sets := make([]bitset, 0, len(ofA))
	for _, f := range ofA {
		sets = append(sets, saturated(f, a.cone))
		if b.satisfies(f) {
			r.ineqs = append(r.ineqs, f)
		}
	}
	for _, f := range ofB {
		s := saturated(f, a.cone)
		for _, t := range sets {
			if s.in(t) && t.in(s) {
				r.ineqs = append(r.ineqs, f)
				break
			}
		}
	}
	r.tidy()
	r.pair()
	return r, true
}

// halves lists the constraints of p, an equality as two inequalities.
func halves(p *poly) []vec {
	var rows []vec
	for _, e := range p.eqs {
		rows = append(rows, e, e.neg())
	}
	return append(rows, p.ineqs...)
}

// saturated is the set of rays of c on which f is 0.
func saturated(f vec, c *cone) bitset {
	s := make(bitset, len(c.rays)/64+1)
	for i, r := range c.rays {
		if f.dot(r.v).IsZero() {
			s.set(i)
		}
	}
	return s
}

// satisfies says that f ≥ 0 on all of p, whose generators are there.
func (p *poly) satisfies(f vec) bool {
	for _, l := range p.cone.lines {
		if !f.dot(l).IsZero() {
			return false
		}
	}
	for _, r := range p.cone.rays {
		if f.dot(r.v).Sign() < 0 {
			return false
		}
	}
	return true
}

// pair makes an equality of two inequalities that are one together.
func (p *poly) pair() {
	var ineqs []vec
	for i, f := range p.ineqs {
		if f == nil {
			continue
		}
		g := f.neg()
		found := false
		for j := i + 1; j < len(p.ineqs) && !found; j++ {
			if p.ineqs[j] != nil {
				if order, ok := parallel(g, p.ineqs[j]); ok && order == 0 {
					p.eqs = append(p.eqs, f)
					p.ineqs[j] = nil
					found = true
				}
			}
		}
		if !found {
			ineqs = append(ineqs, f)
		}
	}
	p.ineqs = ineqs
}

// Narrow takes from b the equalities, and the inequalities with coefficients 1 and -1 that bound
// what a does not. A chain of it ends: each step lowers the dimension, or bounds one of finitely
// many linear forms.
func (d *Domain) Narrow(a, b State) State {
	if a.bottom || b.bottom {
		return d.Bottom()
	}
	var news []Constraint
	for _, c := range d.Constraints(b) {
		if _, bounded := d.Minimum(a, c.Linear); c.Eq || !bounded && c.unit() {
			news = append(news, c)
		}
	}
	return d.With(a, news...)
}

// unit says that all coefficients are 1 or -1.
func (l Linear) unit() bool {
	for _, m := range l.Terms {
		if !m.Coeff.Abs().IsOne() {
			return false
		}
	}
	return true
}
