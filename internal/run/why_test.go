package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/bmc"
	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/engine/lazy"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// liar claims what it does not know.
func liar(r *verdict.Result, err error) *engine.Engine {
	return &engine.Engine{Name: "liar", Run: func(context.Context, *engine.Task) (*verdict.Result, error) { return r, err }}
}

// silent is a solver that does not know.
type silent struct{ smt.Solver }

func (silent) Check(context.Context, ...term.Term) smt.Answer {
	return smt.Answer{Reason: "it is silent"}
}

const hard = "int main(void) { unsigned x = nondet(), y = 0;\n while (y < x) { y += 3; if (nondet()) y ^= x; }\n if (y * y % 7 == 3 && y > 70000) reach_error(); }"

// TestWhy has a program for every word of UNKNOWN, and looks for what the explanation must name.
func TestWhy(t *testing.T) {
	expectBugs(t)
	interval := modular.WithFallback(dagger.Config{Domain: dagger.Interval})
	tests := []struct {
		reason verdict.Reason
		text   string
		c      cfront.Options
		opts   Options
		cause  error         // that ends the context at once
		limit  time.Duration // 0: 10 s
		want   func(*Why) bool
		hint   verdict.Hint
	}{
		{reason: "timeout", text: hard, limit: time.Millisecond, hint: verdict.MoreTime},
		{reason: "timeout", limit: 2 * time.Second, opts: Options{Engine: bmc.New(bmc.Config{})}, hint: verdict.MoreTime,
			text: "int main(void) { int x = 0;\n while (nondet()) x += 2;\n if (x == 3) reach_error(); }",
			want: func(w *Why) bool {
				return w.Growing != nil && w.Growing.Pos.Line == 3 && w.Growing.Times >= manyTimes && w.Unproved[0].Pos.Line == 4
			}},
		{reason: "memory", text: hard, cause: limit.ErrMemory, hint: verdict.MoreMemory},
		{reason: "interrupted", text: hard, cause: limit.ErrInterrupted},
		{reason: "bound", opts: Options{Engine: bmc.New(bmc.Config{Unwind: 1})}, hint: verdict.LargerBound,
			text: "int main(void) { int i = 0;\n while (i < 9) i++;\n if (i == 9) reach_error(); }"},
		{reason: "solver", opts: Options{Engine: bmc.New(bmc.Config{}), NewSolver: func(st *term.Store) smt.Solver { return silent{solvers.Native(st)} }},
			text: "int main(void) { if (nondet() == 7) reach_error(); }", hint: verdict.OtherSolver},
		{reason: "approximation", text: "#include <stdio.h>\nint main(void) { char b[400]; sprintf(b, \"%a\", nondet() / 3.0);\n if (b[0] == '3') reach_error(); }",
			want: func(w *Why) bool {
				return w.Approximated.Line > 0 && len(w.Unmodelled) > 0 && w.Unmodelled[0].Kind == ir.Overapproximated
			}},
		{reason: "recursion", opts: Options{Engine: tracer.New(tracer.Config{})}, hint: verdict.UseLazy,
			text: "int f(int n) {\n return n > 0 ? 1 + f(n - 1) : 0; }\nint main(void) { if (f(nondet()) < 0) reach_error(); }",
			want: func(w *Why) bool { return w.Growing != nil && w.Growing.Call && w.Growing.Pos.Line == 3 }},
		{reason: "unsupported", text: "int main(void) { int x = 0;\n __asm__(\"nop\" : : \"r\"(&x) : \"memory\"); if (x) reach_error(); }",
			want: func(w *Why) bool { return len(w.Unmodelled) == 1 && w.Unmodelled[0].Kind == ir.Unmodelled }},
		{reason: "unsupported property", c: cfront.Options{Properties: []string{"bounds"}},
			text: "int *where(void); int main(void) { int *p = where(); p++; return *p; }"},
		{reason: "size", text: many(24), limit: time.Minute, opts: Options{Engine: tracer.New(tracer.Config{})}, hint: verdict.UseLazy},
		{reason: "imprecise", opts: Options{Engine: interval}, hint: verdict.OtherEngine,
			text: "int main(void) { int x = nondet(), y = nondet();\n if (x > 1 && y > 1 && x < 9 && y < 9 && x * y == 17) reach_error(); }"},
		{reason: "summaries", opts: Options{Engine: modular.New(dagger.Config{Domain: dagger.Interval})}, hint: verdict.InlineCalls,
			text: "int f(int x, int k) { return x * k; }\nint main(void) { int x = nondet();\n if (x > 0 && x < 9 && f(x, 2) + f(x, 3) != 5 * x) reach_error(); }"},
		{reason: "bug", opts: Options{Engine: liar(nil, errors.New("it cannot"))}, text: "int main(void) { if (nondet()) reach_error(); }"},
		{reason: "uncertified", opts: Options{Engine: liar(&verdict.Result{Verdict: verdict.True}, nil)}, text: "int main(void) { if (nondet()) reach_error(); }"},
		{reason: "interpolant", opts: Options{Engine: lazy.New(lazy.Config{}), NewInterpolator: func(st *term.Store) smt.Interpolator { return mute{solvers.NativeInterpolator(st)} }},
			text: "int main(void) { int x = nondet(), y = x;\n while (nondet()) { x++; y++; }\n if (x != y) reach_error(); }", hint: verdict.OtherEngine},
	}
	for _, test := range tests {
		file := filepath.Join(t.TempDir(), "p.c")
		text := "extern int nondet(void); extern void reach_error(void);\n" + test.text
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		limit := test.limit
		if limit == 0 {
			limit = 10 * time.Second
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		ctx, stop := context.WithCancelCause(ctx)
		if test.cause != nil {
			stop(test.cause)
		}
		test.opts.Workers = 1
		res, err := Verify(ctx, prepare.New(test.c, nil, file), test.opts)
		stop(nil)
		cancel()
		switch {
		case err != nil:
			t.Errorf("%s: %v", test.reason, err)
		case res.Verdict != verdict.Unknown || res.Reason != test.reason:
			t.Errorf("%s: the answer is %s(%s): %s", test.reason, res.Verdict, res.Reason, res.Detail)
		case res.Why == nil || res.Detail == "":
			t.Errorf("%s is not explained", test.reason)
		case res.Why.Hint != test.hint:
			t.Errorf("%s: what would help is %q, not %q", test.reason, res.Why.Hint, test.hint)
		case res.Program != nil && !strings.HasPrefix(string(test.reason), "unsupported") && len(res.Why.Unproved) == 0:
			t.Errorf("%s: what was not proved is not named", test.reason)
		case test.want != nil && !test.want(res.Why):
			t.Errorf("%s: %+v; %s", test.reason, res.Why, res.Detail)
		}
	}
}

// many is a program whose calls, inlined, are 2^n.
func many(n int) string {
	var b strings.Builder
	b.WriteString("int f0(int x) { if (nondet() == x) reach_error(); return x + nondet(); }\n")
	for i := range n {
		name, inner := "f"+string(rune('a'+i)), "f0"
		if i > 0 {
			inner = "f" + string(rune('a'+i-1))
		}
		b.WriteString("int " + name + "(int x) { return " + inner + "(x) + " + inner + "(x + 1); }\n")
	}
	b.WriteString("int main(void) { return f" + string(rune('a'+n-1)) + "(0); }\n")
	return b.String()
}

// mute is an interpolator that finds none.
type mute struct{ smt.Interpolator }

func (m mute) Interpolate(ctx context.Context, parts []term.Term) (smt.Answer, []term.Term) {
	return smt.Answer{Reason: "it is mute"}, nil
}
