package instances

import (
	"context"
	"testing"

	"craig/internal/logic/quant"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestCheckLemmas: the lemmas of a refutation are right, and none of them is any more once it has been spoiled.
func TestCheckLemmas(t *testing.T) {
	st := term.NewStore()
	games := quant.New(st)
	q := New(st, games)
	x, y := st.Fresh("x", term.Int), st.Fresh("y", term.Int)
	f := func(t term.Term) term.Term { return st.Apply("f", term.Int, t) }
	// f grows, and there is a y with f(y) > 7 and f(y + 1) < 7.
	grows := st.Not(q.Exists([]term.Term{x}, st.Ge(f(x), f(st.Add(x, st.Int(1))))))
	peak := q.Exists([]term.Term{y}, st.And(st.Gt(f(y), st.Int(7)), st.Lt(f(st.Add(y, st.Int(1))), st.Int(7))))
	fs := []term.Term{grows, peak}

	s := q.Solver(games.Solver(smt.New(st)))
	for _, f := range fs {
		s.Assert(f)
	}
	if ans := s.Check(context.Background()); ans.Status != smt.Unsat {
		t.Fatalf("%v %s", ans.Status, ans.Reason)
	}
	lemmas := s.Lemmas()
	if err := q.CheckLemmas(fs, lemmas); err != nil {
		t.Fatal(err)
	}
	witnesses, instances := 0, 0
	for i, l := range lemmas {
		spoil := func(what string, l Lemma, fs ...term.Term) {
			spoilt := append([]Lemma{}, lemmas...)
			spoilt[i] = l
			if q.CheckLemmas(fs, spoilt) == nil {
				t.Errorf("%s: %s is accepted", what, l.Says)
			}
		}
		stronger := l
		stronger.Says = st.And(l.Says, st.Eq(f(st.Int(0)), st.Int(0)))
		spoil("stronger", stronger, fs...)
		other := l
		other.Formula = st.Apply("other", term.Bool, st.True())
		spoil("not a quantified formula", other, fs...)
		turned := l
		turned.Witness = !l.Witness
		spoil("of the other kind", turned, fs...)
		if l.Witness {
			witnesses++
			spoil("not new", l, append(fs, st.Eq(l.Terms[0], st.Int(0)))...)
		} else {
			instances++
		}
	}
	if witnesses != 1 || instances == 0 {
		t.Errorf("%d witnesses and %d instances", witnesses, instances)
	}
	// One witness is not that of two formulas.
	p := q.Exists([]term.Term{st.Fresh("x", term.Int)}, st.Lt(f(st.Int(2)), f(st.Int(3))))
	if q.Occurs(p) {
		t.Error("a quantifier of nothing was kept")
	}
}

// TestNever: formulas that need infinitely many elements, or functions with infinitely many values, are not Sat.
func TestNever(t *testing.T) {
	for name, build := range map[string]func(*term.Store, *Formulas) []term.Term{
		"one to one, not onto": func(st *term.Store, q *Formulas) []term.Term {
			u := term.Uninterpreted("U")
			x, y, z := st.Fresh("x", u), st.Fresh("y", u), st.Var("z", u)
			f := func(t term.Term) term.Term { return st.Apply("f", u, t) }
			return []term.Term{
				st.Not(q.Exists([]term.Term{x, y}, st.And(st.Eq(f(x), f(y)), st.Ne(x, y)))),
				st.Not(q.Exists([]term.Term{x}, st.Eq(f(x), z))),
			}
		},
		"below itself": func(st *term.Store, q *Formulas) []term.Term {
			x := st.Fresh("x", term.Int)
			f := func(t term.Term) term.Term { return st.Apply("f", term.Int, t) }
			return []term.Term{st.Not(q.Exists([]term.Term{x}, st.Ge(f(x), f(f(x)))))}
		},
	} {
		st := term.NewStore()
		games := quant.New(st)
		q := New(st, games)
		s := q.Solver(games.Solver(smt.New(st)))
		for _, f := range build(st, q) {
			s.Assert(f)
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		n := 0
		s.Ground = counting{s.Ground, func() {
			if n++; n == 12 {
				cancel(context.Canceled)
			}
		}}
		if ans := s.Check(ctx); ans.Status != smt.Unknown {
			t.Errorf("%s: %v", name, ans.Status)
		}
	}
}

// counting is a solver that tells of each Check.
type counting struct {
	smt.Solver
	tell func()
}

func (c counting) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	c.tell()
	return c.Solver.Check(ctx, assumptions...)
}
