// Package dagger is abstract interpretation that refines itself.
//
// Gulavani, Chakraborty, Nori, Rajamani, "Automatically Refining Abstract Interpretations", TACAS
// 2008. The program is unfolded into a tree (AbstractTREE, Fig. 2) or a DAG (Sec. 3) of abstract
// states, widened at loop heads and, in the DAG, joined at merge locations. When an error location
// is reached, error states are carried backwards by exact preimages to the nodes where precision
// was lost (RefineTREE); there interpolants bound the widening, or disjunctions appear
// (ApplyRefinement).
//
//	Config, the main loop, the answer           (dagger.go)
//	one domain after the other                  (attempts.go, ways.go)
//	locations and edges                         (flow.go, variants.go, wraps.go)
//	the domains                                 (values.go, packed.go, congruent.go)
//	images, interpolants, T                     (shape.go, thresholds.go)
//	AbstractTREE and its DAG                    (explore.go)
//	RefineTREE and its DAG, ApplyRefinement     (refine.go)
//	the invariants of a first pass              (strengthen.go)
//	counterexamples                             (concrete.go)
//	what package modular uses                   (exploration.go)
//
// Programs are inlined; package modular is for those with calls.
//
// Where we depart from the paper:
//
//   - Locations are joins of paths; an edge is a path between two of them, and a disjunction in a
//     condition makes several edges. Dead variables are projected out.
//   - An exploration starts afresh after a refinement, with everything that refinements have
//     decided: interpolants by location; joins, images and splits by place. A place is a location,
//     how often each loop around it has been gone round, and the splits that led to it, so that this
//     memory is the Hint DAG. What has not changed is not computed again.
//   - The DAG is unfolded in the order of the weak topological order, so that merge locations have
//     all their predecessors; the tree by depth. Error nodes of different goals are refined together,
//     those that are there before the next loop head is.
//   - Octagons and intervals are those of the packages of these names; error states are polyhedra
//     even so, of which what such a state says of their variables is a part. InterpolateOct takes
//     the least octagon, or box, around an error state. Congruences are beside all domains, and error
//     states know nothing of them: where preimages reach the entry on a way that cannot be executed, the
//     first state on it that is widened or joined is kept apart.
//   - Between InterpolatePoly1 and 2, sums of two constraints of the error state are tried; of
//     what InterpolatePoly2 gives, a part that suffices is kept. Where interpolants of a linear form
//     come back with other constants, the image becomes a disjunct of its own. Behind a refined node
//     nothing else is refined in the same iteration.
//   - Preimages of statements that are not linear are too large; a counterexample is executed
//     symbolically before it is believed.
package dagger

import (
	"context"
	"fmt"
	"time"

	"craig/internal/abstract/domain/congruence"
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Explore says what abstract states are arranged in.
type Explore uint8

const (
	DAG Explore = iota
	Tree
)

// Widening says what a widening is refined to.
type Widening uint8

const (
	Interpolated Widening = iota // a widening up to interpolants
	Join                         // the join
)

// Domain is an abstract domain.
type Domain uint8

const (
	Auto Domain = iota // one after the other
	Interval
	Octagon
	Polyhedra
)

// Config has the options of the engine; the zero value is the column DAGGER of Table 1, with
// Auto.
type Config struct {
	Explore Explore
	Widen   Widening
	// NoCache: error states are not kept at refinement nodes.
	NoCache bool
	Domain  Domain
	// Parma: polyhedra are widened by the widening of Parma instead of the standard one.
	Parma bool
	// Strengthen: the invariants of a widening pass over the whole program are assumed
	// everywhere, as in the last rows of Table 1.
	Strengthen bool
}

// New makes the engine, for inlined programs and with no Fallback; modular.WithFallback makes one that has it.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name: "dagger",
		Doc: "Abstract interpretation that refines itself.\n\n" +
			"Gulavani, Chakraborty, Nori, Rajamani, TACAS 2008; on paths between joins.",
		Run: Counted(func(ctx context.Context, task *engine.Task) (*verdict.Result, int, int) { return Run(ctx, cfg, task) }),
	}
}

// Counted makes the Run of an engine: its results have the time as a counter, and what search counts.
func Counted(search func(context.Context, *engine.Task) (res *verdict.Result, refinements, nodes int)) func(context.Context, *engine.Task) (*verdict.Result, error) {
	return func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		start := time.Now()
		res, refinements, nodes := search(ctx, task)
		res.Stats = []verdict.Stat{
			{Name: "time", Value: time.Since(start).Seconds(), Unit: "s", Doc: "time"},
			{Name: "refinements", Value: float64(refinements), Doc: "refinement iterations"},
			{Name: "nodes", Value: float64(nodes), Doc: "abstract states of all explorations"},
		}
		return res, nil
	}
}

// interpretation is one run with one domain.
type interpretation struct {
	ctx  context.Context
	cfg  Config
	at   attempt
	task *engine.Task
	st   *term.Store
	sem  *sem.Context
	d    values // of states
	mod  *congruence.Domain
	poly *polyhedra.Domain // of error states
	flow *flow

	memory memory
	graph  *unfolding // of the current exploration
	open   []ir.Loc   // goals that are no longer looked at
	first  *first     // nil: there is none
	survey bool       // errors are not looked at

	refinements, nodes, separated int
}

func newRun(ctx context.Context, cfg Config, at attempt, task *engine.Task, st *term.Store) *interpretation {
	r := &interpretation{ctx: ctx, cfg: cfg, at: at, task: task, st: st, sem: sem.New(st, task.Program), memory: newMemory()}
	r.poly = polyhedra.New(task.Program, polyhedra.Options{Ranges: at.ranges, Parma: cfg.Parma, Stop: func() bool { return ctx.Err() != nil }})
	r.d = whole{r.poly}
	if at.domain != Polyhedra {
		r.d = newPacked(task.Program, at.domain, r.poly)
	}
	r.mod = congruence.New(task.Program)
	r.d = congruent{r.d, r.mod, r.poly}
	r.flow = newFlow(r.sem, task.Goals, at.ranges)
	if cfg.Strengthen {
		r.strengthen()
	}
	if at.phased {
		r.cfg.Explore = Tree
		r.thresholds()
	}
	return r
}

// main alternates exploration and refinement. Goals that it leaves open are in open; TRUE says that
// there are none.
func (r *interpretation) main() *verdict.Result {
	var why *verdict.Result // the first of them
	leave := func(goal ir.Loc, u *verdict.Result) {
		r.open = append(r.open, goal)
		if why == nil {
			why = u
		}
	}
	for {
		bads := r.explore()
		switch {
		case r.ctx.Err() != nil:
			return unknown(verdict.Timeout, "time was up")
		case len(bads) == 0 && r.at.concreteOnly:
			r.open = r.task.Goals
			return unknown(verdict.Bound, "no error within the rounds that the program determines")
		case len(bads) == 0 && why != nil:
			return why
		case len(bads) == 0:
			return &verdict.Result{Verdict: verdict.True}
		case r.at.limit != 0 && r.refinements == r.at.limit:
			for _, bad := range bads {
				leave(bad.loc, unknown(verdict.Bound, "no proof within the budget of refinements"))
			}
			continue
		}
		r.refinements++
		for _, bad := range bads {
			r.event(engine.Event{Kind: engine.Refine, Loc: bad.loc, Node: bad.id})
		}
		trace, progress := r.refine(bads)
		switch {
		case r.ctx.Err() != nil:
			return unknown(verdict.Timeout, "time was up")
		case trace != nil:
			return &verdict.Result{Verdict: verdict.False, Trace: trace}
		case !progress:
			for _, bad := range bads {
				leave(bad.loc, unknown(verdict.Imprecise, fmt.Sprintf("the domain cannot express what statements on a way to %s do; other engines can", r.place(bad.loc))))
			}
		}
	}
}

func unknown(reason verdict.Reason, detail string) *verdict.Result {
	return &verdict.Result{Reason: reason, Detail: detail}
}

// place names a location for people.
func (r *interpretation) place(l ir.Loc) string {
	if pos := r.task.Program.Loc(l).Pos; pos.Line != 0 {
		return fmt.Sprintf("line %d", pos.Line)
	}
	return fmt.Sprintf("location %d", l)
}

// invariants are the proof that no goal is reached but those that are open: at a location the
// disjunction of its nodes' states.
func (r *interpretation) invariants() map[ir.Loc]term.Term {
	inv := map[ir.Loc]term.Term{r.task.Program.Main.Entry: r.st.True()}
	for _, l := range r.flow.cuts {
		inv[l] = r.invariant(r.graph.at[l])
		if r.first != nil {
			inv[l] = r.st.And(inv[l], r.invariant(r.first.at[l]))
		}
		r.event(engine.Event{Kind: engine.Label, Loc: l, Term: inv[l]})
	}
	inv[r.task.Program.Main.Entry] = r.st.True()
	return inv
}

func (r *interpretation) event(e engine.Event) {
	if r.task.Event != nil {
		r.task.Event(e)
	}
}
