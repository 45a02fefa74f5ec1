package pointsto

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// isDevice says that a device has the address, or ends there.
func (a *analysis) isDevice(addr num.Int) bool {
	return slices.ContainsFunc(a.p.Devices, func(d ir.Device) bool { return d.Holds(addr, 0) })
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
		o := a.objs[t.Obj].ir
		return t.Obj == unknownAddress || a.opts.Any && o.Kind == ir.UnknownObject
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
				apart := t.Stride == 0 && u.Stride == 0 && (t.Off+acc.width <= u.Off || u.Off+a.ptrSize <= t.Off)
				if a.objs[t.Obj].rep == a.objs[u.Obj].rep && !apart {
					return true
				}
			}
		}
	}
	return false
}
