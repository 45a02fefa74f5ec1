package dagger

import (
	"context"

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
		{domain: Polyhedra, limit: 30},
		{domain: Polyhedra, phases: true, limit: 120},
		{domain: Polyhedra, ranges: true},
	}
	if cfg.Domain != Auto {
		list = []attempt{{domain: cfg.Domain}, {domain: cfg.Domain, ranges: true}}
	}
	proof := &proof{st: term.NewStore(), inv: map[ir.Loc]term.Term{}}
	part := *task
	for _, a := range list {
		r := newRun(ctx, cfg, a, &part, proof.st)
		res = r.main()
		refinements += r.refinements
		nodes += r.nodes
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

// add takes over invariants of the program of the last attempt.
func (p *proof) add(inv map[ir.Loc]term.Term) {
	for i := len(p.ways) - 1; i >= 0; i-- {
		inv = p.ways[i].Invariants(p.st, inv)
	}
	for l, t := range inv {
		if old, ok := p.inv[l]; ok {
			t = p.st.And(old, t)
		}
		p.inv[l] = t
	}
}
