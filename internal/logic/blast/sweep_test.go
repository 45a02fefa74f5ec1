package blast

import (
	"math/rand/v2"
	"testing"
)

// TestSweep: what is swept has the same values as before, on all inputs, also where diagrams are cut off; and equal
// functions are one literal where they are not.
func TestSweep(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := newCircuit(func(int) {}, 1<<16)
		var lits []lit
		const inputs = 6
		for i := range inputs {
			lits = append(lits, c.input([]int{0, 1, maxBit}[i%3]))
		}
		pick := func() lit { return lits[r.IntN(len(lits))] ^ lit(r.IntN(2)) }
		for range 60 {
			a, b, s := pick(), pick(), pick()
			lits = append(lits, [...]lit{c.and(a, b), c.xor(a, b), c.mux(s, a, b), c.maj(a, b, s)}[r.IntN(4)])
		}
		roots := append([]lit(nil), lits...)
		lim := diagrams
		if seed%2 == 1 {
			lim = effort{nodes: r.IntN(8), steps: 1 + r.IntN(40), allNodes: 2 + r.IntN(60), allSteps: r.IntN(600)}
		}
		d, image := c.sweep(roots, lim)
		tables := make([]uint64, len(roots))
		for n := range 1 << inputs {
			value := func(i int) bool { return n>>(i-1)&1 != 0 }
			before := c.evaluate(value)
			after := d.evaluate(func(k int) bool { // the input of d that an input of c has become
				for i := range inputs {
					if image(lits[i]).node() == int32(k) {
						return value(i + 1)
					}
				}
				t.Fatalf("seed %d: input %d is none", seed, k)
				return false
			})
			for i, l := range roots {
				m := image(l)
				was := before[l.node()] != (l&1 != 0)
				if is := after[m.node()] != (m&1 != 0); is != was {
					t.Fatalf("seed %d: root %d is %v under %b, was %v", seed, i, is, n, was)
				}
				if was {
					tables[i] |= 1 << n
				}
			}
		}
		if seed%2 == 1 {
			continue
		}
		one := map[uint64]lit{}
		for i, l := range roots {
			if other, ok := one[tables[i]]; ok && other != image(l) {
				t.Fatalf("seed %d: root %d has the function of another one, and is another literal", seed, i)
			}
			one[tables[i]] = image(l)
		}
	}
}
