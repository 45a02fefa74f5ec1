package polyhedra

import "slices"

// combine applies f, a hull or a widening, to what a and b say of the variables on which they
// differ; blocks that they share stay. The result relates blocks of a to each other where b has
// them otherwise: x = y = 0 and x = 1, y = 100 give y = 100x. That needs the generators of
// products, so that where these are many f is applied to one group of related variables after the
// other, which tells less. If f gives up, what a and b both say is kept.
func (d *Domain) combine(a, b State, f func(p, q *poly) (*poly, bool)) State {
	var r State
	var vars []int
	for _, blk := range a.blocks {
		if b.hasBlock(blk) || d.hasEqual(b, blk) {
			r.blocks = append(r.blocks, blk)
		} else {
			vars = append(vars, blk.vars...)
		}
	}
	// f gives nothing on variables of which only one of them speaks.
	known := d.Vars(b)
	vars = slices.DeleteFunc(vars, func(v int) bool {
		_, ok := slices.BinarySearch(known, v)
		return !ok
	})
	if len(vars) == 0 {
		return r
	}
	slices.Sort(vars)
	groups := [][]int{vars}
	if limit := d.opts.MaxRays / 8; d.generators(a, vars) > limit || d.generators(b, vars) > limit {
		groups = related(vars, a, b)
	}
	for _, g := range groups {
		blk, ok := d.apply(a, b, g, f)
		if !ok {
			r = d.With(r, d.common(a, b, g)...)
			continue
		}
		parts, ok := d.pieces(blk)
		if !ok {
			return d.Bottom()
		}
		r.blocks = append(r.blocks, parts...)
	}
	return r
}

// apply is f on what a and b say of vars.
func (d *Domain) apply(a, b State, vars []int, f func(p, q *poly) (*poly, bool)) (*block, bool) {
	x, okX := d.restrict(a, vars)
	y, okY := d.restrict(b, vars)
	if !okX || !okY {
		return nil, false
	}
	p, ok := f(x.p, y.p)
	return &block{x.vars, p}, ok
}

// common lists the constraints of a on vars only that b has too.
func (d *Domain) common(a, b State, vars []int) []Constraint {
	return slices.DeleteFunc(d.Constraints(a), func(c Constraint) bool {
		outside := func(v int) bool { return !slices.Contains(vars, v) }
		return slices.ContainsFunc(c.ids(), outside) || !d.Entails(b, c)
	})
}

// generators estimates how many the product of the blocks of s with any of vars has.
func (d *Domain) generators(s State, vars []int) int {
	n := 1
	for _, b := range s.blocks {
		if overlap(b.vars, vars) && b.p.convert(&d.work) {
			n = min(n*max(len(b.p.cone.rays), 1), 1<<30)
		}
	}
	return n
}

// related splits vars, which are ascending, into groups such that no block of a or b has variables
// of two.
func related(vars []int, states ...State) [][]int {
	of := map[int]int{} // the first variable of the group
	for _, v := range vars {
		of[v] = v
	}
	for _, s := range states {
		for _, b := range s.blocks {
			first := -1
			for _, v := range b.vars {
				g, ok := of[v]
				switch {
				case !ok || g == first:
				case first < 0:
					first = g
				default:
					from, to := max(g, first), min(g, first)
					for _, u := range vars {
						if of[u] == from {
							of[u] = to
						}
					}
					first = to
				}
			}
		}
	}
	var groups [][]int
	at := map[int]int{}
	for _, v := range vars {
		i, ok := at[of[v]]
		if !ok {
			i = len(groups)
			at[of[v]] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups
}
