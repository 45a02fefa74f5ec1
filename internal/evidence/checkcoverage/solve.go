package checkcoverage

import (
	"context"

	"craig/logic/solver"
	"craig/logic/term"
)

// follows says that t holds wherever all of known does. False may also mean that the solver does not know.
func follows(ctx context.Context, st *term.Store, newSolver func(*term.Store) solver.Solver, known []term.Term, t term.Term) bool {
	if t.IsTrue() {
		return true
	}
	s := newSolver(st)
	defer solver.Close(s)
	solver.About(s, "a check of memory that the program makes")
	for _, k := range known {
		s.Assert(k)
	}
	s.Assert(st.Not(t))
	return s.Check(ctx).Status == solver.Unsat
}
