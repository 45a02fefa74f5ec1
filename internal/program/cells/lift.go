package cells

import (
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Lift leads from proofs of a program with cells to proofs of the program that it was made of.
type Lift struct {
	program *ir.Program
	cells   []Cell
	temps   []*ir.Var
	pairs   [][2]Cell
}

// Elements is what invariants of the program with cells say of all elements: the indices of cells, which are
// bound, stand for all integers, and the values are what the regions have there. ok is false if an
// invariant speaks of something that only the program with cells has.
//
// Of indices it is known that they are of their types and ascend, and nothing else: what an invariant says
// of others does not matter.
func (w *Lift) Elements(inv map[ir.Loc]term.Term) (bound []string, all map[ir.Loc]term.Term, ok bool) {
	all = map[ir.Loc]term.Term{}
	for _, c := range w.cells {
		if !slices.Contains(bound, c.Index.Name) {
			bound = append(bound, c.Index.Name)
		}
	}
	for l, f := range inv {
		st := f.Store()
		ctx := sem.New(st, w.program)
		cells, known := map[term.Term]term.Term{}, []term.Term{}
		for _, c := range w.cells {
			k := ctx.Var(c.Index)
			cells[ctx.Var(c.Value)] = st.Select(ctx.Var(c.Region), c.layout.Addr(ctx, k))
			known = append(known, ctx.Range(c.Index.Type, k))
		}
		for _, p := range w.pairs {
			known = append(known, st.Lt(ctx.Var(p[0].Index), ctx.Var(p[1].Index)))
		}
		if !w.clean(f) {
			return nil, nil, false
		}
		var parts []term.Term
		for _, part := range term.Conjuncts(st.Subst(f, cells)) {
			for _, x := range term.Vars(part, map[term.Term]bool{}, nil) {
				if slices.Contains(bound, x.Name()) {
					part = st.Implies(st.And(known...), part)
					break
				}
			}
			parts = append(parts, part)
		}
		all[l] = st.And(parts...)
	}
	return bound, all, true
}

// clean says that f does not speak of what is dead at heads.
func (w *Lift) clean(f term.Term) bool {
	return !slices.ContainsFunc(term.Vars(f, map[term.Term]bool{}, nil), func(x term.Term) bool {
		return slices.ContainsFunc(w.temps, func(v *ir.Var) bool { return v.Name == x.Name() })
	})
}
