package blast

import (
	"math/rand"
	"testing"

	"craig/internal/testenv"
	"craig/logic/term"
)

// dividing builds a random term and what it is, where every division by 0 gives what choice says.
type dividing struct {
	st   *term.Store
	rnd  *rand.Rand
	x, y term.Term
}

type given struct{ x, y, choice int64 }

func (d *dividing) number(depth int) (term.Term, func(given) int64) {
	if depth == 0 || d.rnd.Intn(4) == 0 {
		switch d.rnd.Intn(3) {
		case 0:
			return d.x, func(n given) int64 { return n.x }
		case 1:
			return d.y, func(n given) int64 { return n.y }
		}
		k := int64(d.rnd.Intn(9) - 4)
		return d.st.Int(k), func(given) int64 { return k }
	}
	a, f := d.number(depth - 1)
	b, g := d.number(depth - 1)
	switch d.rnd.Intn(5) {
	case 0:
		return d.st.Add(a, b), func(n given) int64 { return f(n) + g(n) }
	case 1:
		c, h := d.formula(0)
		return d.st.Ite(c, a, b), func(n given) int64 {
			if h(n) {
				return f(n)
			}
			return g(n)
		}
	}
	remainder := d.rnd.Intn(3) == 0
	eval := func(n given) int64 {
		p, q := f(n), g(n)
		if q == 0 {
			return n.choice
		}
		r := p % q
		if r < 0 {
			r += max(q, -q)
		}
		if remainder {
			return r
		}
		return (p - r) / q
	}
	if remainder {
		return d.st.Mod(a, b), eval
	}
	return d.st.Div(a, b), eval
}

func (d *dividing) formula(depth int) (term.Term, func(given) bool) {
	if depth > 0 {
		a, f := d.formula(depth - 1)
		b, g := d.formula(depth - 1)
		switch d.rnd.Intn(3) {
		case 0:
			return d.st.And(a, b), func(n given) bool { return f(n) && g(n) }
		case 1:
			return d.st.Or(a, b), func(n given) bool { return f(n) || g(n) }
		}
		return d.st.And(d.st.Not(a), b), func(n given) bool { return !f(n) && g(n) }
	}
	a, f := d.number(2)
	b, g := d.number(1)
	if d.rnd.Intn(2) == 0 {
		return d.st.Eq(a, b), func(n given) bool { return f(n) == g(n) }
	}
	return d.st.Le(a, b), func(n given) bool { return f(n) <= g(n) }
}

// TestDivisors: what is divided by 0 may be any number, so that a formula that is true of some is not refuted.
func TestDivisors(t *testing.T) {
	outcomes := map[Status]int{}
	seeds := testenv.Count(400, 1200)
	for seed := range seeds {
		st := term.NewStore()
		d := &dividing{st: st, rnd: rand.New(rand.NewSource(int64(seed))), x: st.Var("x", term.Int), y: st.Var("y", term.Int)}
		f, eval := d.formula(1 + seed%2)
		z := st.Var("z", term.Int) // younger than x and y, so that it may be a definition
		u, value := d.number(2)
		fs := []term.Term{f, st.Eq(z, u), st.Le(st.Int(-60), z), st.Le(z, st.Int(5))}
		for _, v := range []term.Term{d.x, d.y} {
			fs = append(fs, st.Le(st.Int(-3), v), st.Le(v, st.Int(3)))
		}
		some := false
		for x := int64(-3); x <= 3; x++ {
			for y := int64(-3); y <= 3; y++ {
				for _, c := range []int64{-17, -1, 0, 1, 3, 40} {
					n := given{x, y, c}
					some = some || eval(n) && -60 <= value(n) && value(n) <= 5
				}
			}
		}
		k := d.rnd.Intn(len(fs) + 1)
		ans := Solve(fs[:k], fs[k:], Limits{Nodes: 100_000})
		if some && ans.Status == Unsat {
			t.Fatalf("seed %d: refuted, but true of some numbers: %v, and %v from -60 to 5", seed, f, u)
		}
		if !some {
			outcomes[ans.Status]++
		}
	}
	if outcomes[Unsat] < seeds/24 {
		t.Errorf("of formulas that are false: %v", outcomes)
	}
}

// TestDivisorNotZero: that a divisor is not 0 may be said by the formula, on one path of several.
func TestDivisorNotZero(t *testing.T) {
	st := term.NewStore()
	x, y, b := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("b", term.Bool)
	q := st.Div(st.Int(8640), y)
	fs := []term.Term{
		st.Le(st.Int(-1<<31), y), st.Le(y, st.Int(1<<31-1)), st.Le(st.Int(0), x), st.Le(x, st.Int(1000)),
		st.Or(st.Not(b), st.Ne(y, st.Int(0))), st.Or(st.Not(b), st.Eq(x, q)), st.Or(b, st.Eq(x, st.Int(5))),
		st.Eq(st.Mod(x, st.Int(7)), st.Int(6)), st.Le(st.Int(900), st.Mul(x, st.Int(2))), st.Le(x, st.Int(700)), // 8640/y: 454, 480, 508, ..., 664
	}
	want := Unsat
	for k := int64(1); k <= 8640; k++ {
		if v := 8640 / k; v%7 == 6 && 450 <= v && v <= 700 {
			want = Sat
		}
	}
	if ans := Solve(fs, nil, Limits{Nodes: 100_000}); ans.Status != want {
		t.Errorf("status %v, not %v", ans.Status, want)
	}
}
