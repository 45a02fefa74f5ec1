package pointsto

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNear compares the classes that are found near another with all that overlap it.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 200 {
		o := newPlaced()
		var classes []class
		for i := range 60 {
			c := class{Target: target{Off: int64(r.IntN(300))}, Width: int64(1 + r.IntN(9))}
			switch r.IntN(12) {
			case 0:
				c.Stride = int64(1 + r.IntN(24))
			case 1:
				c.Off -= 20
			case 2:
				c.Width = int64(1 + r.IntN(100))
			}
			found := slices.Clone(o.near(c))
			for j, d := range classes {
				if c.Overlaps(d) != d.Overlaps(c) || c.Overlaps(d) && !slices.Contains(found, j) {
					t.Fatalf("%v overlaps %v, which is not found near it", c, d)
				}
			}
			o.add(i, c)
			classes = append(classes, c)
		}
	}
}
