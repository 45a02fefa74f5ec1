package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// owners decides by addresses whether a pointer is in the object that it was derived from, and whether
// that lives: it replaces OpInObject, OpKnown, OpFreeable and OpNoneDangling, and Free.
//
// No two objects ever have the same address, and there are gaps between them. So a pointer was derived
// from the object that it is in or near, as long as pointers are not moved away from their objects:
// then OpInObject of width 0, which follows every move, is false, and the front end stops there. If
// the analysis leaves one object to a pointer, it was derived from that, wherever it has been moved.
//
// An object that is made at most once, or is at a fixed address, is placed: a condition speaks of it
// by its address. Of the others, blocks of the heap that are made in loops, the conditions speak of
// one, which is chosen arbitrarily: see watch.go. A pointer that was not derived from any object, such as
// an uninitialised one, may have any value; one that is less than the address of every object is
// enough to find it, so the conditions of watched objects ask for that only.
type owners struct {
	*facts
	extent map[int32]extent  // of heap objects that have no fixed address, but are made at most once
	made   []int32           // the keys of extent
	shared map[int32]bool    // objects that a checked pointer may point to besides others
	opaque map[int32]bool    // objects whose addresses integer arithmetic may move
	lives  map[int32]*ir.Var // of placed objects that a Free may end, and that matter to a check: see life
	ended  []int32           // the keys of lives
	leaks  *leaks            // nil: no check is about them
	watch  *watch            // nil: no check is about objects that are not placed
	leads  *leads            // nil: no check is about leaks of blocks of lists
	marks  *marks            // nil: no check is about blocks of lists
	follow *followed         // nil: no check is about indeterminate bits
	left   map[int32]bool    // local objects to which pointers may be left when they begin another life
}

// extent are variables with the address and the size of an object; 0 before it is made.
type extent struct{ base, size *ir.Var }

// findOwners has to come before edges are changed.
func (a *facts) findOwners(cyclic []bool) *owners {
	w := &owners{facts: a, extent: map[int32]extent{}, shared: map[int32]bool{}, opaque: map[int32]bool{}, lives: map[int32]*ir.Var{}, left: map[int32]bool{}}
	w.follow = a.newFollowed()
	if len(a.checks) == 0 && w.follow == nil {
		w.findMarks()
		return w
	}
	sites := map[*ir.Object]int{}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok && s.Result != nil {
			sites[s.Site]++
			obj := a.object(s.Site)
			if sites[s.Site] == 1 && !a.objs[obj].Single && !cyclic[e.ID] {
				w.made = append(w.made, obj)
			}
		}
	}
	w.made = slices.DeleteFunc(w.made, func(o int32) bool { return sites[a.objs[o].Object] != 1 })
	for _, o := range w.made {
		name := a.objs[o].Name
		w.extent[o] = extent{
			base: a.p.NewGlobal("$base."+name, "", a.p.PtrType(), ir.Pos{}),
			size: a.p.NewGlobal("$size."+name, "", a.word(false), ir.Pos{}),
		}
	}
	if len(a.checks) == 0 {
		w.findMarks()
		return w
	}
	for _, x := range a.arithmetic {
		for _, t := range x.at {
			w.opaque[t.Obj] = true
		}
	}
	checked := map[int32]bool{}
	for _, e := range a.checks {
		if e.Op == ir.OpInObject && e.Args[1].Val.IsZero() {
			continue
		}
		if e.Op == ir.OpAllFreed || e.Op == ir.OpTracked {
			w.countBlocks(checked)
			for i := range w.objs {
				if e.Op == ir.OpTracked && w.objs[i].Kind == ir.LocalObject {
					checked[int32(i)] = true // what is stored in it leads nowhere after its life
				}
			}
			continue
		}
		s := w.suspects(e.Args[0])
		for _, o := range s.placed {
			checked[o] = true
		}
		if !s.known {
			continue
		}
		if len(s.placed)+len(s.watched) > 1 || len(s.watched) > 0 {
			for _, o := range append(s.placed, s.watched...) {
				w.shared[o] = true
			}
		}
		if len(s.watched) > 0 && w.watch == nil {
			w.watch = a.newWatch()
		}
	}
	w.findMarks()
	w.findLeads()
	w.findLives(checked)
	w.findLeft(cyclic)
	return w
}

// suspects are the objects that a pointer may have been derived from.
type suspects struct {
	placed  []int32 // at known places
	watched []int32 // on the heap, made in loops
	known   bool    // there are no others
}

func (s suspects) count() int { return len(s.placed) + len(s.watched) }

// suspects are those of the pointer at the root of addr. What null and uninitialised pointers point to
// is not among them.
func (w *owners) suspects(addr *ir.Expr) suspects {
	s := suspects{known: true}
	for _, t := range w.at(ir.Root(addr)) {
		switch {
		case w.nowhere(t) || w.ofDevice(t) || slices.Contains(s.placed, t.Obj) || slices.Contains(s.watched, t.Obj) || w.objs[t.Obj].Wild:
		case w.placed(t.Obj):
			s.placed = append(s.placed, t.Obj)
		case w.watchable(t.Obj):
			s.watched = append(s.watched, t.Obj)
		default:
			s.known = false
		}
	}
	return s
}

// placed says that it is known where object o is and how large.
func (w *owners) placed(o int32) bool {
	x := &w.objs[o]
	if o == unknownAddress || len(x.members) > 0 || x.Rep != o {
		return false
	}
	switch x.Kind {
	case ir.GlobalObject, ir.LocalObject, ir.StringObject:
		return x.Single && x.Size >= 0
	case ir.HeapObject:
		_, ok := w.extent[o]
		return ok || x.Single && x.Size >= 0
	}
	return false
}

// known decides OpKnown.
func (w *owners) known(addr *ir.Expr) bool {
	s := w.suspects(addr)
	if s.count() > 1 || len(s.watched) > 0 {
		for _, o := range append(s.placed, s.watched...) {
			if w.opaque[o] {
				return false
			}
		}
	}
	return s.known
}

// inside is what the OpInObject e says, for addr, its rewritten address.
func (w *owners) inside(e, addr *ir.Expr) *ir.Expr {
	width, _ := e.Args[1].Val.Int64()
	s := w.suspects(e.Args[0])
	if width == 0 {
		return w.stays(s, addr)
	}
	if !s.known {
		return ir.False()
	}
	any, near := ir.False(), ir.False()
	for _, o := range s.placed {
		c := ir.And(w.living(o), w.within(o, addr, width))
		if s.count() > 1 {
			c = ir.And(w.near(o, ir.Root(addr)), c)
			near = ir.Or(near, w.near(o, ir.Root(addr)))
		}
		any = ir.Or(any, c)
	}
	if len(s.watched) > 0 {
		any = ir.Or(any, ir.And(ir.Not(near), w.watch.inside(addr, width)))
	}
	return any
}

// writable is what the OpWritable of x says, for addr, its rewritten address.
func (w *owners) writable(x, addr *ir.Expr) *ir.Expr {
	all := ir.True()
	for _, o := range w.suspects(x).placed {
		if w.objs[o].ReadOnly() {
			all = ir.And(all, ir.Not(w.near(o, ir.Root(addr))))
		}
	}
	return all
}

// stays says that addr is near its object if the pointer at its root is. A move matters only if the
// pointer may get to where another object may be meant.
func (w *owners) stays(s suspects, addr *ir.Expr) *ir.Expr {
	if !slices.ContainsFunc(s.placed, func(o int32) bool { return w.shared[o] }) && !slices.ContainsFunc(s.watched, func(o int32) bool { return w.shared[o] }) {
		return ir.True()
	}
	if !s.known {
		return ir.False()
	}
	root := ir.Root(addr)
	if len(s.watched) == 0 {
		any := ir.False()
		for _, o := range s.placed {
			c := w.near(o, addr)
			if len(s.placed) > 1 {
				c = ir.And(w.near(o, root), c)
			}
			any = ir.Or(any, c)
		}
		return any
	}
	low := func(x *ir.Expr) *ir.Expr { return ir.Compare(ir.OpLt, x, w.firstAddress()) }
	all := ir.Or(ir.Not(low(root)), low(addr)) // what is nowhere stays there
	for _, o := range s.placed {
		all = ir.And(all, ir.Or(ir.Not(w.near(o, root)), w.near(o, addr)))
	}
	return ir.And(all, ir.Or(ir.Not(w.watch.near(root)), w.watch.near(addr)))
}

// span is what the OpStart or OpExtent e says of p, its rewritten pointer, or otherwise.
func (w *owners) span(e, p, otherwise *ir.Expr) *ir.Expr {
	s := w.suspects(e.Args[0])
	if !w.known(e.Args[0]) || len(s.watched) > 0 {
		return otherwise
	}
	what := ir.ConstInt(e.Type, 0)
	for _, o := range s.placed {
		place := w.base(o)
		if e.Op == ir.OpExtent {
			place = w.size(o, e.Type)
		}
		what = ir.Ite(ir.And(w.living(o), w.near(o, ir.Root(p))), place, what)
	}
	return what
}

// size is the size of the placed object o in bytes, as a value of type t.
func (w *owners) size(o int32, t ir.Type) *ir.Expr {
	if x, ok := w.extent[o]; ok {
		return ir.Cast(t, ir.VarExpr(x.size))
	}
	return ir.ConstInt(t, w.objs[o].Size)
}

// overlap is what the OpOverlap e says, whose arguments have been rewritten to args: there is an object that both pointers were derived from,
// in which the bytes meet. Of blocks that are made in loops only the watched one counts.
func (w *owners) overlap(e *ir.Expr, args [4]*ir.Expr) *ir.Expr {
	p, n, q, m := args[0], args[1], args[2], args[3]
	move := func(p, n *ir.Expr) *ir.Expr { return ir.PtrAdd(p, ir.Cast(w.word(true), n)) }
	some := func(n *ir.Expr) *ir.Expr { return ir.Compare(ir.OpNe, n, ir.ConstInt(n.Type, 0)) }
	meet := ir.And(ir.And(some(n), some(m)), ir.And(ir.Compare(ir.OpLt, p, move(q, m)), ir.Compare(ir.OpLt, q, move(p, n))))
	ps, qs := w.suspects(e.Args[0]), w.suspects(e.Args[2])
	if !ps.known || !qs.known {
		return meet
	}
	one := ir.False()
	both := func(near func(*ir.Expr) *ir.Expr) {
		if ps.count() == 1 && qs.count() == 1 {
			one = ir.True()
		} else {
			one = ir.Or(one, ir.And(near(ir.Root(p)), near(ir.Root(q))))
		}
	}
	for _, o := range ps.placed {
		if slices.Contains(qs.placed, o) {
			both(func(x *ir.Expr) *ir.Expr { return w.near(o, x) })
		}
	}
	if slices.ContainsFunc(ps.watched, func(o int32) bool { return slices.Contains(qs.watched, o) }) {
		if w.watch == nil {
			return meet
		}
		one = ir.Or(one, ir.And(w.watch.near(ir.Root(p)), w.watch.near(ir.Root(q))))
	}
	return ir.And(one, meet)
}

// firstAddress is not greater than the address of any object.
func (a *facts) firstAddress() *ir.Expr {
	return ir.ConstInt(a.p.PtrType(), a.space.Nowhere)
}

// room is how far a pointer may be from its object and is still near it.
func (a *facts) room() int64 { return a.gap / 2 }

// near is the condition that addr is in object o, or not further from it than half of the gap.
func (w *owners) near(o int32, addr *ir.Expr) *ir.Expr {
	return w.between(o, addr, 1-w.room(), w.room())
}

// within is the condition that width bytes at addr are in object o.
func (w *owners) within(o int32, addr *ir.Expr, width int64) *ir.Expr {
	if obj := w.objs[o].Object; obj.Size >= 0 && obj.Size < width {
		return ir.False()
	}
	return w.between(o, addr, 0, -width)
}

// between is the condition that addr is at least from bytes after the beginning of object o and
// at most to bytes after its end; both may be negative.
func (w *owners) between(o int32, addr *ir.Expr, from, to int64) *ir.Expr {
	ptr := w.p.PtrType()
	at := func(k int64) *ir.Expr { return ir.ConstInt(w.word(true), k) }
	if x, ok := w.extent[o]; ok {
		base := ir.VarExpr(x.base)
		c := ir.And(ir.Compare(ir.OpLe, ir.PtrAdd(base, at(from)), addr),
			ir.Compare(ir.OpLe, ir.PtrAdd(addr, at(-to)), ir.PtrAdd(base, ir.VarExpr(x.size))))
		if to > 0 { // it has been made
			c = ir.And(ir.ToBool(base), c)
		}
		return c
	}
	obj := w.objs[o].Object
	base := ir.AddrOf(ptr, obj)
	if addr.Op == ir.OpPtrAdd && addr.Args[0].Op == ir.OpAddr && addr.Args[0].Obj == obj {
		off := addr.Args[1] // without the object's address
		if t := off.Type; t.Fits(num.I(from)) && t.Fits(num.I(obj.Size+to)) {
			return ir.And(ir.Compare(ir.OpGe, off, ir.ConstInt(t, from)), ir.Compare(ir.OpLe, off, ir.ConstInt(t, obj.Size+to)))
		}
	}
	return ir.And(ir.Compare(ir.OpLe, ir.PtrAdd(base, at(from)), addr), ir.Compare(ir.OpLe, addr, ir.PtrAdd(base, at(obj.Size+to))))
}

// base is the address of object o.
func (w *owners) base(o int32) *ir.Expr {
	if x, ok := w.extent[o]; ok {
		return ir.VarExpr(x.base)
	}
	return ir.AddrOf(w.p.PtrType(), w.objs[o].Object)
}

// begun lists what is noted where an object is made by s, in fn, at addr, before the heap grows.
func (w *owners) begun(o int32, s *ir.Alloc, addr *ir.Expr, fn *ir.Func, pos ir.Pos) []ir.Stmt {
	var to []ir.Stmt
	if x, ok := w.extent[o]; ok {
		to = append(to, &ir.Assign{Var: x.base, Expr: addr}, &ir.Assign{Var: x.size, Expr: ir.Cast(x.size.Type, s.Size)})
	}
	if v := w.lives[o]; v != nil {
		to = append(to, &ir.Assign{Var: v, Expr: life(alive)})
	}
	if w.watch != nil && w.watchable(o) {
		to = append(to, w.watch.begun(s, addr)...)
	}
	if addr == nil && w.objs[o].Single {
		addr = w.base(o)
	}
	if addr != nil {
		size := s.Size
		if size == nil {
			size = ir.ConstInt(w.word(false), w.objs[o].Size)
		}
		if !w.p.Surrounds(pos) { // whose objects are as some caller has left them
			to = append(to, w.follow.begun(s, addr, size, fn, pos)...)
		}
		to = append(to, w.marks.begun(w, o, addr)...)
	}
	return to
}

// atEntry says that no object has been made.
func (w *owners) atEntry() []ir.Stmt {
	var to []ir.Stmt
	for _, o := range w.made {
		x := w.extent[o]
		to = append(to, &ir.Assign{Var: x.base, Expr: ir.ConstInt(x.base.Type, 0)}, &ir.Assign{Var: x.size, Expr: ir.ConstInt(x.size.Type, 0)})
	}
	for _, o := range w.ended {
		to = append(to, &ir.Assign{Var: w.lives[o], Expr: life(unborn)})
	}
	if w.watch != nil {
		to = append(to, w.watch.atEntry()...)
	}
	return append(append(to, w.follow.atEntry()...), append(w.marks.atEntry(), w.leads.atEntry()...)...)
}
