package certify

import (
	"context"
	"testing"

	"craig/logic/smt"
	"craig/logic/term"
)

// TestEasyParts: of a goal, each conjunct of the invariant that has to hold is asked for by itself, and after some that
// are left open no more are.
func TestEasyParts(t *testing.T) {
	st := term.NewStore()
	x, y, at := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("at", term.Bool)
	var facts []term.Term
	for k := range 10 {
		facts = append(facts, st.Lt(st.Mul(x, y), st.Add(x, st.Int(int64(k)))))
	}
	solver := &scripted{}
	e := &encoder{condition: &condition{}, st: st, solver: solver, ranged: map[term.Term]bool{}}
	goals := []term.Term{st.Not(st.And(facts...)), st.And(at, st.Not(st.And(facts...))), st.And(at, st.Eq(x, y))}
	for i, n := range []int{10, 10, 1} {
		if got := e.parts(goals[i]); len(got) != n || !equivalent(st, goals[i], st.Or(got...)) {
			t.Errorf("goal %d has the parts %v", i, got)
		}
	}
	for _, c := range []struct {
		answers  []smt.Status // then Unknown
		status   smt.Status
		which    int
		asked    int
		disjunct int // of the goal that is left
	}{
		{[]smt.Status{smt.Unsat, smt.Unknown, smt.Unsat}, smt.Unknown, -1, 5, 8},
		{[]smt.Status{smt.Unsat, smt.Sat}, smt.Sat, 0, 2, 0},
		{slicesOf(smt.Unsat, 10), smt.Unsat, -1, 10, 0},
	} {
		*solver = scripted{answers: c.answers}
		left, ans, which := e.easy(context.Background(), goals[1:2])
		if ans.Status != c.status || which != c.which || solver.asked != c.asked || solver.quick {
			t.Errorf("%v: %v, goal %d, after %d questions", c.answers, ans.Status, which, solver.asked)
		}
		if c.disjunct > 0 && left[0].NumArgs() != c.disjunct {
			t.Errorf("%v: %v is left", c.answers, left)
		}
	}
}

func slicesOf(s smt.Status, n int) (list []smt.Status) {
	for range n {
		list = append(list, s)
	}
	return list
}

func equivalent(st *term.Store, f, g term.Term) bool {
	return smt.New(st).Check(context.Background(), st.Not(st.Iff(f, g))).Status == smt.Unsat
}

// scripted is a solver that gives answers that are written down, if it is quick.
type scripted struct {
	answers []smt.Status
	asked   int
	quick   bool
}

func (s *scripted) Push()            {}
func (s *scripted) Pop()             {}
func (s *scripted) Assert(term.Term) {}

func (s *scripted) Quick() (end func()) {
	s.quick = true
	return func() { s.quick = false }
}

func (s *scripted) Check(context.Context, ...term.Term) (ans smt.Answer) {
	s.asked++
	if s.quick && len(s.answers) > 0 {
		ans.Status, s.answers = s.answers[0], s.answers[1:]
	}
	return ans
}
