package dagger

import (
	"cmp"
	"slices"

	"craig/internal/abstract/domain/interval"
	"craig/internal/program/arcs"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
)

// flow is the program on its joins.
type flow struct {
	p     *ir.Program
	arcs  *arcs.Arcs
	loops *looptree.Loops
	cuts  []ir.Loc         // loop heads
	goal  map[ir.Loc]bool  // error locations
	pos   map[ir.Loc]int   // in the weak topological order
	chain map[ir.Loc][]int // positions of the heads of the loops around a location, outer ones first
	out   map[ir.Loc][]*edge
}

// edge is a path from a join to a join.
type edge struct {
	id   int
	to   ir.Loc
	path []*ir.Edge // the program's
	// steps are the statements to interpret: those of the path, where a condition that is a
	// disjunction has been replaced by one of its disjuncts.
	steps []*ir.Edge
	dead  []*ir.Var // that live before it or that it writes, and that nothing reads after it
	vars  []int     // that it reads or writes, ascending
	plain bool      // its statements are linear and do not wrap
}

func newFlow(c *sem.Context, goals []ir.Loc, wraps bool) *flow {
	p := c.Program
	f := &flow{p: p, loops: looptree.Of(p, p.Main), goal: map[ir.Loc]bool{}, pos: map[ir.Loc]int{},
		chain: map[ir.Loc][]int{}, out: map[ir.Loc][]*edge{}}
	extra := append([]ir.Loc(nil), goals...)
	for _, g := range goals {
		f.goal[g] = true
	}
	for i, l := range f.loops.Flat {
		f.pos[l] = i
		if p.Loc(l).Loop || f.loops.Head[l] == l {
			f.cuts = append(f.cuts, l)
		}
	}
	extra = append(extra, f.cuts...)
	f.arcs = arcs.New(c, p.Main, extra)
	joins := map[ir.Loc]bool{}
	for _, l := range f.arcs.Joins {
		joins[l] = true
	}
	box := interval.New(p)
	parts := alternatives
	if wraps {
		parts = func(e *ir.Edge) [][]*ir.Edge { return byWraps(p.Mode(), e) }
	}
	ids := 0
	for _, l := range f.arcs.Joins {
		for h := f.loops.Head[l]; h != 0; h = f.loops.Outer[h] {
			f.chain[l] = append([]int{f.pos[h]}, f.chain[l]...)
		}
		if f.goal[l] {
			continue
		}
		f.walk(l, nil, joins, func(path []*ir.Edge) {
			for _, v := range variantsBy(box, path, parts) {
				ids++
				e := &edge{id: ids, to: path[len(path)-1].To, path: path, steps: v.steps}
				f.uses(l, e)
				f.out[l] = append(f.out[l], e)
			}
		})
	}
	return f
}

// walk finds the paths from l to the next joins.
func (f *flow) walk(l ir.Loc, path []*ir.Edge, joins map[ir.Loc]bool, found func([]*ir.Edge)) {
	for _, id := range f.p.Loc(l).Out {
		e := f.p.Edge(id)
		if a, ok := e.Stmt.(*ir.Assume); ok && a.Cond.IsFalse() {
			continue
		}
		next := append(append(make([]*ir.Edge, 0, len(path)+1), path...), e)
		if joins[e.To] {
			found(next)
		} else {
			f.walk(e.To, next, joins, found)
		}
	}
}

// rounds is how often each loop around e's target has been gone round, after e was taken from a
// location with the given rounds.
func (f *flow) rounds(from ir.Loc, rounds []int, e *edge) []int {
	a, b := f.chain[from], f.chain[e.to]
	next := make([]int, len(b))
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		next[i] = rounds[i]
		if i == len(b)-1 && f.loops.Head[e.to] == e.to {
			next[i]++
		}
	}
	return next
}

// order is the place's position in the unfolded weak topological order.
func (f *flow) order(l ir.Loc, rounds []int) []int {
	var key []int
	for i, h := range f.chain[l] {
		key = append(key, h, rounds[i])
	}
	if f.loops.Head[l] == l {
		return append(key, -1)
	}
	return append(key, f.pos[l])
}

// uses finds the variables of an edge from l.
func (f *flow) uses(l ir.Loc, e *edge) {
	before := slices.Clone(f.arcs.Live[l])
	e.plain = true
	for _, s := range e.steps {
		switch s := s.Stmt.(type) {
		case *ir.Assume:
			e.plain = e.plain && linear(f.p.Mode(), s.Cond)
		case *ir.Assign:
			e.plain = e.plain && linear(f.p.Mode(), s.Expr)
		}
		ir.EachRead(s.Stmt, func(v *ir.Var) { e.vars = append(e.vars, v.ID) })
		if v := ir.Written(s.Stmt); v != nil {
			e.vars = append(e.vars, v.ID)
			before = append(before, v)
		}
	}
	slices.Sort(e.vars)
	e.vars = slices.Compact(e.vars)
	slices.SortFunc(before, func(v, w *ir.Var) int { return cmp.Compare(v.ID, w.ID) })
	before = slices.Compact(before)
	live := map[*ir.Var]bool{}
	for _, v := range f.arcs.Live[e.to] {
		live[v] = true
	}
	e.dead = slices.DeleteFunc(before, func(v *ir.Var) bool { return live[v] })
}

// chooses says that e reads an input that it has itself.
func (e *edge) chooses() bool {
	inputs, reads := map[*ir.Var]bool{}, false
	for _, s := range e.steps {
		ir.EachRead(s.Stmt, func(v *ir.Var) { reads = reads || inputs[v] })
		if h, ok := s.Stmt.(*ir.Havoc); ok {
			inputs[h.Var] = true
		}
	}
	return reads
}

// linear says that x is made of linear expressions that do not wrap.
func linear(mode ir.Mode, x *ir.Expr) bool {
	switch x.Op {
	case ir.OpConst, ir.OpVar, ir.OpAddr:
		return true
	case ir.OpNeg, ir.OpAdd, ir.OpSub:
		if mode.Wraps(x.Type) && !x.NoWrap {
			return false
		}
	case ir.OpCast:
		if !mode.Math && !x.NoWrap && !x.Type.Contains(x.Args[0].Type) {
			return false
		}
	case ir.OpNot, ir.OpLAnd, ir.OpLOr, ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpInRange:
	default:
		return false
	}
	return !slices.ContainsFunc(x.Args, func(a *ir.Expr) bool { return !linear(mode, a) })
}
