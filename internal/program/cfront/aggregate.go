package cfront

import (
	"fmt"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// tempAggregate is a new struct, union or array for one use.
func (f *fn) tempAggregate(t *ctype, pos ir.Pos) place {
	if f.r.types.splittable(t) {
		return f.r.splitInto(t, func(c cell) *ir.Var { return f.temp(c.t.ir(), pos) })
	}
	return f.tempObject(t, pos)
}

// tempPlace is a temporary of any type.
func (f *fn) tempPlace(t *ctype, pos ir.Pos) place {
	switch {
	case t.blurred() || t.kind == kVoid:
		return place{t: t}
	case t.isScalar():
		return place{t: t, v: f.temp(t.ir(), pos)}
	}
	return f.tempAggregate(t, pos)
}

// tempObject is a new unnamed object of the function, with unknown contents.
func (f *fn) tempObject(t *ctype, pos ir.Pos) place {
	f.r.objects++
	name := fmt.Sprintf("%s::$object%d", f.ir.Name, f.r.objects)
	return f.localObject(name, t, pos, false)
}

// localObject begins the life of a local object. One of a function that may be recursive is
// allocated, since its addresses differ from call to call.
func (f *fn) localObject(name string, t *ctype, pos ir.Pos, zero bool) place {
	r := f.r
	r.types.complete(t)
	if f.f != nil && f.f.recursive {
		o := r.object(ir.HeapObject, name, t, pos)
		o.Automatic = true
		v := f.temp(r.prog.PtrType(), pos)
		f.emit(&ir.Alloc{Result: v, Size: ir.ConstInt(r.types.size.ir(), max(t.size, 0)), Site: o, Zero: zero}, pos)
		return place{t: t, addr: ir.VarExpr(v), direct: true}
	}
	o := r.object(ir.LocalObject, name, t, pos)
	o.Func = f.ir
	f.emit(&ir.Alloc{Site: o, Zero: zero}, pos)
	return place{t: t, addr: ir.AddrOf(r.prog.PtrType(), o), direct: true}
}

// object makes an object that holds a t.
func (r *reader) object(kind ir.ObjectKind, name string, t *ctype, pos ir.Pos) *ir.Object {
	o := r.prog.NewObject(kind, name, t.size, r.types.memberAlign(t), pos)
	if cells, ok := r.types.flat(t); ok && kind != ir.StringObject {
		for _, c := range cells {
			if c.bits == nil {
				o.Cells = append(o.Cells, ir.Cell{Offset: c.off, Type: c.t.mem(), Name: c.name})
			}
		}
	} else if kind == ir.GlobalObject || kind == ir.LocalObject {
		o.Shape, o.ShapeSize = r.types.outline(t), t.size
	}
	return o
}

// splitInto makes an aggregate of one variable for each scalar but the floating-point ones.
func (r *reader) splitInto(t *ctype, make func(c cell) *ir.Var) place {
	p := place{t: t, cells: map[int64]*ir.Var{}}
	cells, _ := r.types.flat(t)
	for _, c := range cells {
		if !c.t.blurred() {
			p.cells[c.bit] = make(c)
		}
	}
	return p
}

// copyAggregate assigns a struct, union or array. The padding of what is in memory is unknown
// afterwards.
func (f *fn) copyAggregate(to, from place, pos ir.Pos) {
	if from.t == nil || to.t == nil {
		return
	}
	// All bytes are accessed, those between members too.
	f.dereference(from, pos)
	f.overwrite(to, pos)
	from.direct, to.direct = true, true
	to.addr, from.addr = f.steady(to.addr, to, pos), f.steady(from.addr, to, pos)
	f.moveBits(to, from, max(to.t.size, 0), pos, func() { f.copyParts(to, from, pos) })
}

// steady is the address addr, which was checked, in a variable if what is stored to to, part by part, may change it.
func (f *fn) steady(addr *ir.Expr, to place, pos ir.Pos) *ir.Expr {
	if addr == nil {
		return nil
	}
	may := false
	ir.Walk(addr, func(x *ir.Expr) bool {
		may = may || x.Op == ir.OpLoad
		for _, v := range to.cells {
			may = may || x.Op == ir.OpVar && x.Var == v
		}
		return !may
	})
	if !may {
		return addr
	}
	if f.indexed == nil {
		f.indexed = map[*ir.Expr]bool{}
	}
	f.indexed[addr] = true
	return f.settled(addr, pos)
}

// copyParts is copyAggregate after its checks.
func (f *fn) copyParts(to, from place, pos ir.Pos) {
	types := f.r.types
	cells, ok := types.flat(to.t)
	if !ok {
		f.copyLarge(to, from, pos)
		return
	}
	lost := map[int]value{} // bit-fields that go with the padding
	if to.addr != nil {
		for i, c := range cells {
			if types.loseBits(to.t, c) {
				v := f.load(from.at(f.r, c), pos)
				t := f.temp(v.e.Type, pos)
				f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
				lost[i] = value{t: v.t, e: ir.VarExpr(t)}
			}
		}
		f.forgetPadding(to, pos)
	}
	for i, c := range cells {
		dst, src := to.at(f.r, c), from.at(f.r, c)
		if v, ok := lost[i]; ok {
			f.store(dst, f.convert(v, c.t, pos), pos)
			continue
		}
		if c.t.blurred() && dst.addr != nil && src.addr != nil && !src.volatile {
			f.copyWords(dst.addr, src.addr, c.t.size, pos)
			continue
		}
		f.store(dst, f.convert(f.load(src, pos), c.t, pos), pos)
	}
}

// copyWords copies bytes in words.
func (f *fn) copyWords(to, from *ir.Expr, size int64, pos ir.Pos) {
	for off := int64(0); off < size; {
		word := int64(8)
		for word > size-off {
			word /= 2
		}
		f.poke(f.r.offset(to, off), f.peek(ir.Int(uint8(word*8), false), f.r.offset(from, off), pos), pos)
		off += word
	}
}

// copyLarge copies an aggregate with too many scalars to list: arrays by a loop.
func (f *fn) copyLarge(to, from place, pos ir.Pos) {
	types := f.r.types
	switch to.t.kind {
	case kStruct:
		if lay := types.layout(to.t); lay != nil {
			for _, w := range gaps(lay, to.t.size) {
				f.forgetBytes(to, w, pos)
			}
			for _, m := range lay.fields {
				dst, src := to.field(f.r, m), from.field(f.r, m)
				if m.t.isAgg() || m.t.kind == kArray {
					f.copyAggregate(dst, src, pos)
				} else {
					f.store(dst, f.load(src, pos), pos)
				}
			}
		}
	case kArray:
		e := types.elem(to.t)
		f.forEach(to.t.len, pos, func(i *ir.Expr) {
			off := f.fold(ir.Binary(ir.OpMul, i, ir.ConstInt(i.Type, e.size)))
			dst := place{t: e, addr: ir.PtrAdd(to.addr, off), direct: true}
			src := place{t: e, addr: ir.PtrAdd(from.addr, off), direct: true, volatile: from.volatile, written: from.written, part: from.part + "[]", declared: from.declared}
			if e.isAgg() || e.kind == kArray {
				f.copyAggregate(dst, src, pos)
			} else if e.blurred() && !from.volatile {
				f.copyWords(dst.addr, src.addr, e.size, pos)
			} else {
				f.store(dst, f.load(src, pos), pos)
			}
		})
	default:
		byteT := types.uchar
		f.forEach(max(to.t.size, 0), pos, func(i *ir.Expr) {
			dst, src := place{t: byteT, addr: ir.PtrAdd(to.addr, i), direct: true}, place{t: byteT, addr: ir.PtrAdd(from.addr, i), direct: true}
			src.volatile, src.written = from.volatile, from.written
			f.store(dst, f.load(src, pos), pos)
		})
	}
}

// forEach emits a loop over 0 … n-1.
func (f *fn) forEach(n int64, pos ir.Pos, body func(i *ir.Expr)) {
	t := f.r.types.ptrdiff.ir()
	v := f.temp(t, pos)
	i := ir.VarExpr(v)
	f.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(t, 0)}, pos)
	head, again, end := f.node(pos), f.node(pos), f.node(pos)
	head.loopPos = pos
	f.jump(head, pos)
	f.cur = head
	f.branch(ir.Compare(ir.OpLt, i, ir.ConstInt(t, n)), again, end, pos)
	f.cur = again
	body(i)
	f.emit(&ir.Assign{Var: v, Expr: ir.Binary(ir.OpAdd, i, ir.ConstInt(t, 1))}, pos)
	f.jump(head, pos)
	f.cur = end
}

// havocAggregate makes the contents of an aggregate unknown.
func (f *fn) havocAggregate(p place, source ir.Source, name string, pos ir.Pos) {
	cells, ok := f.r.types.flat(p.t)
	if ok {
		for _, c := range cells {
			f.havocPlace(p.at(f.r, c), source, name+c.name, pos)
		}
		return
	}
	if p.addr != nil && p.t.size > 0 && !ok {
		f.forEach(p.t.size, pos, func(i *ir.Expr) {
			q := place{t: f.r.types.uchar, addr: ir.PtrAdd(p.addr, i), direct: p.direct}
			f.havocPlace(q, source, name, pos)
		})
	}
}

// havocPlace gives a scalar an unknown value.
func (f *fn) havocPlace(p place, source ir.Source, name string, pos ir.Pos) {
	switch {
	case p.v != nil:
		f.emit(&ir.Havoc{Var: p.v, Source: source, Name: name}, pos)
	case p.addr != nil && p.bits == nil:
		f.havocBytes(p, source, name, pos)
	case p.addr != nil:
		f.store(p, f.unknown(p.t, source, name, pos), pos)
	}
}

// zeroPlace gives a scalar or an aggregate the value 0.
func (f *fn) zeroPlace(p place, pos ir.Pos) {
	if p.t.isAgg() || p.t.kind == kArray {
		if cells, ok := f.r.types.flat(p.t); ok {
			for _, c := range cells {
				f.zeroPlace(p.at(f.r, c), pos)
			}
		} else if p.addr != nil {
			f.forEach(max(p.t.size, 0), pos, func(i *ir.Expr) {
				f.zeroPlace(place{t: f.r.types.uchar, addr: ir.PtrAdd(p.addr, i), direct: p.direct}, pos)
			})
		}
		return
	}
	zero := 0.0
	if p.t.blurred() {
		f.store(p, value{t: p.t, float: &zero}, pos)
		return
	}
	if p.t.isScalar() {
		f.store(p, f.number(p.t, num.I(0)), pos)
	}
}

// signature identifies the layout of an aggregate: equal ones may share places where calls hand
// values over.
func (r *reader) signature(t *ctype) string {
	cells, ok := r.types.flat(t)
	if !ok {
		return fmt.Sprintf("%s/%d", t.name, t.size)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d", t.size)
	for _, c := range cells {
		fmt.Fprintf(&b, ",%d:%s%s", c.bit, c.t.ir(), c.name)
	}
	return b.String()
}

// handover is the global place through which calls pass an aggregate: role "result", or "arg0"
// and so on for parameters that are not split.
func (r *reader) handover(role string, t *ctype) place {
	key := role + ":" + r.signature(t)
	if p, ok := r.handovers[key]; ok {
		p.t = t
		return p
	}
	name := "$" + role + "." + t.name
	var p place
	if r.types.splittable(t) {
		p = r.splitInto(t, func(c cell) *ir.Var { return r.prog.NewGlobal(name+c.name, "", c.t.ir(), ir.Pos{}) })
	} else {
		p = place{t: t, addr: ir.AddrOf(r.prog.PtrType(), r.object(ir.GlobalObject, name, t, ir.Pos{})), direct: true}
	}
	r.handovers[key] = p
	return p
}
