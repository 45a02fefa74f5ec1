// Package graph has algorithms on directed graphs given by a successor function: orders,
// components, dominators, weak topological orders; and what they say of the
// control-flow automata of package ir.
//
// Vertices are numbers from 0 to n-1. Successors are visited in the order in which the function
// gives them, and all results are deterministic. No algorithm recurses on the graph's depth.
package graph

// Succ gives the successors of a vertex, in order. Its result is not kept or changed.
type Succ func(v int) []int

// Reverse gives the graph with every edge turned round; predecessors are in the order of their
// numbers.
func Reverse(n int, succ Succ) Succ {
	start := make([]int, n+1)
	for v := range n {
		for _, w := range succ(v) {
			start[w+1]++
		}
	}
	for v := range n {
		start[v+1] += start[v]
	}
	pred := make([]int, start[n])
	next := append([]int(nil), start[:n]...)
	for v := range n {
		for _, w := range succ(v) {
			pred[next[w]] = v
			next[w]++
		}
	}
	return func(v int) []int { return pred[start[v]:start[v+1]] }
}

// frame is a vertex on a depth-first stack, with its successors that are not yet visited.
type frame struct {
	v    int
	rest []int
}

// PostOrder lists the vertices reachable from the roots in the order in which a depth-first
// search leaves them.
func PostOrder(n int, succ Succ, roots ...int) []int {
	seen := make([]bool, n)
	var order []int
	var stack []frame
	for _, r := range roots {
		if seen[r] {
			continue
		}
		seen[r] = true
		stack = append(stack, frame{r, succ(r)})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.rest) == 0 {
				order = append(order, top.v)
				stack = stack[:len(stack)-1]
				continue
			}
			w := top.rest[0]
			top.rest = top.rest[1:]
			if !seen[w] {
				seen[w] = true
				stack = append(stack, frame{w, succ(w)})
			}
		}
	}
	return order
}

// ReversePostOrder lists the vertices reachable from entry, entry first; on a graph without
// cycles it is a topological order.
func ReversePostOrder(n int, succ Succ, entry int) []int {
	order := PostOrder(n, succ, entry)
	reverse(order)
	return order
}

func reverse[T any](s []T) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// Reachable says which vertices can be reached from the roots.
func Reachable(n int, succ Succ, roots ...int) []bool {
	seen := make([]bool, n)
	var stack []int
	for _, r := range roots {
		if !seen[r] {
			seen[r] = true
			stack = append(stack, r)
		}
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, w := range succ(v) {
			if !seen[w] {
				seen[w] = true
				stack = append(stack, w)
			}
		}
	}
	return seen
}

// Components lists the strongly connected components of the vertices reachable from the roots,
// each one after those that it leads to. [Tarjan 1972]
func Components(n int, succ Succ, roots ...int) [][]int {
	index := make([]int, n) // 0: not visited
	low := make([]int, n)
	onStack := make([]bool, n)
	var path []int
	var stack []frame
	var comps [][]int
	count := 0
	enter := func(v int) {
		count++
		index[v], low[v] = count, count
		onStack[v] = true
		path = append(path, v)
		stack = append(stack, frame{v, succ(v)})
	}
	for _, r := range roots {
		if index[r] != 0 {
			continue
		}
		enter(r)
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.rest) > 0 {
				w := top.rest[0]
				top.rest = top.rest[1:]
				if index[w] == 0 {
					enter(w)
				} else if onStack[w] {
					low[top.v] = min(low[top.v], index[w])
				}
				continue
			}
			v := top.v
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				u := stack[len(stack)-1].v
				low[u] = min(low[u], low[v])
			}
			if low[v] == index[v] {
				i := len(path) - 1
				for path[i] != v {
					i--
				}
				comp := append([]int(nil), path[i:]...)
				path = path[:i]
				for _, w := range comp {
					onStack[w] = false
				}
				comps = append(comps, comp)
			}
		}
	}
	return comps
}

// IsCycle says whether a component of succ has an edge within it.
func IsCycle(comp []int, succ Succ) bool {
	if len(comp) > 1 {
		return true
	}
	for _, w := range succ(comp[0]) {
		if w == comp[0] {
			return true
		}
	}
	return false
}

// OnCycles are the vertices, of those from 0 to n-1, that lie on a cycle.
func OnCycles(n int, succ Succ) (list []int) {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for _, c := range Components(n, succ, all...) {
		if IsCycle(c, succ) {
			list = append(list, c...)
		}
	}
	return list
}
