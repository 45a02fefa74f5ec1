package portfolio

import (
	"context"
	"time"

	"craig/internal/abstract/domain/octagon"
	"craig/internal/abstract/fixpoint"
	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// Limits of Facts: how large programs may be, how long the analysis and the certifier may take each, and the certifier
// with errors, which most often finds an execution to one at once; and beyond which constant a bound is there for the range of a type only.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const (
	factsEdges = 5000
	factsTime  = 100 * time.Millisecond
	proofTime  = 300 * time.Millisecond
	factsBound = 1 << 24
)

// Facts are what octagons say of p's loop heads after one pass with widening, in terms of one store:
// invariants that are inductive together. A head that is not reached has none. With safe they
// exclude all error locations, by what the domain or the certifier says, so that they prove p. Otherwise they leave out what is of no use, and
// the certifier has accepted them. The map is nil if nothing was found in time.
//
// An engine that assumes them has them in its proof, so that the certifier sees both together again.
func Facts(ctx context.Context, p *ir.Program, newSolver func(*term.Store) smt.Solver) (inv map[ir.Loc]term.Term, safe bool) {
	if len(p.Edges) > factsEdges {
		return nil, false
	}
	inv, safe = octagons(ctx, p)
	if safe || inv == nil {
		return inv, safe
	}
	for l, f := range inv {
		var keep []term.Term
		for _, g := range term.Conjuncts(f) {
			if !ofRange(g) {
				keep = append(keep, g)
			}
		}
		inv[l] = f.Store().And(keep...)
	}
	accepted := func(p *ir.Program, limit time.Duration) bool {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return certify.Safe(ctx, p, inv, newSolver, 1) == nil
	}
	if !accepted(withoutErrors(p), factsTime) {
		return nil, false
	}
	// What the domain does not see of the errors the certifier may: remainders by variables, bits, products.
	return inv, accepted(p, proofTime)
}

// ofRange says that g is a bound, of a variable or of a sum, with a constant as ranges of types have
// them.
func ofRange(g term.Term) bool {
	if g.Op() != term.LeZero || g.Arg(0).Op() != term.Sum || g.Arg(0).Sort() != term.Int {
		return false
	}
	c := g.Arg(0).Num().Num()
	return !c.Abs().Less(num.I(factsBound))
}

// withoutErrors is p with error locations that are none.
func withoutErrors(p *ir.Program) *ir.Program {
	q := *p
	q.Locs = append([]*ir.LocInfo(nil), p.Locs...)
	for l, info := range q.Locs {
		if info != nil && info.IsGoal() {
			plain := *info
			plain.Goal = ir.Goal{}
			q.Locs[l] = &plain
		}
	}
	return &q
}

// octagons is Facts without its limits but time.
func octagons(ctx context.Context, p *ir.Program) (inv map[ir.Loc]term.Term, safe bool) {
	ctx, cancel := context.WithTimeout(ctx, factsTime)
	defer cancel()
	d := octagon.New(p, octagon.Options{})
	states, err := fixpoint.Run(ctx, p, p.Main, d, d.Top(), fixpoint.Options{})
	if err != nil {
		return nil, false
	}
	c := sem.New(term.NewStore(), p)
	inv = map[ir.Loc]term.Term{p.Main.Entry: c.Store.True()}
	safe = true
	for l, info := range p.Locs {
		if info == nil || d.IsBottom(states[l]) {
			continue
		}
		if info.Loop {
			inv[ir.Loc(l)] = d.FormulaOf(c, states[l], nil)
		}
		safe = safe && !info.IsGoal()
	}
	return inv, safe
}

// Octagons is the engine that answers with Facts that are a proof.
func Octagons(inv map[ir.Loc]term.Term) *engine.Engine {
	return &engine.Engine{
		Name: "octagon",
		Doc:  "Proves programs by what octagons say of them after one pass with widening.",
		Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			return &verdict.Result{Verdict: verdict.True, Proof: verdict.Invariants(inv)}, nil
		},
	}
}
