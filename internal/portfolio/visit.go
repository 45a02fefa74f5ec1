package portfolio

import (
	"context"

	"craig/internal/engine"
	"craig/internal/engine/explicit"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// visitSteps is how many instructions a visit of all states may take before other engines begin, a tenth of a second; largeVisitSteps where what
// these prepare takes as long. What package values decides by few variables it decides soon.
const (
	visitSteps      = 15_000_000
	largeVisitSteps = 150_000_000
)

// Visit visits the states of a program that is a table of transitions.
type Visit struct {
	search *explicit.Search
	steps  int64 // of the first part
}

// NewVisit compiles p, which is inlined; nil if it is no program for package explicit, or no table of transitions.
func NewVisit(p *ir.Program) *Visit {
	f := FeaturesOf(p)
	if f.Errors == 0 || f.Loops == 0 || f.Arrays > 0 || f.Tests < manyTests*f.Loops {
		return nil
	}
	s, _ := explicit.NewSearch(explicit.Config{}, p)
	if s == nil {
		return nil
	}
	if f.Edges > large {
		return &Visit{s, largeVisitSteps}
	}
	return &Visit{s, visitSteps}
}

// First is a lane for before the other engines, which ends soon.
func (v *Visit) First() Lane { return Of(1, v.engine(v.steps)) }

// Over says that it has come to an end, or cannot go on.
func (v *Visit) Over() bool { return v.search.Over() }

// Lane is for beside the engines: the visit goes on where it has been ended.
func (v *Visit) Lane() Lane { return Of(24, v.engine(0)) }

func (v *Visit) engine(steps int64) *engine.Engine {
	e := explicit.New(explicit.Config{})
	e.Run = func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		return v.search.RunFor(ctx, task.Event, steps), nil
	}
	return e
}
