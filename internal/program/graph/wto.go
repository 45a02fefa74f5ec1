package graph

import "math"

// Element is a vertex of a weak topological order, or a component with its head.
type Element struct {
	Vertex int
	Loop   bool // a component: Vertex is the head, Body the order of the rest
	Body   []Element
}

// WTO returns a weak topological order of the vertices reachable from entry.
//
// [Bourdoncle 1993], Figure 4, with the names of the figure: DFN, NUM, head, loop, partition,
// visit, component. Two deviations: a partition is built back to front, since prepending to a
// slice is quadratic, and the recursion of visit and component is a stack of calls, since it is
// as deep as the graph.
//
// Property (TestWTO): for every edge u → v, u comes before v, or v is the head of a component
// that contains u.
func WTO(n int, succ Succ, entry int) []Element {
	const infinity = math.MaxInt
	DFN := make([]int, n)
	NUM := 0
	var stack []int // the stack of the figure

	// A call of visit(vertex, partition) or, if component, of component(vertex), whose own
	// partition is then handed to the visits it makes.
	type call struct {
		vertex    int
		rest      []int
		component bool
		head      int
		loop      bool
		partition *[]Element // where visit puts its element; of a component its own
		into      *[]Element // of a component: where its element goes
	}
	var calls []call
	visit := func(vertex int, partition *[]Element) {
		stack = append(stack, vertex)
		NUM++
		DFN[vertex] = NUM
		calls = append(calls, call{vertex: vertex, rest: succ(vertex), head: NUM, partition: partition})
	}

	var result []Element
	visit(entry, &result)
	for len(calls) > 0 {
		c := &calls[len(calls)-1]
		if len(c.rest) > 0 {
			w := c.rest[0]
			c.rest = c.rest[1:]
			switch {
			case DFN[w] == 0:
				visit(w, c.partition) // its return updates c.head
			case !c.component && DFN[w] <= c.head:
				c.head, c.loop = DFN[w], true
			}
			continue
		}
		done := *c
		calls = calls[:len(calls)-1]
		if done.component {
			reverse(*done.partition)
			*done.into = append(*done.into, Element{Vertex: done.vertex, Loop: true, Body: *done.partition})
			continue
		}
		// The caller hears of head before the component's body is visited: it does not depend
		// on it.
		if k := len(calls); k > 0 && !calls[k-1].component && done.head <= calls[k-1].head {
			calls[k-1].head, calls[k-1].loop = done.head, true
		}
		if done.head != DFN[done.vertex] {
			continue
		}
		DFN[done.vertex] = infinity
		element := pop(&stack)
		if !done.loop {
			*done.partition = append(*done.partition, Element{Vertex: done.vertex})
			continue
		}
		for element != done.vertex {
			DFN[element] = 0
			element = pop(&stack)
		}
		calls = append(calls, call{vertex: done.vertex, rest: succ(done.vertex), component: true,
			partition: new([]Element), into: done.partition})
	}
	reverse(result)
	return result
}

func pop(s *[]int) int {
	v := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return v
}

// Flatten appends the vertices of a weak topological order in their order.
func Flatten(order []Element, to []int) []int {
	for _, e := range order {
		to = append(to, e.Vertex)
		to = Flatten(e.Body, to)
	}
	return to
}
