package octagon

import "math"

// An oct is a conjunction of constraints ±x ± y ≤ c over n integer variables, as a half matrix of
// difference bounds [Miné 2006]: variable k is V₂ₖ, its negation V₂ₖ₊₁, and the entry (i, j) is
// the least known c with Vⱼ - Vᵢ ≤ c. Since V₂ₖ = -V₂ₖ₊₁, (i, j) and (j̄, ī) are the same
// constraint, where ī is i with the last bit changed, and one of them is stored.
//
// An oct is not changed once it is part of a state.
type oct struct {
	n      int
	m      []int64
	closed bool // strongly and tightly closed: every entry is the least that follows
	empty  bool // then m does not matter
}

// inf is no bound. Bounds beyond ±far are not kept: they become inf, or -far.
const (
	inf = math.MaxInt64
	far = 1 << 61
)

// at is the place of entry (i, j).
func at(i, j int) int {
	if j > i|1 {
		i, j = j^1, i^1
	}
	return j + (i+1)*(i+1)/2
}

func add(a, b int64) int64 {
	if a == inf || b == inf {
		return inf
	}
	return clamp(a + b)
}

func clamp(c int64) int64 {
	switch {
	case c >= far:
		return inf
	case c < -far:
		return -far
	}
	return c
}

// half is floor(c/2).
func half(c int64) int64 {
	if c == inf {
		return inf
	}
	return c >> 1
}

// double is 2c, of a bound.
func double(c int64) int64 {
	if c == inf {
		return inf
	}
	return clamp(2 * c)
}

func newOct(n int) *oct {
	o := &oct{n: n, m: make([]int64, 2*n*(n+1)), closed: true}
	for i := range o.m {
		o.m[i] = inf
	}
	for i := range 2 * n {
		o.m[at(i, i)] = 0
	}
	return o
}

func (o *oct) clone() *oct {
	c := *o
	c.m = append([]int64(nil), o.m...)
	return &c
}

// limit adds Vⱼ - Vᵢ ≤ c to o, which is its own and closed, and closes it again in quadratic time:
// a shortest path uses the new edge, or its mirror, or one after the other.
func (o *oct) limit(i, j int, c int64) {
	if o.empty || c >= o.m[at(i, j)] {
		return
	}
	if i == j {
		o.empty = true // Vᵢ - Vᵢ < 0
		return
	}
	N := 2 * o.n
	ib, jb := i^1, j^1
	// through the edge i → j: from any p by (p, i), c, (j, q); mirrored by (p, j̄), c, (ī, q).
	viaBoth := add(add(c, o.m[at(j, jb)]), c) // i → j … j̄ → ī
	viaBack := add(add(c, o.m[at(ib, i)]), c) // j̄ → ī … i → j
	old := append([]int64(nil), o.m...)
	for p := range N {
		pi, pj := old[at(p, i)], old[at(p, jb)]
		for q := 0; q <= p|1; q++ {
			jq, iq := old[at(j, q)], old[at(ib, q)]
			best := old[at(p, q)]
			best = min(best, add(add(pi, c), jq))
			best = min(best, add(add(pj, c), iq))
			best = min(best, add(add(pi, viaBoth), iq))
			best = min(best, add(add(pj, viaBack), jq))
			o.m[at(p, q)] = best
		}
	}
	o.tighten()
}

// tighten makes unary bounds even, as integers allow, combines them into binary ones, and looks
// for contradictions. Before, o is closed but for that. [Bagnara, Hill, Zaffanella 2008]
func (o *oct) tighten() {
	N := 2 * o.n
	for i := range N {
		k := at(i, i^1)
		if o.m[k] != inf {
			o.m[k] = double(half(o.m[k]))
		}
	}
	for i := range N {
		if o.m[at(i, i)] < 0 || add(o.m[at(i, i^1)], o.m[at(i^1, i)]) < 0 {
			o.empty = true
			return
		}
		o.m[at(i, i)] = 0
	}
	for i := range N {
		u := o.m[at(i, i^1)]
		if u == inf {
			continue
		}
		for j := 0; j <= i|1; j++ {
			if w := o.m[at(j^1, j)]; w != inf && j != i {
				k := at(i, j)
				o.m[k] = min(o.m[k], add(half(u), half(w)))
			}
		}
	}
	o.closed = true
}

// close is o closed, in cubic time.
func (o *oct) close() *oct {
	if o.closed || o.empty {
		return o
	}
	c := o.clone()
	N := 2 * c.n
	for k := range N {
		// For all i and j by k: what is not stored is the mirror of an entry by the mirror of k.
		for i := range N {
			ik, ikb := c.m[at(i, k)], c.m[at(i, k^1)]
			if ik == inf && ikb == inf {
				continue
			}
			for j := 0; j <= i|1; j++ {
				s := min(add(ik, c.m[at(k, j)]), add(ikb, c.m[at(k^1, j)]))
				if s < c.m[at(i, j)] {
					c.m[at(i, j)] = s
				}
			}
		}
	}
	c.tighten()
	return c
}

// forget drops what o, which is its own and closed, says of variable k.
func (o *oct) forget(k int) {
	for j := range 2 * o.n {
		for i := 2 * k; i <= 2*k+1; i++ {
			if i != j {
				o.m[at(i, j)] = inf
			}
		}
	}
}

// shift replaces variable k by k + [lo, hi] in o, which is its own and closed. lo is -inf where
// there is no bound, hi inf.
func (o *oct) shift(k int, lo, hi int64) {
	p, n := 2*k, 2*k+1
	neg := inf64(lo)
	for j := range 2 * o.n {
		if j == p || j == n {
			continue
		}
		// V_p - V_j grows by at most hi, V_j - V_p by at most -lo.
		o.m[at(j, p)] = add(o.m[at(j, p)], hi)
		o.m[at(p, j)] = add(o.m[at(p, j)], neg)
	}
	o.m[at(n, p)] = add(o.m[at(n, p)], double(hi))
	o.m[at(p, n)] = add(o.m[at(p, n)], double(neg))
	o.closed = lo == hi
}

// inf64 is -lo, where -inf becomes inf.
func inf64(lo int64) int64 {
	if lo == -inf {
		return inf
	}
	return -lo
}

// negate replaces variable k by -k in o, which is its own.
func (o *oct) negate(k int) {
	p, n := 2*k, 2*k+1
	for j := range 2 * o.n {
		if j == p || j == n {
			continue
		}
		a, b := at(p, j), at(n, j)
		o.m[a], o.m[b] = o.m[b], o.m[a]
	}
	a, b := at(p, n), at(n, p)
	o.m[a], o.m[b] = o.m[b], o.m[a]
}

// upper is the bound of variable k, lower that of its negation.
func (o *oct) upper(k int) int64    { return half(o.m[at(2*k+1, 2*k)]) }
func (o *oct) negUpper(k int) int64 { return half(o.m[at(2*k, 2*k+1)]) }

func (o *oct) leq(p *oct) bool {
	o = o.close()
	if o.empty {
		return true
	}
	if p.empty {
		return false
	}
	for i, c := range o.m {
		if c > p.m[i] {
			return false
		}
	}
	return true
}

func (o *oct) join(p *oct) *oct {
	o, p = o.close(), p.close()
	if o.empty {
		return p
	}
	if p.empty {
		return o
	}
	r := o.clone()
	for i, c := range p.m {
		r.m[i] = max(r.m[i], c)
	}
	return r // closed: the join of closed octagons is
}

func (o *oct) meet(p *oct) *oct {
	if o.empty {
		return o
	}
	if p.empty {
		return p
	}
	r := o.clone()
	for i, c := range p.m {
		if c < r.m[i] {
			r.m[i] = c
			r.closed = false
		}
	}
	return r.close()
}

// widen drops the bounds of o that p does not keep. The result is not closed, and must not be
// before it is widened again.
func (o *oct) widen(p *oct) *oct {
	p = p.close()
	if o.empty {
		return p
	}
	if p.empty {
		return o
	}
	r := o.clone()
	for i, c := range p.m {
		if c > r.m[i] {
			r.m[i] = inf
			r.closed = false
		}
	}
	return r
}

// isTop says that o has no constraint.
func (o *oct) isTop() bool {
	if o.empty {
		return false
	}
	for i := range 2 * o.n {
		for j := 0; j <= i|1; j++ {
			if i != j && o.m[at(i, j)] != inf {
				return false
			}
		}
	}
	return true
}
