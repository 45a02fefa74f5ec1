package qe_test

import (
	"context"
	"testing"
	"time"

	"craig/internal/logic/qe"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// point gives values to all variables but those to be eliminated.
func (g *random) point(vars []term.Term) map[term.Term]term.Term {
	st := g.st
	m := map[term.Term]term.Term{}
	for _, name := range g.names {
		v := int64(g.IntN(25) - 12)
		if g.sort == term.Int {
			m[st.Var(name, term.Int)] = st.Int(v)
		} else {
			m[st.Var(name, term.Real)] = st.RealNum(num.R(v, int64(1+g.IntN(3))))
		}
	}
	m[st.Var("p", term.Bool)] = st.Bool(g.IntN(2) == 0)
	arr := term.Array(term.Int, term.Int)
	a := st.ConstArray(arr, st.Int(int64(g.IntN(9)-4)))
	for range 3 {
		a = st.Store(a, st.Int(int64(g.IntN(9)-4)), st.Int(int64(g.IntN(9)-4)))
	}
	m[st.Var("a", arr)] = a
	for _, v := range vars {
		delete(m, v)
	}
	return m
}

// satisfiable decides f; ok is false if the solver gave up.
func satisfiable(st *term.Store, f term.Term) (sat, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	s := smt.New(st)
	s.Assert(f)
	ans := s.Check(ctx)
	return ans.Status == smt.Sat, ans.Status != smt.Unknown
}

// pointsCount is how many formulas there are for each one that is given to z3.
const pointsCount = 6

// TestPoints: at random points, a projection is true if and only if there are values for what it
// eliminated; and one around a model is true in the model, and only where there are such values.
func TestPoints(t *testing.T) {
	for name, g := range fragments(4) {
		t.Run(name, func(t *testing.T) {
			tally := map[string]int{}
			for n := range pointsCount * randomCount() {
				if n%100 == 0 { // a store keeps its terms
					g.st = term.NewStore()
				}
				st := g.st
				f := g.formula(1 + n/2%3)
				vars := []term.Term{st.Var("x", g.sort), st.Var("y", g.sort), st.Var("p", term.Bool)}[:1+n%3]
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				exact, ok := qe.Exists(ctx, st, vars, f)
				cancel()
				if !ok {
					tally["too hard"]++
				}
				s := smt.New(st)
				s.Assert(f)
				around := term.Term{}
				if ans := s.Check(t.Context()); ans.Status == smt.Sat {
					around = qe.MBP(st, vars, f, ans.Model)
					if !ans.Model.Eval(around).IsTrue() {
						t.Fatalf("∃ %v. %s\nis projected to %s, which is false in the model", vars, f, around)
					}
					tally["around a model"]++
				}
				for range 8 {
					m := g.point(vars)
					want, decided := satisfiable(st, st.Subst(f, m))
					if !decided {
						tally["undecided"]++
						continue
					}
					if ok {
						if got := st.Subst(exact, m); !got.IsConst() || got.IsTrue() != want {
							t.Fatalf("∃ %v. %s\nis not %s\nat %v, where it is %v", vars, f, exact, m, want)
						}
						tally["points"]++
					}
					if around.Valid() {
						if got := st.Subst(around, m); !got.IsConst() || got.IsTrue() && !want {
							t.Fatalf("∃ %v. %s\nis not implied by %s\nat %v", vars, f, around, m)
						}
					}
				}
			}
			t.Log(tally)
		})
	}
}

// TestBlowUp: what has too many cases or constraints is given up within limits, or when the context ends,
// and projected around a model all the same.
func TestBlowUp(t *testing.T) {
	st := term.NewStore()
	v := func(n string, i int) term.Term { return st.Var(n+string(rune('a'+i)), term.Int) }
	var choices, mesh []term.Term
	var xs []term.Term
	for i := range 20 {
		x := v("x", i)
		xs = append(xs, x)
		choices = append(choices, st.Or(st.And(st.Le(v("w", i), x), st.Le(x, v("u", i))), st.And(st.Lt(v("u", i), x), st.Lt(x, v("w", i)))))
		for j := range i { // every two are compared, with coefficients
			mesh = append(mesh, st.Le(st.Add(st.Scale(num.R(int64(2+i%3), 1), x), v("u", i)), st.Add(st.Scale(num.R(int64(3+j%2), 1), v("x", j)), v("w", j))))
			mesh = append(mesh, st.Le(st.Add(v("x", j), v("w", i)), st.Add(st.Scale(num.R(5, 1), x), v("u", j))))
		}
	}
	for i, f := range []term.Term{st.And(choices...), st.And(mesh...), st.And(append(mesh, choices...)...)} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		if _, ok := qe.Exists(ctx, st, xs, f); ok && i == 0 {
			t.Error("an answer although there are too many cases")
		}
		cancel()
		s := smt.New(st)
		s.Assert(f)
		ans := s.Check(t.Context())
		if ans.Status != smt.Sat {
			t.Fatal(ans.Status, ans.Reason)
		}
		g := qe.MBP(st, xs, f, ans.Model)
		if !ans.Model.Eval(g).IsTrue() {
			t.Error("a projection that is false in its model")
		}
		for _, x := range xs {
			if term.Contains(g, x) {
				t.Errorf("%s is left", x)
			}
		}
	}
}
