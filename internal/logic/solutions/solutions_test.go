package solutions_test

import (
	"math/rand/v2"
	"testing"

	"craig/internal/logic/solutions"
	"craig/logic/num"
	"craig/logic/term"
)

// TestSolutions compares the solutions of random formulas over one variable with their truth at every number.
func TestSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	st := term.NewStore()
	x := st.Var("x", term.Int)
	var random func(depth int) term.Term
	random = func(depth int) term.Term {
		if depth == 0 {
			a, b := st.Scale(num.I(int64(r.IntN(7)-3)).Rat(), x), st.Int(int64(r.IntN(40)-5))
			if r.IntN(3) == 0 {
				return st.Eq(a, b)
			}
			return st.Le(a, b)
		}
		switch r.IntN(3) {
		case 0:
			return st.Not(random(depth - 1))
		case 1:
			return st.And(random(depth-1), random(depth-1))
		}
		return st.Or(random(depth-1), random(depth-1))
	}
	for range 3000 {
		f := random(r.IntN(4))
		list, ok := solutions.Of(f, x, num.I(0), num.I(30))
		if !ok {
			t.Fatalf("no solutions of %v", f)
		}
		last := int64(-2)
		has := map[int64]bool{}
		for _, s := range list {
			lo, _ := s.Lo.Int64()
			hi, _ := s.Hi.Int64()
			if lo <= last+1 || hi < lo {
				t.Fatalf("%v: ranges %v", f, list)
			}
			for k := lo; k <= hi; k++ {
				has[k] = true
			}
			last = hi
		}
		for k := int64(0); k <= 30; k++ {
			if want := st.Subst(f, map[term.Term]term.Term{x: st.Int(k)}).IsTrue(); want != has[k] {
				t.Fatalf("%v at %d is %t, in %v", f, k, want, list)
			}
		}
	}
	if _, ok := solutions.Of(st.Le(x, st.Var("y", term.Int)), x, num.I(0), num.I(9)); ok {
		t.Error("a relation of two variables is solved for one")
	}
}
