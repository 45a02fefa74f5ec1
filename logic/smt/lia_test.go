package smt

import (
	"context"
	"errors"
	"testing"
	"time"

	"craig/logic/num"
	"craig/logic/term"
)

// lin is Σ cs[i]·vs[i] + c.
func lin(st *term.Store, vs []term.Term, c int64, cs ...int64) term.Term {
	sum := []term.Term{st.Int(c)}
	for i, k := range cs {
		sum = append(sum, st.Scale(num.R(k, 1), vs[i]))
	}
	return st.Add(sum...)
}

// TestIntegers has conjunctions that need reasoning about integrality, most of them unbounded.
func TestIntegers(t *testing.T) {
	st := term.NewStore()
	var v []term.Term
	for _, n := range []string{"x", "y", "z", "w", "u"} {
		v = append(v, st.Var(n, term.Int))
	}
	zero := st.Int(0)
	eq := func(c int64, cs ...int64) term.Term { return st.Eq(lin(st, v, c, cs...), zero) }
	le := func(c int64, cs ...int64) term.Term { return st.Le(lin(st, v, c, cs...), zero) }
	two32 := st.IntNum(num.Pow2(32))
	for _, c := range []struct {
		name string
		fs   []term.Term
		want Status
	}{
		{"parity", []term.Term{eq(0, 1, -2), eq(-1, 1, 0, -2)}, Unsat},
		{"parity of sums", []term.Term{eq(0, 1, 1, -2), eq(-1, 1, -1, 0, -2)}, Unsat},
		{"modulo 6", []term.Term{eq(-1, 1, -2), eq(-2, 1, 0, -3), eq(0, 1, 0, 0, -6)}, Unsat},
		{"modulo 6, possible", []term.Term{eq(-1, 1, -2), eq(-2, 1, 0, -3), eq(-5, 1, 0, 0, -6)}, Sat},
		{"three equations", []term.Term{eq(0, 3, 5, 7), eq(1, 1, 1, 1), eq(-3, 2, 4, 6, 2)}, Unsat},
		{"strip", []term.Term{le(1, -3, 2), le(-2, 3, -2), eq(0, 1, 0, -2), eq(0, 0, 1, 0, -3)}, Unsat},
		{"thin triangle", []term.Term{le(1, 4, -4, -1), le(-3, -4, 4, 1), eq(0, 0, 0, 1, -4)}, Unsat},
		{"wrapped sum", []term.Term{
			st.Le(zero, v[0]), st.Lt(v[0], two32), st.Le(zero, v[1]), st.Lt(v[1], two32),
			st.Lt(st.Mod(st.Add(v[0], v[1]), two32), v[0]), st.Lt(st.Add(v[0], v[1]), two32)}, Unsat},
		{"wrapped difference", []term.Term{
			st.Le(zero, v[0]), st.Lt(v[0], two32), st.Le(zero, v[1]), st.Lt(v[1], two32),
			st.Eq(st.Mod(st.Sub(v[0], v[1]), two32), zero), st.Ne(v[0], v[1])}, Unsat},
		{"even and odd products of wraps", []term.Term{
			st.Eq(st.Mod(st.Scale(num.R(2, 1), v[0]), two32), st.Add(st.Scale(num.R(2, 1), v[1]), st.Int(1)))}, Unsat},
		{"digits", []term.Term{
			st.Le(zero, v[0]), st.Le(v[0], st.Int(99)), eq(0, 1, -10, -1), le(0, 0, 0, -1), le(-9, 0, 0, 1),
			st.Ne(v[1], st.Div(v[0], st.Int(10)))}, Unsat},
		{"coins", []term.Term{eq(-43, 6, 9, 20), le(0, -1), le(0, 0, -1), le(0, 0, 0, -1)}, Unsat},
		{"coins, possible", []term.Term{eq(-44, 6, 9, 20), le(0, -1), le(0, 0, -1), le(0, 0, 0, -1)}, Sat},
		{"large coins", []term.Term{eq(-98765, 12223, 12224, 36674, 61119, 85569), le(0, -1), le(0, 0, -1), le(0, 0, 0, -1), le(0, 0, 0, 0, -1), le(0, 0, 0, 0, 0, -1)}, Unsat},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		e := New(st)
		for _, f := range c.fs {
			e.Assert(f)
		}
		a := e.Check(ctx)
		if a.Status != c.want {
			t.Errorf("%s: %v %s, want %v (%+v)", c.name, a.Status, a.Reason, c.want, e.Stats())
		}
		// The last formula apart, for interpolants.
		if c.want == Unsat {
			parts := []term.Term{st.And(c.fs[:len(c.fs)-1]...), c.fs[len(c.fs)-1]}
			if ans, itps := NewInterpolator(st).Interpolate(ctx, parts); itps == nil {
				t.Errorf("%s: %v, no interpolants: %s", c.name, ans.Status, ans.Reason)
			} else {
				checkInterpolants(t, st, parts, itps)
				t.Logf("%s: %v", c.name, itps[1])
			}
		}
		cancel()
	}
}

// TestRowsComeAndGo asks for so many sums that rows are removed, which must leave integer
// variables with integer values.
func TestRowsComeAndGo(t *testing.T) {
	g := newGen(1, "")
	st, x, y := g.st, g.ints[0], g.ints[1]
	g.ints, g.bools = g.ints[:2], nil
	e := New(st)
	box := g.box(0, 20)
	for _, f := range box {
		e.Assert(f)
	}
	for k := range int64(150) {
		fs := []term.Term{
			st.Le(st.Int(3), st.Mod(st.Add(x, st.Int(2*k)), st.Int(16))),
			st.Eq(st.Mod(st.Add(x, y, st.Int(k)), st.Int(7)), st.Int(k%7)),
			st.Le(st.Mod(st.Sub(y, st.Int(k)), st.Int(32)), st.Int(4)),
		}
		e.Push()
		for _, f := range fs {
			e.Push()
			e.Assert(f)
			e.Check(context.Background())
		}
		a := e.Check(context.Background())
		if want := g.brute(0, 20, append(fs, box...)); (a.Status == Sat) != want || a.Status == Unknown {
			t.Fatalf("%d: %v %s", k, a.Status, a.Reason)
		}
		for range 4 {
			e.Pop()
		}
	}
}

// TestGivesUp has questions that are too hard; the reason is what ended them.
func TestGivesUp(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	n, _ := num.ParseInt("1000000016000000063") // 1000000007 · 1000000009
	hard := []term.Term{st.Eq(st.Mul(x, y), st.IntNum(n)), st.Gt(x, st.Int(1)), st.Gt(y, x)}
	memory := errors.New("memory")
	for _, c := range []struct{ cause, want error }{{nil, errors.New("timeout")}, {memory, memory}} {
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(50*time.Millisecond, func() { cancel(c.cause) })
		e := New(st)
		for _, f := range hard {
			e.Assert(f)
		}
		if a := e.Check(ctx); a.Status != Unknown || a.Reason != c.want.Error() {
			t.Errorf("%v %q", a.Status, a.Reason)
		}
		if ans, itps := NewInterpolator(st).Interpolate(ctx, hard); ans.Status != Unknown || itps != nil {
			t.Errorf("%v %v", ans, itps)
		}
		// The engine is still good.
		if a := e.Check(context.Background(), st.Eq(x, st.Int(1000000007))); a.Status != Sat {
			t.Errorf("afterwards: %v %q", a.Status, a.Reason)
		}
	}
}
