package interp_test

import (
	"fmt"
	"math/rand"
	"strings"
)

// cgen writes random C programs without undefined behaviour, except that signed operations may
// overflow (gcc gets -fwrapv). Every loop is bounded, every variable initialised, every index
// reduced, every divisor positive. A program's main returns a checksum of all that it computed.
//
// Names end in the number of the program, so that many fit into one C file.
type cgen struct {
	r   *rand.Rand
	id  int
	b   strings.Builder
	ind int

	globals []cvar
	scope   []cvar // locals in scope
	funcs   []cfunc
	structs []*ctype
	next    int
	depth   int // of statements
	loops   int
	pure    bool // no side effects on anything but locals
	calls   bool // calls are allowed
	budget  int
	noShift bool // signed values are not shifted to the left, and constants are small
}

type ctype struct {
	name   string // of a scalar or struct, without the declarator
	bits   int    // of a scalar
	elem   *ctype // of an array or pointer
	n      int    // of an array
	ptr    bool
	fields []cvar // of a struct or union
	union  bool
}

type cvar struct {
	name     string
	t        *ctype
	readonly bool
	bits     int  // a bit-field's width
	global   bool // lives long enough for any pointer
}

type cfunc struct {
	name   string
	params []*ctype
	result *ctype
	pure   bool
}

var scalars = []*ctype{
	{name: "char", bits: 8}, {name: "signed char", bits: 8}, {name: "unsigned char", bits: 8},
	{name: "short", bits: 16}, {name: "unsigned short", bits: 16},
	{name: "int", bits: 32}, {name: "int", bits: 32}, {name: "unsigned", bits: 32}, {name: "unsigned int", bits: 32},
	{name: "long", bits: 64}, {name: "unsigned long", bits: 64}, {name: "long long", bits: 64},
	{name: "_Bool", bits: 1},
}

func (g *cgen) n(k int) int       { return g.r.Intn(k) }
func (g *cgen) chance(k int) bool { return g.r.Intn(k) == 0 }

func (g *cgen) name(prefix string) string {
	g.next++
	return fmt.Sprintf("%s%d_%d", prefix, g.next, g.id)
}

func (g *cgen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.ind))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *cgen) scalar() *ctype { return scalars[g.n(len(scalars))] }

// decl is a declaration of name with type t, without the semicolon.
func decl(t *ctype, name string) string {
	switch {
	case t.ptr:
		if t.elem.elem != nil && !t.elem.ptr {
			return decl(t.elem, "(*"+name+")")
		}
		return decl(t.elem, "*"+name)
	case t.elem != nil:
		return decl(t.elem, fmt.Sprintf("%s[%d]", name, t.n))
	}
	return t.name + " " + name
}

func pointer(t *ctype) *ctype { return &ctype{elem: t, ptr: true} }

// literal is a constant of any arithmetic type.
func (g *cgen) literal() string {
	if g.noShift { // gcc folds constants that overflow and does not stop there
		return fmt.Sprint(g.n(9))
	}
	switch g.n(9) {
	case 0:
		return []string{"0x7f", "0xff", "0x80", "255u", "0x7fffffff", "0x80000000", "0xffffffffu", "4294967295", "0x7fffffffffffffffL", "0x8000000000000000UL", "(-2147483647-1)", "65535", "32768", "1L", "2UL", "010", "3LL", "5ULL"}[g.n(18)]
	case 1:
		return []string{"'a'", "'\\n'", "'\\377'", "'\\x7f'", "'0'"}[g.n(5)]
	case 2:
		return fmt.Sprint(g.r.Uint32())
	case 3:
		return fmt.Sprintf("-%d", g.n(1000))
	}
	return fmt.Sprint(g.n(20))
}

// place is an lvalue of scalar type with its type, out of the variables vs; ok is false if there
// is none.
func (g *cgen) place(vs []cvar, write bool) (string, cvar, bool) {
	for range 8 {
		if len(vs) == 0 {
			break
		}
		v := vs[g.n(len(vs))]
		if write && v.readonly {
			continue
		}
		s, leaf := g.descend(v.name, v)
		if write && leaf.readonly {
			continue
		}
		return s, leaf, true
	}
	return "", cvar{}, false
}

// descend goes from a variable to a scalar in it.
func (g *cgen) descend(s string, v cvar) (string, cvar) {
	for {
		t := v.t
		switch {
		case t.ptr:
			if t.elem.fields != nil {
				f := t.elem.fields[g.n(len(t.elem.fields))]
				s, v = s+"->"+f.name, cvar{t: f.t, bits: f.bits, global: true}
				continue
			}
			s, v = "(*"+s+")", cvar{t: t.elem, global: true}
		case t.elem != nil:
			s, v = fmt.Sprintf("%s[%s]", s, g.index(t.n)), cvar{t: t.elem, readonly: v.readonly, global: v.global}
		case t.fields != nil:
			f := t.fields[g.n(len(t.fields))]
			s, v = s+"."+f.name, cvar{t: f.t, readonly: v.readonly, bits: f.bits, global: v.global}
		default:
			v.name = s
			return s, v
		}
	}
}

func (g *cgen) index(n int) string {
	if g.chance(2) {
		return fmt.Sprint(g.n(n))
	}
	e := g.expr(1)
	if n&(n-1) == 0 {
		return fmt.Sprintf("(%s) & %d", e, n-1)
	}
	return fmt.Sprintf("(unsigned)(%s) %% %du", e, n)
}

func (g *cgen) vars() []cvar {
	if len(g.scope) > 0 && !g.chance(3) {
		return g.scope
	}
	return g.globals
}

// expr is an expression of arithmetic type without side effects.
func (g *cgen) expr(depth int) string {
	if depth <= 0 || g.chance(6) {
		if g.chance(3) {
			return g.literal()
		}
		if s, _, ok := g.place(g.vars(), false); ok {
			return s
		}
		return g.literal()
	}
	a := func() string { return g.expr(depth - 1) }
	switch g.n(22) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a(), []string{"+", "-", "*"}[g.n(3)], a())
	case 3:
		return fmt.Sprintf("(%s %s %s)", a(), []string{"&", "|", "^"}[g.n(3)], a())
	case 4:
		if g.noShift {
			return fmt.Sprintf("((unsigned)(%s) << (%s & 7))", a(), a())
		}
		return fmt.Sprintf("(%s << (%s & 7))", a(), a())
	case 5:
		return fmt.Sprintf("(%s >> (%s & 15))", a(), a())
	case 6:
		return fmt.Sprintf("(%s %s ((%s & 15) + 1))", a(), []string{"/", "%"}[g.n(2)], a())
	case 7:
		return fmt.Sprintf("(%s %s %s)", a(), []string{"/ 3", "% 7", "/ -5", "% -4", "/ 10u", "% 16ul"}[g.n(6)], "")
	case 8, 9:
		return fmt.Sprintf("(%s %s %s)", a(), []string{"<", "<=", ">", ">=", "==", "!="}[g.n(6)], a())
	case 10:
		return fmt.Sprintf("(%s %s %s)", a(), []string{"&&", "||"}[g.n(2)], a())
	case 11:
		return fmt.Sprintf("%s(%s)", []string{"-", "~", "!", "+"}[g.n(4)], a())
	case 12:
		return fmt.Sprintf("(%s ? %s : %s)", a(), a(), a())
	case 13, 14, 15:
		return fmt.Sprintf("(%s)(%s)", g.scalar().name, a())
	case 16:
		if s, _, ok := g.place(g.scope, false); ok { // (gcc 12 crashes on (_Bool)(1, 2))
			return fmt.Sprintf("(%s, %s)", s, a())
		}
	case 17:
		if len(g.structs) > 0 && g.chance(2) {
			return fmt.Sprintf("sizeof(%s)", g.structs[g.n(len(g.structs))].name)
		}
		return fmt.Sprintf("sizeof(%s)", g.scalar().name)
	case 18, 19:
		if g.calls {
			for _, f := range g.funcs {
				if f.pure && g.chance(2) {
					if s, ok := g.call(f, depth-1); ok {
						return s
					}
				}
			}
		}
	case 20:
		return fmt.Sprintf("\"h\\0%d\\xfez\"[%s]", g.n(8), g.index(5))
	}
	return a()
}

// call is a call of f; ok is false if there is nothing to pass.
func (g *cgen) call(f cfunc, depth int) (string, bool) {
	var args []string
	for _, t := range f.params {
		s, ok := g.argument(t, depth)
		if !ok {
			return "", false
		}
		args = append(args, s)
	}
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), true
}

// argument is a value of type t.
func (g *cgen) argument(t *ctype, depth int) (string, bool) {
	switch {
	case t.ptr:
		return g.address(t.elem, false)
	case t.fields != nil:
		for _, v := range append(append([]cvar(nil), g.scope...), g.globals...) {
			if v.t == t {
				return v.name, true
			}
		}
		return "", false
	}
	return g.expr(depth), true
}

// address is a pointer to a variable of type t: to one that lives for ever, if global.
func (g *cgen) address(t *ctype, global bool) (string, bool) {
	var found []string
	add := func(v cvar) {
		if v.readonly || global && !v.global || v.bits > 0 {
			return
		}
		switch {
		case v.t == t:
			found = append(found, "&"+v.name)
		case v.t.ptr && v.t.elem == t && (!global || v.global):
			found = append(found, v.name)
		case !v.t.ptr && v.t.elem == t:
			found = append(found, fmt.Sprintf("&%s[%d]", v.name, g.n(v.t.n)), v.name)
		}
		for _, f := range v.t.fields {
			if f.t == t && f.bits == 0 {
				found = append(found, "&"+v.name+"."+f.name)
			}
		}
	}
	for _, v := range g.scope {
		add(v)
	}
	for _, v := range g.globals {
		add(v)
	}
	if len(found) == 0 {
		return "", false
	}
	return found[g.n(len(found))], true
}

// initialiser is an initialiser for type t; constant if it must be.
func (g *cgen) initialiser(t *ctype, constant bool) string {
	switch {
	case t.ptr:
		s, ok := g.address(t.elem, true)
		if !ok {
			return "0"
		}
		return s
	case t.elem != nil:
		if t.elem.bits == 8 && g.chance(2) {
			return fmt.Sprintf("%q", "abcdefgh"[:g.n(t.n)])
		}
		var parts []string
		for i := range 1 + g.n(t.n) {
			s := g.initialiser(t.elem, constant)
			if g.chance(6) {
				s = fmt.Sprintf("[%d] = %s", i, s)
			}
			parts = append(parts, s)
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case t.union:
		return "{ " + g.initialiser(t.fields[0].t, constant) + " }"
	case t.fields != nil:
		var parts []string
		for _, f := range t.fields[:1+g.n(len(t.fields))] {
			s := g.initialiser(f.t, constant)
			if g.chance(3) {
				s = "." + f.name + " = " + s
			}
			parts = append(parts, s)
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	if !constant {
		return g.expr(2)
	}
	switch g.n(4) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", g.scalar().name, g.literal())
	case 1:
		return fmt.Sprintf("%s %s %s", g.literal(), []string{"+", "-", "*", "&", "^", "|", "<", "=="}[g.n(8)], g.literal())
	case 2:
		return fmt.Sprintf("(%s ? %s : ~%s)", g.literal(), g.literal(), g.literal())
	}
	return g.literal()
}

// dataType is a type of a variable. The initialiser of a pointer has something to point to.
func (g *cgen) dataType(global bool) *ctype {
	switch k := g.n(12); {
	case k < 5:
		return g.scalar()
	case k < 7:
		return &ctype{elem: g.scalar(), n: []int{2, 3, 4, 5, 8}[g.n(5)]}
	case k == 7:
		return &ctype{elem: &ctype{elem: g.scalar(), n: 2 + g.n(2)}, n: 2 + g.n(3)}
	case k < 10 && len(g.structs) > 0:
		s := g.structs[g.n(len(g.structs))]
		if g.chance(4) {
			return &ctype{elem: s, n: 2 + g.n(3)}
		}
		return s
	case k >= 10:
		t := g.scalar()
		if len(g.structs) > 0 && g.chance(3) {
			t = g.structs[g.n(len(g.structs))]
		}
		if _, ok := g.address(t, true); ok {
			return pointer(t)
		}
	}
	return g.scalar()
}

func (g *cgen) structType() {
	t := &ctype{union: g.chance(5)}
	kind := "struct"
	if t.union {
		kind = "union"
	}
	t.name = kind + " " + g.name("s")
	for range 1 + g.n(5) {
		f := cvar{name: g.name("f"), t: g.scalar()}
		switch {
		case t.union:
			// reading another member than the last one written: gcc says what that gives
			f.t = []*ctype{scalars[2], scalars[4], scalars[5], scalars[7], scalars[10]}[g.n(5)]
			if g.chance(3) {
				f.t = &ctype{elem: scalars[2], n: 4}
			}
		case g.chance(4):
			f.t = &ctype{elem: g.scalar(), n: 2 + g.n(3)}
		case g.chance(3) && f.t.bits >= 8:
			f.t = []*ctype{scalars[5], scalars[7], scalars[4], scalars[1], scalars[2], scalars[10]}[g.n(6)]
			f.bits = 1 + g.n(min(f.t.bits, 32)) // in gcc a wider one has arithmetic of that width
		case len(g.structs) > 0 && g.chance(5):
			f.t = g.structs[g.n(len(g.structs))]
		}
		t.fields = append(t.fields, f)
	}
	g.line("%s {", t.name)
	for _, f := range t.fields {
		if f.bits > 0 {
			g.line("  %s : %d;", decl(f.t, f.name), f.bits)
		} else {
			g.line("  %s;", decl(f.t, f.name))
		}
	}
	g.line("};")
	g.structs = append(g.structs, t)
}
