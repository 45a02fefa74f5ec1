package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// lifeState is where an object is in its life.
type lifeState int64

const (
	unborn lifeState = iota
	alive
	over // freed, or its scope was left
)

var lifeType = ir.Int(8, false)

func life(s lifeState) *ir.Expr { return ir.ConstInt(lifeType, int64(s)) }

// findLives makes the variables of the placed objects whose lives a Free may end and of which a check
// speaks.
func (w *owners) findLives(checked map[int32]bool) {
	for _, e := range w.p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Free)
		if !ok {
			continue
		}
		var objs []int32
		if s.Addr != nil {
			objs = w.suspects(s.Addr).placed
		} else if o := w.object(s.Site); w.placed(o) {
			objs = []int32{o}
		}
		for _, o := range objs {
			kind := w.objs[o].Kind
			if checked[o] && (kind == ir.LocalObject || kind == ir.HeapObject) {
				w.born(o)
			}
		}
	}
}

// countBlocks adds the blocks that are placed to those that a check is about, and has the others
// watched.
func (w *owners) countBlocks(checked map[int32]bool) {
	for i := range w.objs {
		o := int32(i)
		switch {
		case !w.isBlock(o):
		case w.placed(o):
			checked[o] = true
			w.born(o)
		case w.watch == nil && w.watchable(o):
			w.watch = w.newWatch()
		}
	}
}

// isBlock says that o stands for blocks of the heap that may be freed.
func (w *owners) isBlock(o int32) bool {
	x := w.objs[o].Object
	return o != unknownAddress && x.Kind == ir.HeapObject && !x.Automatic
}

// born makes the variable with the life of a placed object.
func (w *owners) born(o int32) {
	if w.lives[o] == nil {
		w.lives[o] = w.p.NewGlobal("$life."+w.objs[o].Name, "", lifeType, ir.Pos{})
		w.ended = append(w.ended, o)
	}
}

// counted decides OpCounted.
func (w *owners) counted() bool {
	for i := range w.objs {
		if o := int32(i); w.isBlock(o) && !w.placed(o) && !w.watchable(o) {
			return false
		}
	}
	return true
}

// allFreed is what OpAllFreed says, and of which blocks.
func (w *owners) allFreed() (all *ir.Expr, blocks []ir.Owner) {
	all = ir.True()
	for i := range w.objs {
		if o := int32(i); w.isBlock(o) && w.placed(o) {
			all = ir.And(all, ir.Compare(ir.OpNe, ir.VarExpr(w.lives[o]), life(alive)))
			blocks = append(blocks, w.owner(o))
		}
	}
	if w.watch != nil {
		blocks = append(blocks, w.watch.owner())
		kind := ir.Compare(ir.OpEq, ir.VarExpr(w.watch.kind), ir.ConstInt(w.watch.kind.Type, 0))
		all = ir.And(all, ir.Not(ir.And(kind, w.watch.is(alive))))
	}
	return all, blocks
}

// living says that the placed object o lives. One that nothing ends does, where a pointer to it is.
func (w *owners) living(o int32) *ir.Expr {
	if v := w.lives[o]; v != nil {
		return ir.Compare(ir.OpEq, ir.VarExpr(v), life(alive))
	}
	return ir.True()
}

// freeable is what OpFreeable says of the pointer p, which e was rewritten to.
func (w *owners) freeable(e, p *ir.Expr) *ir.Expr {
	s := w.suspects(e)
	null := ir.Not(ir.ToBool(p))
	if !s.known {
		return null
	}
	any, near := null, ir.False()
	for _, o := range s.placed {
		if x := w.objs[o].Object; x.Kind == ir.HeapObject && !x.Automatic {
			any = ir.Or(any, ir.And(ir.Compare(ir.OpEq, p, w.base(o)), w.living(o)))
		}
		near = ir.Or(near, w.near(o, p))
	}
	if len(s.watched) > 0 {
		any = ir.Or(any, ir.And(ir.Not(near), w.watch.freeable(p)))
	}
	return any
}

// freed replaces a Free, whose rewritten address is addr.
func (w *owners) freed(s *ir.Free, addr *ir.Expr) []ir.Stmt {
	var to []ir.Stmt
	if s.Addr == nil {
		o := w.object(s.Site)
		if v := w.lives[o]; v != nil {
			was := ir.VarExpr(v)
			to = append(to, &ir.Assign{Var: v, Expr: ir.Ite(ir.Compare(ir.OpEq, was, life(alive)), life(over), was)})
		} else if w.watch != nil && w.watchable(o) {
			to = append(to, w.watch.ended(ir.Compare(ir.OpEq, ir.VarExpr(w.watch.kind), ir.ConstInt(w.watch.kind.Type, int64(s.Site.ID)))))
		}
		return to
	}
	is := w.suspects(s.Addr)
	for _, o := range is.placed {
		v := w.lives[o]
		if v == nil {
			continue
		}
		here := ir.True()
		if !(addr.Op == ir.OpAddr && addr.Obj == w.objs[o].Object) {
			here = ir.Compare(ir.OpEq, addr, w.base(o))
		}
		here = ir.And(here, ir.Compare(ir.OpEq, ir.VarExpr(v), life(alive)))
		to = append(to, &ir.Assign{Var: v, Expr: ir.Ite(here, life(over), ir.VarExpr(v))})
	}
	if w.watch != nil && len(is.watched) > 0 {
		to = append(to, w.watch.ended(ir.Compare(ir.OpEq, addr, ir.VarExpr(w.watch.base))))
	}
	return append(to, w.marks.ended(w, append(is.placed, is.watched...), addr)...)
}

// forgotten is what OpNoneDangling says of the local object at addr: if a pointer to it may be left from an
// earlier turn of a loop, that it has not lived before. Such pointers have the same value as those
// to the new object, and cannot be told from them.
func (w *owners) forgotten(addr *ir.Expr) *ir.Expr {
	o := w.object(addr.Obj)
	if !w.left[o] {
		return ir.True()
	}
	return ir.Compare(ir.OpNe, ir.VarExpr(w.lives[o]), life(over))
}

// findLeft finds the local objects to which pointers may be left when they begin another life.
func (w *owners) findLeft(cyclic []bool) {
	for _, e := range w.p.Edges {
		if e == nil || !cyclic[e.ID] {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok && s.Result == nil {
			if o := w.object(s.Site); w.lives[o] != nil && !w.left[o] {
				w.left[o] = w.kept(o, e)
			}
		}
	}
}

// kept says that a pointer to o that was made before e may be used after e.
func (w *owners) kept(o int32, e *ir.Edge) bool {
	to := func(at *ir.Targets) bool {
		return slices.ContainsFunc(*at, func(t ir.Target) bool { return t.Obj == o })
	}
	for i := range w.objs {
		if int32(i) == o {
			continue
		}
		for _, k := range w.objs[i].Contents {
			if to(k.At) {
				return true
			}
		}
	}
	fn := w.p.Locs[e.From].Func
	vars := map[*ir.Var]bool{}
	see := func(v *ir.Var) {
		if v != nil && to(w.t.Variable(v)) {
			vars[v] = true
		}
	}
	for _, d := range w.p.Edges {
		if d != nil {
			see(ir.Written(d.Stmt))
		}
	}
	for v := range vars {
		if v.Func != fn && (v.Func == nil || !slices.Contains(v.Func.Params, v)) || w.readAfter(v, e) {
			return true
		}
	}
	return false
}

// readAfter says that the value that v has before e may be read after it.
func (w *owners) readAfter(v *ir.Var, e *ir.Edge) bool {
	seen := map[ir.Loc]bool{e.To: true}
	work := []ir.Loc{e.To}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, id := range w.p.Locs[l].Out {
			d := w.p.Edges[id]
			reads := false
			ir.EachRead(d.Stmt, func(u *ir.Var) { reads = reads || u == v })
			if reads {
				return true
			}
			if ir.Written(d.Stmt) != v && !seen[d.To] {
				seen[d.To] = true
				work = append(work, d.To)
			}
		}
	}
	return false
}
