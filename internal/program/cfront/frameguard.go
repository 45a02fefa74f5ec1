package cfront

import (
	"slices"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// The writes of a program with frames (frame.go, loopframe.go), which are compared with the choice when all functions are lowered.

// guardFrames checks the writes of all functions, which are lowered, against the choice.
func (r *reader) guardFrames(fns []*fn) {
	g := r.framing
	if g == nil {
		return
	}
	own := map[*ir.Object]bool{} // of the library, and static variables of functions
	shared := map[*ir.Var]bool{} // the variables that have to be named
	for _, o := range r.prog.Objects {
		own[o] = o.Kind == ir.LibraryObject
	}
	for _, p := range r.handovers {
		if p.addr != nil {
			own[p.addr.Obj] = true
		}
	}
	for _, v := range r.globals {
		if !v.made {
			continue
		}
		p := v.place
		hidden := v.owner != nil || v.unit.models || v.name == "errno" || !v.defined && library.LookupVariable(v.name) != nil
		if p.addr != nil && p.addr.Op == ir.OpAddr {
			own[p.addr.Obj] = own[p.addr.Obj] || hidden
		}
		if hidden {
			continue
		}
		if p.v != nil {
			shared[p.v] = true
		}
		for _, v := range p.cells {
			shared[v] = true
		}
	}
	g.owners, g.within = frameOwners(fns)
	r.withinFrames(fns, func(f *fn) {
		w := &guard{f: f, g: g, own: own, shared: shared}
		w.loopLocals()
		for _, e := range slices.Clone(f.edges) {
			w.edge(e)
		}
		w.locals()
	})
}

// withinFrames visits the functions that a call with a frame may come to.
func (r *reader) withinFrames(fns []*fn, visit func(*fn)) {
	of, seen := map[*ir.Func]*fn{}, map[*fn]bool{}
	var work []*fn
	add := func(f *fn) {
		if f != nil && !seen[f] {
			seen[f] = true
			work = append(work, f)
		}
	}
	for _, f := range fns {
		of[f.ir] = f
		if f.frame != nil || len(f.loops) > 0 {
			add(f)
		}
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		for _, e := range f.edges {
			c, ok := e.stmt.(*ir.Call)
			switch {
			case !ok:
			case c.Callee != nil:
				add(of[c.Callee])
			default:
				for _, h := range fns {
					if h.f != nil && h.f.obj != nil {
						add(h)
					}
				}
			}
		}
	}
	for _, f := range fns {
		if seen[f] {
			visit(f)
		}
	}
}

// guard checks the writes of one function.
type guard struct {
	f      *fn
	g      *framing
	own    map[*ir.Object]bool
	shared map[*ir.Var]bool

	loops   map[*ir.Var][]*frame    // by the local variables that these would have to name
	objects map[*ir.Object][]*frame // the same
}

func (w *guard) edge(e *edge) {
	switch s := e.stmt.(type) {
	case *ir.Store:
		root := ir.Root(s.Addr)
		if root.Op == ir.OpAddr && (root.Obj.Kind == ir.LocalObject && !w.mayBeKept(root.Obj) || w.own[root.Obj]) {
			return
		}
		from, to := int64(0), int64(s.Val.Type.Bits+7)/8
		if part, ok := w.f.narrow[e]; ok {
			from, to = part[0], part[1]
		}
		w.refuse(e, w.g.touches(w.f.r.offset(s.Addr, from), ir.ConstInt(w.f.r.types.size.ir(), to-from)), ir.Violates("unreach-call"))
	case *ir.Assign:
		w.variable(e, s.Var)
	case *ir.Havoc:
		w.variable(e, s.Var)
	case *ir.Call:
		w.variable(e, s.Result)
	case *ir.Alloc:
		w.variable(e, s.Result)
		switch {
		case s.Result != nil && s.Size != nil:
			w.after(e, ir.Not(w.g.touches(ir.VarExpr(s.Result), s.Size)))
		case s.Site != nil && w.mayBeKept(s.Site):
			w.after(e, w.without(ir.True(), s.Site))
		}
	case *ir.Clobber:
		w.variable(e, s.Result)
		w.clobber(e, s)
	}
}

func (w *guard) variable(e *edge, v *ir.Var) {
	if v != nil && w.loops[v] != nil {
		mine := ir.False()
		for _, l := range w.loops[v] {
			mine = ir.Or(mine, ir.ToBool(ir.VarExpr(l.mine)))
		}
		w.refuse(e, ir.And(mine, ir.Compare(ir.OpEq, ir.VarExpr(w.g.number), ir.ConstInt(w.g.number.Type, w.g.numberOf(v)))), ir.Violates("unreach-call"))
	}
	if v != nil && w.shared[v] {
		w.refuse(e, ir.Compare(ir.OpEq, ir.VarExpr(w.g.number), ir.ConstInt(w.g.number.Type, w.g.numberOf(v))), ir.Violates("unreach-call"))
	}
}

// clobber is about a call that writes what is not known exactly: if the byte may be among it, nothing is decided.
func (w *guard) clobber(e *edge, s *ir.Clobber) {
	size := w.f.r.types.size.ir()
	for _, root := range s.Roots {
		if o := ir.Root(root.Ptr); root.Reach == ir.Kept || o.Op == ir.OpAddr && w.own[o.Obj] {
			continue
		}
		bad := ir.Not(w.g.idle())
		if root.Reach == ir.Data {
			any := ir.Const(size, size.Max())
			start := ir.Start(root.Ptr, ir.ConstInt(w.f.r.prog.PtrType(), 0))
			bad = w.g.touches(start, ir.Extent(root.Ptr, any))
		}
		w.f.r.note(ir.Unmodelled, e.pos, "what %s writes is not compared with what may be assigned", s.Name)
		w.refuse(e, bad, ir.Goal{Kind: ir.Unsupported})
	}
}

// refuse leads from where an edge begins to a goal if the condition holds.
func (w *guard) refuse(e *edge, bad *ir.Expr, goal ir.Goal) {
	f := w.f
	from, mid, wrong := e.from, f.node(e.pos), f.node(e.pos)
	wrong.goal = goal
	if !goal.IsLimit() {
		f.r.errors++
		wrong.why = w.why(e)
	}
	for i, x := range from.out {
		if x == e {
			from.out = slices.Delete(from.out, i, i+1)
			break
		}
	}
	e.from = mid
	mid.out = append(mid.out, e)
	f.edge(from, mid, &ir.Assume{Cond: ir.Not(bad)}, e.pos)
	if w.g.grows == nil || goal.IsLimit() {
		f.edge(from, wrong, &ir.Assume{Cond: bad}, e.pos)
		return
	}
	either, later := f.node(e.pos), f.node(e.pos)
	grows := ir.ToBool(ir.VarExpr(w.g.grows))
	f.edge(from, either, &ir.Assume{Cond: bad}, e.pos)
	f.edge(either, wrong, &ir.Assume{Cond: ir.Not(grows)}, e.pos)
	f.edge(either, later, &ir.Assume{Cond: grows}, e.pos)
	f.edge(later, mid, &ir.Assign{Var: w.g.late, Expr: ir.ConstInt(w.g.late.Type, 1)}, e.pos)
}

// after assumes something behind an edge.
func (w *guard) after(e *edge, c *ir.Expr) {
	f := w.f
	mid, to := f.node(e.pos), e.to
	for i, x := range to.in {
		if x == e {
			to.in = slices.Delete(to.in, i, i+1)
			break
		}
	}
	e.to = mid
	mid.in = append(mid.in, e)
	f.edge(mid, to, &ir.Assume{Cond: c}, e.pos)
}

// without says that the byte is not of an object.
func (w *guard) without(c *ir.Expr, o *ir.Object) *ir.Expr {
	if o.Size <= 0 {
		return c
	}
	f := w.f
	return ir.And(c, ir.Not(w.g.touches(ir.AddrOf(f.r.prog.PtrType(), o), ir.ConstInt(f.r.types.size.ir(), o.Size))))
}

// locals leaves out the local variables of the function, where it begins, and where the choice for a call of it is
// made these and all that need not be named. Of a loop, what is declared in it need not be.
func (w *guard) locals() {
	f := w.f
	locals, all := ir.True(), ir.True()
	kept := map[*frame]*ir.Expr{}
	for _, l := range f.loops {
		kept[l] = ir.True()
	}
	for _, o := range f.r.prog.Objects {
		local := o.Kind == ir.LocalObject && o.Func == f.ir
		if local {
			locals = w.without(locals, o)
		}
		if local || w.own[o] {
			all = w.without(all, o)
		}
		for _, l := range f.loops {
			if w.own[o] || local && !slices.Contains(w.objects[o], l) {
				kept[l] = w.without(kept[l], o)
			}
		}
	}
	if f.frame != nil {
		f.frame.choice.Cond = all
	}
	for _, l := range f.loops {
		l.choice.Cond = kept[l]
	}
	if locals.IsTrue() && len(f.loops) == 0 {
		return
	}
	f.insert(mark{at: f.entry}, f.ir.Pos, func() {
		f.emit(&ir.Assume{Cond: locals}, f.ir.Pos)
		for _, l := range f.loops { // which a jump may enter
			f.emit(&ir.Assign{Var: l.mine, Expr: ir.ConstInt(l.mine.Type, 0)}, f.ir.Pos)
		}
	})
}

// loopLocals finds the local variables that loops would have to name.
func (w *guard) loopLocals() {
	w.loops, w.objects = map[*ir.Var][]*frame{}, map[*ir.Object][]*frame{}
	for _, l := range w.f.loops {
		for _, v := range slices.Concat(w.f.f.params, w.f.f.locals) {
			if !v.made || l.inner[v] {
				continue
			}
			if v.place.v != nil {
				w.loops[v.place.v] = append(w.loops[v.place.v], l)
			}
			for _, x := range v.place.cells {
				w.loops[x] = append(w.loops[x], l)
			}
			if a := v.place.addr; a != nil && a.Op == ir.OpAddr {
				w.objects[a.Obj] = append(w.objects[a.Obj], l)
			}
		}
	}
}

// mayBeKept tells whether an object is of a local variable that a loop would have to name.
func (w *guard) mayBeKept(o *ir.Object) bool { return w.objects[o] != nil }
