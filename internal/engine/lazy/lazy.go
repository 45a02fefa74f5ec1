// Package lazy is lazy annotation: symbolic execution that learns from its failures, in the
// manner of a SAT solver, for programs with procedures, and without inlining them.
//
// [McMillan 2010] is "Lazy Annotation for Program Testing and Verification". Of its figures,
// IntraLA (Fig. 2) and the rules of InterLA (Fig. 5) are explore and its helpers (search.go), Sum
// (Fig. 4) is explore at a procedure's entry, Strengthen (Fig. 3) is strengthen.go. The
// interpolants are in learn.go, the program as the algorithm sees it in model.go.
//
// A label φ of a location is a formula over the variables there, over the exit variables x′ of
// the procedure, and over f′ (abort): if φ holds, then no execution from there reaches a goal (f′
// true), or leaves the procedure with those values of the exit variables (f′ false). Exit
// variables are the result and the globals that the procedure or its callees may write.
//
// Where this departs from the paper:
//
//   - Edges are paths between nodes (see node), not single statements.
//   - τ is not a variable. A label carries a bound instead: it holds for executions with at most
//     that many decrements of τ, which are back edges, and calls within a recursion. What a label
//     is justified by determines its bound, so that one that needs no bound has none.
//   - A back edge does not count as a decrement for the search as long as no branch since the
//     last one has depended on an input: loops with a static bound carry no τ, unless they have more than 128 τ rounds.
//   - When Sum finds an exit, the search goes on after the call from there, and then backtracks
//     into the procedure with the post-condition as it is then, instead of calling Sum again.
//   - The label of a goal that stands for an error is ¬f′ rather than false: the procedure does
//     not return from there.
//   - In Strengthen, justification is against A_U, not A. Where the labels are not inductive,
//     literals of them are recombined, as Sec. 2.2 suggests (candidates.go, blocks.go), and
//     recursive procedures are run for guesses of what they compute (samples.go, fit.go).
package lazy

import (
	"context"
	"fmt"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// Config has the options of the engine.
type Config struct {
	// EveryLocation has labels at every location, as in the paper, and not only where paths meet.
	EveryLocation bool
}

// New makes the engine.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name:    "lazy",
		Modular: true,
		Doc: "Lazy annotation: symbolic execution that learns from failure, with procedure summaries.\n\n" +
			"McMillan, CAV 2010 (IMPACT II); see package lazy for where it departs from the paper.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			s := newSearch(cfg, task)
			defer s.close()
			return s.run(ctx)
		},
	}
}

// search is one run of the engine.
type search struct {
	*model
	cfg    Config
	task   *engine.Task
	ctx    context.Context
	solver smt.Solver // its levels are those of the path
	side   smt.Solver // for questions beside the path
	ip     smt.Interpolator

	cond      []term.Term // what the path assumes
	path      []step
	decisions int // conditions on the path that depend on inputs
	free      int // back edges on the path that did not count
	inRow     int // how many of one loop may not count in a row, in this round
	visit     int // the number of the node that is being explored
	now       *state
	visits    map[*node][]visit
	hints     map[*node]*hints
	difficult bool // guesses have led to queries that take long
	searched  time.Duration

	last    smt.Model // of the last query that had one
	mission mission   // what the search is for
	forgets bool      // no labels are learned: every path is taken
	late    bool      // an execution was cut off by τ in this round
	outcome

	counts struct {
		nodes, learned, backtracks, calls, reused, rounds, compared, projected int
	}
}

// outcome is what a search has come to.
type outcome struct {
	found  *verdict.Trace
	reason verdict.Reason // why the search has given up; "" while it has not
	detail string
}

// step is an arc on the path, with the inputs it was taken with.
type step struct {
	arc    *arc
	inputs []term.Term
}

// visit is a node on the path.
type visit struct {
	frame     *frame
	decisions int
	rounds    int // times in a row that the path has come here without a decision in between
}

func newSearch(cfg Config, task *engine.Task) *search {
	st := term.NewStore()
	s := &search{cfg: cfg, task: task, solver: task.NewSolver(st), side: task.NewSolver(st), ip: task.NewInterpolator(st), visits: map[*node][]visit{}, hints: map[*node]*hints{}}
	s.model = newModel(sem.New(st, task.Program), task.Goals, cfg.EveryLocation)
	s.mission = verification{s}
	for _, p := range s.procs {
		for _, n := range p.nodes {
			switch {
			case n.goal && task.Program.Loc(n.loc).IsGoal(): // the exit of the program may be one
				n.labels = []*label{{formula: st.Not(s.abort), bound: unbounded}}
			case n.loc == p.fn.Exit:
				n.labels = []*label{{formula: s.exitLabel(p), bound: unbounded}}
			}
		}
	}
	return s
}

// close ends solvers that are processes.
func (s *search) close() {
	for _, solver := range []smt.Solver{s.solver, s.side} {
		if c, ok := solver.(interface{ Close() }); ok {
			c.Close()
		}
	}
}

// exitLabel is ¬I ∨ f′ with I the identity of the exit variables: a procedure leaves them as they
// are, and does not abort.
func (s *search) exitLabel(p *proc) term.Term {
	var same []term.Term
	for _, v := range p.exits() {
		same = append(same, s.Store.Eq(s.Var(v), s.prime(v)))
	}
	return s.Store.Or(s.Store.Not(s.Store.And(same...)), s.abort)
}

// run answers whether a goal can be reached.
func (s *search) run(ctx context.Context) (*verdict.Result, error) {
	s.ctx = ctx
	switch {
	case s.strengthened():
		return &verdict.Result{Verdict: verdict.True, Proof: s.summaries(), Stats: s.stats()}, nil
	case s.found != nil:
		return &verdict.Result{Verdict: verdict.False, Trace: s.found, Stats: s.stats()}, nil
	}
	return &verdict.Result{Reason: s.reason, Detail: s.detail, Stats: s.stats()}, nil
}

// strengthened is Strengthen [McMillan 2010, Fig. 3]: it doubles τ until the labels without bounds
// block the initial state. It is false if the search has stopped before.
func (s *search) strengthened() bool {
	main := s.procs[0].nodes[0]
	for tau := 1; ; tau *= 2 {
		s.counts.rounds++
		s.event(engine.Event{Kind: engine.Unwind, Node: tau})
		fr := s.outermost()
		vals := make([]term.Term, len(main.vars))
		m := s.push()
		for i, v := range main.vars {
			vals[i] = s.Store.Fresh(v.Name, sem.Sort(v.Type))
			s.assume(s.Range(v.Type, vals[i]))
		}
		s.late, s.inRow = false, freeInRow*min(tau, maxFree)
		before := s.mission.found()
		begun := time.Now()
		if s.isBlocked(main, vals, fr, tau) == no {
			s.explore(main, vals, fr, tau)
		}
		s.searched += time.Since(begun)
		if s.forgets {
			s.pop(m)
			if s.stopped() || !s.late {
				return false
			}
			continue
		}
		isProved := func() bool { return !s.stopped() && s.isBlocked(main, vals, fr, unbounded) == yes }
		proved := isProved()
		attempts := []func(){s.strengthen, s.abstract, func() { s.guess(isProved) }}
		if s.mission.found() > before { // the search gets on: no proof is near
			attempts = attempts[:1]
		}
		for _, f := range attempts {
			if !proved && !s.stopped() {
				f()
				proved = isProved()
			}
		}
		s.pop(m)
		if proved || s.stopped() {
			return proved
		}
		if tau > 1<<30 {
			s.giveUp(verdict.Incomplete, "no inductive summaries were found")
			return false
		}
	}
}

// stopped says that the search has an answer or has given up.
func (s *search) stopped() bool {
	if s.found == nil && s.reason == "" && s.ctx.Err() != nil {
		s.giveUp(verdict.Timeout, "time was up")
	}
	return s.found != nil || s.reason != "" || s.mission.done()
}

func (s *search) giveUp(reason verdict.Reason, format string, args ...any) {
	if s.reason == "" {
		s.reason, s.detail = reason, fmt.Sprintf(format, args...)
	}
}

// trace makes the trace of the path, whose end model reaches.
func (s *search) trace(m smt.Model, at ir.Loc) *verdict.Trace {
	t := &verdict.Trace{Error: at, Goal: s.Program.Loc(at).Goal}
	for _, st := range s.path {
		for i, in := range st.arc.inputs {
			t.Set(len(t.Path)+in.At, m.Eval(st.inputs[i]))
		}
		t.Path = append(t.Path, st.arc.path...)
	}
	return t
}

// summaries are the labels without bounds, where a proof needs them: at the entries of procedures,
// where their cycles are cut, and at loop heads that have lost their cycles to slicing: the whole
// program still has these.
func (s *search) summaries() verdict.Summaries {
	out := verdict.Summaries{}
	st := s.Store
	for i, p := range s.procs {
		head := map[*node]bool{p.nodes[0]: true}
		any := map[term.Term]term.Term{s.abort: st.True()}
		for _, v := range p.exits() {
			any[s.prime(v)] = s.anyValue(v)
		}
		for _, n := range p.nodes {
			if s.Program.Loc(n.loc).Loop {
				head[n] = true
			}
			for _, a := range n.arcs {
				if a.back {
					head[a.to] = true
				}
			}
		}
		for _, n := range p.nodes {
			if !head[n] {
				continue
			}
			var fs []term.Term
			for _, l := range n.labels {
				if l.bound == unbounded {
					fs = append(fs, l.formula)
				}
			}
			f := st.Or(fs...)
			sum := verdict.Summary{Safe: st.Subst(f, any), Excludes: st.False()}
			if i > 0 {
				sum.Excludes = st.Subst(f, map[term.Term]term.Term{s.abort: st.False()})
			}
			out[n.loc] = sum
		}
	}
	return out
}

// anyValue is some value of v's type.
func (s *search) anyValue(v *ir.Var) term.Term {
	if v.Type.Kind == ir.Memory {
		return s.Store.ConstArray(sem.Sort(v.Type), s.Store.Int(0))
	}
	return s.Store.Int(0)
}

func (s *search) stats() []verdict.Stat {
	labels := 0
	for _, p := range s.procs {
		labels += len(p.nodes[0].labels)
	}
	return []verdict.Stat{
		{Name: "nodes", Value: float64(s.counts.nodes), Doc: "symbolic states expanded"},
		{Name: "backtracks", Value: float64(s.counts.backtracks), Doc: "times the search turned back"},
		{Name: "learned", Value: float64(s.counts.learned), Doc: "labels learned"},
		{Name: "calls", Value: float64(s.counts.calls), Doc: "procedures entered"},
		{Name: "reused", Value: float64(s.counts.reused), Doc: "calls blocked by a summary that was there"},
		{Name: "summaries", Value: float64(labels), Doc: "labels at entries of procedures"},
		{Name: "compared", Value: float64(s.counts.compared), Doc: "queries whether one label makes another superfluous"},
		{Name: "rounds", Value: float64(s.counts.rounds), Doc: "values of τ"},
	}
}

func (s *search) event(e engine.Event) {
	if s.task.Event != nil {
		s.task.Event(e)
	}
}
