package interp_test

import (
	"fmt"
	"math/rand"
	"strings"
)

// cProgram is a whole program with the number id.
func cProgram(seed int64, id int, noShift bool) string {
	g := &cgen{r: rand.New(rand.NewSource(seed)), id: id, budget: 60, noShift: noShift}
	g.line("extern int __VERIFIER_nondet_int(void);")
	g.line("extern unsigned char __VERIFIER_nondet_uchar(void);")
	g.line("extern long __VERIFIER_nondet_long(void);")
	g.line("static unsigned long h_%d = 1469598103934665603UL;", id)
	g.line("static void mix_%d(unsigned long v) { h_%d = (h_%d ^ v) * 1099511628211UL; }", id, id, id)
	for range g.n(4) {
		g.structType()
	}
	for range 2 + g.n(5) {
		v := cvar{name: g.name("g"), t: g.dataType(true), global: true}
		if g.chance(4) {
			g.line("static %s;", decl(v.t, v.name))
			if v.t.ptr {
				continue
			}
		} else {
			g.line("static %s = %s;", decl(v.t, v.name), g.initialiser(v.t, true))
		}
		g.globals = append(g.globals, v)
	}
	for range g.n(5) {
		g.function()
	}
	g.line("int main(void) {")
	g.ind++
	g.calls = true
	g.body()
	for _, v := range append(append([]cvar(nil), g.globals...), g.scope...) {
		for _, s := range leaves(v.name, v.t) {
			g.line("mix_%d((unsigned long)(%s));", g.id, s)
		}
	}
	g.line("return (int)(h_%d ^ (h_%d >> 16 >> 16));", id, id)
	g.ind--
	g.line("}")
	return g.b.String()
}

// leaves lists the scalars in a variable.
func leaves(s string, t *ctype) []string {
	switch {
	case t.ptr:
		return leaves("(*"+s+")", t.elem)
	case t.elem != nil:
		var all []string
		for i := range t.n {
			all = append(all, leaves(fmt.Sprintf("%s[%d]", s, i), t.elem)...)
		}
		return all
	case t.fields != nil:
		var all []string
		for _, f := range t.fields {
			all = append(all, leaves(s+"."+f.name, f.t)...)
		}
		return all
	}
	return []string{s}
}

func (g *cgen) function() {
	f := cfunc{name: g.name("f"), pure: g.chance(2), result: g.scalar()}
	if !f.pure && len(g.structs) > 0 && g.chance(4) {
		f.result = g.structs[g.n(len(g.structs))]
	}
	var params []string
	g.scope = nil
	for range g.n(4) {
		t := g.scalar()
		switch {
		case g.chance(3) && !f.pure:
			t = pointer(t)
			if len(g.structs) > 0 && g.chance(2) {
				t = pointer(g.structs[g.n(len(g.structs))])
			}
		case len(g.structs) > 0 && g.chance(5):
			t = g.structs[g.n(len(g.structs))]
		}
		v := cvar{name: g.name("p"), t: t}
		f.params = append(f.params, t)
		params = append(params, decl(t, v.name))
		g.scope = append(g.scope, v)
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	g.line("static %s(%s) {", decl(f.result, f.name), strings.Join(params, ", "))
	g.ind++
	g.pure, g.calls = f.pure, true
	if f.pure && len(f.params) > 0 && f.params[0].bits >= 32 && g.chance(3) {
		// recursion with a bound
		g.line("if (%s > 0 && %s < 5) return %s(%s) + 1;", g.scope[0].name, g.scope[0].name, f.name, g.recursive(f))
	}
	if !f.pure && g.chance(3) {
		v := cvar{name: g.name("st"), t: g.scalar(), global: true}
		g.line("static %s = %s;", decl(v.t, v.name), g.initialiser(v.t, true))
		g.scope = append(g.scope, v)
	}
	g.body()
	if f.result.fields != nil {
		g.line("%s;", decl(f.result, "r_"))
		g.line("__builtin_memset(&r_, %d, sizeof r_);", g.n(3))
		for _, v := range f.result.fields {
			if v.t.bits > 0 {
				g.line("r_.%s = %s;", v.name, g.expr(2))
			}
		}
		g.line("return r_;")
	} else {
		g.line("return %s;", g.expr(3))
	}
	g.ind--
	g.line("}")
	g.pure = false
	g.scope = nil
	g.funcs = append(g.funcs, f)
}

// recursive is the arguments of a recursive call: the first is smaller by one.
func (g *cgen) recursive(f cfunc) string {
	args := []string{g.scope[0].name + " - 1"}
	for i := range f.params[1:] {
		args = append(args, g.scope[i+1].name)
	}
	return strings.Join(args, ", ")
}

// body is declarations and statements of a function.
func (g *cgen) body() {
	g.depth = 0
	for range 1 + g.n(4) {
		g.declare()
	}
	for range 2 + g.n(6) {
		g.statement()
	}
}

func (g *cgen) declare() {
	v := cvar{name: g.name("v"), t: g.dataType(false)}
	if g.pure && v.t.ptr {
		v.t = g.scalar()
	}
	switch {
	case v.t.ptr:
		s, ok := g.address(v.t.elem, false)
		if !ok {
			return
		}
		g.line("%s = %s;", decl(v.t, v.name), s)
	case v.t.bits > 0 && !g.pure && g.chance(4):
		g.line("%s = %s;", decl(v.t, v.name), []string{"__VERIFIER_nondet_int()", "__VERIFIER_nondet_uchar()", "__VERIFIER_nondet_long()"}[g.n(3)])
	case v.t.bits == 0 && g.chance(3):
		g.line("%s;", decl(v.t, v.name))
		g.line("__builtin_memset(&%s, %d, sizeof %s);", v.name, g.n(2), v.name)
	default:
		g.line("%s = %s;", decl(v.t, v.name), g.initialiser(v.t, false))
	}
	g.scope = append(g.scope, v)
}

// block is statements in braces, with declarations of their own.
func (g *cgen) block(head string) {
	g.line("%s {", head)
	g.ind++
	g.depth++
	mark := len(g.scope)
	if g.chance(3) {
		g.declare()
	}
	for range 1 + g.n(3) {
		g.statement()
	}
	g.scope = g.scope[:mark]
	g.depth--
	g.ind--
	g.line("}")
}

// target is an lvalue that may be written.
func (g *cgen) target() (string, cvar, bool) {
	if g.pure {
		var own []cvar
		for _, v := range g.scope {
			if !v.t.ptr {
				own = append(own, v)
			}
		}
		return g.place(own, true)
	}
	return g.place(g.vars(), true)
}

func (g *cgen) statement() {
	g.budget--
	kind := g.n(28)
	if g.depth > 2 || g.budget < 0 {
		kind = g.n(8)
	}
	switch kind {
	default:
		if s, _, ok := g.target(); ok {
			g.line("%s = %s;", s, g.expr(3))
		}
	case 4, 5:
		if s, v, ok := g.target(); ok {
			op := []string{"+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"}[g.n(10)]
			if g.noShift && op == "<<" {
				op = ">>"
			}
			switch e := g.expr(2); op {
			case "/", "%":
				g.line("%s %s= (%s & 7) + 1;", s, op, e)
			case "<<", ">>":
				g.line("%s %s= %s & 7;", s, op, e)
			default:
				g.line("%s %s= %s;", s, op, e)
			}
			_ = v
		}
	case 6:
		if s, v, ok := g.target(); ok && v.t.bits > 1 {
			op := []string{"%s++", "++%s", "%s--", "--%s"}[g.n(4)]
			if t, _, ok := g.target(); ok && g.chance(2) && !strings.ContainsAny(s+t, "[*>.&") && s != t {
				g.line("%s = %s;", t, fmt.Sprintf(op, s))
			} else {
				g.line("%s;", fmt.Sprintf(op, s))
			}
		}
	case 7:
		g.assignWhole()
	case 8, 9, 10:
		g.block(fmt.Sprintf("if (%s)", g.expr(3)))
		if g.chance(2) {
			g.block("else")
		}
	case 11, 12:
		i := cvar{name: g.name("i"), t: scalars[5+g.n(4)], readonly: true}
		mark := len(g.scope)
		g.scope = append(g.scope, i)
		g.loops++
		g.block(fmt.Sprintf("for (%s = 0; %s < %d; %s++)", decl(i.t, i.name), i.name, 1+g.n(6), i.name))
		g.loops--
		g.scope = g.scope[:mark]
	case 13:
		i := g.name("w")
		g.line("{ int %s = %d;", i, 1+g.n(5))
		g.loops++
		if g.chance(2) {
			g.block(fmt.Sprintf("while (%s-- > 0 && (%s))", i, g.expr(2)))
		} else {
			g.block("do")
			g.line("while (--%s > 0 || (%s > -3 && (%s)));", i, i, g.expr(1))
		}
		g.loops--
		g.line("}")
	case 14, 15:
		g.swtch()
	case 16:
		if g.loops > 0 {
			g.line("if (%s) %s;", g.expr(2), []string{"break", "continue"}[g.n(2)])
		}
	case 17, 18:
		if g.pure || len(g.funcs) == 0 {
			return
		}
		f := g.funcs[g.n(len(g.funcs))]
		c, ok := g.call(f, 2)
		if !ok {
			return
		}
		if f.result.fields != nil {
			for _, v := range g.scope {
				if v.t == f.result && !v.readonly {
					g.line("%s = %s;", v.name, c)
					return
				}
			}
			g.line("%s;", c)
			return
		}
		if s, _, ok := g.place(g.scope, true); ok && g.chance(3) == false && !strings.ContainsAny(s, "[*>") {
			g.line("%s = %s;", s, c)
		} else {
			g.line("(void)%s;", c)
		}
	case 19:
		l := g.name("L")
		g.line("if (%s) goto %s;", g.expr(2), l)
		g.statement()
		g.line("%s: ;", l)
	case 20:
		g.walk()
	case 21:
		g.functionPointer()
	case 22:
		if s, v, ok := g.target(); ok && v.bits == 0 && !g.pure {
			g.line("%s = __VERIFIER_nondet_int();", s)
		}
	case 23:
		g.heap()
	case 24, 25, 26, 27:
		g.extra()
	}
}

// assignWhole assigns a struct, changes a pointer or copies bytes.
func (g *cgen) assignWhole() {
	if g.pure {
		return
	}
	var all []cvar
	all = append(append(all, g.scope...), g.globals...)
	v := all[g.n(len(all))]
	if v.readonly {
		return
	}
	switch {
	case v.t.ptr:
		if s, ok := g.address(v.t.elem, true); ok {
			g.line("%s = %s;", v.name, s)
		}
	case v.t.fields != nil:
		for _, w := range all {
			if w.t == v.t && w.name != v.name {
				if g.chance(3) {
					g.line("__builtin_memcpy(&%s, &%s, sizeof %s);", v.name, w.name, v.name)
				} else {
					g.line("%s = %s;", v.name, w.name)
				}
				return
			}
			if w.t.ptr && w.t.elem == v.t {
				g.line("%s = *%s;", v.name, w.name)
				return
			}
		}
	}
}

func (g *cgen) swtch() {
	g.line("switch (%s) {", g.expr(2))
	g.ind++
	g.depth++
	used := map[int]bool{}
	for range 1 + g.n(4) {
		k := g.n(12) - 2
		if used[k] {
			continue
		}
		used[k] = true
		g.line("case %d:", k)
		g.statement()
		if !g.chance(3) {
			g.line("break;")
		}
	}
	if g.chance(2) {
		g.line("default:")
		g.statement()
	}
	g.line(";")
	g.depth--
	g.ind--
	g.line("}")
}

// walk goes over an array with a pointer.
func (g *cgen) walk() {
	for _, v := range append(append([]cvar(nil), g.scope...), g.globals...) {
		if v.t.ptr || v.t.elem == nil || v.t.elem.bits == 0 || g.chance(2) {
			continue
		}
		s, _, ok := g.place(g.scope, true)
		if !ok || strings.ContainsAny(s, "[*>") {
			return
		}
		p := g.name("q")
		g.line("{ %s = %s;", decl(pointer(v.t.elem), p), v.name)
		g.line("  while (%s < %s + %d) %s += *%s++;", p, v.name, v.t.n, s, p)
		g.line("  %s ^= (int)(%s - %s) + %s[-1] + (&%s[1] == %s + 1);", s, p, v.name, p, v.name, v.name)
		g.line("}")
		return
	}
}

// functionPointer calls one of two functions of the same type.
func (g *cgen) functionPointer() {
	if g.pure {
		return
	}
	for i, f := range g.funcs {
		for _, f2 := range g.funcs[i+1:] {
			if !sameType(f, f2) {
				continue
			}
			p := g.name("fp")
			var params []string
			for _, t := range f.params {
				params = append(params, decl(t, ""))
			}
			if params == nil {
				params = []string{"void"}
			}
			c, ok := g.call(cfunc{name: p, params: f.params}, 1)
			if !ok {
				return
			}
			g.line("{ %s(%s) = %s ? %s : &%s;", decl(f.result, "(*"+p+")"), strings.Join(params, ", "), g.expr(1), f.name, f2.name)
			g.line("  mix_%d((unsigned long)%s);", g.id, c)
			g.line("}")
			return
		}
	}
}

func sameType(a, b cfunc) bool {
	if len(a.params) != len(b.params) || a.result != b.result || a.result.fields != nil {
		return false
	}
	for i, t := range a.params {
		if u := b.params[i]; t != u && (t.elem == nil || t.elem != u.elem) {
			return false
		}
	}
	return true
}

// heap allocates an array, uses it and forgets it.
func (g *cgen) heap() {
	if g.pure {
		return
	}
	t := g.scalar()
	if len(g.structs) > 0 && g.chance(2) {
		t = g.structs[g.n(len(g.structs))]
	}
	p := g.name("m")
	n := 1 + g.n(4)
	g.line("{ %s = __builtin_calloc(%d, sizeof(%s));", decl(pointer(t), p), n, t.name)
	v := cvar{name: p, t: &ctype{elem: t, n: n}}
	mark := len(g.scope)
	g.scope = append(g.scope, v)
	g.depth++
	g.ind++
	for range 1 + g.n(3) {
		g.statement()
	}
	for _, s := range leaves(p, v.t) {
		g.line("mix_%d((unsigned long)(%s));", g.id, s)
	}
	g.ind--
	g.depth--
	g.scope = g.scope[:mark]
	g.line("__builtin_free(%s); }", p)
}
