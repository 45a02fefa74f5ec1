package prepare

import (
	"context"

	"craig/internal/abstract/fold"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Reduce is what engines see of p: what is left when what cannot matter to its error locations has
// been taken away: first what none depends on, then what intervals decide, and what has become
// irrelevant by that. Evidence for it becomes evidence for p by Lift. The error is ctx's.
func Reduce(ctx context.Context, p *ir.Program) (*ir.Program, Lift, error) {
	var lift Lift
	shrink := func(p *ir.Program) *ir.Program {
		for _, f := range []func(*ir.Program) (*ir.Program, *pass.Way){
			func(p *ir.Program) (*ir.Program, *pass.Way) { return pass.Slice(p, p.ErrorLocs()) },
			pass.Simplify,
		} {
			small, back := f(p)
			lift = append(lift, back.Invariants)
			p = small
		}
		return p
	}
	p = shrink(p)
	folded, facts, err := fold.Fold(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	from := p
	lift = append(lift, func(st *term.Store, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
		return facts.Back(sem.New(st, from), inv)
	})
	return shrink(folded), lift, ctx.Err()
}

// Reduced is what engines see of the inlined program; see Reduce.
func (p *Program) Reduced(ctx context.Context) (*ir.Program, error) {
	q, err := p.Inlined(ctx)
	if err != nil {
		return nil, err
	}
	q, _, err = Reduce(ctx, q)
	return q, err
}

// Lift carries invariants of a reduced program back to the one that it was made from: a step for each
// pass, in the order of the passes. nil is for a program that was not reduced.
type Lift []func(*term.Store, map[ir.Loc]term.Term) map[ir.Loc]term.Term

// Invariants are inv, which are of the reduced program, for the other one.
func (l Lift) Invariants(inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
	for i := len(l) - 1; i >= 0 && len(inv) > 0; i-- {
		inv = l[i](storeOf(inv), inv)
	}
	return inv
}

// storeOf is the store of the terms of inv, which is not empty.
func storeOf(inv map[ir.Loc]term.Term) *term.Store {
	for _, t := range inv {
		return t.Store()
	}
	return nil
}
