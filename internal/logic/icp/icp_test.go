package icp

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// random makes formulas over patterns x and y and an integer n.
type random struct {
	*rand.Rand
	st *term.Store
	f  float.Format
}

func (r *random) pattern(depth int) term.Term {
	st, f := r.st, r.f
	if depth == 0 {
		if r.IntN(3) == 0 {
			return st.FConst(r.Uint64() & (f.SignBit()<<1 - 1))
		}
		return st.Var([]string{"x", "y"}[r.IntN(2)], term.Int)
	}
	d := depth - 1
	mode := float.Mode(0)
	if r.IntN(4) == 0 {
		mode = float.Mode(r.IntN(int(float.NumModes)))
	}
	op := func(k term.FloatKind, args ...term.Term) term.Term {
		return st.Float(term.FloatOp{Kind: k, Format: f, Mode: mode}, args...)
	}
	switch r.IntN(12) {
	case 0:
		return st.FNeg(f, r.pattern(d))
	case 1:
		return st.FAbs(f, r.pattern(d))
	case 2:
		return op(term.FloatMul, r.pattern(d), r.pattern(d))
	case 3:
		return op(term.FloatDiv, r.pattern(d), r.pattern(d))
	case 4:
		return op(term.FloatSqrt, r.pattern(d))
	case 5:
		return op(term.FloatFma, r.pattern(d), r.pattern(d), r.pattern(d))
	case 6:
		return st.FFmod(f, r.pattern(d), r.pattern(d))
	case 7:
		return op(term.FloatRound, r.pattern(d))
	case 8:
		return st.Ite(r.formula(d), r.pattern(d), r.pattern(d))
	case 9:
		wide := float.Format{Exp: 4, Sig: 5}
		return st.FConvert(f, wide, st.FAdd(wide, st.FConvert(wide, f, r.pattern(d)), st.FConvert(wide, f, r.pattern(d))))
	case 10:
		return op(term.FloatFromInt, r.integer(d))
	}
	return op(term.FloatAdd, r.pattern(d), r.pattern(d))
}

func (r *random) integer(depth int) term.Term {
	st := r.st
	switch r.IntN(4) {
	case 0:
		return st.Add(st.Scale(num.I(int64(r.IntN(5)-2)).Rat(), st.Var("n", term.Int)), st.Int(int64(r.IntN(9)-4)))
	case 1:
		return st.FToInt(r.f, float.ToZero, r.pattern(depth))
	case 2:
		return st.Mod(st.Var("n", term.Int), st.Int(int64(1+r.IntN(4))))
	}
	return st.Var("n", term.Int)
}

func (r *random) formula(depth int) term.Term {
	st, f := r.st, r.f
	d := max(depth-1, 0)
	switch r.IntN(9) {
	case 0:
		return st.Or(r.formula(d), r.formula(d))
	case 1:
		return st.And(r.formula(d), r.formula(d))
	case 2:
		return st.Not(r.formula(d))
	case 3:
		return st.FLe(f, r.pattern(depth), r.pattern(d))
	case 4:
		return st.FEq(f, r.pattern(depth), r.pattern(d))
	case 5:
		return st.Eq(r.pattern(depth), r.pattern(d))
	case 6:
		return st.FIsNaN(f, r.pattern(depth))
	case 7:
		return st.Le(r.integer(d), r.integer(d))
	}
	return st.FLt(f, r.pattern(depth), r.pattern(d))
}

// TestRandom compares answers with an enumeration of all values. The variable y is at times outside of the format, where
// operations take it modulo a power of two. CRAIG_RANDOM is how many formulas.
func TestRandom(t *testing.T) {
	tries := 60
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		tries = n
	}
	rnd := rand.New(rand.NewPCG(1, 8))
	tally := map[Status]int{}
	for range tries {
		st := term.NewStore()
		f := float.Format{Exp: 2, Sig: 2}
		r := &random{rnd, st, f}
		x, y, n := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("n", term.Int)
		between := func(v term.Term, lo, hi int64) term.Term { return st.And(st.Le(st.Int(lo), v), st.Le(v, st.Int(hi))) }
		most := int64(f.SignBit())*2 - 1
		low := int64(0)
		if rnd.IntN(8) == 0 {
			low = -3
		}
		asserted := []term.Term{between(x, 0, most), between(y, low, most), between(n, -2, 2)}
		if rnd.IntN(3) == 0 {
			asserted = append(asserted, st.Eq(st.Var("z", term.Int), r.pattern(2)), st.FLe(f, st.Var("z", term.Int), r.pattern(1)), st.Le(st.Int(0), st.Var("z", term.Int)))
		}
		assumptions := []term.Term{r.formula(2), r.formula(1)}
		ans := Solve(asserted, assumptions, Limits{Boxes: 20_000, Stop: func() bool { return false }, Tick: func(int) {}})
		tally[ans.Status]++
		question := st.And(asserted...)
		switch ans.Status {
		case Sat:
			question = st.And(question, st.And(assumptions...))
			if !st.Subst(question, values(st, ans)).IsTrue() {
				t.Fatalf("%v is no model of\n%v", ans.Numbers, question)
			}
		case Unsat:
			for _, i := range ans.Core {
				question = st.And(question, assumptions[i])
			}
			for i := int64(0); i <= most; i++ {
				for j := low; j <= most; j++ {
					for k := int64(-2); k <= 2; k++ {
						m := map[term.Term]term.Term{x: st.Int(i), y: st.Int(j), n: st.Int(k)}
						rest := st.Subst(question, m)
						if !rest.IsFalse() && !(len(asserted) > 3 && noZ(st, rest)) {
							t.Fatalf("x = %d, y = %d, n = %d is a model of\n%v\n%v", i, j, k, question, rest)
						}
					}
				}
			}
		}
	}
	t.Log(tally)
	if tally[Unsat] < tries/10 || tally[Sat] < tries/20 {
		t.Errorf("decided: %v", tally)
	}
}

// noZ reports whether no value of z satisfies f, which says that z is a constant.
func noZ(st *term.Store, f term.Term) bool {
	z := st.Var("z", term.Int)
	for k := range int64(64) {
		if st.Subst(f, map[term.Term]term.Term{z: st.Int(k)}).IsTrue() {
			return false
		}
	}
	return true
}

func values(st *term.Store, a Answer) map[term.Term]term.Term {
	m := map[term.Term]term.Term{}
	for x, v := range a.Numbers {
		m[x] = st.IntNum(v)
	}
	for x, v := range a.Truths {
		m[x] = st.Bool(v)
	}
	for _, x := range []term.Term{st.Var("x", term.Int), st.Var("y", term.Int), st.Var("n", term.Int)} {
		if _, ok := m[x]; !ok {
			m[x] = st.Int(0)
		}
	}
	for _, d := range a.Defined {
		m[d.Var] = st.Subst(d.Term, m)
	}
	return m
}

// TestForms: what the forms on real numbers decide takes few boxes, with the rounding of every step taken into account,
// and what they exceed is not proved.
func TestForms(t *testing.T) {
	st := term.NewStore()
	f := float.Binary32
	x, y, a := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("a", term.Int)
	number := func(v float64) term.Term {
		return st.FConst(f.Convert(float.Binary64, float.NearestEven, math.Float64bits(v)))
	}
	between := func(v term.Term, lo, hi float64) term.Term {
		return st.And(st.FLe(f, number(lo), v), st.FLe(f, v, number(hi)))
	}
	pattern := func(v term.Term) term.Term { return st.And(st.Le(st.Int(0), v), st.Le(v, st.Int(1<<32-1))) }
	sub := func(u, v term.Term) term.Term { return st.FSub(f, u, v) }
	filter := st.FAdd(f, y, st.FMul(f, number(0.1), sub(x, y)))
	mix := st.FAdd(f, y, st.FMul(f, a, sub(x, y)))
	fahrenheit := st.FAdd(f, st.FMul(f, x, number(1.8)), number(32))
	celsius := st.FDiv(f, sub(fahrenheit, number(32)), number(1.8))
	square := st.FMul(f, x, x)
	cube := st.FMul(f, square, x)
	sine := sub(x, st.FDiv(f, cube, number(6)))
	for _, c := range []struct {
		name   string
		claim  term.Term
		holds  bool
		boxes  int
		inputs []term.Term
	}{
		{"a filter keeps its range", between(filter, -5.001, 5.001), true, 40, []term.Term{between(x, -5, 5), between(y, -5.001, 5.001)}},
		{"and no smaller one", between(filter, -5, 5), false, 400, []term.Term{between(x, -5.01, 5.01), between(y, -5, 5)}},
		{"between two numbers", between(mix, -0.001, 10.001), true, 4000, []term.Term{between(x, 0, 10), between(y, 0, 10), between(a, 0, 1)}},
		{"beyond them", between(mix, -0.001, 10.001), false, 4000, []term.Term{between(x, 0, 10), between(y, 0, 10), between(a, 0, 1.5)}},
		{"there and back", between(sub(celsius, x), -0.001, 0.001), true, 40, []term.Term{between(x, -50, 150)}},
		{"not exactly", between(sub(celsius, x), 0, 0), false, 400, []term.Term{between(x, -50, 150)}},
		{"a polynomial", between(sine, -0.95, 0.95), true, 400, []term.Term{between(x, -1.57, 1.57)}},
		{"has such values", between(sine, -0.92, 0.92), false, 400, []term.Term{between(x, -1.57, 1.57)}},
	} {
		asserted := append(c.inputs, pattern(x), pattern(y), pattern(a), st.Not(c.claim))
		ans := Solve(asserted, nil, Limits{Boxes: 60_000, Stop: func() bool { return false }, Tick: func(int) {}})
		want := Sat
		if c.holds {
			want = Unsat
		}
		if ans.Status != want || ans.Boxes > c.boxes {
			t.Errorf("%s: %v after %d boxes", c.name, ans.Status, ans.Boxes)
		}
		t.Log(c.name, ans.Status, ans.Boxes)
	}
}
