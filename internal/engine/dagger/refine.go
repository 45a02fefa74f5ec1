package dagger

import (
	"slices"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// errorState is an element of err(n): states that lead to the error.
type errorState struct {
	n    *node
	psi  polyhedra.State
	edge *edge       // the first edge of the way
	next *errorState // at its end; nil at the error
}

// maxErrors bounds the set of error states of a node; others are looked at in later refinements.
const maxErrors = 32

// refinement is a node to be refined, with the error states that it meets.
type refinement struct {
	n    *node
	errs []*errorState
}

// refine is RefineTREE on all paths to error nodes. trace is a counterexample; progress says that the
// next exploration differs.
func (r *interpretation) refine(bads []*node) (trace *verdict.Trace, progress bool) {
	errs := map[*node][]*errorState{}
	for _, bad := range bads {
		errs[bad] = []*errorState{{n: bad, psi: r.poly.Top()}}
	}
	order := slices.Concat(r.graph.nodes, bads)
	var todo []refinement
	var spurious []*errorState                                   // at n₀
	for i := len(order) - 1; i >= 0 && r.ctx.Err() == nil; i-- { // reverse topological
		n := order[i]
		if len(errs[n]) == 0 {
			continue
		}
		if len(n.in) == 0 { // n₀
			for _, e := range errs[n] {
				if t := r.concretise(e); t != nil {
					return t, true
				}
			}
			spurious = append(spurious, errs[n]...)
			continue
		}
		for _, a := range n.in {
			reaches := false
			for _, e := range errs[n] {
				psi := r.preimage(a.from.state, e.psi, a.edge)
				if !r.meets(a.from.state, psi) {
					continue
				}
				reaches = true
				r.addError(errs, a.from, &errorState{a.from, psi, a.edge, e})
			}
			if !reaches && (len(todo) == 0 || todo[len(todo)-1].n != n) {
				todo = append(todo, refinement{n, errs[n]})
			}
		}
	}
	// Behind a refined node everything is computed anew, so that nothing is decided there yet.
	after := map[*node]bool{}
	for _, n := range order {
		for _, a := range n.in {
			after[n] = after[n] || after[a.from]
		}
		i := slices.IndexFunc(todo, func(t refinement) bool { return t.n == n })
		if i >= 0 && !after[n] && r.apply(n, todo[i].errs) {
			after[n], progress = true, true
		}
	}
	for _, e := range spurious {
		if !progress && r.separated < maxSeparated && r.separate(e) {
			r.separated++
			progress = true
		}
	}
	return nil, progress
}

// maxSeparated bounds how often separate helps.
const maxSeparated = 64

// separate is for a way whose preimages reach n₀ although it cannot be executed: something that the
// preimages do not see, such as parity, is lost on it. The first state on the way that is widened or
// joined is so no longer. It says whether there is one.
func (r *interpretation) separate(e *errorState) bool {
	m := &r.memory
	for ; e.next != nil; e = e.next {
		switch n := e.n; {
		case n.sel != nil && !m.images[n.key]:
			m.images[n.key] = true
			return true
		case (n.sel == nil || m.images[n.key]) && len(n.in) > 1 && !m.splits[n.key]:
			m.splits[n.key] = true
			return true
		}
	}
	return false
}

// addError adds an element to err(n), unless another one includes it, in the place of those that it
// includes.
func (r *interpretation) addError(errs map[*node][]*errorState, n *node, e *errorState) {
	for _, f := range errs[n] {
		if r.poly.Leq(e.psi, f.psi) {
			return
		}
	}
	kept := slices.DeleteFunc(errs[n], func(f *errorState) bool { return r.poly.Leq(f.psi, e.psi) })
	if len(kept) < maxErrors {
		kept = append(kept, e)
	}
	errs[n] = kept
}

// apply is ApplyRefinement. It says whether anything changes.
func (r *interpretation) apply(n *node, errs []*errorState) bool {
	m := &r.memory
	once := func(set map[string]bool) bool {
		if set[n.key] {
			return false
		}
		set[n.key] = true
		return true
	}
	if n.sel == nil || m.images[n.key] {
		return len(n.in) > 1 && once(m.splits)
	}
	if !r.cfg.NoCache {
		for _, e := range errs {
			r.cache(n.loc, e.psi)
		}
	}
	base := r.d.Join(n.sel.state, n.img)
	switch {
	case r.disjoint(base, errs) && r.cfg.Widen == Join:
		return once(m.joins)
	case r.disjoint(base, errs):
		var is []polyhedra.Constraint
		for _, e := range errs {
			is = append(is, r.interpolate(base, e.psi)...)
		}
		if r.creeps(n.loc, is) && once(m.images) {
			return true
		}
		return r.bound(n.loc, is)
	case r.disjoint(n.img, errs):
		return once(m.images)
	}
	return len(n.in) > 1 && once(m.splits)
}

// cache keeps an error state at l, but not twice. Those that others include are kept as well: their
// constraints say more of where the error begins.
func (r *interpretation) cache(l ir.Loc, psi polyhedra.State) {
	m := &r.memory
	if !slices.ContainsFunc(m.errors[l], func(p polyhedra.State) bool { return r.poly.Leq(psi, p) && r.poly.Leq(p, psi) }) {
		m.errors[l] = append(m.errors[l], psi)
	}
}

// creeps says that T has a bound at l with the linear form of one of the interpolants: constants
// creep as they do on the way back through a counterexample with many rounds, or through the first
// of several phases of a loop. There bounds are of no use, and a disjunct of its own is.
func (r *interpretation) creeps(l ir.Loc, is []polyhedra.Constraint) bool {
	for _, c := range is {
		if slices.ContainsFunc(r.memory.t[l], c.Parallel) {
			return true
		}
	}
	return false
}
