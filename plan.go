package craig

import (
	"context"

	"craig/engine"
	"craig/engine/bmc"
	"craig/engine/dagger"
	"craig/engine/tracer"
	"craig/engine/ufo"
	"craig/logic/term"
	"craig/portfolio"
	"craig/program/ir"
)

// plan says which engines Verify runs on the reduced program p when none was chosen, side by side,
// with which shares of the processors, and what they may assume, by what is cheap to see of p.
// These are all the rules there are.
//
// Four lanes with equal shares have half a processor each where there are two: as long as the best
// engine for a program is in one of them, the portfolio takes about twice that engine's time at
// most. An engine that is seldom the best has a smaller share, where there is a processor for
// every lane shares mean nothing.
func plan(ctx context.Context, p *ir.Program) (lanes []portfolio.Lane, assume map[ir.Loc]term.Term) {
	f := portfolio.FeaturesOf(p)
	explicit := tracer.New(tracer.Config{})
	unrolled := bmc.New(bmc.Config{})
	switch {
	case f.Errors == 0:
		return []portfolio.Lane{portfolio.Of(1, portfolio.Nothing)}, nil
	case f.Loops == 0: // all paths are finite: one tree, or one query
		return []portfolio.Lane{portfolio.Of(1, explicit), later(1, unrolled)}, nil
	}
	facts, safe := portfolio.Facts(ctx, p)
	first := []*engine.Engine{explicit, tracer.New(tracer.Config{Interpolants: tracer.Core})}
	if safe {
		first = append([]*engine.Engine{portfolio.Octagons(facts)}, first...)
	}
	// Abstract interpretation has no relations between products, bits or the cells of arrays.
	numeric := 4
	if f.Orders == 0 || f.Products+f.Bits+f.Arrays > f.Edges/4 {
		numeric = 1
	}
	// Predicates that compare variables with constants are what state machines need.
	machine := 1
	if f.Switches > f.Orders {
		machine = 4
	}
	return []portfolio.Lane{
		portfolio.Of(4, first...),
		later(4, unrolled),
		later(numeric, dagger.New(dagger.Config{})),
		later(machine, ufo.New(ufo.Config{Post: ufo.Boolean, Refine: ufo.Predicates})),
		later(2, ufo.New(ufo.Config{})),
	}, facts
}

// later is a lane that gives the first one a head start.
func later(share int, e *engine.Engine) portfolio.Lane {
	l := portfolio.Of(share, e)
	l.Second = true
	return l
}
