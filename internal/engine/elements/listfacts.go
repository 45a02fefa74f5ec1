package elements

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// listFacts guesses facts for one head.
type listFacts struct {
	*lists
	s    *search
	h    ir.Loc
	st   *term.Store
	ptrs []term.Term // variables that hold pointers there

	tables map[int]*table // of the states in which executions came there, by the number of bound variables
}

// find finds the pointers.
func (g *listFacts) find() {
	var others []term.Term // that have no name in C
	g.s.task.Program.AllVars(func(v *ir.Var) {
		t := g.s.sem.Var(v)
		switch {
		case v.Type.Kind != ir.Pointer || t == g.heap || t == g.watched || !g.s.live[g.h][t]:
		case v.CName != "":
			g.ptrs = append(g.ptrs, t)
		default:
			others = append(others, t)
		}
	})
	g.ptrs = append(g.ptrs, others...)
	g.ptrs = g.ptrs[:min(len(g.ptrs), mostPointers)]
}

// fact guesses the clause of parts, unless an execution has refuted it.
func (g *listFacts) fact(bound int, parts ...term.Term) {
	g.factIn(g.table(max(bound, 1)), bound, parts...)
}

// factIn guesses the clause of parts, unless it is false in a row of t.
func (g *listFacts) factIn(t *table, bound int, parts ...term.Term) {
	never := t.all()
	for _, f := range parts {
		never, _ = both(never, t.never(f))
	}
	if slices.ContainsFunc(never, func(w uint64) bool { return w != 0 }) {
		return
	}
	g.s.add(g.h, bound, g.st.Or(parts...))
}

// table is what is so in the states in which executions came there, for so many bound variables.
func (g *listFacts) table(bound int) *table {
	if g.tables[bound] == nil {
		g.tables[bound] = g.s.table(g.h, bound)
	}
	return g.tables[bound]
}

func (g *listFacts) lives(p term.Term) term.Term { return g.st.Not(g.gone(p)) }
func (g *listFacts) gone(p term.Term) term.Term {
	return g.st.Eq(g.st.Select(g.blocks, p), g.st.Int(0))
}
func (g *listFacts) isA(p term.Term, mark num.Int) term.Term {
	return g.st.Eq(g.st.Select(g.blocks, p), g.st.IntNum(mark))
}
func (g *listFacts) null(p term.Term) term.Term { return g.st.Eq(p, g.st.Int(0)) }
func (g *listFacts) at(f field, p term.Term) term.Term {
	return g.st.Select(f.region, g.st.Add(p, g.st.IntNum(f.off)))
}
func (g *listFacts) plus(p term.Term, c num.Int) term.Term { return g.st.Add(p, g.st.IntNum(c)) }

// is lists the states: that a variable has one of its values.
func (g *listFacts) is(f func(term.Term)) {
	for _, d := range g.states {
		if g.s.live[g.h][d.v] {
			for _, c := range d.values {
				f(g.st.Eq(d.v, g.st.IntNum(c)))
			}
		}
	}
}

// sizes calls f with what is above a block of the size that a variable has: it, and the room up to the next.
func (g *listFacts) sizes(f func(term.Term)) {
	for _, d := range g.states {
		for _, c := range d.values {
			for _, step := range g.steps {
				if rest := step.Sub(c); rest.Sign() > 0 && c.Sign() > 0 && g.s.live[g.h][d.v] {
					f(g.st.Add(d.v, g.st.IntNum(rest)))
				}
			}
		}
	}
	for _, step := range g.steps {
		f(g.st.IntNum(step))
	}
}

// variables guesses facts about variables, and the blocks that they lead to.
func (g *listFacts) variables() {
	st := g.st
	for _, v := range g.ptrs {
		null := g.null(v)
		g.fact(0, null)
		g.fact(0, st.Not(null))
		g.fact(0, g.lives(v))
		g.fact(0, g.gone(v))
		g.fact(0, null, g.lives(v))
		if len(g.marks) > 1 {
			for _, m := range g.marks {
				g.fact(0, null, g.isA(v, m))
			}
		}
		for _, w := range g.ptrs {
			if v == w {
				continue
			}
			g.fact(0, st.Eq(v, w))
			g.fact(0, st.Ne(v, w))
			g.fact(0, null, st.Ne(v, w))
			g.fact(0, st.Not(null), g.null(w))
			g.fact(0, null, st.Not(g.null(w)))
			g.fact(0, st.Lt(v, w))
			g.fact(0, st.Le(v, w))
			g.fact(0, null, st.Lt(w, v))
			g.fact(0, null, st.Le(w, v))
			for _, u := range g.ptrs {
				if u != v && u != w {
					g.fact(0, st.Not(null), st.Eq(w, u))
				}
			}
		}
		for _, f := range g.fields {
			g.fact(0, null, g.null(g.at(f, v)))
			for _, w := range g.ptrs {
				g.fact(0, null, st.Eq(g.at(f, v), w))
			}
		}
	}
	for _, c := range g.fixed {
		for _, m := range g.marks {
			g.fact(0, g.isA(st.IntNum(c), m))
		}
	}
	for _, c := range g.places {
		g.fact(0, st.Le(st.IntNum(c), g.heap))
		g.is(func(d term.Term) {
			g.fact(0, g.gone(st.IntNum(c)), d)
			g.fact(0, g.lives(st.IntNum(c)), st.Not(d))
		})
	}
	g.is(func(d term.Term) {
		g.fact(0, st.Not(d))
		g.is(func(e term.Term) { g.fact(0, d, e) })
	})
	if !g.watched.Valid() {
		return
	}
	g.is(func(d term.Term) {
		g.fact(0, g.gone(g.watched), d)
		g.fact(0, g.lives(g.watched), st.Not(d))
		for _, c := range g.places {
			g.fact(0, d, st.Ge(g.watched, st.IntNum(c)))
		}
		g.sizes(func(size term.Term) { g.fact(0, d, st.Le(st.Add(g.watched, size), g.heap)) })
		for _, m := range g.marks {
			g.fact(0, st.Not(g.isA(g.watched, m)), d)
		}
	})
}

// blocksOf guesses facts about any block that lives.
func (g *listFacts) blocksOf() {
	st, k := g.st, g.s.bound[0]
	gone := g.gone(k)
	for i, c := range g.places {
		g.fact(1, gone, st.Ge(k, st.IntNum(c)))
		for _, b := range g.places[:i] {
			g.fact(1, gone, st.Eq(k, st.IntNum(b)), st.Ge(k, st.IntNum(c)))
		}
	}
	for _, step := range g.steps {
		g.fact(1, gone, st.Le(g.plus(k, step), g.heap))
		if len(g.marks) > 1 {
			for _, m := range g.marks {
				g.fact(1, st.Not(g.isA(k, m)), st.Le(g.plus(k, step), g.heap))
			}
		}
	}
	if g.watched.Valid() {
		g.is(func(d term.Term) {
			g.sizes(func(size term.Term) {
				g.fact(1, gone, st.Eq(k, g.watched), d, st.Le(g.plus(k, g.steps[0]), g.watched), st.Ge(k, st.Add(g.watched, size)))
			})
		})
	}
	if len(g.marks) > 1 {
		any := []term.Term{gone}
		for _, m := range g.marks {
			any = append(any, g.isA(k, m))
		}
		g.fact(1, any...)
	}
	for _, f := range g.fields {
		next := g.at(f, k)
		null := g.null(next)
		g.fact(1, gone, null, g.lives(next))
		g.fact(1, gone, g.lives(next))
		g.fact(1, gone, null)
		if len(g.marks) > 1 {
			for _, m := range g.marks {
				for _, n := range g.marks {
					g.fact(1, st.Not(g.isA(k, m)), null, g.isA(next, n))
				}
			}
		}
		for _, o := range g.fields {
			g.fact(1, gone, null, st.Eq(g.at(o, next), k))
		}
		for _, v := range g.ptrs {
			g.fact(1, gone, st.Ne(next, v))
			g.fact(1, gone, g.null(v), st.Ne(next, v))
			g.fact(1, gone, st.Eq(next, v))
		}
		g.parts(k, func(not ...term.Term) {
			not = append(not, gone)
			g.fact(1, append(not, st.Lt(next, k))...)
			g.fact(1, append(not, null, st.Gt(next, k))...)
		})
	}
	g.parts(k, func(not ...term.Term) {
		not = append(not, gone)
		for _, v := range g.ptrs {
			g.fact(1, append(not, st.Ne(v, st.Int(0)))...)
			g.fact(1, append(not, st.Le(k, v))...)
			g.fact(1, append(not, st.Ge(k, v))...)
		}
	})
}

// parts calls f with what excludes a block from a part of all: none of them, those up to where a variable points to,
// and those above.
func (g *listFacts) parts(k term.Term, f func(...term.Term)) {
	f()
	for _, v := range g.ptrs {
		f(g.st.Le(k, v))
		f(g.st.Gt(k, v))
	}
}

// leadsTo says that v is the watched block, or leads to it.
func (g *listFacts) leadsTo(v term.Term) term.Term {
	any := []term.Term{g.st.Eq(v, g.watched)}
	for _, off := range g.offsets() {
		any = append(any, g.led(v, off))
	}
	return g.st.Or(any...)
}

// led says that the member at off of a block leads to the watched block.
func (g *listFacts) led(v term.Term, off num.Int) term.Term {
	return g.st.Ne(g.st.Select(g.leads, g.plus(v, off)), g.st.Int(0))
}

func (g *listFacts) offsets() (list []num.Int) {
	for _, f := range g.fields {
		list = addNum(list, f.off)
	}
	return list
}

// leading guesses from which variables the watched block is reached while it lives, and that what was noted of cells is still so.
func (g *listFacts) leading() {
	if !g.leads.Valid() {
		return
	}
	gone := g.gone(g.watched)
	for _, off := range g.offsets() {
		g.fact(0, g.st.Not(g.led(g.st.Int(0), off)))
	}
	for i, v := range g.ptrs {
		g.fact(0, gone, g.leadsTo(v))
		for j, w := range g.ptrs[:i] {
			g.fact(0, gone, g.leadsTo(v), g.leadsTo(w))
			for _, u := range g.ptrs[:j] {
				g.fact(0, gone, g.leadsTo(v), g.leadsTo(w), g.leadsTo(u))
			}
		}
	}
	k := g.s.bound[0]
	for _, f := range g.fields {
		g.fact(1, gone, g.gone(k), g.st.Not(g.led(k, f.off)), g.leadsTo(g.at(f, k)))
		g.is(func(d term.Term) { g.fact(1, g.st.Not(d), g.gone(k), g.st.Not(g.led(k, f.off))) }) // before it is made
	}
}

// pairs guesses facts about any two blocks that live: that no two links lead to the same block, and that a link
// leads to the next block above or below.
func (g *listFacts) pairs() {
	st, k, l := g.st, g.s.bound[0], g.s.bound[1]
	for _, f := range g.fields {
		next := g.at(f, k)
		null := g.null(next)
		g.fact(2, g.gone(k), g.gone(l), st.Eq(k, l), null, st.Ne(next, g.at(f, l)))
		parts := g.parts
		if len(g.fields)*len(g.ptrs) > mostParts {
			parts = func(_ term.Term, f func(...term.Term)) { f() }
		}
		parts(k, func(not ...term.Term) {
			not = append(not, g.gone(k), g.gone(l))
			g.fact(2, append(not, st.Ge(l, k), st.Le(l, next))...)
			g.fact(2, append(not, st.Le(l, k), st.Not(null))...)
			g.fact(2, append(not, st.Le(l, k), st.Ge(l, next))...)
		})
	}
}
