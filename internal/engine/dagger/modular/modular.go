// Package modular proves programs with calls by contracts of their procedures. Each procedure is explored and
// refined alone, by package dagger.
//
// A contract says what a procedure requires, one abstract state for all of its calls together, and has a summary:
// a relation between its inputs at the entry and what a caller sees at the exit, one part of which holds, by
// the edge into the exit. Summaries are computed for any entry, callees first, in the manner of the functional
// approach of Sharir and Pnueli, "Two Approaches to Interprocedural Data Flow Analysis", 1981; what is
// required, from the calls, callers first. Refinement is our own: where the paper of package dagger bounds
// a widening, or keeps paths apart, within one procedure, here counterexamples also ask for better contracts.
//
//	 1  make each procedure a program of its own, in which calls are statements       (procedures.go)
//	 2  for each domain:
//	 3    compute contracts                                                           (summaries.go, contract.go)
//	 4    aims ← the goals that exploration reaches
//	 5    while an aim has neither a proof nor failed:                                (obligations.go)
//	 6      if dagger.Run proves within its procedure that it is not reached: next
//	 7      π ← the path to it that dagger.Run gives; if there is none, line 12
//	 8      if π begins in Main and an execution with its inputs reaches a goal: FALSE  (execute.go)
//	 9      causes ← what error states say along π, at each call and at the entry
//	10      if causes give a recursive procedure new bounds of its widening: line 3   (upto.go)
//	11      assume that the first cause that is worth it never holds: an obligation. New aims: where it
//	        would hold, in the procedure or at each of its calls; next
//	12      if the aim belongs to an obligation, take that back, with all proofs; else the aim has failed
//	13    if no goal is open: TRUE, by the contracts                                  (evidence.go)
//
// What is relied on, and what is promised:
//
//   - Contracts are assumed while they are proved, by induction on the steps of executions. So the proofs of
//     aims count together, and only when no obligation is left without one.
//   - TRUE comes with verdict.Contracts: formulas at entries, exits and loop heads, inductive procedure by
//     procedure. A procedure that is not called has the formula false.
//   - FALSE comes with an execution of the whole program from Main; a path within a procedure is none.
//   - Of the search in package dagger only Run, ExploreOnce and Variants are used, on programs without
//     calls. An exploration knows nothing of contracts but the assumptions that stand for them.
package modular

import (
	"context"
	"fmt"

	"craig/internal/engine"
	"craig/internal/engine/dagger"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// New makes the engine for programs with calls. Contracts are computed in cfg.Domain, or in one domain after the
// other; the rest of cfg is for what is proved within a procedure, but for Parma, which is for both.
func New(cfg dagger.Config) *engine.Engine {
	e := dagger.New(cfg)
	e.Modular = true
	e.Run = dagger.Counted(func(ctx context.Context, task *engine.Task) (*verdict.Result, int, int) {
		return decide(ctx, cfg, task)
	})
	return e
}

// WithFallback makes the engine for inlined programs, which leaves to New's what cannot be inlined.
func WithFallback(cfg dagger.Config) *engine.Engine {
	e := dagger.New(cfg)
	e.Fallback = New(cfg)
	return e
}

// attempt is a domain, and how many steps it may take to prove what contracts leave open.
type attempt struct {
	domain dagger.Domain
	ranges bool // operations are taken apart by whether they wrap
	limit  int
}

// decide answers on a program with calls: contracts are computed in one domain after the other;
// goals that they leave open are looked at within their procedures, as those of a whole program.
func decide(ctx context.Context, cfg dagger.Config, task *engine.Task) (res *verdict.Result, refinements, nodes int) {
	m := &run{ctx: ctx, cfg: cfg, task: task, st: term.NewStore(), inv: map[ir.Loc]term.Term{}, tried: inputs{}}
	list := []attempt{{domain: dagger.Octagon, limit: 10}, {domain: dagger.Polyhedra, limit: 400}, {domain: dagger.Polyhedra, ranges: true, limit: 400}}
	if cfg.Domain != dagger.Auto {
		list = []attempt{{domain: cfg.Domain, limit: 400}, {domain: cfg.Domain, ranges: true, limit: 400}}
	}
	open := task.Goals
	for _, at := range list {
		open = m.attempt(at, open)
		switch {
		case ctx.Err() != nil:
			return unknown(verdict.Timeout, "time was up"), m.refinements, m.nodes
		case m.trace != nil:
			return &verdict.Result{Verdict: verdict.False, Trace: m.trace}, m.refinements, m.nodes
		case len(open) == 0:
			return &verdict.Result{Verdict: verdict.True, Proof: verdict.Contracts(m.inv)}, m.refinements, m.nodes
		}
	}
	return m.why, m.refinements, m.nodes
}

// run is one run on a program with calls.
type run struct {
	ctx  context.Context
	cfg  dagger.Config
	task *engine.Task
	st   *term.Store

	inv   map[ir.Loc]term.Term // the proof so far
	tried inputs               // of the last counterexamples within procedures
	trace *verdict.Trace       // one of the whole program
	why   *verdict.Result      // why a goal is open

	refinements, nodes int
}

// attempt tries one domain and returns the goals that are still open.
func (m *run) attempt(at attempt, goals []ir.Loc) (open []ir.Loc) {
	task := *m.task
	task.Event = func(e engine.Event) {
		if m.task.Event != nil && int(e.Loc) < len(m.task.Program.Locs) {
			m.task.Event(e)
		}
	}
	s := newSummaries(m.ctx, m.cfg, at, &task, newProcedures(m.task.Program, goals), m.st)
	for range maxLearned {
		s.compute()
		if m.ctx.Err() != nil {
			return goals
		}
		found := s.evidence()
		var again bool
		if open, again = m.discharge(s, found); again {
			open = goals
			continue
		}
		if m.ctx.Err() != nil || m.trace != nil {
			return goals
		}
		if len(open) < len(goals) || len(open) == 0 {
			m.add(m.inv, found)
		}
		break
	}
	m.nodes += s.nodes
	return open
}

// maxLearned bounds how often contracts are computed again, up to what counterexamples ask for.
const maxLearned = 8

// add conjoins invariants.
func (m *run) add(to, inv map[ir.Loc]term.Term) {
	for l, t := range inv {
		if old, ok := to[l]; ok {
			t = m.st.And(old, t)
		}
		to[l] = t
	}
}

// within looks at a location of pr's program that must not be reached, with the contracts as they
// are. proof are the invariants that it is not; path is one that the contracts allow.
func (m *run) within(s *summaries, pr *proc, goal ir.Loc) (proof map[ir.Loc]term.Term, path []*ir.Edge) {
	s.assume(pr)
	small, way := pass.Slice(pr.own, []ir.Loc{goal})
	task := *s.task
	task.Program, task.Goals = small, []ir.Loc{goal}
	res, refinements, nodes := dagger.Run(m.ctx, m.cfg, &task)
	m.refinements += refinements
	m.nodes += nodes
	switch res.Verdict {
	case verdict.True:
		local := map[ir.Loc]term.Term{}
		for l, t := range res.Proof.(verdict.Invariants) {
			local[l] = m.st.Import(t)
		}
		back := way.Invariants(m.st, local)
		proof = map[ir.Loc]term.Term{}
		for _, l := range pr.fn.Locs {
			if !s.p.Loc(l).Loop {
				continue
			}
			if t, ok := back[l]; ok {
				proof[l] = s.local(t)
			} else {
				proof[l] = m.st.False()
			}
		}
		return proof, nil
	case verdict.False:
		m.tried.take(res.Trace, m.st)
		for _, id := range res.Trace.Path {
			path = append(path, pr.own.Edge(id))
		}
		m.why = unknown(verdict.TooWeak, fmt.Sprintf("the contracts of procedures that were found do not exclude what is reached in line %d", pr.own.Loc(goal).Pos.Line))
	default:
		m.why = res
	}
	return nil, path
}

func unknown(reason verdict.Reason, detail string) *verdict.Result {
	return &verdict.Result{Reason: reason, Detail: detail}
}
