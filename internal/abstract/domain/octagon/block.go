package octagon

import "slices"

// A block is a conjunction of constraints ±x ± y ≤ c over some integer variables, as a half matrix of
// difference bounds [Miné 2006]: its k-th variable is V₂ₖ, its negation V₂ₖ₊₁, and the entry (i, j) is
// the least known c with Vⱼ - Vᵢ ≤ c. Since V₂ₖ = -V₂ₖ₊₁, (i, j) and (j̄, ī) are the same
// constraint, where ī is i with the last bit changed, and one of them is stored.
type block struct {
	vars   []int // ascending, never changed
	m      []int64
	closed bool // strongly and tightly closed: every entry is the least that follows
	owner  *oct // which may change the block as long as nobody else sees that
}

// inf is no bound. Bounds beyond ±far are not kept: they become inf, or -far. So the sum of two
// entries does not overflow, and one of which inf is a part is not below far.
const (
	inf = 1 << 61
	far = 1 << 60
)

// offset is the place of row i, which has i|1 + 1 entries.
func offset(i int) int { return (i + 1) * (i + 1) / 2 }

// at is the place of entry (i, j).
func at(i, j int) int {
	if j > i|1 {
		i, j = j^1, i^1
	}
	return offset(i) + j
}

func add(a, b int64) int64 {
	if a >= far || b >= far {
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
	switch {
	case c >= far/2:
		return inf
	case c < -far/2:
		return -far
	}
	return 2 * c
}

// newBlock says nothing of vars.
func newBlock(vars []int) *block {
	n := len(vars)
	b := &block{vars: vars, m: make([]int64, 2*n*(n+1)), closed: true}
	for i := range b.m {
		b.m[i] = inf
	}
	for i := range 2 * n {
		b.m[at(i, i)] = 0
	}
	return b
}

// load copies row i, whole, to row.
func (b *block) load(i int, row []int64) {
	stored := (i | 1) + 1
	copy(row, b.m[offset(i):offset(i)+stored])
	for j := stored; j < len(row); j++ {
		row[j] = b.m[offset(j^1)+(i^1)]
	}
}

// rows is room for four rows; octagons that fit into the array need no memory.
type rows [4 * 64]int64

func (r *rows) of(n int) (w, x, y, z []int64) {
	space := r[:]
	if 4*n > len(space) {
		space = make([]int64, 4*n)
	}
	return space[:n:n], space[n : 2*n : 2*n], space[2*n : 3*n : 3*n], space[3*n : 4*n : 4*n]
}

// relax makes each entry (p, q) at most toX[p̄] + fromX[q] and toY[p̄] + fromY[q]: the lengths of the
// paths by two places, since the length from p to i is that from ī to p̄.
func (b *block) relax(toX, fromX, toY, fromY []int64) {
	for p := range toX {
		x, y := toX[p^1], toY[p^1]
		if x >= far && y >= far {
			continue
		}
		row := b.m[offset(p) : offset(p)+(p|1)+1]
		fx, fy := fromX[:len(row)], fromY[:len(row)]
		for q, c := range row {
			if s := min(x+fx[q], y+fy[q]); s < c && s < far {
				row[q] = max(s, -far)
			}
		}
	}
}

// limit adds Vⱼ - Vᵢ ≤ c to b, which is closed, and closes it again in quadratic time: a shortest path
// uses the new edge, or its mirror, or one after the other. It returns false if b is empty then.
func (b *block) limit(i, j int, c int64) bool {
	if i == j {
		return c >= 0
	}
	var space rows
	fromJ, fromI, byJ, byI := space.of(2 * len(b.vars))
	b.load(j, fromJ)
	b.load(i^1, fromI) // from ī, where the mirror j̄ → ī ends
	via, back := add(c, add(fromJ[j^1], c)), add(c, add(fromI[i], c))
	for q := range fromJ {
		byJ[q] = min(add(c, fromJ[q]), add(via, fromI[q]))
		byI[q] = min(add(c, fromI[q]), add(back, fromJ[q]))
	}
	b.relax(fromI, byJ, fromJ, byI)
	return b.tighten()
}

// close closes b in cubic time. It returns false if b is empty.
func (b *block) close() bool {
	var space rows
	pos, neg, byPos, byNeg := space.of(2 * len(b.vars))
	for k := 0; k < len(pos); k += 2 {
		b.load(k, pos)
		b.load(k+1, neg)
		there, back := pos[k+1], neg[k]
		for q := range pos {
			byPos[q] = min(pos[q], add(there, neg[q]))
			byNeg[q] = min(neg[q], add(back, pos[q]))
		}
		b.relax(neg, byPos, pos, byNeg)
	}
	return b.tighten()
}

// tighten makes unary bounds even, as integers allow, combines them into binary ones, and looks
// for contradictions, of which it returns false. Before, b is closed but for that. [Bagnara, Hill,
// Zaffanella 2008]
func (b *block) tighten() bool {
	var space rows
	halves, _, _, _ := space.of(2 * len(b.vars))
	for j := range halves {
		k := at(j^1, j)
		halves[j] = half(b.m[k])
		b.m[k] = double(halves[j])
	}
	for j := range halves {
		if b.m[at(j, j)] < 0 || add(halves[j], halves[j^1]) < 0 {
			return false
		}
		b.m[at(j, j)] = 0
	}
	for i := range halves {
		h := halves[i^1]
		if h == inf {
			continue
		}
		row := b.m[offset(i) : offset(i)+(i|1)+1]
		for j, c := range row {
			if s := h + halves[j]; s < c && s < far && j != i {
				row[j] = max(s, -far)
			}
		}
	}
	b.closed = true
	return true
}

// implied is the bound of Vⱼ - Vᵢ, which are of two variables, that follows from single ones.
func (b *block) implied(i, j int) int64 {
	return add(half(b.m[at(i, i^1)]), half(b.m[at(j^1, j)]))
}

// related says whether b says more of its k-th and l-th variables together than of each.
func (b *block) related(k, l int) bool {
	for i := 2 * k; i <= 2*k+1; i++ {
		for j := 2 * l; j <= 2*l+1; j++ {
			if b.m[at(i, j)] < b.implied(i, j) {
				return true
			}
		}
	}
	return false
}

// pick is b on some of its variables, in their order.
func (b *block) pick(places []int) *block {
	vars := make([]int, len(places))
	for k, p := range places {
		vars[k] = b.vars[p]
	}
	r := &block{vars: vars, m: make([]int64, 0, 2*len(vars)*(len(vars)+1)), closed: b.closed}
	for i := range 2 * len(places) {
		for j := 0; j <= i|1; j++ {
			r.m = append(r.m, b.m[at(2*places[i/2]+i&1, 2*places[j/2]+j&1)])
		}
	}
	return r
}

// split is b as blocks of related variables.
func (b *block) split() []*block {
	n := len(b.vars)
	if n == 1 {
		return []*block{b}
	}
	var out []*block
	done := make([]bool, n)
	for k := range n {
		if done[k] {
			continue
		}
		done[k] = true
		part := []int{k}
		for next := 0; next < len(part); next++ {
			for l := k + 1; l < n; l++ {
				if !done[l] && b.related(part[next], l) {
					done[l] = true
					part = append(part, l)
				}
			}
		}
		if len(part) == n {
			return []*block{b}
		}
		slices.Sort(part)
		out = append(out, b.pick(part))
	}
	return out
}

// shift replaces the k-th variable by itself + [lo, hi]; b stays closed. lo is -inf where there is no
// bound, hi inf.
func (b *block) shift(k int, lo, hi int64) {
	p, n := 2*k, 2*k+1
	neg := inf64(lo)
	for j := range 2 * len(b.vars) {
		if j == p || j == n {
			continue
		}
		// V_p - V_j grows by at most hi, V_j - V_p by at most -lo.
		b.m[at(j, p)] = add(b.m[at(j, p)], hi)
		b.m[at(p, j)] = add(b.m[at(p, j)], neg)
	}
	b.m[at(n, p)] = add(b.m[at(n, p)], double(hi))
	b.m[at(p, n)] = add(b.m[at(p, n)], double(neg))
}

// inf64 is -lo, where -inf becomes inf.
func inf64(lo int64) int64 {
	if lo == -inf {
		return inf
	}
	return -lo
}

// negate replaces the k-th variable by its negation.
func (b *block) negate(k int) {
	p, n := 2*k, 2*k+1
	for j := range 2 * len(b.vars) {
		if j == p || j == n {
			continue
		}
		x, y := at(p, j), at(n, j)
		b.m[x], b.m[y] = b.m[y], b.m[x]
	}
	x, y := at(p, n), at(n, p)
	b.m[x], b.m[y] = b.m[y], b.m[x]
}
