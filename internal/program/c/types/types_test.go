package types

import (
	"testing"
)

func host() *Table { return NewTable(MachineOf("x86_64", false), false) }

// TestUsual: the usual arithmetic conversions, C11 6.3.1.8, in both data models.
func TestUsual(t *testing.T) {
	for _, c := range []struct{ a, b, lp64, ilp32 Kind }{
		{Char, Short, Int, Int},
		{UShort, Int, Int, Int},
		{Int, UInt, UInt, UInt},
		{UInt, Long, Long, ULong},
		{Long, ULong, ULong, ULong},
		{ULong, LongLong, ULongLong, LongLong},
		{LongLong, ULongLong, ULongLong, ULongLong},
		{Int128, ULong, Int128, Int128},
		{Bool, Bool, Int, Int},
		{Int, Float, Float, Float},
		{Float, Double, Double, Double},
		{LongDouble, Double, LongDouble, LongDouble},
		{Float128, LongDouble, Float128, Float128},
		{Float64, Double, Float64, Float64},
	} {
		for i, want := range []Kind{c.lp64, c.ilp32} {
			tt := NewTable(MachineOf("", i == 1), false)
			for _, p := range [][2]Kind{{c.a, c.b}, {c.b, c.a}} {
				if got := tt.Usual(tt.Promote(tt.Basic(p[0])), tt.Promote(tt.Basic(p[1]))); got != tt.Basic(want) {
					t.Errorf("%v and %v: %v, not %v", tt.Basic(p[0]), tt.Basic(p[1]), got, tt.Basic(want))
				}
			}
		}
	}
}

// TestPromote: bit-fields promote by their widths.
func TestPromote(t *testing.T) {
	tt := host()
	for _, c := range []struct {
		kind  Kind
		width int
		want  string
		bits  int
	}{
		{UInt, 31, "int", 32}, {UInt, 32, "unsigned", 32}, {Int, 32, "int", 32}, {UChar, 8, "int", 32}, {Bool, 1, "int", 32},
		{ULong, 20, "int", 32}, {ULong, 32, "unsigned", 32}, {ULong, 40, "unsigned long", 40},
		{LongLong, 63, "long long", 63}, {ULong, 8, "int", 32}, {UInt, 3, "int", 32}, {Long, 64, "long", 64},
	} {
		f := Field{Name: "f", Type: tt.Basic(c.kind), Bits: true, Width: c.width}
		got := tt.Promote(f.ValueType())
		if got.String() != c.want || got.Bits() != c.bits {
			t.Errorf("%v:%d: %v with %d bits, not %s with %d", f.Type, c.width, got, got.Bits(), c.want, c.bits)
		}
	}
}

// TestCompatible: compatible types and their composites.
func TestCompatible(t *testing.T) {
	tt := host()
	in, ch, fl := tt.Basic(Int), tt.Basic(Char), tt.Basic(Float)
	proto := func(variadic bool, params ...*Type) *Type {
		s := Sig{Result: in, Proto: true, Variadic: variadic}
		for _, p := range params {
			s.Params = append(s.Params, Param{Type: p})
		}
		return tt.Function(s)
	}
	none := tt.Function(Sig{Result: in})
	enum := tt.NewEnum("e")
	tt.CompleteEnum(enum, []EnumConst{{"A", IntOf(0)}}, false, nil)
	s, u := tt.NewRecord(Struct, "s"), tt.NewRecord(Struct, "s")
	for _, r := range []*Type{s, u} {
		if err := tt.Complete(r, []Field{{Name: "next", Type: tt.Pointer(r)}, {Name: "x", Type: in}}, RecordAttrs{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		a, b      *Type
		composite string // "": not compatible
	}{
		{in, in, "int"},
		{in, tt.Basic(Long), ""},
		{ch, tt.Basic(SChar), ""},
		{in.With(Const), in, ""},
		{tt.Array(in, 3), tt.Array(in, -1), "int [3]"},
		{tt.Array(in, 3), tt.Array(in, 4), ""},
		{tt.Pointer(tt.Array(in, -1)), tt.Pointer(tt.Array(in, 4)), "int (*)[4]"},
		{tt.Array(tt.Array(in, -1), 2), tt.Array(tt.Array(in, 5), 2), "int [2][5]"},
		{proto(false, in, tt.VoidPtr), none, "int (int, void *)"},
		{proto(false, ch), none, ""},
		{proto(false, fl), none, ""},
		{proto(true, in), none, ""},
		{proto(false, in), proto(false, in.With(Const)), "int (int)"},
		{proto(false, in), proto(true, in), ""},
		{enum, tt.Basic(UInt), "enum e"},
		{enum, in, ""},
		{s, u, "struct s"},
		{tt.ComplexOf(fl), tt.ComplexOf(fl), "_Complex float"},
	} {
		got := ""
		if tt.Compatible(c.a, c.b) {
			got = tt.Composite(c.a, c.b).String()
		}
		if got != c.composite {
			t.Errorf("%v and %v: %q, not %q", c.a, c.b, got, c.composite)
		}
	}
}

// TestLiterals: values and types of literals.
func TestLiterals(t *testing.T) {
	tt := host()
	for text, want := range map[string]string{
		"0": "0 int", "2147483647": "2147483647 int", "2147483648": "2147483648 long", "0x80000000": "2147483648 unsigned",
		"0xffffffffffffffff": "18446744073709551615 unsigned long", "010": "8 int", "0b101": "5 int", "1u": "1 unsigned", "1LLu": "1 unsigned long long",
		"9223372036854775808": "9223372036854775808 __int128", "4294967296u": "4294967296 unsigned long",
	} {
		if v, typ, _, err := tt.IntLiteral(text); err != nil || v.String()+" "+typ.String() != want {
			t.Errorf("%s is %v %v (%v), not %s", text, v, typ, err, want)
		}
	}
	for _, text := range []string{"0x1ffffffffffffffff", "18446744073709551616", "18446744073709551616u", "08", "1q"} {
		if v, typ, _, err := tt.IntLiteral(text); err == nil {
			t.Errorf("%s is %v %v", text, v, typ)
		}
	}
	if v, typ, _, err := NewTable(MachineOf("i386", true), false).IntLiteral("9223372036854775808"); err != nil || v.String()+" "+typ.String() != "-9223372036854775808 long long" {
		t.Errorf("9223372036854775808 on i386 is %v %v (%v)", v, typ, err)
	}
	for text, want := range map[string]string{
		"1.5": "1.5 double", "1e10f": "1e+10 float", "0x1p-3": "0.125 double", ".5L": "0.5 long double", "1.f": "1 float", "0x.8p1": "1 double",
		"1e400": "+Inf double", "1.0f32": "1 _Float32", "16777217.0f": "16777216 float",
	} {
		if v, typ, _, err := tt.FloatLiteral(text); err != nil || v.X.Text('g', 10)+" "+typ.String() != want {
			t.Errorf("%s is %v %v (%v), not %s", text, v.X, typ, err, want)
		}
	}
	for text, want := range map[string]string{
		"'a'": "97 int", `'\n'`: "10 int", `'\377'`: "-1 int", `'\xff'`: "-1 int", "'ab'": "24930 int",
		`'\x0041'`: "65 int", `L'\xff'`: "255 int", "u'é'": "233 unsigned short", `'\''`: "39 int",
	} {
		if v, typ, err := tt.CharLiteral(text); err != nil || v.String()+" "+typ.String() != want {
			t.Errorf("%s is %v %v (%v), not %s", text, v, typ, err, want)
		}
	}
	if elem, units, err := tt.StringLiteral([]string{`"a\0"`, `L"é"`}); err != nil || elem != tt.Wchar || len(units) != 3 || units[2] != 233 {
		t.Errorf("%v %v %v", elem, units, err)
	}
}

// TestLayout: where members are, and how large structures, as x86-64 has it.
func TestLayout(t *testing.T) {
	tt := host()
	ch, in, ll := tt.Basic(Char), tt.Basic(Int), tt.Basic(LongLong)
	for _, c := range []struct {
		fields      []Field
		at          []int64 // in bytes, and of bit-fields in bits
		size, align int64
	}{
		{[]Field{{Name: "a", Type: ch}, {Name: "b", Type: in}, {Name: "c", Type: ch}}, []int64{0, 4, 8}, 12, 4},
		{[]Field{{Name: "a", Type: in}, {Name: "b", Type: ll}, {Name: "c", Type: tt.Array(ch, 3)}}, []int64{0, 8, 16}, 24, 8},
		{[]Field{{Name: "a", Type: in, Bits: true, Width: 3}, {Name: "b", Type: in, Bits: true, Width: 30}, {Name: "c", Type: ch}}, []int64{0, 32, 8}, 12, 4},
		{[]Field{{Name: "a", Type: ch}, {Name: "b", Type: in, Bits: true, Width: 5}, {Name: "c", Type: in, Bits: true, Width: 19}}, []int64{0, 8, 13}, 4, 4},
	} {
		r := tt.NewRecord(Struct, "s")
		if err := tt.Complete(r, c.fields, RecordAttrs{}); err != nil {
			t.Fatal(err)
		}
		for i, f := range r.Record.Fields {
			at := f.Offset
			if f.Bits {
				at = f.Bit
			}
			if at != c.at[i] {
				t.Errorf("%v: %s is at %d", c.fields, f.Name, at)
			}
		}
		if r.SizeOf() != c.size || r.AlignOf() != c.align {
			t.Errorf("%v has %d bytes, aligned to %d", c.fields, r.SizeOf(), r.AlignOf())
		}
	}
}

// TestFoldBits: what gcc's functions that look at bits give.
func TestFoldBits(t *testing.T) {
	tt := host()
	for _, c := range []struct {
		name string
		x    int64
		kind Kind
		want int64 // -1: it is not known
	}{
		{"__builtin_ffs", 0, Int, 0}, {"__builtin_ffs", 8, Int, 4}, {"__builtin_ffsll", -1 << 63, LongLong, 64},
		{"__builtin_popcount", -1, UInt, 32}, {"__builtin_parity", 7, UInt, 1}, {"__builtin_clz", 1, UInt, 31}, {"__builtin_ctzl", 8, ULong, 3},
		{"__builtin_clz", 0, UInt, -1}, {"__builtin_clrsb", -1, Int, 31}, {"__builtin_bswap32", 1, UInt, 1 << 24}, {"ffs", 8, Int, -1},
	} {
		v, ok := FoldBits(c.name, IntOf(c.x), tt.Basic(c.kind))
		if ok != (c.want >= 0) || ok && v != IntOf(c.want) {
			t.Errorf("%s(%d) is %v, %t", c.name, c.x, v, ok)
		}
	}
}

// TestDivide: division of 128 bits, where 64 do not do.
func TestDivide(t *testing.T) {
	min64 := IntOf(-1 << 63)
	if q, r := min64.QuoRem(IntOf(-1), true); q != (Integer{0, 1 << 63}) || !r.IsZero() {
		t.Errorf("-2^63 / -1 is %v, %v", q, r)
	}
	big := Integer{1, 5}
	if q, r := big.Neg().QuoRem(IntOf(16), true); q != (Integer{0, 1 << 60}).Neg() || r != IntOf(-5) {
		t.Errorf("%v / 16 is %v, %v", big.Neg(), q, r)
	}
	if q, _ := (Integer{^uint64(0), ^uint64(0)}).QuoRem(UintOf(1<<63), false); q != (Integer{1, ^uint64(0)}) {
		t.Errorf("(2^128-1) / 2^63 is %v", q)
	}
}

// TestDeclare: types as C has them.
func TestDeclare(t *testing.T) {
	tt := host()
	in := tt.Basic(Int)
	f := tt.Function(Sig{Result: tt.Pointer(in), Proto: true, Params: []Param{{Type: tt.Pointer(tt.Basic(Char).With(Const))}}, Variadic: true})
	for want, typ := range map[string]*Type{
		"int *x":                          tt.Pointer(in),
		"int *const x":                    tt.Pointer(in).With(Const),
		"int (*x)[3]":                     tt.Pointer(tt.Array(in, 3)),
		"int *(*x[2])(const char *, ...)": tt.Array(tt.Pointer(f), 2),
		"const volatile int x[2][3]":      tt.Array(tt.Array(in, 3), 2).With(Const | Volatile),
		"struct s *(*x)(void)":            tt.Pointer(tt.Function(Sig{Result: tt.Pointer(tt.NewRecord(Struct, "s")), Proto: true})),
		"int *(*(*x)(void))[4]":           tt.Pointer(tt.Function(Sig{Result: tt.Pointer(tt.Array(tt.Pointer(in), 4)), Proto: true})),
		"_Complex double x":               tt.ComplexOf(tt.Basic(Double)),
	} {
		if got := (Naming{}).Declare(typ, "x"); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
