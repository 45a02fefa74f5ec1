package equiv

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/program/ir"
	"craig/internal/program/vm"
)

// Limits of executions by chance.
const (
	chanceSteps = 20_000 // of each
	chanceRuns  = 20_000
	chanceTries = 4 // how many that have found a difference may be without one when they are followed
	chanceTime  = 2 * time.Second
)

// chance looks for a difference in executions with values by chance: small numbers, numbers of the program and their neighbours, the ends of types; short
// strings of few characters, some of which the program has. What it finds is certified as any other execution.
func (d *decision) chance(ctx context.Context, a *Answer, most time.Duration) error {
	seed, begun := uint64(0), time.Time{}
	for range chanceTries {
		found := false
		e := &engine.Engine{Name: portfolio.ExecutionName, Doc: "Executes the program with values by chance.", Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			if begun.IsZero() { // it takes time to prepare the program, which the engines need as well
				begun = time.Now()
			}
			ctx, cancel := context.WithDeadline(ctx, begun.Add(most))
			defer cancel()
			res := byChance(ctx, task.Program, &seed)
			found = res.Verdict == verdict.False
			return res, nil
		}}
		if err := d.ask(ctx, a, d.left()/2, e); err != nil || a.Verdict == verdict.False || !found {
			return err
		}
	}
	return nil
}

// byChance executes a program until it goes wrong, beginning with a seed, which becomes that of the next execution.
func byChance(ctx context.Context, p *ir.Program, seed *uint64) *verdict.Result {
	none := &verdict.Result{Reason: verdict.Incomplete, Detail: "no execution by chance comes to an error"}
	code, err := vm.Compile(p)
	if err != nil {
		return none
	}
	v := &values{likely: portfolio.Constants(p)}
	for ; *seed < chanceRuns && ctx.Err() == nil; *seed++ {
		v.begin(*seed)
		out := code.Run(ctx, vm.Options{MaxSteps: chanceSteps, Inputs: &vm.Inputs{Scalar: v.scalar, Cell: v.cell}})
		if chanceSeen != nil {
			chanceSeen(p, out)
		}
		if out.End != vm.Reached {
			continue
		}
		if t := portfolio.Trace(p, out); t != nil {
			*seed++
			return &verdict.Result{Verdict: verdict.False, Trace: t}
		}
	}
	return none
}

// chanceSeen is told of executions, in tests.
var chanceSeen func(p *ir.Program, out vm.Outcome)

// values are those of one execution: the same place is given the same value whenever it is asked for.
type values struct {
	likely  []int64
	seed    uint64
	few     int64   // numbers are less than that, mostly
	letters []int64 // of which cells are, mostly
	zeros   uint64  // one cell of so many is 0
}

func (v *values) begin(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	v.seed, v.few, v.zeros = seed, 1+r.Int64N(8), 2+r.Uint64N(6)
	v.letters = v.letters[:0]
	for range 1 + r.IntN(3) {
		switch k := r.IntN(6); {
		case k < 3 && len(v.likely) > 0:
			v.letters = append(v.letters, v.likely[r.IntN(len(v.likely))])
		case k < 4:
			v.letters = append(v.letters, r.Int64N(4))
		case k < 5:
			v.letters = append(v.letters, 'a'+r.Int64N(3))
		default:
			v.letters = append(v.letters, int64(r.Uint64()))
		}
	}
}

func (v *values) rand(words ...uint64) *rand.Rand {
	h := v.seed
	for _, w := range words {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return rand.New(rand.NewPCG(h, 3))
}

func (v *values) scalar(e *ir.Edge, n int) int64 {
	h := e.Stmt.(*ir.Havoc)
	if h.Var.Type.Kind == ir.Pointer {
		return 0 // any other address is wrong, or chosen by craig
	}
	if id, ok := ir.AnyNumber(e); ok {
		return id
	}
	return v.number(v.rand(uint64(e.ID), uint64(n)), int(h.Var.Type.Bits))
}

func (v *values) number(r *rand.Rand, bits int) int64 {
	switch k := r.IntN(16); {
	case k < 9:
		return r.Int64N(v.few)
	case k < 10:
		return -r.Int64N(v.few)
	case k < 13 && len(v.likely) > 0:
		return v.likely[r.IntN(len(v.likely))]
	case k < 14:
		return slices.Max([]int64{0, int64(1) << max(0, min(bits, 63)-1)}) - r.Int64N(3) + 1
	case k < 15:
		return int64(1) << r.IntN(max(1, min(bits, 63)))
	}
	return int64(r.Uint64())
}

func (v *values) cell(e *ir.Edge, n int, addr int64) int64 {
	r := v.rand(uint64(e.ID), uint64(n), uint64(addr))
	switch {
	case r.Uint64N(v.zeros) == 0:
		return 0
	case r.IntN(10) == 0:
		return v.number(r, int(e.Stmt.(*ir.Havoc).Var.Type.Bits))
	}
	return v.letters[r.IntN(len(v.letters))]
}
