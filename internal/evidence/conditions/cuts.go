package conditions

import (
	"maps"
	"slices"

	"craig/internal/program/ir"
)

// cuts are the cut points of a procedure: its entry, the places with a formula, and heads of cycles that have none of them.
type cuts struct {
	p     *ir.Program
	is    map[ir.Loc]bool
	order []ir.Loc // those that can be reached, the entry first
}

// cutPoints chooses them. No cycle is without one afterwards.
func cutPoints(p *ir.Program, f *ir.Func, a annotation) *cuts {
	c := &cuts{p: p, is: map[ir.Loc]bool{f.Entry: true}}
	for l := range a.at {
		c.is[l] = true
	}
	// An edge to a location that is being visited closes a cycle; if no cut point is on it, that location becomes one.
	visited, open := map[ir.Loc]bool{}, map[ir.Loc]bool{}
	var visit func(ir.Loc)
	visit = func(l ir.Loc) {
		visited[l], open[l] = true, true
		for _, to := range next(p, l) {
			switch {
			case c.is[to]:
			case open[to]:
				c.is[to] = true
			case !visited[to]:
				visit(to)
			}
		}
		open[l] = false
	}
	for _, l := range f.Locs {
		if c.is[l] && !visited[l] {
			visit(l)
		}
	}
	c.order = []ir.Loc{f.Entry}
	for _, l := range slices.Sorted(maps.Keys(reachable(p, f.Entry))) {
		if c.is[l] && l != f.Entry {
			c.order = append(c.order, l)
		}
	}
	return c
}

// reachable are the locations that edges lead to from entry, itself included.
func reachable(p *ir.Program, entry ir.Loc) map[ir.Loc]bool {
	all := map[ir.Loc]bool{}
	for todo := []ir.Loc{entry}; len(todo) > 0; {
		l := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !all[l] {
			all[l] = true
			todo = append(todo, next(p, l)...)
		}
	}
	return all
}

// next are the locations after l; none after an error.
func next(p *ir.Program, l ir.Loc) (to []ir.Loc) {
	if p.Locs[l].IsGoal() {
		return nil
	}
	for _, id := range p.Locs[l].Out {
		if e := p.Edges[id]; e != nil {
			to = append(to, e.To)
		}
	}
	return to
}

// between lists src and what it reaches without passing a cut point, each location after those before it, and src again at the end if it is
// reached. Cut points and errors are ends.
func (c *cuts) between(src ir.Loc) []ir.Loc {
	var back []ir.Loc
	seen := map[ir.Loc]bool{src: true}
	again := false
	var visit func(ir.Loc)
	visit = func(l ir.Loc) {
		if l == src || !c.is[l] {
			for _, to := range next(c.p, l) {
				if again = again || to == src; !seen[to] {
					seen[to] = true
					visit(to)
				}
			}
		}
		back = append(back, l)
	}
	visit(src)
	slices.Reverse(back)
	if again {
		back = append(back, src)
	}
	return back
}
