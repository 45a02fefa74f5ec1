package ufo

import (
	"slices"
	"time"

	"craig/evidence/verdict"
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
	ans, itps := smt.Answer{Status: smt.Unsat}, []term.Term(nil)
	proofs := u.cfg.Refine == Labels || u.proofs
	if cond.on[u.entry] > 0 { // otherwise no way is left
		start := time.Now()
		if proofs {
			ans, itps = u.interpolator.Interpolate(u.ctx, cond.parts)
		} else {
			ans = u.decide(cond)
		}
		u.itime += time.Since(start)
	}
	switch ans.Status {
	case smt.Sat:
		return u.trace(ans.Model, cond), nil, ""
	case smt.Unknown:
		return nil, nil, "the solver gave up on the paths to the error: " + ans.Reason
	}
	labels, reason := u.relabel(cond, itps)
	if reason != "" && u.ctx.Err() == nil {
		if proofs {
			// What the interpolants say of a node, its parents need not lead to once quantifiers are gone.
			itps = nil
		} else {
			start := time.Now()
			_, itps = u.interpolator.Interpolate(u.ctx, cond.parts)
			u.itime += time.Since(start)
		}
		labels, reason = u.relabel(cond, itps)
	}
	for v, label := range labels {
		u.post.learn(v.vertex, label)
	}
	return nil, labels, reason
}

// decide tells whether an execution of the graph reaches the error, without a proof.
func (u *exploration) decide(c *condition) smt.Answer {
	u.free.Push()
	defer u.free.Pop()
	for _, f := range c.parts {
		u.free.Assert(f)
	}
	return u.free.Check(u.ctx)
}

// condition is ARGCOND: all executions of the graph from the entry to a node.
type condition struct {
	goal  *node
	nodes []*node       // on paths to the goal that may be feasible, topologically, without it
	cone  []*node       // on any paths to the goal, likewise
	parts []term.Term   // by node: μ, and for the first that control is there
	steps [][]*step     // by node: of which μ speaks
	on    map[*node]int // 1 + index in nodes; of the goal 1 + their number
}

// condition collects the paths to a node.
func (u *exploration) condition(goal *node) *condition {
	c := &condition{goal: goal, on: map[*node]int{}}
	any := u.back(goal, func(v, w *node) bool { return true })
	alive := u.back(goal, u.alive)
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
	for _, v := range c.nodes {
		wanted := map[int]bool{}
		for _, w := range v.children {
			wanted[w.vertex] = c.on[w] > 0 && u.alive(v, w)
		}
		f, steps := v.flow.formula(u.st, func(s *step) bool { return wanted[s.to] })
		if v == u.entry {
			f = u.st.And(f, u.ranges(v))
		}
		c.parts = append(c.parts, f)
		c.steps = append(c.steps, steps)
	}
	return c
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
func (u *exploration) ranges(v *node) term.Term {
	var all []term.Term
	for i, x := range u.graph.live(v.vertex) {
		all = append(all, u.graph.arcs.Range(x.Type, v.point.vals[i]))
	}
	return u.st.And(all...)
}

// alive tells whether the edge from v to w may be feasible from v's label.
func (u *exploration) alive(v, w *node) bool {
	if len(v.flow.into[w.vertex]) == 0 {
		return false
	}
	tr := u.post.edges[[2]int{v.vertex, w.vertex}]
	return tr == nil || !tr.KnownDead(v.label)
}

// trace follows the model from the entry to the error.
func (u *exploration) trace(m smt.Model, c *condition) *verdict.Trace {
	t := &verdict.Trace{}
	at := u.entry
	for at != c.goal {
		l := u.graph.locs[at.vertex]
		for {
			steps := c.steps[c.on[at]-1]
			s := steps[slices.IndexFunc(steps, func(s *step) bool { return s.from == l && m.Eval(s.taken).IsTrue() })]
			for _, in := range s.arc.Input {
				t.Set(len(t.Path)+in.At, m.Eval(in.Term))
			}
			t.Path = append(t.Path, s.arc.Path...)
			l = s.arc.To
			if s.to >= 0 {
				at = at.children[slices.IndexFunc(at.children, func(w *node) bool { return w.vertex == s.to })]
				break
			}
		}
		t.Error = l
	}
	t.Property = u.graph.prog.Loc(t.Error).Error
	return t
}
