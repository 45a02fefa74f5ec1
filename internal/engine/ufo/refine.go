package ufo

import (
	"time"

	"craig/internal/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
)

// refine is REFINE, Sec. 5: a trace if an execution of the graph reaches the error, otherwise
// new labels, or the reason why there are none.
func (u *exploration) refine() (*verdict.Trace, map[*node]term.Term, string) {
	for _, v := range u.visited { // in topological order
		u.place(v)
	}
	cond := u.condition(u.err)
	// Where labels give predicates only, states alone give fewer of them than proofs do.
	proofs := u.cfg.Refine == Labels || u.proofs
	var itps []term.Term
	if proofs {
		itps = u.interpolate(cond)
	}
	if itps == nil { // there may be an execution
		start := time.Now()
		ans := u.paths.decide(u.ctx)
		u.itime += time.Since(start)
		switch ans.Status {
		case smt.Sat:
			return u.paths.trace(ans.Model), nil, ""
		case smt.Unknown:
			return nil, nil, "the solver gave up on the paths to the error: " + ans.Reason
		}
	}
	labels, reason := u.relabel(cond, itps)
	if reason != "" && u.ctx.Err() == nil {
		if proofs {
			// What the interpolants say of a node, its parents need not lead to once quantifiers are gone.
			itps = nil
		} else {
			itps = u.interpolate(cond)
		}
		labels, reason = u.relabel(cond, itps)
	}
	for _, v := range cond.cone {
		if label, ok := labels[v]; ok {
			u.post.learn(v.vertex, label)
		}
	}
	return nil, labels, reason
}

// condition is ARGCOND: all executions of the graph from the entry to a node.
type condition struct {
	nodes []*node       // on paths to the goal that may be feasible, topologically, without it
	cone  []*node       // on any paths to the goal, likewise
	on    map[*node]int // 1 + index in nodes; of the goal 1 + their number
}

// condition collects the paths to a node.
func (u *exploration) condition(goal *node) *condition {
	c := &condition{on: map[*node]int{}}
	any := u.back(goal, func(v, w *node) bool { return true })
	alive := u.back(goal, u.post.alive)
	// The order in which an expansion visits nodes is topological: children come later.
	for _, v := range u.visited {
		if v == goal {
			continue
		}
		if any[v] {
			c.cone = append(c.cone, v)
		}
		if alive[v] {
			c.nodes = append(c.nodes, v)
			c.on[v] = len(c.nodes)
		}
	}
	c.on[goal] = len(c.nodes) + 1
	return c
}

// interpolate gives the sequence interpolants of a condition; nil if it is feasible, if that is not known, or if
// there are none.
func (u *exploration) interpolate(c *condition) []term.Term {
	if c.on[u.entry] == 0 { // no way is left
		return nil
	}
	start := time.Now()
	defer func() { u.itime += time.Since(start) }()
	var parts []term.Term // by node: μ, and for the first that control is there
	for _, v := range c.nodes {
		wanted := map[int]bool{}
		for _, w := range v.children {
			wanted[w.vertex] = c.on[w] > 0 && u.post.alive(v, w)
		}
		f, _ := v.flow.formula(u.st, func(s *step) bool { return wanted[s.to] })
		if v == u.entry {
			f = u.st.And(f, u.graph.ranges(v))
		}
		if u.keepLabels && v != u.entry {
			f = u.st.And(f, u.graph.known(v))
		}
		parts = append(parts, f)
	}
	_, itps := u.interpolator.Interpolate(u.ctx, parts)
	return itps
}

// back finds the nodes of the last expansion from which edges that follow accepts lead to the goal.
func (u *exploration) back(goal *node, follow func(v, w *node) bool) map[*node]bool {
	on := map[*node]bool{goal: true}
	stack := []*node{goal}
	for len(stack) > 0 {
		w := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, v := range w.parents {
			if v.visited == u.round && !on[v] && follow(v, w) {
				on[v] = true
				stack = append(stack, v)
			}
		}
	}
	return on
}

// ranges says that the values at v are of their types. Those at later nodes follow.
func (g *cutGraph) ranges(v *node) term.Term {
	var all []term.Term
	for i, x := range g.live(v.vertex) {
		all = append(all, g.arcs.Range(x.Type, v.point.vals[i]))
	}
	return g.arcs.Store.And(all...)
}

// alive tells whether the edge from v to w may be feasible from v's label.
func (p *poster) alive(v, w *node) bool {
	if len(v.flow.into[w.vertex]) == 0 {
		return false
	}
	tr := p.edges[[2]int{v.vertex, w.vertex}]
	return tr == nil || !tr.KnownDead(v.label)
}
