package run

import (
	"context"
	"errors"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
	"craig/logic/term"
)

// twoErrors: 42 leads to an error, and before it 7 to a limit of craig.
const twoErrors = `ir 1
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
loc 3 limit unsupported
loc 4
edge 4 -> 6: assume (main::x == K:i32) then
edge 5 -> 5: assume (main::x != K:i32) else
loc 5
loc 6 error "unreach-call"
end
main main
`

// answering is an engine that always says the same; input is the value of x in its trace.
func answering(v verdict.Verdict, invariant func(*term.Store) term.Term, input func(*ir.Program) int64) *engine.Engine {
	return &engine.Engine{Name: "oracle", Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		st := term.NewStore()
		r := &verdict.Result{Verdict: v, Reason: "tired"}
		if v == verdict.True {
			r.Proof = verdict.Invariants{task.Program.Main.Entry: invariant(st)}
		}
		if v == verdict.False {
			r.Trace = &verdict.Trace{Path: []ir.EdgeID{1}, Input: map[int]num.Int{0: num.I(input(task.Program))}}
		}
		return r, nil
	}}
}

// TestVerify: what becomes of an engine's answer, right or wrong.
func TestVerify(t *testing.T) {
	expectBugs(t)
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
		{"a proof without invariants of a program that is not safe", answering(verdict.True, isTrue, nil), "42", "UNKNOWN(uncertified)", true},
		{"a proof that does not begin", answering(verdict.True, isFalse, nil), "42", "UNKNOWN(uncertified)", true},
		{"a right trace", answering(verdict.False, nil, always(42)), "42", "FALSE(unreach-call)", false},
		{"a wrong trace", answering(verdict.False, nil, always(41)), "42", "UNKNOWN(approximation)", false},
		{"a limit alone", answering(verdict.False, nil, always(7)), "42", "UNKNOWN(unsupported)", false},
		{"a limit, then the error", answering(verdict.False, nil, func(p *ir.Program) int64 {
			if p.Locs[3] != nil && p.Locs[3].IsGoal() {
				return 7
			}
			return 42
		}), "42", "FALSE(unreach-call)", false},
		{"giving up", answering(verdict.Unknown, nil, nil), "42", "UNKNOWN(tired)", false},
		{"an engine at fault", &engine.Engine{Name: "broken", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			return nil, errors.New("broken")
		}}, "42", "UNKNOWN(bug)", true},
		{"an engine that panics", &engine.Engine{Name: "broken", Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			panic("broken")
		}}, "42", "UNKNOWN(bug)", true},
	} {
		p := irtest.Parse(t, strings.ReplaceAll(twoErrors, "K:i32", c.k+":i32"))
		v := newVerifier(prepare.New(cfront.Options{}, nil), Options{Engine: c.e})
		res := v.result(v.attempts(context.Background(), c.e, form{prog: p}))
		line := res.Verdict.String()
		switch res.Verdict {
		case verdict.Unknown:
			line += "(" + string(res.Reason) + ")"
		case verdict.False:
			line += "(" + res.Trace.Goal.Property + ")"
		}
		if line != c.line || (res.Bug != nil) != c.bug {
			t.Errorf("%s: got %s (bug: %v), want %s", c.name, line, res.Bug, c.line)
		}
		if res.Reason == verdict.Unsupported && !strings.Contains(res.Detail, "inline assembly") {
			t.Errorf("%s: the detail does not name the construct: %s", c.name, res.Detail)
		}
	}
}

// expectBugs lets engines fail until the end of a test that is about what a run does then: see package runtest.
func expectBugs(t *testing.T) {
	on := OnBug
	OnBug = nil
	t.Cleanup(func() { OnBug = on })
}

// TestUnfinished: the reason of an Unknown comes from the context's cause.
func TestUnfinished(t *testing.T) {
	for cause, want := range map[error]verdict.Reason{
		limit.ErrMemory: "memory", limit.ErrInterrupted: "interrupted", context.DeadlineExceeded: "timeout", context.Canceled: "interrupted",
	} {
		if r := Unfinished(cause, "engine"); r.Verdict != verdict.Unknown || r.Reason != want {
			t.Errorf("%v: got %v %s, want %s", cause, r.Verdict, r.Reason, want)
		}
	}
}
