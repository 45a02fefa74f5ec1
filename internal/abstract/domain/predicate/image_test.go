package predicate

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/smt"
	"craig/logic/term"
)

// randomBlock draws a transition of three points with one or two steps between each two, and makes its formula over
// the variables before and after.
func randomBlock(t *rapid.T, st *term.Store, vars, after []term.Term, atom func() term.Term) (*Block, term.Term) {
	b := &Block{
		Points: 3,
		Rank:   func(x term.Term) float64 { return float64(slices.Index(vars, x)) },
		Range: func(x term.Term) term.Term {
			if slices.Contains(vars, x) {
				return st.True()
			}
			return st.And(st.Le(st.Int(-3), x), st.Le(x, st.Int(3))) // of inputs
		},
	}
	for _, way := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		for range rapid.IntRange(1, 2).Draw(t, "steps") {
			in := st.Fresh("in", term.Int)
			value := func() term.Term {
				v := rapid.SampledFrom([]term.Term{vars[0], vars[1], in, st.Int(0), st.Sub(vars[0], vars[1])}).Draw(t, "value")
				return st.Add(v, st.Int(rapid.Int64Range(-2, 2).Draw(t, "offset")))
			}
			s := Step{From: way[0], To: way[1], After: map[term.Term]term.Term{}, Inputs: []term.Term{in}}
			s.Cond = rapid.SampledFrom([]term.Term{st.True(), atom(), st.Or(atom(), st.Le(in, st.Int(1)))}).Draw(t, "condition")
			for _, x := range vars {
				if s.After[x] = x; rapid.Bool().Draw(t, "assigns") {
					s.After[x] = value()
				}
			}
			b.Steps = append(b.Steps, s)
		}
	}
	var ways []term.Term
	var follow func(point int, conds []term.Term, values map[term.Term]term.Term)
	follow = func(point int, conds []term.Term, values map[term.Term]term.Term) {
		if point == b.Points-1 {
			for i, x := range vars {
				conds = append(conds, st.Eq(after[i], values[x]))
			}
			ways = append(ways, st.And(conds...))
			return
		}
		for _, s := range b.Steps {
			if s.From != point {
				continue
			}
			next := map[term.Term]term.Term{}
			for x, v := range s.After {
				next[x] = st.Subst(v, values)
			}
			follow(s.To, append(slices.Clone(conds), st.Subst(s.Cond, values), b.Range(s.Inputs[0])), next)
		}
	}
	follow(0, nil, map[term.Term]term.Term{vars[0]: vars[0], vars[1]: vars[1]})
	return b, st.Or(ways...)
}

// TestImage: the image by diagrams is implied by the strongest Boolean combination, which follows from
// enumerating all of them, and is the same where diagrams say that it is.
func TestImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st, ctx := term.NewStore(), context.Background()
		vars := []term.Term{st.Var("x", term.Int), st.Var("y", term.Int)}
		after := []term.Term{st.Var("x'", term.Int), st.Var("y'", term.Int)}
		sums := []term.Term{vars[0], vars[1], st.Sub(vars[0], vars[1])}[:rapid.IntRange(1, 3).Draw(t, "sums")]
		atom := func() term.Term {
			a := rapid.SampledFrom(sums).Draw(t, "sum")
			c := st.Int(rapid.Int64Range(-2, 2).Draw(t, "bound"))
			return rapid.SampledFrom([]term.Term{st.Le(a, c), st.Eq(a, c), st.Le(c, a)}).Draw(t, "atom")
		}
		block, trans := randomBlock(t, st, vars, after, atom)
		var preds []term.Term
		for range rapid.IntRange(1, 4).Draw(t, "predicates") {
			if q := atom(); !q.IsConst() && !slices.Contains(preds, q) && !slices.Contains(preds, st.Not(q)) {
				preds = append(preds, q)
			}
		}
		e := &Edge{Store: st, Solver: smt.New(st), After: map[term.Term]term.Term{vars[0]: after[0], vars[1]: after[1]}, Block: block}
		e.Solver.Assert(trans)
		for range 2 { // the second label comes to diagrams that are there, unless it has new atoms
			label := st.Or(st.And(atom(), atom()), atom())
			got, exact, ok := e.symbolic(ctx, label, preds)
			if !ok {
				t.Fatal("no image")
			}
			if rapid.Bool().Draw(t, "collect") {
				e.system.tidy(nil)
			}
			checkImage(t, e, label, preds, got, exact)
		}
	})
}

// checkImage compares an image with what the solver finds after the edge, cube by cube.
func checkImage(t *rapid.T, e *Edge, label term.Term, preds []term.Term, got term.Term, exact bool) {
	st, ctx := e.Store, context.Background()
	var cubes []term.Term
	e.Solver.Push()
	defer e.Solver.Pop()
	e.Solver.Assert(label)
	for {
		ans := e.Solver.Check(ctx)
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
		e.Solver.Assert(st.Not(e.after(st.And(cube...))))
	}
	want := st.Or(cubes...)
	implies := func(a, b term.Term) bool {
		s := smt.New(st)
		return s.Check(ctx, a, st.Not(b)).Status == smt.Unsat
	}
	if !implies(want, got) {
		t.Fatalf("the image %v is not implied by %v", got, want)
	}
	if exact && !implies(got, want) {
		t.Fatalf("the image %v does not imply %v", got, want)
	}
}
