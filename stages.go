package craig

import (
	"context"

	"craig/engine"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/cfront"
	"craig/program/ir"
)

// Load reads the C files of one program and inlines its calls. The result is what evidence
// speaks of and what the certifier sees: no slice, no folding. The error is a *cfront.Error or
// ctx's.
func Load(ctx context.Context, opts cfront.Options, files ...string) (*ir.Program, error) {
	p, err := cfront.Read(ctx, opts, files...)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func nativeSolver(st *term.Store) smt.Solver             { panic("unimplemented") }
func nativeInterpolator(st *term.Store) smt.Interpolator { panic("unimplemented") }

// reduce takes away what cannot matter to the error locations of p.
func reduce(ctx context.Context, p *ir.Program) (*ir.Program, wayBack, error) {
	return p, wayBack{}, nil
}

// wayBack carries evidence from the reduced program back to the one it was made from.
type wayBack struct{}

func (wayBack) invariants(inv map[ir.Loc]term.Term) map[ir.Loc]term.Term { return inv }

func defaultEngine() *engine.Engine { panic("unimplemented") }

// LoadReduced is what engines see of the program that Load returns: without what cannot matter
// to its error locations.
func LoadReduced(ctx context.Context, opts cfront.Options, files ...string) (*ir.Program, error) {
	p, err := Load(ctx, opts, files...)
	if err != nil {
		return nil, err
	}
	small, _, err := reduce(ctx, p)
	return small, err
}
