// Package values explores programs with explicit values, as far as they matter.
//
// A state says of some variables which values they have: one, or an interval of them. States at places
// where paths meet are kept apart, one node for each, so that the graph is as large as the part of the state space
// that the tracked variables span. Which variables are tracked, at which place, is the precision: all, or at first
// none. An error that is reached is looked at along its path with all variables: if their values exclude it, those
// that it takes are followed back from the contradiction to where they were set, and are tracked from there on
// in the next round. So what a proof does not need is never told apart: the state machines and feature models that this
// is for have hundreds of variables, of which an error depends on a few.
//
//	values.go   the engine, its rounds, the proof
//	graph.go    a round: nodes, and the paths between them
//	state.go    states, and what statements make of them
//	refine.go   what a path to an error says: an execution, or variables to be tracked
//	regions.go  which values of computed variables are told apart
//
// [Beyer, Löwe 2013] is "Explicit-State Software Model Checking Based on CEGAR and Interpolation". Where this
// departs from the paper:
//
//   - Values are intervals less some numbers, so that comparisons of an input with constants say something.
//   - What the paper computes by an execution of the rest of the path for each variable and place, a walk back along
//     the path gives: the variables on which the contradiction depends. It takes one step for each edge.
//   - A round goes on after a refinement, and takes some more spurious errors along.
//   - Of computed variables intervals between constants of the program are told apart, and refinements add bounds to these.
package values

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"craig/internal/abstract/domain/interval"
	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Config has the options of the engine; the zero value is the recommended one.
type Config struct {
	// Nodes, if not 0, is how many nodes a round may have.
	Nodes int
	// Full, if not 0, is how many nodes a round may have in which all variables are tracked.
	Full int
}

// mostNodes is how many nodes a round may have at most: a proof of more states than that nobody certifies. A round
// with all variables may have fullNodes.
const (
	mostNodes = 400_000
	fullNodes = 20_000
)

// New makes the engine.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name: "values",
		Doc: "Explores states with explicit values of the variables on which the errors turn out to depend.\n\n" +
			"Beyer, Löwe, FASE 2013; see package values for where it departs from the paper.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			return newSearch(cfg, task).run(ctx), nil
		},
	}
}

// search is one run.
type search struct {
	cfg  Config
	task *engine.Task
	prog *ir.Program
	d    *interval.Domain
	goal map[ir.Loc]bool
	head []bool      // by Loc: where all paths end in nodes
	join []bool      // by Loc: where several paths meet
	rank []int       // by Loc: position in a reverse post-order
	live [][]*ir.Var // by Loc

	precision
	regions
	prec     [][]*ir.Var // by Loc: the live variables that are tracked in this round
	grown    bool        // tracked, in this round
	hopeless bool        // no precision decides the program
	counts   counts
	trace    *verdict.Trace
	reason   verdict.Reason // why the round was given up
	detail   string
}

type counts struct {
	nodes, rounds, refinements int
}

func newSearch(cfg Config, task *engine.Task) *search {
	p := task.Program
	s := &search{cfg: cfg, task: task, prog: p, d: interval.NewPlain(p), goal: map[ir.Loc]bool{},
		precision: precision{map[*ir.Var]bool{}, map[*ir.Var]bool{}, false}, regions: regionsOf(p)}
	for _, g := range task.Goals {
		s.goal[g] = true
	}
	n, succ := graph.OfFunc(p, p.Main)
	order := graph.ReversePostOrder(n, succ, int(p.Main.Entry))
	s.head, s.join, s.rank, s.prec = make([]bool, n), make([]bool, n), make([]int, n), make([][]*ir.Var, n)
	for i, v := range order {
		s.rank[v] = i
	}
	s.head[p.Main.Entry] = true
	for _, v := range order {
		info := p.Loc(ir.Loc(v))
		s.join[v] = len(info.In) > 1
		s.head[v] = s.head[v] || info.Loop
		for _, w := range succ(v) {
			s.head[w] = s.head[w] || s.rank[w] <= s.rank[v]
		}
	}
	s.live = graph.LiveVars(p, order)
	s.cfg.Nodes = cmp.Or(s.cfg.Nodes, mostNodes)
	s.cfg.Full = cmp.Or(s.cfg.Full, fullNodes)
	return s
}

// precision says which variables are tracked, and of which of them excluded values count as well.
type precision struct {
	tracked, differ map[*ir.Var]bool
	exact           bool // all values of computed variables are told apart
}

// stages are how many nodes explorations with all variables may have, and those with some, all rounds together, before it is the turn of the
// others: machines with few states are decided by the first, and programs that depend on few variables by the second, each in no time, while
// the wrong one of them takes seconds. In the last stage each round may have the limits of Config.
var stages = [...]struct{ all, some int }{{1000, 3000}, {5000, 15_000}, {0, 0}}

// run explores with all variables and with more and more of few in turn, until no error is reached, or one by an execution, or it is
// seen that neither will be.
func (s *search) run(ctx context.Context) (res *verdict.Result) {
	all := precision{map[*ir.Var]bool{}, map[*ir.Var]bool{}, true}
	some := precision{map[*ir.Var]bool{}, map[*ir.Var]bool{}, false}
	s.prog.AllVars(func(v *ir.Var) { all.tracked[v] = isTracked(v) })
	for _, stage := range stages {
		s.precision = all
		res = s.stage(ctx, min(s.cfg.Full, s.cfg.Nodes), stage.all)
		if s.over(ctx, res) {
			return res
		}
		s.precision = some
		res = s.stage(ctx, s.cfg.Nodes, stage.some)
		if s.over(ctx, res) {
			return res
		}
	}
	return res
}

// over says that there is no more to find out: res is a verdict, time is up, or it is hopeless.
func (s *search) over(ctx context.Context, res *verdict.Result) bool {
	return res.Verdict != verdict.Unknown || s.hopeless || ctx.Err() != nil
}

// stage explores until there is an answer, with at most so many nodes in a round and, if that is not 0, in all rounds.
func (s *search) stage(ctx context.Context, nodes, together int) *verdict.Result {
	end := s.counts.nodes + together
	for {
		most := nodes
		if together > 0 {
			most = min(most, end-s.counts.nodes)
		}
		res := s.round(ctx, most)
		switch {
		case res != nil:
			return res
		case together > 0 && s.counts.nodes >= end:
			return &verdict.Result{Reason: verdict.Size, Detail: fmt.Sprintf("there are more than %d states to tell apart", together), Stats: s.stats()}
		}
		s.event(engine.Event{Kind: engine.Restart, Node: s.counts.rounds})
	}
}

// round explores with what is tracked. It is nil if more is to be tracked.
func (s *search) round(ctx context.Context, nodes int) *verdict.Result {
	s.counts.rounds++
	s.grown, s.hopeless, s.reason, s.detail = false, false, "", ""
	for l, live := range s.live {
		s.prec[l] = slices.DeleteFunc(slices.Clone(live), func(v *ir.Var) bool { return !s.tracked[v] })
	}
	g := s.explore(ctx, nodes)
	switch {
	case s.trace != nil:
		return &verdict.Result{Verdict: verdict.False, Trace: s.trace, Stats: s.stats()}
	case ctx.Err() != nil:
		return &verdict.Result{Reason: verdict.Timeout, Detail: "time was up", Stats: s.stats()}
	case s.grown: // also if it was given up: with more variables there may be fewer states
		return nil
	case s.reason != "":
		return &verdict.Result{Reason: s.reason, Detail: s.detail, Stats: s.stats()}
	}
	return &verdict.Result{Verdict: verdict.True, Proof: s.proof(g), Stats: s.stats()}
}

// isTracked says whether values of v can be told apart.
func isTracked(v *ir.Var) bool { return v.Type.Kind == ir.Integer || v.Type.Kind == ir.Pointer }

func (s *search) giveUp(reason verdict.Reason, format string, args ...any) {
	if s.reason == "" {
		s.reason, s.detail = reason, fmt.Sprintf(format, args...)
	}
}

// proof is at each loop head the disjunction of its nodes' states.
func (s *search) proof(g *graphOfStates) verdict.Invariants {
	c := sem.New(term.NewStore(), s.prog)
	inv := verdict.Invariants{s.prog.Main.Entry: c.Store.True()}
	for l, nodes := range g.at {
		if l := ir.Loc(l); s.prog.Loc(l) != nil && s.prog.Loc(l).Loop && len(nodes) > 0 {
			var states []state
			for _, n := range nodes {
				states = append(states, n.state)
			}
			inv[l] = s.formula(c, states, s.prec[l])
		}
	}
	return inv
}

// formula is the disjunction of states, which say something of vars only. States with the same value of a variable
// are written together: first by the variable with the fewest values.
func (s *search) formula(c *sem.Context, states []state, vars []*ir.Var) term.Term {
	st := c.Store
	if len(states) == 1 || len(vars) == 0 {
		var fs []term.Term
		for _, x := range states {
			fs = append(fs, s.formulaOf(c, x))
		}
		return st.Or(fs...)
	}
	best, fewest := -1, 0
	for i, v := range vars {
		seen := map[string]bool{}
		for _, x := range states {
			seen[s.written(x, v)] = true
		}
		if best < 0 || len(seen) < fewest {
			best, fewest = i, len(seen)
		}
	}
	v := vars[best]
	rest := append(append([]*ir.Var(nil), vars[:best]...), vars[best+1:]...)
	groups := map[string][]state{}
	var order []string
	for _, x := range states {
		k := s.written(x, v)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], x)
	}
	var fs []term.Term
	for _, k := range order {
		group := groups[k]
		kept, _ := s.only(group[0], []*ir.Var{v}, nil)
		own := s.formulaOf(c, kept)
		for i, x := range group {
			group[i] = s.forget(x, v)
		}
		fs = append(fs, st.And(own, s.formula(c, group, rest)))
	}
	return st.Or(fs...)
}

// written is the same for states that say the same of v.
func (s *search) written(x state, v *ir.Var) string {
	_, key := s.only(x, []*ir.Var{v}, nil)
	return string(key)
}

func (s *search) stats() []verdict.Stat {
	return []verdict.Stat{
		{Name: "nodes", Value: float64(s.counts.nodes), Doc: "states expanded"},
		{Name: "rounds", Value: float64(s.counts.rounds), Doc: "explorations, each with more variables tracked"},
		{Name: "refinements", Value: float64(s.counts.refinements), Doc: "spurious errors that have led to more variables"},
		{Name: "tracked", Value: float64(len(s.tracked)), Doc: "variables tracked"},
	}
}

func (s *search) event(e engine.Event) {
	if s.task.Event != nil {
		s.task.Event(e)
	}
}
