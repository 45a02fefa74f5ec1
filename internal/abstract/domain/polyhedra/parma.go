package polyhedra

import (
	"cmp"
	"slices"

	"craig/logic/num"
)

// parma is the widening of a and b ⊇ a [Bagnara, Hill, Ricci, Zaffanella 2003], neither of them
// empty, with the same dimensions: b itself if it is nearer to the end of any chain than a is, as
// certificates tell, or else the first of the paper's guesses that is so and within the standard
// widening, or else the standard widening. It is never greater than that one. ok is false if that
// takes too much work.
//
// The guesses are those of the paper: combining constraints, evolving points, evolving rays.
//
// Property (TestParma): it is an upper bound within the standard widening, and certificates go down
// along a chain.
func parma(a, b *poly, w *work) (*poly, bool) {
	standard, ok := widen(a, b, w)
	if !ok {
		return nil, false
	}
	before, ok := certify(a, w)
	if !ok {
		return nil, false
	}
	if after, ok := certify(b, w); ok && after.below(before) {
		return b, true
	}
	for _, guess := range []func(a, b, standard *poly, w *work) (*poly, bool){combined, evolvedPoints, evolvedRays} {
		p, ok := guess(a, b, standard, w)
		if !ok || p == nil || p.includes(standard, w) {
			continue
		}
		if after, ok := certify(p, w); ok && after.below(before) {
			return p, true
		}
	}
	return standard, true
}

// certificate is how far a polyhedron, which is not empty, is from the end of a chain. The order
// of certificates is well-founded, and the standard widening goes down in it.
type certificate struct {
	codimension int   // dimensions that equalities take
	pointed     int   // dimensions without lines
	constraints int   // equalities and facets
	points      int   // modulo lines
	rays        []int // rays modulo lines, by how many coordinates are zero
}

func certify(p *poly, w *work) (c certificate, ok bool) {
	if !p.convert(w) {
		return c, false
	}
	p.minimise(w)
	lines := append([]vec(nil), p.cone.lines...)
	pivots := echelon(&lines)
	c = certificate{codimension: len(p.eqs), pointed: p.n - len(lines), constraints: len(p.eqs) + len(p.ineqs), rays: make([]int, p.n+1)}
	for _, r := range p.cone.rays {
		if !r.v[0].IsZero() {
			c.points++
			continue
		}
		zeros := 0
		for _, x := range substitute(r.v, lines, pivots)[1:] {
			if x.IsZero() {
				zeros++
			}
		}
		c.rays[zeros]++
	}
	return c, true
}

// below says that c is before d in the order, and not equal.
func (c certificate) below(d certificate) bool {
	return cmp.Or(
		cmp.Compare(c.codimension, d.codimension),
		cmp.Compare(c.pointed, d.pointed),
		cmp.Compare(c.constraints, d.constraints),
		cmp.Compare(c.points, d.points),
		slices.Compare(c.rays, d.rays),
	) < 0
}

// combined adds to the standard widening, for each point of b, the sum of the constraints of b
// that meet there and that the widening has lost.
func combined(_, b, standard *poly, w *work) (*poly, bool) {
	if !b.convert(w) || !standard.convert(w) {
		return nil, false
	}
	var lost []vec
	for _, f := range halves(b) {
		if !standard.satisfies(f) {
			lost = append(lost, f)
		}
	}
	var more []vec
	one := num.I(1)
	for _, r := range b.cone.rays {
		if r.v[0].IsZero() {
			continue
		}
		var sum vec
		for _, f := range lost {
			switch {
			case !f.dot(r.v).IsZero():
			case sum == nil:
				sum = f
			default:
				sum = combine(one, sum, one, f)
			}
		}
		if sum != nil && !standard.satisfies(sum) {
			more = append(more, sum)
		}
	}
	if len(more) == 0 {
		return nil, true
	}
	p := standard.with(nil, more, w)
	return p, !p.gaveUp
}

// evolvedPoints lets b grow from each point of a towards each of its own points that are not in a.
func evolvedPoints(a, b, standard *poly, w *work) (*poly, bool) {
	var rays []vec
	for _, q := range b.cone.rays {
		if q.v[0].IsZero() || a.allows(q.v) {
			continue
		}
		for _, p := range a.cone.rays {
			if !p.v[0].IsZero() {
				rays = append(rays, combine(p.v[0], q.v, q.v[0].Neg(), p.v))
			}
		}
	}
	return b.grow(rays, standard, w)
}

// evolvedRays lets b grow along where each of its rays that is not a's is turning, seen from each
// ray of a.
func evolvedRays(a, b, standard *poly, w *work) (*poly, bool) {
	var rays []vec
	for _, q := range b.cone.rays {
		if !q.v[0].IsZero() || a.allows(q.v) {
			continue
		}
		for _, p := range a.cone.rays {
			if p.v[0].IsZero() {
				rays = append(rays, turned(p.v, q.v))
			}
		}
	}
	return b.grow(rays, standard, w)
}

// turned is ray w after it has turned from v on as far as signs stay: in each plane of two
// coordinates the one that becomes smaller against the other is 0.
func turned(v, w vec) vec {
	r := slices.Clone(w)
	gone := make([]bool, len(w))
	for i := 1; i < len(w); i++ {
		for j := i + 1; j < len(w) && !gone[i]; j++ {
			if gone[j] {
				continue
			}
			turn := w[i].Mul(v[j]).Sub(w[j].Mul(v[i])).Sign()
			switch turn * w[i].Sign() * w[j].Sign() {
			case 1:
				r[j], gone[j] = num.Int{}, true
			case -1:
				r[i], gone[i] = num.Int{}, true
			}
		}
	}
	return r.reduce()
}

// allows says that the constraints of p, which is converted, hold for a generator.
func (p *poly) allows(v vec) bool {
	for _, e := range p.eqs {
		if !e.dot(v).IsZero() {
			return false
		}
	}
	return !slices.ContainsFunc(p.ineqs, func(f vec) bool { return f.dot(v).Sign() < 0 })
}

// grow is p with more rays, within bound; nil if there are none.
func (p *poly) grow(rays []vec, bound *poly, w *work) (*poly, bool) {
	if len(rays) == 0 {
		return nil, true
	}
	d := newDual(p.n)
	rays = slices.DeleteFunc(rays, func(r vec) bool { return r.isZero(0) })
	if !d.addLines(p.cone.lines, w) || !d.addRays(vectors(p.cone.rays), w) || !d.addRays(rays, w) {
		return nil, false
	}
	q := d.polyhedron().with(bound.eqs, bound.ineqs, w)
	return q, !q.gaveUp
}
