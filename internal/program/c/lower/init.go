package lower

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// initialise gives the objects of static storage duration their values.
func (b *builder) initialise() {
	b.static = true
	b.clearRegions()
	b.p.frames.Initialise(machine{b})
	b.p.rounding.Begin(machine{b})
	b.initialiseStatics(func(*core.Var) bool { return true })
}

func (b *builder) initialiseStatics(those func(*core.Var) bool) {
	defer func(unit source) { b.unit, b.static = unit, false }(b.unit)
	b.static = true
	for _, x := range b.p.statics {
		if b.unit = x.unit; those(x.v) {
			b.initialiseStatic(x)
		}
	}
}

func (b *builder) initialiseStatic(x *variable) {
	v, pos := x.v, x.unit.pos(x.v.Pos)
	if v.Type.Kind == types.Func {
		return
	}
	at := b.home(v, pos)
	switch {
	case b.p.unset(v):
		if b.p.keptThroughReset(v) {
			b.p.note(ir.Assumption, pos, "%s, which is not initialised at a reset, has any value when the program begins", v.Name)
		} else if b.p.unknownAtEntry(v) {
			b.p.note(ir.Assumption, pos, "global variables without an initialiser have unknown initial values")
		}
		if at.v != nil {
			b.emit(&ir.Havoc{Var: at.v, Source: ir.FromParameter, Name: v.Name}, pos)
		}
	case !v.Defined && v.Name == errnoName && !b.p.conf.UnknownGlobals:
		b.store(at, ir.ConstInt(b.scalar(v.Type, pos), 0), pos)
	case !v.Defined && b.initialiseLibrary(at, v, pos):
	case !v.Defined:
		b.p.note(ir.Assumption, pos, "%s is defined nowhere: its initial value is unknown", v.Name)
		b.p.conf.Threading.Strange(v.Name, nil, func(why string) { b.unsound(pos, "%s", why) })
		if at.v != nil {
			b.emit(&ir.Havoc{Var: at.v, Source: ir.FromParameter, Name: v.Name}, pos)
		}
	case v.Init == nil && at.v != nil:
		b.emit(&ir.Assign{Var: at.v, Expr: ir.ConstInt(at.v.Type, 0)}, pos)
	case v.Init != nil && at.v != nil:
		e, ok := v.Init.(*core.ExprInit)
		if !ok {
			refuse(pos, "initializer")
		}
		b.emit(&ir.Assign{Var: at.v, Expr: b.expr(e.X)}, pos)
	case v.Init != nil:
		in := &initializer{b: b, pos: pos}
		if size := v.Type.SizeOf(); core.Items(v.Init) >= largeTable && size >= 0 && !b.p.mode.Math {
			in.table, in.data = at.addr.Obj, make([]byte, size)
		}
		in.put(at, v.Init, v.Type)
		if in.table != nil {
			in.table.Data = strings.TrimRight(string(in.data), "\x00")
		}
	}
}

// unknownAtEntry tells whether a variable begins with any value since the entry is called by a program that may have changed it.
func (p *program) unknownAtEntry(v *core.Var) bool {
	return p.conf.UnknownGlobals && v.Linkage != core.NoLinkage && !v.Local && v.Init == nil && v.Defined
}

// keptThroughReset tells whether a variable keeps what it was before the program began, as nothing initialises it where there is no operating system.
func (p *program) keptThroughReset(v *core.Var) bool {
	return p.tt.Machine.KeepsThroughReset() && (v.HasAttr("noinit") || v.HasAttr("persistent"))
}

// unset tells whether a variable begins with any value, because of these or of the surroundings of the entry.
func (p *program) unset(v *core.Var) bool {
	e := p.conf.Surroundings
	return p.unknownAtEntry(v) || p.keptThroughReset(v) || e != nil && v.Linkage != core.NoLinkage && !v.Local && p.link.Prog.Units[v.Unit].Name == e.File && slices.Contains(e.Unset, v.Name)
}

// largeTable is how many items an initializer has at least whose numbers are contents of the object rather than stores.
const largeTable = 1024

// initializeLocal initializes an object, which is zero, with a list or a string.
func (b *builder) initializeLocal(at place, x core.Init, t *types.Type, pos ir.Pos) {
	if at.addr == nil {
		l, ok := x.(*core.ListInit)
		if ok && len(l.Elems) == 1 {
			if e, ok := l.Elems[0].Init.(*core.ExprInit); ok {
				b.store(at, b.expr(e.X), pos).Aux = false
				return
			}
		}
		refuse(pos, "initializer")
	}
	before := b.edges
	if !core.Zeros(x) {
		b.forgetPadding(t, at.addr, pos)
		b.clearUnits(t, at.addr, pos)
	}
	(&initializer{b: b, pos: pos}).put(at, x, t)
	if b.edges == before {
		b.emit(&ir.Skip{}, pos).Aux = false
	}
}

// clearUnits makes the bits open that are in units of bit-fields and of no bit-field.
func (b *builder) clearUnits(t *types.Type, at *ir.Expr, pos ir.Pos) {
	f := b.p.layout.Flatten(t)
	if !f.OK {
		return
	}
	for i := 0; i < len(f.Cells); i++ {
		if f.Cells[i].Bits == nil {
			continue
		}
		same := layout.SameUnit(f.Cells[i:])
		i += len(same) - 1
		u := *same[0].Bits
		if layout.UsedBits(same) == u.Type().Bits {
			continue
		}
		value := b.havoc(u.Type(), ir.FromUnspecified, "padding", pos)
		for _, c := range same {
			value = b.deposit(value, ir.ConstInt(ir.Int(c.Bits.Width, false), 0), c.Bits)
		}
		b.emit(&ir.Store{Addr: b.p.move(at, same[0].Off), Val: value}, pos)
	}
}

// initializer initializes an object that is zero so far.
type initializer struct {
	b     *builder
	pos   ir.Pos
	table *ir.Object // nil: all values are stored
	data  []byte
}

func (in *initializer) put(at place, x core.Init, t *types.Type) {
	b := in.b
	switch x := x.(type) {
	case *core.ExprInit:
		if layout.IsAggregate(t) {
			b.copy(at, b.aggregate(x.X), true, in.pos)
			return
		}
		in.scalar(at, b.expr(x.X), b.pos(x.X.Pos()))
	case *core.LiteralInit:
		elem := t.Elem
		ty := b.scalar(elem, in.pos)
		for i, u := range x.Literal.Units {
			if t.Len >= 0 && int64(i) >= t.Len {
				break
			}
			e := ir.Const(ty, b.p.mode.Convert(ty, ir.ConstInt(ty, int64(u)).Val))
			q := place{t: elem.Main(), addr: b.p.move(at.addr, int64(i)*elem.SizeOf())}
			if t.Len < 0 {
				in.grow(q, elem)
			}
			in.scalar(q, e, in.pos)
		}
		if t.Len < 0 { // the 0 at the end
			in.grow(place{addr: b.p.move(at.addr, int64(len(x.Literal.Units))*elem.SizeOf())}, elem)
		}
	case *core.ListInit:
		in.list(at, x, t)
	}
}

// mostCopies bounds how often the elements of a range are initialized one by one.
const mostCopies = 1024

func (in *initializer) list(at place, x *core.ListInit, t *types.Type) {
	b := in.b
	if !layout.IsAggregate(t) {
		refuse(in.pos, "initializer of %s", layout.WideName(t))
	}
	for _, e := range x.Elems {
		if e.Field != nil {
			q := place{t: e.Field.ValueType(), addr: b.p.move(at.addr, e.Field.Offset)}
			if e.Field.Bits {
				if b.p.mode.Math {
					refuse(in.pos, "unbounded integers")
				}
				u := b.p.layout.Units(t.Record)[e.Field]
				if u.Bytes == 0 {
					refuse(in.pos, "bit-fields that share many bytes")
				}
				q.addr, q.bits = b.p.move(at.addr, u.Off), &u
			}
			typ := e.Field.Type
			if e.Field.Bits {
				typ = q.t
			}
			in.grow(q, typ)
			in.put(q, e.Init, typ)
			continue
		}
		if t.IsX87() {
			c := b.p.layout.Flatten(t).Cells[e.Index]
			in.put(place{t: c.Type, addr: b.p.move(at.addr, c.Off)}, e.Init, c.Type)
			continue
		}
		elem := t.Elem
		if e.Last-e.Index >= mostCopies {
			refuse(in.pos, "initializer of a long range")
		}
		for i := e.Index; i <= e.Last; i++ {
			q := place{t: elem.Main(), addr: b.p.move(at.addr, i*elem.SizeOf())}
			if t.Len < 0 {
				in.grow(q, elem)
			}
			in.put(q, e.Init, elem)
		}
	}
}

// grow makes the object of a structure large enough for an element of its flexible array.
func (in *initializer) grow(q place, t *types.Type) {
	base, off := layout.Base(q.addr)
	if base.Op == ir.OpAddr && base.Obj.Size >= 0 && t.SizeOf() > 0 {
		base.Obj.Size = max(base.Obj.Size, off+t.SizeOf())
	}
}

func (in *initializer) scalar(at place, e *ir.Expr, pos ir.Pos) {
	if e.IsConst() && e.Val.IsZero() {
		return
	}
	if !in.tabulate(at, e) {
		in.b.store(at, e, cmp.Or(in.pos, pos)).Aux = in.b.static
	}
}

// tabulate puts a number among the contents of a large table. Addresses are stored, and numbers that are as wide, for pointers
// may be made of them, and floats.
func (in *initializer) tabulate(at place, e *ir.Expr) bool {
	if in.table == nil || !e.IsConst() || e.Type.Kind != ir.Integer {
		return false
	}
	base, off := layout.Base(at.addr)
	n := int64(layout.InMemory(e.Type).Bits / 8)
	width, shift := e.Type.Bits, uint8(0)
	if at.bits != nil {
		n, width, shift = at.bits.Bytes, at.bits.Width, at.bits.Shift
	}
	if base.Op != ir.OpAddr || base.Obj != in.table || n >= int64(in.b.p.out.PtrBits/8) || off < 0 || off+n > int64(len(in.data)) {
		return false
	}
	v, _ := ir.Int(width, false).Wrap(e.Val).Int64()
	in.b.p.layout.Put(in.data[off:off+n], v<<shift)
	return true
}
