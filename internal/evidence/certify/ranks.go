package certify

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/solver"
	"craig/logic/term"
)

// Ranks checks that proof proves that every execution of p ends, and reaches no error location. p has no calls, and is one that Endings has
// made, or, where the heap grows, Growing, so that nothing ends an execution that craig assumes for its own sake.
//
// Besides the conditions of Safe, which are about the invariants, it checks that no cycle is left without the cut points that have a tuple, and that from each of these
// on every path to the next one that is on a cycle with it the tuple gets smaller:
//
//	decrease   some place is not negative and gets smaller, and the places in front of it stay as they are
//
// An execution that did not end would, from some time on, stay in one component, and come to its cut points without end.
func Ranks(ctx context.Context, p *ir.Program, proof verdict.Ranks, newSolver func(*term.Store) solver.Solver, workers int) error {
	wrong := func(at ir.Loc, format string, args ...any) error {
		return &Rejection{Cond: WellFormed, To: at, Reason: fmt.Sprintf(format, args...), Prog: p}
	}
	if HasCalls(p) {
		return wrong(0, "ranks of a program with calls")
	}
	if proof.Grows {
		if at := shrinks(p); at != 0 {
			return wrong(at, "the heap has an end, or addresses are more than the age of blocks")
		}
	} else if at := endsAtHeap(p); at != 0 {
		return wrong(at, "the end of the heap ends executions")
	}
	if err := boundNames(p, proof.Bound, proof.Invariants); err != nil {
		return err
	}
	cuts, err := cutPoints(p, proof.Invariants, proof.Bound...)
	if err != nil {
		return err
	}
	cuts.unbounded = proof.Grows
	if len(proof.Bound) > 0 {
		cuts.elem = elemTypes(p)
	}
	if err := rankTerms(cuts, proof, wrong); err != nil {
		return err
	}
	// What no execution comes to is on no cycle of one: that nothing reaches a cut point whose invariant is false is a condition of Safe.
	comes := func(l ir.Loc) bool {
		f := cuts.inv[l]
		return !p.Locs[l].IsGoal() && (!cuts.isCut[l] || f.Valid() && !f.IsFalse())
	}
	if at := cycle(p, func(l ir.Loc) bool { return comes(l) && len(proof.Tuples[l]) == 0 }); at != 0 {
		return wrong(at, "there is a cycle without a rank")
	}
	conds := conditions(p, cuts)
	for _, c := range cuts.order {
		tuple := proof.Tuples[c]
		if len(tuple) == 0 || !comes(c) {
			continue
		}
		q := &condition{prog: p, cuts: rankCuts(cuts, proof, comes), src: c, after: map[ir.Loc]term.Term{}}
		within := LeadsBack(p, c, comes)
		for _, t := range q.cuts.targets(p, c) {
			if !within[t] || !comes(t) {
				continue
			}
			if len(proof.Tuples[t]) != len(tuple) {
				return wrong(t, "tuples of one component differ in length")
			}
			q.targets = append(q.targets, t)
		}
		if len(q.targets) == 0 {
			continue
		}
		st := term.NewStore()
		var olds, given []term.Term
		for i, r := range tuple {
			x := st.Var(oldRank(cuts, i), term.Int)
			olds, given = append(olds, x), append(given, st.Eq(x, st.Import(r)))
		}
		q.given = st.And(given...)
		for _, t := range q.targets {
			q.after[t] = smaller(st, olds, proof.Tuples[t])
		}
		conds = append(conds, q)
	}
	return checkAll(ctx, conds, newSolver, workers)
}

// rankCuts are the cut points that have tuples, or where executions do not come: those between which tuples get smaller. A cut point that is on no
// cycle may have an invariant and no tuple; paths go on there.
func rankCuts(cuts *cutSet, proof verdict.Ranks, comes func(ir.Loc) bool) *cutSet {
	c := *cuts
	c.isCut = slices.Clone(cuts.isCut)
	for l, is := range cuts.isCut {
		if is {
			c.isCut[l] = len(proof.Tuples[ir.Loc(l)]) > 0 || !comes(ir.Loc(l))
		}
	}
	return &c
}

// oldRank is the name of what a place of the tuple was.
func oldRank(cuts *cutSet, i int) string {
	name := fmt.Sprintf("@rank%d", i)
	for cuts.byName[name] != nil {
		name = "@" + name
	}
	return name
}

// smaller says that now is smaller than old in lexicographic order, by a place that was not negative.
func smaller(st *term.Store, old, now []term.Term) term.Term {
	less, same := st.False(), st.True()
	for i := range old {
		is := st.Import(now[i])
		less = st.Or(less, st.And(same, st.Lt(is, old[i]), st.Ge(old[i], st.Int(0))))
		same = st.And(same, st.Eq(is, old[i]))
	}
	return less
}

// rankTerms complains about tuples that are none: at places that are no cut points, of what are no integers over p's variables, or
// that speak of where the heap ends.
func rankTerms(cuts *cutSet, proof verdict.Ranks, wrong func(ir.Loc, string, ...any) error) error {
	for l, tuple := range proof.Tuples {
		if l <= 0 || int(l) >= len(cuts.isCut) || !cuts.isCut[l] {
			return wrong(0, "a rank at %d, which is no cut point", l)
		}
		for _, r := range tuple {
			if !r.Valid() || r.Sort() != term.Int {
				return wrong(l, "a rank is no integer")
			}
			for _, x := range term.Vars(r, map[term.Term]bool{}, nil) {
				if cuts.byName[x.Name()] == nil || x.Name() == ir.HeapName && !proof.Grows {
					return wrong(l, "a rank mentions %s", x.Name())
				}
			}
		}
	}
	return nil
}

// cycle is a location of a cycle of locations for which in holds; 0 if there is none. It takes away, again and again, what nothing that is left leads to.
func cycle(p *ir.Program, in func(ir.Loc) bool) ir.Loc {
	ways := make([]int, len(p.Locs)) // from what is left
	is := make([]bool, len(p.Locs))
	left := 0
	for l, info := range p.Locs {
		if info != nil && in(ir.Loc(l)) {
			is[l] = true
			left++
		}
	}
	for _, e := range p.Edges {
		if e != nil && is[e.From] && is[e.To] {
			ways[e.To]++
		}
	}
	var free []ir.Loc
	for l := range p.Locs {
		if is[l] && ways[l] == 0 {
			free = append(free, ir.Loc(l))
		}
	}
	for len(free) > 0 {
		l := free[len(free)-1]
		free = free[:len(free)-1]
		is[l] = false
		left--
		for _, id := range p.Locs[l].Out {
			e := p.Edges[id]
			if e == nil || !is[e.To] {
				continue
			}
			if ways[e.To]--; ways[e.To] == 0 {
				free = append(free, e.To)
			}
		}
	}
	if left == 0 {
		return 0
	}
	return ir.Loc(slices.Index(is, true))
}

// LeadsBack are the locations from which edges lead to l, by way of locations for which in holds.
func LeadsBack(p *ir.Program, l ir.Loc, in func(ir.Loc) bool) map[ir.Loc]bool {
	back := map[ir.Loc]bool{l: true}
	stack := []ir.Loc{l}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, id := range p.Locs[at].In {
			if e := p.Edges[id]; e != nil && !back[e.From] && in(e.From) {
				back[e.From] = true
				stack = append(stack, e.From)
			}
		}
	}
	return back
}

// Endings is p as termination is asked of it: no execution ends since the heap does. Where the next block of the heap lies is any number: addresses may
// come again, as those of freed blocks do, so that no rank can count blocks.
func Endings(p *ir.Program) *ir.Program {
	heap := p.Global(ir.HeapName)
	if heap == nil {
		return p
	}
	q := p.Clone()
	for _, e := range q.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			if e.Branch == 0 && reads(s, heap) {
				e.Stmt = &ir.Skip{}
			}
		case *ir.Assign:
			if s.Var == heap {
				e.Stmt = &ir.Havoc{Var: heap, Source: ir.FromApproximation, Name: "address"}
			}
		}
	}
	return q
}

// endsAtHeap is where an assumption about the end of the heap is in p, or an address counts blocks; 0 if nothing is.
func endsAtHeap(p *ir.Program) ir.Loc {
	heap := p.Global(ir.HeapName)
	if heap == nil {
		return 0
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			if e.Branch == 0 && reads(s, heap) {
				return e.From
			}
		case *ir.Assign:
			if s.Var == heap {
				return e.From
			}
		}
	}
	return 0
}

func reads(s ir.Stmt, v *ir.Var) (found bool) {
	ir.EachRead(s, func(w *ir.Var) { found = found || w == v })
	return found
}
