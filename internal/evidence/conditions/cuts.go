package conditions

import (
	"slices"

	"craig/internal/program/ir"
)

// part is a location, or with a body a loop, which it is the head of.
type part struct {
	loc  ir.Loc
	loop bool
	body []part
}

// sorted lists the strongly connected parts of what is reached from roots by edges of next, each after those before it (Tarjan). A loop's head is
// where the search first comes to it; the edges to the head do not count inside of it.
func sorted(roots []ir.Loc, next func(ir.Loc) []ir.Loc) []part {
	number, low, open := map[ir.Loc]int{}, map[ir.Loc]int{}, map[ir.Loc]bool{}
	var stack []ir.Loc
	var parts []part // the last one first
	var visit func(ir.Loc)
	visit = func(l ir.Loc) {
		number[l] = len(number) + 1
		low[l] = number[l]
		stack, open[l] = append(stack, l), true
		for _, to := range next(l) {
			if number[to] == 0 {
				visit(to)
				low[l] = min(low[l], low[to])
			} else if open[to] {
				low[l] = min(low[l], number[to])
			}
		}
		if low[l] < number[l] {
			return
		}
		i := slices.Index(stack, l)
		inside := slices.Clone(stack[i+1:])
		stack, open[l] = stack[:i], false
		is := map[ir.Loc]bool{}
		for _, m := range inside {
			open[m], is[m] = false, true
		}
		loop := len(inside) > 0 || slices.Contains(next(l), l)
		parts = append(parts, part{l, loop, sorted(inside, func(l ir.Loc) []ir.Loc {
			return slices.DeleteFunc(next(l), func(to ir.Loc) bool { return !is[to] })
		})})
	}
	for _, l := range roots {
		if number[l] == 0 {
			visit(l)
		}
	}
	slices.Reverse(parts)
	return parts
}

// flat are parts and those in their bodies.
func flat(list []part) (all []part) {
	for _, x := range list {
		all = append(append(all, x), flat(x.body)...)
	}
	return all
}

// out are the edges that leave l; none leave an error.
func (g *generator) out(l ir.Loc) (list []*ir.Edge) {
	for _, id := range g.p.Locs[l].Out {
		if e := g.p.Edges[id]; e != nil && !g.p.Locs[l].IsGoal() {
			list = append(list, e)
		}
	}
	return list
}

// next gives the locations that they lead to; none after one of ends.
func (g *generator) next(ends map[ir.Loc]bool) func(ir.Loc) []ir.Loc {
	return func(l ir.Loc) (to []ir.Loc) {
		for _, e := range g.out(l) {
			if !ends[l] {
				to = append(to, e.To)
			}
		}
		return to
	}
}

// cutPoints are the entry of a procedure, the places with a formula, and of cycles that have none of them a loop head, or any location if there is none. No cycle is
// without one.
func (g *generator) cutPoints(f *ir.Func, a annotation) map[ir.Loc]bool {
	cut := map[ir.Loc]bool{f.Entry: true}
	for l := range a.at {
		cut[l] = true
	}
	cycles := func() (list []part) {
		var roots []ir.Loc
		for _, l := range f.Locs {
			if cut[l] {
				roots = append(roots, g.next(nil)(l)...)
			}
		}
		return slices.DeleteFunc(flat(sorted(roots, g.next(cut))), func(x part) bool { return !x.loop })
	}
	head := func(x part) bool { return g.p.Locs[x.loc].Loop }
	for more := true; more; {
		more = false
		for _, x := range cycles() {
			if i := slices.IndexFunc(flat(x.body), head); i >= 0 && !head(x) {
				cut[flat(x.body)[i].loc], more = true, true
				break
			}
		}
	}
	for _, x := range cycles() {
		cut[x.loc] = true
	}
	return cut
}
