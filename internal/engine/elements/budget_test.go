package elements

import (
	"context"
	"errors"
	"testing"
	"time"

	"craig/logic/smt"
	"craig/logic/term"
)

// TestBudget: a question without processor time is not answered, one that waits has it still, and the end of the search
// is the end of the question.
func TestBudget(t *testing.T) {
	if threadTime() == 0 {
		t.Skip("the system does not say how much processor time a thread has used")
	}
	ctx, cancel := context.WithCancel(t.Context())
	some, done := worked(ctx, time.Second)
	time.Sleep(5 * time.Millisecond)
	if some.Err() != nil {
		t.Error("time that passes is taken for processor time")
	}
	none, also := worked(ctx, -time.Nanosecond)
	st := term.NewStore()
	sv := smt.New(st)
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	sv.Assert(st.Or(st.Lt(x, y), st.Lt(y, x)))
	if ans := sv.Check(none); ans.Status != smt.Unknown || ans.Reason == "" {
		t.Errorf("%s (%s) without processor time", ans.Status, ans.Reason)
	}
	if err := context.Cause(none); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the cause is %v", err)
	}
	also()
	cancel()
	if !errors.Is(some.Err(), context.Canceled) {
		t.Error("the search has ended, and the question has not")
	}
	done()
}
