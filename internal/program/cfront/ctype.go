package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// kind classifies C types by how their values are represented.
type kind uint8

const (
	kVoid kind = iota
	kBool
	kInt // every other integer type, enumerations included
	kFloat
	kPointer
	kArray
	kStruct
	kUnion
	kFunc
	kOpaque // complex numbers and vectors: sized, contents unknown
)

// qual is a set of type qualifiers. They stand beside types, not in them: with what a pointer
// points to, an array consists of, a member or a variable is.
type qual uint8

const (
	qConst qual = 1 << iota
	qVolatile
	qRestrict
	qAtomic
)

// ctype is a C type, unqualified, with its typedefs resolved. There is one for each struct, union
// and enumeration, but for variants that a typedef aligns differently, whose main is that one.
type ctype struct {
	kind   kind
	size   int64 // bytes; -1 incomplete, or not constant
	align  int64 // of an object by itself; typeTable.memberAlign is that of a member
	signed bool
	rank   int8 // integer conversion rank
	plain  bool // char, neither signed nor unsigned
	exact  bool // of kFloat: values are bit patterns; else nothing is known of them but of constants
	bits   uint8
	name   string // of a struct or union for messages and generated names

	aligned bool   // the alignment was given by an attribute
	main    *ctype // of a variant with another alignment: the type itself
	enum    *enumeration

	elemC *ctype // pointer, array
	elemQ qual
	len   int64             // array; -1 unknown
	vla   cc.ExpressionNode // array of variable length: its length
	star  bool              // array of variable length in a prototype: [*]

	record *record // struct or union
	lay    *layout // of a complete one
	fun    *funcType

	ptrs  [16]*ctype // pointers to this type, by qualifiers, once made
	cells []cell     // flattened, once asked for
	split int8       // splittable: 0 unknown, 1 yes, -1 no
}

// funcType is what a function type says of its calls.
type funcType struct {
	result   *ctype
	resultQ  qual
	params   []*param // of a prototype or of an old-style definition
	sizes    []*ctype // arrays of variable length in the parameters, as they are written
	variadic bool
	proto    bool // there is a prototype: f() has none, f(void) has
}

// param is a parameter, with its type adjusted: no arrays and functions.
type param struct {
	name string
	t    *ctype
	q    qual
	pos  ir.Pos
	v    *variable // what its name stands for; nil if it has none
}

func (t *ctype) isInt() bool    { return t.kind == kInt || t.kind == kBool }
func (t *ctype) isArith() bool  { return t.isInt() || t.kind == kFloat }
func (t *ctype) blurred() bool  { return t.kind == kFloat && !t.exact }
func (t *ctype) isScalar() bool { return t.isInt() || t.kind == kFloat || t.kind == kPointer }
func (t *ctype) isAgg() bool    { return t.kind == kStruct || t.kind == kUnion || t.kind == kOpaque }

// variable tells whether t is an array of variable size.
func (t *ctype) variable() bool {
	return t.kind == kArray && (t.vla != nil || t.star || t.elemC.variable())
}

// unaligned is t without what typedefs say of its alignment.
func (t *ctype) unaligned() *ctype {
	if t.main != nil {
		return t.main
	}
	return t
}

// ir is the type of t's values; t is a scalar type.
func (t *ctype) ir() ir.Type {
	switch t.kind {
	case kBool:
		return ir.Type{Kind: ir.Integer, Bits: 1}
	case kInt:
		return ir.Type{Kind: ir.Integer, Bits: t.bits, Signed: t.signed}
	case kPointer:
		return ir.Type{Kind: ir.Pointer, Bits: t.bits}
	case kFloat:
		return ir.Type{Kind: ir.Float, Bits: t.bits}
	}
	return ir.Type{}
}

// mem is the type with which values of scalar type t lie in memory: a _Bool is a byte, a
// floating-point number of which nothing is known consists of words.
func (t *ctype) mem() ir.Type {
	switch t.kind {
	case kBool:
		return ir.Type{Kind: ir.Integer, Bits: 8}
	case kFloat:
		if t.exact {
			return t.ir()
		}
		return ir.Type{Kind: ir.Integer, Bits: uint8(min(t.size*8, 64))}
	}
	return t.ir()
}

// typeTable has the types of a data model, and makes others from them.
type typeTable struct {
	machine *source.Machine
	ptrBits uint8
	whole   bool // no structure is split into variables

	void, boolT, char, schar, uchar, short, ushort, intT, uint, long, ulong, llong, ullong *ctype
	int128, uint128, float, double, ldouble, float128                                      *ctype
	voidPtr, size, ptrdiff, wchar, char16, char32                                          *ctype

	definitions []*ctype // structures and unions that files define outside of functions
}

func newTypeTable(m *source.Machine, unsignedChar bool) *typeTable {
	tt := &typeTable{machine: m, ptrBits: m.PtrBits()}
	intSize, long, double, ldouble, ldalign := int64(4), int64(8), int64(8), m.LongDouble, m.LongDoubleAlign
	if m.ILP32 || m.Int16 {
		long = 4
	}
	if m.Int16 {
		intSize = 2
	}
	if m.ShortDouble {
		double = 4
	}
	integer := func(size int64, signed bool, rank int8) *ctype {
		return &ctype{kind: kInt, size: size, align: tt.atMost(size), signed: signed, rank: rank, bits: uint8(size * 8)}
	}
	floating := func(size, align int64, rank int8) *ctype {
		return &ctype{kind: kFloat, size: size, align: tt.atMost(align), bits: uint8(size * 8), rank: rank}
	}
	tt.void = &ctype{kind: kVoid, size: 1, align: 1}
	tt.boolT = &ctype{kind: kBool, size: 1, align: 1, rank: rankBool, bits: 1}
	tt.char, tt.schar, tt.uchar = integer(1, !unsignedChar, rankChar), integer(1, true, rankChar), integer(1, false, rankChar)
	tt.char.plain = true
	tt.short, tt.ushort = integer(2, true, rankShort), integer(2, false, rankShort)
	tt.intT, tt.uint = integer(intSize, true, rankInt), integer(intSize, false, rankInt)
	tt.long, tt.ulong = integer(long, true, rankLong), integer(long, false, rankLong)
	tt.llong, tt.ullong = integer(8, true, rankLongLong), integer(8, false, rankLongLong)
	tt.int128, tt.uint128 = integer(16, true, rankInt128), integer(16, false, rankInt128)
	tt.float, tt.double, tt.ldouble = floating(4, 4, rankFloat), floating(double, double, rankDouble), floating(ldouble, ldalign, rankLongDouble)
	tt.float128 = floating(16, 16, rankFloat128)
	tt.float.exact, tt.double.exact, tt.ldouble.exact = true, true, ldouble == 8 && !m.SoftLongDouble
	tt.size, tt.ptrdiff = tt.ulong, tt.long
	if m.ILP32 || m.Int16 {
		tt.size, tt.ptrdiff = tt.uint, tt.intT
	}
	tt.wchar = map[string]*ctype{"int": tt.intT, "long int": tt.long, "unsigned int": tt.uint}[m.Wchar]
	tt.char16, tt.char32 = tt.ushort, tt.unsignedOf(4)
	if m.Name == "avr" { // whose int16_t is int
		tt.char16 = tt.uint
	}
	tt.voidPtr = tt.pointerTo(tt.void)
	return tt
}

// atMost is an alignment, or the greatest one that types have.
func (tt *typeTable) atMost(align int64) int64 {
	if most := tt.machine.BiggestAlign; most > 0 {
		return min(align, most)
	}
	return align
}

// unsignedOf is the unsigned type of so many bytes: short for 2, int for 4 if it has that many, long long for 8.
func (tt *typeTable) unsignedOf(size int64) *ctype {
	if size == 4 && tt.uint.size != 4 {
		return tt.ulong
	}
	return map[int64]*ctype{1: tt.uchar, 2: tt.ushort, 4: tt.uint, 8: tt.ullong, 16: tt.uint128}[size]
}

// The ranks of floating-point types.
const (
	rankFloat int8 = iota + 3
	rankDouble
	rankLongDouble
	rankFloat128
)

// The integer conversion ranks, C11 6.3.1.1. A bit-field of a width that no type has ranks below
// the types as wide as its declared one.
const (
	rankBitField int8 = iota
	rankBool
	rankChar
	rankShort
	rankInt
	rankLong
	rankLongLong
	rankInt128
)

// pointerTo is the type of pointers to t.
func (tt *typeTable) pointerTo(t *ctype) *ctype { return tt.pointerToQ(t, 0) }

// pointerToQ is the type of pointers to qualified t.
func (tt *typeTable) pointerToQ(t *ctype, q qual) *ctype {
	if t.ptrs[q] == nil {
		if e := tt.qualified(t, q); e != t {
			t.ptrs[q] = tt.pointerTo(e)
			return t.ptrs[q]
		}
		bytes := int64(tt.ptrBits / 8)
		t.ptrs[q] = &ctype{kind: kPointer, size: bytes, align: tt.atMost(bytes), bits: tt.ptrBits, elemC: t, elemQ: q}
	}
	return t.ptrs[q]
}

// qualified is t, or if that is an array, the array of qualified elements: qualifiers of an array are
// those of its elements, C11 6.7.3. An array of variable size stays what it is, see fn.extents.
func (tt *typeTable) qualified(t *ctype, q qual) *ctype {
	if t.kind != kArray || q == 0 || t.variable() {
		return t
	}
	d := *t
	d.ptrs = [16]*ctype{}
	if t.elemC.kind == kArray {
		d.elemC = tt.qualified(t.elemC, q)
	} else {
		d.elemQ |= q
	}
	return &d
}

// arrayOf is the type of arrays of n elements; -1 is unknown.
func (tt *typeTable) arrayOf(elem *ctype, q qual, n int64) *ctype {
	if e := tt.qualified(elem, q); e != elem {
		elem, q = e, 0
	}
	t := &ctype{kind: kArray, size: -1, align: elem.align, aligned: elem.aligned, len: n, elemC: elem, elemQ: q}
	tt.complete(t)
	return t
}

// largestArray is how many bytes an array may have. GCC has PTRDIFF_MAX; of a larger one of a machine whose pointers have 32
// bits the layout says that there is no room for it.
func (tt *typeTable) largestArray() int64 {
	if tt.ptrBits == 16 {
		return 1<<15 - 1
	}
	return 1 << 62
}

// elem is what a pointer points to or an array consists of.
func (tt *typeTable) elem(t *ctype) *ctype { return t.elemC }

// withAlign is t aligned as a typedef says.
func (tt *typeTable) withAlign(t *ctype, align int64) *ctype {
	if align <= 0 || align == t.align && t.aligned {
		return t
	}
	d := *t
	d.main, d.align, d.aligned, d.ptrs = t.unaligned(), align, true, [16]*ctype{}
	return &d
}

// memberAlign is the alignment of members of type t: some machines align integers and doubles in
// structures to 4 bytes, unless an attribute says something else.
func (tt *typeTable) memberAlign(t *ctype) int64 {
	e := t
	for e.kind == kArray {
		e = e.elemC
	}
	small := e.isInt() || e.kind == kFloat && e.size == 8 || e.kind == kOpaque && e.record == nil && e.rank > 0
	if tt.machine.WordAligned && small && !t.aligned {
		return min(t.align, 4)
	}
	return max(t.align, 1)
}

// complete computes size and alignment of an array or a variant, if they can be by now.
func (tt *typeTable) complete(t *ctype) {
	switch {
	case t.main != nil && t.lay == nil && t.main.lay != nil:
		t.lay, t.size = t.main.lay, t.main.size
	case t.kind == kArray && t.size < 0 && t.len >= 0 && t.vla == nil:
		e := t.elemC
		if tt.complete(e); e.size >= 0 {
			t.size = e.size * t.len
		}
		if !t.aligned {
			t.align, t.aligned = e.align, e.aligned
		}
	}
}

// withMode is a type of c's kind with the size that the attribute mode says.
func (tt *typeTable) withMode(c *ctype, mode string) *ctype {
	pick := func(s, u *ctype) *ctype {
		if c.signed {
			return s
		}
		return u
	}
	switch mode {
	case "QI", "byte":
		return pick(tt.schar, tt.uchar)
	case "HI":
		if tt.intT.size == 2 {
			return pick(tt.intT, tt.uint)
		}
		return pick(tt.short, tt.ushort)
	case "SI":
		if tt.intT.size == 2 {
			return pick(tt.long, tt.ulong)
		}
		return pick(tt.intT, tt.uint)
	case "DI":
		if tt.long.size == 8 {
			return pick(tt.long, tt.ulong)
		}
		return pick(tt.llong, tt.ullong)
	case "TI":
		return pick(tt.int128, tt.uint128)
	case "word", "pointer", "unwind_word":
		if mode == "word" && tt.machine.Word == 1 {
			return pick(tt.schar, tt.uchar)
		}
		if tt.ptrBits < 64 {
			return pick(tt.intT, tt.uint)
		}
		return pick(tt.long, tt.ulong)
	case "SF":
		return tt.float
	case "DF":
		if tt.double.size != 8 {
			return tt.ldouble
		}
		return tt.double
	case "XF":
		return tt.ldouble
	case "TF":
		return tt.float128
	}
	return c
}

// promote is the integer promotion, C11 6.3.1.1. A bit-field that is wider than int keeps its
// width, as GCC has it; so does arithmetic with it.
func (tt *typeTable) promote(t *ctype) *ctype {
	switch {
	case t.kind == kBool:
		return tt.intT
	case t.kind != kInt:
		return t
	case t.bits < tt.intT.bits:
		return tt.intT
	case t.rank < rankInt && t.rank != rankBitField: // a short that is as wide as int
		return tt.ofWidth(t.bits, t.signed)
	case t.enum != nil:
		return tt.ofWidth(t.bits, t.signed)
	}
	return t.unaligned()
}

// argument is the type of an argument of type t for which there is no parameter, by the default
// argument promotions, C11 6.5.2.2.
func (tt *typeTable) argument(t *ctype) *ctype {
	switch p := tt.promote(t); {
	case t == tt.float:
		return tt.double
	case !t.isInt():
		return t
	case int64(p.bits) != 8*p.size: // a bit-field wider than int
		return tt.ofWidth(uint8(8*p.size), p.signed)
	default:
		return p
	}
}

// ofWidth is the type of that many bits that GCC prefers; nil if there is none.
func (tt *typeTable) ofWidth(bits uint8, signed bool) *ctype {
	for _, p := range [][2]*ctype{{tt.intT, tt.uint}, {tt.schar, tt.uchar}, {tt.short, tt.ushort}, {tt.long, tt.ulong}, {tt.llong, tt.ullong}, {tt.int128, tt.uint128}} {
		switch {
		case p[0].bits != bits:
		case signed:
			return p[0]
		default:
			return p[1]
		}
	}
	return nil
}

// usual is the type of the usual arithmetic conversions, C11 6.3.1.8. Of two types the one with
// more bits wins, then the one of higher rank, and it is unsigned if either is.
func (tt *typeTable) usual(a, b *ctype) *ctype {
	if a.kind == kFloat || b.kind == kFloat {
		switch {
		case b.kind != kFloat:
			return a.unaligned()
		case a.kind != kFloat:
			return b.unaligned()
		case a.rank >= b.rank:
			return a.unaligned()
		}
		return b.unaligned()
	}
	a, b = tt.promote(a), tt.promote(b)
	switch {
	case a.bits > b.bits:
		return a
	case a.bits < b.bits:
		return b
	case a.rank < b.rank:
		a, b = b, a
	}
	switch {
	case !a.signed || b.signed:
		return a
	case a.rank == b.rank:
		return b
	case a.rank == rankLong:
		return tt.ulong
	case a.rank == rankLongLong:
		return tt.ullong
	case a.rank == rankInt128:
		return tt.uint128
	}
	return tt.uint
}

// bitField is the type of a bit-field of declared type t: a type of that width, if there is one,
// else one of its own.
func (tt *typeTable) bitField(t *ctype, width uint8) *ctype {
	if t.kind != kInt || width == t.bits {
		return t
	}
	if s := tt.ofWidth(width, t.signed); s != nil {
		return s
	}
	size := int64(1)
	for size*8 < int64(width) {
		size *= 2
	}
	return &ctype{kind: kInt, size: size, align: size, signed: t.signed, bits: width, rank: rankBitField}
}
