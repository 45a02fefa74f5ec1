package octagon

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// drawn has m random differences and sums of its n variables, and bounds of some, that hold at 0.
func drawn(n, m int, seed uint64) *oct {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	o := newOct(n)
	for range m {
		if i, j := r.IntN(2*n), r.IntN(2*n); i != j {
			o.limit(i, j, int64(r.IntN(40)))
		}
	}
	return o
}

// inBlocks has n variables in blocks of size, each with m random differences.
func inBlocks(n, size, m int, seed uint64) *oct {
	o := newOct(n)
	for first := 0; first+size <= n; first += size {
		r := rand.New(rand.NewPCG(seed, uint64(size)))
		for k := range size - 1 { // related at all
			o.limit(2*(first+k), 2*(first+k+1), 30)
		}
		for range m {
			k, l := r.IntN(size), r.IntN(size)
			if k != l {
				o.limit(2*(first+k), 2*(first+l), int64(r.IntN(40)))
			}
		}
	}
	return o
}

// forgotten is o without what is known of its closure.
func forgotten(o *oct) *oct {
	c := o.clone()
	for i, b := range c.blocks {
		d := *b
		d.closed = false
		c.blocks[i] = &d
	}
	c.closed = false
	return c
}

type operation struct {
	name string
	do   func()
}

// operations are those that are measured, on two octagons.
func operations(x, y *oct) []operation {
	join, open := x.join(y), forgotten(x)
	n := len(x.where)
	return []operation{
		{"join", func() { x.join(y) }},
		{"meet", func() { x.meet(y) }},
		{"widen", func() { x.widen(join) }},
		{"inclusion", func() { x.leq(join) }},
		{"closure", func() {
			open.shut.Store(nil)
			open.close()
		}},
		{"constraint", func() {
			c := x.clone()
			c.limit(0, 2*n-1, x.entry(0, 2*n-1)-1)
		}},
		{"projection", func() { x.clone().forget(n / 2) }},
	}
}

// The operations by dimension and number of constraints.
func BenchmarkOperations(b *testing.B) {
	for _, n := range []int{4, 8, 16, 32, 64} {
		for _, m := range []int{n, 4 * n} {
			for _, op := range operations(drawn(n, m, 1), drawn(n, m, 2)) {
				b.Run(fmt.Sprintf("%s/dim=%d/cons=%d", op.name, n, m), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						op.do()
					}
				})
			}
		}
	}
}

// A system of 50 variables in blocks: the time of an operation on it, and how much that is of the sum
// of those on systems that are one block each.
func BenchmarkBlocks(b *testing.B) {
	const n = 50
	for _, size := range []int{2, 5} {
		all := operations(inBlocks(n, size, 2*size, 1), inBlocks(n, size, 2*size, 2))
		one := operations(inBlocks(size, size, 2*size, 1), inBlocks(size, size, 2*size, 2))
		for i, op := range all {
			if op.name == "constraint" || op.name == "projection" {
				continue // they are about one block
			}
			b.Run(fmt.Sprintf("%s/blocks=%dx%d", op.name, n/size, size), func(b *testing.B) {
				for b.Loop() {
					op.do()
				}
				whole, start := b.Elapsed(), time.Now()
				for range b.N * (n / size) {
					one[i].do()
				}
				b.ReportMetric(float64(whole)/float64(time.Since(start)), "ratio")
			})
		}
	}
}
