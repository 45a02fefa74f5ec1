package certify

import (
	"context"
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// condition is all that has to hold of one cut point: from its invariant along every path without
// a cut point inside to each of targets, cut points or error locations.
type condition struct {
	prog    *ir.Program
	cuts    *cutSet
	src     ir.Loc // 0: initiation
	targets []ir.Loc
	given   term.Term            // holds at src as well, if it is Valid
	after   map[ir.Loc]term.Term // what is to hold at targets, if that is not their invariants
}

// conditions lists what has to hold, in the order of the cut points.
func conditions(p *ir.Program, cuts *cutSet) []*condition {
	conds := []*condition{{prog: p, cuts: cuts, targets: []ir.Loc{p.Main.Entry}}}
	for _, src := range cuts.order {
		if f := cuts.inv[src]; !f.Valid() || f.IsFalse() || p.Locs[src].IsGoal() {
			continue // nothing starts here
		}
		c := &condition{prog: p, cuts: cuts, src: src}
		for _, t := range cuts.targets(p, src) {
			if f := cuts.inv[t]; p.Locs[t].IsGoal() || !f.Valid() || !f.IsTrue() {
				c.targets = append(c.targets, t)
			}
		}
		if len(c.targets) > 0 {
			conds = append(conds, c)
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
			if c.isCut[e.To] || p.Locs[e.To].IsGoal() {
				to = append(to, e.To)
			} else {
				stack = append(stack, e.To)
			}
		}
	}
	return to
}

// check decides the condition with a solver of its own; nil if it holds.
func (q *condition) check(ctx context.Context, newSolver func(*term.Store) solver.Solver) *Rejection {
	st := term.NewStore()
	enc := &encoder{
		condition: q, st: st, sem: sem.New(st, q.prog), solver: newSolver(st),
		ranged: map[term.Term]bool{}, byName: q.cuts.byName, joins: map[term.Term]join{},
	}
	enc.sem.Unbounded = q.cuts.unbounded
	defer solver.Close(enc.solver)
	var goals []term.Term // by target
	quantified := false
	switch {
	case q.src == 0:
		goals = []term.Term{st.Not(enc.invariant(q.targets[0]))}
	case q.cuts.instantiated():
		if q.given.Valid() {
			given := st.Import(q.given)
			enc.assert(given)
			enc.mentioned(given, func(idx term.Term) term.Term { return idx })
		}
		goals = enc.block()
		if s, ok := enc.solver.(ForAll); ok {
			quantified = len(q.cuts.sums) == 0 // of these there are instances only
			enc.whole(s)
			break
		}
		enc.instances(goals)
	default:
		enc.assert(enc.invariant(q.src))
		if q.given.Valid() {
			enc.assert(st.Import(q.given))
		}
		goals = enc.block()
	}
	ans, which := enc.decide(ctx, goals)
	if ans.Status == solver.Unsat {
		return nil
	}
	rej := &Rejection{Cond: Consecution, From: q.src, Prog: q.prog}
	switch {
	case q.src == 0:
		rej.Cond = Initiation
	case q.after != nil:
		rej.Cond = Decrease
	}
	if which >= 0 {
		rej.To = q.targets[which]
		if q.src != 0 && q.prog.Locs[rej.To].IsGoal() {
			rej.Cond = Safety
		}
	}
	switch {
	case ans.Status == solver.Sat && q.src != 0 && q.cuts.instantiated() && !quantified:
		rej.Undecided, rej.Reason = true, "the instances of facts about all elements do not suffice"
	case ans.Status == solver.Sat && q.src != 0:
		rej.Path = enc.path(ans.Model, which)
	case ans.Status == solver.Unknown && ctx.Err() != nil:
		rej.Undecided, rej.Reason = true, "out of time"
	case ans.Status == solver.Unknown:
		rej.Undecided, rej.Reason = true, ans.Reason
	}
	return rej
}

// wanted is what has to hold at a target.
func (e *encoder) wanted(l ir.Loc) term.Term {
	if f, ok := e.after[l]; ok {
		return e.st.Import(f)
	}
	return e.invariant(l)
}

// invariant is the invariant of a cut point over the program's variables; false at an error.
func (e *encoder) invariant(l ir.Loc) term.Term {
	if f := e.cuts.inv[l]; f.Valid() && !e.prog.Locs[l].IsGoal() {
		return e.st.Import(f)
	}
	return e.st.False()
}

// decide checks whether one of goals is possible, and which: all at once first, part by part if the
// solver gives up on that. Where there are products, what short searches decide by itself comes before. Which is -1 if no
// goal can be named.
func (e *encoder) decide(ctx context.Context, goals []term.Term) (ans solver.Answer, which int) {
	goals, ans, which = e.easy(ctx, goals)
	if ans.Status != solver.Unknown {
		return ans, which
	}
	ans = e.possible(ctx, e.st.Or(goals...))
	switch {
	case ans.Status == solver.Sat:
		return ans, slices.IndexFunc(goals, func(g term.Term) bool { return ans.Model.Eval(g).IsTrue() })
	case ans.Status == solver.Unsat || ctx.Err() != nil:
		return ans, -1
	}
	for i, g := range goals {
		for _, p := range e.parts(g) {
			if ans := e.possible(ctx, p); ans.Status != solver.Unsat {
				return ans, i
			}
		}
	}
	return solver.Answer{Status: solver.Unsat}, -1
}

// possible checks f alone.
func (e *encoder) possible(ctx context.Context, f term.Term) solver.Answer {
	e.solver.Push()
	defer e.solver.Pop()
	e.assert(f)
	return e.solver.Check(ctx)
}
