package octagon

import (
	"cmp"
	"slices"

	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
)

// use is a reason to put variables into one pack.
type use struct {
	depth int // of the loop
	vars  []*ir.Var
}

// pack makes the packs: variables that occur together in a linear assignment or comparison,
// those in inner loops first, as long as a pack has at most size of them; then, if loops is true,
// those that are assigned in one block, and in one loop.
func (d *Domain) pack(size int, loops bool) {
	ids := 0
	d.p.AllVars(func(v *ir.Var) { ids = max(ids, v.ID) })
	d.where = make([]place, ids+1)
	for i := range d.where {
		d.where[i].pack = -1
	}
	var uses, later []use
	for _, f := range d.p.Funcs {
		if !f.Defined {
			continue
		}
		of := looptree.Of(d.p, f)
		for _, l := range f.Locs {
			for _, id := range d.p.Locs[l].Out {
				for _, vs := range together(d.p.Edges[id].Stmt) {
					uses = append(uses, use{of.Depth[l], vs})
				}
			}
		}
		if loops {
			later = append(later, d.assigned(f, of)...)
		}
	}
	deeper := func(a, b use) int { return cmp.Compare(b.depth, a.depth) }
	slices.SortStableFunc(uses, deeper)
	slices.SortStableFunc(later, deeper)
	uses = append(uses, later...)
	group := map[*ir.Var]*[]*ir.Var{}
	var order []*[]*ir.Var
	for _, u := range uses {
		var merged []*ir.Var
		var old []*[]*ir.Var
		for _, v := range u.vars {
			g := group[v]
			switch {
			case g == nil:
				merged = append(merged, v)
			case !slices.Contains(old, g):
				old = append(old, g)
				merged = append(merged, *g...)
			}
		}
		if len(merged) > size {
			continue
		}
		g := &merged
		order = append(order, g)
		for _, o := range old {
			*o = nil
		}
		for _, v := range merged {
			group[v] = g
		}
	}
	for _, g := range order {
		if len(*g) < 2 {
			continue
		}
		slices.SortFunc(*g, func(a, b *ir.Var) int { return cmp.Compare(a.ID, b.ID) })
		for i, v := range *g {
			d.where[v.ID] = place{len(d.packs), i}
		}
		d.packs = append(d.packs, *g)
	}
}

// assigned lists neighbours among the variables that a block of f computes, and all that a loop does:
// x++; y++ relates variables that no expression has both of.
func (d *Domain) assigned(f *ir.Func, of *looptree.Loops) []use {
	into := map[ir.Loc]int{}
	for _, l := range f.Locs {
		for _, id := range d.p.Locs[l].Out {
			into[d.p.Edges[id].To]++
		}
	}
	computed := func(l ir.Loc, vars []*ir.Var) []*ir.Var {
		for _, id := range d.p.Locs[l].Out {
			s, ok := d.p.Edges[id].Stmt.(*ir.Assign)
			if ok && s.Var.Type.IsNumber() && s.Expr.Op != ir.OpConst && !slices.Contains(vars, s.Var) {
				vars = append(vars, s.Var)
			}
		}
		return vars
	}
	var uses []use
	loop := map[ir.Loc][]*ir.Var{} // by head
	for _, l := range f.Locs {
		for h := of.Head[l]; h != 0; h = of.Outer[h] {
			loop[h] = computed(l, loop[h])
		}
		here := computed(l, nil)
		for at := l; len(here) > 0 && len(d.p.Locs[at].Out) == 1; {
			at = d.p.Edges[d.p.Locs[at].Out[0]].To
			if into[at] != 1 {
				break
			}
			if next := computed(at, here); len(next) > len(here) {
				uses = append(uses, use{of.Depth[l], next})
				break
			}
		}
	}
	for _, h := range of.Heads {
		uses = append(uses, use{of.Depth[h], loop[h]})
	}
	return uses
}

// together lists sets of variables between which a statement makes or tests a relation.
func together(s ir.Stmt) [][]*ir.Var {
	var sets [][]*ir.Var
	add := func(vs []*ir.Var) {
		if len(vs) > 1 && len(vs) <= 3 {
			sets = append(sets, vs)
		}
	}
	switch s := s.(type) {
	case *ir.Assign:
		if s.Var.Type.IsNumber() {
			add(linearVars(s.Expr, []*ir.Var{s.Var}))
		}
		return append(sets, operands(s.Expr)...)
	case *ir.Assume:
		return operands(s.Cond)
	}
	return nil
}

// operands lists the variables of each comparison and range condition in e, and of differences.
func operands(e *ir.Expr) [][]*ir.Var {
	var sets [][]*ir.Var
	ir.Walk(e, func(x *ir.Expr) bool {
		var vs []*ir.Var
		switch {
		case x.Op >= ir.OpEq && x.Op <= ir.OpGe, x.Op == ir.OpSub, x.Op == ir.OpPtrDiff:
			vs = linearVars(x.Args[1], linearVars(x.Args[0], nil))
		case x.Op == ir.OpInRange:
			vs = linearVars(x.Args[0], nil)
		}
		if len(vs) > 1 && len(vs) <= 3 {
			sets = append(sets, vs)
		}
		return true
	})
	return sets
}

// linearVars appends the variables of the linear parts of e.
func linearVars(e *ir.Expr, to []*ir.Var) []*ir.Var {
	switch e.Op {
	case ir.OpVar:
		if e.Type.IsNumber() && !slices.Contains(to, e.Var) {
			to = append(to, e.Var)
		}
	case ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpPtrAdd, ir.OpPtrDiff, ir.OpCast:
		for _, a := range e.Args {
			to = linearVars(a, to)
		}
	}
	return to
}
