package tracer_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// verify runs the engine and has its answer certified.
func verify(t testing.TB, cfg tracer.Config, p *ir.Program, event func(engine.Event)) *verdict.Result {
	t.Helper()
	return enginetest.Verify(t, tracer.New(cfg), p, time.Minute, event)
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
		task := enginetest.Task(p, nil)
		task.Assume = map[ir.Loc]term.Term{head: g.given(st, ctx.Var(x), ctx.Var(y))}
		r := enginetest.Run(context.Background(), t, tracer.New(tracer.Config{}), task)
		if r.Verdict != verdict.True {
			t.Errorf("%s: %v", g.name, r)
			continue
		}
		if err := enginetest.Certify(p, r); err != nil {
			t.Errorf("%s: %v", g.name, err)
		}
		inv := r.Proof.(verdict.Invariants)[head].String()
		if strings.Contains(inv, "y") != g.beside {
			t.Errorf("%s: the invariant is %s", g.name, inv)
		}
	}
}
