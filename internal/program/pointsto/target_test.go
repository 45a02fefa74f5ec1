package pointsto

import "testing"

// window is how far addresses are looked at, which is a multiple of all strides here, so that what holds in it holds everywhere.
const window = 12 * 8

func eachTarget(f func(t target)) {
	for _, stride := range []int64{0, 1, 2, 3, 4, 6, 8, 12} {
		for off := int64(-5); off < 9; off++ {
			f(mkTarget(1, off, stride))
		}
	}
}

// TestTargets: that one target covers another, what holds both of them, and where they are moved to, by the addresses that they stand for.
func TestTargets(t *testing.T) {
	within := func(a, b target) bool { // all of a is in b
		for off := int64(-window / 2); off < window/2; off++ {
			if a.Has(off) && !b.Has(off) {
				return false
			}
		}
		return true
	}
	eachTarget(func(a target) {
		eachTarget(func(b target) {
			if got := b.Covers(a); got != within(a, b) {
				t.Errorf("%s covers %s: %t", b, a, got)
			}
			if h := hull(a, b); !within(a, h) || !within(b, h) {
				t.Errorf("%s and %s are held by %s", a, b, h)
			}
			x := offset{b.Off, b.Stride}
			moved := x.apply(a)
			for off := int64(-12); off < 12; off++ {
				for by := int64(-12); by < 12; by++ {
					if a.Has(off) && b.Has(by) && !moved.Has(off+by) {
						t.Fatalf("%s moved by %s is %s, without %d", a, b, moved, off+by)
					}
				}
			}
		})
	})
	if other := mkTarget(2, 0, 1); other.Covers(mkTarget(1, 0, 0)) || mkTarget(1, 0, 0).Covers(other) {
		t.Error("a target covers one of another object")
	}
}
