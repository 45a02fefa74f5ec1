package conditions

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Limits of instances: how often those that there are make further ones, and how many of one conjunct then.
const (
	rounds        = 2
	mostInstances = 600
)

// instances are facts, and instances of the formula of the source, which holds for all values of the bound variables: those at which it
// speaks of a cell that the facts speak of, anywhere in it.
func (b *paths) instances(facts []term.Term) []term.Term {
	bound := make([]term.Term, len(b.proof.Bound))
	for i, name := range b.proof.Bound {
		bound[i] = b.st.Var(name, term.Int)
	}
	for range rounds {
		cells := b.cells(facts)
		for _, conjunct := range term.Conjuncts(b.source) {
			values := make([][]term.Term, len(bound))
			for i, x := range bound {
				values[i] = append([]term.Term{x}, b.candidates(b.source, x, cells)...)
			}
			more := mostInstances
			b.each(conjunct, bound, values, func(f term.Term) bool {
				if !f.IsTrue() && !slices.Contains(facts, f) {
					more--
					facts = append(facts, f)
				}
				return more > 0
			})
		}
	}
	return facts
}

// region is that whose contents a term tells; nil if it is none.
func (b *paths) region(t term.Term) *ir.Var {
	for t.Op() == term.Store_ {
		t = t.Arg(0)
	}
	return b.names[t]
}

// cells are the addresses in regions that facts speak of.
func (b *paths) cells(facts []term.Term) map[*ir.Var][]term.Term {
	cells := map[*ir.Var][]term.Term{}
	for _, f := range facts {
		term.Walk(f, func(t term.Term) {
			if t.Op() != term.Select && t.Op() != term.Store_ {
				return
			}
			if r := b.region(t.Arg(0)); r != nil && !slices.Contains(cells[r], t.Arg(1)) {
				cells[r] = append(cells[r], t.Arg(1))
			}
		})
	}
	return cells
}

// candidates are the values of x at which f speaks of one of the cells: of f's a[c·x + k], where k does not depend on x, (cell - k) / c.
func (b *paths) candidates(f, x term.Term, cells map[*ir.Var][]term.Term) (values []term.Term) {
	at := func(t term.Term, v int64) term.Term { return b.st.Subst(t, map[term.Term]term.Term{x: b.st.Int(v)}) }
	term.Walk(f, func(t term.Term) {
		if t.Op() != term.Select {
			return
		}
		k := at(t.Arg(1), 0)
		c, ok := b.st.Sub(at(t.Arg(1), 1), k).IntValue()
		if !ok || c.IsZero() || b.st.Add(b.st.Mul(b.st.IntNum(c), x), k) != t.Arg(1) {
			return
		}
		for _, cell := range cells[b.region(t.Arg(0))] {
			distance := b.st.Sub(cell, k)
			if c.Sign() < 0 {
				distance = b.st.Neg(distance)
			}
			if v := b.st.Div(distance, b.st.IntNum(c.Abs())); !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	})
	return values
}

// each calls g with f at every choice of values, until it returns false. Bound variables that f does not mention do not matter.
func (b *paths) each(f term.Term, bound []term.Term, values [][]term.Term, g func(term.Term) bool) {
	m := map[term.Term]term.Term{}
	mentioned := term.Vars(f, map[term.Term]bool{}, nil)
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(bound) {
			return g(b.st.Subst(f, m))
		}
		for _, v := range values[i] {
			m[bound[i]] = v
			if !choose(i + 1) {
				return false
			}
			if !slices.Contains(mentioned, bound[i]) {
				break
			}
		}
		return true
	}
	choose(0)
}
