package polyhedra

import (
	"slices"

	"craig/logic/num"
)

// poly is a closed convex polyhedron in n dimensions. Its constraints are always there; its
// generators are computed when they are needed, and the constraints then are made minimal.
type poly struct {
	n          int
	eqs, ineqs []vec
	cone       *cone // nil: not yet. Its inequality 0 is x₀ ≥ 0, i+1 is ineqs[i].
	gaveUp     bool  // the conversion takes too much work
	minimal    bool
}

// convert computes the generators; false if that takes too much work.
func (p *poly) convert(w *work) bool {
	if p.cone != nil || p.gaveUp {
		return p.cone != nil
	}
	c := newCone(p.n + 1)
	ok := true
	for _, e := range p.eqs {
		ok = ok && c.add(e, true, w)
	}
	ok = ok && c.add(positivity(p.n), false, w)
	for _, e := range p.ineqs {
		ok = ok && c.add(e, false, w)
	}
	if !ok {
		p.gaveUp = true
		return false
	}
	p.cone = c
	return true
}

func positivity(n int) vec {
	v := make(vec, n+1)
	v[0] = num.I(1)
	return v
}

// isEmpty says that there is no point; true is a proof.
func (p *poly) isEmpty(w *work) bool {
	if !p.convert(w) {
		return false
	}
	for _, r := range p.cone.rays {
		if !r.v[0].IsZero() {
			return false
		}
	}
	return true
}

// with is p and more constraints. The generators of p are kept up to date if it has them.
func (p *poly) with(eqs, ineqs []vec, w *work) *poly {
	q := &poly{n: p.n, eqs: concat(p.eqs, eqs), ineqs: concat(p.ineqs, ineqs)}
	if p.cone == nil {
		return q
	}
	c := p.cone.clone()
	ok := true
	for _, e := range eqs {
		ok = ok && c.add(e, true, w)
	}
	for _, e := range ineqs {
		ok = ok && c.add(e, false, w)
	}
	if ok {
		q.cone = c
	} else {
		q.gaveUp = true
	}
	return q
}

func concat(a, b []vec) []vec { return append(append(make([]vec, 0, len(a)+len(b)), a...), b...) }

// minimise makes the constraints of p, which is not empty, minimal: equalities independent and in
// echelon form, inequalities the facets, without the variables that equalities define.
func (p *poly) minimise(w *work) {
	if p.minimal || !p.convert(w) {
		return
	}
	rays := p.cone.rays
	column := transposed(p.cone)
	eqs := append([]vec(nil), p.eqs...)
	var facets []int
	for j := 1; j < len(column); j++ {
		switch {
		case column[j].count() == len(rays):
			eqs = append(eqs, p.ineqs[j-1])
		case !redundant(column, j, len(rays)):
			facets = append(facets, j)
		}
	}
	pivots := echelon(&eqs)
	ineqs := make([]vec, len(facets))
	for i, j := range facets {
		ineqs[i] = substitute(p.ineqs[j-1], eqs, pivots)
	}
	c := p.cone.clone()
	for i, r := range rays {
		sat := make(bitset, len(facets)/64+1)
		if r.sat.has(0) {
			sat.set(0)
		}
		for k, j := range facets {
			if r.sat.has(j) {
				sat.set(k + 1)
			}
		}
		c.rays[i].sat = sat
	}
	c.ineqs, c.eqs = len(facets)+1, len(eqs)
	p.eqs, p.ineqs, p.cone, p.minimal = eqs, ineqs, c, true
}

// redundant says that inequality j is no facet, or the same as another one before it.
func redundant(column []bitset, j, rays int) bool {
	for i := range column {
		if i == j || column[i].count() == rays || !column[j].in(column[i]) {
			continue
		}
		if i < j || !column[i].in(column[j]) {
			return true
		}
	}
	return false
}

// echelon makes equalities independent, each with a variable, its pivot, that occurs in no other.
func echelon(eqs *[]vec) (pivots []int) {
	rows := *eqs
	out := rows[:0]
	for _, row := range rows {
		row = substitute(row, out, pivots)
		if row.isZero(1) {
			continue
		}
		pivot := 0
		for i := len(row) - 1; i > 0; i-- {
			if row[i].Abs().IsOne() {
				pivot = i
				break
			}
			if pivot == 0 && !row[i].IsZero() {
				pivot = i
			}
		}
		for k := range out {
			out[k] = eliminate(out[k], row, pivot)
		}
		out = append(out, row)
		pivots = append(pivots, pivot)
	}
	*eqs = out
	return pivots
}

// substitute removes the pivots of equalities from row.
func substitute(row vec, eqs []vec, pivots []int) vec {
	for k, e := range eqs {
		row = eliminate(row, e, pivots[k])
	}
	return row
}

// eliminate removes variable i from row by adding a multiple of e = 0, in which it occurs; row
// is scaled by a positive number.
func eliminate(row, e vec, i int) vec {
	if row[i].IsZero() {
		return row
	}
	a, b := e[i], row[i].Neg()
	if a.Sign() < 0 {
		a, b = a.Neg(), b.Neg()
	}
	return combine(a, row, b, e)
}

// hull is the least polyhedron around a and b, which have the same dimensions and are not empty.
// ok is false if that takes too much work.
func hull(a, b *poly, w *work) (*poly, bool) {
	if !a.convert(w) || !b.convert(w) {
		return nil, false
	}
	if len(a.cone.rays) < len(b.cone.rays) {
		a, b = b, a
	}
	a.minimise(w)
	rays := slices.DeleteFunc(vectors(b.cone.rays), a.allows)
	if len(rays) == 0 && !slices.ContainsFunc(b.cone.lines, func(l vec) bool { return !a.allows(l) || !a.allows(l.neg()) }) {
		return a, true // which has b in it
	}
	d := a.dual()
	if !d.addLines(b.cone.lines, w) || !d.addRays(rays, w) {
		return nil, false
	}
	return d.polyhedron(), true
}

// project drops the dimensions that are not in keep: column i of the result is column keep[i].
func (p *poly) project(keep []int, w *work) (*poly, bool) {
	kept := make([]bool, p.n+1)
	for _, k := range keep {
		kept[k] = true
	}
	q := p
	for i := 1; i <= p.n; i++ {
		if kept[i] {
			continue
		}
		var ok bool
		if q, ok = q.forget(i, w); !ok {
			return nil, false
		}
	}
	r := &poly{n: len(keep)}
	pick := func(v vec) vec {
		u := make(vec, len(keep)+1)
		u[0] = v[0]
		for i, k := range keep {
			u[i+1] = v[k]
		}
		return u
	}
	for _, e := range q.eqs {
		r.eqs = append(r.eqs, pick(e))
	}
	for _, e := range q.ineqs {
		r.ineqs = append(r.ineqs, pick(e))
	}
	return r, true
}

// forget removes what p says of dimension x: by an equality, or else by pairs of inequalities
// [Fourier, Motzkin] if they are few, or else on the generators.
func (p *poly) forget(x int, w *work) (*poly, bool) {
	for k, e := range p.eqs {
		if e[x].IsZero() {
			continue
		}
		q := &poly{n: p.n}
		for j, f := range p.eqs {
			if j != k {
				q.eqs = append(q.eqs, eliminate(f, e, x))
			}
		}
		for _, f := range p.ineqs {
			q.ineqs = append(q.ineqs, eliminate(f, e, x))
		}
		q.tidy()
		return q, true
	}
	q := &poly{n: p.n, eqs: p.eqs}
	var lower, upper []vec
	for _, f := range p.ineqs {
		switch f[x].Sign() {
		case 0:
			q.ineqs = append(q.ineqs, f)
		case 1:
			lower = append(lower, f)
		default:
			upper = append(upper, f)
		}
	}
	if len(lower) == 0 && len(upper) == 0 {
		return p, true
	}
	if len(lower)*len(upper) > 2*(len(lower)+len(upper)) {
		return p.forgetByGenerators(x, w)
	}
	for _, l := range lower {
		for _, u := range upper {
			q.ineqs = append(q.ineqs, combine(u[x].Neg(), l, l[x], u))
		}
	}
	q.tidy()
	return q, true
}

// forgetByGenerators adds the line of dimension x.
func (p *poly) forgetByGenerators(x int, w *work) (*poly, bool) {
	if !p.convert(w) {
		return nil, false
	}
	line := make(vec, p.n+1)
	line[x] = num.I(1)
	d := newDual(p.n)
	if !d.addLines([]vec{line}, w) || !d.addLines(p.cone.lines, w) || !d.addRays(vectors(p.cone.rays), w) {
		return nil, false
	}
	return d.polyhedron(), true
}

// tidy removes, from the constraints of p, which is not yet seen by others, those that are
// trivial, and of parallel inequalities all but the tightest.
func (p *poly) tidy() {
	kept := make([]vec, 0, len(p.ineqs))
next:
	for _, f := range p.ineqs {
		if f.isZero(1) && f[0].Sign() >= 0 {
			continue
		}
		for i, g := range kept {
			if order, ok := parallel(f, g); ok {
				if order < 0 {
					kept[i] = f
				}
				continue next
			}
		}
		kept = append(kept, f)
	}
	p.ineqs = kept
	eqs := make([]vec, 0, len(p.eqs))
	for _, e := range p.eqs {
		if !e.isZero(0) {
			eqs = append(eqs, e)
		}
	}
	p.eqs = eqs
}

// parallel says whether f and g bound the same linear form; order is negative if f is tighter.
func parallel(f, g vec) (order int, ok bool) {
	var a, b num.Int // f = (a/b)·g on the variables
	for i := 1; i < len(f); i++ {
		if f[i].Sign() != g[i].Sign() {
			return 0, false
		}
		if f[i].IsZero() {
			continue
		}
		if b.IsZero() {
			a, b = f[i].Abs(), g[i].Abs()
		} else if !f[i].Mul(b).Eq(g[i].Mul(a)) {
			return 0, false
		}
	}
	if b.IsZero() {
		return 0, false
	}
	return f[0].Mul(b).Cmp(g[0].Mul(a)), true
}
