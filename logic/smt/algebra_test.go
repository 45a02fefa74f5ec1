package smt

import (
	"context"
	"testing"
	"time"

	"craig/logic/num"
	"craig/logic/term"
)

// TestAlgebra: steps of loops that sum up, modulo 2^32, are polynomial identities; with another constant they are not.
func TestAlgebra(t *testing.T) {
	for _, right := range []bool{true, false} {
		st := term.NewStore()
		size := st.IntNum(num.Pow2(32))
		wrap := func(x term.Term) term.Term { return st.Mod(x, size) }
		names := map[string]term.Term{}
		v := func(name string) term.Term {
			names[name] = st.Var(name, term.Int)
			return names[name]
		}
		zero, one, two := st.Int(0), st.Int(1), st.Int(2)
		wrong := zero
		if !right {
			wrong = one
		}
		i, s, n, x, y, z, c := v("i"), v("s"), v("n"), v("x"), v("y"), v("z"), v("c")
		twice := func(i, s term.Term) term.Term {
			return st.Eq(wrap(st.Sub(st.Scale(num.R(2, 1), s), st.Mul(i, st.Add(i, one)))), zero)
		}
		next := wrap(st.Add(i, one))
		product := func(x, y, z term.Term) term.Term { return st.Eq(wrap(st.Sub(st.Add(z, st.Mul(x, y)), c)), zero) }
		for what, fs := range map[string][]term.Term{
			"sum":      {twice(i, s), st.Not(twice(next, wrap(st.Add(s, next, wrong))))},
			"end":      {twice(i, s), st.Ge(i, n), st.Le(i, n), st.Ne(wrap(st.Add(s, s, wrong)), wrap(st.Mul(n, wrap(st.Add(n, one)))))},
			"multiply": {product(x, y, z), st.Eq(st.Mod(y, two), one), st.Not(product(wrap(st.Add(x, x)), st.Div(y, two), wrap(st.Add(z, x, wrong))))},
		} {
			e := New(st)
			for _, u := range names {
				e.Assert(st.Ge(u, zero))
				e.Assert(st.Lt(u, size))
			}
			for _, f := range fs {
				e.Assert(f)
			}
			limit := time.Minute
			if !right { // that there is a model takes a search
				limit = 100 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			if got := e.Check(ctx).Status; right && got != Unsat || !right && got == Unsat {
				t.Errorf("%s, %v: %v", what, right, got)
			}
			cancel()
		}
	}
}
