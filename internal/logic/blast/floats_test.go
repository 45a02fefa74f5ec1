package blast

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"craig/internal/logic/interval"
	"craig/internal/testenv"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// simulate is the value of w where the inputs have these values, by node.
func simulate(c *circuit, values map[int32]bool, w word) num.Int {
	v := make([]bool, len(c.nodes))
	at := func(l lit) bool { return v[l.node()] != (l&1 != 0) }
	for i := 1; i < len(c.nodes); i++ {
		switch n := c.nodes[i]; n.op {
		case input:
			v[i] = values[int32(i)]
		case and:
			v[i] = at(n.a) && at(n.b)
		case xor:
			v[i] = at(n.a) != at(n.b)
		case mux:
			if v[i] = at(n.c); at(n.a) {
				v[i] = at(n.b)
			}
		case maj:
			v[i] = at(n.a) && at(n.b) || at(n.a) && at(n.c) || at(n.b) && at(n.c)
		}
	}
	r := num.Int{}
	for i, l := range w {
		if at(l) {
			r = r.Add(num.Pow2(uint(i)))
		}
	}
	if at(w.sign()) {
		r = r.Sub(num.Pow2(uint(len(w))))
	}
	return r
}

// floatOps are all operations with results in f.
func floatOps(f float.Format) []term.FloatOp {
	var all []term.FloatOp
	for k := term.FloatAdd; k <= term.FloatToInt; k++ {
		for m := range float.NumModes {
			o := term.FloatOp{Kind: k, Format: f, Mode: m}
			switch k {
			case term.FloatRem, term.FloatFmod:
				if m != 0 {
					continue
				}
			case term.FloatConvert:
				for _, from := range []float.Format{float.Binary16, float.Binary32, float.Binary64, {Exp: 4, Sig: 4}} {
					o.From = from
					all = append(all, o)
				}
				continue
			case term.FloatToInt:
				o.Bits = 4
				all = append(all, o)
				o.Bits = 64
			}
			all = append(all, o)
		}
	}
	return all
}

// floatOperand is a pattern that makes trouble, or any.
func floatOperand(r *rand.Rand, f float.Format) uint64 {
	special := []uint64{0, 1, 2, f.MinNormal() - 1, f.MinNormal(), f.MaxFinite(), f.Inf(), f.NaN(), f.One(), f.One() + 1, f.One() - 1}
	sign := uint64(r.IntN(2)) * f.SignBit()
	mask := f.SignBit() - 1
	switch r.IntN(4) {
	case 0:
		return special[r.IntN(len(special))] | sign
	case 1:
		return f.FromInt(0, num.I(int64(r.IntN(40)))) | sign
	case 2:
		return (f.One()+uint64(r.IntN(9)-4)<<(f.Sig-1)+r.Uint64()&(1<<(f.Sig-1)-1))&mask | sign
	}
	return (r.Uint64() & mask) | sign
}

// TestFloatCircuits compares circuits of all operations with package float, on every operand of small formats
// and on random ones of the others. CRAIG_RANDOM is how many of these.
func TestFloatCircuits(t *testing.T) {
	tries := testenv.Count(10, 30)
	if s := os.Getenv("CRAIG_RANDOM"); s != "" {
		tries, _ = strconv.Atoi(s)
	}
	r := rand.New(rand.NewPCG(4, 4))
	for _, f := range []float.Format{{Exp: 3, Sig: 3}, {Exp: 2, Sig: 2}, {Exp: 2, Sig: 4}, {Exp: 4, Sig: 2}, float.Binary16, float.Binary32, float.Binary64} {
		for _, o := range floatOps(f) {
			if (o.Kind == term.FloatRem || o.Kind == term.FloatFmod) && f.Width() > 16 && tries < 1000 {
				continue // large
			}
			st := term.NewStore()
			e := newEncoder(st, Limits{Nodes: 10_000_000})
			from := f
			switch o.Kind {
			case term.FloatConvert:
				from = o.From
			case term.FloatFromInt:
				from = float.Format{Exp: 11, Sig: 53}
			}
			args := make([]term.Term, o.NumArgs())
			for i := range args {
				args[i] = st.Var(fmt.Sprint("x", i), term.Int)
				e.env[args[i]] = known{Interval: interval.Span(num.Int{}, num.Pow2(uint(from.Width())).Sub(num.I(1)))}
				if o.Kind == term.FloatFromInt {
					e.env[args[i]] = known{Interval: interval.Span(num.Pow2(63).Neg(), num.Pow2(64))}
				}
			}
			u := st.Float(o, args...)
			w := e.word(u)
			all := f.Width() <= 6 && from == f && o.NumArgs() < 3
			n := tries
			if f.Width() <= 6 {
				n = 2000
			}
			if all {
				n = 1 << (f.Width() * o.NumArgs())
			}
			for k := range n {
				in := make([]num.Int, len(args))
				values := map[int32]bool{}
				for i := range args {
					p := floatOperand(r, from)
					if all {
						p = uint64(k) >> (i * f.Width()) & (1<<f.Width() - 1)
					}
					in[i] = float.Bits(p)
					if o.Kind == term.FloatFromInt && r.IntN(2) == 0 {
						in[i] = num.I(int64(p) >> r.IntN(64))
					}
					for j, l := range e.word(args[i]) {
						values[l.node()] = !in[i].And(num.Pow2(uint(j))).IsZero()
					}
				}
				if got, want := simulate(e.c, values, w), o.Apply(in...); !got.Eq(want) {
					t.Errorf("%v of %v: the circuit says %v, it is %v", o, in, got, want)
					break
				}
			}
		}
	}
}
