package thread

import (
	"slices"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// Among any number of threads the first thread often keeps the numbers of those that it makes in an array, and joins all of them by it. That a thread which is followed has ended
// then, a proof shows by where its number is: a variable has the index at which the first thread has stored that. What it reads there is the number, and elsewhere it is
// some other element. That is so as long as nobody else writes the array, and what the first thread writes is followed.

// Joined in the place of Any: as Any, and where the numbers of threads are is followed. That takes more states, and where threads are not joined it is of no use.
const Joined = Guarded - 1

// handles is where the first thread stores the numbers of threads.
type handles struct {
	p     *ir.Program
	a     *interleave.Accesses
	place element
	in    []any // the objects
}

// element is an address: so many bytes (of each) for each of index, and some more, behind a root.
type element struct {
	root      *ir.Expr
	each, off int64
	index     *ir.Expr // nil if there is none, as numbers are never stored
}

// none is the index of a thread whose number is nowhere.
func none(t ir.Type) *ir.Expr { return ir.Const(t, t.Min()) }

// findHandles is nil if nothing is known of where the first thread stores the numbers of threads, or if that is in several places.
func findHandles(p *ir.Program, a *interleave.Accesses, codes []*code) *handles {
	var h *handles
	for _, l := range codes[0].locs {
		for _, id := range p.Locs[l].Out {
			s, ok := p.Edges[id].Stmt.(*ir.Store)
			if !ok || !isNumber(s.Val) {
				continue
			}
			x, ok := elementOf(p, s.Addr)
			objs, all := a.Reach.At(s.Addr)
			if !ok || all || x.index == nil || int64(s.Val.Type.Bits) > 8*x.each || int64(s.Val.Type.Bits) != int64(p.PtrBits) || !fixed(p, x.root) || h != nil && !h.place.same(x) {
				return nil
			}
			if h == nil {
				h = &handles{p: p, a: a, place: x}
			}
			for _, o := range objs {
				h.in = append(h.in, o)
			}
		}
	}
	if h == nil {
		return nil
	}
	for _, c := range codes[1:] {
		for _, l := range c.locs {
			for _, id := range p.Locs[l].Out {
				if h.writes(p.Edges[id].Stmt) {
					return nil
				}
			}
		}
	}
	return h
}

// elementOf takes an address apart. Of two elements the addresses differ if the indices do.
func elementOf(p *ir.Program, addr *ir.Expr) (x element, ok bool) {
	x.root = addr
	for x.root.Op == ir.OpPtrAdd {
		by := x.root.Args[1]
		switch x.root = x.root.Args[0]; {
		case by.IsConst():
			n, fits := by.Val.Int64()
			if !fits || n < -1<<31 || n > 1<<31 {
				return x, false
			}
			x.off += n
		case x.index != nil:
			return x, false
		case by.Op == ir.OpMul && by.Args[1].IsConst():
			x.index = by.Args[0]
			if x.each, ok = by.Args[1].Val.Int64(); !ok || x.each <= 0 || x.each > 1<<31 || p.Signed == ir.SignedWrap && !narrow(x.index) {
				return x, false
			}
		default:
			x.index, x.each = by, 1
		}
	}
	return x, true
}

// narrow tells whether the product of an index and the size of an element does not wrap.
func narrow(index *ir.Expr) bool {
	return index.Op == ir.OpCast && index.Type.Bits >= 64 && index.Args[0].Type.Bits <= 32
}

// same tells whether two elements are of one array.
func (x element) same(y element) bool {
	return ir.Equal(x.root, y.root) && x.each == y.each && x.off == y.off && (x.index == nil) == (y.index == nil)
}

// fixed tells whether an address never changes once it is used: that of an object, or a variable of the first thread that is assigned once.
func fixed(p *ir.Program, root *ir.Expr) bool {
	if root.Op == ir.OpAddr {
		return true
	}
	if root.Op != ir.OpVar || root.Var.Func == nil {
		return false
	}
	n := 0
	for _, e := range p.Edges {
		if e != nil && ir.Written(e.Stmt) == root.Var {
			if n++; n > 1 || again(p, e.From) {
				return false
			}
		}
	}
	return n == 1
}

// writes tells whether a statement may write where numbers are stored, or makes or frees that.
func (h *handles) writes(s ir.Stmt) bool {
	xs, all := h.a.Written(s)
	if x, ok := s.(*ir.Alloc); ok && slices.Contains(h.in, any(x.Site)) {
		return true
	}
	return all || slices.ContainsFunc(xs, func(x any) bool { return slices.Contains(h.in, x) })
}

// index is the index of an address, if it is one of an element where numbers are stored.
func (h *handles) index(addr *ir.Expr) (i *ir.Expr, ok bool) {
	x, ok := elementOf(h.p, addr)
	if !ok || !h.place.same(x) {
		return nil, false
	}
	t := ir.Int(64, true)
	if x.index == nil {
		return ir.ConstInt(t, 0), true
	}
	return ir.Cast(t, x.index), true
}

// declareHandles makes the variables that have the indices of threads.
func (b *builder) declareHandles() {
	b.kept = make([]*ir.Var, len(b.codes))
	if b.rest == nil || b.rest.handles == nil {
		return
	}
	for i := range b.codes {
		if i > 0 {
			b.kept[i] = b.q.NewGlobal("$kept", "", ir.Int(64, true), ir.Pos{})
		}
	}
}

// willKeep notes where the first thread will store the number of thread i, which it has just made, behind the edge e, and gives that thread; 0 if it is not known.
func (b *builder) willKeep(from ir.Loc, i int, e *ir.Edge) (at ir.Loc, made int) {
	v := b.kept[i]
	if v == nil {
		return from, 0
	}
	index := b.rest.handles.next(b.p, e.To)
	if index == nil {
		return b.step(from, &ir.Assign{Var: v, Expr: none(v.Type)}, e.Pos), 0
	}
	return b.step(from, &ir.Assign{Var: v, Expr: index}, e.Pos), i
}

// next is the index at which the first thread stores the number of the thread that it has made last, as it is at a location from which it comes there for sure, before it does anything else
// that matters; nil if it is not known.
func (h *handles) next(p *ir.Program, l ir.Loc) *ir.Expr {
	written := map[*ir.Var]bool{}
	for range 20 {
		if len(p.Locs[l].Out) != 1 {
			return nil
		}
		e := p.Edges[p.Locs[l].Out[0]]
		known := true
		ir.Exprs(e.Stmt, func(x *ir.Expr) { // nothing is read there before the number is
			ir.Walk(x, func(x *ir.Expr) bool { known = known && x.Op != ir.OpLoad; return true })
		})
		if !known {
			return nil
		}
		switch s := e.Stmt.(type) {
		case *ir.Store:
			index, ok := h.index(s.Addr)
			if !ok || !isNumber(s.Val) {
				return nil
			}
			ir.Walk(index, func(x *ir.Expr) bool {
				known = known && (x.Op != ir.OpVar || x.Var.Func != nil && !written[x.Var])
				return true
			})
			if !known {
				return nil
			}
			return index
		case *ir.Skip, *ir.Assume:
		case *ir.Assign:
			written[s.Var] = true
		case *ir.Sync:
			if s.Op != ir.Yield {
				return nil
			}
		default:
			return nil
		}
		l = e.To
	}
	return nil
}

// keeps adds to what the first thread does by a statement where that leaves the numbers of threads, and gives the location from where it does it; ok says that it stores the number of
// the thread that it has made. The statement is that of the edge e but for values that others may have written: what that accesses is known of those of edges only.
func (b *builder) keeps(from ir.Loc, s state, stmt ir.Stmt, e *ir.Edge) (at ir.Loc, ok bool) {
	if b.rest == nil || b.rest.handles == nil || s.moves != 0 || !b.rest.handles.writes(e.Stmt) {
		return from, false
	}
	pos := e.Pos
	var i *ir.Expr
	if x, is := stmt.(*ir.Store); is && int64(x.Val.Type.Bits) == int64(b.p.PtrBits) {
		if i, is = b.rest.handles.index(x.Addr); is {
			ok = isNumber(x.Val)
		} else {
			i = nil
		}
	}
	for j, v := range b.kept {
		if v == nil || s.at[j] == unborn || ok && s.made == j {
			continue
		}
		lost := &ir.Assign{Var: v, Expr: none(v.Type)}
		if i == nil {
			from = b.step(from, lost, pos)
			continue
		}
		to := b.inner(from, pos)
		from = b.either(from, to, i, ir.VarExpr(v), lost, pos)
		b.aux(from, to, &ir.Skip{}, pos)
		from = to
	}
	return from, ok
}

// either executes a statement if two numbers are the same, on the way from one location to another, and gives the location where one is less: engines need not find out what
// that two numbers differ means where they know that one is not greater.
func (b *builder) either(from, to ir.Loc, x, y *ir.Expr, then ir.Stmt, pos ir.Pos) ir.Loc {
	b.aux(b.step(from, &ir.Assume{Cond: ir.Compare(ir.OpEq, x, y)}, pos), to, then, pos)
	less := b.step(from, &ir.Assume{Cond: ir.Compare(ir.OpLt, x, y)}, pos)
	b.aux(from, less, &ir.Assume{Cond: ir.Compare(ir.OpGt, x, y)}, pos)
	return less
}

// reads has the first thread read the number of a thread where that is, on an edge to next, and gives the location where it reads something else; ok says that it reads where there are
// numbers. Which number it has read is part of the state until it joins a thread.
func (b *builder) reads(from ir.Loc, next state, stmt ir.Stmt, e *ir.Edge) (other ir.Loc, ok bool) {
	if b.rest == nil || b.rest.handles == nil || next.moves != 0 {
		return from, false
	}
	var load, i *ir.Expr
	ir.Exprs(stmt, func(x *ir.Expr) {
		ir.Walk(x, func(x *ir.Expr) bool {
			if x.Op == ir.OpLoad && int64(x.Type.Bits) == int64(b.p.PtrBits) && x.Type.Kind == ir.Integer && load == nil {
				if at, ok := b.rest.handles.index(x.Args[0]); ok {
					load, i = x, at
				}
			}
			return true
		})
	})
	if load == nil {
		return from, false
	}
	for j, v := range b.kept {
		if v == nil || next.at[j] == unborn {
			continue
		}
		with := ir.MapExprs(stmt, func(x *ir.Expr) *ir.Expr {
			return ir.Map(x, func(x *ir.Expr) *ir.Expr {
				if ir.Equal(x, load) {
					return ir.Cast(load.Type, ir.VarExpr(b.ids[j]))
				}
				return x
			})
		})
		next.read = j
		from = b.either(from, b.loc(b.resting(next)), i, ir.VarExpr(v), with, e.Pos)
	}
	return from, true
}
