package graph

// Tree is a dominator tree.
type Tree struct {
	Idom  []int // the immediate dominator; of the root itself, of an unreachable vertex -1
	Depth []int // of the root 0
}

// Dominators computes the dominators of the vertices reachable from entry, by iteration in
// reverse post-order. [Cooper, Harvey, Kennedy 2001]
func Dominators(n int, succ Succ, entry int) *Tree {
	order := ReversePostOrder(n, succ, entry)
	rank := make([]int, n)
	t := &Tree{Idom: make([]int, n), Depth: make([]int, n)}
	for v := range n {
		t.Idom[v] = -1
	}
	for i, v := range order {
		rank[v] = i
	}
	pred := Reverse(n, succ)
	t.Idom[entry] = entry
	for changed := true; changed; {
		changed = false
		for _, v := range order[1:] {
			dom := -1
			for _, u := range pred(v) {
				switch {
				case t.Idom[u] < 0:
				case dom < 0:
					dom = u
				default:
					dom = t.intersect(dom, u, rank)
				}
			}
			if t.Idom[v] != dom {
				t.Idom[v] = dom
				changed = true
			}
		}
	}
	for _, v := range order[1:] {
		t.Depth[v] = t.Depth[t.Idom[v]] + 1
	}
	return t
}

// intersect is the lowest common dominator of a and b.
func (t *Tree) intersect(a, b int, rank []int) int {
	for a != b {
		for rank[a] > rank[b] {
			a = t.Idom[a]
		}
		for rank[b] > rank[a] {
			b = t.Idom[b]
		}
	}
	return a
}

// Dominates says whether every path from the root to b goes through a. Nothing dominates an
// unreachable vertex, and it dominates nothing.
func (t *Tree) Dominates(a, b int) bool {
	if t.Idom[a] < 0 || t.Idom[b] < 0 {
		return false
	}
	for t.Depth[b] > t.Depth[a] {
		b = t.Idom[b]
	}
	return a == b
}

// PostDominators computes dominators on the reversed graph, from a root n that follows every one
// of the exits. Vertices that reach no exit have Idom -1.
func PostDominators(n int, succ Succ, exits []int) *Tree {
	pred := Reverse(n, succ)
	return Dominators(n+1, func(v int) []int {
		if v == n {
			return exits
		}
		return pred(v)
	}, n)
}
