package smt

import (
	"context"
	"fmt"
	"testing"
	"time"

	"craig/logic/smt/internal/interpolate"
	"craig/logic/term"
)

// TestSmallerPart: where a proof gives no interpolant of two parts, it is computed from the smaller one.
func TestSmallerPart(t *testing.T) {
	var small, large int64
	for seed := range uint64(seeds(60)) {
		for _, ops := range []string{"m", "mi", "aei", "miw", "n", "nvmi", "aefui"} {
			first := seed%2 == 0
			g := newGen(seed, ops)
			parts := randomParts(g, 2)
			k := 1
			if !first {
				k = 0
			}
			size := term.Size(parts[1-k])
			for i := range 4*size + 4 {
				parts[k] = g.st.And(parts[k], g.st.Le(g.st.Var(fmt.Sprint("more", i), term.Int), g.st.Int(int64(i))))
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			p := NewInterpolator(g.st).(*interpolator)
			ans, itps := p.InterpolateTree(ctx, parts, interpolate.Sequence(2))
			cancel()
			if ans.Status != Unsat || itps == nil {
				continue
			}
			checkTree(t, g.st, parts, interpolate.Sequence(2), itps)
			if first {
				small, large = small+p.stats.Forward, large+p.stats.Backward
			} else {
				small, large = small+p.stats.Backward, large+p.stats.Forward
			}
		}
	}
	if small == 0 || large > small/10 {
		t.Errorf("%d interpolants are computed from the smaller part, %d from the larger one", small, large)
	}
}
