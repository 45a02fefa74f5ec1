package run

import (
	"context"
	"fmt"

	"craig/internal/engine"
	"craig/internal/engine/dagger"
	"craig/internal/engine/elements"
	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/prepare/reduce"
	"craig/internal/program/cells"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
)

// cellsName is the beginning of the name of an engine that looks at a program with distinguished cells.
const cellsName = "cells, then "

// elements are lanes for programs whose property may be about elements of arrays: p is what engines see of
// the program.
func (v *verifier) elements(p *ir.Program) []portfolio.Lane {
	f := portfolio.FeaturesOf(p)
	if f.Errors == 0 || f.Arrays == 0 || f.Loops == 0 {
		return nil
	}
	share := portfolio.ElementsShare
	if f.Products > 0 {
		share = portfolio.ProductsShare
	}
	lane := portfolio.Of(share, elements.New())
	for _, plan := range []cells.Plan{{Each: 1, Shared: true}, {Each: 1}} {
		lane.Engines = append(lane.Engines, v.withCells(p, plan, dagger.New(dagger.Config{})))
	}
	lane.Delayed = true
	return []portfolio.Lane{lane}
}

// withCells is e on p with cells, with answers for p.
func (v *verifier) withCells(p *ir.Program, plan cells.Plan, e *engine.Engine) *engine.Engine {
	return &engine.Engine{
		Name: cellsName + e.Name,
		Doc:  "Puts distinguished cells in place of arrays; then: " + e.Doc,
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			none := &verdict.Result{Reason: verdict.Incomplete, Detail: "facts about single elements do not prove it"}
			q, ok := cells.Make(p, plan)
			if !ok {
				return none, nil
			}
			small, lift, err := reduce.Program(ctx, q.Program)
			if err != nil {
				return none, nil
			}
			own := *task
			own.Program, own.Goals, own.Assume = small, small.ErrorLocs(), nil
			own.Event = func(ev engine.Event) {
				if int(ev.Loc) >= len(p.Locs) {
					ev.Loc = 0 // of the program with cells only
				}
				task.Event(ev)
			}
			res, err := e.Run(ctx, &own)
			if err != nil || res.Verdict == verdict.Unknown {
				return res, err
			}
			if res.Verdict == verdict.False {
				return none, nil // of some choice of cells, which no execution need have
			}
			return elementsOf(q, lift, res)
		},
	}
}

// elementsOf is the proof of a program with cells as one of the program that it was made of.
func elementsOf(q *cells.Program, lift pass.Lift, res *verdict.Result) (*verdict.Result, error) {
	proof := res.Proof
	if sums, ok := proof.(verdict.Summaries); ok {
		proof = says.Invariants(sums)
	}
	inv, ok := proof.(verdict.Invariants)
	if !ok {
		return nil, fmt.Errorf("a proof %T of a program without calls", proof)
	}
	bound, all, ok := q.Lift.Elements(lifted(lift, inv))
	if !ok {
		return &verdict.Result{Reason: verdict.Incomplete, Detail: "the proof speaks of more than cells"}, nil
	}
	c := *res
	c.Proof = verdict.Elements{Bound: bound, Invariants: all}
	return &c, nil
}
