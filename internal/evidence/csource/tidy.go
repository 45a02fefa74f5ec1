package csource

import (
	"context"
	"slices"
	"time"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// tidyTime bounds what is spent on making the invariants of one result readable.
const tidyTime = 300 * time.Millisecond

// tidier makes formulas shorter that mean the same of values within the ranges of their types.
type tidier struct {
	ctx    context.Context
	prog   *ir.Program
	values sem.Values
}

// formula leaves out conjuncts that follow from the others, and what a disjunct says of values
// that another disjunct has. What cannot be decided in time stays.
func (d *tidier) formula(t term.Term) term.Term { return d.under(nil, t) }

// under makes t shorter where given holds.
func (d *tidier) under(given []term.Term, t term.Term) term.Term {
	if d.ctx.Err() != nil {
		return t
	}
	st := t.Store()
	switch t.Op() {
	case term.Or:
		parts := slices.Clone(t.Args())
		for i := range parts {
			others := slices.Clone(given) // that the others do not hold
			for k, p := range parts {
				if k != i {
					others = append(others, st.Not(p))
				}
			}
			if parts[i] = d.under(others, parts[i]); d.impossible(append(others, parts[i])...) {
				parts[i] = st.False()
			}
		}
		return st.Or(parts...)
	case term.And:
		parts := slices.Clone(t.Args())
		slices.SortStableFunc(parts, func(a, b term.Term) int { return size(b) - size(a) }) // long ones go first
		for i := 0; i < len(parts); {
			rest := append(slices.Clone(given), parts[:i]...)
			rest = append(rest, parts[i+1:]...)
			if parts[i] = d.under(rest, parts[i]); parts[i].IsTrue() {
				parts = slices.Delete(parts, i, i+1)
			} else {
				i++
			}
		}
		return st.And(parts...)
	}
	if d.impossible(append(slices.Clone(given), st.Not(t))...) {
		return st.True()
	}
	return t
}

// impossible says whether no values in range satisfy fs; false is no proof that there are some.
func (d *tidier) impossible(fs ...term.Term) bool {
	if len(fs) == 0 || d.ctx.Err() != nil {
		return false
	}
	st := fs[0].Store()
	c := sem.New(st, d.prog)
	s := smt.New(st)
	seen := map[term.Term]bool{}
	for _, f := range fs {
		s.Assert(f)
		for _, x := range term.Vars(f, seen, nil) {
			if v, ok := d.values.Of(x); ok && v.At == sem.AtHere {
				s.Assert(c.Range(v.Var.Type, x))
			}
		}
	}
	return s.Check(d.ctx).Status == smt.Unsat
}

// size counts the subterms of t.
func size(t term.Term) int {
	n := 0
	term.Walk(t, func(term.Term) { n++ })
	return n
}
