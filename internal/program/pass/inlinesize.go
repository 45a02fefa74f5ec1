package pass

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// sizes are lower bounds on how many edges the copies of functions have, with those of their calls.
// They are exact where there is no recursion. Otherwise calls are left out, so that no cycle remains:
// what is counted are paths in the call graph that meet no function twice. No number exceeds max.
type sizes struct {
	in  *inliner
	of  map[*ir.Func]int
	max int
}

// fits says, before anything is built, that the program will have more than MaxEdges edges.
func (in *inliner) fits() *TooLarge {
	s := &sizes{in, map[*ir.Func]int{}, in.opts.MaxEdges + 1}
	calls := in.callGraph()
	for _, i := range graph.PostOrder(len(calls.funcs), calls.succ, 0) {
		s.of[calls.funcs[i]] = s.size(calls.funcs[i])
	}
	if s.of[in.p.Main] < s.max {
		return nil
	}
	return s.where(in.p.Main)
}

// size is what a copy of f has, by the sizes of its callees.
func (s *sizes) size(f *ir.Func) int {
	n := 0
	s.in.edgesOf(f, func(e *ir.Edge, callee *ir.Func) bool {
		n = min(s.max, n+s.edge(e, callee))
		return true
	})
	return n
}

// edge is what a copy of e has.
func (s *sizes) edge(e *ir.Edge, callee *ir.Func) int {
	n, known := s.of[callee]
	if !known { // not a call, or one that closes a cycle
		return 1
	}
	return min(s.max, n+max(1, len(callee.Params))+len(s.in.plan(callee).havocs)+1)
}

// where is the last call before a program that begins with f gets too large.
func (s *sizes) where(f *ir.Func) *TooLarge {
	at := &TooLarge{Edges: s.max - 1}
	n := 0
	for seen := map[*ir.Func]bool{}; f != nil && !seen[f]; {
		seen[f] = true
		next := (*ir.Func)(nil)
		s.in.edgesOf(f, func(e *ir.Edge, callee *ir.Func) bool {
			if callee != nil {
				at.Func, at.Pos = callee.Name, e.Pos
			}
			k := s.edge(e, callee)
			if n+k < s.max {
				n += k
				return true
			}
			next = callee
			return false
		})
		f = next
	}
	return at
}

// edgesOf calls visit with the edges of f that its copies have, until it returns false. callee is nil
// for those that are no calls.
func (in *inliner) edgesOf(f *ir.Func, visit func(e *ir.Edge, callee *ir.Func) bool) {
	for _, l := range in.plan(f).locs {
		for _, id := range in.p.Locs[l].Out {
			e := in.p.Edges[id]
			var callee *ir.Func
			if c, ok := e.Stmt.(*ir.Call); ok {
				callee = c.Callee
			}
			if !visit(e, callee) {
				return
			}
		}
	}
}

// callGraph has the functions that Main may call, Main first, as vertices.
func (in *inliner) callGraph() *callGraph {
	g := &callGraph{number: map[*ir.Func]int{}}
	g.add(in.p.Main)
	for i := 0; i < len(g.funcs); i++ {
		in.edgesOf(g.funcs[i], func(e *ir.Edge, callee *ir.Func) bool {
			if callee != nil {
				g.calls[i] = append(g.calls[i], g.add(callee))
			}
			return true
		})
	}
	return g
}

type callGraph struct {
	funcs  []*ir.Func
	number map[*ir.Func]int
	calls  [][]int
}

func (g *callGraph) add(f *ir.Func) int {
	n, ok := g.number[f]
	if !ok {
		n = len(g.funcs)
		g.number[f] = n
		g.funcs = append(g.funcs, f)
		g.calls = append(g.calls, nil)
	}
	return n
}

func (g *callGraph) succ(v int) []int { return g.calls[v] }
