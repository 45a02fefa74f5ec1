package elements

import (
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// Of all bits that have no value one is followed, by an address. That no read of a member of blocks is of such a bit follows from
// facts about that address: of each block that lives, it is not in the bytes that are read.

// mostEnds bounds the distances from the start of a block at which what is read begins or ends.
const mostEnds = 8

// findEnds collects these distances, by the comparisons of the followed address.
func (x *lists) findEnds(s *search) {
	if !x.followed.Valid() {
		return
	}
	see := func(t term.Term) {
		term.Walk(t, func(t term.Term) {
			if c, ok := x.end(s, t); ok && len(x.ends) < mostEnds {
				x.ends = addNum(x.ends, c)
			}
		})
	}
	for _, p := range s.paths {
		see(p.cond)
		for _, v := range s.sortedAfter(p) {
			see(p.after[v])
		}
	}
	slices.SortFunc(x.ends, num.Int.Cmp)
}

// end is the c for which a compares the followed address with p + c, for some pointer p.
func (x *lists) end(s *search, a term.Term) (c num.Int, ok bool) {
	if op := a.Op(); op != term.LeZero && op != term.LtZero || a.Arg(0).Op() != term.Sum {
		return c, false
	}
	e := a.Arg(0)
	for i := range e.NumArgs() {
		if e.Arg(i) != x.followed {
			continue
		}
		upper := e.Coeff(i).Sign() > 0 // of the address
		rest := s.st.Add(e, x.followed)
		if upper {
			rest = s.st.Neg(s.st.Sub(e, x.followed))
		}
		if _, c = split(s, rest); rest.IsConst() {
			c, _ = rest.IntValue()
		}
		if upper == (a.Op() == term.LeZero) { // of these, the next one
			c = c.Add(num.I(1))
		}
		return c, true
	}
	return c, false
}

// values guesses of which bytes of blocks all bits have values.
func (g *listFacts) values() {
	if !g.followed.Valid() || !g.s.live[g.h][g.followed] {
		return
	}
	st, k := g.st, g.s.bound[0]
	for i, from := range g.ends {
		for _, to := range g.ends[i+1:] {
			outside := func(p term.Term) []term.Term {
				return []term.Term{st.Lt(g.followed, g.plus(p, from)), st.Ge(g.followed, g.plus(p, to))}
			}
			g.fact(1, append(outside(k), g.gone(k))...)
			if len(g.marks) > 1 {
				for _, m := range g.marks {
					g.fact(1, append(outside(k), st.Not(g.isA(k, m)))...)
				}
			}
			for _, v := range g.ptrs {
				g.fact(0, outside(v)...)
				g.fact(0, append(outside(v), g.null(v))...)
			}
		}
	}
}
