package octagon

import "slices"

// A partition groups variables: each points, maybe over others, to the first of its group.
type partition []int

// blocksOf has the blocks of o and of p, and what they share.
func blocksOf(o, p *oct) partition {
	g := make(partition, len(o.where))
	for v := range g {
		g[v] = v
	}
	for _, q := range []*oct{o, p} {
		for _, b := range q.blocks {
			for _, v := range b.vars[1:] {
				g.unite(b.vars[0], v)
			}
		}
	}
	return g
}

func (g partition) first(v int) int {
	for g[v] != v {
		v = g[v]
	}
	return v
}

func (g partition) unite(v, w int) {
	v, w = g.first(v), g.first(w)
	g[max(v, w)] = min(v, w)
}

// groups lists the groups and their variables in ascending order.
func (g partition) groups() [][]int {
	size := make([]int, len(g))
	for v := range g {
		g[v] = g.first(v)
		size[g[v]]++
	}
	space := make([]int, 0, len(g))
	var all [][]int
	of := make([]int, len(g))
	for v, f := range g {
		if f == v {
			of[v] = len(all)
			n := len(space)
			space = space[:n+size[v]]
			all = append(all, space[n:n:n+size[v]])
		}
		all[of[f]] = append(all[of[f]], v)
	}
	return all
}

// zip combines the entries of o and p, neither of them empty, by f, group by group. f takes the same
// entries twice to these. closed says that entries of closed octagons become a closed one; otherwise
// a block is closed only if it is that of o.
func (o *oct) zip(p *oct, g partition, closed bool, f func(x, y int64) int64) *oct {
	r := &oct{where: make([]slot, len(o.where)), blocks: make([]*block, 0, len(o.blocks))}
	for _, vars := range g.groups() {
		x, y := o.over(vars), p.over(vars)
		if x == y {
			r.blocks = append(r.blocks, x)
			continue
		}
		b := &block{vars: x.vars, m: make([]int64, len(x.m)), closed: x.closed && y.closed && closed}
		toX, toY := true, true
		for i, c := range x.m {
			b.m[i] = f(c, y.m[i])
			toX, toY = toX && b.m[i] == c, toY && b.m[i] == y.m[i]
		}
		switch {
		case toX:
			b = x
		case toY:
			b = y
		}
		r.blocks = append(r.blocks, b.split()...)
	}
	r.index()
	return r
}

func (o *oct) join(p *oct) *oct {
	o, p = o.close(), p.close()
	if o.empty {
		return p
	}
	if p.empty || o == p {
		return o
	}
	g := blocksOf(o, p)
	g.bridge(o, p)
	return o.zip(p, g, true, func(x, y int64) int64 { return max(x, y) })
}

// bridge unites variables that the join of o and p may relate though neither of them does: x = y = 0
// and x = y = 1 give x = y. There one octagon has the lower bound of one variable, the other one that
// of the other variable.
func (g partition) bridge(o, p *oct) {
	var lower, higher []int
	for j := range 2 * len(g) {
		x, y := o.unary(j), p.unary(j)
		switch {
		case x < y && y < far:
			lower = append(lower, j/2)
		case y < x && x < far:
			higher = append(higher, j/2)
		}
	}
	if len(lower) == 0 || len(higher) == 0 {
		return
	}
	for _, v := range append(lower, higher...) {
		g.unite(lower[0], v)
	}
}

func (o *oct) meet(p *oct) *oct {
	if o.empty || o == p {
		return o
	}
	if p.empty {
		return p
	}
	return o.zip(p, blocksOf(o, p), false, func(x, y int64) int64 { return min(x, y) }).close()
}

// fill takes from p the entries that o does not have.
func (o *oct) fill(p *oct) *oct {
	if o == p || o.empty || p.empty {
		return p
	}
	return o.zip(p, blocksOf(o, p), false, func(x, y int64) int64 {
		if x == inf {
			return y
		}
		return x
	})
}

func (o *oct) leq(p *oct) bool {
	if o = o.close(); o.empty {
		return true
	}
	if p.empty {
		return false
	}
	return !slices.ContainsFunc(p.blocks, func(y *block) bool {
		x := o.over(y.vars)
		if x == y {
			return false
		}
		for i, c := range x.m {
			if c > y.m[i] {
				return true
			}
		}
		return false
	})
}
