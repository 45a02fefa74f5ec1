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

// Says reports whether f says anything of the values that variables of p may have, as far as that is found out in time.
func Says(p *ir.Program, f term.Term) bool {
	ctx, cancel := context.WithTimeout(context.Background(), tidyTime)
	defer cancel()
	return !(&tidier{ctx, p, sem.ValuesOf(p)}).impossible(f.Store().Not(f))
}

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

// shorter is t without what it says twice, and without what the types of variables say, as far as that can be seen without a solver.
func (v *Scopes) shorter(t term.Term) term.Term {
	st := t.Store()
	switch t.Op() {
	case term.And, term.Or:
		var parts []term.Term
		for _, a := range t.Args() {
			parts = append(parts, v.shorter(a))
		}
		// Of two conjuncts, or disjuncts, one of which implies the other, the stronger stays, or the weaker.
		for i := 0; i < len(parts); i++ {
			for k := 0; k < len(parts); k++ {
				strong, weak := parts[k], parts[i]
				if t.Op() == term.Or {
					strong, weak = weak, strong
				}
				if k != i && implies(strong, weak) {
					parts = slices.Delete(parts, i, i+1)
					i--
					break
				}
			}
		}
		if t.Op() == term.And {
			return st.And(parts...)
		}
		return st.Or(parts...)
	case term.LeZero:
		s := sumOf(t.Arg(0))
		if len(s.terms) != 1 {
			return t
		}
		x, ok := v.Value(s.terms[0].t)
		if !ok || x.Var.Type.Kind != ir.Integer {
			return t
		}
		most := x.Var.Type.Max() // of the sum
		if s.terms[0].c.Sign() < 0 {
			most = x.Var.Type.Min()
		}
		if s.terms[0].c.Mul(most.Rat()).Add(s.konst).Sign() <= 0 {
			return st.True()
		}
	}
	return t
}

// implies says whether a implies b, as far as their form tells; false is no proof that it does not.
func implies(a, b term.Term) bool {
	switch {
	case a == b || b.IsTrue() || a.IsFalse():
		return true
	case b.Op() == term.And:
		return !slices.ContainsFunc(b.Args(), func(b term.Term) bool { return !implies(a, b) })
	case a.Op() == term.Or:
		return !slices.ContainsFunc(a.Args(), func(a term.Term) bool { return !implies(a, b) })
	case a.Op() == term.And:
		return slices.ContainsFunc(a.Args(), func(a term.Term) bool { return implies(a, b) })
	case b.Op() == term.Or:
		return slices.ContainsFunc(b.Args(), func(b term.Term) bool { return implies(a, b) })
	case b.Op() != term.LeZero || a.Op() != term.LeZero && a.Op() != term.EqZero:
		return false
	}
	s, u := sumOf(a.Arg(0)), sumOf(b.Arg(0)) // s <= 0 or s = 0, u <= 0
	if len(s.terms) != len(u.terms) {
		return false
	}
	same, opposite := true, a.Op() == term.EqZero
	for i := range s.terms {
		if s.terms[i].t != u.terms[i].t {
			return false
		}
		same = same && s.terms[i].c.Eq(u.terms[i].c)
		opposite = opposite && s.terms[i].c.Eq(u.terms[i].c.Neg())
	}
	switch { // u - s, or u + s, is a number
	case same:
		return u.konst.Sub(s.konst).Sign() <= 0
	case opposite:
		return u.konst.Add(s.konst).Sign() <= 0
	}
	return false
}
