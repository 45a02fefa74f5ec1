package predicate

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/smt"
	"craig/logic/term"
)

// edge is a transition with two paths: x' = x + 1 if x < 5, otherwise x' = 0; y' = y on both.
func edge(st *term.Store) *Edge {
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	x1, y1 := st.Var("x'", term.Int), st.Var("y'", term.Int)
	up, down := st.Var("up", term.Bool), st.Var("down", term.Bool)
	s := smt.New(st)
	s.Assert(st.Or(up, down))
	s.Assert(st.Implies(up, st.And(st.Lt(x, st.Int(5)), st.Eq(x1, st.Add(x, st.Int(1))))))
	s.Assert(st.Implies(down, st.And(st.Le(st.Int(5), x), st.Eq(x1, st.Int(0)))))
	s.Assert(st.Eq(y1, y))
	return &Edge{
		Store: st, Solver: s, After: map[term.Term]term.Term{x: x1, y: y1},
		Path: func(m smt.Model) []term.Term {
			if m.Eval(up).IsTrue() {
				return []term.Term{up}
			}
			return []term.Term{down}
		},
	}
}

func TestAbstractions(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	preds := []term.Term{st.Eq(x, st.Int(0)), st.Le(st.Int(5), x), st.Le(y, st.Int(3))}
	label := st.And(st.Le(st.Int(4), x), st.Le(y, st.Int(2)))
	e, ctx := edge(st), context.Background()
	if got, want := e.Cartesian(ctx, label, preds), preds[2]; got != want {
		t.Errorf("Cartesian: %v, want %v", got, want)
	}
	// Either x was 4 and is 5, or it is 0.
	want := st.Or(st.And(preds[0], st.Not(preds[1]), preds[2]), st.And(st.Not(preds[0]), preds[1], preds[2]))
	if got := e.Boolean(ctx, label, preds); got != want {
		t.Errorf("Boolean: %v, want %v", got, want)
	}
	before := e.Queries
	e.Boolean(ctx, label, preds)
	if e.Queries != before {
		t.Error("the answer was not remembered")
	}
	if !e.Dead(ctx, st.And(st.Le(x, st.Int(0)), st.Le(st.Int(1), x))) || e.Dead(ctx, label) {
		t.Error("Dead")
	}
}

// TestSound: what the edge leads to is in the Boolean abstraction, and that in the Cartesian one.
func TestSound(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		st := term.NewStore()
		vars := []term.Term{st.Var("x", term.Int), st.Var("y", term.Int)}
		atom := func(name string) term.Term {
			c := st.Int(rapid.Int64Range(-2, 7).Draw(t, name))
			v := vars[rapid.IntRange(0, 1).Draw(t, name)]
			return []term.Term{st.Eq(v, c), st.Le(v, c), st.Le(c, v), st.Le(st.Add(vars...), c)}[rapid.IntRange(0, 3).Draw(t, name)]
		}
		var preds []term.Term
		for range rapid.IntRange(0, 4).Draw(t, "n") {
			preds = append(preds, atom("pred"))
		}
		label := st.Or(st.And(atom("a"), atom("b")), atom("c"))
		e := edge(st)
		cartesian, boolean := e.Cartesian(ctx, label, preds), e.Boolean(ctx, label, preds)
		e.Solver.Assert(label)
		if a := e.Solver.Check(ctx, st.Not(e.after(boolean))); a.Status != smt.Unsat {
			t.Fatalf("%v leads outside of %v", label, boolean)
		}
		s := smt.New(st)
		if a := s.Check(ctx, boolean, st.Not(cartesian)); a.Status != smt.Unsat {
			t.Fatalf("%v is not stronger than %v", boolean, cartesian)
		}
	})
}
