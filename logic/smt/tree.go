package smt

import "slices"

// tree is how parts hang together: the interpolant of a node, its cut, has the parts of its
// subtree as A and the others as B. A sequence is the tree in which each part is the parent of
// the one before.
type tree struct {
	parent   []int // of the root, the last, -1
	children [][]int
	above    []cuts // by part: the cuts that have it in A, those of its ancestors and itself
	beside   []cuts // by part: the cuts that have it in B
	all      span   // of what both sides know at every cut
}

func newTree(parent []int) *tree {
	n := len(parent)
	t := &tree{parent: parent, children: make([][]int, n), above: make([]cuts, n), beside: make([]cuts, n)}
	for i := n - 1; i >= 0; i-- {
		t.above[i] = make(cuts, n/64+1)
		if p := parent[i]; p >= 0 {
			copy(t.above[i], t.above[p])
		}
		t.above[i][i/64] |= 1 << (i % 64)
		t.beside[i] = t.above[i].complement()
	}
	every := make(cuts, n/64+1).complement()
	t.all = span{every, every}
	for i, p := range parent {
		if p >= 0 {
			t.children[p] = append(t.children[p], i)
		}
	}
	return t
}

// valid reports whether parent is that of a tree with the last node as root, in which children
// come before their parents.
func validTree(parent []int) bool {
	for i, p := range parent {
		if p >= len(parent) || i < len(parent)-1 && p <= i || i == len(parent)-1 && p >= 0 {
			return false
		}
	}
	return true
}

// sequence is the tree of a list of n parts.
func sequence(n int) []int {
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i + 1
	}
	if n > 0 {
		parent[n-1] = -1
	}
	return parent
}

// branches reports whether some node has several children.
func (t *tree) branches() bool {
	return slices.ContainsFunc(t.children, func(c []int) bool { return len(c) > 1 })
}

// inside reports whether part p is in the subtree of k.
func (t *tree) inside(p, k int) bool { return t.above[p].has(k) }

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

// within reports whether every cut of c is one of d.
func (c cuts) within(d cuts) bool {
	for i, w := range c {
		if w&^d[i] != 0 {
			return false
		}
	}
	return true
}

func (c cuts) meet(d cuts) cuts {
	if c.within(d) {
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

// span tells in which parts something occurs: at which cuts it is known to A, and to B.
type span struct{ a, b cuts }

// meet is the span of a thing that has parts with spans s and t.
func (s span) meet(t span) span { return span{s.a.meet(t.a), s.b.meet(t.b)} }

// join is the span of a thing that occurs at s and at t.
func (s span) join(t span) span { return span{s.a.join(t.a), s.b.join(t.b)} }

func (s span) inA(k int) bool { return s.a.has(k) }
func (s span) inB(k int) bool { return s.b.has(k) }

// whole reports whether at every cut one side knows the thing.
func (s span) whole() bool {
	for i := range s.a {
		if s.a[i]|s.b[i] != ^uint64(0) {
			return false
		}
	}
	return true
}

// of is the span of what belongs to part p.
func (t *tree) of(p int) span { return span{t.above[p], t.beside[p]} }
