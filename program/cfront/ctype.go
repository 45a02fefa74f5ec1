package cfront

import (
	"modernc.org/cc/v4"

	"craig/program/ir"
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

// ctype is a C type as the lowering sees it: unqualified, typedefs resolved, laid out by
// ourselves since the sizes and offsets of package cc are wrong for some types.
type ctype struct {
	kind   kind
	size   int64 // bytes; -1 incomplete, or not constant
	align  int64
	signed bool
	rank   int8 // integer conversion rank
	bits   uint8
	name   string // of a struct or union for messages and generated names

	elemCC cc.Type // pointer, array: what typeTable.elem converts on demand
	elemC  *ctype
	len    int64             // array; -1 unknown
	vla    cc.ExpressionNode // array of variable length: its length
	strukt cc.Type           // struct or union: what layout is computed from
	lay    *layout           // nil until asked for
	fun    *cc.FunctionType  // function
	ptr    *ctype            // pointer to this type, once made
	cells  []cell            // flattened, once asked for
	split  int8              // splittable: 0 unknown, 1 yes, -1 no
}

func (t *ctype) isInt() bool    { return t.kind == kInt || t.kind == kBool }
func (t *ctype) isArith() bool  { return t.isInt() || t.kind == kFloat }
func (t *ctype) isScalar() bool { return t.isInt() || t.kind == kFloat || t.kind == kPointer }
func (t *ctype) isAgg() bool    { return t.kind == kStruct || t.kind == kUnion || t.kind == kOpaque }

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
// floating-point number a bit pattern.
func (t *ctype) mem() ir.Type {
	switch t.kind {
	case kBool:
		return ir.Type{Kind: ir.Integer, Bits: 8}
	case kFloat:
		return ir.Type{Kind: ir.Integer, Bits: uint8(min(t.size*8, 64))}
	}
	return t.ir()
}

// typeTable converts the types of package cc.
type typeTable struct {
	ptrBits uint8
	byCC    map[cc.Type]*ctype
	attrs   *attributes

	void, boolT, char, schar, uchar, short, ushort, intT, uint, long, ulong, llong, ullong *ctype
	int128, uint128, float, double, ldouble                                                *ctype
	voidPtr, size, ptrdiff                                                                 *ctype
}

func newTypeTable(ilp32 bool) *typeTable {
	tt := &typeTable{ptrBits: 64, byCC: map[cc.Type]*ctype{}, attrs: newAttributes()}
	word, wide, ldouble, ldalign := int64(8), int64(8), int64(16), int64(16)
	if ilp32 {
		tt.ptrBits = 32
		word, wide, ldouble, ldalign = 4, 4, 12, 4
	}
	integer := func(size, align int64, signed bool, rank int8) *ctype {
		return &ctype{kind: kInt, size: size, align: align, signed: signed, rank: rank, bits: uint8(size * 8)}
	}
	floating := func(size, align int64) *ctype {
		return &ctype{kind: kFloat, size: size, align: align, bits: uint8(size * 8)}
	}
	tt.void = &ctype{kind: kVoid, size: 1, align: 1}
	tt.boolT = &ctype{kind: kBool, size: 1, align: 1, rank: 1, bits: 1}
	tt.char, tt.schar, tt.uchar = integer(1, 1, true, 2), integer(1, 1, true, 2), integer(1, 1, false, 2)
	tt.short, tt.ushort = integer(2, 2, true, 3), integer(2, 2, false, 3)
	tt.intT, tt.uint = integer(4, 4, true, 4), integer(4, 4, false, 4)
	tt.long, tt.ulong = integer(word, word, true, 5), integer(word, word, false, 5)
	tt.llong, tt.ullong = integer(8, wide, true, 6), integer(8, wide, false, 6)
	tt.int128, tt.uint128 = integer(16, 16, true, 7), integer(16, 16, false, 7)
	tt.float, tt.double, tt.ldouble = floating(4, 4), floating(8, wide), floating(ldouble, ldalign)
	tt.size, tt.ptrdiff = tt.ulong, tt.long
	if ilp32 {
		tt.size, tt.ptrdiff = tt.uint, tt.intT
	}
	tt.voidPtr = tt.pointerTo(tt.void)
	return tt
}

// pointerTo is the type of pointers to t.
func (tt *typeTable) pointerTo(t *ctype) *ctype {
	if t.ptr == nil {
		bytes := int64(tt.ptrBits / 8)
		t.ptr = &ctype{kind: kPointer, size: bytes, align: bytes, bits: tt.ptrBits, elemC: t}
	}
	return t.ptr
}

// elem is what a pointer points to or an array consists of.
func (tt *typeTable) elem(t *ctype) *ctype {
	if t.elemC == nil {
		t.elemC = tt.of(t.elemCC)
	}
	return t.elemC
}

// of converts a type.
func (tt *typeTable) of(t cc.Type) *ctype {
	if t == nil {
		return tt.void
	}
	if c, ok := tt.byCC[t]; ok {
		return c
	}
	c := tt.convert(t)
	tt.byCC[t] = c
	return c
}

func (tt *typeTable) convert(t cc.Type) *ctype {
	if t.VectorSize() > 0 {
		return &ctype{kind: kOpaque, size: t.VectorSize(), align: t.VectorSize()}
	}
	switch x := t.(type) {
	case *cc.PointerType:
		bytes := int64(tt.ptrBits / 8)
		return &ctype{kind: kPointer, size: bytes, align: bytes, bits: tt.ptrBits, elemCC: x.Elem()}
	case *cc.ArrayType:
		return tt.array(x)
	case *cc.StructType:
		return &ctype{kind: kStruct, size: -1, align: 1, strukt: x, name: tagName("struct", x.Tag(), t)}
	case *cc.UnionType:
		return &ctype{kind: kUnion, size: -1, align: 1, strukt: x, name: tagName("union", x.Tag(), t)}
	case *cc.FunctionType:
		return &ctype{kind: kFunc, size: 1, align: 1, fun: x}
	case *cc.EnumType:
		return tt.modified(tt.enum(x), t)
	case *cc.PredefinedType:
		return tt.modified(tt.predefined(x.Kind(), t), t)
	}
	return &ctype{kind: kOpaque, size: -1, align: 1}
}

func tagName(keyword string, tag cc.Token, t cc.Type) string {
	if s := tag.SrcStr(); s != "" {
		return s
	}
	if d := t.Typedef(); d != nil {
		return d.Name()
	}
	return keyword
}

func (tt *typeTable) array(x *cc.ArrayType) *ctype {
	c := &ctype{kind: kArray, size: -1, len: x.Len(), elemCC: x.Elem()}
	elem := tt.elem(c)
	tt.complete(elem)
	c.align = elem.align
	if x.Len() < 0 {
		c.len = -1
		if e := x.SizeExpression(); e != nil {
			c.vla = e
		}
		return c
	}
	if elem.size >= 0 {
		c.size = elem.size * c.len
	}
	return c
}

// enum: GCC gives an enumeration the type unsigned int unless it has negative values.
func (tt *typeTable) enum(x *cc.EnumType) *ctype {
	const maxUint32, minInt32 = 1<<32 - 1, -1 << 31
	lo, hi := x.Min(), x.Max()
	packed := tt.attrs.of(x).packed
	switch {
	case x.IsIncomplete():
		return tt.uint
	case packed && lo >= 0 && hi <= 255:
		return tt.uchar
	case packed && lo >= -128 && hi <= 127:
		return tt.schar
	case packed && lo >= 0 && hi <= 65535:
		return tt.ushort
	case packed && lo >= -32768 && hi <= 32767:
		return tt.short
	case lo >= 0 && hi <= maxUint32:
		return tt.uint
	case lo >= minInt32 && hi <= 1<<31-1:
		return tt.intT
	case lo >= 0 && tt.ulong.size == 8:
		return tt.ulong
	case lo >= 0:
		return tt.ullong
	case tt.long.size == 8:
		return tt.long
	}
	return tt.llong
}

func (tt *typeTable) predefined(k cc.Kind, t cc.Type) *ctype {
	switch k {
	case cc.Void:
		return tt.void
	case cc.Bool:
		return tt.boolT
	case cc.Char:
		return tt.char
	case cc.SChar:
		return tt.schar
	case cc.UChar:
		return tt.uchar
	case cc.Short:
		return tt.short
	case cc.UShort:
		return tt.ushort
	case cc.Int:
		return tt.intT
	case cc.UInt:
		return tt.uint
	case cc.Long:
		return tt.long
	case cc.ULong:
		return tt.ulong
	case cc.LongLong:
		return tt.llong
	case cc.ULongLong:
		return tt.ullong
	case cc.Int128:
		return tt.int128
	case cc.UInt128:
		return tt.uint128
	case cc.Float, cc.Float32:
		return tt.float
	case cc.Double, cc.Float64, cc.Float32x:
		return tt.double
	case cc.LongDouble, cc.Float64x:
		return tt.ldouble
	case cc.Float128, cc.Float128x, cc.Decimal128:
		return &ctype{kind: kFloat, size: 16, align: 16, bits: 128}
	case cc.Float16, cc.BFloat16:
		return &ctype{kind: kFloat, size: 2, align: 2, bits: 16}
	case cc.Decimal32:
		return &ctype{kind: kFloat, size: 4, align: 4, bits: 32}
	case cc.Decimal64:
		return &ctype{kind: kFloat, size: 8, align: tt.double.align, bits: 64}
	}
	return &ctype{kind: kOpaque, size: t.Size(), align: int64(max(t.Align(), 1))}
}

// modified applies the attributes of a typedef: mode and aligned.
func (tt *typeTable) modified(c *ctype, t cc.Type) *ctype {
	a := tt.attrs.of(t)
	if a.mode != "" {
		c = tt.withMode(c, a.mode)
	}
	if a.aligned > 0 && a.aligned != c.align {
		d := *c
		d.align, d.ptr = a.aligned, nil
		c = &d
	}
	return c
}

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
		return pick(tt.short, tt.ushort)
	case "SI":
		return pick(tt.intT, tt.uint)
	case "DI":
		if tt.long.size == 8 {
			return pick(tt.long, tt.ulong)
		}
		return pick(tt.llong, tt.ullong)
	case "TI":
		return pick(tt.int128, tt.uint128)
	case "word", "pointer", "unwind_word":
		return pick(tt.long, tt.ulong)
	case "SF":
		return tt.float
	case "DF":
		return tt.double
	case "XF":
		return tt.ldouble
	}
	return c
}

// promote is the integer promotion, C11 6.3.1.1.
func (tt *typeTable) promote(t *ctype) *ctype {
	switch {
	case t.kind == kBool:
		return tt.intT
	case t.kind == kInt && (t.rank < tt.intT.rank || t.bits < 32):
		return tt.intT
	case t.kind == kInt && int64(t.bits) < t.size*8: // a bit-field: as wide as its declared type
		return tt.byRank(t.rank, t.signed)
	}
	return t
}

// usual is the type of the usual arithmetic conversions, C11 6.3.1.8.
func (tt *typeTable) usual(a, b *ctype) *ctype {
	if a.kind == kFloat || b.kind == kFloat {
		switch {
		case b.kind != kFloat:
			return a
		case a.kind != kFloat:
			return b
		case a.size >= b.size:
			return a
		}
		return b
	}
	a, b = tt.promote(a), tt.promote(b)
	if a.rank < b.rank || a.rank == b.rank && a.signed {
		a, b = b, a
	}
	// now a has the higher rank, or the same rank and is unsigned if either is
	switch {
	case a.signed == b.signed || !a.signed || a.bits > b.bits:
		return a
	}
	return tt.byRank(a.rank, false)
}

func (tt *typeTable) byRank(rank int8, signed bool) *ctype {
	switch {
	case rank == 5 && signed:
		return tt.long
	case rank == 5:
		return tt.ulong
	case rank == 6 && signed:
		return tt.llong
	case rank == 6:
		return tt.ullong
	case rank == 7 && signed:
		return tt.int128
	case rank == 7:
		return tt.uint128
	case signed:
		return tt.intT
	}
	return tt.uint
}

// bitField is t cut to a width.
func (tt *typeTable) bitField(t *ctype, width uint8) *ctype {
	if t.kind == kBool || t.kind != kInt || width == t.bits {
		return t
	}
	d := *t
	d.bits, d.ptr = width, nil
	return &d
}
