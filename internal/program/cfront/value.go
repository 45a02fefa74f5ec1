package cfront

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// value is the value of an expression (an rvalue).
//
// An integer, a pointer, a float or a double is e. A number of a wider floating-point type is known, if
// it is a constant that was computed without rounding, or unknown. A struct or union is read from where it lies.
type value struct {
	t     *ctype
	e     *ir.Expr
	float *float64   // blurred: known
	wide  *big.Float // a constant of type long double that no double holds
	agg   place      // aggregates
}

// place is what an lvalue designates. At most one of v, cells, addr and fun is set; none of them
// for a long double, which holds nothing that we know.
type place struct {
	t     *ctype
	v     *ir.Var           // a scalar variable
	cells map[int64]*ir.Var // an aggregate in variables, by bit offset; nil for floats
	bit   int64             // cells: where the object begins
	addr  *ir.Expr          // an object in memory; of a bit-field its memory unit
	bits  *bits             // a bit-field in memory
	fun   *function
	open  bool // an array that may be longer than its type says
	// direct: it lies in an object that has a name or is a temporary, as far as array indices on the
	// way are in bounds, which is seen to where they are.
	direct bool
	// What is volatile is read as volatileReading says of the lvalue, as it is written.
	volatile bool
	written  cc.ExpressionNode
	part     string // of the lvalue: a designator
	declared bool   // the part is declared volatile, wherever it lies
	memory   bool   // it lies in no device
}

// inMemory tells whether the place has an address.
func (p place) inMemory() bool { return p.addr != nil && p.bits == nil }

// field is a member of the aggregate at p.
func (p place) field(r *reader, m field) place {
	q := place{t: m.t, direct: p.direct, volatile: p.volatile || m.q&qVolatile != 0, written: p.written, part: p.part + "." + m.name, declared: p.declared || m.q&qVolatile != 0}
	switch {
	case p.cells != nil:
		q.cells, q.bit = p.cells, p.bit+m.off*8
		if m.bits != nil {
			q.bit += int64(m.bits.at)
		}
	case p.addr != nil:
		q.addr, q.bits = r.offset(p.addr, m.off), m.bits
	}
	return q.scalar()
}

// at is the place of a cell of the aggregate at p.
func (p place) at(r *reader, c cell) place {
	q := place{t: c.t, direct: p.direct, volatile: p.volatile || c.volatile, written: p.written, part: p.part + c.name, declared: p.declared || c.volatile}
	switch {
	case p.cells != nil:
		q.cells, q.bit = p.cells, p.bit+c.bit
	case p.addr != nil:
		q.addr, q.bits = r.offset(p.addr, c.off), c.bits
	}
	return q.scalar()
}

// scalar resolves a scalar inside an aggregate in variables.
func (p place) scalar() place {
	if p.cells != nil && p.t.isScalar() {
		return place{t: p.t, v: p.cells[p.bit], volatile: p.volatile, written: p.written, part: p.part, declared: p.declared}
	}
	return p
}

// offset is the address addr moved by a constant.
func (r *reader) offset(addr *ir.Expr, bytes int64) *ir.Expr {
	if addr.IsConst() { // offsetof
		return ir.Const(addr.Type, addr.Val.Add(num.I(bytes)))
	}
	return ir.PtrAdd(addr, ir.ConstInt(r.types.ptrdiff.ir(), bytes))
}

// load reads a place.
func (f *fn) load(p place, pos ir.Pos) value { return f.readOnce(p, f.read(p, pos), pos) }

func (f *fn) read(p place, pos ir.Pos) value {
	r := f.r
	switch {
	case p.fun != nil:
		return f.functionPointer(p, pos)
	case p.t.kind == kArray:
		return f.decay(p, pos)
	case p.t.kind == kFunc:
		return value{t: r.types.pointerTo(p.t), e: p.addr}
	case p.t.isAgg():
		return value{t: p.t, agg: p}
	case p.t.blurred() || p.t.kind == kVoid:
		f.valued(p, pos)
		return value{t: p.t}
	}
	if v, ok := f.loadDevice(p, pos); ok {
		return v
	}
	if p.volatile && p.written != nil {
		if how, name := f.volatileReading(p, pos); how != fromMemory {
			return f.readOutside(p, how, name, pos)
		}
	}
	switch {
	case p.v != nil && f.instance[p.v] != nil:
		return value{t: p.t, e: f.instance[p.v]}
	case p.v != nil:
		f.valued(p, pos)
		return value{t: p.t, e: ir.VarExpr(p.v)}
	case p.bits != nil:
		f.dereference(p, pos)
		f.valued(p, pos)
		return value{t: p.t, e: f.extract(f.loadUnit(p), p)}
	case p.addr != nil:
		f.dereference(p, pos)
		f.valued(p, pos)
		e := ir.Load(p.t.mem(), p.addr)
		if p.t.kind == kBool {
			return value{t: p.t, e: ir.OfBool(p.t.ir(), ir.ToBool(e))}
		}
		return value{t: p.t, e: e}
	}
	return f.unknown(p.t, ir.FromApproximation, "", pos)
}

// functionPointer is the address of a function. That of a weak one that no file defines may be null.
func (f *fn) functionPointer(p place, pos ir.Pos) value {
	v := value{t: f.r.types.pointerTo(p.t), e: ir.AddrOf(f.r.prog.PtrType(), f.r.functionObject(p.fun))}
	if p.fun.weak && p.fun.def == nil {
		return f.perhapsNull(v, p.fun.cname, pos)
	}
	return v
}

// perhapsNull is the address v of what is weak and defined nowhere in the files.
func (f *fn) perhapsNull(v value, name string, pos ir.Pos) value {
	if f.constOnly || v.e == nil {
		return v
	}
	f.r.note(ir.Overapproximated, pos, "%s is weak and defined nowhere: its address may be null", name)
	t := f.temp(v.e.Type, pos)
	there, missing, end := f.node(pos), f.node(pos), f.node(pos)
	f.branch(ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos)), there, missing, pos)
	f.cur = there
	f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
	f.jump(end, pos)
	f.cur = missing
	f.emit(&ir.Assign{Var: t, Expr: ir.ConstInt(v.e.Type, 0)}, pos)
	f.jump(end, pos)
	f.cur = end
	return value{t: v.t, e: ir.VarExpr(t)}
}

// decay is a pointer to the first element of an array.
func (f *fn) decay(p place, pos ir.Pos) value {
	t := f.r.types.pointerTo(f.r.types.elem(p.t))
	if p.addr == nil { // a member of what a function returned, which C has in an object
		if f.constOnly || f.ir == nil {
			return f.unknown(t, ir.FromApproximation, "", pos)
		}
		object := f.tempObject(p.t, pos)
		f.copyAggregate(object, p, pos)
		p = object
	}
	return value{t: t, e: p.addr}
}

// store assigns v, which has been converted to the place's type.
func (f *fn) store(p place, v value, pos ir.Pos) {
	switch {
	case p.t.isAgg():
		f.copyAggregate(p, v.agg, pos)
	case f.storeDevice(p, v, pos):
	case p.v != nil:
		f.emit(&ir.Assign{Var: p.v, Expr: v.e}, pos).written = p.written
	case p.bits != nil:
		f.overwrite(p, pos)
		unit := f.loadUnit(p)
		e := f.storeBits(p, f.deposit(unit, v.e, p), pos)
		f.narrowed(e, p.bits)
		e.written = p.written
	case p.addr != nil && p.t.blurred():
		f.storeFloat(p, v, pos)
	case p.addr != nil && p.t.isScalar():
		f.overwrite(p, pos)
		f.emit(&ir.Store{Addr: p.addr, Val: ir.Cast(p.t.mem(), v.e)}, pos).written = p.written
	}
}

// unitType is the type of the memory unit of a bit-field.
func unitType(b *bits) ir.Type { return ir.Int(uint8(b.unit*8), false) }

func (f *fn) loadUnit(p place) *ir.Expr { return ir.Load(unitType(p.bits), p.addr) }

// extract is the value of a bit-field in its unit.
func (f *fn) extract(unit *ir.Expr, p place) *ir.Expr {
	t := p.t.ir()
	if p.t.kind == kBool {
		t = ir.Int(1, false)
	}
	return ir.Cast(t, f.fold(ir.Binary(ir.OpShr, unit, ir.ConstInt(unit.Type, int64(p.bits.shift)))))
}

// deposit is the unit with another value in the bit-field, without bit operations:
// unit - old·2^shift + new·2^shift.
func (f *fn) deposit(unit, v *ir.Expr, p place) *ir.Expr {
	u := unit.Type
	if p.bits.width == u.Bits {
		return ir.Cast(u, v)
	}
	raw := ir.Int(p.bits.width, false)
	shift := ir.ConstInt(u, int64(p.bits.shift))
	part := func(e *ir.Expr) *ir.Expr {
		return f.fold(ir.Binary(ir.OpShl, f.cast(u, f.cast(raw, e)), shift))
	}
	old := part(f.fold(ir.Binary(ir.OpShr, unit, shift)))
	return f.fold(ir.Binary(ir.OpAdd, ir.Binary(ir.OpSub, unit, old), part(v)))
}

// storeFloat makes the bytes of a floating-point object of which nothing is known unknown, but for
// those of 0.
func (f *fn) storeFloat(p place, v value, pos ir.Pos) {
	f.overwrite(p, pos)
	if v.float != nil && math.Float64bits(*v.float) == 0 { // all bits are 0
		f.zeroBytes(p, pos)
		return
	}
	f.havocBytes(p, ir.FromApproximation, "", pos)
}

// zeroBytes clears a scalar in memory.
func (f *fn) zeroBytes(p place, pos ir.Pos) {
	word := ir.Int(8, false)
	for off := range p.t.size {
		f.poke(f.r.offset(p.addr, off), ir.ConstInt(word, 0), pos)
	}
}

// havocBytes stores unknown bytes in a scalar in memory.
func (f *fn) havocBytes(p place, source ir.Source, name string, pos ir.Pos) {
	f.overwrite(p, pos)
	word := p.t.mem()
	for off := int64(0); off < p.t.size; off += int64(word.Bits / 8) {
		if rest := p.t.size - off; rest < int64(word.Bits/8) {
			word = ir.Int(uint8(rest*8), false)
		}
		f.poke(f.r.offset(p.addr, off), f.havoc(word, source, name, pos), pos)
	}
}

// temp is a new temporary.
func (f *fn) temp(t ir.Type, pos ir.Pos) *ir.Var { return f.r.prog.NewTemp(f.ir, t, pos) }

// havoc is a new unknown value.
func (f *fn) havoc(t ir.Type, source ir.Source, name string, pos ir.Pos) *ir.Expr {
	v := f.temp(t, pos)
	f.emit(&ir.Havoc{Var: v, Source: source, Name: name}, pos)
	return ir.VarExpr(v)
}

// unknown is an unknown value of any type.
func (f *fn) unknown(t *ctype, source ir.Source, name string, pos ir.Pos) value {
	switch {
	case t.blurred() && source == ir.FromCall: // an input, though we do not know its value
		f.havoc(t.ir(), source, name, pos)
		return value{t: t}
	case t.kind == kVoid || t.blurred():
		return value{t: t}
	case t.isAgg():
		p := f.tempAggregate(t, pos)
		f.havocAggregate(p, source, name, pos)
		return value{t: t, agg: p}
	case t.isScalar():
		return value{t: t, e: f.havoc(t.ir(), source, name, pos)}
	}
	return value{t: t}
}

// fold folds the operator at the top of e.
func (f *fn) fold(e *ir.Expr) *ir.Expr {
	for _, a := range e.Args {
		if !a.IsConst() {
			return e
		}
	}
	return f.r.mode.Fold(e)
}

// cast is e converted to an integer (not _Bool) or pointer type.
func (f *fn) cast(t ir.Type, e *ir.Expr) *ir.Expr { return f.fold(ir.Cast(t, e)) }

// truth is the condition that v is not 0.
func (f *fn) truth(v value, pos ir.Pos) *ir.Expr {
	switch {
	case v.e != nil && v.t.kind == kFloat:
		return ir.Not(ir.FloatOp(ir.OpFEq, ir.Bool, v.e, ir.ConstInt(v.e.Type, 0)))
	case v.e != nil:
		return f.fold(ir.ToBool(v.e))
	case v.t.kind == kFloat && v.float != nil:
		return ir.Truth(*v.float != 0)
	}
	if v.t.kind == kFloat {
		f.floatNote(pos)
	}
	return ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))
}

// ofBool is a condition as an int.
func (f *fn) ofBool(c *ir.Expr) value {
	return value{t: f.r.types.intT, e: ir.OfBool(f.r.types.intT.ir(), c)}
}

// number is a constant.
func (f *fn) number(t *ctype, v num.Int) value {
	return value{t: t, e: f.r.constOf(t, v)}
}

func (r *reader) constOf(t *ctype, v num.Int) *ir.Expr {
	ty := t.ir()
	return ir.Const(ty, r.mode.Convert(ty, v))
}

// convert converts v to t as by assignment or cast.
func (f *fn) convert(v value, t *ctype, pos ir.Pos) value {
	switch {
	case t.kind == kVoid:
		return value{t: t}
	case t.kind == kUnion && v.t.kind != kUnion && t.record.own.transparent:
		return f.unionOf(v, t, pos)
	case t.isAgg():
		if v.agg.t == nil {
			return f.unknown(t, ir.FromApproximation, "", pos)
		}
		return value{t: t, agg: v.agg}
	case t.kind == kFloat:
		return f.toFloat(v, t, pos)
	case v.t.kind == kFloat:
		return f.fromFloat(v, t, pos)
	case v.e == nil:
		return f.unknown(t, ir.FromApproximation, "", pos)
	case t.kind == kBool:
		return value{t: t, e: ir.OfBool(t.ir(), f.truth(v, pos))}
	case t.kind == kPointer && v.t.isInt():
		f.pointerConversion(v, pos)
		fallthrough
	case t.kind == kInt || t.kind == kPointer:
		if v.e.Op == ir.OpVar && t.kind == kPointer {
			f.shapeBlock(f.sites[v.e.Var], t.elemC)
		}
		f.keepsValue(v, t, pos)
		return value{t: t, e: f.cast(t.ir(), v.e)}
	}
	return value{t: t}
}
