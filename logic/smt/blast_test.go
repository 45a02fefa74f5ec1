package smt_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// TestByBits asks questions about machine words that need bits, and checks models and cores.
func TestByBits(t *testing.T) {
	st := term.NewStore()
	x, y, s := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("s", term.Int)
	m32 := st.IntNum(num.Pow2(32))
	wrap := func(t term.Term) term.Term { return st.Mod(t, m32) }
	in := func(x term.Term, below int64) term.Term { return st.And(st.Ge(x, st.Int(0)), st.Lt(x, st.Int(below))) }
	words := []term.Term{in(x, 1<<32), in(y, 1<<32), in(s, 32)}
	parity := func(t term.Term) term.Term {
		for _, k := range []int64{16, 8, 4, 2, 1} {
			t = st.BitXor(t, st.Shr(t, st.Int(k)))
		}
		return st.Mod(t, st.Int(2))
	}
	for name, test := range map[string]struct {
		f    term.Term
		want smt.Status
	}{
		"squares":     {st.Ne(st.BitAnd(wrap(st.Mul(x, x)), st.Int(2)), st.Int(0)), smt.Unsat},
		"a root":      {st.Eq(wrap(st.Mul(x, x)), st.Int(0x1c9a5d71)), smt.Sat},
		"swap":        {st.Ne(st.BitXor(st.BitXor(x, y), st.BitXor(x, st.BitXor(x, y))), x), smt.Unsat},
		"mask":        {st.Ne(st.BitOr(st.BitAnd(x, y), st.BitAnd(x, st.Sub(st.Int(-1), y))), x), smt.Unsat},
		"parity":      {st.Ne(parity(st.BitXor(x, y)), st.Mod(st.Add(parity(x), parity(y)), st.Int(2))), smt.Unsat},
		"odd":         {st.And(st.Eq(parity(x), st.Int(1)), st.Eq(parity(y), st.Int(1)), st.Eq(st.BitAnd(x, y), st.Int(0)), st.Gt(x, y)), smt.Sat},
		"shifts":      {st.Ne(st.Shr(st.Shl(x, s), s), x), smt.Unsat},
		"lost bits":   {st.And(st.Ne(st.Shr(wrap(st.Shl(x, s)), s), x), st.Lt(x, st.Int(1<<20))), smt.Sat},
		"a power":     {st.And(st.Eq(x, st.Shl(st.Int(1), s)), st.Ne(st.BitAnd(x, st.Sub(x, st.Int(1))), st.Int(0))), smt.Unsat},
		"two factors": {st.And(st.Eq(st.Mul(x, y), st.Int(62615533)), st.Gt(x, st.Int(1)), st.Gt(y, x)), smt.Sat},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			solver := smt.New(st)
			solver.Assert(words[0])
			assumptions := append(words[1:len(words):len(words)], term.Conjuncts(test.f)...)
			ans := solver.Check(ctx, assumptions...)
			if ans.Status != test.want {
				t.Fatalf("%v (%s), not %v", ans.Status, ans.Reason, test.want)
			}
			if ans.Status == smt.Sat {
				if err := check.Model(ans.Model, append(words[:1:1], assumptions...)...); err != nil {
					t.Error(err)
				}
				return
			}
			again := smt.New(st)
			if err := check.Core(ctx, words[:1], assumptions, ans.Core, again); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestLargeQuestion: an operation on bits in a large question is no reason to look at all of it by bits.
func TestLargeQuestion(t *testing.T) {
	st := term.NewStore()
	solver := smt.New(st)
	word := func(name string, i int) term.Term {
		x := st.Var(fmt.Sprint(name, i), term.Int)
		solver.Assert(st.And(st.Ge(x, st.Int(0)), st.Lt(x, st.Int(1<<32))))
		return x
	}
	x, y := word("x", 0), word("y", 0)
	solver.Assert(st.Eq(st.BitAnd(x, y), word("z", 0)))
	for i := range 6000 {
		p, q := st.Var(fmt.Sprint("p", i), term.Bool), st.Var(fmt.Sprint("q", i), term.Bool)
		solver.Assert(st.Or(p, q, st.Lt(x, word("v", i))))
	}
	ans := solver.Check(context.Background())
	if n := solver.Stats().Blasted; ans.Status != smt.Sat || n > 0 {
		t.Errorf("%v (%s), by bits %d times", ans.Status, ans.Reason, n)
	}
}

// TestBoundsUnderChoices: bounds that hold on every path are found under the Booleans that stand for paths.
func TestBoundsUnderChoices(t *testing.T) {
	st := term.NewStore()
	x, v := st.Var("x", term.Int), st.Var("v", term.Int)
	a, b, n := st.Var("a", term.Bool), st.Var("b", term.Bool), st.Var("n", term.Bool)
	byte := st.And(st.Ge(x, st.Int(0)), st.Le(x, st.Int(255)))
	solver := smt.New(st)
	solver.Assert(st.Implies(a, st.And(byte, st.Eq(v, st.BitXor(x, st.Shr(x, st.Int(1)))))))
	solver.Assert(st.Implies(b, st.And(byte, st.Eq(v, x))))
	solver.Assert(st.Implies(n, st.Or(a, b)))
	wrong := st.Ne(st.Mod(st.BitXor(v, st.BitXor(x, v)), st.Int(64)), st.Mod(x, st.Int(64)))
	if ans := solver.Check(context.Background(), n, wrong); ans.Status != smt.Unsat || len(ans.Core) == 0 {
		t.Errorf("%v (%s), core %v", ans.Status, ans.Reason, ans.Core)
	}
	if ans := solver.Check(context.Background(), wrong); ans.Status == smt.Sat && check.Model(ans.Model, wrong) != nil {
		t.Error("no model")
	}
}
