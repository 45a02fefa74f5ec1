package polyhedra

import (
	"slices"

	"craig/logic/num"
)

// dual is the cone of the linear forms that are not negative on the generators of a polyhedron of n
// dimensions, with these generators: constraints and generators change their roles. The lines of the
// cone are the equalities of the polyhedron, its rays the inequalities; ray i of the polyhedron is
// inequality i of the cone.
type dual struct {
	n     int
	cone  *cone
	lines []vec
	rays  []vec
}

// newDual has no generators: the forms are all.
func newDual(n int) *dual { return &dual{n: n, cone: newCone(n + 1)} }

// dual is that of p, whose constraints are minimal: the generators of the cone are these.
func (p *poly) dual() *dual {
	rays := p.cone.rays
	c := &cone{n: p.n + 1, lines: slices.Clone(p.eqs), ineqs: len(rays), eqs: len(p.cone.lines)}
	column := transposed(p.cone)
	for j, f := range concat([]vec{positivity(p.n)}, p.ineqs) {
		if j > 0 || !redundant(column, 0, len(rays)) {
			c.rays = append(c.rays, ray{f, column[j]})
		}
	}
	return &dual{p.n, c, slices.Clone(p.cone.lines), vectors(rays)}
}

// transposed is, for each inequality of c, the set of rays that saturate it.
func transposed(c *cone) []bitset {
	column := make([]bitset, c.ineqs)
	words := len(c.rays)/64 + 1
	space := make(bitset, words*len(column))
	for j := range column {
		column[j] = space[j*words : (j+1)*words : (j+1)*words]
	}
	for i, r := range c.rays {
		for j := range column {
			if r.sat.has(j) {
				column[j].set(i)
			}
		}
	}
	return column
}

func vectors(rays []ray) []vec {
	vs := make([]vec, len(rays))
	for i, r := range rays {
		vs[i] = r.v
	}
	return vs
}

// addLines and addRays add generators to the polyhedron. They return false if work has stopped; d is
// of no use then.
func (d *dual) addLines(lines []vec, w *work) bool {
	d.lines = append(d.lines, lines...)
	return !slices.ContainsFunc(lines, func(l vec) bool { return !d.cone.add(l, true, w) })
}

func (d *dual) addRays(rays []vec, w *work) bool {
	d.rays = append(d.rays, rays...)
	return !slices.ContainsFunc(rays, func(r vec) bool { return !d.cone.add(r, false, w) })
}

// polyhedron is the polyhedron of d, which has a point, minimal in both forms.
func (d *dual) polyhedron() *poly {
	p := &poly{n: d.n, minimal: true}
	p.eqs = slices.Clone(d.cone.lines)
	pivots := echelon(&p.eqs)
	var facets []ray
	for _, f := range d.cone.rays {
		if !f.v.isZero(1) { // a positive constant says nothing
			facets = append(facets, f)
			p.ineqs = append(p.ineqs, substitute(f.v, p.eqs, pivots))
		}
	}
	// A ray on which all forms are zero is a line by now; of the others those are extreme on which not
	// more are zero than on another one.
	c := &cone{n: d.n + 1, lines: slices.Clone(d.lines), ineqs: len(facets) + 1, eqs: len(p.eqs)}
	column := transposed(d.cone)
	for i, v := range d.rays {
		if column[i].count() == len(d.cone.rays) {
			c.lines = append(c.lines, v)
		} else if !redundant(column, i, len(d.cone.rays)) {
			sat := make(bitset, c.ineqs/64+1)
			if v[0].IsZero() {
				sat.set(0)
			}
			for k, f := range facets {
				if f.sat.has(i) {
					sat.set(k + 1)
				}
			}
			c.rays = append(c.rays, ray{v, sat})
		}
	}
	c.lines = independent(c.lines)
	p.cone = c
	return p
}

// independent is lines without those that are combinations of others before.
func independent(lines []vec) []vec {
	var rows, kept []vec
	var pivots []int
	for _, l := range lines {
		row := substitute(l, rows, pivots)
		if row.isZero(0) {
			continue
		}
		kept = append(kept, l)
		pivot := slices.IndexFunc(row, func(x num.Int) bool { return !x.IsZero() })
		for k := range rows {
			rows[k] = eliminate(rows[k], row, pivot)
		}
		rows, pivots = append(rows, row), append(pivots, pivot)
	}
	return kept
}
