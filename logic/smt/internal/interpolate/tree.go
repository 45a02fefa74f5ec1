package interpolate

import "slices"

// Tree is how parts hang together: the interpolant of a node, its cut, has the parts of its
// subtree as A and the others as B. A sequence is the tree in which each part is the parent of
// the one before.
type Tree struct {
	Parent   []int // of the root, the last, -1
	children [][]int
	above    []cuts // by part: the cuts that have it in A, those of its ancestors and itself
	beside   []cuts // by part: the cuts that have it in B
	All      Span   // of what both sides know at every cut
}

func NewTree(parent []int) *Tree {
	n := len(parent)
	t := &Tree{Parent: parent, children: make([][]int, n), above: make([]cuts, n), beside: make([]cuts, n)}
	for i := n - 1; i >= 0; i-- {
		t.above[i] = make(cuts, n/64+1)
		if p := parent[i]; p >= 0 {
			copy(t.above[i], t.above[p])
		}
		t.above[i][i/64] |= 1 << (i % 64)
		t.beside[i] = t.above[i].complement()
	}
	every := make(cuts, n/64+1).complement()
	t.All = Span{every, every}
	for i, p := range parent {
		if p >= 0 {
			t.children[p] = append(t.children[p], i)
		}
	}
	return t
}

// valid reports whether parent is that of a tree with the last node as root, in which children
// come before their parents.
func ValidTree(parent []int) bool {
	for i, p := range parent {
		if p >= len(parent) || i < len(parent)-1 && p <= i || i == len(parent)-1 && p >= 0 {
			return false
		}
	}
	return true
}

// Sequence is the tree of a list of n parts.
func Sequence(n int) []int {
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i + 1
	}
	if n > 0 {
		parent[n-1] = -1
	}
	return parent
}

// Branches reports whether some node has several children.
func (t *Tree) Branches() bool {
	return slices.ContainsFunc(t.children, func(c []int) bool { return len(c) > 1 })
}

// Inside reports whether part p is in the subtree of k.
func (t *Tree) Inside(p, k int) bool { return t.above[p].has(k) }

// cuts is a set of cuts, by node.
type cuts []uint64

func (c cuts) has(k int) bool { return c[k/64]>>(k%64)&1 != 0 }

func (c cuts) complement() cuts {
	out := make(cuts, len(c))
	for i, w := range c {
		out[i] = ^w
	}
	return out
}

// Within reports whether every cut of c is one of d.
func (c cuts) Within(d cuts) bool {
	for i, w := range c {
		if w&^d[i] != 0 {
			return false
		}
	}
	return true
}

func (c cuts) meet(d cuts) cuts {
	if c.Within(d) {
		return c
	}
	out := make(cuts, len(c))
	for i, w := range c {
		out[i] = w & d[i]
	}
	return out
}

func (c cuts) join(d cuts) cuts {
	out := make(cuts, len(c))
	for i, w := range c {
		out[i] = w | d[i]
	}
	return out
}

// Span tells in which parts something occurs: at which cuts it is known to A, and to B.
type Span struct{ A, B cuts }

// Meet is the span of a thing that has parts with spans s and t.
func (s Span) Meet(t Span) Span { return Span{s.A.meet(t.A), s.B.meet(t.B)} }

// Join is the span of a thing that occurs at s and at t.
func (s Span) Join(t Span) Span { return Span{s.A.join(t.A), s.B.join(t.B)} }

func (s Span) InA(k int) bool { return s.A.has(k) }
func (s Span) InB(k int) bool { return s.B.has(k) }

// Whole reports whether at every cut one side knows the thing.
func (s Span) Whole() bool {
	for i := range s.A {
		if s.A[i]|s.B[i] != ^uint64(0) {
			return false
		}
	}
	return true
}

// Of is the span of what belongs to part p.
func (t *Tree) Of(p int) Span { return Span{t.above[p], t.beside[p]} }
