package rerun

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/testenv"
	"craig/logic/num"
)

// TestSuperblock: an execution with superblocks is the one by functions alone, in all that can be seen of it, wherever it is ended.
func TestSuperblock(t *testing.T) {
	const functionsOnly = 1 << 62
	ends, blocks, inBlocks, steps := map[End]int{}, 0, 0, 0
	n, first := testenv.Random(testenv.Count(1000, 3000))
	for seed := first; seed < first+uint64(n); seed++ {
		p := irtest.Random(seed)
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		run := func(often int, opts Options) *machine {
			m := newMachine(p, opts)
			m.often = often
			m.run(context.Background(), opts.MaxSteps)
			return m
		}
		r := rand.New(rand.NewPCG(seed, 8))
		for k := range 6 {
			opts := Options{MaxSteps: 4000, State: true}
			if k%2 == 1 {
				opts.Inputs = &interp.Inputs{
					Scalar: func(e *ir.Edge, n int) num.Int { return num.I(int64(int(e.ID) * n % 50)) },
					Cell:   func(e *ir.Edge, n int, addr num.Int, _ ir.Type) num.Int { return num.I(int64(n)).Add(addr) },
				}
			}
			if k >= 2 {
				whole := run(functionsOnly, opts)
				opts.MaxSteps = 1 + r.IntN(whole.out.Steps+2)
			}
			if k >= 4 {
				opts.MaxSteps, opts.At, opts.Visits = 4000, ir.Loc(1+r.IntN(len(p.Locs)-1)), 1+r.IntN(5)
			}
			want := run(functionsOnly, opts).out
			for often := range 3 {
				m := run(often, opts)
				if !reflect.DeepEqual(m.out, want) {
					t.Fatalf("seed %d, limit %d, visit %d of %d, inputs %v, often %d:\n%s\nwith superblocks: %+v\nby functions:     %+v",
						seed, opts.MaxSteps, opts.Visits, opts.At, k%2 == 1, often, p, m.out, want)
				}
				for _, n := range m.nodes {
					if b := n.block; b != nil {
						blocks++
						for i, k := range b.passed {
							inBlocks += k * b.steps[i]
						}
					}
				}
				steps += m.out.Steps
			}
			ends[want.End]++
		}
	}
	t.Logf("%v; %d superblocks; %d of %d steps in them", ends, blocks, inBlocks, steps)
	for _, e := range []End{Exited, StepLimit, Blocked, OutOfRange, Undefined, Open, Arrived, Outside} {
		if n >= 1000 && ends[e] < 20 {
			t.Errorf("only %d executions end as %s", ends[e], e)
		}
	}
	if inBlocks < steps/4 {
		t.Errorf("only %d of %d steps are in superblocks", inBlocks, steps)
	}
}
