package ufo

import (
	"craig/logic/smt"
	"craig/logic/term"
)

// poster computes the abstract post over the predicates that interpolants gave, per vertex.
type poster struct {
	*exploration
	edges   map[[2]int]*transition
	preds   map[int][]term.Term // over program variables, by vertex
	queries int
}

// transition is the formula of an edge between two vertices, asserted in a solver of its own:
// program variables before, primed ones after.
type transition struct {
	solver  smt.Solver
	formula term.Term
	steps   []*step
	after   map[term.Term]term.Term // program variable to primed one
	known   map[[2]term.Term]bool   // label and predicate: implied
	dead    map[term.Term]bool      // label: no path is feasible
}

// learn takes the atoms of a label as predicates of its vertex.
func (p *poster) learn(vertex int, label term.Term) {
	term.Walk(label, func(t term.Term) {
		if t.Sort() != term.Bool {
			return
		}
		switch t.Op() {
		case term.And, term.Or, term.Not, term.True, term.False, term.Ite:
			return
		}
		for _, q := range p.preds[vertex] {
			if q == t || q == p.st.Not(t) {
				return
			}
		}
		p.preds[vertex] = append(p.preds[vertex], t)
	})
}

func (p *poster) count() int {
	n := 0
	for _, preds := range p.preds {
		n += len(preds)
	}
	return n
}

// post is POST(u, v): a formula over program variables that every execution of the edge from a
// state of u's label ends in.
func (p *poster) post(u, v *node) term.Term {
	if p.cfg.Post == True {
		return p.st.True()
	}
	tr := p.transition(u.vertex, v.vertex)
	dead, ok := tr.dead[u.label]
	if !ok {
		dead = p.check(tr, u.label, p.st.True()) == smt.Unsat
		tr.dead[u.label] = dead
	}
	if dead {
		return p.st.False()
	}
	if v.vertex == p.graph.err {
		return p.st.True()
	}
	if p.cfg.Post == Boolean {
		return p.boolean(tr, u.label, v.vertex)
	}
	return p.cartesian(tr, u.label, v.vertex)
}

// cartesian is the conjunction of the predicates, and negations of predicates, that hold.
func (p *poster) cartesian(tr *transition, label term.Term, vertex int) term.Term {
	var all []term.Term
	for _, q := range p.preds[vertex] {
		if p.holds(tr, label, q) {
			all = append(all, q)
		} else if n := p.st.Not(q); p.holds(tr, label, n) {
			all = append(all, n)
		}
	}
	return p.st.And(all...)
}

func (p *poster) holds(tr *transition, label, q term.Term) bool {
	key := [2]term.Term{label, q}
	known, ok := tr.known[key]
	if !ok {
		known = p.check(tr, label, p.st.Not(p.st.Subst(q, tr.after))) == smt.Unsat
		tr.known[key] = known
	}
	return known
}

// boolean is the strongest Boolean combination of the predicates: the models over them are
// enumerated, each one generalised to the literals that the others do not need to exclude it.
func (p *poster) boolean(tr *transition, label term.Term, vertex int) term.Term {
	base := p.cartesian(tr, label, vertex)
	var free []term.Term // predicates that the Cartesian abstraction leaves open
	for _, q := range p.preds[vertex] {
		if !p.holds(tr, label, q) && !p.holds(tr, label, p.st.Not(q)) {
			free = append(free, q)
		}
	}
	var cubes []term.Term
	tr.solver.Push()
	defer tr.solver.Pop()
	tr.solver.Assert(label)
	for len(free) > 1 && p.ctx.Err() == nil {
		p.queries++
		ans := tr.solver.Check(p.ctx)
		if ans.Status == smt.Unsat {
			return p.st.And(base, p.st.Or(cubes...))
		}
		if ans.Status == smt.Unknown {
			break
		}
		var cube []term.Term
		for _, q := range free {
			if ans.Model.Eval(p.st.Subst(q, tr.after)).IsTrue() {
				cube = append(cube, q)
			} else {
				cube = append(cube, p.st.Not(q))
			}
		}
		c := p.st.And(cube...)
		cubes = append(cubes, c)
		tr.solver.Assert(p.st.Not(p.st.Subst(c, tr.after)))
	}
	return base
}

func (p *poster) check(tr *transition, label, goal term.Term) smt.Status {
	p.queries++
	return tr.solver.Check(p.ctx, label, goal).Status
}

// transition makes the solver of an edge.
func (p *poster) transition(from, to int) *transition {
	key := [2]int{from, to}
	if tr := p.edges[key]; tr != nil {
		return tr
	}
	g := p.graph
	tr := &transition{solver: p.task.NewSolver(p.st), after: map[term.Term]term.Term{},
		known: map[[2]term.Term]bool{}, dead: map[term.Term]bool{}}
	target := g.free(to)
	for _, x := range g.live(from) {
		tr.solver.Assert(g.arcs.Range(x.Type, g.arcs.Var(x)))
	}
	for i, x := range g.live(to) {
		tr.after[g.arcs.Var(x)] = target.vals[i]
		tr.solver.Assert(g.arcs.Range(x.Type, target.vals[i]))
	}
	f := g.flow(from, g.program(from), newScope(p.st))
	for _, s := range f.into[to] {
		g.complete(s, target)
	}
	tr.formula, tr.steps = f.formula(p.st, func(s *step) bool { return s.to == to })
	tr.solver.Assert(tr.formula)
	p.edges[key] = tr
	return tr
}
