package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// The addresses of devices are numbers that the program knows. No object lies there (layout), nor does what a
// pointer of unknown origin points to. So a pointer leads to a device only if a number made it.

// inDevice decides OpInDevice for the address e, rewritten to addr.
func (w *lowering) inDevice(e, addr *ir.Expr, width int64) *ir.Expr {
	if !w.t.Numeric(ir.Root(e)) {
		return ir.False()
	}
	any := ir.False()
	at := func(n int64) *ir.Expr { return ir.Const(w.p.PtrType(), num.I(n)) }
	for _, d := range w.p.Devices {
		if d.Size >= width {
			any = ir.Or(any, ir.And(ir.Compare(ir.OpLe, at(d.From), addr), ir.Compare(ir.OpLe, addr, at(d.From+d.Size-width))))
		}
	}
	return any
}

// isDevice says that a device has the address, or ends there.
func (a *facts) isDevice(addr num.Int) bool {
	return slices.ContainsFunc(a.p.Devices, func(d ir.Device) bool { return d.Holds(addr, 0) })
}

// ofDevice says that what a pointer to t was made of is an address in a device, so that it belongs to no object.
func (a *facts) ofDevice(t ir.Target) bool {
	o := &a.objs[t.Obj]
	if !o.Fixed || len(a.p.Devices) == 0 {
		return false
	}
	if o.Name != ir.ConstantsName {
		return a.isDevice(o.Addr)
	}
	return !slices.ContainsFunc(a.constants, func(v num.Int) bool {
		return !(num.I(-1).Less(v) && v.Less(num.I(a.space.Reserved))) && !a.isDevice(v)
	})
}
