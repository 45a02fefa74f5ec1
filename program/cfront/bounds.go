package cfront

import (
	"craig/logic/num"
	"craig/program/ir"
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
	lo, hi := f.r.bounds(e, 0)
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
// it nor the pointer that it was computed from.
func (f *fn) dereference(addr *ir.Expr, pos ir.Pos) {
	if f.r.props["null"] == "" || f.static {
		return
	}
	for addr.Op == ir.OpPtrAdd {
		addr = addr.Args[0]
	}
	if addr.Op == ir.OpAddr || f.lastChecked == addr && !f.changed(f.checkedAt) {
		return
	}
	f.require(f.fold(ir.ToBool(addr)), "null", "", pos)
	f.lastChecked, f.checkedAt = addr, f.mark()
}

// pointerConversion notes, for property bounds, that a pointer is made whose object may be smaller
// than what it points to by its type.
func (f *fn) pointerConversion(v value, t *ctype, pos ir.Pos) {
	types := f.r.types
	to := types.elem(t)
	types.complete(to)
	if to.kind == kVoid || to.kind == kFunc || v.e != nil && v.e.IsConst() && v.e.Val.IsZero() {
		return
	}
	room := v.room
	if v.t.kind == kPointer {
		if from := types.elem(v.t); from.kind != kVoid {
			types.complete(from)
			room = from.size
		}
	}
	if room < to.size {
		f.r.cannotCheck("bounds", pos, "a pointer is converted to a type that may be larger than its object")
	}
}

// cannotCheck records that a construct keeps a property from being checked, if it was asked for.
func (r *reader) cannotCheck(check string, pos ir.Pos, why string) {
	if p := r.props[check]; p != "" && r.limit == nil {
		r.limit = &Unsupported{Property: p, Pos: pos, Why: why}
	}
}
