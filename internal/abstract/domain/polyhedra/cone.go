package polyhedra

import (
	"cmp"
	"math/bits"
	"slices"

	"craig/logic/num"
)

// vec is a vector of integers. As a constraint c it says c[0] + Σ c[i]·x[i] ≥ 0 (or = 0), as a
// generator it is the point v[1:]/v[0], or a direction if v[0] is 0. Vectors are never changed
// once others can see them.
type vec []num.Int

// within bounds numbers of which 256 products can be added without overflow.
const within = 1 << 27

// small says that a and b are within ±within.
func small(a, b int64) bool { return uint64(a+within)|uint64(b+within) < 2*within }

func (v vec) dot(w vec) num.Int {
	if s, ok := v.dotSmall(w); ok {
		return num.I(s)
	}
	var sum num.Int
	for i := range v {
		if !v[i].IsZero() && !w[i].IsZero() {
			sum = sum.Add(v[i].Mul(w[i]))
		}
	}
	return sum
}

// dotSmall is dot, if numbers are small and few.
func (v vec) dotSmall(w vec) (s int64, ok bool) {
	if len(v) > 256 {
		return 0, false
	}
	w = w[:len(v)]
	for i := range v {
		a, ok := v[i].Int64()
		b, okB := w[i].Int64()
		if !ok || !okB || !small(a, b) {
			return 0, false
		}
		s += a * b
	}
	return s, true
}

// isZero says that all elements from i on are 0.
func (v vec) isZero(i int) bool {
	for _, x := range v[i:] {
		if !x.IsZero() {
			return false
		}
	}
	return true
}

// reduce divides v, which is the caller's own, by the greatest common divisor of its elements.
func (v vec) reduce() vec {
	var g num.Int
	for _, x := range v {
		if !x.IsZero() {
			if g = g.Gcd(x); g.IsOne() {
				return v
			}
		}
	}
	if g.IsZero() {
		return v
	}
	for i := range v {
		v[i], _ = v[i].QuoRem(g)
	}
	return v
}

func (v vec) neg() vec {
	w := make(vec, len(v))
	for i := range v {
		w[i] = v[i].Neg()
	}
	return w
}

// combine is (a·v + b·w), reduced.
func combine(a num.Int, v vec, b num.Int, w vec) vec { return combineTo(make(vec, len(v)), a, v, b, w) }

// combineTo is combine in the place of r.
func combineTo(r vec, a num.Int, v vec, b num.Int, w vec) vec {
	k, okA := a.Int64()
	l, okB := b.Int64()
	fits := okA && okB && small(k, l)
	for i := range r {
		if fits {
			x, okX := v[i].Int64()
			y, okY := w[i].Int64()
			if okX && okY && small(x, y) {
				r[i] = num.I(k*x + l*y)
				continue
			}
		}
		r[i] = a.Mul(v[i]).Add(b.Mul(w[i]))
	}
	return r.reduce()
}

// bitset is a set of small numbers. Sets are never changed once others can see them.
type bitset []uint64

func (s bitset) has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 != 0 }

// with is s and i.
func (s bitset) with(i int) bitset {
	r := make(bitset, max(len(s), i/64+1))
	copy(r, s)
	r[i/64] |= 1 << (i % 64)
	return r
}

// set adds i to s, which is the caller's own and large enough.
func (s bitset) set(i int) { s[i/64] |= 1 << (i % 64) }

func (s bitset) in(t bitset) bool {
	for i, w := range s {
		if i < len(t) {
			w &^= t[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

func (s bitset) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// both adds what is in s and in t to r, which is the caller's own and large enough.
func (r bitset) both(s, t bitset) bitset {
	for i := range min(len(s), len(t)) {
		r[i] |= s[i] & t[i]
	}
	return r
}

// A ray with the numbers of the inequalities that it saturates.
type ray struct {
	v   vec
	sat bitset
}

// cone is {x | equalities, inequalities} as its minimal generators: the linear combinations of
// lines plus the non-negative ones of rays. Lines are independent, rays extreme and distinct
// modulo lines.
type cone struct {
	n     int // length of vectors
	lines []vec
	rays  []ray
	ineqs int // how many were added
	eqs   int
}

// newCone is the whole space.
func newCone(n int) *cone {
	c := &cone{n: n}
	for i := range n {
		v := make(vec, n)
		v[i] = num.I(1)
		c.lines = append(c.lines, v)
	}
	return c
}

// clone may be changed by add.
func (c *cone) clone() *cone {
	d := *c
	d.lines = append([]vec(nil), c.lines...)
	d.rays = append([]ray(nil), c.rays...)
	return &d
}

// add intersects c with a·x = 0 or a·x ≥ 0: one step of Chernikova's algorithm, with the
// combinatorial test of adjacency [Le Verge 1992]. It returns false if work has stopped; c is of no
// use then.
func (c *cone) add(a vec, eq bool, w *work) bool {
	bit := c.ineqs
	if eq {
		c.eqs++
	} else {
		c.ineqs++
	}
	for i, l := range c.lines {
		s := a.dot(l)
		if s.IsZero() {
			continue
		}
		if s.Sign() < 0 {
			l, s = l.neg(), s.Neg()
		}
		c.lines = append(c.lines[:i], c.lines[i+1:]...)
		for j, m := range c.lines[i:] { // those before are orthogonal to a
			if t := a.dot(m); !t.IsZero() {
				c.lines[i+j] = combine(s, m, t.Neg(), l)
			}
		}
		var all bitset
		for j, r := range c.rays {
			if t := a.dot(r.v); !t.IsZero() {
				r.v = combine(s, r.v, t.Neg(), l)
			}
			if !eq {
				r.sat = r.sat.with(bit)
			}
			c.rays[j] = r
		}
		if !eq {
			all = make(bitset, bit/64+1)
			for k := range bit {
				all.set(k)
			}
			c.rays = append(c.rays, ray{l, all})
		}
		return true
	}
	w.value, w.pos, w.neg = w.value[:0], w.pos[:0], w.neg[:0]
	for i, r := range c.rays {
		v := a.dot(r.v)
		w.value = append(w.value, v)
		switch v.Sign() {
		case 1:
			w.pos = append(w.pos, i)
		case -1:
			w.neg = append(w.neg, i)
		}
	}
	zero := len(c.rays) - len(w.pos) - len(w.neg)
	kept := zero
	if !eq {
		kept += len(w.pos)
	}
	least := c.n - len(c.lines) - c.eqs - 1
	if !eq {
		least--
	}
	pairs, ok := c.adjacent(least, kept, w)
	if !ok {
		return false
	}
	words := bit/64 + 1
	sats, vs := make(bitset, words*(len(pairs)+zero)), make(vec, c.n*len(pairs))
	set := func(s bitset) bitset { // s and perhaps bit, on its own
		r := sats[:words:words]
		sats = sats[words:]
		copy(r, s)
		if !eq {
			r.set(bit)
		}
		return r
	}
	rays := make([]ray, 0, kept+len(pairs))
	for i, r := range c.rays {
		switch w.value[i].Sign() {
		case 0:
			if !eq {
				r.sat = set(r.sat)
			}
			rays = append(rays, r)
		case 1:
			if !eq {
				rays = append(rays, r)
			}
		}
	}
	for i, e := range pairs {
		if (i == 0 || pairs[i-1].p != e.p) && w.stopped(len(rays)) {
			return false
		}
		p, n := c.rays[e.p], c.rays[e.n]
		v := combineTo(vs[:c.n:c.n], w.value[e.p], n.v, w.value[e.n].Neg(), p.v)
		vs = vs[c.n:]
		rays = append(rays, ray{v, set(nil).both(p.sat, n.sat)})
	}
	c.rays = rays
	return true
}

// edge is the numbers of two rays.
type edge struct{ p, n int32 }

// adjacent lists the adjacent pairs of a ray of w.pos and one of w.neg, in their order: no other ray
// saturates what both do, which is at least least inequalities. ok is false if work has stopped.
//
// What saturates all that a pair has in common has as much in common with each of the two; so for a
// ray of the shorter list only the few that share enough with it matter, as partners and as witnesses,
// and of these only what they share with it, in as many bits as it saturates inequalities.
func (c *cone) adjacent(least, kept int, w *work) (pairs []edge, ok bool) {
	outer, inner := w.pos, -1
	if len(w.neg) < len(w.pos) {
		outer, inner = w.neg, 1
	}
	ns := &w.neighbours
	ns.start(c.rays, c.ineqs, len(outer))
	pairs = w.pairs[:0]
	for _, p := range outer {
		if w.stopped(kept + len(pairs)) {
			return nil, false
		}
		ns.of(p, least)
		for k, n := range ns.near {
			if w.value[n].Sign() == inner && !ns.dominated(k) {
				pairs = append(pairs, edge{int32(p), n})
			}
		}
	}
	if inner == 1 {
		for i, e := range pairs {
			pairs[i] = edge{e.n, e.p}
		}
		slices.SortFunc(pairs, func(a, b edge) int { return cmp.Or(cmp.Compare(a.p, b.p), cmp.Compare(a.n, b.n)) })
	}
	w.pairs = pairs
	return pairs, true
}

// work bounds a conversion, and has room for what its steps need.
type work struct {
	maxRays int
	stop    func() bool

	value      []num.Int // by ray: of the constraint that is added
	pos, neg   []int     // rays with such values
	neighbours neighbours
	pairs      []edge
}

func (w *work) stopped(rays int) bool {
	return rays > w.maxRays || w.stop != nil && w.stop()
}
