package ufo

import (
	"context"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
)

// paths is a solver for the executions of the graph, as far as it leads to one node. What is asserted follows the
// order of the expansion, two levels for each node: how control comes there, and where it goes from there. So the solver
// keeps what it knows when refinement goes backwards from node to node, and looks at nothing that comes after.
type paths struct {
	smt.Solver
	st    *term.Store
	graph *cutGraph
	post  *poster // knows which edges are infeasible
	*expansion
	asserted int // the expansion whose graph is asserted
	level    int // how much of it
}

// to asserts what leads to v: control at a node says that an execution comes there.
func (p *paths) to(v *node) {
	want := 2*v.place + 1
	if p.asserted != p.round {
		p.pop(0)
		p.asserted = p.round
	}
	p.pop(want)
	for ; p.level < want; p.level++ {
		p.Push()
		if w := p.visited[p.level/2]; p.level%2 == 0 {
			p.arrive(w)
		} else {
			p.leave(w)
		}
	}
}

func (p *paths) pop(level int) {
	for ; p.level > level; p.level-- {
		p.Pop()
	}
}

// arrive says that control is at v only if a step has led there.
func (p *paths) arrive(v *node) {
	if v == p.entry {
		p.Assert(p.graph.ranges(v))
		return
	}
	p.come(v.point, v.steps)
}

// come says that control is at a point only if one of the steps into it was taken.
func (p *paths) come(to *point, steps []*step) {
	any := []term.Term{p.st.Not(to.control)}
	for _, s := range steps {
		any = append(any, s.taken)
	}
	p.Assert(p.st.Or(any...))
}

// leave asserts the steps of v's block, and what is known of v: all executions that come to it satisfy its label, and
// take none of the edges that are infeasible from there.
func (p *paths) leave(v *node) {
	if v != p.entry {
		p.Assert(p.graph.known(v))
	}
	into := map[*point][]*step{}
	var joins []*point
	for _, s := range v.flow.steps {
		p.Assert(p.st.Implies(s.taken, s.source.control))
		for _, f := range s.parts {
			p.Assert(f)
		}
		if s.to < 0 {
			if into[s.target] == nil {
				joins = append(joins, s.target)
			}
			into[s.target] = append(into[s.target], s)
		}
	}
	for _, q := range joins {
		p.come(q, into[q])
	}
	for _, w := range v.children {
		if !p.post.alive(v, w) {
			for _, s := range v.flow.into[w.vertex] {
				p.Assert(p.st.Not(s.taken))
			}
		}
	}
}

// known says that an execution that comes to v satisfies its label.
func (g *cutGraph) known(v *node) term.Term {
	st := g.arcs.Store
	return st.Implies(v.point.control, st.Subst(v.label, g.valuesAt(v)))
}

// decide tells whether an execution of the graph reaches the error.
func (p *paths) decide(ctx context.Context) smt.Answer {
	p.to(p.err)
	var any []term.Term
	for _, s := range p.err.steps {
		any = append(any, s.taken)
	}
	return p.Check(ctx, p.st.Or(any...))
}

// trace follows the model of decide from the error back to the entry.
func (p *paths) trace(m smt.Model) *verdict.Trace {
	into := map[*point][]*step{} // by where blocks begin and by their joins
	for _, v := range p.visited {
		if v.vertex == p.graph.err {
			continue
		}
		into[v.flow.start] = v.steps
		for _, s := range v.flow.steps {
			if s.to < 0 {
				into[s.target] = append(into[s.target], s)
			}
		}
	}
	var path []*step
	for steps := p.err.steps; steps != nil; {
		s := steps[slices.IndexFunc(steps, func(s *step) bool { return m.Eval(s.taken).IsTrue() })]
		path, steps = append(path, s), into[s.source]
	}
	t := &verdict.Trace{}
	for _, s := range slices.Backward(path) {
		for _, in := range s.arc.Input {
			t.Set(len(t.Path)+in.At, m.Eval(in.Term))
		}
		t.Path = append(t.Path, s.arc.Path...)
		t.Error = s.arc.To
	}
	t.Goal = p.graph.prog.Loc(t.Error).Goal
	return t
}
