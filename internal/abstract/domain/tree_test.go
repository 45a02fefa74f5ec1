package domain

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTree runs the operations of Tree beside those of a map.
func TestTree(t *testing.T) {
	type pair struct {
		tree *Tree[int]
		ref  map[int]int
	}
	same := func(a, b int) bool { return a == b }
	rapid.Check(t, func(t *rapid.T) {
		pool := []pair{{nil, map[int]int{}}}
		pick := func() pair { return pool[rapid.IntRange(0, len(pool)-1).Draw(t, "operand")] }
		key := rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(0, 1<<31-1))
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			a := pick()
			next := pair{a.tree, maps.Clone(a.ref)}
			switch rapid.IntRange(0, 4).Draw(t, "op") {
			case 0, 1:
				k, v := key.Draw(t, "k"), rapid.IntRange(0, 3).Draw(t, "v")
				next.tree = a.tree.Set(k, v)
				next.ref[k] = v
			case 2:
				k := key.Draw(t, "k")
				next.tree = a.tree.Delete(k)
				delete(next.ref, k)
			case 3: // values at common keys are joined; 3 is top, and left out
				b := pick()
				next.tree = Intersect(a.tree, b.tree, func(_, v, w int) (int, bool) { return max(v, w), v == w || max(v, w) < 3 }, same)
				for k, v := range a.ref {
					if w, ok := b.ref[k]; !ok || v != w && max(v, w) >= 3 {
						delete(next.ref, k)
					} else {
						next.ref[k] = max(v, w)
					}
				}
			case 4:
				b := pick()
				next.tree = Union(a.tree, b.tree, func(_, v, w int) int { return min(v, w) })
				for k, w := range b.ref {
					if v, ok := next.ref[k]; !ok || w < v {
						next.ref[k] = w
					}
				}
			}
			pool = append(pool, next)
			keys := slices.Sorted(maps.Keys(next.ref))
			next.tree.Each(func(k, v int) bool {
				if len(keys) == 0 || keys[0] != k || next.ref[k] != v {
					t.Fatalf("key %d, value %d; the map has %v", k, v, next.ref)
				}
				keys = keys[1:]
				return true
			})
			if len(keys) > 0 {
				t.Fatalf("keys %v are missing", keys)
			}
			b := pick()
			differ := map[int]bool{}
			Differ(next.tree, b.tree, func(k, v int, hasV bool, w int, hasW bool) bool {
				x, okX := next.ref[k]
				y, okY := b.ref[k]
				if differ[k] || x != v || y != w || okX != hasV || okY != hasW {
					t.Fatalf("Differ says %d: %d %v, %d %v", k, v, hasV, w, hasW)
				}
				differ[k] = true
				return true
			})
			for k, x := range next.ref {
				if y, ok := b.ref[k]; (!ok || x != y) && !differ[k] {
					t.Fatalf("Differ leaves out %d", k)
				}
			}
			want := true
			for k, w := range b.ref {
				v, ok := next.ref[k]
				want = want && ok && v <= w
			}
			if got := Includes(next.tree, b.tree, func(_, v, w int) bool { return v <= w }); got != want {
				t.Fatalf("Includes(%v, %v) = %v", next.ref, b.ref, got)
			}
		}
	})
}
