package certify

import (
	"context"

	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

// condition is one verification condition: from the invariant of src along every path without
// a cut point inside to one of targets.
type condition struct {
	prog    *ir.Program
	cuts    *cutSet
	src     ir.Loc // 0: initiation
	targets []ir.Loc
	safety  bool // targets are error locations
}

// conditions lists what has to hold, in the order of the cut points.
func conditions(p *ir.Program, cuts *cutSet) []*condition {
	conds := []*condition{{prog: p, cuts: cuts, targets: []ir.Loc{p.Main.Entry}}}
	for _, src := range cuts.order {
		if f := cuts.inv[src]; !f.Valid() || f.IsFalse() || p.Locs[src].Error != "" {
			continue // nothing starts here
		}
		var errors []ir.Loc
		for _, t := range cuts.targets(p, src) {
			switch {
			case p.Locs[t].Error != "":
				errors = append(errors, t)
			case !cuts.inv[t].Valid() || !cuts.inv[t].IsTrue():
				conds = append(conds, &condition{prog: p, cuts: cuts, src: src, targets: []ir.Loc{t}})
			}
		}
		if len(errors) > 0 {
			conds = append(conds, &condition{prog: p, cuts: cuts, src: src, targets: errors, safety: true})
		}
	}
	return conds
}

// targets lists the cut points and error locations that src reaches without passing another.
func (c *cutSet) targets(p *ir.Program, src ir.Loc) []ir.Loc {
	var to []ir.Loc
	seen := map[ir.Loc]bool{}
	stack := []ir.Loc{src}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, id := range p.Locs[l].Out {
			e := p.Edges[id]
			if e == nil || seen[e.To] {
				continue
			}
			seen[e.To] = true
			if c.isCut[e.To] || p.Locs[e.To].Error != "" {
				to = append(to, e.To)
			} else {
				stack = append(stack, e.To)
			}
		}
	}
	return to
}

// check decides the condition with a solver of its own; nil if it holds.
func (q *condition) check(ctx context.Context, newSolver func(*term.Store) smt.Solver) *Rejection {
	st := term.NewStore()
	enc := &encoder{
		condition: q, st: st, sem: sem.New(st, q.prog), solver: newSolver(st),
		ranged: map[term.Term]bool{}, byName: map[string]*ir.Var{},
	}
	if c, ok := enc.solver.(interface{ Close() }); ok {
		defer c.Close() // a process
	}
	for _, v := range programVars(q.prog) {
		enc.byName[v.Name] = v
	}
	rej := &Rejection{Cond: Consecution, From: q.src, prog: q.prog}
	if q.safety {
		rej.Cond = Safety
	}
	if len(q.targets) == 1 {
		rej.To = q.targets[0]
	}
	var goals []term.Term
	if q.src == 0 {
		rej.Cond = Initiation
		goals = []term.Term{st.Not(enc.invariant(q.targets[0]))}
	} else {
		enc.assert(enc.invariant(q.src))
		goals = enc.block()
	}
	ans := enc.decide(ctx, goals)
	switch ans.Status {
	case smt.Unsat:
		return nil
	case smt.Sat:
		if q.src != 0 {
			rej.To, rej.Path = enc.path(ans.Model, goals)
		}
	default:
		rej.Undecided, rej.Reason = true, ans.Reason
		if ctx.Err() != nil {
			rej.Reason = "out of time"
		}
	}
	return rej
}

// invariant is the invariant of a cut point over the program's variables; false at an error.
func (e *encoder) invariant(l ir.Loc) term.Term {
	if f := e.cuts.inv[l]; f.Valid() && e.prog.Locs[l].Error == "" {
		return e.st.Import(f)
	}
	return e.st.False()
}

// decide checks whether one of goals is possible: all at once first, one by one if the solver
// gives up on that.
func (e *encoder) decide(ctx context.Context, goals []term.Term) smt.Answer {
	e.solver.Push()
	e.assert(e.st.Or(goals...))
	ans := e.solver.Check(ctx)
	e.solver.Pop()
	if ans.Status != smt.Unknown || ctx.Err() != nil {
		return ans
	}
	var parts []term.Term
	for _, g := range goals {
		if g.Op() == term.Or {
			parts = append(parts, g.Args()...)
		} else {
			parts = append(parts, g)
		}
	}
	if len(parts) == 1 {
		return ans
	}
	for _, g := range parts {
		e.solver.Push()
		e.assert(g)
		ans := e.solver.Check(ctx)
		e.solver.Pop()
		if ans.Status != smt.Unsat {
			return ans
		}
	}
	return smt.Answer{Status: smt.Unsat}
}
