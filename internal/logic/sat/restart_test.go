package sat

import (
	"slices"
	"testing"
)

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

func TestStablePhase(t *testing.T) {
	var r restarts
	for !r.stable {
		r.learned(5)
	}
	var pauses []int
	for since := 1; r.stable; since++ {
		if r.learned(5); r.due() {
			pauses, since = append(pauses, since/stablePause), 0
		}
	}
	if want := []int{1, 1, 2, 1, 1, 2}; !slices.Equal(pauses, want) {
		t.Errorf("restarts after %v, not %v", pauses, want)
	}
}

// TestAim has conflicts at the third level and then at the second, where fewer literals have values.
func TestAim(t *testing.T) {
	s := New(nil, nil)
	s.restarts.stable = true
	for range 3 {
		v := s.NewVar(true)
		s.newLevel()
		s.enqueue(v.Pos(), noRef)
	}
	s.aim()
	s.cancelUntil(0)
	s.newLevel()
	s.enqueue(Var(0).Neg(), noRef)
	s.newLevel()
	s.aim()
	if want := []bool{true, true, false}; !slices.Equal(s.target, want) {
		t.Errorf("aims for %v, not %v", s.target, want)
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
