package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// A block of the heap may get the address of one that was freed before. If the program still has a pointer to that
// one and compares the two, which C does not define, or their numbers, either result is possible.

// maxSearches bounds the searches for what comes after a statement; beyond, anything may.
const maxSearches = 256

// frees are the places where blocks are freed and made, and what comes after them.
type frees struct {
	free, made []passed
	after      map[ir.EdgeID][]bool // by the edge, the locations after it
}

// passed is an edge, with the blocks that it frees or makes.
type passed struct {
	*ir.Edge
	blocks map[int32]bool
}

// findFrees has to come before edges are changed.
func (a *facts) findFrees() *frees {
	f := &frees{after: map[ir.EdgeID][]bool{}}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Free:
			if s.Addr != nil {
				f.free = append(f.free, passed{e, a.blocksOf(s.Addr)})
			}
		case *ir.Alloc:
			if s.Result != nil {
				f.made = append(f.made, passed{e, map[int32]bool{a.objs[a.object(s.Site)].Rep: true}})
			}
		}
	}
	return f
}

// comesAfter says that location to may be reached after the edge e was passed.
func (w *lowering) comesAfter(e *ir.Edge, to ir.Loc) bool {
	if w.p.Locs[e.From].Func != w.p.Main || w.p.Locs[to].Func != w.p.Main {
		return true
	}
	seen := w.frees.after[e.ID]
	if seen == nil {
		if len(w.frees.after) == maxSearches {
			return true
		}
		seen = make([]bool, len(w.p.Locs))
		work := []ir.Loc{e.To}
		seen[e.To] = true
		for len(work) > 0 {
			l := work[len(work)-1]
			work = work[:len(work)-1]
			for _, id := range w.p.Locs[l].Out {
				if next := w.p.Edges[id].To; !seen[next] {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
		w.frees.after[e.ID] = seen
	}
	return int(to) >= len(seen) || seen[to]
}

// mayReuseAddress says that p may be the address, or its number, of a block that has been freed when the one was made of which q may be, or the
// other way around.
func (w *lowering) mayReuseAddress(p, q *ir.Expr) bool {
	ps, qs := w.blocksOf(p), w.blocksOf(q)
	if len(ps) == 0 || len(qs) == 0 || len(w.frees.free) == 0 {
		return false
	}
	return w.freedBefore(ps, qs) || w.freedBefore(qs, ps)
}

// freedBefore says that one of the blocks old may have been freed before one of the others was made, both
// before the edge in hand.
func (w *lowering) freedBefore(old, other map[int32]bool) bool {
	for _, m := range w.frees.made {
		if !meets(m.blocks, other) || !w.comesAfter(m.Edge, w.edge.From) {
			continue
		}
		for _, f := range w.frees.free {
			// realloc frees the old block where it has made the new one.
			if meets(f.blocks, old) && (f.Pos == m.Pos || w.comesAfter(f.Edge, m.From)) && !w.same(f.blocks, m.blocks) {
				return true
			}
		}
	}
	return false
}

func meets(a, b map[int32]bool) bool {
	for o := range a {
		if b[o] {
			return true
		}
	}
	return false
}

// same says that all of these are one block.
func (w *lowering) same(a, b map[int32]bool) bool {
	for o := range a {
		for u := range b {
			if o != u || !w.objs[o].Once {
				return false
			}
		}
	}
	return true
}

// leftBehind says that p and q may be addresses on the stack, or their numbers, of which one was left behind before the other object was made: they may lie
// at the same place.
func (a *facts) leftBehind(p, q *ir.Expr) bool {
	for _, o := range a.addressees(p) {
		for _, u := range a.addressees(q) {
			if a.share(&a.objs[o], &a.objs[u]) {
				return true
			}
		}
	}
	return false
}

// share says that x and y may lie at the same place of the stack: local variables of two calls, neither of which is in the other, and arrays of
// variable length and what alloca gives, whose lives are of blocks and calls. Variables of one call are taken to have places of
// their own, also those of blocks that are left, as without optimisation.
func (a *facts) share(x, y *object) bool {
	variable := func(o *object) bool { return o.Kind == ir.LocalObject }
	stack := func(o *object) bool { return variable(o) || o.Automatic && !o.Handle }
	switch {
	case !stack(x), !stack(y):
		return false
	case x.Object == y.Object:
		return x.Automatic && !x.Once
	}
	return !(variable(x) && a.around(x.Object, y.Object)) && !(variable(y) && a.around(y.Object, x.Object))
}

// around says that the call that the local variable x is of goes on while the one of y does, or is the same.
func (a *facts) around(x, y *ir.Object) bool {
	switch {
	case x.Func != y.Func:
		return x.Func == a.p.Main
	case x.Instance == y.Instance || x.Instance == nil:
		return true
	case y.Instance == nil || len(x.Instance.Calls) >= len(y.Instance.Calls):
		return false
	}
	return slices.Equal(x.Instance.Calls, y.Instance.Calls[:len(x.Instance.Calls)])
}

// blocksOf are the blocks of the heap of which e may be an address or its number.
func (a *facts) blocksOf(e *ir.Expr) map[int32]bool {
	blocks := map[int32]bool{}
	for _, o := range a.addressees(e) {
		if a.objs[o].Kind == ir.HeapObject {
			blocks[a.objs[o].Rep] = true
		}
	}
	return blocks
}
