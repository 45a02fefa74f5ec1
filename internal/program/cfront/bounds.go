package cfront

import (
	"cmp"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// inBounds sees to it that an index into an array of n elements is in bounds; -1 is unknown.
func (f *fn) inBounds(n int64, index value, pos ir.Pos) {
	if f.constOnly {
		return
	}
	if n < 0 {
		f.r.cannotCheck("bounds", pos, "the length of the array is unknown")
		return
	}
	e := index.e
	lo, hi := f.r.mode.Bounds(e)
	c := ir.True()
	if lo.Sign() < 0 {
		c = f.fold(ir.Compare(ir.OpGe, e, ir.ConstInt(e.Type, 0)))
	}
	if limit := num.I(n); !hi.Less(limit) {
		c = ir.And(c, f.fold(ir.Compare(ir.OpLt, e, ir.Const(e.Type, limit))))
	}
	f.require(c, "bounds", "array indices out of bounds", pos)
}

// dereference sees to it, for property null, that an address to be accessed is not null: neither
// it nor the pointer that it was computed from; and for property bounds, that the bytes of the place
// are in its object.
func (f *fn) dereference(p place, pos ir.Pos) { f.access(p, false, pos) }

// overwrite is dereference of a place that is written: property bounds wants it not to be in a literal, either, or
// in an object of static storage duration that is const.
func (f *fn) overwrite(p place, pos ir.Pos) { f.access(p, true, pos) }

func (f *fn) access(p place, written bool, pos ir.Pos) {
	if f.static || f.unchecked || p.addr == nil {
		return
	}
	width := p.t.size
	if p.bits != nil {
		width = p.bits.unit
	}
	root := ir.Root(p.addr)
	fresh := f.lastChecked != root || f.changed(f.checkedAt)
	device := ir.False()
	if !p.memory {
		device = f.inDevice(p.addr, width)
	}
	if (f.r.props["null"] != "" || f.needsValue) && root.Op != ir.OpAddr && fresh && !device.IsTrue() {
		f.require(f.fold(ir.ToBool(root)), "null", "", pos)
		f.lastChecked, f.checkedAt = root, f.mark()
	}
	if written && f.r.props["bounds"] != "" && root.Op == ir.OpAddr && root.Obj.ReadOnly() {
		f.require(ir.False(), "bounds", "", pos)
		return
	}
	if f.r.props["bounds"] == "" && !f.needsValue || p.direct || width <= 0 || f.inside(p.addr, width) || root.IsConst() && root.Val.IsZero() || device.IsTrue() {
		return
	}
	if f.r.props["bounds"] == "" { // no object is known whose bytes these are: they may have no value
		f.require(ir.False(), "bounds", "", pos)
		return
	}
	f.follow(ir.Or(device, ir.Known(p.addr)), pos)
	in := ir.InObject(p.addr, width)
	if written && root.Op != ir.OpAddr {
		in = ir.And(in, ir.Writable(p.addr))
	}
	c := ir.Or(device, in)
	if f.r.props["null"] == "" && root.Op != ir.OpAddr { // property null looks for these
		c = ir.Or(ir.Not(ir.ToBool(root)), c)
	}
	f.require(c, "bounds", "", pos)
	f.lastChecked, f.checkedAt = root, f.mark()
}

// keeps sees to it, for properties that track pointers, that a pointer that was moved stays in its object or near it
// where s keeps it. Where it does not, the property is not decided: C does not define what happens, but it is no access.
// An access in the same expression needs no such check, since it tells the object by the pointer that was moved.
func (f *fn) keeps(s ir.Stmt, pos ir.Pos) {
	if f.r.tracks() == "" || f.constOnly || f.r.surrounds(pos) {
		return
	}
	switch s := s.(type) {
	case *ir.Assign:
		f.pointerMoved(s.Expr, pos)
	case *ir.Store:
		f.pointerMoved(s.Val, pos)
	case *ir.Call:
		for _, x := range s.Args {
			f.pointerMoved(x, pos)
		}
	}
}

// pointerMoved is keeps for the value x, if it is a pointer.
func (f *fn) pointerMoved(addr *ir.Expr, pos ir.Pos) {
	if addr.Op == ir.OpIte {
		f.pointerMoved(addr.Args[1], pos)
		f.pointerMoved(addr.Args[2], pos)
	}
	if addr.Op != ir.OpPtrAdd || f.indexed[addr] || f.inside(addr, 0) || ir.Root(addr).IsConst() {
		return
	}
	device := ir.False()
	if len(f.r.prog.Devices) > 0 {
		device = f.inDevice(addr, 0)
	}
	if f.static {
		f.r.cannotTrack(pos, "a pointer to something outside of an object is computed")
		return
	}
	f.follow(ir.Or(device, ir.InObject(addr, 0)), pos)
}

// inside tells whether it is plain that the bytes at addr are in their object.
func (f *fn) inside(addr *ir.Expr, width int64) bool {
	off := int64(0)
	if addr.Op == ir.OpPtrAdd {
		v, ok := addr.Args[1].Val.Int64()
		if !ok || !addr.Args[1].IsConst() {
			return false
		}
		addr, off = addr.Args[0], v
	}
	return off == 0 && width == 0 || addr.Op == ir.OpAddr && off >= 0 && off+width <= addr.Obj.Size
}

// follow leads to the location of what is not decided unless c holds.
func (f *fn) follow(c *ir.Expr, pos ir.Pos) {
	next, lost := f.node(pos), f.node(pos)
	lost.goal.Kind = ir.Undecided
	f.edge(f.cur, next, &ir.Assume{Cond: c}, pos)
	f.edge(f.cur, lost, &ir.Assume{Cond: ir.Not(c)}, pos)
	f.cur = next
}

// pointerConversion notes that a pointer is made from an integer, for checkConversions. Those from small numbers are not meant
// to belong to an object.
func (f *fn) pointerConversion(v value, pos ir.Pos) {
	if f.constOnly { // an attempt to evaluate the expression as a constant
		return
	}
	if v.e.IsConst() && (ir.ReservedAddress(f.r.prog.PtrBits, v.e.Val) || f.r.isDevice(v.e.Val, 1)) {
		return
	}
	f.r.conversions = append(f.r.conversions, ir.Conversion{From: v.e, Pos: pos})
}

// tracks is the property, if there is one, for which it has to be known to which objects pointers
// belong.
func (r *reader) tracks() string { return cmp.Or(r.props["bounds"], r.lifetimes()) }

// cannotTrack records that a construct makes a pointer of which that is not known.
func (r *reader) cannotTrack(pos ir.Pos, why string) {
	if p := r.tracks(); p != "" && r.limit == nil {
		r.limit = &Unsupported{Property: p, Pos: pos, Why: why}
	}
}

// cannotCheck records that a construct keeps a property from being checked, if it was asked for.
func (r *reader) cannotCheck(check string, pos ir.Pos, why string) {
	if p := r.props[check]; p != "" && r.limit == nil {
		r.limit = &Unsupported{Property: p, Pos: pos, Why: why}
	}
}
