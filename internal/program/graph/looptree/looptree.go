// Package looptree finds the loops of functions, and how they lie in each other.
package looptree

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Loops describes the cycles of a function.
type Loops struct {
	Order []graph.Element   // the weak topological order of the locations reachable from the entry
	Flat  []ir.Loc          // the same, flattened
	Heads []ir.Loc          // the heads of its components, in order: an outer head before its inner ones
	Head  map[ir.Loc]ir.Loc // of a location within a component the innermost head; of a head its own
	Outer map[ir.Loc]ir.Loc // of a head the next outer head; 0 if there is none
	Depth map[ir.Loc]int    // how many components contain the location; a head is in its own

	ends map[ir.Loc][2]int // of a head, where in Flat its component begins and ends
}

// Of computes the loops of f.
func Of(p *ir.Program, f *ir.Func) *Loops {
	l := &Loops{Head: map[ir.Loc]ir.Loc{}, Outer: map[ir.Loc]ir.Loc{}, Depth: map[ir.Loc]int{}, ends: map[ir.Loc][2]int{}}
	if f.Entry == 0 {
		return l
	}
	n, succ := graph.OfFunc(p, f)
	l.Order = graph.WTO(n, succ, int(f.Entry))
	l.add(l.Order, 0, 0)
	return l
}

func (l *Loops) add(order []graph.Element, outer ir.Loc, depth int) {
	for _, e := range order {
		v := ir.Loc(e.Vertex)
		at := len(l.Flat)
		l.Flat = append(l.Flat, v)
		if e.Loop {
			l.Heads = append(l.Heads, v)
			l.Outer[v] = outer
			l.Head[v] = v
			l.Depth[v] = depth + 1
			l.add(e.Body, v, depth+1)
			l.ends[v] = [2]int{at, len(l.Flat)}
			continue
		}
		if outer != 0 {
			l.Head[v] = outer
		}
		l.Depth[v] = depth
	}
}

// Members are the locations of the component of head, in the order of Flat.
func (l *Loops) Members(head ir.Loc) []ir.Loc {
	e := l.ends[head]
	return l.Flat[e[0]:e[1]:e[1]]
}

// Contains says whether loc is in the component of head.
func (l *Loops) Contains(head, loc ir.Loc) bool {
	for h := l.Head[loc]; h != 0; h = l.Outer[h] {
		if h == head {
			return true
		}
	}
	return false
}
