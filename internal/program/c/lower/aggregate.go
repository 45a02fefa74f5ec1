package lower

import (
	"fmt"

	"craig/internal/program/c/check"
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/c/volatile"
	"craig/internal/program/ir"
)

// aggregate is where the value of an expression of structure or union type is.
func (b *builder) aggregate(x core.Expr) place {
	switch x := x.(type) {
	case *core.Load:
		p, pos := b.place(x.X), b.pos(x.At)
		if f := b.p.layout.Flatten(x.X.Type()); f.Volatile || !f.OK || x.X.Type().Quals&types.Volatile != 0 {
			p = b.wholeReading(x.X, p, pos)
		}
		if isAtomic(x.X) && b.p.out.Threads != nil {
			p = b.atomicCopy(p, true, pos)
		}
		return p
	case *core.Convert:
		p := b.aggregate(x.X)
		p.t = x.Typ.Main()
		return p
	}
	refuse(b.pos(x.Pos()), "%s that is the value of an operator", layout.WideName(x.Type()))
	panic("unreachable")
}

func isAtomic(x core.Place) bool { return x.Type().Quals&types.Atomic != 0 }

// atomicCopy is a copy of an aggregate that no other thread accesses, made at once if atomic says so.
func (b *builder) atomicCopy(p place, atomic bool, pos ir.Pos) place {
	to := place{t: p.t.Main(), addr: b.scratch("$atomic", p.t.SizeOf(), p.t.AlignOf(), pos)}
	b.atomicallyIf(atomic, pos, func() { b.copy(to, p, true, pos) })
	return to
}

// wholeReading is what a read gives of what may have volatile members as a whole: a copy in which those have any values that do not keep theirs.
func (b *builder) wholeReading(x core.Place, at place, pos ir.Pos) place {
	if !volatile.Holds(x.Type()) || b.unit.model || b.p.conf.VolatileMemory || b.mayBeRegister(at) {
		return at
	}
	how, name := b.reading(x, true, pos)
	if how == volatile.FromMemory && b.p.volatiles.Keeps(x) {
		return at
	}
	t := x.Type().Main()
	f := b.p.layout.Flatten(t)
	if !f.OK || b.p.conf.Memory != (check.Memory{}) {
		refuse(pos, "volatile object")
	}
	to := place{t: t, addr: b.scratch("$volatile", t.SizeOf(), t.AlignOf(), pos)}
	b.copy(to, at, false, pos)
	for _, c := range f.Cells {
		source := ir.FromVolatile
		switch b.p.volatiles.Part(x, c.Name, b.p.conf.VolatileInput) {
		case volatile.FromMemory:
			continue
		case volatile.FromEither:
			source = ir.FromApproximation
		}
		b.store(place{t: c.Type.Main(), addr: b.p.move(to.addr, c.Off), bits: c.Bits}, b.havoc(b.scalar(c.Type, pos), source, name+c.Name, pos), pos)
	}
	return to
}

// reading is what a read gives of a volatile place, or of one with volatile members as a whole, and its name in the program.
func (b *builder) reading(x core.Place, whole bool, pos ir.Pos) (volatile.Reading, string) {
	if b.unit.model || b.p.conf.VolatileMemory {
		return volatile.FromMemory, ""
	}
	how, name, what := b.p.volatiles.Read(x, whole)
	if b.p.conf.VolatileInput {
		how = volatile.FromOutside
	}
	switch how {
	case volatile.FromOutside:
		b.p.note(ir.Assumption, pos, "each read of %s gives any value (input)", what)
	case volatile.FromEither:
		b.p.note(ir.Overapproximated, pos, "%s may be one of the program or of a device: each read gives any value", what)
	default:
		b.p.note(ir.Assumption, pos, "%s keeps its value until the program assigns to it (memory)", what)
	}
	return how, name
}

// copy assigns an aggregate in memory. Its padding is unknown afterwards, if pad says so.
func (b *builder) copy(to, from place, pad bool, pos ir.Pos) {
	if to.addr == nil || from.addr == nil {
		refuse(pos, "aggregate without an address")
	}
	to.addr, from.addr = b.accessed(to, true, pos), b.accessed(from, false, pos)
	before := b.edges
	b.copyAt(to.t, to.addr, from.addr, pad, pos)
	if b.edges == before { // an empty structure
		b.emit(&ir.Skip{}, pos)
	}
	last := b.p.out.Edge(b.p.out.Loc(b.cur).In[0])
	last.Aux = !pad
}

// accessed is the address of a place, all bytes of which are accessed, that stays when memory changes.
func (b *builder) accessed(p place, written bool, pos ir.Pos) *ir.Expr {
	b.access(p, written, pos)
	addr := p.addr
	if p.addr = b.settled(addr, pos); p.addr != addr {
		b.access(p, written, pos)
	}
	return p.addr
}

func (b *builder) copyAt(t *types.Type, to, from *ir.Expr, pad bool, pos ir.Pos) {
	b.moves(to, from, t.SizeOf(), pos, func() { b.copyParts(t, to, from, pad, pos) })
}

// copyParts is copyAt part by part.
func (b *builder) copyParts(t *types.Type, to, from *ir.Expr, pad bool, pos ir.Pos) {
	if f := b.p.layout.Flatten(t); f.OK {
		b.copyCells(t, f.Cells, to, from, pad, pos)
		return
	}
	switch {
	case t.Kind == types.Array && t.Len >= 0 && !t.IsVariable():
		d := b.p.offset()
		b.repeat(t.Len, pos, func(i *ir.Expr) {
			off := b.fold(ir.Binary(ir.OpMul, i, ir.ConstInt(d, t.Elem.SizeOf())))
			b.copyAt(t.Elem, ir.PtrAdd(to, off), ir.PtrAdd(from, off), pad, pos)
		})
	case t.Kind == types.Struct:
		r := t.Record
		for i := range r.Fields {
			if r.Fields[i].Bits {
				refuse(pos, "large structure with bit-fields")
			}
		}
		end := int64(0)
		for i := range r.Fields {
			m := &r.Fields[i]
			if pad {
				b.forget(to, end, m.Offset, pos)
			}
			b.copyAt(m.Type, b.p.move(to, m.Offset), b.p.move(from, m.Offset), pad, pos)
			end = m.Offset + max(m.Type.SizeOf(), 0)
		}
		if pad {
			b.forget(to, end, r.Size, pos)
		}
	case t.Kind == types.Union:
		word := ir.Int(8, false)
		b.repeat(t.SizeOf(), pos, func(i *ir.Expr) {
			b.emit(&ir.Store{Addr: ir.PtrAdd(to, i), Val: ir.Load(word, ir.PtrAdd(from, i))}, pos)
		})
	default:
		refuse(pos, "copy of %s", layout.WideName(t))
	}
}

// copyCells copies an aggregate scalar by scalar. Bit-fields are copied unit by unit.
func (b *builder) copyCells(t *types.Type, cells []layout.Cell, to, from *ir.Expr, pad bool, pos ir.Pos) {
	if pad {
		b.forgetPadding(t, to, pos)
	}
	for i := 0; i < len(cells); i++ {
		c := cells[i]
		if c.Bits != nil {
			i += b.copyUnit(cells[i:], to, from, pos)
			continue
		}
		ty, ok := b.p.layout.Scalar(c.Type)
		if !ok { // a number of which nothing is known but its bytes
			for off := int64(0); off < c.Type.SizeOf(); off++ {
				word := ir.Int(8, false)
				b.emit(&ir.Store{Addr: b.p.move(to, c.Off+off), Val: ir.Load(word, b.p.move(from, c.Off+off))}, pos)
			}
			continue
		}
		ty = layout.InMemory(ty)
		b.emit(&ir.Store{Addr: b.p.move(to, c.Off), Val: ir.Load(ty, b.p.move(from, c.Off))}, pos)
	}
}

// copyUnit copies the bit-fields of the unit in which the first of cells is; the bits between them are open. It returns how many
// cells follow in that unit.
func (b *builder) copyUnit(cells []layout.Cell, to, from *ir.Expr, pos ir.Pos) int {
	same := layout.SameUnit(cells)
	u := *cells[0].Bits
	target, source := b.p.move(to, cells[0].Off), ir.Load(u.Type(), b.p.move(from, cells[0].Off))
	value := source
	if layout.UsedBits(same) < u.Type().Bits {
		value = b.havoc(u.Type(), ir.FromUnspecified, "padding", pos)
		for _, c := range same {
			value = b.deposit(value, b.extract(source, c.Bits, ir.Int(c.Bits.Width, false)), c.Bits)
		}
	}
	b.emit(&ir.Store{Addr: target, Val: value}, pos)
	return len(same) - 1
}

// forgetPadding makes the bytes unknown that no scalar of a type has.
func (b *builder) forgetPadding(t *types.Type, at *ir.Expr, pos ir.Pos) {
	gaps, ok := b.p.layout.Gaps(t)
	if !ok {
		refuse(pos, "bit-fields that share bytes")
	}
	for _, g := range gaps {
		b.forget(at, g[0], g[1], pos)
	}
}

// forget makes the bytes from from to to of an object unknown, in aligned words.
func (b *builder) forget(at *ir.Expr, from, to int64, pos ir.Pos) {
	for from < to {
		n := int64(8)
		for from%n != 0 || from+n > to {
			n /= 2
		}
		b.emit(&ir.Store{Addr: b.p.move(at, from), Val: b.havoc(ir.Int(uint8(8*n), false), ir.FromUnspecified, "padding", pos)}, pos)
		from += n
	}
}

// handover is the global object through which calls pass an aggregate: role "result", or "arg0" and so on. Types with the same
// scalars in the same places share one.
func (b *builder) handover(role string, t *types.Type) place {
	key := fmt.Sprintf("%s:%d", role, t.SizeOf()) + b.p.layout.Key(t)
	o := b.p.handovers[key]
	if o == nil {
		name := "$" + role + "." + t.String()
		if t.IsRecord() {
			name = "$" + role + "." + t.Record.Tag
		}
		o = b.p.object(ir.GlobalObject, name, t, ir.Pos{})
		o.Zero = b.p.conf.Memory.Tracks() // so that no pointer of unknown origin is there before a call has passed one
		b.p.handovers[key] = o
	}
	return place{t: t.Main(), addr: ir.AddrOf(b.p.out.PtrType(), o)}
}
