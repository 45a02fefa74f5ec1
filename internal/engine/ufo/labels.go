package ufo

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"craig/internal/logic/qe"
	"craig/logic/smt"
	"craig/logic/term"
)

// relabel makes labels of interpolants, from the error backwards: of the conjuncts that hold at a
// node (its interpolant, what its values are, its old label) those that its edges need to lead
// to the labels of its children. What an edge needs beyond them is learned from the states that
// break it, which no path reaches. The interpolants may be missing.
func (u *exploration) relabel(c *condition, itps []term.Term) (map[*node]term.Term, string) {
	labels := map[*node]term.Term{u.err: u.st.False()}
	for _, v := range slices.Backward(c.cone) {
		r := &relabeling{ctx: u.ctx, cfg: u.cfg, st: u.st, graph: u.graph, expansion: &u.expansion, post: u.post, paths: u.paths, samples: u.samples, v: v}
		if v != u.entry {
			if i := c.on[v]; i > 0 && itps != nil {
				r.first = u.clean(itps[i-1], v, c)
			}
			r.more = append(slices.Clone(term.Conjuncts(v.label)), term.Conjuncts(v.point.fact)...)
			if u.keepLabels {
				r.label = u.held(v)
			}
		}
		for _, w := range v.children {
			if label, ok := labels[w]; ok {
				if why := r.lead(w, label); why != "" {
					return nil, why
				}
			}
		}
		labels[v] = u.st.And(r.label...)
	}
	return labels, ""
}

// held are the conjuncts of v's old label that all paths of the graph to it lead to: also those
// through covered nodes, of which the label need not know.
func (u *exploration) held(v *node) []term.Term {
	u.paths.to(v)
	at := u.graph.valuesAt(v)
	return slices.DeleteFunc(slices.Clone(term.Conjuncts(v.label)), func(f term.Term) bool {
		return u.paths.Check(u.ctx, u.st.Not(u.st.Subst(f, at)), v.point.control).Status != smt.Unsat
	})
}

// relabeling is the search for one node's label. It knows the edges and the paths to the node, and adds to the
// samples of its vertex.
type relabeling struct {
	ctx   context.Context
	cfg   Config
	st    *term.Store
	graph *cutGraph
	*expansion
	post    *poster
	paths   *paths
	samples map[int]*samples // by vertex

	v           *node
	first, more []term.Term // conjuncts to choose from
	label       []term.Term // what was chosen
	breaches    int         // of the edge that is looked at
}

// maxBreaches bounds how many states an edge may break before its node is given up, fewBreaches
// before what is known of the node besides its interpolant is used.
const (
	maxBreaches = 300
	fewBreaches = 10
)

// lead strengthens the label until the edge to w leads to target. The reason is "" if it does.
func (r *relabeling) lead(w *node, target term.Term) string {
	if target.IsTrue() {
		return ""
	}
	tr := r.post.transition(r.v.vertex, w.vertex)
	goal := r.st.Not(r.st.Subst(target, tr.After))
	for i := range maxBreaches {
		if r.breaches = i; i == fewBreaches {
			for _, f := range r.more {
				if !slices.Contains(r.first, f) {
					r.first = append(r.first, f)
				}
			}
		}
		ans := r.needed(tr, goal)
		switch ans.Status {
		case smt.Unsat:
			return ""
		case smt.Unknown:
			return "the solver gave up on an edge: " + ans.Reason
		}
		if why := r.exclude(tr, goal, ans.Model); why != "" {
			return why
		}
	}
	return "a label would have too many conjuncts"
}

// needed adds to the label what the edge needs of the conjuncts, as little as possible.
func (r *relabeling) needed(tr *transition, goal term.Term) smt.Answer {
	tr.Solver.Push()
	defer tr.Solver.Pop()
	tr.Solver.Assert(goal)
	for _, f := range r.label {
		tr.Solver.Assert(f)
	}
	check := func(fs []term.Term) smt.Answer { return tr.check(r.ctx, fs...) }
	ans := check(r.first)
	if ans.Status != smt.Unsat {
		return ans
	}
	core := shrink(ans.Core, check)
	r.label = append(r.label, core...)
	return ans
}

// maxDeletions is how many assumptions a refutation may need for each to be tried without.
const maxDeletions = 20

// shrink drops assumptions that an Unsat does not need.
func shrink(core []term.Term, check func([]term.Term) smt.Answer) []term.Term {
	core = slices.Clone(core)
	for i := 0; i < len(core) && len(core) <= maxDeletions; {
		ans := check(slices.Delete(slices.Clone(core), i, i+1))
		if ans.Status != smt.Unsat {
			i++
			continue
		}
		core = slices.Delete(core, i, i+1)
		core = slices.DeleteFunc(core, func(f term.Term) bool { return !slices.Contains(ans.Core, f) })
	}
	return core
}

// exclude adds to the conjuncts one that is false in the state of the model, from which the edge
// goes wrong, and true in all that the paths of the graph reach.
func (r *relabeling) exclude(tr *transition, goal term.Term, m smt.Model) string {
	bad := r.backward(tr, goal, m)
	at := r.graph.valuesAt(r.v)
	var cube []term.Term
	back := map[term.Term]term.Term{}
	for _, f := range term.Conjuncts(bad) {
		for _, g := range halves(r.st, f) {
			h := r.st.Subst(g, at)
			if _, ok := back[h]; !ok {
				cube = append(cube, h)
				back[h] = g
			}
		}
	}
	r.paths.to(r.v)
	check := func(fs []term.Term) smt.Answer {
		return r.paths.Check(r.ctx, append(slices.Clone(fs), r.v.point.control)...)
	}
	ans := check(cube)
	switch ans.Status {
	case smt.Unknown:
		return "the solver gave up on the paths to a node: " + ans.Reason
	case smt.Sat:
		return "a label is not implied by the paths to its node"
	}
	core := slices.DeleteFunc(slices.Clone(ans.Core), func(f term.Term) bool { return f == r.v.point.control })
	core = shrink(core, check)
	for i, h := range core {
		core[i] = back[h]
	}
	for i, h := range cube {
		cube[i] = back[h]
	}
	// A half-space may be one of infinitely many; as a predicate of the Boolean abstraction it splits more than it
	// merges.
	if r.breaches < fewBreaches && (r.cfg.Refine == Labels || r.cfg.Post != Boolean) {
		if half := r.separate(convex(core, m), convex(cube, m)); half.Valid() {
			r.first = append(r.first, half)
			return ""
		}
	}
	for i, g := range core {
		core[i] = r.st.Not(g)
	}
	r.first = append(r.first, r.st.Or(core...))
	return ""
}

// backward is a condition on the states before the edge, true in the model, for taking the path
// that it takes and then going wrong as it does.
func (r *relabeling) backward(tr *transition, goal term.Term, m smt.Model) term.Term {
	st := r.st
	value := map[term.Term]term.Term{} // of the variables on the path, over those at its beginning
	var conds, inputs []term.Term
	for _, s := range tr.path(m) {
		conds = append(conds, st.Subst(s.arc.Cond, value))
		for _, in := range s.arc.Input {
			inputs = append(inputs, in.Term)
		}
		next := map[term.Term]term.Term{}
		for i, x := range s.target.vals {
			if x.Op() == term.Var && x != s.arc.Vals[i] {
				next[x] = st.Subst(s.arc.Vals[i], value)
			}
		}
		for x, t := range next {
			value[x] = t
		}
	}
	// Of a goal that is a disjunction, what is true in the model.
	wrong := goal
	for _, d := range alternatives(goal) {
		if m.Eval(d).IsTrue() {
			wrong = d
			break
		}
	}
	f := st.And(append(conds, st.Subst(wrong, value))...)
	return qe.MBP(st, inputs, f, m)
}

// halves splits an equation into two inequalities.
func halves(st *term.Store, f term.Term) []term.Term {
	if f.Op() == term.EqZero {
		e := f.Arg(0)
		zero := st.Int(0)
		if e.Sort() == term.Real {
			return []term.Term{f}
		}
		return []term.Term{st.Le(e, zero), st.Le(zero, e)}
	}
	return []term.Term{f}
}

// clean is CLEAN, equation (3), over program variables: a formula over the variables in scope at
// v that implies the interpolant for every value of what is out of scope; its conjuncts, without
// those for which that is too hard.
func (u *exploration) clean(itp term.Term, v *node, c *condition) []term.Term {
	at := v.point
	f := u.st.Subst(itp, map[term.Term]term.Term{at.control: u.st.True()})
	for _, w := range c.nodes {
		if w.point.control != at.control && w.point.control.Op() == term.Var {
			f = u.forall(w.point.control, f)
		}
	}
	back := map[term.Term]term.Term{}
	for i, x := range u.graph.live(v.vertex) {
		if val := at.vals[i]; val.Op() == term.Var && !back[val].Valid() {
			back[val] = u.graph.arcs.Var(x)
		}
	}
	f = u.st.Subst(f, back)
	scope := map[term.Term]bool{}
	for _, x := range u.graph.live(v.vertex) {
		scope[u.graph.arcs.Var(x)] = true
	}
	var all []term.Term
	var above map[*node]bool
	for _, g := range term.Conjuncts(f) {
		stray := slices.DeleteFunc(term.Vars(g, map[term.Term]bool{}, nil), func(x term.Term) bool { return scope[x] })
		if len(stray) > 0 && size(g) > maxSize {
			continue
		}
		if len(stray) > 0 {
			// Values of nodes that the paths to v have passed hold there, but are not in scope;
			// those of others are anything.
			if above == nil {
				above = u.back(v, func(*node, *node) bool { return true })
			}
			if slices.ContainsFunc(stray, func(x term.Term) bool { return u.owner[x] == nil || above[u.owner[x]] }) {
				continue
			}
			var ok bool
			if g, ok = u.forallNumbers(stray, g); !ok {
				continue
			}
		}
		all = append(all, term.Conjuncts(g)...)
	}
	return all
}

// maxSize bounds the formulas from which quantifiers are eliminated.
const maxSize = 100

// size counts the subterms of f.
func size(f term.Term) (n int) {
	term.Walk(f, func(term.Term) { n++ })
	return n
}

// maxProjections bounds the models by which a quantifier is eliminated.
const maxProjections = 4

// forallNumbers eliminates variables from a conjunct, if that is not too hard.
func (u *exploration) forallNumbers(vars []term.Term, f term.Term) (term.Term, bool) {
	slices.SortFunc(vars, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	not, exact, err := qe.Project(u.st, vars, u.st.Not(f), maxProjections, func(rest term.Term) (qe.Model, bool, error) {
		u.free.Push()
		defer u.free.Pop()
		u.free.Assert(rest)
		ans := u.free.Check(u.ctx)
		if ans.Status == smt.Unknown {
			return nil, false, errors.New(ans.Reason)
		}
		return ans.Model, ans.Status == smt.Sat, nil
	})
	if err != nil || !exact {
		return term.Term{}, false
	}
	return u.st.Not(not), true
}

// forall eliminates a Boolean variable: a formula that is monotone in it is weakest at one end.
func (u *exploration) forall(c, f term.Term) term.Term {
	if !term.Contains(f, c) {
		return f
	}
	pos, neg := polarity(f, c)
	low := u.st.Subst(f, map[term.Term]term.Term{c: u.st.False()})
	if !neg {
		return low
	}
	high := u.st.Subst(f, map[term.Term]term.Term{c: u.st.True()})
	if !pos {
		return high
	}
	return u.st.And(low, high)
}

// polarity tells whether x occurs in f positively, and whether negatively.
func polarity(f, x term.Term) (pos, neg bool) {
	type occurrence struct {
		t        term.Term
		negative bool
	}
	seen := map[occurrence]bool{}
	var walk func(o occurrence)
	walk = func(o occurrence) {
		if seen[o] {
			return
		}
		seen[o] = true
		switch o.t.Op() {
		case term.And, term.Or:
			for _, a := range o.t.Args() {
				walk(occurrence{a, o.negative})
			}
		case term.Not:
			walk(occurrence{o.t.Arg(0), !o.negative})
		case term.Var:
			if o.t == x {
				pos, neg = pos || !o.negative, neg || o.negative
			}
		default:
			if term.Contains(o.t, x) {
				pos, neg = true, true
			}
		}
	}
	walk(occurrence{f, false})
	return pos, neg
}
