package polyhedra

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// consistent checks that the generators of p are the minimal ones of its constraints, and that they
// know which inequalities they saturate.
func consistent(t *rapid.T, what string, p *poly) {
	w := &work{maxRays: 1 << 20}
	fresh := &poly{n: p.n, eqs: p.eqs, ineqs: p.ineqs}
	fresh.convert(w)
	if p.cone == nil {
		t.Fatalf("%s has no generators", what)
	}
	if len(p.cone.lines) != len(fresh.cone.lines) || len(p.cone.rays) != len(fresh.cone.rays) {
		t.Fatalf("%s: %v %v has generators %v %v, want %v %v", what, p.eqs, p.ineqs, p.cone.lines, vectors(p.cone.rays), fresh.cone.lines, vectors(fresh.cone.rays))
	}
	if p.cone.ineqs != len(p.ineqs)+1 {
		t.Fatalf("%s: %d inequalities, want %d", what, p.cone.ineqs, len(p.ineqs)+1)
	}
	for _, l := range p.cone.lines {
		if slices.ContainsFunc(concat(p.eqs, p.ineqs), func(f vec) bool { return !f.dot(l).IsZero() }) || !l[0].IsZero() {
			t.Fatalf("%s: %v is no line of %v %v", what, l, p.eqs, p.ineqs)
		}
	}
	for _, r := range p.cone.rays {
		if !p.allows(r.v) || r.sat.has(0) != r.v[0].IsZero() {
			t.Fatalf("%s: %v is no generator of %v %v", what, r.v, p.eqs, p.ineqs)
		}
		for j, f := range p.ineqs {
			if r.sat.has(j+1) != f.dot(r.v).IsZero() {
				t.Fatalf("%s: %v saturates %v: %v", what, r.v, f, r.sat.has(j+1))
			}
		}
	}
}

// TestGenerators: hulls, projections and meets have the generators that belong to their constraints,
// and the constraints are minimal where they are said to be.
func TestGenerators(t *testing.T) {
	w := &work{maxRays: 1 << 20}
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.IntRange(1, 5).Draw(t, "dimension")
		a, b := randomSystem(r, n).poly(n), randomSystem(r, n).poly(n)
		if a.isEmpty(w) || b.isEmpty(w) {
			return
		}
		h, _ := hull(a, b, w)
		q, _ := a.forgetByGenerators(1+r.IntN(n), w)
		more := randomSystem(r, n)
		m := a.with(more.eqs, more.ineqs, w)
		consistent(t, "the hull", h)
		consistent(t, "the projection", q)
		if !m.isEmpty(w) {
			m.minimise(w)
			consistent(t, "the meet", m)
		}
		for what, p := range map[string]*poly{"the hull": h, "the projection": q} {
			eqs, ineqs := len(p.eqs), len(p.ineqs)
			p.minimal = false
			p.minimise(w)
			if len(p.eqs) != eqs || len(p.ineqs) != ineqs {
				t.Fatalf("%s has %d equalities and %d inequalities, of which %d and %d are needed", what, eqs, ineqs, len(p.eqs), len(p.ineqs))
			}
		}
	})
}
