package interpolate

import (
	"math/rand/v2"
	"testing"
)

// TestTree: a part is inside the subtrees of itself and of those it hangs from; of two parts, one side of a cut knows what belongs to one of them, and
// what belongs to both is known to both sides between them.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n := 1 + r.IntN(80)
		parent := make([]int, n)
		for i := range parent {
			parent[i] = i + 1 + r.IntN(n-i)
			if parent[i] >= n {
				parent[i] = n - 1
			}
		}
		parent[n-1] = -1
		if !ValidTree(parent) {
			t.Fatalf("%v is a tree", parent)
		}
		tree := NewTree(parent)
		below := func(p, k int) bool {
			for ; p >= 0; p = parent[p] {
				if p == k {
					return true
				}
			}
			return false
		}
		for range 50 {
			p, q, k := r.IntN(n), r.IntN(n), r.IntN(n)
			if got := tree.Inside(p, k); got != below(p, k) {
				t.Fatalf("%v: %d inside %d: %v", parent, p, k, got)
			}
			both := tree.Of(p).Join(tree.Of(q))
			if both.InA(k) != (below(p, k) || below(q, k)) || both.InB(k) != (!below(p, k) || !below(q, k)) {
				t.Fatalf("%v: at cut %d of %d and %d: %v, %v", parent, k, p, q, both.InA(k), both.InB(k))
			}
			if shared := tree.Of(p).Meet(tree.Of(q)); shared.Whole() && p != q {
				for k := range n {
					if below(p, k) != below(q, k) {
						t.Fatalf("%v: cut %d parts %d and %d", parent, k, p, q)
					}
				}
			}
		}
		if n > 1 {
			bad := append([]int{}, parent...)
			bad[r.IntN(n-1)] = 0
			if ValidTree(bad) {
				t.Fatalf("%v is no tree", bad)
			}
		}
	}
}
