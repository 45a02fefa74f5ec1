package craig

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/engine"
	"craig/engine/bmc"
	"craig/engine/dagger"
	"craig/engine/lazy"
	"craig/engine/tracer"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/cfront"
	"craig/program/ir"
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
	interval := dagger.New(dagger.Config{Domain: dagger.Interval})
	tests := []struct {
		reason, text string
		opts         Options
		cause        error         // that ends the context at once
		limit        time.Duration // 0: 10 s
		want         func(*Why) bool
		option       string
	}{
		{reason: "timeout", text: hard, limit: time.Millisecond, option: "--timeout"},
		{reason: "timeout", limit: 2 * time.Second, opts: Options{Engine: bmc.New(bmc.Config{})}, option: "--timeout",
			text: "int main(void) { int x = 0;\n while (nondet()) x += 2;\n if (x == 3) reach_error(); }",
			want: func(w *Why) bool {
				return w.Growing != nil && w.Growing.Pos.Line == 3 && w.Growing.Times >= manyTimes && w.Unproved[0].Pos.Line == 4
			}},
		{reason: "memory", text: hard, cause: ErrMemory, option: "--memory"},
		{reason: "interrupted", text: hard, cause: ErrInterrupted},
		{reason: "bound", opts: Options{Engine: bmc.New(bmc.Config{Unwind: 1})}, option: "--unwind",
			text: "int main(void) { int i = 0;\n while (i < 9) i++;\n if (i == 9) reach_error(); }"},
		{reason: "solver", opts: Options{Engine: bmc.New(bmc.Config{}), NewSolver: func(st *term.Store) smt.Solver { return silent{nativeSolver(st)} }},
			text: "int main(void) { if (nondet() == 7) reach_error(); }", option: "--solver z3"},
		{reason: "approximation", text: "int main(void) { double d = nondet() / 3.0;\n if (d > 2.0) reach_error(); }",
			want: func(w *Why) bool {
				return w.Approximated.Line > 0 && len(w.Unmodelled) > 0 && w.Unmodelled[0].Kind == ir.Over
			}},
		{reason: "recursion", opts: Options{Engine: tracer.New(tracer.Config{})}, option: "--engine lazy",
			text: "int f(int n) {\n return n > 0 ? 1 + f(n - 1) : 0; }\nint main(void) { if (f(nondet()) < 0) reach_error(); }",
			want: func(w *Why) bool { return w.Growing != nil && w.Growing.Call && w.Growing.Pos.Line == 3 }},
		{reason: "unsupported", text: "int main(void) { int x = 0;\n __asm__(\"nop\" : : \"r\"(&x) : \"memory\"); if (x) reach_error(); }",
			want: func(w *Why) bool { return len(w.Unmodelled) == 1 && w.Unmodelled[0].Kind == ir.Unsound }},
		{reason: "unsupported property", opts: Options{C: cfront.Options{Properties: []string{"bounds"}}},
			text: "int *where(void); int main(void) { int *p = where(); p++; return *p; }"},
		{reason: "size", text: many(24), limit: time.Minute, opts: Options{Engine: tracer.New(tracer.Config{})}, option: "--engine lazy"},
		{reason: "imprecise", opts: Options{Engine: interval}, option: "another --engine",
			text: "int main(void) { int x = nondet(), y = nondet();\n if (x > 1 && y > 1 && x < 9 && y < 9 && x * y == 17) reach_error(); }"},
		{reason: "summaries", opts: Options{Engine: dagger.New(dagger.Config{Domain: dagger.Interval, Procedures: dagger.Summaries})}, option: "--procedures inline",
			text: "int f(int x, int k) { return x * k; }\nint main(void) { int x = nondet();\n if (x > 0 && x < 9 && f(x, 2) + f(x, 3) != 5 * x) reach_error(); }"},
		{reason: "bug", opts: Options{Engine: liar(nil, errors.New("it cannot"))}, text: "int main(void) { if (nondet()) reach_error(); }"},
		{reason: "uncertified", opts: Options{Engine: liar(&verdict.Result{Verdict: verdict.True}, nil)}, text: "int main(void) { if (nondet()) reach_error(); }"},
		{reason: "interpolant", opts: Options{Engine: lazy.New(lazy.Config{}), NewInterpolator: func(st *term.Store) smt.Interpolator { return mute{nativeInterpolator(st)} }},
			text: "int main(void) { int x = nondet(), y = x;\n while (nondet()) { x++; y++; }\n if (x != y) reach_error(); }", option: "another --engine"},
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
		res, err := Verify(ctx, test.opts, file)
		stop(nil)
		cancel()
		switch {
		case err != nil:
			t.Errorf("%s: %v", test.reason, err)
		case res.Verdict != verdict.Unknown || res.Reason != test.reason:
			t.Errorf("%s: the answer is %s(%s): %s", test.reason, res.Verdict, res.Reason, res.Detail)
		case res.Why == nil || res.Detail == "":
			t.Errorf("%s is not explained", test.reason)
		case res.Why.Option != test.option:
			t.Errorf("%s: the option that would help is %q, not %q", test.reason, res.Why.Option, test.option)
		case res.Program != nil && !strings.HasPrefix(test.reason, "unsupported") && len(res.Why.Unproved) == 0:
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
