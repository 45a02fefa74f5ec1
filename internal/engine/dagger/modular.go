package dagger

import (
	"context"
	"fmt"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// Procedures says what becomes of calls.
type Procedures uint8

const (
	Inline    Procedures = iota // the engine takes inlined programs
	Summaries                   // it takes programs with calls
)

// modular answers on a program with calls: contracts are computed in one domain after the other;
// goals that they leave open are looked at within their procedures, as those of a whole program.
func modular(ctx context.Context, cfg Config, task *engine.Task) (res *verdict.Result, refinements, nodes int) {
	m := &modularRun{ctx: ctx, cfg: cfg, task: task, st: term.NewStore(), inv: map[ir.Loc]term.Term{}, tried: inputs{}}
	list := []attempt{{domain: Octagon, limit: 10}, {domain: Polyhedra, limit: 400}, {domain: Polyhedra, ranges: true, limit: 400}}
	if cfg.Domain != Auto {
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

// modularRun is one run on a program with calls.
type modularRun struct {
	ctx  context.Context
	cfg  Config
	task *engine.Task
	st   *term.Store

	inv   map[ir.Loc]term.Term // the proof so far
	tried inputs               // of the last counterexamples within procedures
	trace *verdict.Trace       // one of the whole program
	why   *verdict.Result      // why a goal is open

	refinements, nodes int
}

// attempt tries one domain and returns the goals that are still open.
func (m *modularRun) attempt(at attempt, goals []ir.Loc) (open []ir.Loc) {
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
func (m *modularRun) add(to, inv map[ir.Loc]term.Term) {
	for l, t := range inv {
		if old, ok := to[l]; ok {
			t = m.st.And(old, t)
		}
		to[l] = t
	}
}

// within looks at a location of pr's program that must not be reached, with the contracts as they
// are. proof are the invariants that it is not; path is one that the contracts allow.
func (m *modularRun) within(s *summaries, pr *proc, goal ir.Loc) (proof map[ir.Loc]term.Term, path []*ir.Edge) {
	s.assume(pr)
	small, way := pass.Slice(pr.own, []ir.Loc{goal})
	task := *s.task
	task.Program, task.Goals = small, []ir.Loc{goal}
	res, refinements, nodes := attempts(m.ctx, m.cfg, &task)
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
