package alias

import "testing"

// window is how far addresses are looked at, which is a multiple of all strides here, so that what holds in it holds everywhere.
const window = 12 * 8

// has are the bytes of a class within the window.
func (c class) bytes() map[int64]bool {
	in := map[int64]bool{}
	for off := int64(-window); off < window; off++ {
		if c.has(off) {
			for b := range c.width {
				in[off+b] = true
			}
		}
	}
	return in
}

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
			if a.has(off) && !b.has(off) {
				return false
			}
		}
		return true
	}
	eachTarget(func(a target) {
		eachTarget(func(b target) {
			if got := b.covers(a); got != within(a, b) {
				t.Errorf("%s covers %s: %t", b, a, got)
			}
			if h := a.hull(b); !within(a, h) || !within(b, h) {
				t.Errorf("%s and %s are held by %s", a, b, h)
			}
			x := xform{b.off, b.stride}
			moved := x.apply(a)
			for off := int64(-12); off < 12; off++ {
				for by := int64(-12); by < 12; by++ {
					if a.has(off) && b.has(by) && !moved.has(off+by) {
						t.Fatalf("%s moved by %s is %s, without %d", a, b, moved, off+by)
					}
				}
			}
		})
	})
	if other := mkTarget(2, 0, 1); other.covers(mkTarget(1, 0, 0)) || mkTarget(1, 0, 0).covers(other) {
		t.Error("a target covers one of another object")
	}
}

// TestClasses: which accesses may share bytes, and which are to the same bytes or to disjoint ones.
func TestClasses(t *testing.T) {
	for _, aw := range []int64{1, 2, 4} {
		for _, bw := range []int64{1, 4, 8} {
			eachTarget(func(at target) {
				eachTarget(func(bt target) {
					if at.off < 0 || bt.off < 0 {
						return
					}
					a, b := class{at, aw}, class{bt, bw}
					share := false
					bytes := b.bytes()
					for k := range a.bytes() {
						share = share || bytes[k]
					}
					if got := a.overlaps(b); share && !got || got && !share && at.stride == 0 && bt.stride == 0 {
						t.Errorf("%d bytes at %s and %d at %s overlap: %t", aw, at, bw, bt, got)
					}
					apart := true
					for i := int64(0); i < 24; i++ {
						for k := int64(0); k < 24; k++ {
							same := i == k && aw == bw
							if a.has(i) && b.has(k) && !same && i < k+bw && k < i+aw {
								apart = false
							}
						}
					}
					if got := a.aligned(b); got && !apart {
						t.Errorf("%d bytes at %s and %d at %s are aligned", aw, at, bw, bt)
					}
				})
			})
		}
	}
}
