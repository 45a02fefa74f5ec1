package run

import (
	"context"
	"math/rand/v2"
	"time"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of the search for executions of a program that has been proved.
const (
	vacuousRuns  = 8
	vacuousSteps = 20_000
	vacuousTime  = time.Second
)

// vacuous says that f, which has been proved, is safe because no execution gets anywhere: all end
// at assumptions, such as that nothing overflows, before they come to a loop or to an end of the
// program. False may also mean that this is not known.
func (v *verifier) vacuous(ctx context.Context, f form) bool {
	p := f.prog
	for seed := range uint64(vacuousRuns) {
		switch o := interp.Run(ctx, p, inputs(seed), interp.Options{MaxSteps: vacuousSteps, NoPath: true}); o.End {
		case interp.Cancelled, interp.StepLimit, interp.Exited:
			return false
		case interp.Blocked:
			if len(p.Locs[o.At].Out) == 0 {
				return false
			}
		}
	}
	// Whether there is one is the question whether the program is safe if its ends are errors, with
	// invariants that say that no loop is reached.
	ends := *p
	ends.Locs = append([]*ir.LocInfo(nil), p.Locs...)
	for i, info := range ends.Locs {
		if info != nil && info.Func == p.Main && len(info.Out) == 0 {
			end := *info
			end.Goal = ir.Violates("end")
			ends.Locs[i] = &end
		}
	}
	ctx, cancel := context.WithTimeout(ctx, vacuousTime)
	defer cancel()
	entry := map[ir.Loc]term.Term{p.Main.Entry: term.NewStore().True()}
	var proof verdict.Proof = verdict.Invariants(entry)
	if f.calls {
		proof = verdict.Contracts(entry)
	}
	return certify.Proof(ctx, &ends, proof, v.newSolver, v.opts.Workers) == nil
}

// inputs are zeros for the seed 0, and otherwise numbers that are mostly small.
func inputs(seed uint64) interp.Inputs {
	if seed == 0 {
		return interp.Inputs{}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	number := func() num.Int {
		if r.IntN(4) == 0 {
			return num.I(int64(r.Uint32()) - 1<<31)
		}
		return num.I(int64(r.IntN(12) - 3))
	}
	return interp.Inputs{
		Scalar:  func(*ir.Edge, int) num.Int { return number() },
		Initial: func(*ir.Var) num.Int { return number() },
		Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return number() },
		Choose:  func(_ ir.Loc, open []ir.EdgeID) int { return r.IntN(len(open)) },
	}
}
