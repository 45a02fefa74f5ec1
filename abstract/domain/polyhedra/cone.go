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

func (v vec) dot(w vec) num.Int {
	var sum num.Int
	for i := range v {
		if !v[i].IsZero() && !w[i].IsZero() {
			sum = sum.Add(v[i].Mul(w[i]))
		}
	}
	return sum
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
func combine(a num.Int, v vec, b num.Int, w vec) vec {
	r := make(vec, len(v))
	for i := range v {
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

// all yields the elements in order.
func (s bitset) all(yield func(int) bool) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(64*k + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

func intersection(s, t bitset) bitset { return intersect(nil, s, t) }

// intersect is intersection in the space of r, if that is enough.
func intersect(r, s, t bitset) bitset {
	n := min(len(s), len(t))
	if cap(r) < n {
		r = make(bitset, n)
	}
	r = r[:n]
	for i := range r {
		r[i] = s[i] & t[i]
	}
	return r
}

// shared is the size of the intersection.
func shared(s, t bitset) int {
	n := min(len(s), len(t))
	s, t = s[:n], t[:n]
	k := 0
	for i, w := range s {
		k += bits.OnesCount64(w & t[i])
	}
	return k
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
	value := make([]num.Int, len(c.rays))
	var pos, neg []int
	var kept []ray
	for i, r := range c.rays {
		value[i] = a.dot(r.v)
		switch value[i].Sign() {
		case 0:
			if !eq {
				r.sat = r.sat.with(bit)
			}
			kept = append(kept, r)
		case 1:
			pos = append(pos, i)
			if !eq {
				kept = append(kept, r)
			}
		default:
			neg = append(neg, i)
		}
	}
	least := c.n - len(c.lines) - c.eqs - 1
	if !eq {
		least--
	}
	pairs, ok := c.adjacent(pos, neg, least, len(kept), w)
	if !ok {
		return false
	}
	for i, e := range pairs {
		if (i == 0 || pairs[i-1].p != e.p) && w.stopped(len(kept)) {
			return false
		}
		p, n := c.rays[e.p], c.rays[e.n]
		r := ray{combine(value[e.p], n.v, value[e.n].Neg(), p.v), intersection(p.sat, n.sat)}
		if !eq {
			r.sat = r.sat.with(bit)
		}
		kept = append(kept, r)
	}
	c.rays = kept
	return true
}

// edge is the numbers of two rays.
type edge struct{ p, n int32 }

// adjacent lists the adjacent pairs of a ray of pos and one of neg, in their order: no other ray
// saturates what both do, which is at least least inequalities. ok is false if work has stopped.
//
// What saturates all that a pair has in common has as much in common with each of the two; so for a
// ray of the shorter list only the few that share enough with it matter, as partners and as witnesses.
func (c *cone) adjacent(pos, neg []int, least, kept int, w *work) (pairs []edge, ok bool) {
	outer, inner := pos, neg
	if len(neg) < len(pos) {
		outer, inner = neg, pos
	}
	inside := make([]bool, len(c.rays)) // inner
	for _, i := range inner {
		inside[i] = true
	}
	ix := newIndex(c.rays)
	var near []int
	var common bitset
	for _, p := range outer {
		if w.stopped(kept + len(pairs)) {
			return nil, false
		}
		sat := c.rays[p].sat
		near = ix.near(near[:0], p, least)
		for k, n := range near {
			if !inside[n] {
				continue
			}
			common = intersect(common, sat, c.rays[n].sat)
			if !slices.ContainsFunc(near[:k], func(i int) bool { return common.in(c.rays[i].sat) }) &&
				!slices.ContainsFunc(near[k+1:], func(i int) bool { return common.in(c.rays[i].sat) }) {
				pairs = append(pairs, edge{int32(p), int32(n)})
			}
		}
	}
	if len(neg) < len(pos) {
		for i, e := range pairs {
			pairs[i] = edge{e.n, e.p}
		}
		slices.SortFunc(pairs, func(a, b edge) int { return cmp.Or(cmp.Compare(a.p, b.p), cmp.Compare(a.n, b.n)) })
	}
	return pairs, true
}

// index finds the rays that saturate an inequality.
type index struct {
	rays  []ray
	of    [][]int32 // by inequality
	count []int32   // by ray, 0 between calls
	words int       // of the largest set
}

func newIndex(rays []ray) *index {
	ix := &index{rays: rays, count: make([]int32, len(rays))}
	for i, r := range rays {
		ix.words = max(ix.words, len(r.sat))
		for j := range r.sat.all {
			if j >= len(ix.of) {
				ix.of = append(ix.of, make([][]int32, j+1-len(ix.of))...)
			}
			ix.of[j] = append(ix.of[j], int32(i))
		}
	}
	return ix
}

// near appends the rays other than p that saturate at least least inequalities that p saturates, in
// their order: by counting over the inequalities of p, or over all rays if those are fewer steps.
func (ix *index) near(to []int, p, least int) []int {
	sat := ix.rays[p].sat
	steps := 0
	for j := range sat.all {
		steps += len(ix.of[j])
	}
	if least <= 0 || steps > ix.words*len(ix.rays)/2 {
		for i, r := range ix.rays {
			if i != p && shared(sat, r.sat) >= least {
				to = append(to, i)
			}
		}
		return to
	}
	for j := range sat.all {
		for _, i := range ix.of[j] {
			if ix.count[i]++; int(ix.count[i]) == least && int(i) != p {
				to = append(to, int(i))
			}
		}
	}
	for j := range sat.all {
		for _, i := range ix.of[j] {
			ix.count[i] = 0
		}
	}
	slices.Sort(to)
	return to
}

// work bounds a conversion.
type work struct {
	maxRays int
	stop    func() bool
}

func (w *work) stopped(rays int) bool {
	return rays > w.maxRays || w.stop != nil && w.stop()
}
