package outline

import (
	"context"

	"craig/internal/program/ir"
	"craig/logic/solver"
	"craig/logic/term"
)

// Facts are for points what an assertion may say.
type Facts struct {
	At, Inside []map[ir.Loc][]term.Term
}

// Weaken gives the strongest outline of which each assertion says some of the facts of its place: it leaves out what steps do not keep, until they keep the rest
// [Flanagan, Leino 2001], "Houdini, an annotation assistant for ESC/Java". The answers of the solver are believed: whether that is an outline is for Check to say.
// Facts of the second one of two copies are not looked at.
func Weaken(ctx context.Context, x *ir.Apart, facts Facts, newSolver func(*term.Store) solver.Solver) (o Outline, err error) {
	defer caught(&err)
	for range x.Starts {
		o.At, o.Inside = append(o.At, map[ir.Loc]term.Term{}), append(o.Inside, map[ir.Loc]term.Term{})
	}
	c := newChecker(ctx, x, o, newSolver)
	c.codes()
	c.pair()
	w := &weakener{checker: c, facts: map[point][]term.Term{}, changed: true}
	for i := range x.Starts {
		for l, list := range facts.At[i] {
			w.set(point{i, l, false}, list)
		}
		for l, list := range facts.Inside[i] {
			w.set(point{i, l, true}, list)
		}
	}
	for c.weakens = w; w.changed; {
		w.changed = false
		c.all()
	}
	return c.o, nil
}

// weakener weakens assertions.
type weakener struct {
	*checker
	facts   map[point][]term.Term
	changed bool
}

// set has an assertion say some facts, and that of the other copy the same ones.
func (w *weakener) set(p point, list []term.Term) {
	set := func(p point, list []term.Term) {
		at := w.o.At
		if p.inside {
			at = w.o.Inside
		}
		w.facts[p], at[p.thread][p.loc] = list, w.st.And(list...)
	}
	var own, others []term.Term
	for _, f := range list {
		own, others = append(own, w.st.Import(f)), append(others, w.swapped(w.st.Import(f)))
	}
	for _, x := range w.x.Copies {
		switch p.thread {
		case x[0]:
			set(point{x[1], w.own.locs[p.loc], p.inside}, others)
		case x[1]:
			if w.o.At[x[1]][p.loc].Valid() || w.o.Inside[x[1]][p.loc].Valid() {
				set(point{x[0], w.own.locs[p.loc], p.inside}, others)
			} else {
				return
			}
		}
	}
	set(p, own)
}

// keep leaves out of the facts of q what does not hold behind a step.
func (w *weakener) keep(q point, behind func(term.Term) term.Term, before []term.Term) {
	if w.ctx.Err() != nil {
		panic(stop{w.ctx.Err()})
	}
	all := w.st.And(before...)
	if all.IsFalse() || len(w.facts[q]) == 0 {
		return
	}
	s := w.newSolver(w.st)
	defer solver.Close(s)
	var then []term.Term
	for _, x := range w.facts[q] {
		then = append(then, behind(w.at(x, q.thread, q.loc)))
	}
	w.ranges(s, w.st.And(all, w.st.Or(then...)))
	s.Assert(all)
	for {
		ans := s.Check(w.ctx, w.st.Not(w.st.And(then...)))
		if ans.Status != solver.Sat {
			return
		}
		var rest, still []term.Term
		for n, x := range w.facts[q] {
			if !ans.Model.Eval(then[n]).IsFalse() {
				rest, still = append(rest, x), append(still, then[n])
			}
		}
		if len(rest) == len(then) {
			return
		}
		then, w.changed = still, true
		w.set(q, rest)
	}
}
