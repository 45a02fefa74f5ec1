package predicate

// bdd makes reduced ordered binary decision diagrams (Bryant, "Graph-based algorithms for Boolean
// function manipulation", IEEE Trans. Computers 1986). A diagram is the index of a node; 0 is false,
// 1 is true. Variables are numbered from the root down.
type bdd struct {
	nodes  []bddNode
	unique []int32    // a hash table of nodes, its size a power of two; 0 is no node
	cache  []bddEntry // results, one for each value of a hash function; its size is a power of two
	limit  int
	full   bool // the limit was reached: diagrams made since are wrong
}

type bddNode struct{ v, lo, hi int32 }

// bddEntry is the result of an operation. Its third operand is that of ite, or what says which other
// operation it was.
type bddEntry struct{ f, g, h, result int32 }

const (
	bddFalse int32 = 0
	bddTrue  int32 = 1
	bddLast  int32 = 1 << 30 // the variable of the leaves

	// Third operands of cache entries that are no diagrams.
	opRename int32 = -1 // and less: the negation of a cube's index, less one, is andExists
)

// newBDD makes a manager of at most limit nodes.
func newBDD(limit int) *bdd {
	return &bdd{
		nodes:  []bddNode{{bddLast, 0, 0}, {bddLast, 1, 1}},
		unique: make([]int32, 1<<10), cache: make([]bddEntry, 1<<10), limit: limit,
	}
}

func (b *bdd) mk(v, lo, hi int32) int32 {
	if lo == hi {
		return lo
	}
	key := bddNode{v, lo, hi}
	i := bddHash(v, lo, hi) & uint32(len(b.unique)-1)
	for ; b.unique[i] != 0; i = (i + 1) & uint32(len(b.unique)-1) {
		if n := b.unique[i]; b.nodes[n] == key {
			return n
		}
	}
	if len(b.nodes) >= b.limit {
		b.full = true
		return bddFalse
	}
	n := int32(len(b.nodes))
	b.nodes = append(b.nodes, key)
	b.unique[i] = n
	if 2*len(b.nodes) > len(b.unique) {
		b.rehash(2 * len(b.unique))
		old := b.cache
		b.cache = make([]bddEntry, 2*len(old))
		for _, e := range old {
			b.cache[bddHash(e.f, e.g, e.h)&uint32(len(b.cache)-1)] = e
		}
	}
	return n
}

func bddHash(x, y, z int32) uint32 {
	h := uint64(uint32(x))*0x9e3779b97f4a7c15 ^ uint64(uint32(y))*0xc2b2ae3d27d4eb4f ^ uint64(uint32(z))*0x165667b19e3779f9
	return uint32(h>>32) ^ uint32(h>>13)
}

// rehash makes the table of nodes again.
func (b *bdd) rehash(size int) {
	b.unique = make([]int32, size)
	for n, d := range b.nodes {
		if d.v == bddLast {
			continue
		}
		i := bddHash(d.v, d.lo, d.hi) & uint32(size-1)
		for b.unique[i] != 0 {
			i = (i + 1) & uint32(size-1)
		}
		b.unique[i] = int32(n)
	}
}

// known looks an operation up.
func (b *bdd) known(f, g, h int32) (result int32, ok bool) {
	e := b.cache[bddHash(f, g, h)&uint32(len(b.cache)-1)]
	return e.result, e.f == f && e.g == g && e.h == h
}

func (b *bdd) remember(f, g, h, result int32) {
	b.cache[bddHash(f, g, h)&uint32(len(b.cache)-1)] = bddEntry{f, g, h, result}
}

func (b *bdd) variable(v int32) int32 { return b.mk(v, bddFalse, bddTrue) }

// at are the cofactors of n with respect to v, which is not below n's variable.
func (b *bdd) at(n, v int32) (lo, hi int32) {
	if d := b.nodes[n]; d.v == v {
		return d.lo, d.hi
	}
	return n, n
}

// ite is f ∧ g ∨ ¬f ∧ h.
func (b *bdd) ite(f, g, h int32) int32 {
	switch {
	case b.full:
		return bddFalse
	case f == bddTrue || g == h:
		return g
	case f == bddFalse:
		return h
	case g == bddTrue && h == bddFalse:
		return f
	}
	if f == g {
		g = bddTrue
	}
	if f == h {
		h = bddFalse
	}
	if g == bddTrue && f > h || h == bddFalse && f > g { // f ∨ h and f ∧ g in one order
		if h == bddFalse {
			f, g = g, f
		} else {
			f, h = h, f
		}
	}
	if n, ok := b.known(f, g, h); ok {
		return n
	}
	v := min(b.nodes[f].v, b.nodes[g].v, b.nodes[h].v)
	f0, f1 := b.at(f, v)
	g0, g1 := b.at(g, v)
	h0, h1 := b.at(h, v)
	lo := b.ite(f0, g0, h0)
	hi := b.ite(f1, g1, h1)
	n := b.mk(v, lo, hi)
	b.remember(f, g, h, n)
	return n
}

func (b *bdd) and(f, g int32) int32 { return b.ite(f, g, bddFalse) }
func (b *bdd) or(f, g int32) int32  { return b.ite(f, bddTrue, g) }
func (b *bdd) not(f int32) int32    { return b.ite(f, bddFalse, bddTrue) }
func (b *bdd) iff(f, g int32) int32 { return b.ite(f, g, b.not(g)) }

// andExists is ∃ vars. f ∧ g for the variables of a cube.
func (b *bdd) andExists(f, g, cube int32) int32 {
	if f > g {
		f, g = g, f
	}
	switch {
	case b.full || f == bddFalse:
		return bddFalse
	case f == bddTrue && g == bddTrue:
		return bddTrue
	}
	v := min(b.nodes[f].v, b.nodes[g].v)
	for b.nodes[cube].v < v {
		cube = b.nodes[cube].hi
	}
	if cube == bddTrue {
		return b.and(f, g)
	}
	if n, ok := b.known(f, g, -1-cube); ok {
		return n
	}
	f0, f1 := b.at(f, v)
	g0, g1 := b.at(g, v)
	n := b.andExists(f0, g0, cube)
	if b.nodes[cube].v != v {
		n = b.mk(v, n, b.andExists(f1, g1, cube))
	} else if n != bddTrue {
		n = b.or(n, b.andExists(f1, g1, cube))
	}
	b.remember(f, g, -1-cube, n)
	return n
}

// lower has instead of each odd variable the one before it, which f must not have.
func (b *bdd) lower(f int32) int32 {
	if f == bddFalse || f == bddTrue {
		return f
	}
	if n, ok := b.known(f, f, opRename); ok {
		return n
	}
	d := b.nodes[f]
	n := b.mk(d.v&^1, b.lower(d.lo), b.lower(d.hi))
	b.remember(f, f, opRename, n)
	return n
}

// support calls visit for the variable of each node of f, perhaps more than once.
func (b *bdd) support(f int32, visit func(v int32)) {
	seen := map[int32]bool{bddFalse: true, bddTrue: true}
	stack := []int32{f}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n] {
			seen[n] = true
			d := b.nodes[n]
			visit(d.v)
			stack = append(stack, d.lo, d.hi)
		}
	}
}

// collect forgets all diagrams but the roots, which get new indices.
func (b *bdd) collect(roots []*int32) {
	index := make([]int32, len(b.nodes)) // first: 1 if the node stays
	for _, r := range roots {
		index[*r] = 1
	}
	for n := len(b.nodes) - 1; n > int(bddTrue); n-- { // nodes come after those below them
		if d := b.nodes[n]; index[n] != 0 {
			index[d.lo], index[d.hi] = 1, 1
		}
	}
	index[bddFalse], index[bddTrue] = bddFalse, bddTrue
	kept := b.nodes[:2]
	for n, d := range b.nodes {
		if n > int(bddTrue) && index[n] != 0 {
			index[n] = int32(len(kept))
			kept = append(kept, bddNode{d.v, index[d.lo], index[d.hi]})
		}
	}
	b.nodes = kept
	size := 1 << 10
	for size < 2*len(kept) {
		size *= 2
	}
	b.rehash(size)
	b.cache = make([]bddEntry, size)
	for _, r := range roots {
		*r = index[*r]
	}
}
