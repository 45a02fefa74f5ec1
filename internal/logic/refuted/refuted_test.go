package refuted_test

import (
	"context"
	"strings"
	"testing"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/proof"
	"craig/internal/logic/refuted"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// liar says that everything is impossible, with all assumptions or, if it is forgetful, without any.
type liar struct {
	solver.Solver
	forgetful bool
}

func (l liar) Check(_ context.Context, assumptions ...term.Term) solver.Answer {
	if l.forgetful {
		assumptions = nil
	}
	return solver.Answer{Status: solver.Unsat, Core: assumptions}
}

// TestRefuted: what is impossible stays so, by numbers and by bits; what a solver only says is impossible is Unknown, and
// told to who may believe it.
func TestRefuted(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	byte := func(v term.Term) term.Term { return st.And(st.Le(st.Int(0), v), st.Le(v, st.Int(255))) }
	all := st.And(byte(x), byte(y))
	sum := st.Add(st.BitAnd(x, y), st.BitOr(x, y))
	half := st.Add(st.BitAnd(x, y), st.Shr(st.BitXor(x, y), st.Int(1)))
	for _, c := range []struct {
		name  string
		f     term.Term
		wrong bool
	}{
		{"sum of and and or", st.And(all, st.Not(st.Eq(sum, st.Add(x, y)))), false},
		{"average", st.And(all, st.Not(st.Eq(half, st.Div(st.Add(x, y), st.Int(2))))), false},
		{"order", st.And(st.Lt(x, y), st.Lt(y, x)), false},
		{"exclusive or", st.And(all, st.Not(st.Eq(st.BitXor(x, y), st.Add(x, y)))), true},
		{"numbers", st.Lt(x, y), true},
	} {
		var s solver.Solver = smt.New(st)
		if c.wrong {
			s = liar{Solver: s}
		}
		strict := refuted.New(st, s, smt.Finder{}, nil)
		strict.Assert(c.f)
		ans := strict.Check(context.Background())
		switch {
		case !c.wrong && ans.Status != solver.Unsat:
			t.Errorf("%s: %v %s", c.name, ans.Status, ans.Reason)
		case c.wrong && (ans.Status != solver.Unknown || !strings.Contains(ans.Reason, "but")):
			t.Errorf("%s: it is believed: %v %s", c.name, ans.Status, ans.Reason)
		}
		var tally refuted.Tally
		loose := refuted.New(st, s, smt.Finder{}, &tally)
		loose.Push()
		loose.Assert(c.f)
		if ans := loose.Check(context.Background()); ans.Status != solver.Unsat || (tally.Unchecked().Answers > 0) != c.wrong {
			t.Errorf("%s: %v, unchecked %v", c.name, ans.Status, tally.Unchecked())
		}
		loose.Pop()
	}
}

// TestRefutedAssumptions: what was popped, and assumptions that are not in the core, do not count.
func TestRefutedAssumptions(t *testing.T) {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	small, large := st.Le(x, st.Int(3)), st.Le(st.Int(5), x)
	s := refuted.New(st, liar{Solver: smt.New(st)}, smt.Finder{}, nil)
	s.Assert(small)
	if ans := s.Check(context.Background(), large); ans.Status != solver.Unsat {
		t.Errorf("with the assumption: %v %s", ans.Status, ans.Reason)
	}
	forgetful := refuted.New(st, liar{smt.New(st), true}, smt.Finder{}, nil)
	forgetful.Assert(small)
	if ans := forgetful.Check(context.Background(), large); ans.Status != solver.Unknown {
		t.Errorf("with an assumption that is not in the core: %v", ans.Status)
	}
	s.Push()
	s.Assert(large)
	if ans := s.Check(context.Background()); ans.Status != solver.Unsat {
		t.Errorf("pushed: %v %s", ans.Status, ans.Reason)
	}
	s.Pop()
	if ans := s.Check(context.Background()); ans.Status != solver.Unknown {
		t.Errorf("popped: %v", ans.Status)
	}
}

// forger finds refutations of something else.
type forger struct{ other term.Term }

func (f forger) Numbers(ctx context.Context, st *term.Store, _ ...term.Term) (*proof.Refutation, error) {
	return smt.Finder{}.Numbers(ctx, st, f.other)
}

func (f forger) Bits(ctx context.Context, c *bitproof.Circuit) ([][]bitproof.Lit, error) {
	return [][]bitproof.Lit{nil}, nil
}

// TestForgedRefutation: a right refutation of other formulas is none, nor is a list of clauses that do not follow.
func TestForgedRefutation(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	never := st.And(st.Lt(x, y), st.Lt(y, x))
	for _, f := range []term.Term{
		st.Lt(x, y),
		st.And(st.Le(st.Int(0), x), st.Le(x, st.Int(7)), st.Eq(st.BitAnd(x, st.Int(1)), st.Int(1))),
	} {
		if err := refuted.Refute(t.Context(), st, forger{never}, f); err == nil {
			t.Errorf("%v is refuted", f)
		}
		if err := refuted.Refute(t.Context(), st, forger{never}, f, never); err != nil {
			t.Errorf("%v: %v", never, err)
		}
	}
}
