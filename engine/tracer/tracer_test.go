package tracer_test

import (
	"context"
	"testing"

	"craig/engine"
	"craig/engine/tracer"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/ir"
)

func interpolator(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) }

var native = func(st *term.Store) smt.Solver { return smt.New(st) }

// run runs the engine.
func run(t testing.TB, cfg tracer.Config, p *ir.Program, event func(engine.Event)) *verdict.Result {
	t.Helper()
	r, err := tracer.New(cfg).Run(context.Background(), &engine.Task{
		Program: p, Goals: p.ErrorLocs(), NewSolver: native, NewInterpolator: interpolator, Event: event,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// verify runs the engine and checks its evidence.
func verify(t testing.TB, cfg tracer.Config, p *ir.Program, event func(engine.Event)) *verdict.Result {
	t.Helper()
	ctx := context.Background()
	r := run(t, cfg, p, event)
	switch r.Verdict {
	case verdict.True:
		if err := certify.Safe(ctx, p, r.Invariants, native, 1); err != nil {
			t.Errorf("the proof is rejected: %v\n%v", err, r.Invariants)
		}
	case verdict.False:
		if _, err := certify.Unsafe(ctx, p, r.Trace); err != nil {
			t.Errorf("the counterexample is rejected: %v", err)
		}
	}
	return r
}

// stat is a counter of a result.
func stat(r *verdict.Result, name string) int {
	for _, s := range r.Stats {
		if s.Name == name {
			return int(s.Value)
		}
	}
	return -1
}
