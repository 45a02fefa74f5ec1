package conditions

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// descents hands out that ranks get smaller. Where executions come, no cycle is without a rank, and from each place that has one, the tuple has got smaller at
// the next such place, if that leads back.
func (g *generator) descents() {
	f, a := g.p.Main, g.invariants(g.p.Main)
	cut := g.cutPoints(f, a)
	comes := func(l ir.Loc) bool {
		return !g.p.Locs[l].IsGoal() && (!cut[l] || a.at[l].Valid() && !a.at[l].IsFalse())
	}
	g.measures(cut)
	if g.proof.Grows {
		g.ageless()
	} else {
		g.noHeap()
	}
	ranked := func(l ir.Loc) bool { return len(g.proof.Ranks[l]) > 0 }
	among := func(in func(ir.Loc) bool) []part { // the strongly connected parts of places
		return sorted(slices.DeleteFunc(slices.Clone(f.Locs), func(l ir.Loc) bool { return !in(l) }), func(l ir.Loc) []ir.Loc {
			return slices.DeleteFunc(g.next(nil)(l), func(to ir.Loc) bool { return !in(to) })
		})
	}
	for _, x := range among(func(l ir.Loc) bool { return comes(l) && !ranked(l) }) {
		if x.loop {
			fail("a cycle at %s has no rank", g.place(x.loc))
		}
	}
	ends := map[ir.Loc]bool{} // where what leaves a place with a rank has to be smaller, or need not be looked at
	for _, l := range f.Locs {
		ends[l] = ranked(l) || !comes(l)
	}
	for _, x := range among(comes) {
		together := map[ir.Loc]bool{x.loc: true}
		for _, y := range flat(x.body) {
			together[y.loc] = true
		}
		for _, l := range f.Locs {
			if x.loop && together[l] && ranked(l) {
				g.descent(a, l, ends, together)
			}
		}
	}
}

// descent hands out that the tuple of a place is smaller at the next places with ranks, of those that lead back.
func (g *generator) descent(a annotation, l ir.Loc, ends, together map[ir.Loc]bool) {
	b := g.newPaths(g.p.Main, a, l)
	b.nodes[0].say(b.here(a.at[l], 0))
	b.source = b.st.Import(a.at[l])
	b.leave(0)
	for _, x := range sorted(b.next(nil)(l), b.next(ends)) {
		n, ok := b.join(x.loc)
		switch {
		case !ok:
		case !ends[x.loc]:
			b.leave(n)
		case together[x.loc]:
			old, now := g.proof.Ranks[l], g.proof.Ranks[x.loc]
			if len(old) != len(now) {
				fail("the ranks of %s and %s are not of one length", g.place(l), g.place(x.loc))
			}
			smaller := b.st.False()
			for i := range slices.Backward(old) {
				before, after := b.here(old[i], 0), b.here(now[i], n)
				smaller = b.st.Or(b.st.And(b.st.Gt(before, after), b.st.Le(b.st.Int(0), before)), b.st.And(b.st.Eq(before, after), smaller))
			}
			b.must(smaller, n, fmt.Sprintf("from %s, the rank is smaller at %s", g.place(l), g.place(x.loc)))
		}
	}
	b.yieldGoals()
}

// measures fails if what is said to be a rank is none: at cut points, integers over variables of the program, but for the end of the heap.
func (g *generator) measures(cut map[ir.Loc]bool) {
	for l, tuple := range g.proof.Ranks {
		if !cut[l] {
			fail("a rank at location %d, which is no cut point", l)
		}
		for _, r := range tuple {
			if !r.Valid() || r.Sort() != term.Int {
				fail("a rank of location %d is no integer", l)
			}
			for _, x := range term.Vars(r, map[term.Term]bool{}, nil) {
				if v := g.vars[x.Name()]; v == nil || sortOf(v.Type) != x.Sort() || v.Name == ir.HeapName && !g.proof.Grows {
					fail("a rank of location %d mentions %s", l, x.Name())
				}
			}
		}
	}
}

// noHeap fails if an execution ends since the heap does, or addresses count blocks: no end of the program's.
func (g *generator) noHeap() {
	for _, e := range g.p.Edges {
		if e == nil {
			continue
		}
		assume, is := e.Stmt.(*ir.Assume)
		if set, ok := e.Stmt.(*ir.Assign); ok && set.Var.Name == ir.HeapName {
			fail("%s counts blocks", ir.StmtString(e.Stmt))
		}
		if is && e.Branch == 0 {
			ir.EachRead(assume, func(v *ir.Var) {
				if v.Name == ir.HeapName {
					fail("%s ends executions", ir.StmtString(e.Stmt))
				}
			})
		}
	}
}
