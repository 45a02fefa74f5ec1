package dagger

import (
	"context"
	"slices"

	"craig/engine"
	"craig/evidence/verdict"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/pass"
)

// attempt is a domain, and how many refinements it may take; 0 is no limit.
type attempt struct {
	domain Domain
	ranges bool
	points bool // no further than the program determines by itself; no proof
	each   bool // one way into a goal after the other, each on a slice of its own
	phases bool // for loops that go through phases: paths stay apart, guards bound the widening
	limit  int
}

// attempts tries the domains in turn, each on the slice for the goals that those before it have
// left open, until none is left.
func attempts(ctx context.Context, cfg Config, task *engine.Task) (res *verdict.Result, refinements, nodes int) {
	list := []attempt{
		{domain: Interval, points: true, limit: 1},
		{domain: Interval, limit: 3},
		{domain: Octagon, limit: 6},
		{domain: Octagon, each: true, limit: 12},
		{domain: Polyhedra, limit: 30},
		{domain: Polyhedra, phases: true, limit: 120},
		{domain: Polyhedra, ranges: true},
	}
	if cfg.Domain != Auto {
		list = []attempt{{domain: cfg.Domain}, {domain: cfg.Domain, ranges: true}}
	}
	proof := &proof{st: term.NewStore(), inv: map[ir.Loc]term.Term{}}
	part := *task
	run := func(a attempt, on *engine.Task) *interpretation {
		r := newRun(ctx, cfg, a, on, proof.st)
		res = r.main()
		refinements += r.refinements
		nodes += r.nodes
		return r
	}
	for _, a := range list {
		if a.each {
			all := ways(part.Program, part.Goals)
			open := all[:0:0]
			for _, in := range all {
				small, goals, back := only(part.Program, part.Goals, in)
				on := part
				on.Program, on.Goals = small, goals
				if r := run(a, &on); res.Verdict == verdict.True {
					proof.add(r.invariants(), back)
				} else if res.Verdict == verdict.False || ctx.Err() != nil {
					return res, refinements, nodes
				} else {
					open = append(open, in)
				}
			}
			switch len(open) {
			case 0:
				res.Invariants = proof.inv
				return res, refinements, nodes
			case len(all):
			default:
				small, goals, back := only(part.Program, part.Goals, open...)
				part.Program, part.Goals = small, goals
				proof.ways = append(proof.ways, back)
			}
			continue
		}
		r := run(a, &part)
		if res.Verdict == verdict.False || ctx.Err() != nil {
			break
		}
		if res.Verdict == verdict.True {
			proof.add(r.invariants())
			res.Invariants = proof.inv
			break
		}
		if len(r.open) == len(part.Goals) {
			continue
		}
		proof.add(r.invariants())
		small, way := pass.Slice(part.Program, r.open)
		part.Program, part.Goals = small, r.open
		proof.ways = append(proof.ways, way)
	}
	return res, refinements, nodes
}

// proof is the conjunction of what attempts have found, each inductive by itself.
type proof struct {
	st   *term.Store
	inv  map[ir.Loc]term.Term
	ways []*pass.Way // from the program of the next attempt back to the task's
}

// add takes over invariants of the program of the last attempt, or of one that more ways lead back to
// it from.
func (p *proof) add(inv map[ir.Loc]term.Term, more ...*pass.Way) {
	for _, w := range slices.Backward(slices.Concat(p.ways, more)) {
		inv = w.Invariants(p.st, inv)
	}
	for l, t := range inv {
		if old, ok := p.inv[l]; ok {
			t = p.st.And(old, t)
		}
		p.inv[l] = t
	}
}
