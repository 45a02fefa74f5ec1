package types

import (
	"errors"
	"fmt"
	"strconv"
)

// Table makes the types of one machine.
type Table struct {
	Machine *Machine

	// Types by the names that C has for them.
	Size, Ptrdiff, Wchar, Char16, Char32, VoidPtr *Type

	VaList *Type // of a va_list, as on x86: an array of one structure, or a pointer

	Records []*Type // structures and unions, in the order in which they were completed

	basic        [kinds]*Type
	bitInts      map[bitInt]*Type
	unsignedChar bool
}

// NewTable returns the table of a machine, where plain char is unsigned if the machine or unsignedChar says so.
func NewTable(m *Machine, unsignedChar bool) *Table {
	tt := &Table{Machine: m, unsignedChar: unsignedChar || m.UnsignedChar}
	set := func(k Kind, size, align int64) {
		t := &Type{Kind: k, Len: -1, table: tt, size: size, align: m.atMost(align)}
		t.main = t
		tt.basic[k] = t
	}
	ints := func(signed, unsigned Kind, size int64) {
		set(signed, size, size)
		set(unsigned, size, size)
	}
	intSize, long, double := int64(4), int64(8), int64(8)
	if m.ILP32 || m.Int16 {
		long = 4
	}
	if m.Int16 {
		intSize = 2
	}
	if m.ShortDouble {
		double = 4
	}
	set(Void, 1, 1)
	set(Bool, 1, 1)
	set(Char, 1, 1)
	ints(SChar, UChar, 1)
	ints(Short, UShort, 2)
	ints(Int, UInt, intSize)
	ints(Long, ULong, long)
	ints(LongLong, ULongLong, 8)
	ints(Int128, UInt128, 16)
	set(Float, 4, 4)
	set(Double, double, double)
	set(LongDouble, m.LongDouble, m.LongDoubleAlign)
	set(Float16, 2, 2)
	set(Float32, 4, 4)
	set(Float64, 8, 8)
	set(Float128, 16, 16)
	set(Float32x, 8, 8)
	set(Float64x, m.LongDouble, m.LongDoubleAlign)
	tt.Size, tt.Ptrdiff = tt.Basic(ULong), tt.Basic(Long)
	if m.ILP32 || m.Int16 {
		tt.Size, tt.Ptrdiff = tt.Basic(UInt), tt.Basic(Int)
	}
	tt.Wchar = tt.Basic(map[string]Kind{"int": Int, "long int": Long, "unsigned int": UInt}[m.Wchar])
	tt.Char16, tt.Char32 = tt.Basic(UShort), tt.Basic(UInt)
	if m.Int16 {
		tt.Char32 = tt.Basic(ULong)
	}
	if m.Name == "avr" { // whose int16_t is int
		tt.Char16 = tt.Basic(UInt)
	}
	tt.VoidPtr = tt.Pointer(tt.Basic(Void))
	tt.VaList = tt.vaList()
	return tt
}

// Basic is the type of a kind that says all, that is, up to Float64x.
func (tt *Table) Basic(k Kind) *Type { return tt.basic[k] }

func (tt *Table) make(t Type) *Type {
	p := &t
	p.table, p.main = tt, p
	return p
}

// Pointer is the type of pointers to t.
func (tt *Table) Pointer(t *Type) *Type {
	if t.pointer == nil {
		n := int64(tt.Machine.PtrBits() / 8)
		t.pointer = tt.make(Type{Kind: Pointer, Elem: t, Len: -1, size: n, align: tt.Machine.atMost(n)})
	}
	return t.pointer
}

// Array is the type of arrays of n elements; n is -1 for an array of unknown length.
func (tt *Table) Array(elem *Type, n int64) *Type {
	if t := elem.arrays[n]; t != nil {
		return t
	}
	t := tt.make(Type{Kind: Array, Elem: elem, Len: n})
	if elem.arrays == nil {
		elem.arrays = map[int64]*Type{}
	}
	elem.arrays[n] = t
	return t
}

// VariableArray is the type of an array of variable length. Each is a type of its own. Its size is an expression of
// the core whose value does not change where the type is in scope; nil stands for [*].
func (tt *Table) VariableArray(elem *Type, size any) *Type {
	return tt.make(Type{Kind: Array, Elem: elem, Len: -1, Variable: true, Size: size})
}

// Function is the type of functions with a signature; each call makes a type of its own.
func (tt *Table) Function(sig Sig) *Type {
	sig.Result = sig.Result.Unqual()
	return tt.make(Type{Kind: Func, Sig: &sig, Len: -1, size: 1, align: 1})
}

// ComplexOf is the complex type whose parts have type t.
func (tt *Table) ComplexOf(t *Type) *Type {
	t = t.main
	if t.complex == nil {
		t.complex = tt.make(Type{Kind: Complex, Elem: t, Len: -1, size: 2 * t.size, align: t.align})
	}
	return t.complex
}

// VectorOf is GNU's vector of n bytes of elements of type t.
func (tt *Table) VectorOf(t *Type, n int64) (*Type, error) {
	size := t.SizeOf()
	if !t.IsInteger() && !t.IsReal() || size <= 0 || n <= 0 || n%size != 0 || n&(n-1) != 0 {
		return nil, errors.New("vector_size wants a power of two that is a multiple of the size of an arithmetic type")
	}
	return tt.make(Type{Kind: Vector, Elem: t.main, Len: n / size, size: n, align: tt.Machine.atMost(n)}), nil
}

// NewEnum is a new enumeration, which is incomplete.
func (tt *Table) NewEnum(tag string) *Type {
	return tt.make(Type{Kind: Enum, Enum: &EnumType{Tag: tag}, Len: -1})
}

// CompleteEnum completes an enumeration as GCC does: with unsigned int, or int where a value is negative, or the smallest type
// that is large enough; the smallest of all where it is packed. under is the type that C23 lets a program give, or nil. The type
// of the enumerators is EnumConstType.
func (tt *Table) CompleteEnum(t *Type, consts []EnumConst, packed bool, under *Type) {
	e := t.Enum
	e.Consts = consts
	if under != nil {
		e.Under = under.main
		return
	}
	negative, bits := false, 0
	for _, c := range consts {
		negative = negative || c.Value.Sign() < 0
	}
	for _, c := range consts {
		n := c.Value.BitLen()
		if negative {
			n++
		}
		bits = max(bits, n)
	}
	pairs := [][2]Kind{{UInt, Int}, {ULong, Long}, {ULongLong, LongLong}, {UInt128, Int128}}
	if packed || tt.Machine.ShortEnums {
		pairs = append([][2]Kind{{UChar, SChar}, {UShort, Short}}, pairs...)
	}
	for _, p := range pairs {
		k := p[0]
		if negative {
			k = p[1]
		}
		if e.Under = tt.Basic(k); bits <= e.Under.Bits() {
			return
		}
	}
}

// EnumConstType is the type of an enumerator with this value after the enumeration is complete: int if that is large enough, or the
// type of the enumeration.
func (tt *Table) EnumConstType(t *Type, v Integer) *Type {
	if in := tt.Basic(Int); tt.Fits(in, v) {
		return in
	}
	return t.Enum.Under
}

// BitField is the type of the values of a bit-field that is declared with type t: t itself if it has that width, int or the first of the
// other standard types that has, or a type of its own.
func (tt *Table) BitField(t *Type, width int) *Type {
	t = t.main
	if t.Kind == Enum && t.Enum.Under != nil && width != t.Bits() {
		t = t.Enum.Under
	}
	if width == t.Bits() || width <= 0 {
		return t
	}
	for _, k := range []Kind{Int, SChar, Short, Long, LongLong} {
		if !t.IsSigned() {
			k++
		}
		if s := tt.Basic(k); s.Bits() == width {
			return s
		}
	}
	w := uint8(width)
	if t.widths[w] == nil {
		d := *t
		d.Width, d.variants, d.pointer, d.arrays, d.complex, d.widths = w, nil, nil, nil, nil, nil
		d.main = &d
		for d.size = 1; d.size*8 < int64(width); d.size *= 2 {
		}
		if t.widths == nil {
			t.widths = map[uint8]*Type{}
		}
		t.widths[w] = &d
	}
	return t.widths[w]
}

// bitInt is a type _BitInt.
type bitInt struct {
	width  int
	signed bool
}

// BitInt is the type _BitInt(width), or unsigned _BitInt(width): C23 has the former from 2 bits on. There are none of more than 128 bits here, nor
// of more than 64 where pointers have fewer.
func (tt *Table) BitInt(width int64, signed bool) (*Type, error) {
	least, most := int64(1), int64(128)
	if signed {
		least = 2
	}
	if tt.Machine.PtrBits() < 64 {
		most = 64
	}
	if width < least || width > most {
		return nil, fmt.Errorf("_BitInt(%d): the width is to be from %d to %d", width, least, most)
	}
	key := bitInt{int(width), signed}
	if t := tt.bitInts[key]; t != nil {
		return t, nil
	}
	for _, k := range []Kind{SChar, Short, Int, Long, LongLong, Int128} {
		if !signed {
			k++
		}
		if b := tt.Basic(k); int64(b.Bits()) >= width {
			align := b.align
			if tt.Machine.x87() { // two numbers of 64 bits where it has more
				align = min(align, 8)
			}
			t := tt.make(Type{Kind: k, Width: uint8(width), BitInt: true, Len: -1, size: b.size, align: align})
			if tt.bitInts == nil {
				tt.bitInts = map[bitInt]*Type{}
			}
			tt.bitInts[key] = t
			return t, nil
		}
	}
	panic("types: no type for " + strconv.FormatInt(width, 10) + " bits")
}

// Mode is a type of t's sort with the machine mode that the attribute mode gives: QI, HI, SI, DI, TI, word, pointer, byte, SF, DF,
// XF, TF, or SC, DC, XC, TC for complex numbers.
func (tt *Table) Mode(t *Type, mode string) (*Type, error) {
	ints := map[int64][2]Kind{1: {SChar, UChar}, 2: {Short, UShort}, 4: {Int, UInt}, 8: {Long, ULong}, 16: {Int128, UInt128}}
	if tt.Machine.Int16 {
		ints[2], ints[4] = [2]Kind{Int, UInt}, [2]Kind{Long, ULong}
	}
	if tt.Basic(Long).size != 8 {
		ints[8] = [2]Kind{LongLong, ULongLong}
	}
	ptr := int64(tt.Machine.PtrBits() / 8)
	word := ptr
	if tt.Machine.Word > 0 {
		word = tt.Machine.Word
	}
	size := map[string]int64{"QI": 1, "byte": 1, "HI": 2, "SI": 4, "DI": 8, "TI": 16, "word": word, "unwind_word": word, "pointer": ptr}[mode]
	real := map[string]Kind{"SF": Float, "DF": Double, "XF": LongDouble, "TF": Float128, "HF": Float16}
	switch {
	case t.IsInteger() && size > 0:
		i := 0
		if !t.IsSigned() {
			i = 1
		}
		return tt.Basic(ints[size][i]).With(t.Quals).Aligned(t.Explicit), nil
	case t.Kind == Pointer && size == ptr:
		return t, nil
	case t.IsReal() && real[mode] != 0:
		return tt.Basic(real[mode]).With(t.Quals).Aligned(t.Explicit), nil
	case t.Kind == Complex && len(mode) == 2 && mode[1] == 'C' && real[mode[:1]+"F"] != 0:
		return tt.ComplexOf(tt.Basic(real[mode[:1]+"F"])).With(t.Quals), nil
	}
	return nil, errors.New("no type has the mode " + mode)
}
