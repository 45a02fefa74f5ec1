package run

import (
	"context"
	"time"

	"craig/internal/abstract/ranking"
	"craig/internal/engine"
	"craig/internal/engine/elements"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// agedTime is how long the search for ranks of lists takes at most.
const agedTime = 10 * time.Second

// GrowingForm is the form of a program that ranks speak of where the heap grows: see certify.Growing.
func GrowingForm(ctx context.Context, prog *prepare.Program) (*ir.Program, error) {
	p, err := callFree(ctx, prog, pass.Skipped)
	if err != nil {
		return nil, err
	}
	return certify.Growing(p)
}

// aged decides by the ages of blocks whether each execution ends: loops over lists do, where each block leads to an older one, or to a younger one.
func (v *verifier) aged(ctx context.Context) (answer, bool) {
	p, err := GrowingForm(ctx, v.prog)
	if err != nil || p.Doubt != nil || p.Global(ir.BlocksName) == nil {
		return answer{}, false
	}
	ctx, cancel := limit.Part(ctx, 3)
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, agedTime)
	defer stop()
	v.clock.begin("ranks of lists")
	known, _ := portfolio.Facts(ctx, p, v.newSolver)
	task := &engine.Task{Program: p, Assume: known, NewSolver: v.newSolver}
	proof, ok := elements.Ranks(ctx, task, func(known map[ir.Loc]term.Term) *ranking.Result {
		return ranking.FindGrowing(ctx, p, known, v.newSolver)
	})
	if !ok {
		return answer{}, false
	}
	v.clock.begin("certify")
	f, s := form{prog: p}, v.solving()
	if err := certify.Ranks(ctx, p, proof, s.newSolver, v.opts.Workers); err != nil {
		v.lose(&Bug{Engine: "ranking", Claim: verdict.True, Err: err})
		return answer{}, false
	}
	return answer{Result: verdict.Result{Verdict: verdict.True, Proof: proof, Unchecked: s.tally.Unchecked()}, form: f, engine: "ranking"}, true
}
