package ir

import "testing"

// window is how far addresses are looked at, which is a multiple of all strides here, so that what holds in it holds everywhere.
const window = 12 * 8

// bytesOf are the bytes of a class within the window.
func bytesOf(c Class) map[int64]bool {
	in := map[int64]bool{}
	for off := int64(-window); off < window; off++ {
		if c.Has(off) {
			for b := range c.Width {
				in[off+b] = true
			}
		}
	}
	return in
}

func eachTarget(f func(t Target)) {
	for _, stride := range []int64{0, 1, 2, 3, 4, 6, 8, 12} {
		for off := int64(-5); off < 9; off++ {
			if stride == 0 || 0 <= off && off < stride {
				f(Target{Obj: 1, Off: off, Stride: stride})
			}
		}
	}
}

// TestCovers: that one target covers another, by the addresses that they stand for.
func TestCovers(t *testing.T) {
	eachTarget(func(a Target) {
		eachTarget(func(b Target) {
			within := true
			for off := int64(-window / 2); off < window/2; off++ {
				within = within && (!a.Has(off) || b.Has(off))
			}
			if got := b.Covers(a); got != within {
				t.Errorf("%s covers %s: %t", b, a, got)
			}
		})
	})
	one, other := Target{Obj: 1}, Target{Obj: 2, Stride: 1}
	if other.Covers(one) || one.Covers(other) {
		t.Error("a target covers one of another object")
	}
}

// TestClasses: which accesses may share bytes, and which are to the same bytes or to disjoint ones.
func TestClasses(t *testing.T) {
	for _, aw := range []int64{1, 2, 4} {
		for _, bw := range []int64{1, 4, 8} {
			eachTarget(func(at Target) {
				eachTarget(func(bt Target) {
					if at.Off < 0 || bt.Off < 0 {
						return
					}
					a, b := Class{Target: at, Width: aw}, Class{Target: bt, Width: bw}
					share := false
					bytes := bytesOf(b)
					for k := range bytesOf(a) {
						share = share || bytes[k]
					}
					if got := a.Overlaps(b); share && !got || got && !share && at.Stride == 0 && bt.Stride == 0 {
						t.Errorf("%d bytes at %s and %d at %s overlap: %t", aw, at, bw, bt, got)
					}
					apart := true
					for i := int64(0); i < 24; i++ {
						for k := int64(0); k < 24; k++ {
							same := i == k && aw == bw
							if a.Has(i) && b.Has(k) && !same && i < k+bw && k < i+aw {
								apart = false
							}
						}
					}
					if got := a.Aligned(b); got && !apart {
						t.Errorf("%d bytes at %s and %d at %s are aligned", aw, at, bw, bt)
					}
				})
			})
		}
	}
}
