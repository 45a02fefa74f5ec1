package ufo

import (
	"cmp"
	"slices"
	"time"

	"craig/evidence/verdict"
	"craig/logic/qe"
	"craig/logic/smt"
	"craig/logic/term"
)

// refine is REFINE, Sec. 5: a trace if an execution of the graph reaches the error, otherwise
// new labels, or the reason why there are none.
func (u *exploration) refine() (*verdict.Trace, map[*node]term.Term, string) {
	nodes := u.onPaths()
	points := map[*node]*point{}
	for _, v := range nodes {
		points[v] = u.graph.fresh(v.vertex, v.id)
	}
	points[u.err] = &point{control: u.st.True()}

	solver := u.task.NewSolver(u.st)
	encodings := map[*node]*encoding{}
	parts := make([]term.Term, len(nodes))
	for i, v := range nodes {
		to := map[int]*point{}
		for _, w := range v.children {
			if points[w] != nil {
				to[w.vertex] = points[w]
			}
		}
		enc := u.graph.encode(v.vertex, points[v], to)
		encodings[v] = enc
		parts[i] = enc.formula
		for k, x := range u.graph.live(v.vertex) {
			parts[i] = u.st.And(parts[i], u.graph.arcs.Range(x.Type, points[v].vals[k]))
		}
		if v == u.entry {
			parts[i] = u.st.And(parts[i], points[v].control)
		}
		solver.Assert(parts[i])
	}
	switch ans := solver.Check(u.ctx); ans.Status {
	case smt.Sat:
		return u.trace(ans.Model, points, encodings), nil, ""
	case smt.Unknown:
		return nil, nil, "the solver gave up on the paths to the error: " + ans.Reason
	}
	start := time.Now()
	ans, itps := u.task.NewInterpolator(u.st).Interpolate(u.ctx, parts)
	u.itime += time.Since(start)
	if ans.Status != smt.Unsat || itps == nil {
		return nil, nil, "no interpolants: " + ans.Reason
	}
	labels := map[*node]term.Term{u.err: u.st.False()}
	for i, v := range nodes {
		label, ok := u.clean(itps[i], v, points)
		if !ok {
			return nil, nil, "a label needs a quantifier that could not be eliminated"
		}
		labels[v] = label
		u.post.learn(v.vertex, label)
	}
	return nil, labels, ""
}

// onPaths lists the nodes on paths to the error, topologically, without the error.
func (u *exploration) onPaths() []*node {
	on := map[*node]bool{}
	stack := []*node{u.err}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range v.parents {
			if p.visited == u.round && !on[p] {
				on[p] = true
				stack = append(stack, p)
			}
		}
	}
	// The order in which an expansion visits nodes is topological: children come later.
	var nodes []*node
	for _, v := range u.visited {
		if on[v] {
			nodes = append(nodes, v)
		}
	}
	return nodes
}

// clean is CLEAN, equation (3), over program variables: a formula over the variables in scope at
// v that implies the interpolant for every value of what is out of scope.
func (u *exploration) clean(itp term.Term, v *node, points map[*node]*point) (term.Term, bool) {
	at := points[v]
	back := map[term.Term]term.Term{at.control: u.st.True()}
	for i, x := range u.graph.live(v.vertex) {
		back[at.vals[i]] = u.graph.arcs.Var(x)
	}
	f := u.st.Subst(itp, map[term.Term]term.Term{at.control: u.st.True()})
	// The quantifier over control variables: their interpolant is monotone if true gives no less.
	var controls []term.Term
	for _, w := range points {
		if w != at && w.control.Op() == term.Var {
			controls = append(controls, w.control)
		}
	}
	slices.SortFunc(controls, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	for _, c := range controls {
		low := u.st.Subst(f, map[term.Term]term.Term{c: u.st.False()})
		high := u.st.Subst(f, map[term.Term]term.Term{c: u.st.True()})
		if low == f {
			continue
		}
		if f = low; !low.IsFalse() && !u.valid(low, high) {
			f = u.st.And(low, high)
		}
	}
	f = u.st.Subst(f, back)
	var stray []term.Term
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if u.graph.arcs.VarOf(x) == nil {
			stray = append(stray, x)
		}
	}
	if len(stray) == 0 {
		return f, true
	}
	not, ok := qe.Exists(u.ctx, u.st, stray, u.st.Not(f))
	if !ok {
		return term.Term{}, false
	}
	return u.st.Not(not), true
}

// trace follows the model from the entry to the error.
func (u *exploration) trace(m smt.Model, points map[*node]*point, encodings map[*node]*encoding) *verdict.Trace {
	t := &verdict.Trace{}
	at := u.entry
	for at != u.err {
		enc, l := encodings[at], u.graph.locs[at.vertex]
		for {
			steps := enc.steps[l]
			s := steps[slices.IndexFunc(steps, func(s step) bool { return m.Eval(s.taken).IsTrue() })]
			for _, in := range s.arc.Input {
				t.Set(len(t.Path)+in.At, m.Eval(in.Term))
			}
			t.Path = append(t.Path, s.arc.Path...)
			l = s.arc.To
			if s.to >= 0 {
				at = at.children[slices.IndexFunc(at.children, func(w *node) bool { return w.vertex == s.to && points[w] != nil })]
				break
			}
		}
		t.Error = l
	}
	t.Property = u.graph.prog.Loc(t.Error).Error
	return t
}
