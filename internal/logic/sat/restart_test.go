package sat

import "testing"

func TestRestartsDue(t *testing.T) {
	var r restarts
	for i := range 200 {
		if r.learned(5); r.due() {
			t.Fatalf("due after %d clauses of one kind", i+1)
		}
	}
	n := 0
	for range 40 {
		if r.learned(50); r.due() {
			n++
		}
	}
	if n < 2 || n > 40/restartPause {
		t.Errorf("%d restarts within 40 clauses that are ten times worse", n)
	}
	for range 1000 {
		r.learned(2)
		r.due()
	}
	if r.learned(2); r.due() {
		t.Error("due though clauses have become better")
	}
}

// TestRestartKeeps has three decisions, of which the last one is less active than a variable without a value.
func TestRestartKeeps(t *testing.T) {
	s := New(nil, nil)
	for i, activity := range []float64{4, 3, 1, 2} {
		v := s.NewVar(true)
		s.activity[v] = activity
		s.order.increased(v)
		if i < 3 {
			s.newLevel()
			s.enqueue(v.Pos(), noRef)
		}
	}
	s.restart()
	if len(s.lim) != 2 || s.Value(Var(1).Pos()) != True || s.Value(Var(2).Pos()) != Undef {
		t.Errorf("%d decisions are kept, not the two that are more active", len(s.lim))
	}
}

func TestPigeonsRestart(t *testing.T) {
	s := New(nil, nil)
	pigeons(s, 7)
	if s.Solve(nil, nil) != Unsat || s.Stats.Restarts == 0 {
		t.Errorf("%+v", s.Stats)
	}
}
