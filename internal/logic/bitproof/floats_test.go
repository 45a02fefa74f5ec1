package bitproof

import (
	"math/rand/v2"
	"testing"

	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// TestFloats compares circuits with package float: on every operand of small formats, and on random ones of the others. Gates of constants are
// constants, so that the circuits are executed where they are made.
func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, f := range []float.Format{{Exp: 2, Sig: 2}, {Exp: 3, Sig: 3}, float.Binary16, float.Binary32, float.Binary64} {
		for m := range float.NumModes {
			for _, k := range []term.FloatKind{term.FloatAdd, term.FloatMul, term.FloatDiv} {
				o := term.FloatOp{Kind: k, Format: f, Mode: m}
				if f.Width() <= 6 { // all of them
					for x := range uint64(1) << f.Width() {
						for y := range uint64(1) << f.Width() {
							compare(t, o, float.Bits(x), float.Bits(y))
						}
					}
					continue
				}
				for range 60 {
					x := operand(r, f)
					y := operand(r, f)
					if r.IntN(4) == 0 { // what cancels
						y = f.Neg(x) + uint64(r.IntN(5)) - 2
					}
					compare(t, o, float.Bits(x), float.Bits(y&(2*f.SignBit()-1)))
				}
			}
			for _, from := range []float.Format{{Exp: 3, Sig: 4}, float.Binary16, float.Binary32, float.Binary64} {
				for range 40 {
					compare(t, term.FloatOp{Kind: term.FloatConvert, Format: f, From: from, Mode: m}, float.Bits(operand(r, from)))
				}
			}
			for range 60 {
				n := []uint8{4, 31, 64}[r.IntN(3)]
				compare(t, term.FloatOp{Kind: term.FloatToInt, Format: f, Mode: m, Bits: n}, float.Bits(operand(r, f)))
				x := f.FromInt(float.NearestEven, num.I(r.Int64()).Shr(uint(r.IntN(63)))) // and what is near a half
				compare(t, term.FloatOp{Kind: term.FloatToInt, Format: f, Mode: m, Bits: n}, float.Bits(f.Div(float.ToZero, x, f.FromInt(0, num.I(4)))))
			}
			for range 40 {
				x := num.I(r.Int64()).Shr(uint(r.IntN(63)))
				if r.IntN(2) == 0 {
					x = x.Neg().Mul(num.Pow2(uint(r.IntN(90))))
				}
				compare(t, term.FloatOp{Kind: term.FloatFromInt, Format: f, Mode: m}, x)
			}
		}
	}
}

// operand is a pattern that makes trouble, or any.
func operand(r *rand.Rand, f float.Format) uint64 {
	some := []uint64{0, 1, f.MinNormal() - 1, f.MinNormal(), f.MaxFinite(), f.Inf(), f.NaN(), f.One(), f.One() - 1, f.One() + 1}
	x := r.Uint64() & (f.SignBit() - 1)
	switch r.IntN(4) {
	case 0:
		x = some[r.IntN(len(some))]
	case 1: // near 1
		x = (f.One() + uint64(r.IntN(9)-4)<<(f.Sig-1) + x&(1<<(f.Sig-1)-1)) & (f.SignBit() - 1)
	}
	return x | uint64(r.IntN(2))*f.SignBit()
}

// compare checks the circuit of one operation on constants.
func compare(t *testing.T, o term.FloatOp, args ...num.Int) {
	t.Helper()
	st := term.NewStore()
	var vars []term.Term
	var words []word
	c := &Circuit{gates: make([]Gate, 2), made: map[Gate]Lit{}, limit: 10}
	e := newEncoder(c, nil)
	for i, a := range args {
		x := st.Var(string(rune('x'+i)), term.Int)
		e.spans[x] = span{a, a, true}
		vars = append(vars, x)
		words = append(words, number(a, bits(a, a)))
	}
	w, ok := e.floats(st.Float(o, vars...), words)
	if !ok {
		t.Fatalf("%v has no circuit", o)
	}
	got := num.Int{}
	for i, l := range w {
		switch l {
		case True:
			if k := num.Pow2(uint(i)); i < len(w)-1 {
				got = got.Add(k)
			} else {
				got = got.Sub(k)
			}
		case False:
		default:
			t.Fatalf("%v: a bit is open", o)
		}
	}
	if want := o.Apply(args...); !got.Eq(want) {
		t.Fatalf("%v of %v is %v, want %v", o, args, got, want)
	}
}
