package cfront

import (
	"craig/logic/num"
	"craig/program/ir"
)

// inBounds sees to it that an index into an array of n elements is in bounds; -1 is unknown.
func (f *fn) inBounds(n int64, index value, pos ir.Pos) {
	if n < 0 || f.constOnly {
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

// dereference sees to it that a t may be accessed at an address.
func (f *fn) dereference(addr *ir.Expr, t *ctype, pos ir.Pos) {}
