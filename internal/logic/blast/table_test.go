package blast

import (
	"math/rand/v2"
	"testing"

	"craig/logic/num"
	"craig/logic/term"
)

// TestTables: a read of a table has the value that was written last, at every index, whether the table is affine
// or not, has gaps, or is longer than the indices; and no other.
func TestTables(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for round := range 30 {
		st := term.NewStore()
		size, entries := int64(1+r.IntN(20)), 4+r.IntN(24)
		array := st.ConstArray(term.Array(term.Int, term.Int), st.Int(int64(r.IntN(9)-4)))
		masks := [6]int64{}
		for i := range masks {
			masks[i] = r.Int64N(64)
		}
		for n := range entries {
			i, v := int64(n), r.Int64N(100)-50
			if round%3 == 1 { // affine
				v = masks[5]
				for b := range 5 {
					v ^= (i >> b & 1) * masks[b]
				}
			} else if round%3 == 2 {
				i = r.Int64N(24)
			}
			array = st.Store(array, st.Int(i), st.Int(v))
		}
		index := st.Var("i", term.Int)
		place := func(i term.Term) term.Term { return i }
		if round%2 == 1 { // elements of three bytes
			place = func(i term.Term) term.Term { return st.Add(st.Scale(num.R(3, 1), i), st.Int(-5)) }
		}
		value := st.Select(array, place(index))
		inside := []term.Term{st.Ge(index, st.Int(0)), st.Lt(index, st.Int(size))}
		for i := range size {
			want := st.Select(array, place(st.Int(i)))
			at := st.Eq(index, st.Int(i))
			if got := Solve(inside, []term.Term{at, st.Ne(value, want)}, Limits{Nodes: 1 << 20}); got.Status != Unsat {
				t.Fatalf("round %d, index %d: another value than %v is %v", round, i, want, got.Status)
			}
			low := st.Eq(st.Mod(value, st.Int(4)), st.Mod(want, st.Int(4)))
			if got := Solve(inside, []term.Term{at, low}, Limits{Nodes: 1 << 20}); got.Status != Sat || !got.Numbers[index].Eq(num.I(i)) {
				t.Fatalf("round %d, index %d: %v is %v", round, i, low, got.Status)
			}
		}
	}
}

// TestAffineTable: a table of a linear code is a circuit of exclusive ors, which no search is needed for.
func TestAffineTable(t *testing.T) {
	st := term.NewStore()
	step := func(c int64) int64 {
		for range 8 {
			c = c>>1 ^ 0xedb88320&-(c&1)
		}
		return c
	}
	array := st.ConstArray(term.Array(term.Int, term.Int), st.Int(0))
	for i := range int64(256) {
		array = st.Store(array, st.Int(i), st.Int(step(i)))
	}
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	var inside []term.Term
	for _, v := range []term.Term{x, y} {
		inside = append(inside, st.Ge(v, st.Int(0)), st.Lt(v, st.Int(256)))
	}
	both := st.Select(array, st.BitXor(x, y))
	each := st.BitXor(st.Select(array, x), st.Select(array, y))
	if got := Solve(inside, []term.Term{st.Ne(both, each)}, Limits{Nodes: 5000}); got.Status != Unsat || got.Conflicts > 0 {
		t.Errorf("%v after %d conflicts", got.Status, got.Conflicts)
	}
}
