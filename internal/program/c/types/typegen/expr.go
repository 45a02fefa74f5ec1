package typegen

import (
	"fmt"
	"strings"
)

// ice is an integer constant expression.
func (g *gen) ice(depth int) string {
	if depth <= 0 {
		return g.leaf()
	}
	a := func() string { return g.ice(depth - 1) }
	switch g.n(26) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("+", "-", "*"), a())
	case 3:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&", "|", "^"), a())
	case 4:
		return fmt.Sprintf("(%s %s (%s & 7))", a(), g.pick("<<", ">>"), a())
	case 5:
		return fmt.Sprintf("(%s %s ((%s & 15) + 1))", a(), g.pick("/", "%"), a())
	case 6, 7:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("<", "<=", ">", ">=", "==", "!="), a())
	case 8:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&&", "||"), a())
	case 9, 10:
		return fmt.Sprintf("(%s%s)", g.pick("-", "~", "!", "+"), a())
	case 11, 12:
		return fmt.Sprintf("(%s ? %s : %s)", a(), a(), a())
	case 13, 14, 15:
		return fmt.Sprintf("(%s)(%s)", g.integer().name, a())
	case 16:
		return fmt.Sprintf("(int)(%s %s %s)", g.float(), g.pick("+", "-", "*"), g.float())
	case 17:
		return fmt.Sprintf("(%s %s %s)", g.float(), g.pick("<", ">", "==", "!="), g.float())
	case 18:
		return "sizeof(" + g.anyType().name + ")"
	case 19:
		return g.pick("_Alignof", "__alignof__", "__alignof") + "(" + g.anyType().name + ")"
	case 20:
		return g.probe()
	case 21:
		return fmt.Sprintf("__builtin_types_compatible_p(%s, %s)", g.anyType().name, g.anyType().name)
	case 22:
		return fmt.Sprintf("__builtin_choose_expr(%s, %s, %s)", g.leaf(), a(), a())
	case 23:
		return fmt.Sprintf("_Generic(%s, int: %s, unsigned: %s, default: %s)", a(), a(), a(), a())
	case 24:
		return fmt.Sprintf("(int)(%s)", g.float())
	}
	return a()
}

// leaf is a constant.
func (g *gen) leaf() string {
	switch g.n(8) {
	case 0:
		if len(g.enums) > 0 {
			return g.enums[g.n(len(g.enums))]
		}
	case 1:
		return g.pick("'a'", "'\\n'", "'\\377'", "'\\x80'", "L'b'", "u'c'", "U'd'", "'ab'", "'\\1\\2\\3'", "L'\\x1234'", "u'\\xffff'", "U'\\xffffffff'", "'\\0'")
	case 2:
		return g.pick("0x7fffffff", "0x80000000", "0xffffffff", "2147483648", "4294967295", "4294967296", "0x7fffffffffffffff", "0x8000000000000000", "9223372036854775807", "0xffffffffffffffff", "037777777777", "0b1011", "1000000000000")
	case 3:
		return fmt.Sprint(g.n(300)) + g.pick("", "u", "l", "ul", "lu", "ll", "ull", "LLU", "uLL", "L", "U")
	}
	return fmt.Sprint(g.n(20))
}

// float is a floating constant, or arithmetic on some.
func (g *gen) float() string {
	if g.chance(4) {
		return fmt.Sprintf("(%s %s %s)", g.float(), g.pick("+", "-", "*"), g.float())
	}
	return g.pick("1.5", "0.1", "3.75f", "2e2", "0x1p3", "0.1f", "1e-3", "(float)0.7", "(double)3", "7", "-2.25", "100.f", ".5")
}

// probe is a constant that says something about the type of an expression, which is not evaluated.
func (g *gen) probe() string {
	v := g.value(3)
	if !v.bit && v.t.kind != genVoid && (g.chance(3) || v.t.kind != genInt && v.t.hasEnum()) {
		return "sizeof(" + v.text + ")"
	}
	names := []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
		"long long", "unsigned long long", "_Bool", "float", "double", "long double",
		"void *", "const void *", "char *", "const char *", "volatile char *", "int *", "const int *", "unsigned *", "int **", "unsigned short *", "long *",
		"int (*)[2]", "int (*)(void)", "int (*)(int, char)"}
	if !g.ilp32 {
		names = append(names, "__int128", "unsigned __int128")
	}
	var b strings.Builder
	for i, n := range names {
		if i < 15 || g.chance(2) {
			fmt.Fprintf(&b, ", %s: %d", n, i+1)
		}
	}
	if v.t.name != "" && v.t.kind == genRecord && g.chance(2) {
		fmt.Fprintf(&b, ", %s: 100, %s *: 101, const %s *: 102", v.t.name, v.t.name, v.t.name)
	}
	return fmt.Sprintf("_Generic((%s)%s, default: 0)", v.text, b.String())
}

// value is an expression of any type with objects in it.
func (g *gen) value(depth int) genValue {
	if depth <= 0 || len(g.values) == 0 {
		if len(g.values) == 0 || g.chance(6) {
			return genValue{text: g.leaf(), t: genBasic[5]}
		}
		return g.designator()
	}
	integer := genBasic[5]
	v := func() genValue { return g.value(depth - 1) }
	number := func() genValue { // of arithmetic type
		for range 6 {
			if x := v(); x.t.kind == genInt || x.t.kind == genFloat {
				return x
			}
		}
		return genValue{text: g.leaf(), t: integer}
	}
	whole := func() genValue {
		if x := number(); x.t.kind == genInt {
			return x
		}
		return genValue{text: g.leaf(), t: integer}
	}
	wide := func(a, b genValue) *genType { // what matters here: floating or not
		if a.t.kind == genFloat {
			return a.t
		}
		return &genType{kind: b.t.kind}
	}
	switch g.n(20) {
	case 0, 1, 2:
		a, b := number(), number()
		return genValue{text: fmt.Sprintf("(%s %s %s)", a.text, g.pick("+", "-", "*", "/"), b.text), t: wide(a, b)}
	case 3:
		a, b := whole(), whole()
		return genValue{text: fmt.Sprintf("(%s %s %s)", a.text, g.pick("%", "&", "|", "^", "<<", ">>"), b.text), t: &genType{}}
	case 4:
		a := number()
		return genValue{text: fmt.Sprintf("(%s%s)", g.pick("+", "-"), a.text), t: &genType{kind: a.t.kind}}
	case 5:
		return genValue{text: fmt.Sprintf("(~%s)", whole().text), t: &genType{}}
	case 6:
		a, b := number(), number()
		return genValue{text: fmt.Sprintf("(%s ? %s : %s)", whole().text, a.text, b.text), t: wide(a, b)}
	case 7:
		t := g.scalar()
		return genValue{text: fmt.Sprintf("(%s)%s", t.name, number().text), t: t}
	case 8:
		a := v()
		return genValue{text: fmt.Sprintf("(%s, %s)", number().text, a.text), t: decayedGen(a.t), bit: a.bit}
	case 9:
		if d := g.designator(); d.t.kind == genInt && !d.ro {
			return genValue{text: fmt.Sprintf("(%s %s %s)", d.text, g.pick("=", "+=", "<<=", "&="), whole().text), t: d.t, bit: d.bit}
		}
	case 10:
		if d := g.designator(); d.t.kind == genInt && !d.ro {
			return genValue{text: fmt.Sprintf(g.pick("(%s++)", "(--%s)"), d.text), t: d.t, bit: d.bit}
		}
	case 11:
		if d := g.designator(); !d.bit && !d.t.hasEnum() {
			return genValue{text: "(&" + d.text + ")", t: &genType{kind: genPointer, elem: d.t.readOnly(d.ro)}}
		}
	case 12:
		if a := v(); a.t.kind == genPointer || a.t.kind == genArray {
			e := a.t.elem
			if e != nil && !e.hasEnum() {
				return genValue{text: fmt.Sprintf("(%s + %s)", a.text, whole().text), t: &genType{kind: genPointer, elem: e}}
			}
		}
	case 13:
		a := v()
		switch {
		case a.t.elem.hasEnum():
		case a.t.kind == genPointer, a.t.kind == genArray:
			other := g.pick("0", "(void *)0", a.text, "(void *)1", "(const void *)2")
			t := &genType{kind: genPointer, elem: a.t.elem}
			if strings.HasSuffix(other, "1") || strings.HasSuffix(other, "2") {
				t.elem = nil
			}
			return genValue{text: fmt.Sprintf("(%s ? %s : %s)", whole().text, a.text, other), t: t}
		}
	case 14:
		if len(g.funcs) > 0 {
			f := g.funcs[g.n(len(g.funcs))]
			if g.chance(3) {
				name, _, _ := strings.Cut(f.text, "(")
				return genValue{text: fmt.Sprintf(g.pick("%s", "(&%s)", "(*%s)"), name), t: &genType{kind: genVoid}, bit: true}
			}
			return f
		}
	case 15:
		return genValue{text: g.pick("\"abc\"", "L\"ab\"", "u\"abc\"", "U\"a\"", "u8\"x\\xff\"", "\"a\" \"b\""), t: &genType{kind: genArray}}
	case 16:
		return genValue{text: g.pick("sizeof(int)", "(1 == 2)", "!0", "('a' && 1)", "(0 || 0)", "(&*\"x\" - \"y\")", "(int *)0", "(void)0, 1.0f"), t: &genType{kind: genVoid}}
	case 17:
		t := g.anyType()
		if !t.noInit && t.kind != genPointer && (t.kind != genArray || !t.hasEnum()) {
			return genValue{text: fmt.Sprintf("(%s){ 0 }", t.name), t: t}
		}
	case 18:
		a := v()
		if a.t.kind == genPointer && a.t.elem != nil {
			return genValue{text: "(*" + a.text + ")", t: a.t.elem, ro: a.t.elem.ro}
		}
	}
	return v()
}

// readOnly is the type qualified with const.
func (t *genType) readOnly(ro bool) *genType {
	if !ro {
		return t
	}
	d := *t
	d.ro = true
	return &d
}

func decayedGen(t *genType) *genType {
	if t.kind == genArray {
		return &genType{kind: genPointer, elem: t.elem}
	}
	return t
}

// designator is an object or a part of one.
func (g *gen) designator() genValue {
	v := g.values[g.n(len(g.values))]
	v.ro = v.ro || v.t.ro
	for range 4 {
		t := v.t
		switch {
		case t.kind == genArray && t.elem != nil && !g.chance(4):
			v = genValue{text: fmt.Sprintf("%s[%d]", v.text, g.n(t.n+1)), t: t.elem, ro: v.ro || t.elem.ro}
		case t.kind == genPointer && t.elem != nil && !g.chance(4):
			v = genValue{text: fmt.Sprintf("%s[1]", v.text), t: t.elem, ro: t.elem.ro}
		case t.kind == genRecord && len(t.fields) > 0 && !g.chance(5):
			f := t.fields[g.n(len(t.fields))]
			if f.name == "" {
				v.t = f.t
				continue
			}
			v = genValue{text: v.text + "." + f.name, t: f.t, bit: f.width > 0, ro: v.ro || f.ro || f.t.ro}
		default:
			return v
		}
	}
	if v.t.kind == genRecord && v.t.name == "" { // an anonymous member
		return g.values[g.n(len(g.values))]
	}
	return v
}

// initialiser is one for an object of static storage duration.
func (g *gen) initialiser(t *genType, outer bool) string {
	switch t.kind {
	case genInt:
		if outer && g.chance(10) {
			return "{ " + g.ice(1) + " }"
		}
		return g.ice(1 + g.n(2))
	case genFloat:
		if t.noInit {
			return "0"
		}
		return g.pick("1.5", "-0.25f", "3", "0", "0x1p-4", "1000000.0", "'a'", "2.5L")
	case genPointer:
		return g.pick("0", "(void *)0x1234", "(char *)8")
	case genArray:
		return g.arrayInitialiser(t)
	}
	var parts []string
	for i, f := range t.fields {
		switch {
		case t.union && i > 0:
			continue
		case !t.union && g.chance(7):
			return "{ " + strings.Join(parts, ", ") + " }"
		}
		s := g.initialiser(f.t, false)
		if f.name != "" && g.chance(4) {
			s = "." + f.name + " = " + s
		}
		parts = append(parts, s)
	}
	if !t.union && g.chance(6) {
		if f := t.fields[g.n(len(t.fields))]; f.name != "" {
			parts = append(parts, "."+f.name+" = "+g.initialiser(f.t, false))
		}
	}
	if t.union && g.chance(2) {
		if f := t.fields[g.n(len(t.fields))]; f.name != "" {
			return "{ ." + f.name + " = " + g.initialiser(f.t, false) + " }"
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (g *gen) arrayInitialiser(t *genType) string {
	if e := t.elem; e.kind == genInt && e.bits == 8 && strings.HasSuffix(e.name, "char") && g.chance(2) {
		return fmt.Sprintf("%q", "abcdefgh"[:g.n(t.n+1)])
	}
	var parts []string
	for i := range 1 + g.n(t.n) {
		s := g.initialiser(t.elem, false)
		switch g.n(8) {
		case 0:
			s = fmt.Sprintf("[%d] = %s", i, s)
		case 1:
			s = fmt.Sprintf("[%d ... %d] = %s", i, t.n-1, s)
		case 2:
			if e := t.elem; e.kind == genRecord && !e.union && e.fields[0].name != "" {
				s = fmt.Sprintf("[%d].%s = %s", i, e.fields[0].name, g.initialiser(e.fields[0].t, false))
				if len(e.fields) > 1 && e.fields[1].t.kind == genInt { // the next goes there
					s += ", " + g.ice(1)
				}
				return "{ " + strings.Join(append(parts, s), ", ") + " }"
			}
		}
		parts = append(parts, s)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
