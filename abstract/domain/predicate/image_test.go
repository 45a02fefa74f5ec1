package predicate

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/smt"
	"craig/logic/term"
)

// TestImage: the image by diagrams is implied by the strongest Boolean combination, which follows from
// enumerating all of them, and is the same where diagrams say that it is.
func TestImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st, ctx := term.NewStore(), context.Background()
		x, y, in := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("in", term.Int)
		vars := []term.Term{x, y, in}
		number := rapid.Int64Range(-2, 2)
		value := func() term.Term {
			v := rapid.SampledFrom([]term.Term{x, y, in, st.Int(0), st.Sub(x, y)}).Draw(t, "value")
			return st.Add(v, st.Int(number.Draw(t, "offset")))
		}
		atom := func() term.Term {
			a := rapid.SampledFrom([]term.Term{x, y, st.Sub(x, y)}).Draw(t, "sum")
			c := st.Int(number.Draw(t, "bound"))
			return rapid.SampledFrom([]term.Term{st.Le(a, c), st.Eq(a, c), st.Le(c, a)}).Draw(t, "atom")
		}
		c, d := atom(), st.Le(in, st.Int(number.Draw(t, "input")))
		x1, y1 := st.Var("x'", term.Int), st.Var("y'", term.Int)
		// x' = c ? v : w; y' = u, taken if c or d.
		v, w, u := value(), value(), value()
		trans := st.And(st.Or(c, d), st.Implies(c, st.Eq(x1, v)), st.Implies(st.Not(c), st.Eq(x1, w)), st.Eq(y1, u))
		transfer := &Transfer{
			Guard: st.Or(c, d),
			After: Cases{x: {{c, v}, {st.Not(c), w}}, y: {{st.True(), u}}},
			Rank:  func(x term.Term) float64 { return float64(slices.Index(vars, x)) },
			Range: func(term.Term) term.Term { return st.True() },
		}
		var preds []term.Term
		for range rapid.IntRange(1, 4).Draw(t, "predicates") {
			if q := atom(); !q.IsConst() && !slices.Contains(preds, q) && !slices.Contains(preds, st.Not(q)) {
				preds = append(preds, q)
			}
		}
		label := st.Or(st.And(atom(), atom()), atom())
		e := &Edge{Store: st, Solver: smt.New(st), After: map[term.Term]term.Term{x: x1, y: y1}, Transfer: transfer}
		e.Solver.Assert(trans)
		got, exact, ok := e.symbolic(ctx, label, preds)
		if !ok {
			t.Fatal("no image")
		}
		// What the solver finds after the edge, cube by cube.
		var cubes []term.Term
		s := smt.New(st)
		s.Assert(st.And(trans, label))
		for {
			ans := s.Check(ctx)
			if ans.Status == smt.Unsat {
				break
			}
			if ans.Status != smt.Sat {
				t.Skip("the solver gave up")
			}
			var cube []term.Term
			for _, q := range preds {
				if !ans.Model.Eval(e.after(q)).IsTrue() {
					q = st.Not(q)
				}
				cube = append(cube, q)
			}
			cubes = append(cubes, st.And(cube...))
			s.Assert(st.Not(e.after(st.And(cube...))))
		}
		want := st.Or(cubes...)
		implies := func(a, b term.Term) bool {
			s := smt.New(st)
			s.Assert(st.And(a, st.Not(b)))
			return s.Check(ctx).Status == smt.Unsat
		}
		if !implies(want, got) {
			t.Fatalf("the image %v is not implied by %v", got, want)
		}
		if exact && !implies(got, want) {
			t.Fatalf("the image %v does not imply %v", got, want)
		}
	})
}
