package trim

import (
	"context"
	"math/rand/v2"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestSimplify: what each rule does.
func TestSimplify(t *testing.T) {
	st := term.NewStore()
	x, y, z := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)
	is := func(v term.Term, k int64) term.Term { return st.Eq(v, st.Int(k)) }
	either := st.Or(is(x, 0), is(x, 2))
	less := st.Lt(y, z)
	for name, c := range map[string]struct{ have, want term.Term }{
		"bounds of a constant":       {st.And(is(x, 3), st.Le(st.Int(0), x), st.Le(x, st.Int(7))), is(x, 3)},
		"a constant in others":       {st.And(is(x, 3), st.Lt(y, x)), st.And(is(x, 3), st.Lt(y, st.Int(3)))},
		"a constant in disjunctions": {st.And(is(x, 3), st.Or(st.And(is(x, 3), less), is(x, 4))), st.And(is(x, 3), less)},
		"bounds of few values":       {st.And(either, st.Le(st.Int(0), x), st.Le(x, st.Int(2))), either},
		"not bounds of few values":   {st.And(either, st.Le(x, st.Int(1))), st.And(either, st.Le(x, st.Int(1)))},
		"a formula in another":       {st.And(either, st.Or(st.And(either, less), is(y, 5))), st.And(either, st.Or(less, is(y, 5)))},
		"the negation of a formula":  {st.And(less, st.Or(st.Not(less), is(x, 5))), st.And(less, is(x, 5))},
		"not of a disjunction":       {st.And(either, st.Or(st.Not(either), is(y, 5))), st.And(either, is(y, 5))},
		"common to all disjuncts":    {st.Or(st.And(less, is(x, 1)), st.And(less, is(x, 2))), st.And(less, st.Or(is(x, 1), is(x, 2)))},
		"nothing":                    {st.And(less, is(x, 1)), st.And(less, is(x, 1))},
	} {
		have := c.have
		if have.Op() == term.Or {
			have = st.And(have, is(z, 9))
			c.want = Simplify(st.And(c.want, is(z, 9)))
		}
		if got := Simplify(have); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestSimplifyEquivalent: random formulas are equivalent to what becomes of them, and not smaller.
func TestSimplifyEquivalent(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for range 2000 {
		st := term.NewStore()
		vars := []term.Term{st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)}
		var formula func(depth int) term.Term
		formula = func(depth int) term.Term {
			a, b, k := vars[rnd.IntN(3)], vars[rnd.IntN(3)], st.Int(rnd.Int64N(3))
			switch n := rnd.IntN(7); {
			case depth > 0 && n < 2:
				return st.And(formula(depth-1), formula(depth-1))
			case depth > 0 && n < 4:
				return st.Or(formula(depth-1), formula(depth-1))
			case depth > 0 && n == 4:
				return st.Not(formula(depth - 1))
			case n < 3:
				return st.Le(a, st.Add(b, k))
			case n == 3:
				return st.Le(k, a)
			}
			return st.Eq(a, k)
		}
		shared := formula(2)
		f := st.And(formula(3), formula(2), shared, st.Or(formula(1), st.And(shared, formula(2))), st.Or(formula(1), st.Not(shared)))
		g := Simplify(f)
		if f != g {
			changed++
		}
		for n := range 27 {
			m := map[term.Term]term.Term{}
			for i, v := range []int{n % 3, n / 3 % 3, n / 9} {
				m[vars[i]] = st.Int(int64(v))
			}
			if st.Subst(f, m) != st.Subst(g, m) {
				t.Fatalf("%s became %s: they differ in %v", f, g, m)
			}
		}
	}
	if changed < 500 {
		t.Errorf("%d of 2000 formulas were changed", changed)
	}
}

// counter counts to 10 in x; y is x while the loop is left, t is read after it has been assigned only, and
// d is y, by way of which it is told that y is x.
const counter = `func main
local 1 main::x i32
local 2 main::y i32
local 3 main::t i32
local 4 main::d i32
entry 1
exit 7
loc 1
edge 1 -> 2: main::x := 0:i32
loc 2
edge 2 -> 9: main::y := 0:i32
loc 9
edge 3 -> 3: main::d := 0:i32
loc 3 loop
edge 4 -> 4: assume (main::x < 10:i32) then
edge 5 -> 6: assume !(main::x < 10:i32) else
loc 4
edge 6 -> 5: main::x := (main::x + 1:i32)
loc 5
edge 7 -> 10: main::t := main::x
loc 10
edge 8 -> 11: main::y := main::t
loc 11
edge 9 -> 3: main::d := main::y
loc 6
edge 10 -> 7: assume (main::y == 10:i32) then
edge 11 -> 8: assume !(main::y == 10:i32) else
loc 7
loc 8 error "unreach-call"
end
main main
`

// TestInvariants: what is said of variables that are not read any more goes, but not what links those that are.
func TestInvariants(t *testing.T) {
	p := irtest.Parse(t, counter)
	st := term.NewStore()
	c := sem.New(st, p)
	v := func(i int) term.Term { return c.Var(p.Main.Locals[i]) }
	x, y, dead, d := v(0), v(1), v(2), v(3)
	bound := st.Le(x, st.Int(10))
	linked := st.And(st.Eq(x, d), st.Eq(y, d))
	inv := verdict.Invariants{1: st.True(), 3: st.And(bound, linked, st.Le(dead, st.Int(10)))}
	check := func(inv verdict.Invariants, want term.Term) {
		t.Helper()
		was := inv[3]
		short := Invariants(p, inv)
		if short[3] != want || inv[3] != was {
			t.Errorf("%s, want %s", short[3], want)
		}
		if err := certify.Safe(context.Background(), p, short, native, 1); err != nil {
			t.Error(err)
		}
	}
	check(inv, st.And(bound, linked))
	// Nothing reads d but the invariant, and that does not matter where y and x are linked without it.
	check(verdict.Invariants{1: st.True(), 3: st.And(bound, st.Eq(x, y), st.Le(d, st.Int(10)), st.Le(st.Int(0), dead))}, st.And(bound, st.Eq(x, y)))
}

func native(st *term.Store) smt.Solver { return smt.New(st) }
