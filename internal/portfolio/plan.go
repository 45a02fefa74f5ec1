package portfolio

import (
	"context"

	"craig/internal/engine"
	"craig/internal/engine/bmc"
	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/engine/lazy"
	"craig/internal/engine/tracer"
	"craig/internal/engine/ufo"
	"craig/internal/engine/values"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// Plan says which engines run on the reduced program p when none was chosen, side by side,
// with which shares of the processors, and what they may assume, by what is cheap to see of p.
// These are all the rules there are, with the shares below of lanes that need the program as it was before it was reduced.
//
// On two processors the tracer has about one for itself: of the tasks that another engine solves as
// well it is the fastest in most, and it solves the most alone. The others share the second one,
// each with more of it where it is known to be good; docs/engines.md has the numbers. Where there is
// a processor for every lane shares mean nothing. What each number rests on: docs/results/engines.md#the-numbers-in-package-portfolio
func Plan(ctx context.Context, p *ir.Program, newSolver func(*term.Store) smt.Solver) (lanes []Lane, assume map[ir.Loc]term.Term) {
	f := FeaturesOf(p)
	explicit := tracer.New(tracer.Config{})
	unrolled := bmc.New(bmc.Config{})
	switch {
	case f.Errors == 0:
		return []Lane{Of(1, Nothing)}, nil
	case f.Loops == 0: // all paths are finite: one tree, or one query
		return []Lane{Of(1, explicit), later(1, unrolled)}, nil
	}
	facts, safe := Facts(ctx, p, newSolver)
	first := []*engine.Engine{explicit, tracer.New(tracer.Config{Interpolants: tracer.Core})}
	if safe {
		first = append([]*engine.Engine{Octagons(facts)}, first...)
	}
	share := func(good bool, most int) int {
		if good {
			return most
		}
		return 1
	}
	odd := f.Products + f.Bits
	// Loops with constant bounds, as one block each: over bits, that is mostly the proof, and gets a processor.
	complete := later(4, bmc.Complete())
	switch {
	case 16*f.Bits >= f.Edges:
		complete = Of(24, bmc.Complete())
	case f.Arrays > 0 && f.Edges >= fewLoops*f.Loops:
		// Few loops, over short buffers mostly, in much else that is no invariant that one can state.
		complete = later(8, bmc.Complete())
	}
	// State machines with few states, or in which an error depends on few variables.
	states := later(share(f.Switches > f.Orders, 8), values.New(values.Config{}))
	if f.Arrays == 0 && f.Tests >= manyTests*f.Loops {
		// Each round of a loop is one of hundreds of cases: too many for one path after the other.
		states = Of(24, values.New(values.Config{}))
	}
	lanes = []Lane{
		Of(8, first...),
		later(2, unrolled),
		complete,
		// Interpolants are made of whatever the solver knows.
		later(share(odd > 0, 3), ufo.New(ufo.Config{})),
		states,
	}
	if f.Edges > large {
		return lanes, facts
	}
	if 16*f.Bits >= f.Edges {
		// What a loop does to bits is seldom an invariant that one can state, but its label in each of few
		// iterations is: what the rest of the program needs.
		lanes = append(lanes, later(8, tracer.New(tracer.Config{Loops: tracer.Deepening})))
	}
	if f.Products+f.Sums+f.Wraps+f.Deep > 0 {
		// What a loop sums up is a polynomial of its counter, which no linear relation says; what wraps is one modulo a power of 2.
		// No engine counts to the end of a deep loop.
		lanes = append(lanes, later(max(share(f.Products > 0, 3), share(f.Deep > 0, 8)), Polynomials()))
	}
	if f.Arrays > 0 {
		// Cells that short loops fill: labels of one execution at a time are small, and cheap to certify.
		lanes = append(lanes, later(2, lazy.New(lazy.Config{})))
	}
	return append(lanes,
		// Linear relations between counters, which array cells, products and bits are not.
		later(share(f.Orders > 0 && odd+f.Arrays <= f.Edges/4, 3), dagger.New(dagger.Config{})),
		// Predicates that compare variables with constants: state machines under a scheduler. What this
		// engine proves of them in seconds the others do not in minutes.
		later(share(f.Switches > f.Orders, 8), ufo.New(ufo.Config{Post: ufo.Boolean, Refine: ufo.Predicates})),
	), facts
}

// PlanCalls says which engines run on a program with its calls.
func PlanCalls() []Lane {
	return []Lane{
		Of(1, lazy.New(lazy.Config{})),
		later(1, modular.New(dagger.Config{})),
	}
}

// Shares of lanes that package run adds, which needs the program as it was before it was reduced.
const (
	ElementsShare = 3 // facts about elements of arrays
	ProductsShare = 9 // these, where the program multiplies variables: questions about products take long, and interpolants seldom generalise them
	ListsShare    = 8 // facts about lists
	// PrefixShare is how many times the share of a lane for the whole program the one gets for what comes after a prefix that was
	// executed, which engines would have to unroll.
	PrefixShare = 3
)

// fewLoops is from how many edges for each loop a program that accesses memory is mostly no loops.
const fewLoops = 40

// manyTests is from how many comparisons with constants for each loop a program without memory is mostly a table of
// transitions.
const manyTests = 100

// deepRounds is from how many rounds a loop has a closed form looked for, although it adds nothing up.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const deepRounds = 1_000

// large is how many edges make a program one whose preparation alone costs each engine seconds, and
// all of them together the memory.
const large = 5_000

// later is a lane that gives the first one a head start.
func later(share int, e *engine.Engine) Lane {
	l := Of(share, e)
	l.Delayed = true
	return l
}
