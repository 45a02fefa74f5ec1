package term

import (
	"math/rand/v2"
	"testing"

	"craig/logic/float"
	"craig/logic/num"
)

// TestFloatFormulas compares what is derived from bits with package float, for variables and for constants
// on either side.
func TestFloatFormulas(t *testing.T) {
	s := NewStore()
	x, y := s.Var("x", Int), s.Var("y", Int)
	r := rand.New(rand.NewPCG(3, 3))
	for _, f := range []float.Format{{Exp: 3, Sig: 3}, float.Binary32, float.Binary64} {
		special := []uint64{0, 1, f.MinNormal() - 1, f.MinNormal(), f.MaxFinite(), f.Inf(), f.Inf() + 1, f.NaN(), f.SignBit() - 1, f.One(), f.One() + 1}
		pick := func() uint64 {
			p := special[r.IntN(len(special))]
			if r.IntN(4) == 0 {
				p = r.Uint64() & (f.SignBit() - 1)
			}
			return p | uint64(r.IntN(2))*f.SignBit()
		}
		for range 2000 {
			p, q := pick(), pick()
			value := func(v Term) (Term, bool) {
				if v == x {
					return s.FConst(p), true
				}
				return s.FConst(q), true
			}
			check := func(name string, u Term, want Term) {
				if got, ok := s.Eval(u, value); !ok || got != want {
					t.Fatalf("%v %s of %#x %#x is %v, but %v says %v", f, name, p, q, want, u, got)
				}
			}
			for _, a := range []Term{x, s.FConst(p)} {
				for _, b := range []Term{y, s.FConst(q)} {
					check("=", s.FEq(f, a, b), s.Bool(f.Eq(p, q)))
					check("<", s.FLt(f, a, b), s.Bool(f.Lt(p, q)))
					check("<=", s.FLe(f, a, b), s.Bool(f.Le(p, q)))
					check("+", s.FAdd(f, a, b), s.FConst(f.Add(0, p, q)))
					check("-", s.FSub(f, a, b), s.FConst(f.Add(0, p, f.Neg(q))))
				}
				check("== itself", s.FEq(f, a, a), s.Bool(!f.IsNaN(p)))
				check("<= itself", s.FLe(f, a, a), s.Bool(!f.IsNaN(p)))
				check("< itself", s.FLt(f, a, a), s.fls)
				check("nan", s.FIsNaN(f, a), s.Bool(f.IsNaN(p)))
				check("inf", s.FIsInf(f, a), s.Bool(f.IsInf(p)))
				check("zero", s.FIsZero(f, a), s.Bool(f.IsZero(p)))
				check("finite", s.FIsFinite(f, a), s.Bool(f.IsFinite(p)))
				check("subnormal", s.FIsSubnormal(f, a), s.Bool(f.IsSubnormal(p)))
				check("normal", s.FIsNormal(f, a), s.Bool(f.IsFinite(p) && !f.IsSubnormal(p) && !f.IsZero(p)))
				check("negative", s.FIsNegative(f, a), s.Bool(f.IsNegative(p)))
				check("key", s.FKey(f, a), s.Int(f.Key(p)))
				check("neg", s.FNeg(f, a), s.FConst(f.Neg(p)))
				check("abs", s.FAbs(f, a), s.FConst(p&^f.SignBit()))
			}
		}
		if s.FNeg(f, s.FNeg(f, x)) != x {
			t.Errorf("-(-x) is %v", s.FNeg(f, s.FNeg(f, x)))
		}
	}
}

// TestFloatOpNames writes and reads every operation, and rebuilds it.
func TestFloatOpNames(t *testing.T) {
	s := NewStore()
	seen := map[string]FloatOp{}
	for k := range numFloatKinds {
		for m := range float.NumModes {
			for _, f := range []float.Format{float.Binary16, float.Binary32, float.Binary64, {Exp: 5, Sig: 5}} {
				o := FloatOp{Kind: k, Format: f, Mode: m}
				switch k {
				case FloatConvert:
					o.From = float.Binary64
				case FloatToInt:
					o.Bits = 32
				}
				p, ok := ParseFloatOp(o.String())
				if ok != o.valid() || ok && p != o {
					t.Errorf("%+v is written %s, which is read as %+v, %v", o, o, p, ok)
				}
				if !ok {
					continue
				}
				if old, has := seen[o.String()]; has {
					t.Errorf("%+v and %+v have the name %s", old, o, o)
				}
				seen[o.String()] = o
				args := make([]Term, o.NumArgs())
				for i := range args {
					args[i] = s.Fresh("x", Int)
				}
				u := s.Float(o, args...)
				if u.FloatOp() != o || s.Rebuild(u, args) != u {
					t.Errorf("%v of %+v", u, o)
				}
			}
		}
	}
	for _, bad := range []string{"float32", "float32.", "float32.plus", "float31.add", "float32.from.float32.x", "float32.to.int", "float32.to.int.0", "float32.rem.up", "float08_24.add"} {
		if o, ok := ParseFloatOp(bad); ok {
			t.Errorf("%s is read as %+v", bad, o)
		}
	}
}

// TestFloatRanges evaluates operations on operands in ranges.
func TestFloatRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	f := float.Format{Exp: 3, Sig: 3}
	for range 20_000 {
		o := FloatOp{Kind: FloatKind(r.IntN(int(numFloatKinds))), Format: f}
		from := f
		switch o.Kind {
		case FloatConvert:
			o.From = float.Format{Exp: 2, Sig: 5}
			from = o.From
		case FloatToInt:
			o.Bits = 3
		}
		if floatKinds[o.Kind].modal {
			o.Mode = float.Mode(r.IntN(int(float.NumModes)))
		}
		ranges, values := make([]Range, o.NumArgs()), make([]num.Int, o.NumArgs())
		for i := range ranges {
			a, b := r.IntN(1<<from.Width()), r.IntN(1<<from.Width())
			if o.Kind == FloatFromInt {
				a, b = a-40, b-40
			}
			lo, hi := min(a, b), max(a, b)
			ranges[i] = Range{num.I(int64(lo)), num.I(int64(hi)), r.IntN(8) > 0}
			values[i] = num.I(int64(lo + r.IntN(hi-lo+1)))
			if o.Kind != FloatFromInt && r.IntN(8) == 0 { // out of the format
				ranges[i].Hi = ranges[i].Hi.Add(num.I(200))
				values[i] = ranges[i].Hi.Sub(num.I(r.Int64N(200)))
				if values[i].Less(ranges[i].Lo) {
					values[i] = ranges[i].Lo
				}
			}
		}
		got := o.Range(ranges...)
		if v := o.Apply(values...); !got.Known || v.Less(got.Lo) || got.Hi.Less(v) {
			t.Fatalf("%v of %v is %v for operands in %v, not in %v", o, values, v, ranges, got)
		}
	}
}
