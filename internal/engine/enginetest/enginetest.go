// Package enginetest is for the tests of engines: it loads programs, runs an engine, and has the
// certifier check what it says.
package enginetest

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/smt"
	"craig/logic/term"
)

// Papers is the folder of the papers' programs, from the folder of an engine.
const Papers = "../../../testdata/papers"

// NewSolver makes the native solver.
func NewSolver(st *term.Store) smt.Solver { return smt.New(st) }

// NewInterpolator makes the native interpolating solver.
func NewInterpolator(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) }

// Calls reads C files as engines for programs with calls get them.
func Calls(t testing.TB, opts cfront.Options, files ...string) *ir.Program {
	t.Helper()
	p, err := prepare.New(opts, nil, files...).Interprocedural(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Inlined reads C files and inlines their calls: what is certified of engines for programs without.
func Inlined(t testing.TB, opts cfront.Options, files ...string) *ir.Program {
	t.Helper()
	p, err := prepare.New(opts, nil, files...).Inlined(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Sliced is Inlined without what cannot matter to the errors.
func Sliced(t testing.TB, opts cfront.Options, files ...string) *ir.Program {
	t.Helper()
	p := Inlined(t, opts, files...)
	p, _ = pass.Slice(p, p.ErrorLocs())
	p, _ = pass.Simplify(p)
	return p
}

// Reduced is what engines get. Evidence for it is none for the whole program.
func Reduced(t testing.TB, opts cfront.Options, files ...string) *ir.Program {
	t.Helper()
	p, err := reduce.Inlined(context.Background(), prepare.New(opts, nil, files...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Wanted is the verdict that the first line of a program says it has: "// verdict: TRUE".
func Wanted(t testing.TB, file string) verdict.Verdict {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []verdict.Verdict{verdict.True, verdict.False} {
		if strings.HasPrefix(string(text), "// verdict: "+v.String()+"\n") {
			return v
		}
	}
	t.Fatalf("%s does not say its verdict", file)
	return verdict.Unknown
}

// Task asks for all error locations, with the native solver.
func Task(p *ir.Program, event func(engine.Event)) *engine.Task {
	return &engine.Task{Program: p, Goals: p.ErrorLocs(), NewSolver: NewSolver, NewInterpolator: NewInterpolator, Event: event}
}

// Run is the engine's answer, which nobody has checked.
func Run(ctx context.Context, t testing.TB, e *engine.Engine, task *engine.Task) *verdict.Result {
	t.Helper()
	res, err := e.Run(ctx, task)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Verify is the engine's answer within the time; if the certifier rejects it, or of a proof the conditions that are made a second time do
// not hold, the test fails.
func Verify(t testing.TB, e *engine.Engine, p *ir.Program, timeout time.Duration, event func(engine.Event)) *verdict.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	res := Run(ctx, t, e, Task(p, event))
	err := Certify(p, res)
	if err != nil {
		t.Errorf("%v is rejected: %v", res.Verdict, err)
	}
	if res.Verdict == verdict.True {
		Agree(t, p, res.Proof, err)
	}
	return res
}

// Certify has the certifier check an answer; Unknown needs no evidence.
func Certify(p *ir.Program, res *verdict.Result) (err error) {
	switch ctx := context.Background(); {
	case res.Verdict == verdict.False:
		_, err = counterexample.Unsafe(ctx, p, res.Trace)
	case res.Verdict == verdict.True:
		err = certify.Proof(ctx, p, res.Proof, NewSolver, 1)
	}
	return err
}

// Count is a counter of a result; -1 if it has none of the name.
func Count(res *verdict.Result, name string) int {
	for _, s := range res.Stats {
		if s.Name == name {
			return int(s.Value)
		}
	}
	return -1
}
