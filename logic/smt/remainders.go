package smt

import (
	"craig/logic/num"
	"craig/logic/term"
)

// maxRemainders bounds the divisions in use up to which they are compared with each other.
const maxRemainders = 24

// remainders compares t = x mod y, y not 0, with two other remainders by the same divisor, where
// the argument of one of the three is the sum of the other two: s = p + q or s = p + q - |y|. That
// a divisor of two numbers divides their sum would take a nonlinear argument otherwise.
func (c *candidate) remainders(t term.Term) {
	divs := c.sorted(divisions)
	if len(divs) > maxRemainders {
		return
	}
	st := c.e.st
	y := c.value(t.Arg(1))
	var others []term.Term
	for _, n := range divs {
		if u := c.e.nodes[n].t; u.Op() == term.Mod && c.value(u.Arg(1)).Equal(y) {
			others = append(others, u)
		}
	}
	for _, u := range others {
		for _, w := range others {
			switch {
			case t.Arg(0) == st.Add(u.Arg(0), w.Arg(0)):
				c.remainderOfSum(t, u, w)
			case u.Arg(0) == st.Add(t.Arg(0), w.Arg(0)):
				c.remainderOfSum(u, t, w)
			}
		}
	}
}

// remainderOfSum: y ≠ 0 ⇒ s = p + q ∨ s = p + q - |y|.
func (c *candidate) remainderOfSum(s, p, q term.Term) {
	st := c.e.st
	y := s.Arg(1)
	sum := st.Add(p, q)
	over := c.value(p).Num.Add(c.value(q).Num).Sub(c.value(s).Num)
	if over.IsZero() || over.Eq(c.value(y).Num.Abs()) {
		return
	}
	l := lemma{st.Eq(y, st.IntNum(num.Int{})), st.Eq(s, sum), st.Eq(s, st.Sub(sum, y)), st.Eq(s, st.Add(sum, y))}
	l = c.premise(l, p.Arg(1), y)
	c.need(c.premise(l, q.Arg(1), y))
}
