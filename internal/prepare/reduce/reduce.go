// Package reduce makes of programs what engines see: without what cannot matter to their errors.
package reduce

import (
	"context"

	"craig/internal/abstract/fold"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
)

// Program is what engines see of p: what is left when what cannot matter to its error locations has
// been taken away: first what none depends on, then what intervals decide, and what has become
// irrelevant by that. Evidence for it becomes evidence for p by the Lift. The variables keep stay in it: a proof is
// to speak of them. The error is ctx's.
func Program(ctx context.Context, p *ir.Program, keep ...*ir.Var) (*ir.Program, pass.Lift, error) {
	sliced, slice := pass.Slice(p, p.ErrorLocs(), keep...)
	simple, simplify := pass.Simplify(sliced, keep...)
	folded, facts, err := fold.Fold(ctx, simple)
	if err != nil {
		return nil, nil, err
	}
	again, sliceAgain := pass.Slice(folded, folded.ErrorLocs(), keep...)
	small, simplifyAgain := pass.Simplify(again, keep...)
	return small, pass.Lifts{slice, simplify, facts, sliceAgain, simplifyAgain}, ctx.Err()
}

// Calls is what engines see of a program with its calls: without what its error locations do not depend on.
func Calls(ctx context.Context, p *ir.Program) (*ir.Program, *pass.CallLift, error) {
	small, lift := pass.SliceCalls(p, p.ErrorLocs())
	return small, lift, ctx.Err()
}

// Inlined is what engines see of the inlined program.
func Inlined(ctx context.Context, p *prepare.Program) (*ir.Program, error) {
	q, err := p.Inlined(ctx)
	if err != nil {
		return nil, err
	}
	q, _, err = Program(ctx, q)
	return q, err
}
