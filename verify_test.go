package craig

import (
	"context"
	"errors"
	"strings"
	"testing"

	"craig/engine"
	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/ir/irtest"
)

// limited: 42 leads to an error, and before it 7 to a limit of craig.
const limited = `ir 1
note unsound 1 @"a.c":3:4 "inline assembly"
func main
local 1 main::x i32 c"x"
entry 1
exit 5
loc 1
edge 1 -> 2: havoc main::x call "nondet"
loc 2
edge 2 -> 3: assume (main::x == 7:i32) then
edge 3 -> 4: assume (main::x != 7:i32) else
loc 3 error "?unsupported"
loc 4
edge 4 -> 6: assume (main::x == K:i32) then
edge 5 -> 5: assume (main::x != K:i32) else
loc 5
loc 6 error "unreach-call"
end
main main
`

// answer is an engine that always says the same; input is the value of x in its trace.
func answer(v verdict.Verdict, invariant func(*term.Store) term.Term, input func(*ir.Program) int64) *engine.Engine {
	return &engine.Engine{Name: "oracle", Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		st := term.NewStore()
		r := &verdict.Result{Verdict: v, Reason: "tired"}
		if v == verdict.True {
			r.Invariants = map[ir.Loc]term.Term{task.Program.Main.Entry: invariant(st)}
		}
		if v == verdict.False {
			r.Trace = &verdict.Trace{Path: []ir.EdgeID{1}, Input: map[int]num.Int{0: num.I(input(task.Program))}}
		}
		return r, nil
	}}
}

// TestVerify: what becomes of an engine's answer, right or wrong.
func TestVerify(t *testing.T) {
	isTrue := func(st *term.Store) term.Term { return st.True() }
	isFalse := func(st *term.Store) term.Term { return st.False() }
	always := func(k int64) func(*ir.Program) int64 { return func(*ir.Program) int64 { return k } }
	for _, c := range []struct {
		name string
		e    *engine.Engine
		k    string // the input that leads to the error
		line string
		bug  bool
	}{
		{"a proof without invariants of a program that is not safe", answer(verdict.True, isTrue, nil), "42", "UNKNOWN(uncertified)", true},
		{"a proof that does not begin", answer(verdict.True, isFalse, nil), "42", "UNKNOWN(uncertified)", true},
		{"a right trace", answer(verdict.False, nil, always(42)), "42", "FALSE(unreach-call)", false},
		{"a wrong trace", answer(verdict.False, nil, always(41)), "42", "UNKNOWN(approximation)", false},
		{"a limit alone", answer(verdict.False, nil, always(7)), "42", "UNKNOWN(unsupported)", false},
		{"a limit, then the error", answer(verdict.False, nil, func(p *ir.Program) int64 {
			if p.Locs[3] != nil && p.Locs[3].Error != "" {
				return 7
			}
			return 42
		}), "42", "FALSE(unreach-call)", false},
		{"giving up", answer(verdict.Unknown, nil, nil), "42", "UNKNOWN(tired)", false},
		{"an engine at fault", &engine.Engine{Name: "broken", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			return nil, errors.New("broken")
		}}, "42", "UNKNOWN(bug)", true},
		{"an engine that panics", &engine.Engine{Name: "broken", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			panic("broken")
		}}, "42", "UNKNOWN(bug)", true},
	} {
		p := irtest.Parse(t, strings.ReplaceAll(limited, "K:i32", c.k+":i32"))
		v := newVerifier(Options{Engine: c.e})
		v.res.Program, v.res.Notes = p, p.Notes
		v.verify(context.Background(), p)
		line := v.res.Verdict.String()
		switch v.res.Verdict {
		case verdict.Unknown:
			line += "(" + v.res.Reason + ")"
		case verdict.False:
			line += "(" + v.res.Trace.Property + ")"
		}
		if line != c.line || (v.res.Bug != nil) != c.bug {
			t.Errorf("%s: got %s (bug: %v), want %s", c.name, line, v.res.Bug, c.line)
		}
		if v.res.Reason == "unsupported" && !strings.Contains(v.res.Detail, "inline assembly") {
			t.Errorf("%s: the detail does not name the construct: %s", c.name, v.res.Detail)
		}
	}
}

// TestEnded: the reason of an Unknown comes from the context's cause.
func TestEnded(t *testing.T) {
	for cause, want := range map[error]string{
		ErrMemory: "memory", ErrInterrupted: "interrupted", context.DeadlineExceeded: "timeout", context.Canceled: "interrupted",
	} {
		if r := Ended(cause, "engine"); r.Verdict != verdict.Unknown || r.Reason != want {
			t.Errorf("%v: got %v %s, want %s", cause, r.Verdict, r.Reason, want)
		}
	}
}
