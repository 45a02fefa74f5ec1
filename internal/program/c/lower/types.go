package lower

import (
	"strconv"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// scalar is the type of the values of a scalar type of C.
func (b *builder) scalar(t *types.Type, pos ir.Pos) ir.Type {
	ty, ok := b.p.scalarType(t)
	if !ok {
		refuse(pos, "type %s", wideName(t))
	}
	return ty
}

// wideName names a type that is not lowered, in the words of reasons.
func wideName(t *types.Type) string {
	switch t.Kind {
	case types.Complex:
		return "complex"
	case types.Vector:
		return "vector"
	}
	if t.IsReal() {
		return "long double and other wide floats"
	}
	return t.String()
}

func (p *program) scalarType(t *types.Type) (ir.Type, bool) {
	switch {
	case t.Kind == types.Bool:
		return ir.Int(1, false), true
	case t.IsInteger():
		return ir.Int(uint8(t.Bits()), t.IsSigned()), true
	case t.Kind == types.Pointer:
		return p.out.PtrType(), true
	case t.IsReal() && t.Kind != types.Float16 && (t.SizeOf() == 4 || t.SizeOf() == 8):
		return ir.Type{Kind: ir.Float, Bits: uint8(8 * t.SizeOf())}, true
	}
	return ir.Type{}, false
}

// memoryType is the type as which a scalar lies in memory.
func memoryType(t ir.Type) ir.Type {
	if t.Kind == ir.Integer && t.Bits < 8 {
		return ir.Int(8, false)
	}
	return t
}

// isAggregate is true of structures, unions and arrays.
func isAggregate(t *types.Type) bool { return t.IsRecord() || t.Kind == types.Array }

// unit is where a bit-field is in memory: the bits from shift on, counted from the lowest, of the number in bytes bytes.
type unit struct {
	off, bytes int64
	shift      uint8
	width      uint8
}

func (u unit) typ() ir.Type { return ir.Int(uint8(8*u.bytes), false) }

// layout is where the bit-fields of a structure or union are, by the index of the member.
type layout struct{ units map[*types.Field]unit }

// layoutOf finds the memory unit through which each bit-field is accessed: the aligned one of its declared type if no other
// kind of member lies in it, and otherwise the fewest bytes that hold it. Units that share bytes are made one.
func (p *program) layoutOf(r *types.Record) *layout {
	if l := p.layouts[r]; l != nil {
		return l
	}
	l := &layout{map[*types.Field]unit{}}
	p.layouts[r] = l
	type span struct{ from, to int64 }
	var spans []span
	of := map[*types.Field]span{}
	for i := range r.Fields {
		f := &r.Fields[i]
		if !f.Bits || f.Width == 0 {
			continue
		}
		size, last := f.Type.SizeOf(), f.Bit+int64(f.Width)-1
		s := span{f.Bit / 8 / size * size, f.Bit/8/size*size + size}
		if last/8 >= s.to || !p.onlyBits(r, s.from, size) {
			s = span{f.Bit / 8, last/8 + 1}
		}
		of[f] = s
		spans = append(spans, s)
	}
	// Those that share bytes are one.
	whole := func(s span) span {
		for again := true; again; {
			again = false
			for _, t := range spans {
				if t.from < s.to && s.from < t.to && (t.from < s.from || s.to < t.to) {
					s, again = span{min(s.from, t.from), max(s.to, t.to)}, true
				}
			}
		}
		return s
	}
	for f, s := range of {
		s = whole(s)
		n := int64(1)
		for n < s.to-s.from {
			n *= 2
		}
		if t := whole(span{s.from, s.from + n}); p.onlyBits(r, s.from, n) && t.to == s.from+n && t.from == s.from && !r.Union {
			s = t
		}
		u := unit{off: s.from, bytes: s.to - s.from, shift: uint8(f.Bit - 8*s.from), width: uint8(f.Width)}
		if u.bytes > 8 {
			u.bytes = 0 // refused where it is used
		}
		if p.tt.Machine.BigEndian {
			u.shift = uint8(8*u.bytes) - u.shift - u.width
		}
		l.units[f] = u
	}
	return l
}

// onlyBits tells whether n bytes from off on are in the record and have nothing but bit-fields and padding.
func (p *program) onlyBits(r *types.Record, off, n int64) bool {
	if off+n > r.Size {
		return false
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		if !r.Union && !f.Bits && f.Offset < off+n && off < f.Offset+max(f.Type.SizeOf(), 0) {
			return false
		}
	}
	return true
}

// cell is a scalar of an aggregate: a bit-field if bits is not nil.
type cell struct {
	off  int64 // of its memory unit
	typ  *types.Type
	bits *unit
	name string // ".f[2]"
}

// size is how many bytes its memory has.
func (c cell) size() int64 {
	if c.bits != nil {
		return c.bits.bytes
	}
	return c.typ.SizeOf()
}

// flat is the scalars of a type in order. It is not ok if there are too many, or if it is not known where they are.
type flat struct {
	cells    []cell
	ok       bool
	volatile bool
}

const maxCells = 256 // of a type that is taken apart

// flatten lists the scalars of a type. A union counts as its largest member, and as bytes where that has none.
func (p *program) flatten(t *types.Type) *flat {
	t = t.Unqual()
	if f := p.flats[t]; f != nil {
		return f
	}
	f := &flat{ok: true}
	p.flats[t] = f
	p.cellsOf(f, t, 0, "")
	return f
}

func (p *program) cellsOf(f *flat, t *types.Type, off int64, name string) {
	if len(f.cells) > maxCells {
		f.ok = false
	}
	if !f.ok {
		return
	}
	f.volatile = f.volatile || t.Quals&(types.Volatile|types.Atomic) != 0
	switch {
	case t.Kind == types.Array:
		if t.Len > maxCells || t.IsVariable() {
			f.ok = false
		}
		for i := int64(0); i < t.Len && f.ok; i++ {
			p.cellsOf(f, t.Elem, off+i*t.Elem.SizeOf(), name+"["+strconv.FormatInt(i, 10)+"]")
		}
	case t.Kind == types.Struct:
		for i := range t.Record.Fields {
			p.memberCells(f, t.Record, &t.Record.Fields[i], off, name)
		}
	case t.Kind == types.Union:
		p.unionCells(f, t.Record, off, name)
	default:
		f.cells = append(f.cells, cell{off: off, typ: t.Unqual(), name: name})
	}
}

func (p *program) memberCells(f *flat, r *types.Record, m *types.Field, off int64, name string) {
	if m.Name != "" {
		name += "." + m.Name
	}
	switch {
	case !m.Bits:
		p.cellsOf(f, m.Type, off+m.Offset, name)
	case m.Name != "":
		u := p.layoutOf(r).units[m]
		f.ok = f.ok && u.bytes > 0
		f.cells = append(f.cells, cell{off: off + u.off, typ: m.ValueType(), bits: &u, name: name})
		f.volatile = f.volatile || m.Type.Quals&types.Volatile != 0
	}
}

func (p *program) unionCells(f *flat, r *types.Record, off int64, name string) {
	var largest *types.Field
	for i := range r.Fields {
		m := &r.Fields[i]
		f.volatile = f.volatile || m.Type.Quals&types.Volatile != 0
		if !m.Bits && m.Type.SizeOf() > 0 && (largest == nil || m.Type.SizeOf() > largest.Type.SizeOf()) {
			largest = m
		}
	}
	begin := len(f.cells)
	covered := make([]bool, max(r.Size, 0))
	if largest != nil {
		p.memberCells(f, r, largest, off, name)
		for _, c := range f.cells[min(begin, len(f.cells)):] {
			if c.bits != nil { // holes inside of bytes: the bytes are taken
				f.cells = f.cells[:begin]
				clear(covered)
				break
			}
			for i := c.off - off; i < c.off-off+c.size() && i < r.Size; i++ {
				covered[i] = true
			}
		}
	}
	for i, done := range covered {
		if !done && len(f.cells) <= maxCells {
			f.cells = append(f.cells, cell{off: off + int64(i), typ: p.tt.Basic(types.UChar), name: name})
		}
	}
}
