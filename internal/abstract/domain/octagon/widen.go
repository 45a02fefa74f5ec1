package octagon

import "craig/internal/abstract/domain"

// Widen drops binary bounds that are not stable; single variables are widened as intervals are.
func (d *Domain) Widen(a, b State) State {
	if d.IsBottom(a) {
		return b
	}
	if d.IsBottom(b) {
		return a
	}
	return State{d.box.Widen(a.box, b.box), d.combine(a, b, (*oct).widen)}
}

// Narrow takes from b the constraints that a does not have.
func (d *Domain) Narrow(a, b State) State {
	box := d.box.Narrow(a.box, b.box)
	if d.IsBottom(a) || d.IsBottom(b) || d.box.IsBottom(box) {
		return d.Bottom()
	}
	octs := domain.Union(a.octs, b.octs, func(_ int, o, p *oct) *oct { return o.fill(p) })
	return State{box, octs}
}

// widen drops the bounds of o that p does not keep. The result is not closed, and must not be
// before it is widened again.
func (o *oct) widen(p *oct) *oct {
	p = p.close()
	if o.empty {
		return p
	}
	if p.empty || o == p {
		return o
	}
	g := blocksOf(o, p)
	// Where a bound goes, what followed from it may stay.
	n := 2 * len(g)
	for i := range n {
		if x := o.unary(i); x >= far || p.unary(i) <= x {
			continue
		}
		for j := range n {
			if i/2 != j/2 && p.entry(i^1, j) <= o.entry(i^1, j) && o.entry(i^1, j) < far {
				g.unite(i/2, j/2)
			}
		}
	}
	return o.zip(p, g, false, func(x, y int64) int64 {
		if y > x {
			return inf
		}
		return x
	})
}
