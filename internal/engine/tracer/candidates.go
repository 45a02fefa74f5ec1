package tracer

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Bounds on what a header is offered.
const (
	maxGuards = 60 // atoms of guards
	maxPairs  = 40 // differences and sums of variables
)

// prepare fills h.cands with the constraints of the state that h was reached with, I ≡ c1 ∧ … ∧ cn
// of line 27 of Fig. 3, and what these imply: greedy deletion can only keep what it is offered.
// With around, the path has come back to the loop head, and what it has changed by constants is
// looked at. It goes back to the header's state; the path has to be rebuilt.
func (s *search) prepare(h *header, around bool) {
	f := s.stack[h.frame]
	of := &offer{s: s, h: h, seen: map[term.Term]bool{}, after: map[*ir.Var]term.Term{}}
	if around {
		for _, v := range h.loop.modified {
			of.after[v] = s.path.Get(v)
		}
	}
	s.path.undo(f.start)
	h.prepared = true
	for _, f := range h.locked {
		of.add(f, locked)
	}
	of.fill()
	live := h.cands[:0]
	for _, c := range h.cands {
		if c.live() {
			live = append(live, c)
		}
	}
	h.cands = live
	h.exact = s.exact(h)
}

// fill offers what the state of the header implies.
func (of *offer) fill() {
	s, h := of.s, of.h
	of.values()
	of.pairs()
	for _, g := range s.project(h.loop) {
		of.slackened(g)
	}
	of.changes()
	of.steps()
	sure := len(of.h.cands)
	for _, g := range h.loop.learned {
		if s.path.implies(s.path.at(g)) {
			of.add(g, locked)
		}
		of.corners(g)
	}
	of.ordered()
	for _, g := range s.guards(h.loop) {
		of.guard(g)
	}
	// What was not made from the state has to be tested against it.
	for _, c := range s.notImplied(h.cands[sure:]) {
		c.status = dropped
	}
}

// offer collects the candidates of a header.
type offer struct {
	s    *search
	h    *header
	seen map[term.Term]bool

	after map[*ir.Var]term.Term // the values after a path around the loop
}

// add offers f, if it speaks of something that the loop assigns.
func (o *offer) add(f term.Term, a annotation) *candidate {
	if f.IsConst() || o.seen[f] || !o.s.touches(o.h.loop, f) {
		return nil
	}
	for _, x := range o.s.path.vars.of(f) {
		if o.s.sem.VarOf(x) == nil {
			return nil
		}
	}
	o.seen[f] = true
	c := &candidate{header: o.h, f: f, status: a}
	o.h.cands = append(o.h.cands, c)
	return c
}

// slackened offers f, and for an equation also the two inequalities.
func (o *offer) slackened(f term.Term) {
	for _, g := range term.Conjuncts(f) {
		o.add(g, neutral)
		if g.Op() == term.EqZero {
			o.add(o.s.st.CompareZero(term.LeZero, g.Arg(0)), neutral)
			o.add(o.s.st.CompareZero(term.LeZero, o.s.st.Neg(g.Arg(0))), neutral)
		}
	}
}

// guard offers an atom of a condition, its negation, and what a last step may leave of it: i <= n
// of i < n, both inequalities of the condition i != n that ends a loop.
func (o *offer) guard(g guard) {
	st := o.s.st
	o.add(g.atom, neutral)
	o.add(st.Not(g.atom), neutral)
	switch {
	case g.atom.Op() == term.LeZero:
		s := g.atom.Arg(0)
		o.add(st.Le(s, st.Int(1)), neutral)
		o.add(st.Ge(s, st.Int(0)), neutral)
	case g.atom.Op() == term.EqZero && g.leaves:
		o.slackened(g.atom)
	}
}

// values offers the values of assigned variables that are constant.
func (o *offer) values() {
	s, p := o.s, o.s.path
	for _, v := range o.h.loop.modified {
		x, t := s.sem.Var(v), p.Get(v)
		if t.Sort().IsArray() {
			o.cells(v, x, t)
		} else if t.IsConst() {
			o.slackened(s.st.Eq(x, t))
		}
	}
}

// cells offers the cells of a region that have constants.
func (o *offer) cells(v *ir.Var, x, t term.Term) {
	st := o.s.st
	known := map[term.Term]bool{}
	for t.Op() == term.Store_ && t.Arg(1).IsConst() {
		i, e := t.Arg(1), t.Arg(2)
		if !known[i] && e.IsConst() {
			if c := o.add(st.Eq(st.Select(x, i), e), neutral); c != nil {
				c.of, c.cell, c.value = v, i, e
			}
			o.slackened(st.Eq(st.Select(x, i), e))
		}
		known[i] = true
		t = t.Arg(0)
	}
}

// changes offers what two variables keep in common that the path changes by constants: if it adds
// d to v and e to w, the value of e·v - d·w.
func (o *offer) changes() {
	s, p := o.s, o.s.path
	type change struct {
		v *ir.Var
		d num.Int
	}
	var cs []change
	for _, v := range o.h.loop.modified {
		t := o.after[v]
		if v.Type.Kind != ir.Integer || !t.Valid() {
			continue
		}
		if d, ok := s.st.Sub(t, p.Get(v)).IntValue(); ok && !d.IsZero() {
			cs = append(cs, change{v, d})
		}
	}
	pr := s.newProjection(o.h.loop)
	n := 0
	for i, a := range cs {
		for _, b := range cs[i+1:] {
			if n++; n > maxPairs {
				return
			}
			g := a.d.Gcd(b.d)
			e, _ := b.d.QuoRem(g)
			d, _ := a.d.QuoRem(g)
			at := func(x, y term.Term) term.Term {
				return s.st.Sub(s.st.Scale(e.Rat(), x), s.st.Scale(d.Rat(), y))
			}
			if before, ok := pr.over(at(p.Get(a.v), p.Get(b.v))); ok {
				o.slackened(s.st.Eq(at(s.sem.Var(a.v), s.sem.Var(b.v)), before))
			}
		}
	}
}

// pairs offers differences and sums of two assigned variables that are constant.
func (o *offer) pairs() {
	s, p := o.s, o.s.path
	n := 0
	vs := o.h.loop.modified
	for i, v := range vs {
		if v.Type.Kind != ir.Integer {
			continue
		}
		for _, w := range vs[i+1:] {
			if w.Type.Kind != ir.Integer || n >= maxPairs {
				continue
			}
			x, y := s.sem.Var(v), s.sem.Var(w)
			a, b := p.Get(v), p.Get(w)
			if d := s.st.Sub(a, b); d.IsConst() {
				o.slackened(s.st.Eq(s.st.Sub(x, y), d))
				n++
			}
			if d := s.st.Add(a, b); d.IsConst() {
				o.slackened(s.st.Eq(s.st.Add(x, y), d))
				n++
			}
		}
	}
}

// maxOrdered bounds the variables that are compared with one another.
const maxOrdered = 8

// ordered offers x <= y and x >= y, to be tested, for assigned variables and those that the
// conditions of the loop compare them with.
func (o *offer) ordered() {
	s := o.s
	var vs []*ir.Var
	for _, v := range o.h.loop.modified {
		if v.Type.Kind == ir.Integer {
			vs = append(vs, v)
		}
	}
	if len(vs) > maxOrdered {
		return
	}
	for i, v := range vs {
		for _, w := range vs[i+1:] {
			d := s.st.Sub(s.sem.Var(v), s.sem.Var(w))
			o.add(s.st.CompareZero(term.LeZero, d), neutral)
			o.add(s.st.CompareZero(term.LeZero, s.st.Neg(d)), neutral)
		}
	}
}

// maxCorners bounds the literals of a clause that are combined.
const maxCorners = 6

// corners offers, for a clause with literals a >= c and b >= d, the half-space
// a + b >= c + d - 1: it implies the clause, and the corner of what the clause excludes lies on its
// border. A clause that speaks of one more round of the loop each time has the same half-space.
func (o *offer) corners(f term.Term) {
	st := o.s.st
	var sides []term.Term // literals as t <= 0
	for _, l := range term.Disjuncts(f) {
		if l.Op() == term.LeZero && len(sides) < maxCorners {
			sides = append(sides, l.Arg(0))
		}
	}
	rest := func(but ...term.Term) term.Term {
		var ds []term.Term
		for _, d := range term.Disjuncts(f) {
			if !slices.Contains(but, d) {
				ds = append(ds, d)
			}
		}
		return st.Or(ds...)
	}
	for i, a := range sides {
		for _, b := range sides[i+1:] {
			// a <= 0 or b <= 0 follows from a + b <= 1.
			half := st.Le(st.Add(a, b), st.Int(1))
			o.add(half, neutral)
			le := st.Int(0)
			o.add(st.Or(half, rest(st.Le(a, le), st.Le(b, le))), neutral)
		}
	}
	// a != 0 or b = 0 follows from a = b, and from a = -b.
	for _, l := range term.Disjuncts(f) {
		if l.Op() != term.EqZero {
			continue
		}
		for _, m := range term.Disjuncts(f) {
			if m.Op() != term.Not || m.Arg(0).Op() != term.EqZero {
				continue
			}
			a, b := l.Arg(0), m.Arg(0).Arg(0)
			for _, eq := range []term.Term{st.Eq(a, b), st.Eq(a, st.Neg(b))} {
				o.slackened(eq)
				o.add(st.Or(eq, rest(l, m)), neutral)
			}
		}
	}
}

// steps offers remainders: of a variable that the loop changes by multiples of some m only.
func (o *offer) steps() {
	s := o.s
	for _, v := range o.h.loop.modified {
		val, ok := s.path.Get(v).IntValue()
		if !ok || v.Type.Kind != ir.Integer {
			continue
		}
		m := o.h.loop.step(s.prog, v)
		if m.Less(num.I(2)) {
			continue
		}
		_, r := val.DivMod(m)
		o.add(s.st.Eq(s.st.Mod(s.sem.Var(v), s.st.IntNum(m)), s.st.IntNum(r)), neutral)
	}
}

// step is the greatest number that divides whatever the loop adds to v; 0 if it assigns v
// otherwise.
func (l *loop) step(g *program, v *ir.Var) num.Int {
	var m num.Int
	for _, e := range g.edgesOf(l) {
		if ir.Written(e.Stmt) != v {
			continue
		}
		a, ok := e.Stmt.(*ir.Assign)
		if !ok {
			return num.Int{}
		}
		d, ok := increment(a.Expr, v)
		if !ok {
			return num.Int{}
		}
		m = m.Gcd(d)
	}
	return m
}

// increment reads e as v + d.
func increment(e *ir.Expr, v *ir.Var) (d num.Int, ok bool) {
	if e.Op == ir.OpCast {
		e = e.Args[0]
	}
	if e.Op != ir.OpAdd && e.Op != ir.OpSub {
		return d, false
	}
	a, b := e.Args[0], e.Args[1]
	if e.Op == ir.OpAdd && a.IsConst() {
		a, b = b, a
	}
	for a.Op == ir.OpCast {
		a = a.Args[0]
	}
	if a.Op != ir.OpVar || a.Var != v || !b.IsConst() {
		return d, false
	}
	return b.Val, true
}

// guard is an atom of a condition of a branch, over program variables.
type guard struct {
	atom   term.Term
	leaves bool // the branch may leave the loop
}

// guards lists atoms of conditions of branches in l and in the blocks after it.
func (s *search) guards(l *loop) []guard {
	if l.guarded {
		return l.guards
	}
	l.guarded = true
	seen := map[term.Term]bool{}
	visited := map[*block]bool{}
	queue := []*block{s.prog.blocks[l.head]}
	for len(queue) > 0 && len(l.guards) < maxGuards {
		b := queue[0]
		queue = queue[1:]
		if visited[b] {
			continue
		}
		visited[b] = true
		leaves := false
		for i := range b.out {
			leaves = leaves || s.prog.within(l, b.loc) && !s.prog.within(l, b.out[i].to.loc)
		}
		for i := range b.out {
			a := &b.out[i]
			queue = append(queue, a.to)
			if a.edge == nil {
				continue
			}
			as, ok := a.edge.Stmt.(*ir.Assume)
			if !ok {
				continue
			}
			term.Walk(s.sem.Expr(as.Cond, s.sem.Var), func(t term.Term) {
				if t.Sort() != term.Bool || t.Op() == term.And || t.Op() == term.Or || t.Op() == term.Not || seen[t] {
					return
				}
				if neg := s.st.Not(t); !seen[neg] && len(l.guards) < maxGuards {
					seen[t], seen[neg] = true, true
					l.guards = append(l.guards, guard{t, leaves})
				}
			})
		}
	}
	return l.guards
}

// exact says that the constraints of h, whose state is the current one, say all about it.
func (s *search) exact(h *header) bool {
	before := make([]term.Term, len(h.loop.modified))
	for i, v := range h.loop.modified {
		before[i] = s.path.Get(v)
	}
	m := s.path.mark()
	s.weaken(h)
	same := true
	for i, v := range h.loop.modified {
		same = same && s.path.Get(v) == before[i]
	}
	s.path.undo(m)
	return same
}
