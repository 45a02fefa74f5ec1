package outlined

import (
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// filler guesses invariants of locations between those that have one: engines have some for each cycle. They are what is needed to come to the next ones, and to no goal: weakest
// preconditions.
type filler struct {
	p    *ir.Program
	st   *term.Store
	sem  *sem.Context
	inv  verdict.Invariants
	need map[ir.Loc]term.Term
}

func newFiller(st *term.Store, p *ir.Program, inv verdict.Invariants) *filler {
	return &filler{p: p, st: st, sem: sem.New(st, p), inv: inv, need: map[ir.Loc]term.Term{}}
}

// at is the invariant of a location, or a guess.
func (f *filler) at(l ir.Loc) term.Term {
	if t, ok := f.inv[l]; ok {
		return f.st.Import(t)
	}
	if t, ok := f.need[l]; ok {
		return t
	}
	f.need[l] = f.st.True() // on a cycle without an invariant nothing is needed
	if f.p.Locs[l].IsGoal() {
		f.need[l] = f.st.False()
		return f.need[l]
	}
	var parts []term.Term
	for _, id := range f.p.Locs[l].Out {
		e := f.p.Edges[id]
		parts = append(parts, f.before(e.Stmt, f.at(e.To)))
	}
	f.need[l] = f.st.And(parts...)
	return f.need[l]
}

// before is what is needed before a statement for t to hold behind it.
func (f *filler) before(s ir.Stmt, t term.Term) term.Term {
	set := func(v *ir.Var, to term.Term) term.Term {
		return f.st.Subst(t, map[term.Term]term.Term{f.sem.Var(v): to})
	}
	switch s := s.(type) {
	case *ir.Assume:
		return f.st.Implies(f.sem.Expr(s.Cond, f.sem.Var), t)
	case *ir.Assign:
		return set(s.Var, f.sem.Expr(s.Expr, f.sem.Var))
	case *ir.Store:
		return set(s.Region, f.st.Store(f.sem.Var(s.Region), f.sem.Expr(s.Addr, f.sem.Var), f.sem.Expr(s.Val, f.sem.Var)))
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Memory {
			var parts []term.Term
			for _, c := range term.Conjuncts(t) {
				if !mentions(c, f.sem.Var(s.Var)) {
					parts = append(parts, c)
				}
			}
			return f.st.And(parts...)
		}
		return f.st.And(set(s.Var, f.st.Int(0)), set(s.Var, f.st.Int(1))) // whatever value it has, as a guess
	}
	return t
}

func mentions(t, x term.Term) bool {
	for _, y := range term.Vars(t, map[term.Term]bool{}, nil) {
		if x == y {
			return true
		}
	}
	return false
}
