package ufo

import (
	"slices"

	"craig/internal/program/arcs"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// point is a location in a formula: its control variable and the values of its live variables.
type point struct {
	control term.Term
	vals    []term.Term
	// fact is what the values say by being what they are, over program variables: that one is a
	// constant, that two are equal.
	fact term.Term
}

// step is an arc in a formula: if taken then its condition holds, control is at the target, and
// the values there are those after the arc.
type step struct {
	arc    arcs.Arc
	from   ir.Loc
	to     int // vertex, or -1 for a join within the block
	source *point
	taken  term.Term
	target *point
	parts  []term.Term // taken ⇒ …, once the target is known
}

// flow is a block in formulas: μ of the paper, in pieces, of which a formula takes those that lead
// to where it is interested in.
type flow struct {
	start *point
	steps []*step // in a topological order of where they begin
	into  map[int][]*step
}

// scope has the variables of a node's formulas. When the way to a node changes its formulas are
// made again, as far as possible with the same variables: solvers know them.
type scope struct {
	st   *term.Store
	vars map[scopeKey]term.Term
}

// scopeKey is a location (0 for the node itself) and the number of a live variable; of arcs that
// leave the location, -2 and less; -1 for control.
type scopeKey struct {
	at ir.Loc
	i  int
}

func newScope(st *term.Store) *scope { return &scope{st, map[scopeKey]term.Term{}} }

func (s *scope) variable(at ir.Loc, i int, name string, sort term.Sort) term.Term {
	key := scopeKey{at, i}
	x, ok := s.vars[key]
	if !ok {
		x = s.st.Fresh(name, sort)
		s.vars[key] = x
	}
	return x
}

// flow executes the block of v from a point. Values that are equal on all ways into a join need
// no variable there, nor does control on the only way into one, or out of one if that is always taken.
func (g *cutGraph) flow(v int, from *point, vars *scope) *flow {
	f := &flow{start: from, into: map[int][]*step{}}
	inner := map[ir.Loc][]*step{}
	for i, l := range g.inner[v] {
		at := from
		if i > 0 {
			if len(inner[l]) == 0 {
				continue
			}
			at = g.meet(vars, l, g.arcs.Live[l], inner[l])
		}
		arcs := g.arcs.From(l, at.vals)
		for k, arc := range arcs {
			s := &step{arc: arc, from: l, to: -1, source: at, taken: at.control}
			if len(arcs) > 1 || !arc.Cond.IsTrue() { // an execution may also end here
				s.taken = vars.variable(l, -2-k, "t", term.Bool)
			}
			f.steps = append(f.steps, s)
			if w, cut := g.vertex[arc.To]; cut {
				s.to = w
				f.into[w] = append(f.into[w], s)
			} else {
				inner[arc.To] = append(inner[arc.To], s)
			}
		}
	}
	return f
}

// meet makes the point where the steps arrive, at which the variables in live have values, and
// completes the steps. at is a join within a block, or 0 for a node. A value that is the same on
// all of them is taken as it is: any term within a block; at a cut point, whose label speaks of
// program variables, a variable or a constant.
func (g *cutGraph) meet(vars *scope, at ir.Loc, live []*ir.Var, steps []*step) *point {
	st, within := g.arcs.Store, at != 0
	p := &point{control: steps[0].taken, fact: st.True()}
	if len(steps) > 1 {
		p.control = vars.variable(at, -1, "c", term.Bool)
	}
	held := map[term.Term]*ir.Var{}
	var facts []term.Term
	for i, x := range live {
		val := steps[0].arc.Vals[i]
		same := within || val.Op() == term.Var || val.IsConst()
		for _, s := range steps[1:] {
			same = same && s.arc.Vals[i] == val
		}
		if !same {
			val = vars.variable(at, i, x.Name, sem.Sort(x.Type))
		}
		p.vals = append(p.vals, val)
		if within || !same {
			continue
		}
		if y := held[val]; val.IsConst() {
			facts = append(facts, st.Eq(g.arcs.Var(x), val))
		} else if y != nil {
			facts = append(facts, st.Eq(g.arcs.Var(x), g.arcs.Var(y)))
		} else {
			held[val] = x
		}
	}
	p.fact = st.And(facts...)
	for _, s := range steps {
		g.complete(s, p)
	}
	return p
}

// complete gives a step its target, of which the live values may be left out.
func (g *cutGraph) complete(s *step, p *point) {
	st := g.arcs.Store
	s.target, s.parts = p, nil
	add := func(f term.Term) {
		if f = st.Implies(s.taken, f); !f.IsTrue() {
			s.parts = append(s.parts, f)
		}
	}
	for _, c := range term.Conjuncts(s.arc.Cond) {
		add(c)
	}
	if p.control != s.taken {
		add(p.control)
	}
	for i, x := range p.vals {
		if x != s.arc.Vals[i] {
			add(st.Eq(x, s.arc.Vals[i]))
		}
	}
}

// formula says that from the beginning of the block one of the ways is taken whose last step
// wanted accepts, and which steps may be part of such a way.
func (f *flow) formula(st *term.Store, wanted func(*step) bool) (term.Term, []*step) {
	leads := map[*point]bool{}
	var useful []*step
	for _, s := range slices.Backward(f.steps) {
		if s.to >= 0 && wanted(s) || s.to < 0 && leads[s.target] {
			leads[s.source] = true
			useful = append(useful, s)
		}
	}
	slices.Reverse(useful)
	var parts []term.Term
	for i := 0; i < len(useful); {
		at := useful[i].source
		var any []term.Term
		for ; i < len(useful) && useful[i].source == at; i++ {
			any = append(any, useful[i].taken)
			parts = append(parts, useful[i].parts...)
		}
		parts = append(parts, st.Implies(at.control, st.Or(any...)))
	}
	if len(useful) == 0 {
		return st.Not(f.start.control), nil
	}
	return st.And(parts...), useful
}

// free is a point at v whose values are variables of their own.
func (g *cutGraph) free(v int) *point {
	p := &point{control: g.arcs.Store.True(), fact: g.arcs.Store.True()}
	for _, x := range g.live(v) {
		p.vals = append(p.vals, g.arcs.Store.Fresh(x.Name, sem.Sort(x.Type)))
	}
	return p
}

// program is the point at v whose values are the program variables.
func (g *cutGraph) program(v int) *point {
	p := &point{control: g.arcs.Store.True(), fact: g.arcs.Store.True()}
	for _, x := range g.live(v) {
		p.vals = append(p.vals, g.arcs.Var(x))
	}
	return p
}

// place finds where a node is in the formulas of the run: its point, and what follows from there.
// They stay the same from one refinement to the next unless the ways to the node change; parents that
// the expansion has not come to are none.
func (u *exploration) place(v *node) {
	g := u.graph
	var steps []*step
	for _, p := range v.parents {
		if p.visited == u.round {
			steps = append(steps, p.flow.into[v.vertex]...)
		}
	}
	if v.flow != nil && slices.Equal(steps, v.steps) {
		return
	}
	v.steps = steps
	if v.vars == nil {
		v.vars = newScope(u.st)
	}
	var at *point
	switch {
	case v == u.entry:
		at = g.free(v.vertex)
	case v.vertex == g.err:
		at = g.program(v.vertex)
		for _, s := range steps {
			g.complete(s, at)
		}
	case len(steps) == 0: // every way is infeasible by simplification
		at = g.free(v.vertex)
		at.control = u.st.False()
	default:
		at = g.meet(v.vars, 0, g.live(v.vertex), steps)
	}
	if v.flow == nil || at.control != v.point.control || !slices.Equal(at.vals, v.point.vals) {
		v.flow = g.flow(v.vertex, at, v.vars)
	}
	v.point = at
	for i, x := range at.vals {
		if x == v.vars.vars[scopeKey{0, i}] || v == u.entry {
			u.owner[x] = v
		}
	}
}
