package run

import (
	"context"

	"craig/internal/engine"
	"craig/internal/engine/elements"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/prepare/reduce"
	"craig/internal/program/ir"
)

// unlifted is a proof of the form of a program, which does not have to be lifted to it.
type unlifted struct{ verdict.Proof }

// lists are lanes for programs with lists on the heap: p is a program that has been inlined. The engine sees it
// reduced in its own way, with the marks of blocks.
func (v *verifier) lists(p *ir.Program) []portfolio.Lane {
	blocks := p.Global(ir.BlocksName)
	if blocks == nil || len(p.ErrorLocs()) == 0 {
		return nil
	}
	e := *elements.Lists()
	prove := e.Run
	look := func(ctx context.Context, task *engine.Task, keep ...*ir.Var) (*verdict.Result, error) {
		small, lift, err := reduce.Program(ctx, p, keep...)
		if err != nil {
			return &verdict.Result{Reason: verdict.Timeout, Detail: "time was up"}, nil
		}
		own := *task
		own.Program, own.Goals, own.Assume = small, small.ErrorLocs(), nil
		res, err := prove(ctx, &own)
		if err != nil || res.Verdict != verdict.True {
			return res, err
		}
		switch proof := res.Proof.(type) {
		case verdict.Elements:
			proof.Invariants = lifted(lift, proof.Invariants)
			res.Proof = unlifted{proof}
		case verdict.Invariants:
			res.Proof = unlifted{lifted(lift, proof)}
		}
		return res, nil
	}
	leads := p.Global(ir.LeadsName)
	e.Run = func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		res, err := look(ctx, task, blocks)
		if err != nil || res.Verdict == verdict.True || leads == nil || ctx.Err() != nil {
			return res, err
		}
		return look(ctx, task, blocks, leads)
	}
	lane := portfolio.Of(portfolio.ListsShare, &e)
	lane.Delayed = true
	return []portfolio.Lane{lane}
}
