package cfront

import (
	"strconv"

	"craig/internal/program/ir"
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
	q    qual
	off  int64
	bits *bits // nil: not a bit-field

	align int64 // bytes; of bit-fields 0
}

// bits is a bit-field's place in its unit.
type bits struct {
	unit  int64 // bytes
	shift uint8 // in the unit, from its lowest bit
	at    uint8 // in the unit, from the bit that comes first in memory
	width uint8
}

// cell is a scalar in a flattened type.
type cell struct {
	bit  int64  // offset in bits from the start: what identifies it
	off  int64  // offset in bytes of its memory unit
	t    *ctype // of a bit-field: cut to its width
	bits *bits
	name string // designator: ".f[2]"

	volatile bool // the member is declared so, or one that it is part of
}

// record is a struct or union: one for each definition or tag.
type record struct {
	t       *ctype
	tag     string // "" if it has none
	typedef string // a name that a typedef at file scope gives it; "" if there is none
	members []member
	defined bool
	unit    *unit // that defines it
	own     attr  // in the specifier
	pack    int64 // #pragma pack at its end, in bytes; 0 is none
}

// member is a member as it is declared.
type member struct {
	name  string // "" if anonymous
	t     *ctype // of a bit-field: the declared type
	q     qual
	width int64 // of a bit-field in bits; -1 of others
	a     attr
	pos   ir.Pos
}

// layout returns the layout of a struct or union; nil if it is incomplete.
func (tt *typeTable) layout(t *ctype) *layout {
	tt.complete(t)
	return t.lay
}

// define lays a struct or union out, whose members are known.
func (tt *typeTable) define(t *ctype) {
	r := t.record
	r.defined = true
	p := placer{tt: tt, own: r.own, pack: r.pack * 8, union: t.kind == kUnion, align: 8}
	for _, m := range r.members {
		p.place(m)
	}
	align := max(p.align/8, r.own.alignedLast)
	t.size, t.align, t.aligned = roundUp((p.end+7)/8, align), align, p.aligned || r.own.aligned > 0
	p.units(t.size)
	t.lay = &p.lay
}

// placer lays members out one after another, as GCC does on x86: place_field in its
// stor-layout.cc. Positions and alignments are in bits.
type placer struct {
	tt      *typeTable
	own     attr
	pack    int64
	union   bool
	lay     layout
	pos     int64 // of the next member
	end     int64 // the furthest bit used
	align   int64
	aligned bool // a member's alignment was given by an attribute
	// of each field: declared type of a bit-field and its first bit
	decl []*ctype
	bit  []int64
}

func (p *placer) place(m member) {
	if p.union {
		p.pos = 0
	}
	packed := m.a.packed || p.own.packed
	if m.width >= 0 {
		p.placeBits(m, packed)
		return
	}
	align, given := p.memberAlign(m, packed)
	p.align, p.aligned = max(p.align, align), p.aligned || given
	p.pos = roundUp(p.pos, align)
	p.add(field{name: m.name, t: m.t, q: m.q, off: p.pos / 8, align: align / 8}, m.t, p.pos)
	p.pos += max(m.t.size, 0) * 8
	p.end = max(p.end, p.pos)
	if m.t.kind == kArray && m.t.len <= 0 {
		p.lay.flexible = true
	}
}

// memberAlign is the alignment of a member that is no bit-field, and whether an attribute gives
// it: an alignment of the member itself is not lowered by packing, that of its type is.
func (p *placer) memberAlign(m member, packed bool) (align int64, given bool) {
	natural, own := m.t.align*8, m.a.aligned*8
	switch {
	case packed && own > 0:
		align, given = own, true
	case packed:
		align = 8
	case own > 0 && own >= natural:
		align, given = own, true
	default:
		align, given = p.tt.memberAlign(m.t)*8, m.t.aligned
		if n := m.t.size; m.q&qAtomic != 0 && n <= 16 && n&(n-1) == 0 { // so that processors can access it at once
			align = max(align, n*8)
		}
	}
	if p.pack > 0 {
		align = min(align, p.pack)
	}
	return max(align, 8), given
}

// placeBits places a bit-field: at the next bit, unless it would then span more storage units of
// its declared type than the type has. That does not matter if it is packed, or under #pragma
// pack. One of width 0 ends the current unit, packed or not.
func (p *placer) placeBits(m member, packed bool) {
	size, natural := m.t.size*8, p.tt.memberAlign(m.t)*8
	if p.tt.machine.BitsRunOn {
		p.runOn(m, packed)
		return
	}
	if m.width == 0 {
		p.pos = roundUp(p.pos, max(natural, m.a.aligned*8))
		if p.tt.machine.UnnamedAligns {
			p.align = max(p.align, natural)
		}
		p.end = max(p.end, p.pos)
		return
	}
	own := m.a.aligned * 8
	// GCC takes it for an integer where it has the size and the alignment of one.
	integer := !packed && m.width >= 8 && m.width&(m.width-1) == 0 && m.width <= p.tt.widestMode() && p.pos%(8*p.tt.atMost(m.width/8)) == 0
	if integer && own > 0 {
		own = max(own, 8*p.tt.atMost(m.width/8))
	}
	if p.pack > 0 {
		own = min(own, p.pack)
	}
	if own > 0 {
		p.pos = roundUp(p.pos, own)
	}
	if !packed && !integer && p.pack == 0 && (p.pos%natural+m.width+natural-1)/natural > size/natural {
		// GCC rounds up inside of blocks of its greatest alignment.
		block := max(128, p.own.alignedLast*8)
		base := p.pos / block * block
		p.pos = base + roundUp(p.pos-base, natural)
	}
	if m.name != "" {
		align := natural
		if integer { // it is aligned as one, even if its type is not
			as := 8 * p.tt.atMost(m.width/8)
			if p.tt.machine.WordAligned {
				as = min(as, 32)
			}
			align = max(align, as)
		}
		switch {
		case p.pack > 0:
			align = min(align, p.pack)
		case packed:
			align = 8
		}
		p.align = max(p.align, align, own)
		p.aligned = p.aligned || own > 0 || m.t.aligned
		b := &bits{width: uint8(m.width)}
		p.add(field{name: m.name, t: p.tt.bitField(m.t, uint8(m.width)), q: m.q, bits: b}, m.t, p.pos)
	}
	if m.name == "" && p.tt.machine.UnnamedAligns && !packed && p.pack == 0 {
		p.align = max(p.align, natural)
	}
	p.pos += m.width
	p.end = max(p.end, p.pos)
}

// runOn places a bit-field where the one before it ends, whatever its type. One of width 0 ends the byte.
func (p *placer) runOn(m member, packed bool) {
	if m.width == 0 {
		p.pos = roundUp(p.pos, max(8, m.a.aligned*8))
		p.end = max(p.end, p.pos)
		return
	}
	own := m.a.aligned * 8
	if p.pack > 0 {
		own = min(own, p.pack)
	}
	if own > 0 {
		p.pos = roundUp(p.pos, own)
	}
	if m.name != "" {
		p.align = max(p.align, own)
		p.aligned = p.aligned || own > 0
		b := &bits{width: uint8(m.width)}
		p.add(field{name: m.name, t: p.tt.bitField(m.t, uint8(m.width)), q: m.q, bits: b}, m.t, p.pos)
	}
	p.pos += m.width
	p.end = max(p.end, p.pos)
}

// widestMode is the width in bits of the widest integer as which GCC takes a bit-field.
func (tt *typeTable) widestMode() int64 {
	if tt.machine.Int16 {
		return 32
	}
	return 64
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
		f.bits.at = uint8(p.bit[i] - start*8)
		f.bits.shift = f.bits.at
		if p.tt.machine.BigEndian {
			f.bits.shift = uint8(bytes*8) - f.bits.at - f.bits.width
		}
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
	begin := len(f.cells)
	defer func() {
		for i := begin; m.q&qVolatile != 0 && i < len(f.cells); i++ {
			f.cells[i].volatile = true
		}
	}()
	if m.bits == nil {
		f.add(m.t, off+m.off, name)
		return
	}
	o := off + m.off
	f.cells = append(f.cells, cell{bit: o*8 + int64(m.bits.at), off: o, t: m.t, bits: m.bits, name: name})
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
		if tt.plain(t) && !tt.whole {
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
