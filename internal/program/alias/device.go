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
	if !w.madeOfNumber(w.analysis.expr(ir.Root(e), ir.Pos{})) {
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

// madeOfNumber says that the pointer at a node may have been made of a number in a device: of a constant there, of
// an integer, or by storing an integer where the pointer is read.
func (a *analysis) madeOfNumber(node int32) bool {
	seen := map[int32]bool{}
	stack := []int32{a.find(node)}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == nothing || seen[n] {
			continue
		}
		seen[n] = true
		for _, i := range a.nodes[n].origins {
			switch o := &a.origins[i]; {
			case o.kind == originInteger, o.kind == originAddress && a.isDevice(num.I(o.val)), o.kind == originLoad && a.storesInteger(o.addr):
				return true
			}
		}
		for _, m := range a.nodes[n].preds {
			stack = append(stack, a.find(m))
		}
	}
	return slices.ContainsFunc(a.pts(node), func(t target) bool {
		o := a.objs[t.obj].ir
		return t.obj == anyInteger || a.opts.Unknown == Any && o.Kind == ir.UnknownObject
	})
}

// storesInteger says that some of what the pointer at a node points to, where a pointer lies, may be accessed as integers.
func (a *analysis) storesInteger(addr int32) bool {
	at := a.pts(addr)
	for _, acc := range a.accesses {
		if !slices.ContainsFunc(acc.types, func(t ir.Type) bool { return t.Kind == ir.Integer }) {
			continue
		}
		for _, t := range a.pts(acc.node) {
			for _, u := range at {
				apart := t.stride == 0 && u.stride == 0 && (t.off+acc.width <= u.off || u.off+a.ptrSize <= t.off)
				if a.objs[t.obj].rep == a.objs[u.obj].rep && !apart {
					return true
				}
			}
		}
	}
	return false
}

// isDevice says that a device has the address, or ends there.
func (a *analysis) isDevice(addr num.Int) bool {
	return slices.ContainsFunc(a.p.Devices, func(d ir.Device) bool { return d.Holds(addr, 0) })
}

// ofDevice says that what a pointer to t was made of is an address in a device, so that it belongs to no object.
func (a *analysis) ofDevice(t target) bool {
	o := &a.objs[t.obj]
	if !o.fixed || len(a.p.Devices) == 0 {
		return false
	}
	if o.ir.Name != constantsName {
		return a.isDevice(o.ir.Addr)
	}
	return !slices.ContainsFunc(a.origins, func(o origin) bool {
		return o.kind == originAddress && (o.val >= a.space.Reserved || o.val < 0) && !a.isDevice(num.I(o.val))
	})
}
