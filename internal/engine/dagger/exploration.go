package dagger

import (
	"context"
	"iter"

	"craig/internal/abstract/domain/interval"
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Exploration is a finished exploration of a program, with the states that it found. What it says holds in all
// executions.
type Exploration struct{ r *interpretation }

// ExploreOnce explores task.Program once, with no goals and no refinement; loops are widened up to what one way
// round them gives. cfg.Domain is one domain, not Auto. With ranges, operations are taken apart by whether they
// wrap, and polyhedra know the ranges of types. Formulas are made in st. If ctx is done before it returns, the
// exploration is of no use.
func ExploreOnce(ctx context.Context, cfg Config, ranges bool, task *engine.Task, st *term.Store) *Exploration {
	once := *task
	once.Goals = nil
	r := newRun(ctx, cfg, attempt{domain: cfg.Domain, ranges: ranges}, &once, st)
	r.thresholds()
	r.explore()
	return &Exploration{r}
}

// Nodes is the number of abstract states that were made.
func (x *Exploration) Nodes() int { return x.r.nodes }

// Polyhedra is the domain of the states that x gives.
func (x *Exploration) Polyhedra() *polyhedra.Domain { return x.r.poly }

// Reached says whether there are states at l, which is the entry, a loop head or where paths meet; false is a
// proof that no execution comes there.
func (x *Exploration) Reached(l ir.Loc) bool { return len(x.r.graph.at[l]) > 0 }

// Invariant is the disjunction of the states at l.
func (x *Exploration) Invariant(l ir.Loc) term.Term { return x.r.invariant(x.r.graph.at[l]) }

// States are the states at l: polyhedra with all that the states say of the variables with numbers vars, and
// perhaps more.
func (x *Exploration) States(l ir.Loc, vars []int) iter.Seq[polyhedra.State] {
	return func(yield func(polyhedra.State) bool) {
		for _, n := range x.r.graph.at[l] {
			if !yield(x.r.d.On(n.state, vars)) {
				return
			}
		}
	}
}

// Arrivals are what comes into l, before it is joined, by the program's edge into l: states as in States.
func (x *Exploration) Arrivals(l ir.Loc, vars []int) iter.Seq2[*ir.Edge, polyhedra.State] {
	return func(yield func(*ir.Edge, polyhedra.State) bool) {
		for _, n := range x.r.graph.at[l] {
			for _, a := range n.in {
				if !yield(a.edge.path[len(a.edge.path)-1], x.r.d.On(a.img, vars)) {
					return
				}
			}
		}
	}
}

// Variants lists sequences of steps that together execute a path of p, without disjunctions as far as that does
// not make too many. Their edges have the numbers of those that they stand for. Sequences that intervals refute
// are left out.
func Variants(p *ir.Program, path []*ir.Edge) [][]*ir.Edge {
	var steps [][]*ir.Edge
	for _, v := range variants(interval.New(p), path) {
		steps = append(steps, v.steps)
	}
	return steps
}
