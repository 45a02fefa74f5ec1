package craig

import (
	"time"

	"craig/engine/bmc"
	"craig/engine/dagger"
	"craig/engine/tracer"
	"craig/engine/ufo"
	"craig/portfolio"
)

// plan says which engines Verify runs when none was chosen, side by side, and with which shares of
// the processors, by what is cheap to see of the reduced program. These are all the rules there
// are.
//
// Four lanes with equal shares have half a processor each where there are two: as long as the best
// engine for a program is in one of them, the portfolio takes about twice that engine's time at
// most. An engine that is seldom the best has a smaller share.
func plan(f portfolio.Features, processors int) []portfolio.Lane {
	explicit := tracer.New(tracer.Config{})
	unrolled := bmc.New(bmc.Config{})
	if f.Errors == 0 {
		return []portfolio.Lane{portfolio.Of(1, portfolio.Nothing)}
	}
	if f.Loops == 0 { // all paths are finite: one tree, or one query
		return []portfolio.Lane{portfolio.Of(1, explicit), portfolio.Of(1, unrolled)}
	}
	cores := tracer.New(tracer.Config{Interpolants: tracer.Core})
	labels := ufo.New(ufo.Config{})
	predicates := ufo.New(ufo.Config{Post: ufo.Boolean, Refine: ufo.Predicates})
	numeric := dagger.New(dagger.Config{})
	lanes := []portfolio.Lane{
		portfolio.Of(4, explicit, cores),
		portfolio.Of(4, unrolled),
		portfolio.Of(4, predicates),
		portfolio.Of(4, numeric),
		portfolio.Of(2, labels),
	}
	for i := range lanes[1:] {
		lanes[i+1].Delay = headStart
	}
	return lanes
}

// headStart is how long the first lane is alone, so that what is easy has the same answer, with
// the same evidence, every time.
const headStart = 50 * time.Millisecond
