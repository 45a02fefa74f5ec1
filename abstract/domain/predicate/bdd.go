package predicate

// bdd makes reduced ordered binary decision diagrams (Bryant, "Graph-based algorithms for Boolean
// function manipulation", IEEE Trans. Computers 1986). A diagram is the index of a node; 0 is false,
// 1 is true. Variables are numbered from the root down.
type bdd struct {
	nodes  []bddNode
	unique []int32  // a hash table of nodes, its size a power of two; 0 is no node
	ites   []bddIte // results of ite, one for each value of a hash function; its size is a power of two
	limit  int
	full   bool // the limit was reached: diagrams made since are wrong
}

type bddIte struct{ f, g, h, result int32 }

type bddNode struct{ v, lo, hi int32 }

const (
	bddFalse int32 = 0
	bddTrue  int32 = 1
	bddLast  int32 = 1 << 30 // the variable of the leaves
)

// newBDD makes a manager of at most limit nodes.
func newBDD(limit int) *bdd {
	return &bdd{
		nodes:  []bddNode{{bddLast, 0, 0}, {bddLast, 1, 1}},
		unique: make([]int32, 1<<10), ites: make([]bddIte, 1<<10), limit: limit,
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
		b.grow()
	}
	return n
}

func bddHash(x, y, z int32) uint32 {
	h := uint64(uint32(x))*0x9e3779b97f4a7c15 ^ uint64(uint32(y))*0xc2b2ae3d27d4eb4f ^ uint64(uint32(z))*0x165667b19e3779f9
	return uint32(h>>32) ^ uint32(h>>13)
}

// grow doubles the tables.
func (b *bdd) grow() {
	b.unique = make([]int32, 2*len(b.unique))
	for n, d := range b.nodes {
		if d.v == bddLast {
			continue
		}
		i := bddHash(d.v, d.lo, d.hi) & uint32(len(b.unique)-1)
		for b.unique[i] != 0 {
			i = (i + 1) & uint32(len(b.unique)-1)
		}
		b.unique[i] = int32(n)
	}
	old := b.ites
	b.ites = make([]bddIte, 2*len(old))
	for _, e := range old {
		b.ites[bddHash(e.f, e.g, e.h)&uint32(len(b.ites)-1)] = e
	}
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
	hash := bddHash(f, g, h)
	if e := b.ites[hash&uint32(len(b.ites)-1)]; e.f == f && e.g == g && e.h == h {
		return e.result
	}
	v := min(b.nodes[f].v, b.nodes[g].v, b.nodes[h].v)
	f0, f1 := b.at(f, v)
	g0, g1 := b.at(g, v)
	h0, h1 := b.at(h, v)
	lo := b.ite(f0, g0, h0)
	hi := b.ite(f1, g1, h1)
	n := b.mk(v, lo, hi)
	b.ites[hash&uint32(len(b.ites)-1)] = bddIte{f, g, h, n}
	return n
}

func (b *bdd) and(f, g int32) int32 { return b.ite(f, g, bddFalse) }
func (b *bdd) or(f, g int32) int32  { return b.ite(f, bddTrue, g) }
func (b *bdd) not(f int32) int32    { return b.ite(f, bddFalse, bddTrue) }

// andExists is ∃ vars. f ∧ g, for the variables that quantified tells.
func (b *bdd) andExists(f, g int32, quantified func(v int32) bool) int32 {
	memo := map[[2]int32]int32{}
	var rec func(f, g int32) int32
	rec = func(f, g int32) int32 {
		if f > g {
			f, g = g, f
		}
		switch {
		case b.full || f == bddFalse:
			return bddFalse
		case f == bddTrue && g == bddTrue:
			return bddTrue
		}
		key := [2]int32{f, g}
		if n, ok := memo[key]; ok {
			return n
		}
		v := min(b.nodes[f].v, b.nodes[g].v)
		f0, f1 := b.at(f, v)
		g0, g1 := b.at(g, v)
		n := rec(f0, g0)
		if !quantified(v) {
			n = b.mk(v, n, rec(f1, g1))
		} else if n != bddTrue {
			n = b.or(n, rec(f1, g1))
		}
		memo[key] = n
		return n
	}
	return rec(f, g)
}

// support calls visit for each variable of f, perhaps more than once.
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
