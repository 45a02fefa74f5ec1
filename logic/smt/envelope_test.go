package smt

import (
	"context"
	"testing"

	"craig/logic/num"
	"craig/logic/term"
)

// TestEnvelope: what is twice a sum modulo 2^32 is n·(n + 1), where n has bounds that keep the product below 2^32. A few
// planes through the corners of these bounds decide it; with tangents alone it takes thousands.
func TestEnvelope(t *testing.T) {
	for _, tt := range []struct {
		most int64
		want Status
	}{
		{9999, Unsat},
		{65534, Unsat}, // the largest: 65534·65535 < 2^32
		{65536, Sat},
	} {
		st := term.NewStore()
		size := st.IntNum(num.Pow2(32))
		n, i, s := st.Var("n", term.Int), st.Var("i", term.Int), st.Var("s", term.Int)
		next := st.Add(n, st.Int(1))
		e := New(st)
		for _, f := range []term.Term{
			st.Ge(n, st.Int(0)), st.Le(n, st.Int(tt.most)), st.Ge(s, st.Int(0)), st.Lt(s, size),
			st.Le(i, next), st.Gt(i, n),
			st.Eq(st.Mod(st.Add(st.Scale(num.R(2, 1), s), i, st.Neg(st.Mul(i, i))), size), st.Int(0)),
			st.Ne(st.Mod(st.Scale(num.R(2, 1), s), size), st.Mul(n, next)),
		} {
			e.Assert(f)
		}
		got := e.Check(context.Background()).Status
		if got != tt.want {
			t.Errorf("n ≤ %d: %v, want %v", tt.most, got, tt.want)
		}
		if lemmas := e.Stats().Lemmas; got == Unsat && lemmas > 100 {
			t.Errorf("n ≤ %d: %d lemmas", tt.most, lemmas)
		}
	}
}

// TestCornersOfBounds: products of factors with bounds of both signs stay between the products of these, and come up to them.
func TestCornersOfBounds(t *testing.T) {
	ends := [][2]int64{{-7, -2}, {-5, 3}, {0, 4}, {2, 9}}
	for _, a := range ends {
		for _, b := range ends {
			lo, hi := a[0]*b[0], a[0]*b[0]
			for _, x := range a {
				for _, y := range b {
					lo, hi = min(lo, x*y), max(hi, x*y)
				}
			}
			for _, tt := range []struct {
				least, most int64
				want        Status
			}{{hi, hi, Sat}, {lo, lo, Sat}, {hi + 1, hi + 100, Unsat}, {lo - 100, lo - 1, Unsat}} {
				st := term.NewStore()
				x, y := st.Var("x", term.Int), st.Var("y", term.Int)
				e := New(st)
				for _, f := range []term.Term{
					st.Ge(x, st.Int(a[0])), st.Le(x, st.Int(a[1])), st.Ge(y, st.Int(b[0])), st.Le(y, st.Int(b[1])),
					st.Ge(st.Mul(x, y), st.Int(tt.least)), st.Le(st.Mul(x, y), st.Int(tt.most)),
				} {
					e.Assert(f)
				}
				if got := e.Check(context.Background()).Status; got != tt.want {
					t.Errorf("%v·%v from %d to %d: %v, want %v", a, b, tt.least, tt.most, got, tt.want)
				}
			}
		}
	}
}

// TestNoPlanesOfQuotients: the product of a quotient with its divisor is not bounded by planes, which would count the quotients.
func TestNoPlanesOfQuotients(t *testing.T) {
	st := term.NewStore()
	x, y, d := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("d", term.Int)
	e := New(st)
	q := st.Div(x, d)
	for _, v := range []term.Term{x, y, d, q} {
		e.Assert(st.Ge(v, st.Int(2)))
		e.Assert(st.Le(v, st.Int(9)))
	}
	e.Assert(st.Ge(st.Mul(y, d), st.Int(4)))
	if got := e.Check(context.Background()).Status; got != Sat {
		t.Fatal(got)
	}
	two, much := num.I(2).Rat(), num.I(1000).Rat()
	for _, tt := range []struct {
		by   term.Term
		want bool
	}{{y, true}, {q, false}} {
		c := &candidate{e: e, eps: e.epsilon()}
		if got := c.envelope(st.Mul(d, tt.by), d, tt.by, two, two, much); got != tt.want {
			t.Errorf("planes of %v: %v", tt.by, got)
		}
	}
}
