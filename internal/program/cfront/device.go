package cfront

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Devices are ranges of addresses that are not memory. A read there is an input, volatile or not, and a write
// changes nothing. The front end sees at some accesses that they are to a device; at the others it puts a question
// in front of them, ir.OpInDevice, which alias answers for most: only a pointer that was made of a number can
// lead there.

// onDevice says of an access to width bytes at addr whether it is to a device: surely, perhaps, or neither.
func (f *fn) onDevice(addr *ir.Expr, width int64) (surely, perhaps bool) {
	if len(f.r.prog.Devices) == 0 || addr == nil || width <= 0 || f.constOnly {
		return false, false
	}
	root := ir.Root(addr)
	switch {
	case root.Op == ir.OpAddr:
		return false, false
	case addr.IsConst() || addr.Op == ir.OpPtrAdd && root == addr.Args[0] && root.IsConst() && addr.Args[1].IsConst():
		at := root.Val
		if addr != root {
			at = at.Add(addr.Args[1].Val)
		}
		if f.r.mode.Math || f.r.prog.PtrType().Fits(at) {
			return f.r.isDevice(at, width), false
		}
		return false, false
	}
	return false, true
}

// isDevice tells whether a device has the bytes at that address; with width 0, the address.
func (r *reader) isDevice(at num.Int, width int64) bool {
	for _, d := range r.prog.Devices {
		if d.Holds(at, width) {
			return true
		}
	}
	return false
}

// width is the number of bytes that an access to p touches.
func (p place) width() int64 {
	if p.bits != nil {
		return p.bits.unit
	}
	return p.t.size
}

// loadDevice is a load of a scalar that may be a register; ok is false if it is none.
func (f *fn) loadDevice(p place, pos ir.Pos) (v value, ok bool) {
	surely, perhaps := f.onDevice(p.addr, p.width())
	if p.memory || !surely && !perhaps {
		return value{}, false
	}
	name := aRegister
	if p.written != nil {
		name = written(p.written)
	}
	f.noteDevice(pos)
	if surely {
		return f.unknown(p.t, ir.FromVolatile, name, pos), true
	}
	t := f.temp(p.t.ir(), pos)
	f.eitherDevice(p, pos, func() {
		f.emit(&ir.Assign{Var: t, Expr: f.unknown(p.t, ir.FromVolatile, name, pos).e}, pos)
	}, func(p place) {
		f.emit(&ir.Assign{Var: t, Expr: f.load(p, pos).e}, pos)
	})
	return value{t: p.t, e: ir.VarExpr(t)}, true
}

// storeDevice is a store of a scalar that may be a register; false if it is none.
func (f *fn) storeDevice(p place, v value, pos ir.Pos) bool {
	surely, perhaps := f.onDevice(p.addr, p.width())
	if p.memory || !surely && !perhaps {
		return false
	}
	f.noteDevice(pos)
	if !surely {
		f.eitherDevice(p, pos, func() {}, func(p place) { f.store(p, v, pos) })
	}
	return true
}

// eitherDevice does one thing if p lies in a device, and another one with p if it does not.
func (f *fn) eitherDevice(p place, pos ir.Pos, device func(), memory func(place)) {
	f.ifDevice(p.addr, p.width(), pos, device, func() {
		p.memory = true
		memory(p)
	})
}

func (f *fn) ifDevice(addr *ir.Expr, width int64, pos ir.Pos, device, memory func()) {
	yes, no, end := f.node(pos), f.node(pos), f.node(pos)
	f.branch(ir.InDevice(addr, width), yes, no, pos)
	f.cur = yes
	device()
	f.jump(end, pos)
	f.cur = no
	memory()
	f.jump(end, pos)
	f.cur = end
}

// peek is what lies at addr.
func (f *fn) peek(t ir.Type, addr *ir.Expr, pos ir.Pos) *ir.Expr {
	surely, perhaps := f.onDevice(addr, int64(t.Bits)/8)
	if !surely && !perhaps {
		return ir.Load(t, addr)
	}
	f.noteDevice(pos)
	if surely {
		return f.havoc(t, ir.FromVolatile, aRegister, pos)
	}
	v := f.temp(t, pos)
	f.ifDevice(addr, int64(t.Bits)/8, pos, func() {
		f.emit(&ir.Havoc{Var: v, Source: ir.FromVolatile, Name: aRegister}, pos)
	}, func() { f.emit(&ir.Assign{Var: v, Expr: ir.Load(t, addr)}, pos) })
	return ir.VarExpr(v)
}

// poke stores v at addr.
func (f *fn) poke(addr, v *ir.Expr, pos ir.Pos) {
	surely, perhaps := f.onDevice(addr, int64(v.Type.Bits)/8)
	store := func() { f.emit(&ir.Store{Addr: addr, Val: v}, pos) }
	switch {
	case surely:
		f.noteDevice(pos)
	case perhaps:
		f.noteDevice(pos)
		f.ifDevice(addr, int64(v.Type.Bits)/8, pos, func() {}, store)
	default:
		store()
	}
}

// aRegister is the name of a register of which no expression tells.
const aRegister = "a register"

// inDevice is the condition that width bytes at addr are a device's; with width 0, the address.
func (f *fn) inDevice(addr *ir.Expr, width int64) *ir.Expr {
	switch surely, perhaps := f.onDevice(addr, max(width, 1)); {
	case surely:
		return ir.True()
	case perhaps || len(f.r.prog.Devices) > 0 && width == 0 && ir.Root(addr).IsConst():
		return ir.InDevice(addr, width)
	}
	return ir.False()
}

func (f *fn) noteDevice(pos ir.Pos) {
	f.r.note(ir.Assumption, pos, "what lies at the addresses of devices is no memory: a read there gives any value, and a write changes nothing")
}
