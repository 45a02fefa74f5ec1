// Package bdd makes reduced ordered binary decision diagrams: equal Boolean functions are one diagram.
//
// Bryant, "Graph-based algorithms for Boolean function manipulation", IEEE Trans. Computers 1986.
package bdd

import "math"

// Manager makes diagrams. A diagram is the index of a node; 0 is false, 1 is true. Variables are numbered from
// the root down, below 2^30.
type Manager struct {
	Nodes  []Node
	unique []int32 // a hash table of nodes, its size a power of two; 0 is no node
	cache  []entry // results, one for each value of a hash function; its size is a power of two
	limit  int
	steps  int  // how many more results may be computed
	Full   bool // a limit was reached: diagrams made since are wrong
}

// Node is a choice: Hi where the variable V is true, otherwise Lo. The variables of these come after V.
type Node struct{ V, Lo, Hi int32 }

// entry is the result of an operation. Its third operand is that of ite, or what says which other
// operation it was.
type entry struct{ f, g, h, result int32 }

const (
	False int32 = 0
	True  int32 = 1
	last  int32 = 1 << 30 // the variable of the leaves

	// Third operands of cache entries that are no diagrams.
	opRename int32 = -1 // and less: the negation of a cube's index, less one, is andExists
)

// New makes a manager of at most limit nodes.
func New(limit int) *Manager {
	return &Manager{
		Nodes:  []Node{{last, 0, 0}, {last, 1, 1}},
		unique: make([]int32, 1<<10), cache: make([]entry, 1<<10), limit: limit, steps: math.MaxInt,
	}
}

// Allow lets at most so many nodes be made from here on, and so many results be computed. The manager is no
// longer full; what was made before it was stays right.
func (b *Manager) Allow(nodes, steps int) {
	b.limit, b.steps, b.Full = len(b.Nodes)+nodes, steps, false
}

// Steps is how many more results may be computed.
func (b *Manager) Steps() int { return max(b.steps, 0) }

// Mk is hi where v is true, otherwise lo; v comes before the variables of both.
func (b *Manager) Mk(v, lo, hi int32) int32 {
	if lo == hi {
		return lo
	}
	key := Node{v, lo, hi}
	i := hash(v, lo, hi) & uint32(len(b.unique)-1)
	for ; b.unique[i] != 0; i = (i + 1) & uint32(len(b.unique)-1) {
		if n := b.unique[i]; b.Nodes[n] == key {
			return n
		}
	}
	if len(b.Nodes) >= b.limit {
		b.Full = true
		return False
	}
	n := int32(len(b.Nodes))
	b.Nodes = append(b.Nodes, key)
	b.unique[i] = n
	if 2*len(b.Nodes) > len(b.unique) {
		b.rehash(2 * len(b.unique))
		old := b.cache
		b.cache = make([]entry, 2*len(old))
		for _, e := range old {
			b.cache[hash(e.f, e.g, e.h)&uint32(len(b.cache)-1)] = e
		}
	}
	return n
}

func hash(x, y, z int32) uint32 {
	h := uint64(uint32(x))*0x9e3779b97f4a7c15 ^ uint64(uint32(y))*0xc2b2ae3d27d4eb4f ^ uint64(uint32(z))*0x165667b19e3779f9
	return uint32(h>>32) ^ uint32(h>>13)
}

// rehash makes the table of nodes again.
func (b *Manager) rehash(size int) {
	b.unique = make([]int32, size)
	for n, d := range b.Nodes {
		if d.V == last {
			continue
		}
		i := hash(d.V, d.Lo, d.Hi) & uint32(size-1)
		for b.unique[i] != 0 {
			i = (i + 1) & uint32(size-1)
		}
		b.unique[i] = int32(n)
	}
}

// known looks an operation up.
func (b *Manager) known(f, g, h int32) (result int32, ok bool) {
	e := b.cache[hash(f, g, h)&uint32(len(b.cache)-1)]
	return e.result, e.f == f && e.g == g && e.h == h
}

func (b *Manager) remember(f, g, h, result int32) {
	if b.Full {
		return
	}
	b.cache[hash(f, g, h)&uint32(len(b.cache)-1)] = entry{f, g, h, result}
}

// Variable is the diagram of v.
func (b *Manager) Variable(v int32) int32 { return b.Mk(v, False, True) }

// at are the cofactors of n with respect to v, which is not below n's variable.
func (b *Manager) at(n, v int32) (lo, hi int32) {
	if d := b.Nodes[n]; d.V == v {
		return d.Lo, d.Hi
	}
	return n, n
}

// Ite is f ∧ g ∨ ¬f ∧ h.
func (b *Manager) Ite(f, g, h int32) int32 {
	switch {
	case b.Full:
		return False
	case f == True || g == h:
		return g
	case f == False:
		return h
	case g == True && h == False:
		return f
	}
	if f == g {
		g = True
	}
	if f == h {
		h = False
	}
	if g == True && f > h || h == False && f > g { // f ∨ h and f ∧ g in one order
		if h == False {
			f, g = g, f
		} else {
			f, h = h, f
		}
	}
	if n, ok := b.known(f, g, h); ok {
		return n
	}
	if b.steps--; b.steps < 0 {
		b.Full = true
		return False
	}
	v := min(b.Nodes[f].V, b.Nodes[g].V, b.Nodes[h].V)
	f0, f1 := b.at(f, v)
	g0, g1 := b.at(g, v)
	h0, h1 := b.at(h, v)
	lo := b.Ite(f0, g0, h0)
	hi := b.Ite(f1, g1, h1)
	n := b.Mk(v, lo, hi)
	b.remember(f, g, h, n)
	return n
}

// And, Or, Not and Iff are what their names say.
func (b *Manager) And(f, g int32) int32 { return b.Ite(f, g, False) }
func (b *Manager) Or(f, g int32) int32  { return b.Ite(f, True, g) }
func (b *Manager) Not(f int32) int32    { return b.Ite(f, False, True) }
func (b *Manager) Iff(f, g int32) int32 { return b.Ite(f, g, b.Not(g)) }

// AndExists is ∃ vars. f ∧ g for the variables of a cube.
func (b *Manager) AndExists(f, g, cube int32) int32 {
	if f > g {
		f, g = g, f
	}
	switch {
	case b.Full || f == False:
		return False
	case f == True && g == True:
		return True
	}
	v := min(b.Nodes[f].V, b.Nodes[g].V)
	for b.Nodes[cube].V < v {
		cube = b.Nodes[cube].Hi
	}
	if cube == True {
		return b.And(f, g)
	}
	if n, ok := b.known(f, g, -1-cube); ok {
		return n
	}
	f0, f1 := b.at(f, v)
	g0, g1 := b.at(g, v)
	n := b.AndExists(f0, g0, cube)
	if b.Nodes[cube].V != v {
		n = b.Mk(v, n, b.AndExists(f1, g1, cube))
	} else if n != True {
		n = b.Or(n, b.AndExists(f1, g1, cube))
	}
	b.remember(f, g, -1-cube, n)
	return n
}

// Lower has instead of each odd variable the one before it, which f must not have.
func (b *Manager) Lower(f int32) int32 {
	if f == False || f == True {
		return f
	}
	if n, ok := b.known(f, f, opRename); ok {
		return n
	}
	d := b.Nodes[f]
	n := b.Mk(d.V&^1, b.Lower(d.Lo), b.Lower(d.Hi))
	b.remember(f, f, opRename, n)
	return n
}

// Support calls visit for the variable of each node of f, perhaps more than once.
func (b *Manager) Support(f int32, visit func(v int32)) {
	seen := map[int32]bool{False: true, True: true}
	stack := []int32{f}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n] {
			seen[n] = true
			d := b.Nodes[n]
			visit(d.V)
			stack = append(stack, d.Lo, d.Hi)
		}
	}
}

// Collect forgets all diagrams but the roots, which get new indices.
func (b *Manager) Collect(roots []*int32) {
	index := make([]int32, len(b.Nodes)) // first: 1 if the node stays
	for _, r := range roots {
		index[*r] = 1
	}
	for n := len(b.Nodes) - 1; n > int(True); n-- { // nodes come after those below them
		if d := b.Nodes[n]; index[n] != 0 {
			index[d.Lo], index[d.Hi] = 1, 1
		}
	}
	index[False], index[True] = False, True
	kept := b.Nodes[:2]
	for n, d := range b.Nodes {
		if n > int(True) && index[n] != 0 {
			index[n] = int32(len(kept))
			kept = append(kept, Node{d.V, index[d.Lo], index[d.Hi]})
		}
	}
	b.Nodes = kept
	size := 1 << 10
	for size < 2*len(kept) {
		size *= 2
	}
	b.rehash(size)
	b.cache = make([]entry, size)
	for _, r := range roots {
		*r = index[*r]
	}
}
