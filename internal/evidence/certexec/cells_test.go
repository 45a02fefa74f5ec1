package certexec

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// TestCells: a region is a map from addresses to values, wherever the addresses are and in whatever order they are written to.
func TestCells(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		width := []uint8{8, 16, 32, 64, 1}[r.IntN(5)]
		c, want := newCells(width, r.IntN(2) == 0), map[int64]slot{}
		c.fill = 5
		if c.filled && r.IntN(2) == 0 {
			c.filled, c.ask = false, func(addr int64) int64 { return addr + 1 }
		}
		starts := []int64{4096, 4096 + 1<<14, 1 << 20, 1 << 40, -1 << 63, -8, 1<<63 - 99, 0}
		at, step := starts[r.IntN(len(starts))], int64(width/8)
		for range 3000 {
			switch r.IntN(50) {
			case 0:
				at = starts[r.IntN(len(starts))] + r.Int64N(1<<20)
			case 1:
				step = []int64{int64(width / 8), -int64(width / 8), 1, 1000, -4096, 0}[r.IntN(6)]
			case 2:
				if r.IntN(20) == 0 {
					old := c
					c = c.clone()
					old.write(at, 77, true)
				}
			}
			at += step
			if v := r.Int64(); r.IntN(2) == 0 {
				known := r.IntN(5) > 0
				c.write(at, v, known)
				want[at] = slot{v, known}
				continue
			}
			s, written := want[at]
			asked := c.ask != nil && !written
			switch {
			case written:
			case asked:
				s = slot{at + 1, true}
				want[at] = s
			default:
				s = slot{5, c.filled}
			}
			if v, ok := c.known(at); !asked && (ok != s.known || ok && v != s.value) || asked && ok {
				t.Fatalf("seed %d: cell %d is %d (%v) without being asked for, should be %d (%v)", seed, at, v, ok, s.value, s.known)
			}
			if v, ok := c.read(at); ok != s.known || ok && v != s.value {
				t.Fatalf("seed %d: cell %d is %d (%v), should be %d (%v)", seed, at, v, ok, s.value, s.known)
			}
		}
		got := map[int64]slot{}
		c.each(func(addr, v int64, known bool) {
			if _, twice := got[addr]; twice {
				t.Errorf("seed %d: cell %d is told twice", seed, addr)
			}
			got[addr] = slot{v, known}
		})
		if !maps.Equal(got, want) {
			t.Errorf("seed %d: %d cells were written, %d are told", seed, len(want), len(got))
		}
		if c.count > 0 && len(c.near) > 2048+16*c.count {
			t.Errorf("seed %d: a list of %d for %d blocks", seed, len(c.near), c.count)
		}
	}
}
