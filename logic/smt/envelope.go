package smt

import (
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// envelope cuts off a candidate for t = a·b that no point within the bounds of a and b comes near to, by the planes through the
// corners of these bounds [McCormick 1976]:
//
//	p ≤ a ∧ q ≤ b ⇒ (a - p)·(b - q) ≥ 0, and so for the other corners
//
// It reports whether there is such a plane. Tangents at the candidate's point say nothing of t beside that point, so that many are needed where one
// of these is enough. A quotient by a divisor that is not constant has its bounds from its product with the divisor: there the planes
// would count its values, one after the other.
func (c *candidate) envelope(t, a, b term.Term, va, vb, vt num.Rat) (found bool) {
	if byVariable(a) || byVariable(b) {
		return false
	}
	s := t.Sort()
	as, bs := c.corners(a), c.corners(b)
	for i, p := range as {
		for j, q := range bs {
			if !p.ok || !q.ok || a == b && i > j {
				continue
			}
			// t ≥ q·a + p·b - p·q, or ≤ at corners of unlike ends
			at := q.v.Mul(va).Add(p.v.Mul(vb)).Sub(p.v.Mul(q.v))
			cmp := vt.Cmp(at)
			if i == j && cmp >= 0 || i != j && cmp <= 0 {
				continue
			}
			st := c.e.st
			plane := st.Add(st.Scale(q.v, a), st.Scale(p.v, b), c.constant(p.v.Mul(q.v).Neg(), s))
			l := lemma{c.beyond(a, p.v, i), c.beyond(b, q.v, j), st.Ge(t, plane)}
			if i != j {
				l[2] = st.Le(t, plane)
			}
			c.need(l)
			found = true
		}
	}
	return found
}

// byVariable says that t is a quotient whose divisor is not constant.
func byVariable(t term.Term) bool {
	return t.Op() == term.Div && !t.Arg(1).IsConst()
}

// corner is an end of the values that a term may have now, if there is one.
type corner struct {
	v  num.Rat
	ok bool
}

// corners are the lower and the upper bound of t, a factor in use.
func (c *candidate) corners(t term.Term) (ends [2]corner) {
	n := c.e.lookup(t)
	if n == 0 || c.e.nodes[n].lv < 0 {
		return ends
	}
	x := &c.e.ar.Vars[c.e.nodes[n].lv]
	for i, b := range []simplex.Bound{x.Lower, x.Upper} {
		if b.Known && b.Value.D.IsZero() && b.Value.R.Num().BitLen() <= maxProductBits {
			ends[i] = corner{b.Value.R, true}
		}
	}
	return ends
}

// beyond says that t lies beyond its lower (0) or upper (1) bound v.
func (c *candidate) beyond(t term.Term, v num.Rat, end int) term.Term {
	st := c.e.st
	if end == 0 {
		return st.Lt(t, c.constant(v, t.Sort()))
	}
	return st.Gt(t, c.constant(v, t.Sort()))
}
