package graph_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/graph"
)

// edges draws a graph of up to 12 vertices.
func edges(t *rapid.T) (int, graph.Succ) {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	succ := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3), n, n).Draw(t, "succ")
	return n, func(v int) []int { return succ[v] }
}

// paths says which vertices can be reached from v without going through cut (-1: anything).
func paths(n int, succ graph.Succ, v, cut int) []bool {
	seen := make([]bool, n)
	var walk func(int)
	walk = func(v int) {
		if v == cut || seen[v] {
			return
		}
		seen[v] = true
		for _, w := range succ(v) {
			walk(w)
		}
	}
	walk(v)
	return seen
}

func TestWTO(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, succ := edges(t)
		order := graph.WTO(n, succ, 0)
		flat := graph.Flatten(order, nil)
		at := make([]int, n)
		for i := range at {
			at[i] = -1
		}
		for i, v := range flat {
			if at[v] >= 0 {
				t.Fatalf("vertex %d is twice in %v", v, flat)
			}
			at[v] = i
		}
		for v, r := range paths(n, succ, 0, -1) {
			if r != (at[v] >= 0) {
				t.Fatalf("vertex %d: reachable %v, order %v", v, r, flat)
			}
		}
		inside := map[[2]int]bool{} // head, member
		var walk func(order []graph.Element, heads []int)
		walk = func(order []graph.Element, heads []int) {
			for _, e := range order {
				hs := heads
				if e.Loop {
					hs = append(slices.Clone(heads), e.Vertex)
				}
				for _, h := range hs {
					inside[[2]int{h, e.Vertex}] = true
				}
				walk(e.Body, hs)
			}
		}
		walk(order, nil)
		for _, u := range flat {
			for _, v := range succ(u) {
				if at[u] >= at[v] && !inside[[2]int{v, u}] {
					t.Fatalf("edge %d -> %d goes back, and %d is no head around %d: %v", u, v, v, u, order)
				}
			}
		}
	})
}

// The example of [Bourdoncle 1993], Figure 3: 1 2 (3 4 (5 6) 7) 8.
func TestWTOExample(t *testing.T) {
	succ := [][]int{1: {2}, 2: {3, 8}, 3: {4}, 4: {5, 7}, 5: {6}, 6: {5, 7}, 7: {3, 8}, 8: nil}
	got := fmt.Sprint(graph.WTO(9, func(v int) []int { return succ[v] }, 1))
	want := "[{1 false []} {2 false []} {3 true [{4 false []} {5 true [{6 false []}]} {7 false []}]} {8 false []}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, succ := edges(t)
		comps := graph.Components(n, succ, 0)
		number := make([]int, n)
		for i, c := range comps {
			for _, v := range c {
				number[v] = i + 1
			}
		}
		reach := make([][]bool, n)
		for v := range n {
			reach[v] = paths(n, succ, v, -1)
		}
		for u := range n {
			if reach[0][u] != (number[u] > 0) {
				t.Fatalf("vertex %d: component %d", u, number[u])
			}
			for v := range n {
				if reach[0][u] && reach[0][v] {
					if same := reach[u][v] && reach[v][u]; same != (number[u] == number[v]) {
						t.Fatalf("%d and %d: same component %v, %v", u, v, same, comps)
					}
					if reach[u][v] && number[u] < number[v] {
						t.Fatalf("%d leads to %d and comes first: %v", u, v, comps)
					}
				}
			}
		}
	})
}

func TestDominators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, succ := edges(t)
		dom := graph.Dominators(n, succ, 0)
		all := paths(n, succ, 0, -1)
		for a := range n {
			without := paths(n, succ, 0, a)
			for b := range n {
				want := all[a] && all[b] && !without[b]
				if got := dom.Dominates(a, b); got != want {
					t.Fatalf("%d dominates %d: got %v, want %v", a, b, got, want)
				}
			}
		}
	})
}

func TestPostDominators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, succ := edges(t)
		exits := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 3).Draw(t, "exits")
		dom := graph.PostDominators(n, succ, exits)
		reaches := func(v, cut int) bool {
			seen := paths(n, succ, v, cut)
			return slices.ContainsFunc(exits, func(e int) bool { return seen[e] })
		}
		for a := range n {
			for b := range n {
				want := reaches(a, -1) && reaches(b, -1) && !reaches(b, a)
				if got := dom.Dominates(a, b); got != want {
					t.Fatalf("%d postdominates %d: got %v, want %v", a, b, got, want)
				}
			}
		}
	})
}

func TestReversePostOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, any := edges(t)
		succ := make([][]int, n) // only edges to greater numbers: no cycle
		for v := range n {
			for _, w := range any(v) {
				if w > v {
					succ[v] = append(succ[v], w)
				}
			}
		}
		at := make([]int, n)
		for i, v := range graph.ReversePostOrder(n, func(v int) []int { return succ[v] }, 0) {
			at[v] = i + 1
		}
		for v := range n {
			for _, w := range succ[v] {
				if at[v] > 0 && at[v] >= at[w] {
					t.Fatalf("edge %d -> %d, positions %d and %d", v, w, at[v], at[w])
				}
			}
		}
	})
}

// A long chain must not need a deep stack of calls.
func TestLongChain(t *testing.T) {
	const n = 1 << 20
	next := make([]int, n)
	for i := range next {
		next[i] = i + 1
	}
	next[n-1] = 0
	succ := func(v int) []int { return next[v : v+1] }
	order := graph.WTO(n, succ, 0)
	if len(order) != 1 || !order[0].Loop || len(order[0].Body) != n-1 {
		t.Fatal("the chain is one component")
	}
	if len(graph.Components(n, succ, 0)) != 1 {
		t.Fatal("the chain is one component")
	}
}
