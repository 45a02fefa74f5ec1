package guards

import (
	"context"

	"craig/logic/smt"
	"craig/logic/term"
)

// follows says that t holds wherever all of known does. False may also mean that the solver does not know.
func follows(ctx context.Context, st *term.Store, newSolver func(*term.Store) smt.Solver, known []term.Term, t term.Term) bool {
	if t.IsTrue() {
		return true
	}
	s := newSolver(st)
	if c, ok := s.(interface{ Close() }); ok {
		defer c.Close() // a process
	}
	for _, k := range known {
		s.Assert(k)
	}
	s.Assert(st.Not(t))
	return s.Check(ctx).Status == smt.Unsat
}
