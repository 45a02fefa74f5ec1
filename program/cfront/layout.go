package cfront

import (
	"strconv"

	"modernc.org/cc/v4"
)

// layout is where the members of a struct or union lie, as GCC puts them on x86.
type layout struct {
	fields   []field
	flexible bool // the last member is an array of unknown length
}

// field is a member. A bit-field lies in the memory unit of bits.unit bytes at off, which other
// bit-fields may share.
type field struct {
	name string // "" if anonymous
	t    *ctype // of a bit-field: cut to its width
	off  int64
	bits *bits // nil: not a bit-field
}

// bits is a bit-field's place in its unit.
type bits struct {
	unit  int64 // bytes
	shift uint8
	width uint8
}

// cell is a scalar in a flattened type.
type cell struct {
	bit  int64  // offset in bits from the start: what identifies it
	off  int64  // offset in bytes of its memory unit
	t    *ctype // of a bit-field: cut to its width
	bits *bits
	name string // designator: ".f[2]"
}

// complete computes size and alignment of a struct or union, if they can be.
func (tt *typeTable) complete(t *ctype) {
	if (t.kind == kStruct || t.kind == kUnion) && t.lay == nil {
		tt.layout(t)
	}
	if t.kind == kArray && t.size < 0 && t.len >= 0 {
		if e := tt.elem(t); e.size >= 0 {
			t.size, t.align = e.size*t.len, e.align
		}
	}
}

// layout returns the layout of a struct or union; nil if it is incomplete.
func (tt *typeTable) layout(t *ctype) *layout {
	if t.lay != nil || t.strukt == nil {
		return t.lay
	}
	fields, ok := fieldsOf(t.strukt)
	if !ok {
		return nil
	}
	p := placer{tt: tt, own: tt.attrs.ofRecord(fields), union: t.kind == kUnion, align: 1}
	t.lay = &p.lay // before the members: no member contains t, but a pointer may lead back
	for _, f := range fields {
		p.place(f)
	}
	align := max(p.align, p.own.aligned)
	if a := tt.attrs.of(t.strukt); a.aligned > 0 {
		align = max(align, a.aligned)
	}
	t.size, t.align = roundUp((p.end+7)/8, align), align
	p.units(t.size)
	return t.lay
}

// fieldsOf lists the members of a complete struct or union type.
func fieldsOf(t cc.Type) (fields []*cc.Field, ok bool) {
	if s, isStruct := t.(*cc.StructType); isStruct && s.IsIncomplete() && !s.HasFlexibleArrayMember() {
		return nil, false
	}
	if u, isUnion := t.(*cc.UnionType); isUnion && u.IsIncomplete() {
		return nil, false
	}
	record := t.(interface{ FieldByIndex(int) *cc.Field })
	for i := 0; ; i++ {
		f := record.FieldByIndex(i)
		if f == nil {
			return fields, true
		}
		fields = append(fields, f)
	}
}

// placer lays members out one after another; positions are in bits.
type placer struct {
	tt    *typeTable
	own   attr
	union bool
	lay   layout
	pos   int64 // of the next member
	end   int64 // the furthest bit used
	align int64 // bytes
	// of each field: declared type of a bit-field and its first bit
	decl []*ctype
	bit  []int64
}

func (p *placer) place(f *cc.Field) {
	t := p.tt.of(f.Type())
	p.tt.complete(t)
	a := attr{packed: p.own.packed}
	if d := f.Declarator(); d != nil {
		a = a.merge(p.tt.attrs.declarator[d])
	}
	if p.union {
		p.pos = 0
	}
	if f.IsBitfield() {
		p.placeBits(f, t, a)
		return
	}
	align := max(t.align, 1)
	if a.packed {
		align = 1
	}
	align = max(align, a.aligned)
	p.pos = roundUp(p.pos, align*8)
	p.align = max(p.align, align)
	p.add(field{name: f.Name(), t: t, off: p.pos / 8}, t, p.pos)
	p.pos += max(t.size, 0) * 8
	p.end = max(p.end, p.pos)
	if t.kind == kArray && t.len <= 0 {
		p.lay.flexible = true
	}
}

// placeBits places a bit-field: at the next bit, unless it would then span more storage units of
// its declared type than the type has. One of width 0 ends the current unit.
func (p *placer) placeBits(f *cc.Field, t *ctype, a attr) {
	width, unit, align := f.ValueBits(), t.size*8, t.align*8
	if width == 0 {
		p.pos = roundUp(p.pos, align)
		p.end = max(p.end, p.pos)
		return
	}
	if a.aligned > 0 {
		p.pos = roundUp(p.pos, a.aligned*8)
		p.align = max(p.align, a.aligned)
	}
	if !a.packed {
		if (p.pos%align+width+align-1)/align > unit/align {
			p.pos = roundUp(p.pos, align)
		}
		if f.Name() != "" {
			p.align = max(p.align, t.align)
		}
	}
	if f.Name() != "" {
		b := &bits{width: uint8(width)}
		p.add(field{name: f.Name(), t: p.tt.bitField(t, uint8(width)), bits: b}, t, p.pos)
	}
	p.pos += width
	p.end = max(p.end, p.pos)
}

func (p *placer) add(f field, decl *ctype, bit int64) {
	p.lay.fields = append(p.lay.fields, f)
	p.decl = append(p.decl, decl)
	p.bit = append(p.bit, bit)
}

// units chooses the memory unit through which each bit-field is accessed: the aligned unit of
// its declared type if that overlaps no other kind of member, so that neighbours share it; else
// the fewest bytes that hold it.
func (p *placer) units(size int64) {
	for i := range p.lay.fields {
		f := &p.lay.fields[i]
		if f.bits == nil {
			continue
		}
		start, bytes := p.bit[i]/8, (p.bit[i]%8+int64(f.bits.width)+7)/8
		if declared := p.decl[i].size; p.free(p.bit[i]/8/declared*declared, declared, size) &&
			p.bit[i]/(declared*8) == (p.bit[i]+int64(f.bits.width)-1)/(declared*8) {
			start, bytes = p.bit[i]/8/declared*declared, declared
		} else {
			for n := int64(1); n <= 8; n *= 2 {
				if n >= bytes && start+n <= size {
					bytes = n
					break
				}
			}
		}
		f.off, f.bits.unit = start, bytes
		f.bits.shift = uint8(p.bit[i] - start*8)
	}
}

// free tells whether the bytes hold nothing but bit-fields and padding, and lie in the struct.
func (p *placer) free(start, n, size int64) bool {
	if start+n > size {
		return false
	}
	if p.union {
		return true
	}
	for _, f := range p.lay.fields {
		if f.bits == nil && f.off < start+n && start < f.off+max(f.t.size, 0) {
			return false
		}
	}
	return true
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// member finds a member by name, also in anonymous members; off is its distance from the start.
func (tt *typeTable) member(t *ctype, name string) (f field, ok bool) {
	lay := tt.layout(t)
	if lay == nil {
		return field{}, false
	}
	for _, f := range lay.fields {
		if f.name == name {
			return f, true
		}
		if f.name == "" && f.t.isAgg() {
			if g, ok := tt.member(f.t, name); ok {
				g.off += f.off
				return g, true
			}
		}
	}
	return field{}, false
}

const maxCells = 256 // of a type that is flattened

// flat lists the scalars of t in order; ok is false if there are too many, or t is opaque. A
// union counts as its largest member, and as bytes where that has none.
func (tt *typeTable) flat(t *ctype) (cells []cell, ok bool) {
	if t.cells == nil {
		f := flattener{tt: tt, ok: true, cells: []cell{}}
		f.add(t, 0, "")
		if !f.ok {
			return nil, false
		}
		t.cells = f.cells
	}
	return t.cells, true
}

type flattener struct {
	tt    *typeTable
	cells []cell
	ok    bool
}

func (f *flattener) add(t *ctype, off int64, name string) {
	if len(f.cells) > maxCells {
		f.ok = false
	}
	if !f.ok {
		return
	}
	switch t.kind {
	case kArray:
		e := f.tt.elem(t)
		if t.len > maxCells {
			f.ok = false
		}
		for i := int64(0); i < t.len && f.ok; i++ {
			f.add(e, off+i*e.size, name+"["+strconv.FormatInt(i, 10)+"]")
		}
	case kStruct:
		lay := f.tt.layout(t)
		if lay == nil {
			f.ok = false
			return
		}
		for i := range lay.fields {
			f.member(&lay.fields[i], off, name)
		}
	case kUnion:
		f.addUnion(t, off, name)
	case kBool, kInt, kPointer, kFloat:
		f.cells = append(f.cells, cell{bit: off * 8, off: off, t: t, name: name})
	default:
		f.ok = false
	}
}

func (f *flattener) member(m *field, off int64, name string) {
	if m.name != "" {
		name += "." + m.name
	}
	if m.bits == nil {
		f.add(m.t, off+m.off, name)
		return
	}
	o := off + m.off
	f.cells = append(f.cells, cell{bit: o*8 + int64(m.bits.shift), off: o, t: m.t, bits: m.bits, name: name})
}

func (f *flattener) addUnion(t *ctype, off int64, name string) {
	lay := f.tt.layout(t)
	if lay == nil {
		f.ok = false
		return
	}
	var largest *field
	for i := range lay.fields {
		m := &lay.fields[i]
		if size := unitSize(m); size > 0 && (largest == nil || size > unitSize(largest)) {
			largest = m
		}
	}
	if largest == nil {
		return
	}
	begin := len(f.cells)
	f.member(largest, off, name)
	covered := make([]bool, t.size)
	whole := largest.bits == nil
	for _, c := range f.cells[begin:] {
		n := c.t.size
		if c.bits != nil {
			n, whole = c.bits.unit, false
		}
		for i := c.off - off; i < c.off-off+n && i < t.size; i++ {
			covered[i] = true
		}
	}
	if !whole { // bit-fields leave holes inside their bytes: take the bytes
		f.cells = f.cells[:begin]
		clear(covered)
	}
	for i, done := range covered {
		if !done && len(f.cells) <= maxCells {
			o := off + int64(i)
			f.cells = append(f.cells, cell{bit: o * 8, off: o, t: f.tt.uchar, name: name})
		}
	}
}

func unitSize(m *field) int64 {
	if m.bits != nil {
		return m.bits.unit
	}
	return m.t.size
}

const maxSplit = 64 // scalars of an aggregate that becomes variables

// splittable tells whether a variable of type t may become one variable for each scalar: no two
// scalars overlap, and there are few.
func (tt *typeTable) splittable(t *ctype) bool {
	if t.split == 0 {
		t.split = -1
		if tt.plain(t) {
			if cells, ok := tt.flat(t); ok && len(cells) <= maxSplit {
				t.split = 1
			}
		}
	}
	return t.split > 0
}

// plain tells whether t consists of structs, arrays of known length and scalars only.
func (tt *typeTable) plain(t *ctype) bool {
	switch t.kind {
	case kStruct:
		lay := tt.layout(t)
		if lay == nil || lay.flexible {
			return false
		}
		for _, f := range lay.fields {
			if !tt.plain(f.t) {
				return false
			}
		}
		return true
	case kArray:
		return t.len > 0 && tt.plain(tt.elem(t))
	}
	return t.isScalar()
}
