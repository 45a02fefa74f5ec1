package smtlib_test

import (
	"testing"

	"craig/logic/smt"
	"craig/logic/term"
)

// TestForAllHints: what holds for all k is used where a hint says, and a hint says nothing else.
func TestForAllHints(t *testing.T) {
	eachSolver(t, func(t *testing.T, command string) {
		st := term.NewStore()
		a, k, x := st.Var("a", term.Array(term.Int, term.Int)), st.Var("k", term.Int), st.Var("x", term.Int)
		next := st.Add(x, st.Int(1))
		s := newExternal(t, st, command)
		defer s.Close()
		s.ForAll([]term.Term{k}, st.Or(st.Lt(k, st.Int(0)), st.Eq(st.Select(a, k), st.Int(7))), []term.Term{x}, []term.Term{next})
		s.Push()
		s.Assert(st.Ge(x, st.Int(0)))
		s.Assert(st.Ne(st.Select(a, next), st.Int(7)))
		if ans := s.Check(t.Context()); ans.Status != smt.Unsat {
			t.Errorf("%s instead of unsat", ans.Status)
		}
		s.Pop()
		s.Assert(st.Eq(x, st.Int(-3)))
		s.Assert(st.Eq(st.Select(a, x), st.Int(8)))
		if ans := s.Check(t.Context()); ans.Status == smt.Unsat {
			t.Error("the hint is taken for an assertion")
		}
	})
}
