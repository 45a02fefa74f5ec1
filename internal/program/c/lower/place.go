package lower

import (
	"cmp"
	"strconv"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// place is an object or a part of one: a variable, or memory at an address, of which a bit-field has some bits.
type place struct {
	t    *types.Type // of its values; of arrays and functions their own
	v    *ir.Var
	addr *ir.Expr
	bits *layout.Unit
	// goals are those of the pointer that leads there, if one does.
	goals []core.Goal
}

// temp is a new temporary.
func (b *builder) temp(t ir.Type, pos ir.Pos) *ir.Var { return b.p.out.NewTemp(b.ir, t, pos) }

// offset is the type of distances.
func (p *program) offset() ir.Type { return ir.Int(p.out.PtrBits, true) }

// int is the type int.
func (p *program) int() ir.Type { return ir.Int(uint8(p.tt.Basic(types.Int).Bits()), true) }

// move is an address moved by a constant.
func (p *program) move(addr *ir.Expr, bytes int64) *ir.Expr {
	if addr.IsConst() {
		return ir.Const(addr.Type, p.mode.Convert(addr.Type, addr.Val.Add(num.I(bytes))))
	}
	return ir.PtrAdd(addr, ir.ConstInt(p.offset(), bytes))
}

// home is where a variable lives, which is made when it is first needed.
func (b *builder) home(v *core.Var, pos ir.Pos) place {
	x := b.p.variables[b.p.link.Extern(v)]
	if x == nil {
		refuse(pos, "variable out of scope")
	}
	v = x.v
	t := v.Type
	ty, scalar := b.p.layout.Scalar(t)
	scalar = scalar && !(b.p.mode.Math && ty.IsFloat())
	switch {
	case x.v1 != nil || x.addr != nil:
	case t.IsVariable() && x.local:
		x.addr = ir.VarExpr(b.p.out.NewLocal(x.owner.ir, baseName(v), "", b.p.out.PtrType(), x.unit.pos(v.Pos)))
	case t.IsVariable():
		refuse(x.unit.pos(v.Pos), "type of variable size")
	case x.local && v.Storage == core.Static:
		refuse(x.unit.pos(v.Pos), "static variable")
	case v.Register != "":
		refuse(x.unit.pos(v.Pos), "variable in a register")
	case x.addressed || layout.IsAggregate(t) || !t.IsScalar() || !scalar: // of other types the values are not supported
		b.p.inMemory(b, x)
	case x.local && v.Temp:
		x.v1 = b.p.out.NewTemp(x.owner.ir, b.scalar(t, pos), x.unit.pos(v.Pos))
	case x.local:
		x.v1 = b.p.mark(x, b.p.layout.Leads(b.p.out.NewLocal(x.owner.ir, baseName(v), v.Name, b.scalar(t, pos), x.unit.pos(v.Pos)), t))
	default:
		x.v1 = b.p.layout.Leads(b.p.out.NewGlobal(staticName(x), v.Written(), b.scalar(t, pos), x.unit.pos(v.Pos)), t)
	}
	thread.Mark(v, x.v1, x.addr)
	return place{t: t.Main(), v: x.v1, addr: x.addr}
}

// baseName is the name of a local variable, unique only with that of its function and a number behind.
func baseName(v *core.Var) string { return cmp.Or(v.Name, "$t") }

func staticName(x *variable) string {
	name := cmp.Or(x.v.Name, "$literal")
	if x.owner != nil {
		name = x.owner.name + "::" + name
	}
	return name
}

// inMemory makes the object of a variable.
func (p *program) inMemory(b *builder, x *variable) {
	v, pos := x.v, x.unit.pos(x.v.Pos)
	switch {
	case !x.local:
		o := p.object(ir.GlobalObject, staticName(x), v.Type, pos)
		o.Align = max(o.Align, v.Align)
		o.Zero = v.Defined && !p.unset(v)
		o.Constant = v.Defined && layout.IsConst(v.Type)
		x.addr = ir.AddrOf(p.out.PtrType(), o)
	case x.owner.recursive:
		x.addr = ir.VarExpr(p.out.NewLocal(x.owner.ir, baseName(v), "", p.out.PtrType(), pos))
	default:
		o := p.object(ir.LocalObject, x.owner.ir.Name+"::"+baseName(v), v.Type, pos)
		o.Align = max(o.Align, v.Align)
		o.Func = x.owner.ir
		x.addr = ir.AddrOf(p.out.PtrType(), o)
	}
}

// object makes an object that holds a t.
func (p *program) object(kind ir.ObjectKind, name string, t *types.Type, pos ir.Pos) *ir.Object {
	size := t.SizeOf()
	if size < 0 && kind == ir.LocalObject {
		refuse(pos, "object of an incomplete type")
	}
	return p.layout.Object(p.out.NewObject(kind, name, size, t.MemberAlign(), pos), t)
}

// begins begins the life of a local variable in memory.
func (b *builder) begins(v *core.Var, zero bool) {
	x := b.p.variables[v]
	pos := b.pos(v.Pos)
	at := b.home(v, pos)
	switch {
	case at.addr == nil:
	case at.addr.Op == ir.OpAddr:
		if b.p.conf.Memory.Lives {
			b.follow(ir.NoneDangling(at.addr), pos)
		}
		b.emit(&ir.Alloc{Site: at.addr.Obj, Zero: zero}, pos)
		b.p.conf.Threading.Births(v.Type, thread.Unless(zero, at.addr), b.p.move, func(s ir.Stmt) { b.emit(s, pos) })
	default:
		site := b.p.object(ir.HeapObject, b.ir.Name+"::"+baseName(v), v.Type, pos)
		site.Align = max(site.Align, v.Align)
		site.Automatic = true
		size := ir.ConstInt(b.p.size(), site.Size)
		if v.Type.IsVariable() {
			size = b.variableSize(v.Type, pos)
		}
		b.emit(&ir.Alloc{Result: x.addr.Var, Size: size, Site: site, Zero: zero}, pos)
	}
}

// variableSize is the size of an array of variable length. Executions in which there can be none are left out.
func (b *builder) variableSize(t *types.Type, pos ir.Pos) *ir.Expr {
	if !t.IsVariable() {
		return b.sizeOf(t, pos)
	}
	size := b.product(b.length(t), b.variableSize(t.Elem, pos))
	if fits := b.blockFits(size); !fits.IsTrue() {
		b.p.note(ir.Assumption, pos, "executions with arrays of negative length, or whose stack overflows, are outside the answer")
		b.emit(&ir.Assume{Cond: fits}, pos)
	}
	return b.cast(b.p.size(), size)
}

// length is how many elements an array has, which may be variable.
func (b *builder) length(t *types.Type) *ir.Expr {
	if x, ok := t.Size.(core.Expr); ok {
		return b.cast(b.p.size(), b.expr(x))
	}
	return ir.ConstInt(b.p.size(), t.Len)
}

// sizeOf is the size of a type, which may be variable.
func (b *builder) sizeOf(t *types.Type, pos ir.Pos) *ir.Expr {
	switch n := t.SizeOf(); {
	case t.IsVariable():
		return b.fold(ir.Binary(ir.OpMul, b.length(t), b.sizeOf(t.Elem, pos)))
	case n < 0:
		refuse(pos, "type of variable size")
		panic("unreachable")
	default:
		return ir.ConstInt(b.p.size(), n)
	}
}

// size is the type size_t.
func (p *program) size() ir.Type { return ir.Int(p.out.PtrBits, false) }

// place finds what a place of the core is.
func (b *builder) place(x core.Place) place {
	switch x := x.(type) {
	case *core.VarPlace:
		return b.home(x.Var, b.pos(x.At))
	case *core.DerefPlace:
		p := place{t: x.Typ.Main()}
		to := x.X
		if c, ok := to.(*core.Checked); ok {
			to, p.goals = c.X, c.Goals
		}
		if add, ok := to.(*core.PtrAdd); ok {
			p.addr = b.moved(add, p.goals, true)
		} else {
			p.addr = b.expr(x.X)
		}
		return p
	case *core.FieldPlace:
		if _, ok := x.X.(*core.DerefPlace); ok {
			b.p.layout.Reached(x.Field, b.p.out)
		}
		p := b.place(x.X)
		q := place{t: x.Field.ValueType(), goals: p.goals}
		if x.Field.Bits {
			u := b.p.layout.Units(x.X.Type().Record)[x.Field]
			if b.p.mode.Math {
				refuse(b.pos(x.At), "unbounded integers")
			}
			if u.Bytes == 0 {
				refuse(b.pos(x.At), "bit-fields that share many bytes")
			}
			q.addr, q.bits = b.p.move(p.addr, u.Off), &u
		} else {
			q.addr = b.p.move(p.addr, x.Field.Offset)
		}
		return q
	case *core.PartPlace:
		p := b.place(x.X)
		p.t = x.Typ.Main()
		if x.Imag {
			p.addr = b.p.move(p.addr, p.t.SizeOf())
		}
		return p
	case *core.LiteralPlace:
		return place{t: x.Literal.Type, addr: b.literal(x.Literal)}
	}
	refuse(b.pos(x.Pos()), "place")
	panic("unreachable")
}

// moved is a pointer that an integer is added to. Goals may be about the index; where none is, and memory is accessed there or a part of the
// element is meant, the index of an array of known length is in bounds, or the execution is left out.
func (b *builder) moved(x *core.PtrAdd, goals []core.Goal, access bool) *ir.Expr {
	pos := b.start(x)
	p, n := b.expr(x.X), b.expr(x.N)
	if t := x.Array(); t != nil && !b.static {
		switch {
		case core.Demands(goals, core.IndexOrEnd):
			b.require(b.p.mode.IsIndex(n, t.Len+1), core.IndexOrEnd, goals, leftOut{}, pos, ir.ValueFault(ir.FaultIndex, n, t.Len))
		case core.Demands(goals, core.Index) || access && b.p.conf.Memory.Inside == "":
			b.require(b.p.mode.IsIndex(n, t.Len), core.Index, goals, leftOut{"bounds", "array indices out of bounds"}, pos, ir.ValueFault(ir.FaultIndex, n, t.Len))
		}
	}
	d := b.p.offset()
	off := b.fold(ir.Binary(ir.OpMul, b.cast(d, n), b.cast(d, b.sizeOf(x.Typ.Elem, pos))))
	if x.Sub {
		off = b.fold(ir.Neg(off))
	}
	if p.IsConst() && off.IsConst() {
		return ir.Const(p.Type, b.p.mode.Convert(p.Type, p.Val.Add(off.Val)))
	}
	return ir.PtrAdd(p, off)
}

// load reads a scalar, once if it may be a register.
func (b *builder) load(p place, pos ir.Pos) *ir.Expr {
	e := b.loaded(p, pos)
	if b.mayBeRegister(p) {
		e = b.copied(e, pos)
	}
	return e
}

// mayBeRegister tells whether a place may be one of a device.
func (b *builder) mayBeRegister(p place) bool {
	return len(b.p.out.Devices) > 0 && !b.static && p.addr != nil && ir.Root(p.addr).Op != ir.OpAddr
}

func (b *builder) loaded(p place, pos ir.Pos) *ir.Expr {
	t := b.scalar(p.t, pos)
	b.access(p, false, pos)
	b.valued(p, pos)
	switch {
	case p.v != nil:
		return ir.VarExpr(p.v)
	case p.bits != nil:
		return b.extract(ir.Load(p.bits.Type(), p.addr), p.bits, t)
	case p.t.Kind == types.Bool:
		return ir.OfBool(t, ir.ToBool(ir.Load(layout.InMemory(t), p.addr)))
	}
	if t.Kind == ir.Integer {
		return b.cast(t, ir.Load(layout.InMemory(t), p.addr))
	}
	return ir.Load(t, p.addr)
}

// store assigns to a scalar a value of its type.
func (b *builder) store(p place, e *ir.Expr, pos ir.Pos) *ir.Edge {
	b.access(p, true, pos)
	switch {
	case p.v != nil:
		return b.emit(&ir.Assign{Var: p.v, Expr: e}, pos)
	case p.bits != nil:
		b.givesBits(p.addr, int64(p.bits.Shift), int64(p.bits.Shift+p.bits.Width), pos)
		b.moving++
		defer func() { b.moving-- }()
		s := &ir.Store{Addr: p.addr, Val: b.deposit(ir.Load(p.bits.Type(), p.addr), e, p.bits)}
		b.p.frames.Narrow(s, int64(p.bits.Shift), int64(p.bits.Width))
		return b.emit(s, pos)
	}
	return b.emit(&ir.Store{Addr: p.addr, Val: ir.Cast(layout.InMemory(e.Type), e)}, pos)
}

// extract is the value of a bit-field in its unit.
func (b *builder) extract(number *ir.Expr, u *layout.Unit, t ir.Type) *ir.Expr {
	return u.Extract(number, t, b.fold)
}

// deposit is a unit with another value in the bit-field.
func (b *builder) deposit(number, e *ir.Expr, u *layout.Unit) *ir.Expr {
	return u.Deposit(number, e, b.fold)
}

// fold folds the operator at the top of e.
func (b *builder) fold(e *ir.Expr) *ir.Expr {
	for _, a := range e.Args {
		if !a.IsConst() {
			return e
		}
	}
	return b.p.mode.Fold(e)
}

// cast is e converted to an integer type, not _Bool, or a pointer.
func (b *builder) cast(t ir.Type, e *ir.Expr) *ir.Expr { return b.fold(ir.Cast(t, e)) }

// havoc is a new unknown value.
func (b *builder) havoc(t ir.Type, source ir.Source, name string, pos ir.Pos) *ir.Expr {
	v := b.temp(t, pos)
	b.emit(&ir.Havoc{Var: v, Source: source, Name: name}, pos)
	return ir.VarExpr(v)
}

// settled is the value e in a variable, which stays when memory changes.
func (b *builder) settled(e *ir.Expr, pos ir.Pos) *ir.Expr {
	if !ir.Reads(e) {
		return e
	}
	return b.copied(e, pos)
}

// literalKey identifies a literal: by its bytes without the zeros at the end, and its size.
type literalKey struct {
	data string
	size int64
}

// literal is the address of a string literal; equal ones are one object.
func (b *builder) literal(l *core.Literal) *ir.Expr {
	data := strings.TrimRight(string(l.Bytes(b.p.tt.Machine.BigEndian)), "\x00")
	key := literalKey{data, l.Type.SizeOf()}
	o := b.p.strings[key]
	if o == nil {
		o = b.p.object(ir.StringObject, strconv.Quote(l.Begins()), l.Type, b.pos(l.Pos))
		o.Zero, o.Data = true, data
		b.p.strings[key] = o
	}
	return ir.AddrOf(b.p.out.PtrType(), o)
}
