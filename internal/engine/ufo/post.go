package ufo

import (
	"context"
	"slices"
	"time"

	"craig/internal/abstract/domain/predicate"
	"craig/logic/smt"
	"craig/logic/term"
)

// poster computes the abstract post over the predicates that interpolants gave, per vertex.
type poster struct {
	cfg       Config
	st        *term.Store
	graph     *cutGraph
	newSolver func(*term.Store) smt.Solver
	numeric   bool // labels have what a numeric domain says, and Post nothing
	edges     map[[2]int]*transition
	preds     map[int][]term.Term       // over program variables, by vertex
	rank      map[term.Term]float64     // see ranks
	constants map[term.Term][]term.Term // see cutGraph.constants; nil until needed
	// precise is set once a refinement to predicates that are there already asks for more than
	// diagrams give.
	precise bool
}

// transition is the formula of an edge between two vertices, asserted in a solver of its own:
// program variables before, others after.
type transition struct {
	predicate.Edge
	steps   []*step
	queries int // besides those of the abstraction
}

// learn takes the atoms of a label as predicates of its vertex. With the Boolean abstraction an atom about a variable
// that takes constants brings the equations with all of them: in a state machine others of them come next.
func (p *poster) learn(vertex int, label term.Term) {
	term.Walk(label, func(t term.Term) {
		if t.Sort() != term.Bool {
			return
		}
		switch t.Op() {
		case term.And, term.Or, term.Not, term.True, term.False, term.Ite:
			return
		}
		p.take(vertex, t)
		if vars := term.Vars(t, nil, nil); p.cfg.Post == Boolean && len(vars) == 1 {
			for _, eq := range p.equations(vars[0]) {
				p.take(vertex, eq)
			}
		}
	})
}

// take makes an atom a predicate of the vertex.
func (p *poster) take(vertex int, q term.Term) {
	if !slices.Contains(p.preds[vertex], q) && !slices.Contains(p.preds[vertex], p.st.Not(q)) {
		p.preds[vertex] = append(p.preds[vertex], q)
	}
}

// count is the number of predicates, and of queries.
func (p *poster) count() (preds, queries int) {
	for _, qs := range p.preds {
		preds += len(qs)
	}
	for _, tr := range p.edges {
		queries += tr.Queries + tr.queries
	}
	return preds, queries
}

// post is POST(u, v): a formula over program variables that every execution of the edge from a
// state of u's label ends in.
func (p *poster) post(ctx context.Context, u, v *node) term.Term {
	if p.cfg.Post == True || p.numeric {
		return p.st.True()
	}
	tr := p.transition(u.vertex, v.vertex)
	tr.Precise = p.precise
	switch {
	case v.vertex == p.graph.err:
		return p.st.Bool(!tr.Dead(ctx, u.label))
	case p.cfg.Post == Boolean:
		return tr.Boolean(ctx, u.label, p.preds[v.vertex])
	}
	return tr.Cartesian(ctx, u.label, p.preds[v.vertex])
}

// leadsTo tells whether the refinement has made p's label lead to v's.
func (u *exploration) leadsTo(p, v *node) bool {
	_, ok := u.labels[p]
	return ok && !slices.Contains(v.redirected, p)
}

// postAll is line 35: the disjunction of Post over the edges into v. A parent with a new label
// contributes v's new label, which its edge implies; if Post is Boolean the conjunction of both.
func (u *exploration) postAll(v *node, label term.Term, bound bool) term.Term {
	if v == u.entry {
		return u.st.True()
	}
	start := time.Now()
	defer func() { u.ptime += time.Since(start) }()
	var any []term.Term
	for _, p := range v.parents {
		if p.visited != u.round {
			continue
		}
		switch {
		case !bound || !u.leadsTo(p, v) || !p.confirmed:
			v.confirmed = false
			any = append(any, u.post.post(u.ctx, p, v))
		case u.cfg.Post == Boolean:
			any = append(any, u.st.And(label, u.post.post(u.ctx, p, v)))
		default:
			any = append(any, label)
		}
	}
	return u.st.Or(any...)
}

// transition makes the solver of an edge.
func (p *poster) transition(from, to int) *transition {
	key := [2]int{from, to}
	if tr := p.edges[key]; tr != nil {
		return tr
	}
	g := p.graph
	tr := &transition{Edge: predicate.Edge{Store: p.st, Solver: p.newSolver(p.st), After: map[term.Term]term.Term{}}}
	tr.Path = func(m smt.Model) (taken []term.Term) {
		for _, s := range tr.path(m) {
			if !s.taken.IsConst() {
				taken = append(taken, s.taken)
			}
		}
		return taken
	}
	target := g.free(to)
	for _, x := range g.live(from) {
		tr.Solver.Assert(g.arcs.Range(x.Type, g.arcs.Var(x)))
	}
	for i, x := range g.live(to) {
		tr.After[g.arcs.Var(x)] = target.vals[i]
		tr.Solver.Assert(g.arcs.Range(x.Type, target.vals[i]))
	}
	f := g.flow(from, g.program(from), newScope(p.st))
	for _, s := range f.into[to] {
		g.complete(s, target)
	}
	if p.cfg.Post == Boolean {
		tr.Block = p.block(from, to)
	}
	formula, steps := f.formula(p.st, func(s *step) bool { return s.to == to })
	tr.Solver.Assert(formula)
	tr.steps = steps
	p.edges[key] = tr
	return tr
}

// path are the steps that a model takes.
func (tr *transition) path(m smt.Model) (path []*step) {
	at := tr.steps[0].source
	for {
		s := tr.steps[slices.IndexFunc(tr.steps, func(s *step) bool { return s.source == at && m.Eval(s.taken).IsTrue() })]
		path = append(path, s)
		if s.to >= 0 {
			return path
		}
		at = s.target
	}
}

// check decides whether an execution of the edge satisfies what is asserted besides it.
func (tr *transition) check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	tr.queries++
	return tr.Solver.Check(ctx, assumptions...)
}
