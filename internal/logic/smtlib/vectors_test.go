package smtlib_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"craig/internal/testenv"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestFloatOperations: z3 and cvc5 take every floating-point operation, and the integer operations around it, for what craig
// takes it for: the result of random operands is the one that craig computes, and no other.
func TestFloatOperations(t *testing.T) {
	eachSolver(t, func(t *testing.T, command string) {
		r := rand.New(rand.NewPCG(1, 2))
		kinds := []term.FloatKind{term.FloatAdd, term.FloatMul, term.FloatDiv, term.FloatSqrt, term.FloatFma, term.FloatRound, term.FloatConvert, term.FloatFromInt, term.FloatToInt}
		for i := range testenv.Count(1, 5) * len(kinds) {
			kind := kinds[i%len(kinds)]
			f := []float.Format{float.Binary16, float.Binary32, float.Binary64}[r.IntN(3)]
			if f == float.Binary64 && (kind == term.FloatDiv || kind == term.FloatSqrt || kind == term.FloatFma) { // which take seconds
				f = float.Binary32
			}
			o := term.FloatOp{Kind: kind, Format: f, Mode: float.Mode(r.IntN(int(float.NumModes)))}
			from := f
			switch o.Kind {
			case term.FloatConvert:
				o.From = []float.Format{float.Binary16, float.Binary32, float.Binary64}[r.IntN(3)]
				from = o.From
			case term.FloatToInt:
				o.Bits = []uint8{8, 16, 31, 64}[r.IntN(4)]
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			st := term.NewStore()
			x := newExternal(t, st, command)
			var args []term.Term
			var values []num.Int
			for k := range o.NumArgs() {
				v := float.Bits(pattern(r, from))
				if o.Kind == term.FloatFromInt {
					v = num.I(r.Int64() - r.Int64()).Shr(uint(r.IntN(60)))
				}
				a := st.Var(string(rune('a'+k)), term.Int)
				x.Assert(st.Eq(a, st.IntNum(v)))
				args, values = append(args, a), append(values, v)
			}
			result, right := st.Float(o, args...), o.Apply(values...)
			if o.Kind != term.FloatToInt { // pattern arithmetic
				result = st.Mod(st.Add(st.Scale(num.R(3, 1), result), st.Div(result, st.Int(8))), st.Int(1<<20))
				right = three(right)
			}
			same := st.Eq(result, st.IntNum(right))
			if ans := x.Check(ctx, same); ans.Status != smt.Sat || !ans.Model.Eval(same).IsTrue() {
				t.Errorf("%v%v is not %v, but %v %s", o, values, right, ans.Status, ans.Reason)
			}
			if ans := x.Check(ctx, st.Not(same)); ans.Status != smt.Unsat {
				t.Errorf("%v%v may be something else than %v: %v %s", o, values, right, ans.Status, ans.Reason)
			}
		}
	})
}

// three is what the test makes of a pattern.
func three(v num.Int) num.Int {
	q, _ := v.DivMod(num.I(8))
	_, m := v.Mul(num.I(3)).Add(q).DivMod(num.I(1 << 20))
	return m
}

// pattern is a number of the format, often a special one; NaN only as operations give it.
func pattern(r *rand.Rand, f float.Format) uint64 {
	one := f.FromInt(float.NearestEven, num.I(1))
	special := []uint64{0, f.SignBit(), f.Inf(), f.SignBit() | f.Inf(), f.NaN(), 1, f.Inf() - 1, one, one + 1, f.FromInt(float.NearestEven, num.I(-255))}
	if r.IntN(2) == 0 {
		return special[r.IntN(len(special))]
	}
	if v := r.Uint64() >> (64 - f.Width()); !f.IsNaN(v) {
		return v
	}
	return one
}

// TestFloatsAmongOthers: what has no bits among floating-point numbers is unknown to the process, which may still refute the rest;
// a model holds of all of it.
func TestFloatsAmongOthers(t *testing.T) {
	eachSolver(t, func(t *testing.T, command string) {
		st := term.NewStore()
		f := float.Binary32
		x, free := st.Var("x", term.Int), st.Var("free", term.Int)
		a := st.Var("a", term.Array(term.Int, term.Int))
		cell := st.Select(a, free)
		in := func(t term.Term) term.Term { return st.And(st.Le(st.Int(0), t), st.Le(t, st.Int(1<<32-1))) }
		half := st.FMul(f, x, st.FConst(0x3f000000))
		x01 := st.And(st.FLe(f, st.FConst(0), x), st.FLe(f, x, st.FConst(0x3f800000)))
		s := newExternal(t, st, command)
		s.Assert(in(x))
		s.Assert(in(cell))
		s.Assert(st.Le(st.Mul(free, free), st.Int(100)))
		s.Assert(st.Eq(cell, half))
		s.Push()
		s.Assert(x01)
		if ans := s.Check(t.Context(), st.FLt(f, st.FConst(0x3f000000), cell)); ans.Status != smt.Unsat {
			t.Errorf("x/2 > 0.5 for x in [0, 1]: %v %s", ans.Status, ans.Reason)
		}
		s.Pop()
		open := st.FLt(f, st.FConst(0x3f000000), half)
		if ans := s.Check(t.Context(), open); ans.Status == smt.Unsat || ans.Status == smt.Sat && !ans.Model.Eval(st.And(open, st.Eq(cell, half), in(cell))).IsTrue() {
			t.Errorf("x/2 > 0.5: %v %s", ans.Status, ans.Reason)
		}
		// Bounds that contradict each other, and a bound from one side only.
		s.Push()
		s.Assert(st.Le(x, st.Int(-1)))
		if ans := s.Check(t.Context()); ans.Status != smt.Unsat {
			t.Errorf("a pattern below 0: %v %s", ans.Status, ans.Reason)
		}
		s.Pop()
		if ans := s.Check(t.Context(), st.Lt(free, st.Int(50)), st.Eq(half, st.FConst(0x3f800000))); ans.Status == smt.Unsat {
			t.Error("x/2 is never 1")
		}
	})
}
