package dagger

import (
	"context"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// attempt is a domain, and how many refinements it may take; 0 is no limit.
type attempt struct {
	domain       Domain
	ranges       bool
	concreteOnly bool // no further than the program determines by itself; no proof
	perEntry     bool // one way into a goal after the other, each on a slice of its own
	retry        bool // only if the domain ran out of its budget before
	phased       bool // for loops that go through phases: paths stay apart, guards bound the widening
	limit        int
}

// attemptsOf lists what to try in turn.
func attemptsOf(d Domain) []attempt {
	if d != Auto {
		return []attempt{{domain: d}, {domain: d, ranges: true}}
	}
	return []attempt{
		{domain: Interval, concreteOnly: true, limit: 1},
		{domain: Interval, limit: 3},
		{domain: Octagon, limit: 6},
		{domain: Octagon, perEntry: true, limit: 12},
		{domain: Polyhedra, limit: 30},
		{domain: Octagon, retry: true, limit: 128},
		{domain: Polyhedra, phased: true, limit: 120},
		{domain: Polyhedra, ranges: true},
	}
}

// Run tries the domains in turn, each on the slice for the goals that those before it have
// left open, until none is left. It counts refinements, and the abstract states of all explorations.
func Run(ctx context.Context, cfg Config, task *engine.Task) (res *verdict.Result, refinements, nodes int) {
	s := &series{ctx: ctx, cfg: cfg, part: *task, proof: proof{st: term.NewStore(), inv: map[ir.Loc]term.Term{}}}
	spent := map[Domain]bool{} // the budget
	for _, a := range attemptsOf(cfg.Domain) {
		switch {
		case a.retry && !spent[a.domain]:
			continue
		case a.perEntry:
			s.each(a)
		default:
			s.whole(a)
			spent[a.domain] = s.res.Reason == verdict.Bound
		}
		if s.over() {
			break
		}
	}
	if s.res.Verdict == verdict.True {
		s.res.Proof = verdict.Invariants(s.proof.inv)
	}
	return s.res, s.refinements, s.nodes
}

// series is a task that is attempted again and again.
type series struct {
	ctx   context.Context
	cfg   Config
	part  engine.Task // what is open
	proof proof
	res   *verdict.Result // of the last attempt

	refinements, nodes int
}

// over says that there is an answer, or no time.
func (s *series) over() bool { return s.res.Verdict != verdict.Unknown || s.ctx.Err() != nil }

func (s *series) run(a attempt, task *engine.Task) *interpretation {
	r := newRun(s.ctx, s.cfg, a, task, s.proof.st)
	s.res = r.main()
	s.refinements += r.refinements
	s.nodes += r.nodes
	return r
}

// whole attempts all that is open.
func (s *series) whole(a attempt) {
	r := s.run(a, &s.part)
	switch {
	case s.res.Verdict == verdict.True:
		s.proof.add(r.invariants())
	case !s.over() && len(r.open) < len(s.part.Goals):
		s.proof.add(r.invariants())
		small, way := pass.Slice(s.part.Program, r.open)
		s.leave(small, r.open, way)
	}
}

// each attempts the ways into goals one by one, if there are several.
func (s *series) each(a attempt) {
	all := ways(s.part.Program, s.part.Goals)
	if len(all) < 2 {
		return
	}
	var open []ir.EdgeID
	for _, in := range all {
		one := s.part
		var back pass.Lift
		one.Program, one.Goals, back = only(s.part.Program, s.part.Goals, in)
		r := s.run(a, &one)
		switch {
		case s.res.Verdict == verdict.True:
			s.proof.add(r.invariants(), back)
		case s.over():
			return
		default:
			open = append(open, in)
		}
	}
	switch len(open) {
	case 0:
	case len(all):
	default:
		s.leave(only(s.part.Program, s.part.Goals, open...))
		s.res = unknown(verdict.Bound, "no proof for some of the ways into errors")
	}
}

// leave goes on with a program and goals that back leads back from.
func (s *series) leave(p *ir.Program, goals []ir.Loc, back pass.Lift) {
	s.part.Program, s.part.Goals = p, goals
	s.proof.lift = append(s.proof.lift, back)
}

// proof is the conjunction of what attempts have found, each inductive by itself.
type proof struct {
	st   *term.Store
	inv  map[ir.Loc]term.Term
	lift pass.Lifts // from the program of the next attempt back to the task's
}

// add takes over invariants of the program of the last attempt, or of one that more lead back to it from.
func (p *proof) add(inv map[ir.Loc]term.Term, more ...pass.Lift) {
	for l, t := range slices.Concat(p.lift, more).Invariants(p.st, inv) {
		if old, ok := p.inv[l]; ok {
			t = p.st.And(old, t)
		}
		p.inv[l] = t
	}
}
