package smt

import (
	"context"
	"testing"

	"craig/logic/num"
	"craig/logic/term"
)

// TestMultiples: that equations hold again after a step, where one has to be multiplied by a factor that is not in it:
// with steps counted, so that a slow machine decides the same. With another constant they do not hold.
func TestMultiples(t *testing.T) {
	for _, right := range []bool{true, false} {
		st := term.NewStore()
		size := st.IntNum(num.Pow2(32))
		wrap := func(x term.Term) term.Term { return st.Mod(x, size) }
		names := map[string]term.Term{}
		v := func(name string) term.Term {
			names[name] = st.Var(name, term.Int)
			return names[name]
		}
		zero, one := st.Int(0), st.Int(1)
		wrong := zero
		if !right {
			wrong = one
		}
		mul := func(ts ...term.Term) term.Term {
			p := one
			for _, t := range ts {
				p = st.Mul(p, t)
			}
			return p
		}
		vanishes := func(x term.Term) term.Term { return st.Eq(x, zero) }
		unsigned := func(x term.Term) term.Term { return st.Eq(wrap(x), zero) }
		a, b, p, q, r, s, x, y, z := v("a"), v("b"), v("p"), v("q"), v("r"), v("s"), v("x"), v("y"), v("z")
		geometric := func(x, y term.Term) term.Term {
			return st.Add(mul(z, x), st.Neg(x), a, st.Neg(mul(a, z, y)))
		}
		square := func(p, q term.Term) term.Term { return st.Sub(q, mul(p, p)) }
		gcd := func(x, y, u, v term.Term) term.Term {
			return st.Add(mul(x, u), mul(y, v), st.Scale(num.R(-2, 1), mul(a, b)))
		}
		for what, fs := range map[string][]term.Term{
			"geometric": {vanishes(geometric(x, y)), st.Not(vanishes(geometric(st.Add(mul(x, z), a, wrong), mul(y, z))))},
			"geometric, unsigned": {unsigned(geometric(x, y)),
				st.Not(unsigned(geometric(wrap(st.Add(wrap(mul(x, z)), a, wrong)), wrap(mul(y, z)))))},
			"square": {vanishes(square(p, q)), st.Not(vanishes(st.Add(wrong, square(mul(p, b), mul(q, b, b)))))},
			"gcd, unsigned": {unsigned(gcd(p, q, r, s)), st.Lt(p, q),
				st.Not(unsigned(gcd(p, wrap(st.Sub(q, p)), wrap(st.Add(r, s, wrong)), s)))},
			"inverse": {vanishes(st.Sub(mul(p, s), st.Add(mul(r, q), one))), vanishes(st.Sub(x, st.Sub(mul(a, s), mul(b, r)))),
				vanishes(st.Sub(y, st.Sub(mul(b, p), mul(a, q)))), st.Ne(a, st.Add(mul(x, p), mul(y, r), wrong))},
		} {
			e := New(st)
			e.Quick()
			for _, u := range names {
				e.Assert(st.Ge(u, zero))
				e.Assert(st.Lt(u, size))
			}
			for _, f := range fs {
				e.Assert(f)
			}
			got := e.Check(context.Background()).Status
			if right && got != Unsat || !right && got == Unsat {
				t.Errorf("%s, %v: %v after %+v", what, right, got, e.Stats())
			}
		}
	}
}
