package tracer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/abstract/fold"
	"craig/internal/engine/enginetest"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// loaded is a C program on its way to the engine.
type loaded struct {
	whole, small *ir.Program
	way          pass.Lift
	facts        *fold.Facts
	sliced       *ir.Program
}

// globalsAreInputs takes zeros from global variables: the published tool, and the verdicts of the
// tcas programs, take globals without an initialiser for inputs, which C does not.
func globalsAreInputs(p *ir.Program) {
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if a, ok := e.Stmt.(*ir.Assign); ok && e.Aux && a.Var.Func == nil && a.Expr.IsConst() && a.Expr.Val.IsZero() {
			e.Stmt = &ir.Havoc{Var: a.Var, Source: ir.FromParameter, Name: a.Var.Name}
		}
	}
}

// load reads, inlines, slices and folds C files. With inputs, globals are inputs.
func load(t testing.TB, opts cfront.Options, inputs bool, files ...string) *loaded {
	t.Helper()
	p := enginetest.Inlined(t, opts, files...)
	if inputs {
		globalsAreInputs(p)
	}
	l := &loaded{whole: p}
	l.sliced, l.way = pass.Slice(p, p.ErrorLocs())
	var err error
	if l.small, l.facts, err = fold.Fold(context.Background(), l.sliced); err != nil {
		t.Fatal(err)
	}
	return l
}

// run runs the engine on l and checks what it says about the whole program.
func (l *loaded) run(t testing.TB, cfg tracer.Config, timeout time.Duration) *verdict.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	r := enginetest.Run(ctx, t, tracer.New(cfg), enginetest.Task(l.small, nil))
	ctx, cancel = context.WithTimeout(context.Background(), timeout)
	defer cancel()
	switch r.Verdict {
	case verdict.True:
		var st *term.Store
		for _, f := range r.Proof.(verdict.Invariants) {
			st = f.Store()
		}
		inv := l.facts.Invariants(st, r.Proof.(verdict.Invariants))
		if err := certify.Safe(ctx, l.whole, l.way.Invariants(st, inv), enginetest.NewSolver, 2); err != nil {
			t.Errorf("the proof is rejected: %v", err)
			// Whose fault is it?
			t.Logf("before slicing undone: %v", certify.Safe(ctx, l.sliced, inv, enginetest.NewSolver, 2))
			t.Logf("before folding undone: %v", certify.Safe(ctx, l.small, r.Proof.(verdict.Invariants), enginetest.NewSolver, 2))
		}
	}
	return r
}

// TestBench runs the sets CRAIG_BENCH_SETS of the folder CRAIG_BENCH, such as tracer-tcas,locks.
func TestBench(t *testing.T) {
	root, sets := os.Getenv("CRAIG_BENCH"), os.Getenv("CRAIG_BENCH_SETS")
	if root == "" || sets == "" {
		t.Skip("CRAIG_BENCH and CRAIG_BENCH_SETS choose what to run")
	}
	cfgs := map[string]tracer.Config{
		"selective": {}, "minimax": {Loops: tracer.Minimax}, "deepening": {Loops: tracer.Deepening},
		"core": {Interpolants: tracer.Core}, "craig": {Interpolants: tracer.Craig},
	}
	name := "selective"
	if s := os.Getenv("CRAIG_BENCH_LOOPS"); s != "" {
		name = s
	}
	timeout := time.Minute
	if d, err := time.ParseDuration(os.Getenv("CRAIG_BENCH_TIME")); err == nil {
		timeout = d
	}
	for _, set := range strings.Split(sets, ",") {
		files, err := filepath.Glob(filepath.Join(root, "tasks", set+"*.yml"))
		if strings.HasSuffix(set, "/") || !strings.Contains(set, "/") {
			files, err = filepath.Glob(filepath.Join(root, "tasks", set, "*.yml"))
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, yml := range files {
			t.Run(strings.TrimSuffix(filepath.Base(yml), ".yml"), func(t *testing.T) {
				text, err := os.ReadFile(yml)
				if err != nil {
					t.Fatal(err)
				}
				y := string(text)
				opts := cfront.Options{ILP32: strings.Contains(y, "ILP32"), Math: os.Getenv("CRAIG_BENCH_MATH") != ""}
				if strings.Contains(y, "unreach-label") {
					opts.ErrorLabel, opts.GoalsMayLack = "ERROR", true
				}
				_, file, _ := strings.Cut(y, "input_files: '")
				file, _, _ = strings.Cut(file, "'")
				want := verdict.True
				if strings.Contains(y, "expected_verdict: false") {
					want = verdict.False
				}
				start := time.Now()
				l := load(t, opts, set == "tracer-tcas", filepath.Join(filepath.Dir(yml), file))
				loading := time.Since(start)
				r := l.run(t, cfgs[name], timeout)
				var stats []string
				for _, s := range r.Stats {
					stats = append(stats, fmt.Sprintf("%s=%.6g", s.Name, s.Value))
				}
				t.Logf("%v %s %s load %.2fs total %.2fs %s", r.Verdict, r.Reason, r.Detail, loading.Seconds(), time.Since(start).Seconds(), strings.Join(stats, " "))
				if r.Verdict != want {
					t.Errorf("%v, want %v", r.Verdict, want)
				}
			})
		}
	}
}
