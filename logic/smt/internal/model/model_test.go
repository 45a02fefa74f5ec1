package model

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"craig/logic/num"
	"craig/logic/term"
)

// TestValues: the value of a term is that which the store computes, whose evaluation shares nothing with this one, for random terms over integers and arrays.
func TestValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		st := term.NewStore()
		ints := map[term.Term]int64{}
		m := &Model{Store: st, Vars: map[term.Term]Value{}, Funcs: map[Func]Value{}, Tick: func(int) {}}
		for i := range 4 {
			v, n := st.Var(fmt.Sprint("x", i), term.Int), int64(r.IntN(9)-4)
			ints[v] = n
			m.Vars[v] = Value{Num: num.I(n).Rat()}
		}
		known := func(u term.Term) (term.Term, bool) {
			n, ok := ints[u]
			return st.Int(n), ok
		}
		var ofInt func(depth int) term.Term
		array := func(depth int) term.Term {
			a := st.ConstArray(term.Array(term.Int, term.Int), ofInt(depth-1))
			for range r.IntN(3) {
				a = st.Store(a, ofInt(depth-1), ofInt(depth-1))
			}
			return a
		}
		truth := func(depth int) term.Term {
			f := st.Le(ofInt(depth-1), ofInt(depth-1))
			if r.IntN(2) == 0 {
				f = st.Not(f)
			}
			return f
		}
		ofInt = func(depth int) term.Term {
			if depth <= 0 || r.IntN(5) == 0 {
				if r.IntN(2) == 0 {
					return st.Int(int64(r.IntN(9) - 4))
				}
				return st.Var(fmt.Sprint("x", r.IntN(4)), term.Int)
			}
			switch a, b := ofInt(depth-1), ofInt(depth-1); r.IntN(7) {
			case 0:
				return st.Add(a, b)
			case 1:
				return st.Mul(a, b)
			case 2:
				return st.Ite(truth(depth), a, b)
			case 3:
				return st.Div(a, st.Int(int64(1+r.IntN(5))))
			case 4:
				return st.Mod(a, st.Int(int64(1+r.IntN(5))))
			case 5:
				return st.BitAnd(a, b)
			default:
				return st.Select(array(depth), a)
			}
		}
		f := ofInt(4)
		want, ok := st.Eval(f, known)
		if !ok {
			t.Fatalf("%s has no value", f)
		}
		if got := m.Eval(f); got != want {
			t.Fatalf("%s is %s, not %s, with %v", f, got, want, ints)
		}
	}
}

// TestArrays: arrays are equal if they have the same elements, whatever was stored in between; what is opaque equals itself only.
func TestArrays(t *testing.T) {
	n := func(k int64) Value { return Value{Num: num.I(k).Rat()} }
	store := func(a *Array, i, e int64) *Array { return &Array{Parent: a, Index: n(i), Value: n(e)} }
	zero := &Array{Default: n(0)}
	for _, c := range []struct {
		a, b *Array
		want bool
	}{
		{zero, store(zero, 1, 0), true},
		{store(zero, 1, 5), store(store(zero, 1, 7), 1, 5), true},
		{store(store(zero, 1, 5), 2, 6), store(store(zero, 2, 6), 1, 5), true},
		{store(zero, 1, 5), zero, false},
		{zero, &Array{Default: n(1)}, false},
		{Opaque("a"), Opaque("a"), true},
		{Opaque("a"), Opaque("b"), false},
	} {
		if got := (Value{Array: c.a}).Equal(Value{Array: c.b}); got != c.want {
			t.Errorf("%s and %s: %v", c.a.Text(), c.b.Text(), got)
		}
	}
	if v := store(store(zero, 1, 5), 1, 6).At(n(1)); !v.Equal(n(6)) {
		t.Errorf("the last store does not count: %s", v.Num)
	}
}
