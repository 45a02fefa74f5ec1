package term

import (
	"math/rand/v2"
	"testing"
)

// TestRanges: a cell of an array with many stores has the value that the stores give it, one by one,
// and ranges make it a small term.
func TestRanges(t *testing.T) {
	s := NewStore()
	sort := Array(Int, Int)
	v := s.Var("v", Int)
	for _, c := range []struct {
		name string
		fill func(k int64) (at int64, e Term)
		size int // of the term for a cell at most
	}{
		{"constant", func(k int64) (int64, Term) { return k, s.Int(7) }, 12},
		{"one unknown value", func(k int64) (int64, Term) { return 10 + 4*k, v }, 16},
		{"counted", func(k int64) (int64, Term) { return 4 * k, s.Int(3*k - 5) }, 20},
		{"counted from an unknown value", func(k int64) (int64, Term) { return -2 * k, s.Add(v, s.Int(k)) }, 20},
		{"twice", func(k int64) (int64, Term) { return (k * 8) % 40, s.Int((k * 8) % 40) }, 1000},
		{"two halves", func(k int64) (int64, Term) { return k, s.Int(k / 40) }, 20},
		{"irregular", func(k int64) (int64, Term) { return k, s.Int(k * k % 11) }, 1000},
	} {
		a := s.Var("a", sort)
		plain := map[int64]Term{}
		for k := range int64(80) {
			at, e := c.fill(k)
			a = s.Store(a, s.Int(at), e)
			plain[at] = e
		}
		i := s.Var("i", Int)
		cell := s.Select(a, i)
		if n := Size(cell); n > c.size {
			t.Errorf("%s: %d terms", c.name, n)
		}
		for at := int64(-170); at < 340; at++ {
			want, ok := plain[at]
			if !ok {
				want = s.Select(s.Var("a", sort), s.Int(at))
			}
			if got := s.Subst(cell, map[Term]Term{i: s.Int(at)}); got != want {
				t.Fatalf("%s: at %d: %v, not %v", c.name, at, got, want)
			}
		}
	}
	// Stores above a symbolic base address, overwritten here and there.
	r := rand.New(rand.NewPCG(1, 2))
	base, i := s.Var("p", Int), s.Var("i", Int)
	for range 40 {
		a, plain := s.Var("a", sort), map[int64]Term{}
		put := func(at int64, e Term) {
			a, plain[at] = s.Store(a, s.Add(base, s.Int(at)), e), e
		}
		from, n, step, inc := r.Int64N(9), 20+r.Int64N(60), 1+r.Int64N(4), r.Int64N(3)
		for k := range n {
			put(from+k*step, s.Int(k*inc))
		}
		for range r.IntN(6) {
			put(r.Int64N(90), s.Int(r.Int64N(5)))
		}
		cell := s.Select(a, i)
		for at := int64(-3); at < 330; at++ {
			want, ok := plain[at]
			if !ok {
				want = s.Select(s.Var("a", sort), s.Add(base, s.Int(at)))
			}
			if got := s.Subst(cell, map[Term]Term{i: s.Add(base, s.Int(at))}); got != want {
				t.Fatalf("at %d: %v, not %v", at, got, want)
			}
		}
	}
}
