// Package layout says where the scalars of C types lie in memory, and as which types of ir.
//
//	layout.go   the scalars of a type, and the units of its bit-fields
//	pieces.go   parts that cover all bytes of an object, to copy or fill it by
//	slots.go    lists of variable arguments
//	pointee.go  what is noted of objects and of what pointers lead to, for people
//	outline.go  names of parts of large objects, for people
package layout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Table has the layouts of the types of one program.
type Table struct {
	types   *types.Table
	pointer ir.Type
	units   map[*types.Record]map[*types.Field]Unit
	flats   map[*types.Type]*Flat
	leadsTo map[*types.Type]*ir.Pointee // what pointers to a type lead to
	slots   map[string]int64            // what variable arguments are, by type
	members map[*types.Field]bool       // that are reached through pointers
}

// New is a table for types of t, whose pointers are of the type pointer.
func New(t *types.Table, pointer ir.Type) *Table {
	return &Table{t, pointer, map[*types.Record]map[*types.Field]Unit{}, map[*types.Type]*Flat{}, map[*types.Type]*ir.Pointee{}, map[string]int64{}, map[*types.Field]bool{}}
}

// Scalar is the type of the values of a scalar type; false if ir has none.
func (l *Table) Scalar(t *types.Type) (ir.Type, bool) {
	switch {
	case t.Kind == types.Bool:
		return ir.Int(1, false), true
	case t.IsInteger():
		return ir.Int(uint8(t.Bits()), t.IsSigned()), true
	case t.Kind == types.Pointer:
		return l.pointer, true
	case t.Kind == types.LongDouble && l.types.Machine.SoftLongDouble:
	case t.IsReal() && t.Kind != types.Float16 && (t.SizeOf() == 4 || t.SizeOf() == 8):
		return ir.Type{Kind: ir.Float, Bits: uint8(8 * t.SizeOf())}, true
	}
	return ir.Type{}, false
}

// InMemory is the type as which a scalar lies in memory.
func InMemory(t ir.Type) ir.Type {
	for n := 8; t.Kind == ir.Integer && n <= 128; n *= 2 {
		if int(t.Bits) == n {
			return t
		}
		if int(t.Bits) < n {
			return ir.Int(uint8(n), false)
		}
	}
	return t
}

// IsAggregate is true of structures, unions and arrays, and of numbers that are several: vectors, complex numbers, and a long double of the x87, which
// is two words.
func IsAggregate(t *types.Type) bool {
	return t.IsRecord() || t.Kind == types.Array || t.Kind == types.Vector || t.Kind == types.Complex || t.IsX87()
}

// Unit is where a bit-field is in memory: the bits from Shift on, counted from the lowest, of the number in Bytes bytes. It has no bytes if there would
// be more than 16.
type Unit struct {
	Off, Bytes int64
	Shift      uint8
	Width      uint8
}

// Type is the type of the number.
func (u Unit) Type() ir.Type { return ir.Int(uint8(8*u.Bytes), false) }

// Units are the memory units through which the bit-fields of a structure or union are accessed: the aligned one of its declared type if no other
// kind of member lies in it, and otherwise the fewest bytes that hold it. Units that share bytes are made one.
func (l *Table) Units(r *types.Record) map[*types.Field]Unit {
	if units := l.units[r]; units != nil {
		return units
	}
	units := map[*types.Field]Unit{}
	l.units[r] = units
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
		if last/8 >= s.to || !l.onlyBits(r, s.from, size) {
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
		t := span{s.from, s.from + n}
		beside := func(o span) bool { return o.from < t.to && t.from < o.to && (o.from < s.from || s.to < o.to) }
		if l.onlyBits(r, t.from, n) && !slices.ContainsFunc(spans, beside) && !r.Union {
			s = t
		}
		u := Unit{Off: s.from, Bytes: s.to - s.from, Shift: uint8(f.Bit - 8*s.from), Width: uint8(f.Width)}
		if u.Bytes > 16 {
			u.Bytes = 0 // refused where it is used
		}
		if l.types.Machine.BigEndian {
			u.Shift = uint8(8*u.Bytes) - u.Shift - u.Width
		}
		units[f] = u
	}
	return units
}

// onlyBits tells whether n bytes from off on are in the record and have nothing but bit-fields and padding.
func (l *Table) onlyBits(r *types.Record, off, n int64) bool {
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

// Cell is a scalar of an aggregate: a bit-field if Bits is not nil.
type Cell struct {
	Off  int64 // of its memory unit
	Type *types.Type
	Bits *Unit
	Name string // ".f[2]"; ".f$im" of a part that no name of C means
}

// Size is how many bytes its memory has.
func (c Cell) Size() int64 {
	if c.Bits != nil {
		return c.Bits.Bytes
	}
	return c.Type.SizeOf()
}

// Flat is the scalars of a type in order. It is not OK if there are too many, or if it is not known where they are.
type Flat struct {
	Cells    []Cell
	OK       bool
	Volatile bool // or atomic: one of them is
}

// MaxCells is how many scalars a type has at most that is taken apart.
const MaxCells = 256

// Flatten lists the scalars of a type. A union counts as its largest member, and as bytes where that has none.
func (l *Table) Flatten(t *types.Type) *Flat {
	t = t.Unqual()
	if f := l.flats[t]; f != nil {
		return f
	}
	f := &Flat{OK: true}
	l.flats[t] = f
	l.cellsOf(f, t, 0, "")
	return f
}

func (l *Table) cellsOf(f *Flat, t *types.Type, off int64, name string) {
	if len(f.Cells) > MaxCells {
		f.OK = false
	}
	if !f.OK {
		return
	}
	f.Volatile = f.Volatile || t.Quals&(types.Volatile|types.Atomic) != 0
	switch {
	case t.Kind == types.Array:
		if t.Len > MaxCells || t.IsVariable() {
			f.OK = false
		}
		for i := int64(0); i < t.Len && f.OK; i++ {
			l.cellsOf(f, t.Elem, off+i*t.Elem.SizeOf(), name+"["+strconv.FormatInt(i, 10)+"]")
		}
	case t.Kind == types.Vector && t.Len > MaxCells:
		f.OK = false
	case t.Kind == types.Vector:
		for i := range t.Len {
			l.cellsOf(f, t.Elem, off+i*t.Elem.SizeOf(), name+"["+strconv.FormatInt(i, 10)+"]")
		}
	case t.Kind == types.Complex:
		l.cellsOf(f, t.Elem, off, name+"$re")
		l.cellsOf(f, t.Elem, off+t.Elem.SizeOf(), name+"$im")
	case t.IsX87():
		f.Cells = append(f.Cells, Cell{Off: off, Type: l.types.Basic(types.ULongLong), Name: name + "$significand"},
			Cell{Off: off + 8, Type: l.types.Basic(types.UShort), Name: name + "$exponent"})
	case t.Kind == types.Struct:
		for i := range t.Record.Fields {
			l.memberCells(f, t.Record, &t.Record.Fields[i], off, name)
		}
	case t.Kind == types.Union:
		l.unionCells(f, t.Record, off, name)
	default:
		f.Cells = append(f.Cells, Cell{Off: off, Type: t.Unqual(), Name: name})
	}
}

func (l *Table) memberCells(f *Flat, r *types.Record, m *types.Field, off int64, name string) {
	if m.Name != "" {
		name += "." + m.Name
	}
	switch {
	case !m.Bits:
		l.cellsOf(f, m.Type, off+m.Offset, name)
	case m.Name != "":
		u := l.Units(r)[m]
		f.OK = f.OK && u.Bytes > 0
		f.Cells = append(f.Cells, Cell{Off: off + u.Off, Type: m.ValueType(), Bits: &u, Name: name})
		f.Volatile = f.Volatile || m.Type.Quals&types.Volatile != 0
	}
}

func (l *Table) unionCells(f *Flat, r *types.Record, off int64, name string) {
	var largest *types.Field
	for i := range r.Fields {
		m := &r.Fields[i]
		f.Volatile = f.Volatile || m.Type.Quals&types.Volatile != 0
		if !m.Bits && m.Type.SizeOf() > 0 && (largest == nil || m.Type.SizeOf() > largest.Type.SizeOf()) {
			largest = m
		}
	}
	begin := len(f.Cells)
	covered := make([]bool, max(r.Size, 0))
	if largest != nil {
		l.memberCells(f, r, largest, off, name)
		for _, c := range f.Cells[min(begin, len(f.Cells)):] {
			if c.Bits != nil { // holes inside of bytes: the bytes are taken
				f.Cells = f.Cells[:begin]
				clear(covered)
				break
			}
			for i := c.Off - off; i < c.Off-off+c.Size() && i < r.Size; i++ {
				covered[i] = true
			}
		}
	}
	for i, done := range covered {
		if !done && len(f.Cells) <= MaxCells {
			f.Cells = append(f.Cells, Cell{Off: off + int64(i), Type: l.types.Basic(types.UChar), Name: name})
		}
	}
}

// PointersIn is HoldsPointers for objects, which may be long arrays.
func (l *Table) PointersIn(t *types.Type) bool {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return l.HoldsPointers(t)
}

// HoldsPointers says that an object of type t may have pointers in it.
func (l *Table) HoldsPointers(t *types.Type) bool {
	if t.Kind == types.Pointer {
		return true
	}
	if !IsAggregate(t) {
		return false
	}
	if !t.IsComplete() || t.IsVariable() {
		return true
	}
	f := l.Flatten(t)
	return !f.OK || slices.ContainsFunc(f.Cells, func(c Cell) bool { return c.Type.Kind == types.Pointer })
}

// SameUnit is as many of cells as are bit-fields of the first one's unit.
func SameUnit(cells []Cell) []Cell {
	n := 1
	for n < len(cells) && cells[n].Bits != nil && cells[n].Off == cells[0].Off && cells[n].Bits.Bytes == cells[0].Bits.Bytes {
		n++
	}
	return cells[:n]
}

// UsedBits is how many bits of their unit bit-fields have.
func UsedBits(same []Cell) (bits uint8) {
	for _, c := range same {
		bits += c.Bits.Width
	}
	return bits
}

// Key is the same for types with the same scalars in the same places.
func (l *Table) Key(t *types.Type) string {
	var key strings.Builder
	if f := l.Flatten(t); f.OK {
		for _, c := range f.Cells {
			fmt.Fprintf(&key, ",%d:%d:%d%s", c.Off, c.Type.Kind, c.Size(), c.Name)
			if c.Bits != nil {
				fmt.Fprintf(&key, ":%d:%d", c.Bits.Shift, c.Bits.Width)
			}
		}
	}
	return key.String()
}

// Named are the scalars of a type that are no bit-fields, off bytes on and with name before their names, for people.
func (l *Table) Named(f *Flat, off int64, name string) (cells []ir.Cell) {
	for _, c := range f.Cells {
		if t, ok := l.Scalar(c.Type); ok && c.Bits == nil {
			cells = append(cells, ir.Cell{Offset: off + c.Off, Type: InMemory(t), Name: name + c.Name})
		}
	}
	return cells
}

// IsConst tells whether an object of this type is const, each element of it, and not volatile.
func IsConst(t *types.Type) bool {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t.Quals&(types.Const|types.Volatile) == types.Const
}

// Extract is the value of a bit-field, as one of type t, in a number of its unit. fold simplifies.
func (u *Unit) Extract(number *ir.Expr, t ir.Type, fold func(*ir.Expr) *ir.Expr) *ir.Expr {
	return ir.Cast(t, fold(ir.Binary(ir.OpShr, number, ir.ConstInt(number.Type, int64(u.Shift)))))
}

// Deposit is a number of the unit with another value in the bit-field, by sums rather than operations on bits:
// number - old·2^shift + e·2^shift. fold simplifies.
func (u *Unit) Deposit(number, e *ir.Expr, fold func(*ir.Expr) *ir.Expr) *ir.Expr {
	t := number.Type
	if u.Width == t.Bits {
		return ir.Cast(t, e)
	}
	shift := ir.ConstInt(t, int64(u.Shift))
	part := func(x *ir.Expr) *ir.Expr {
		return fold(ir.Binary(ir.OpShl, fold(ir.Cast(t, fold(ir.Cast(ir.Int(u.Width, false), x)))), shift))
	}
	old := part(fold(ir.Binary(ir.OpShr, number, shift)))
	return fold(ir.Binary(ir.OpAdd, ir.Binary(ir.OpSub, number, old), part(e)))
}
