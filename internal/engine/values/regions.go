package values

import (
	"slices"

	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// regions say which values of computed variables are told apart: those between which the program makes a difference.
// A variable to which constants and other variables are assigned only has few values, and all are told apart. One that is computed, as
// a18 = a18 * 9 / 10 - 5012, has as many intervals as there are paths; of these the bounds are moved outwards to the next numbers
// with which the program compares it. Where an error turns out to be excluded by the bounds themselves, they become
// such numbers too, and after mostCuts of them all values of the variable are told apart: then it is a counter.
type regions struct {
	computed map[*ir.Var]bool
	cuts     map[*ir.Var][]num.Int // ascending: the least numbers of regions
	added    map[*ir.Var]int       // what refinements have added, up to mostCuts and one
}

// mostCuts is how many bounds refinements may add for a variable. Where they cannot be moved at all it counts as stuckCuts: so
// it is with each value of a counter, and each of them would take a round.
const (
	mostCuts  = 8
	stuckCuts = 4
)

// regionsOf looks at all statements of a program.
func regionsOf(p *ir.Program) regions {
	r := regions{map[*ir.Var]bool{}, map[*ir.Var][]num.Int{}, map[*ir.Var]int{}}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if a, ok := e.Stmt.(*ir.Assign); ok && a.Var.Type.Kind == ir.Integer && !isChoice(a.Expr) {
			r.computed[a.Var] = true
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) { ir.Walk(x, r.compared) })
	}
	return r
}

// isChoice says that an expression is a constant, a variable, or one of those by a condition.
func isChoice(e *ir.Expr) bool {
	switch e.Op {
	case ir.OpConst, ir.OpVar, ir.OpOfBool:
		return true
	case ir.OpIte:
		return isChoice(e.Args[1]) && isChoice(e.Args[2])
	}
	return false
}

// compared takes the constant of a comparison; it is for ir.Walk.
func (r *regions) compared(e *ir.Expr) bool {
	if e.Op < ir.OpEq || e.Op > ir.OpGe {
		return true
	}
	v, k := e.Args[0], e.Args[1] // constants are on the right
	if v.Op != ir.OpVar || k.Op != ir.OpConst {
		return true
	}
	one := num.I(1)
	switch e.Op {
	case ir.OpLt, ir.OpGe:
		r.cut(v.Var, k.Val)
	case ir.OpLe, ir.OpGt:
		r.cut(v.Var, k.Val.Add(one))
	default:
		r.cut(v.Var, k.Val)
		r.cut(v.Var, k.Val.Add(one))
	}
	return true
}

// cut makes k the least number of a region. It reports whether it was not.
func (r *regions) cut(v *ir.Var, k num.Int) bool {
	i, found := slices.BinarySearchFunc(r.cuts[v], k, num.Int.Cmp)
	if !found {
		r.cuts[v] = slices.Insert(r.cuts[v], i, k)
	}
	return !found
}

// outwards is the least union of regions of v that has all of in, and whether that is more.
func (r *regions) outwards(v *ir.Var, in interval.Value, top interval.Value) (interval.Value, bool) {
	if !r.computed[v] || r.added[v] > mostCuts || in.Eq(top) || in.IsEmpty() {
		return in, false
	}
	out, cuts := top, r.cuts[v]
	if lo, ok := in.Lo(); ok {
		if i, found := slices.BinarySearchFunc(cuts, lo, num.Int.Cmp); found {
			out = out.Meet(interval.AtLeast(lo))
		} else if i > 0 {
			out = out.Meet(interval.AtLeast(cuts[i-1]))
		}
	}
	if hi, ok := in.Hi(); ok {
		next := hi.Add(num.I(1))
		if i, _ := slices.BinarySearchFunc(cuts, next, num.Int.Cmp); i < len(cuts) {
			out = out.Meet(interval.AtMost(cuts[i].Sub(num.I(1))))
		}
	}
	out = out.Join(in) // an overflow may have left the type
	return out, !out.Eq(in)
}

// divide adds to the regions what the values of tracked variables have to be kept apart for at the nodes of a path, so that
// its last edge cannot be taken: as little as is enough. It reports whether that is more than before.
func (s *search) divide(path []ir.EdgeID) (more bool) {
	x := state{}
	for i, id := range path {
		e := s.prog.Edge(id)
		if i > 0 && (s.join[e.From] || s.head[e.From]) {
			x = s.exactly(x)
			if !s.excludes(x, path[i:]) {
				return more
			}
			for _, v := range s.computedIn(x) {
				wide, differs := s.outwards(v, s.d.Get(x.box, v), s.d.Type(v.Type))
				if !differs {
					continue
				}
				if y := s.with(x, v, wide); s.excludes(y, path[i:]) {
					x = y
					continue
				}
				x = s.bound(x, v, wide, path[i:])
				more = true
			}
		}
		x = s.post(x, e)
	}
	return more
}

// exactly is what a state says of tracked variables.
func (s *search) exactly(x state) state {
	kept := state{box: s.d.Top()}
	for _, v := range s.d.Known(x.box) {
		if s.tracked[v] {
			kept.box = s.d.Restrict(kept.box, v, s.d.Get(x.box, v))
		}
	}
	for _, n := range x.not {
		if s.tracked[n.v] && s.differ[n.v] {
			kept.not = append(kept.not, n)
		}
	}
	return kept
}

// computedIn are the variables of which a state says something and that have regions.
func (s *search) computedIn(x state) []*ir.Var {
	return slices.DeleteFunc(s.d.Known(x.box), func(v *ir.Var) bool { return !s.computed[v] })
}

// with is a state in which v has other values.
func (s *search) with(x state, v *ir.Var, in interval.Value) state {
	y := s.forget(x, v)
	y.box = s.d.Restrict(y.box, v, in)
	y.not = x.not
	return y
}

// excludes says that no execution takes the path from a state, as far as intervals say.
func (s *search) excludes(x state, path []ir.EdgeID) bool {
	for _, id := range path {
		if x = s.post(x, s.prog.Edge(id)); s.isBottom(x) {
			return true
		}
	}
	return false
}

// bound widens the values of v up to wide as far as the path is excluded then, and makes the bounds that this leaves those of regions.
func (s *search) bound(x state, v *ir.Var, wide interval.Value, path []ir.EdgeID) state {
	exact := s.d.Get(x.box, v)
	in := exact
	least := s.furthest(in.Lo, wide.Lo, func(k num.Int) bool {
		return s.excludes(s.with(x, v, in.Join(interval.One(k))), path)
	})
	in = in.Join(least)
	most := s.furthest(in.Hi, wide.Hi, func(k num.Int) bool {
		return s.excludes(s.with(x, v, in.Join(interval.One(k))), path)
	})
	in = in.Join(most)
	if in.Eq(exact) {
		s.added[v] += stuckCuts - 1
	}
	s.added[v] = min(s.added[v]+1, mostCuts+1)
	if lo, ok := in.Lo(); ok {
		s.cut(v, lo)
	}
	if hi, ok := in.Hi(); ok {
		s.cut(v, hi.Add(num.I(1)))
	}
	return s.with(x, v, in)
}

// furthest is the number towards the second bound, from the first on, up to which ok holds; ok holds for the first. What has no bound, or a large one,
// stays where it is.
func (s *search) furthest(from, to func() (num.Int, bool), ok func(num.Int) bool) interval.Value {
	a, isA := from()
	b, isB := to()
	lo, smallA := a.Int64()
	hi, smallB := b.Int64()
	if !isA {
		return interval.Empty()
	}
	if !isB || !smallA || !smallB || a.Eq(b) {
		return interval.One(a)
	}
	if ok(b) {
		return interval.One(b)
	}
	for { // ok holds of lo, and not of hi
		mid := lo/2 + hi/2 + (lo%2+hi%2)/2
		if mid == lo || mid == hi {
			return interval.One(num.I(lo))
		}
		if ok(num.I(mid)) {
			lo = mid
		} else {
			hi = mid
		}
	}
}
