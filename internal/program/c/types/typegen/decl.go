package typegen

import (
	"fmt"
	"math/rand"
	"strings"
)

// gen writes the text of a Program.
type gen struct {
	r     *rand.Rand
	id    int
	ilp32 bool
	b     strings.Builder
	next  int

	types  []*genType
	enums  []string // enumerators
	values []genValue
	consts []string // expressions
	images []string // objects with initialisers
	funcs  []genValue
}

// genKind is what may be done with a value.
type genKind uint8

const (
	genInt genKind = iota
	genFloat
	genPointer
	genArray
	genRecord
	genVoid
)

// genType is a type with a name.
type genType struct {
	name   string // as a type name: a keyword, a tag or a typedef
	kind   genKind
	bits   int // of a plain integer type
	elem   *genType
	n      int
	fields []genField
	union  bool
	odd    bool // its alignment may exceed its size: no arrays
	big    bool // its alignment may be 32
	noInit bool
	ro     bool // const
	enum   bool
}

// hasEnum tells whether a pointer into a value of the type may point to an enumeration. (gcc 12 forgets
// the qualifiers of an enumeration behind a pointer, against C11 6.7.6.1.)
func (t *genType) hasEnum() bool {
	return t != nil && (t.enum || (t.kind == genArray || t.kind == genPointer) && t.elem.hasEnum())
}

type genField struct {
	name  string // "" if anonymous
	t     *genType
	width int // of a bit-field; 0 of others
	ro    bool
}

// genValue is an expression for an object or function.
type genValue struct {
	text string
	t    *genType
	bit  bool // a bit-field
	ro   bool // const
}

var genBasic = []*genType{
	{name: "char", bits: 8}, {name: "signed char", bits: 8}, {name: "unsigned char", bits: 8},
	{name: "short", bits: 16}, {name: "unsigned short", bits: 16}, {name: "int", bits: 32}, {name: "unsigned", bits: 32},
	{name: "long", bits: 32}, {name: "unsigned long", bits: 32}, {name: "long long", bits: 64}, {name: "unsigned long long", bits: 64},
	{name: "_Bool", bits: 1}, {name: "float", kind: genFloat}, {name: "double", kind: genFloat},
	{name: "long double", kind: genFloat, noInit: true},
}

func (g *gen) n(k int) int       { return g.r.Intn(k) }
func (g *gen) chance(k int) bool { return g.r.Intn(k) == 0 }

func (g *gen) pick(words ...string) string { return words[g.n(len(words))] }

func (g *gen) name(prefix string) string {
	g.next++
	return fmt.Sprintf("%s%d_%d", prefix, g.next, g.id)
}

func (g *gen) line(format string, args ...any) {
	fmt.Fprintf(&g.b, format+"\n", args...)
}

// program writes the program with the number id.
func (g *gen) program() {
	for range 3 + g.n(5) {
		switch g.n(8) {
		case 0:
			g.enum()
		case 1:
			g.typedef()
		case 2:
			g.pack()
		default:
			g.record()
		}
	}
	g.line("#pragma pack()")
	for range 3 + g.n(5) {
		g.object()
	}
	for range g.n(3) {
		g.function()
	}
	for range 4 + g.n(6) {
		g.constantContext()
	}
	for _, t := range g.types {
		if t.kind == genRecord || g.chance(2) {
			g.constant(fmt.Sprintf("sizeof(%s)", t.name))
			g.constant(fmt.Sprintf("%s(%s)", g.pick("_Alignof", "__alignof__"), t.name))
		}
		g.offsets(t, "", t.name, 3)
	}
	for range 20 {
		g.constant(g.ice(3))
		g.constant(g.probe())
	}
}

func (g *gen) constant(e string) { g.consts = append(g.consts, e) }

// scalar is a type of integers or floating-point numbers; with names of the program's own.
func (g *gen) scalar() *genType {
	if g.chance(4) {
		for _, t := range g.types {
			if (t.kind == genInt || t.kind == genFloat) && g.chance(2) {
				return t
			}
		}
	}
	return genBasic[g.n(len(genBasic))]
}

// integer is a type that a bit-field may have.
func (g *gen) integer() *genType {
	for {
		if t := g.scalar(); t.kind == genInt {
			return t
		}
	}
}

// anyType is any complete type.
func (g *gen) anyType() *genType {
	if len(g.types) > 0 && g.chance(2) {
		return g.types[g.n(len(g.types))]
	}
	return g.scalar()
}

// aligned is an alignment of at most 32.
func (g *gen) alignment() string {
	switch g.n(8) {
	case 0:
		return "__alignof__(" + g.scalar().name + ")"
	case 1:
		return "sizeof(int)"
	}
	return g.pick("1", "2", "4", "8", "16", "32")
}

// attribute is an attribute that changes a layout, or nothing.
func (g *gen) attribute(odds int) string {
	if !g.chance(odds) {
		return ""
	}
	word := func() string {
		switch g.n(4) {
		case 0, 1:
			return g.pick("packed", "__packed__")
		case 2:
			return "aligned(" + g.alignment() + ")"
		}
		return g.pick("aligned", "unused", "deprecated")
	}
	switch g.n(4) {
	case 0:
		return fmt.Sprintf("__attribute__((%s, %s)) ", word(), word())
	case 1:
		return fmt.Sprintf("__attribute__((unused, %s, %s)) ", word(), word())
	case 2:
		return fmt.Sprintf("__attribute__((%s)) __attribute__((%s)) ", word(), word())
	}
	return fmt.Sprintf("__attribute__((%s)) ", word())
}

func (g *gen) pack() {
	switch g.n(4) {
	case 0:
		g.line("#pragma pack(push, %s)", g.pick("1", "2", "4", "8", "16"))
	case 1:
		g.line("#pragma pack(pop)")
	case 2:
		g.line("_Pragma(\"pack(%s)\")", g.pick("1", "2", "4", ""))
	default:
		g.line("#pragma pack(%s)", g.pick("1", "2", "4", "8", ""))
	}
}

func (g *gen) enum() {
	t := &genType{kind: genInt, bits: 8, enum: true}
	var b strings.Builder
	packed := g.attribute(3)
	if strings.Contains(packed, "packed") {
		packed = "__attribute__((packed)) "
	} else {
		packed = ""
	}
	last := false // the next would be too large
	for i := range 1 + g.n(4) {
		e := g.name("e")
		value := ""
		choice := g.n(8)
		if last {
			choice = 2
		}
		last = false
		switch choice {
		case 0:
			value = " = " + g.pick("-1", "127", "128", "-128", "255", "256", "-129", "32767", "65535", "65536", "-32769")
		case 1:
			value = " = " + g.pick("0x7fffffff - 3", "0x7fffffff", "0x80000000", "0xffffffff", "-0x7fffffff - 1", "0x100000000", "-0x80000001LL", "'a'", "1u << 31")
			last = true
		case 2:
			value = " = (" + g.ice(2) + ") & 0xff"
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s%s", e, value)
		g.enums = append(g.enums, e)
	}
	tag := g.name("E")
	t.name = "enum " + tag
	if packed != "" {
		t.bits = 8
	}
	if packed != "" && g.chance(3) {
		g.line("enum %s%s { %s };", packed, tag, b.String())
	} else {
		g.line("enum %s { %s } %s;", tag, b.String(), packed)
	}
	g.types = append(g.types, t)
}

// typedef names another type: with an alignment, an array, a pointer.
func (g *gen) typedef() {
	d := g.name("T")
	t := &genType{name: d}
	from := g.anyType()
	switch g.n(6) {
	case 0:
		*t = *from
		t.name, t.odd, t.bits = d, true, min(from.bits, 8)
		g.line("typedef %s %s __attribute__((aligned(%s)));", from.name, d, g.alignment())
	case 1:
		*t = *from
		t.name, t.odd = d, true
		g.line("typedef __attribute__((aligned(%s))) %s %s;", g.alignment(), from.name, d)
	case 2, 3:
		if from.odd {
			from = g.plain()
		}
		t.kind, t.elem, t.n, t.big = genArray, from, 1+g.n(4), from.big
		g.line("typedef %s %s[%d];", from.name, d, t.n)
	case 4:
		t.kind, t.elem, t.noInit = genPointer, from, true
		q, own := g.pick("", "const ", "volatile "), g.pick("", "const ")
		if from.hasEnum() {
			q = ""
		}
		t.elem, t.ro = from.readOnly(q == "const "), own != ""
		g.line("typedef %s%s *%s%s;", q, from.name, own, d)
	default:
		*t = *from
		t.name = d
		q := g.pick("", "const ", "volatile ")
		t.ro = t.ro || q == "const "
		g.line("typedef %s%s %s;", q, from.name, d)
	}
	g.types = append(g.types, t)
}

// plain is a basic type.
func (g *gen) plain() *genType { return genBasic[g.n(len(genBasic))] }

// record defines a struct or union.
func (g *gen) record() {
	tag := g.name("S")
	t := &genType{kind: genRecord, union: g.chance(5)}
	keyword := "struct"
	if t.union {
		keyword = "union"
	}
	front, back := g.attribute(4), ""
	if front == "" {
		back = g.attribute(4)
	}
	t.odd = strings.Contains(front+back, "aligned")
	from := g.b.Len()
	switch g.n(3) {
	case 0:
		t.name = tag
		g.line("typedef %s %s{", keyword, front)
	default:
		t.name = keyword + " " + tag
		g.line("%s %s%s {", keyword, front, tag)
	}
	g.members(t, 2)
	if t.name == tag {
		g.line("} %s%s;", back, tag)
	} else {
		g.line("} %s;", back)
	}
	t.big = t.odd || strings.Contains(g.b.String()[from:], "lign")
	g.types = append(g.types, t)
}

// members writes the members of a struct or union; depth bounds the anonymous ones in it.
func (g *gen) members(t *genType, depth int) {
	for range 1 + g.n(6) {
		f := genField{name: g.name("f"), t: g.anyType()}
		switch g.n(10) {
		case 0, 1, 2:
			f.t = g.integer()
			f.width = 1 + g.n(f.t.bits)
			if g.chance(4) {
				f.width = f.t.bits
			}
			g.line("%s%s %s : %d %s;", g.attribute(8), f.t.name, f.name, f.width, g.attribute(8))
		case 3:
			if g.chance(2) {
				f.t = g.integer()
				g.line("%s%s : %d;", g.attribute(8), f.t.name, g.n(2)*g.n(f.t.bits+1))
				continue
			}
			a, b := g.integer(), g.integer()
			f2 := genField{name: g.name("f"), t: b, width: 1 + g.n(b.bits)}
			f.t, f.width = a, 1+g.n(min(a.bits, b.bits))
			f2.t, f2.width = a, f.width
			g.line("%s %s : %d, %s : %d;", a.name, f.name, f.width, f2.name, f2.width)
			t.fields = append(t.fields, f, f2)
			continue
		case 4:
			if depth == 0 {
				continue
			}
			f = genField{t: &genType{kind: genRecord, union: g.chance(2)}}
			front := g.attribute(5)
			g.line("%s %s{", map[bool]string{false: "struct", true: "union"}[f.t.union], front)
			g.members(f.t, depth-1)
			if strings.Contains(front, "aligned") {
				t.odd = true
			}
			g.line("};")
		case 5:
			if f.t.odd {
				f.t = g.plain()
			}
			n := 1 + g.n(3)
			g.line("%s %s[%d]%s;", f.t.name, f.name, n, g.attribute(8))
			f.t = &genType{kind: genArray, elem: f.t, n: n, big: f.t.big}
		case 6:
			g.line("%s%s %s;", g.attribute(2), f.t.name, f.name)
		case 7:
			if g.chance(2) && !f.t.odd && !f.t.big {
				g.line("_Alignas(%s) %s %s;", g.pick("16", "32", "0"), f.t.name, f.name)
				break
			}
			g.line("%s %s%s;", f.t.name, g.attribute(1), f.name)
		default:
			q := g.pick("", "", "const ", "volatile ")
			f.ro = q == "const "
			g.line("%s%s %s %s;", q, f.t.name, f.name, g.attribute(3))
		}
		t.odd, t.big = t.odd || f.t.odd, t.big || f.t.big
		t.fields = append(t.fields, f)
	}
	if len(t.fields) == 0 {
		f := genField{name: g.name("f"), t: genBasic[5]}
		g.line("int %s;", f.name)
		t.fields = append(t.fields, f)
	}
}

// offsets adds constants for where members are.
func (g *gen) offsets(t *genType, path, of string, depth int) {
	for _, f := range t.fields {
		at := path + "." + f.name
		switch {
		case f.name == "":
			g.offsets(f.t, path, of, depth)
			continue
		case f.width > 0:
			continue
		}
		if depth == 3 || g.chance(2) {
			g.constant(fmt.Sprintf("__builtin_offsetof(%s, %s)", of, at[1:]))
		}
		if depth == 0 {
			continue
		}
		switch e := f.t; e.kind {
		case genRecord:
			g.offsets(e, at, of, depth-1)
		case genArray:
			g.constant(fmt.Sprintf("__builtin_offsetof(%s, %s[%d])", of, at[1:], g.n(e.n+1)))
			if e.elem.kind == genRecord {
				g.offsets(e.elem, fmt.Sprintf("%s[%d]", at, g.n(e.n)), of, depth-1)
			}
		}
	}
}

// object declares an object, some with an initialiser.
func (g *gen) object() {
	t := g.anyType()
	v := genValue{text: g.name("o"), t: t}
	declarator := v.text
	switch {
	case t.odd:
	case g.chance(6):
		v.t = &genType{kind: genArray, elem: t, n: 1 + g.n(4)}
		declarator = fmt.Sprintf("%s[%d]", v.text, v.t.n)
	case g.chance(8):
		v.t = &genType{kind: genPointer, elem: t, noInit: true}
		declarator = "*" + v.text
	case g.chance(12):
		v.t = &genType{kind: genArray, elem: &genType{kind: genArray, elem: t, n: 2}, n: 1 + g.n(3)}
		declarator = fmt.Sprintf("%s[%d][2]", v.text, v.t.n)
	}
	g.values = append(g.values, v)
	if g.chance(4) || v.t.noInit {
		q := g.pick("", "const ", "volatile ")
		if t.hasEnum() {
			q = ""
		}
		if v.t.kind == genPointer && v.t.elem == t {
			v.t.elem = t.readOnly(q == "const ")
		} else {
			v.ro = q == "const "
		}
		g.values[len(g.values)-1] = v
		g.line("extern %s%s %s;", q, t.name, declarator)
		return
	}
	unknown := v.t.kind == genArray && v.t.elem == t && g.chance(3)
	if unknown {
		declarator = v.text + "[]"
	}
	g.line("%s %s %s= %s;", t.name, declarator, g.attribute(10), g.initialiser(v.t, true))
	g.images = append(g.images, v.text)
	if unknown {
		g.constant("sizeof " + v.text)
	}
}

// function declares a function.
func (g *gen) function() {
	t := g.scalar()
	name := g.name("fn")
	params := g.pick("void", "int, char", "", "double, ...", "int (*)[3]")
	args := map[string]string{"int, char": "1, 2", "double, ...": "1.5, 2", "int (*)[3]": "0"}[params]
	g.line("%s %s(%s);", t.name, name, params)
	g.funcs = append(g.funcs, genValue{text: fmt.Sprintf("%s(%s)", name, args), t: t})
}

// constantContext uses a constant where C needs one: an array's size, an enumerator, a bit-field's
// width, an alignment, a static assertion, an index.
func (g *gen) constantContext() {
	e := g.ice(3)
	v := g.name("c")
	switch g.n(7) {
	case 0, 1:
		g.line("extern char %s[1 + ((%s) & 63)];", v, e)
		g.constant("sizeof " + v)
	case 2:
		g.line("enum { %s = (int)(%s) };", v, e)
		g.constant(v)
	case 3:
		g.line("enum { %s = (%s) & 0xffff };", v, e)
		g.constant(v + " + sizeof(" + v + ")")
	case 4:
		g.line("struct %s { int a : 1 + ((%s) & 15); char b[((%s) & 7) + 1]; };", v, e, g.ice(2))
		g.constant("sizeof(struct " + v + ") * 100 + __builtin_offsetof(struct " + v + ", b)")
	case 5:
		if strings.Contains(e, `"`) {
			e = "3" // gcc 12 takes u"abc" for "abc" in the argument of an attribute
		}
		g.line("struct %s { char a; int b __attribute__((aligned(1 << ((%s) & 3)))); };", v, e)
		g.constant("sizeof(struct " + v + ")")
	default:
		g.line("_Static_assert((%s) * 0 == 0, \"\");", e)
		g.line("int %s[] = { [(%s) & 7] = 1, 2 };", v, e)
		g.constant("sizeof " + v)
		g.images = append(g.images, v)
	}
}
