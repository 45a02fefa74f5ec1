package qe

import (
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// eliminate eliminates the variables from the constraints, one after the other.
func (p *projector) eliminate() {
	p.eliminateArrays()
	for !p.dead && !p.hard && len(p.cons) > 0 {
		if p.ctx.Err() != nil {
			p.hard = true
			return
		}
		if x, t := p.equation(); x.Valid() {
			p.replace(x, t)
			continue
		}
		if x := p.obscured(); x.Valid() {
			p.fixValue(x)
			continue
		}
		x := p.cheapest()
		if x.Sort() == term.Real {
			p.eliminateReal(x)
		} else {
			p.eliminateInt(x)
		}
		delete(p.left, x)
		p.forget()
	}
}

// eliminateArrays eliminates arrays that still occur, after elements of them have been read, and
// ties those elements to what takes the array's place.
func (p *projector) eliminateArrays() {
	for !p.dead && !p.hard {
		var a, t term.Term
		for _, c := range p.cons {
			for _, x := range term.Vars(c.e, nil, nil) {
				if x.Sort().IsArray() && p.left[x] {
					a = x
				}
			}
			if c.kind == other {
				if x, y := p.definition(c.e); x.Valid() && x.Sort().IsArray() {
					a, t = x, y
					break
				}
			}
		}
		if !a.Valid() {
			return
		}
		if !t.Valid() {
			if p.model == nil {
				p.hard = true
				return
			}
			t = p.eval(a)
		}
		p.replace(a, t)
		for _, r := range p.reads[a] {
			p.assume(p.st.Eq(r.elem, p.st.Select(t, r.index)))
		}
	}
}

// equation is a constraint solved for a variable: x = t.
func (p *projector) equation() (x, t term.Term) {
	for _, c := range p.cons {
		switch {
		case c.kind == eq:
			if x, t := p.solve(c.e); x.Valid() {
				return x, t
			}
		case c.kind == other:
			if x, t := p.definition(c.e); x.Valid() {
				return x, t
			}
		}
	}
	return term.Term{}, term.Term{}
}

// replace puts t for x everywhere.
func (p *projector) replace(x, t term.Term) {
	delete(p.left, x)
	p.forget()
	m := map[term.Term]term.Term{x: t}
	cons := p.cons
	p.cons = nil
	for _, c := range cons {
		c.e = p.st.Subst(c.e, m)
		if c.kind == other {
			p.assume(c.e) // may have become arithmetic
		} else {
			p.addPure(c)
		}
	}
}

// addPure is add for a constraint that a substitution may have given terms to be purified.
func (p *projector) addPure(c constraint) {
	c.e = p.purify(c.e)
	p.add(c)
}

// obscured is a variable that occurs other than as a summand.
func (p *projector) obscured() term.Term {
	for _, c := range p.cons {
		args := []term.Term{c.e}
		if c.kind != other {
			args = summands(c.e)
		}
		for _, a := range args {
			if c.kind != other && p.left[a] || !p.mentions(a) {
				continue
			}
			for _, x := range term.Vars(a, nil, nil) {
				if p.left[x] {
					return x
				}
			}
		}
	}
	return term.Term{}
}

// fixValue puts for x its value in the model; without a model it is too hard.
func (p *projector) fixValue(x term.Term) {
	if p.model == nil {
		p.hard = true
		return
	}
	v := p.eval(x)
	if s := x.Sort(); !s.IsNumeric() && s != term.Bool && !s.IsArray() {
		// An element of an uninterpreted sort has no name but terms that have its value.
		if v = p.synonym(x, v); !v.Valid() {
			p.strand(x)
			return
		}
	}
	p.replace(x, v)
}

// synonym is a term of the constraints without variables to be eliminated that has the value v.
func (p *projector) synonym(x, v term.Term) term.Term {
	var found term.Term
	for _, c := range p.cons {
		term.Walk(c.e, func(u term.Term) {
			if !found.Valid() && u.Sort() == x.Sort() && !p.mentions(u) && p.eval(u) == v {
				found = u
			}
		})
	}
	return found
}

// strand gives up on x: what mentions it stays as it is. An auxiliary variable must not stay.
func (p *projector) strand(x term.Term) {
	if p.aux[x] {
		p.hard = true
	}
	delete(p.left, x)
	p.forget()
	cons := p.cons
	p.cons = nil
	for _, c := range cons {
		p.add(c)
	}
}

// cheapest is the variable whose elimination makes the fewest constraints.
func (p *projector) cheapest() term.Term {
	type count struct{ low, high, other int }
	counts := map[term.Term]*count{}
	for _, c := range p.cons {
		for i, x := range summands(c.e) {
			if !p.left[x] {
				continue
			}
			n := counts[x]
			if n == nil {
				n = new(count)
				counts[x] = n
			}
			switch {
			case c.kind == eq || c.kind == divides:
				n.other++
			case coefficient(c.e, i).Sign() > 0:
				n.high++
			default:
				n.low++
			}
		}
	}
	var best term.Term
	least := 0
	for _, x := range p.vars {
		n := counts[x]
		if n == nil {
			continue
		}
		if cost := n.low*n.high - n.low - n.high + 4*n.other; !best.Valid() || cost < least {
			best, least = x, cost
		}
	}
	return best
}

// bound is a·x ≥ s (a lower one) or a·x ≤ s (an upper one), with a > 0; strict over Real.
type bound struct {
	a      num.Int
	s      term.Term
	strict bool
}

// isolate takes the constraints on x out. Over Real, a is 1.
func (p *projector) isolate(x term.Term) (lower, upper []bound, rest []constraint) {
	var keep []constraint
	for _, c := range p.cons {
		i := slices.Index(summands(c.e), x)
		switch {
		case i < 0 || c.kind == other:
			keep = append(keep, c)
			continue
		case c.kind != le && c.kind != lt:
			rest = append(rest, c)
			continue
		}
		k := coefficient(c.e, i)
		s := p.st.Sub(c.e, p.st.Scale(k, x)) // k·x + s ≤ 0
		b := bound{strict: c.kind == lt}
		if x.Sort() == term.Real {
			b.a, b.s = num.I(1), p.st.Scale(k.Inv().Neg(), s)
		} else if b.a = k.Num().Abs(); k.Sign() > 0 {
			b.s = p.st.Neg(s)
		} else {
			b.s = s
		}
		if k.Sign() > 0 {
			upper = append(upper, b)
		} else {
			lower = append(lower, b)
		}
	}
	p.cons = keep
	return lower, upper, rest
}

// maxShadow bounds how many more constraints than before a model-based elimination makes; and
// maxExact an exact one.
const (
	maxShadow = 2
	maxExact  = 300
)

// few says whether combining the bounds pairwise is worth it.
func (p *projector) few(lower, upper []bound) bool {
	more := len(lower)*len(upper) - len(lower) - len(upper)
	if p.model != nil {
		return more <= maxShadow
	}
	return more <= maxExact
}

// eliminateReal: Fourier and Motzkin, or the greatest lower bound of the model.
func (p *projector) eliminateReal(x term.Term) {
	lower, upper, _ := p.isolate(x) // equations have been solved
	if len(lower) == 0 || len(upper) == 0 {
		return
	}
	if p.few(lower, upper) {
		for _, l := range lower {
			for _, u := range upper {
				p.addLess(l.s, u.s, l.strict || u.strict)
			}
		}
		return
	}
	if p.model == nil {
		p.hard = true
		return
	}
	g := lower[0]
	for _, l := range lower[1:] {
		if d := p.eval(l.s).Num().Cmp(p.eval(g.s).Num()); d > 0 || d == 0 && l.strict {
			g = l
		}
	}
	for _, l := range lower {
		if l != g {
			p.addLess(l.s, g.s, l.strict && !g.strict)
		}
	}
	for _, u := range upper {
		p.addLess(g.s, u.s, g.strict || u.strict)
	}
}

// addLess adds s ≤ t, or s < t.
func (p *projector) addLess(s, t term.Term, strict bool) {
	k := le
	if strict {
		k = lt
	}
	p.add(constraint{kind: k, e: p.st.Sub(s, t)})
}
