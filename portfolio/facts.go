package portfolio

import (
	"context"
	"time"

	"craig/abstract/domain/octagon"
	"craig/abstract/fixpoint"
	"craig/engine"
	"craig/evidence/verdict"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

// factsTime bounds the time of Facts.
const factsTime = 200 * time.Millisecond

// Facts are what octagons say of p's loop heads after one pass with widening, in terms of one store:
// invariants that are inductive together. A head that is not reached has none. safe says that no
// error location is reached, so that they prove p. Nothing is found within a fifth of a second in
// programs that are too large: the map is nil then.
//
// They are not certified by themselves. An engine that assumes them has them in its proof, and the
// certifier sees both together.
func Facts(ctx context.Context, p *ir.Program) (inv map[ir.Loc]term.Term, safe bool) {
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
		safe = safe && info.Error == ""
	}
	return inv, safe
}

// Octagons is the engine that answers with Facts that are a proof.
func Octagons(inv map[ir.Loc]term.Term) *engine.Engine {
	return &engine.Engine{
		Name: "octagon",
		Doc:  "Proves programs by what octagons say of them after one pass with widening.",
		Run: func(context.Context, *engine.Task) (*verdict.Result, error) {
			return &verdict.Result{Verdict: verdict.True, Invariants: inv}, nil
		},
	}
}
