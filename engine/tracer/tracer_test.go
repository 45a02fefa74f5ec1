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

// verify runs the engine and checks its evidence.
func verify(t testing.TB, cfg tracer.Config, p *ir.Program, event func(engine.Event)) *verdict.Result {
	t.Helper()
	ctx := context.Background()
	r, err := tracer.New(cfg).Run(ctx, &engine.Task{
		Program: p, Goals: p.ErrorLocs(), NewSolver: native, Event: event,
	})
	if err != nil {
		t.Fatal(err)
	}
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

// figures are programs of the papers, made here so that bounds can be chosen.
func figures() map[string]*ir.Program {
	m := map[string]*ir.Program{}
	{ // unbounded, Fig. 1(a)
		c := newCode()
		x, n := c.int("x"), c.int("n")
		m["1a"] = c.main(havoc(n), assign(x, num_(0)),
			loop(lt(v_(x), v_(n)), inc(x)),
			fail(lt(v_(x), num_(0))))
	}
	m["1b"] = fig1b()
	{
		c := newCode()
		x, y, z := c.int("x"), c.int("y"), c.int("z")
		m["1c"] = c.main(assign(x, num_(0)), assign(y, num_(0)), assign(z, num_(1)),
			loop(nil, branch(nil, nil, []stmt{inc(x), inc(y)}), assign(x, sub(v_(x), v_(y)))),
			fail(ne(v_(z), num_(1))))
	}
	m["1d-10"] = fig1d(10)
	m["1d-100000"] = fig1d(100000)
	return m
}

func fig1b() *ir.Program {
	c := newCode()
	lock, old, new_ := c.int("lock"), c.int("old"), c.int("new")
	return c.main(havoc(old), assign(lock, num_(0)), assign(new_, add(v_(old), num_(1))),
		loop(ne(v_(new_), v_(old)),
			assign(lock, num_(1)), assign(old, v_(new_)),
			branch(nil, []stmt{assign(lock, num_(0)), inc(new_)}, nil)),
		fail(eq(v_(lock), num_(0))))
}

func fig1d(n int64) *ir.Program {
	c := newCode()
	x, y := c.int("x"), c.int("y")
	return c.main(havoc(y), assume(gt(v_(y), num_(-1))), assign(x, num_(0)),
		loop(lt(v_(x), num_(n)), inc(y), inc(x)),
		fail(lt(add(v_(y), v_(x)), num_(n))))
}

func TestFigures(t *testing.T) {
	for name, p := range figures() {
		t.Run(name, func(t *testing.T) {
			r := verify(t, tracer.Config{}, p, nil)
			t.Log(r.Verdict, r.Reason, r.Detail, r.Stats, r.Invariants)
			if r.Verdict != verdict.True {
				t.Errorf("%v %s %s", r.Verdict, r.Reason, r.Detail)
			}
		})
	}
}
