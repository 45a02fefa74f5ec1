package tracer_test

import (
	"context"
	"strings"
	"testing"

	"craig/engine"
	"craig/engine/tracer"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
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

// TestAssumeNeeded: what is given becomes part of the proof where it is needed, and only there.
func TestAssumeNeeded(t *testing.T) {
	c := newCode()
	c.p.Math = false
	x, y := c.int("x"), c.int("y")
	p := c.main(assign(x, num_(0)), assign(y, num_(0)),
		loop(nil, branch(lt(v_(x), num_(9)), []stmt{inc(x)}, nil)),
		fail(gt(v_(x), num_(9))))
	head := ir.Loc(0)
	for l, info := range p.Locs {
		if info != nil && info.Loop {
			head = ir.Loc(l)
		}
	}
	for _, g := range []struct {
		name   string
		given  func(st *term.Store, x, y term.Term) term.Term
		beside bool // the proof mentions y
	}{
		{"not needed", func(st *term.Store, x, y term.Term) term.Term { return st.Eq(y, st.Int(0)) }, false},
		{"the proof itself", func(st *term.Store, x, y term.Term) term.Term { return st.Le(x, st.Int(9)) }, false},
		{"both", func(st *term.Store, x, y term.Term) term.Term {
			return st.And(st.Eq(y, st.Int(0)), st.Le(x, st.Int(9)))
		}, true},
	} {
		st := term.NewStore()
		ctx := sem.New(st, p)
		r, err := tracer.New(tracer.Config{}).Run(context.Background(), &engine.Task{
			Program: p, Goals: p.ErrorLocs(), NewSolver: native,
			Assume: map[ir.Loc]term.Term{head: g.given(st, ctx.Var(x), ctx.Var(y))},
		})
		if err != nil || r.Verdict != verdict.True {
			t.Errorf("%s: %v, %v", g.name, r, err)
			continue
		}
		if err := certify.Safe(context.Background(), p, r.Invariants, native, 1); err != nil {
			t.Errorf("%s: %v", g.name, err)
		}
		inv := r.Invariants[head].String()
		if strings.Contains(inv, "y") != g.beside {
			t.Errorf("%s: the invariant is %s", g.name, inv)
		}
	}
}
