package craig

import (
	"context"
	"errors"

	"craig/abstract/fold"
	"craig/logic/term"
	"craig/program/alias"
	"craig/program/cfront"
	"craig/program/ir"
	"craig/program/pass"
	"craig/program/sem"
)

// Load reads the C files of one program, inlines its calls and splits its memory into regions.
// The result is what evidence speaks of and what the certifier sees: no slice, no folding. The
// error is a *cfront.Error, a *cfront.Unsupported, a *pass.TooLarge, an *alias.TooLarge, or ctx's.
func Load(ctx context.Context, opts cfront.Options, files ...string) (*ir.Program, error) {
	return load(ctx, opts, files, inlined, func(string) {}, nil)
}

// LoadCalls is Load without inlining, for engines that take programs with calls.
func LoadCalls(ctx context.Context, opts cfront.Options, files ...string) (*ir.Program, error) {
	return load(ctx, opts, files, withCalls, func(string) {}, nil)
}

// TooLarge tells whether err, of Load, says that the program is too large to be inlined.
func TooLarge(err error) bool {
	var edges *pass.TooLarge
	var objects *alias.TooLarge
	return errors.As(err, &edges) || errors.As(err, &objects)
}

// form is what becomes of the calls of a program.
type form uint8

const (
	inlined form = iota
	withCalls
)

// load is Load or LoadCalls, and tells which phase begins. prepare is nil, or may change the program
// once its calls are resolved.
func load(ctx context.Context, opts cfront.Options, files []string, as form, begin func(phase string), prepare func(*ir.Program)) (*ir.Program, error) {
	begin("read")
	p, err := cfront.Read(ctx, opts, files...)
	if err != nil {
		return nil, err
	}
	points := alias.Options{Bounds: opts.Checks("bounds"), Null: opts.Checks("null")}
	if opts.UnknownPointers == cfront.Any {
		points.Unknown = alias.Any
	}
	begin("calls")
	if err := alias.ResolveCalls(ctx, p, points); err != nil {
		return nil, err
	}
	if prepare != nil {
		prepare(p)
	}
	if as == inlined {
		begin("inline")
		if p, err = pass.Inline(p, pass.InlineOptions{}); err != nil {
			return nil, err
		}
	}
	begin("memory")
	if err := alias.Regions(ctx, p, points); err != nil {
		return nil, err
	}
	return p, nil
}

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

// reduce takes away what cannot matter to the error locations of p: first what none depends on,
// then what intervals decide, and what has become irrelevant by that.
func reduce(ctx context.Context, p *ir.Program) (*ir.Program, wayBack, error) {
	var way wayBack
	shrink := func(p *ir.Program) *ir.Program {
		for _, f := range []func(*ir.Program) (*ir.Program, *pass.Way){
			func(p *ir.Program) (*ir.Program, *pass.Way) { return pass.Slice(p, p.ErrorLocs()) },
			pass.Simplify,
		} {
			small, back := f(p)
			way = append(way, back.Invariants)
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
	way = append(way, func(st *term.Store, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
		return facts.Back(sem.New(st, from), inv)
	})
	return shrink(folded), way, ctx.Err()
}

// wayBack carries invariants from the reduced program back to the one it was made from: one step
// for each pass, in the order of the passes.
type wayBack []func(*term.Store, map[ir.Loc]term.Term) map[ir.Loc]term.Term

func (w wayBack) invariants(inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
	for i := len(w) - 1; i >= 0 && len(inv) > 0; i-- {
		inv = w[i](storeOf(inv), inv)
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
