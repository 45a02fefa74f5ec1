package cfront

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// fill writes statements that give the object lv what the environment says: each pointer in it leads to
// an object or is null. Other members keep the unknown values that objects begin with, unless explicit, or
// unless memory can hold what no value of their type is, as with _Bool. depth is how many pointers lead to lv.
func (g *environment) fill(t *ctype, q qual, lv string, depth int, explicit bool) {
	g.r.types.complete(t)
	switch {
	case t.isArith():
		if explicit || g.everything || t.kind == kBool {
			g.assign(t, q, lv, g.unknown(t))
		}
	case t.kind == kPointer:
		g.pointer(t, g.element(t, lv), q, lv, depth, true, "")
	case t.kind == kArray:
		g.elements(t, lv, depth, explicit)
	case t.kind == kStruct:
		g.members(t, q, lv, depth, explicit)
	case t.kind == kUnion:
		g.alternatives(t, q, lv, depth)
	}
}

// assign writes an assignment, also to what is const.
func (g *environment) assign(t *ctype, q qual, lv, value string) {
	if decl := g.declared[lv]; decl != "" { // the first time
		delete(g.declared, lv)
		g.line("%s = %s;", decl, value)
		return
	}
	if q&qConst == 0 {
		g.line("%s = %s;", lv, value)
		return
	}
	if name, ok := g.r.types.spelled(t, "*"); ok {
		g.line("*(%s)&%s = %s;", name, lv, value)
	}
}

// delicate tells whether an object of type t has to be given values: it has pointers or booleans.
func (g *environment) delicate(t *ctype) bool {
	g.r.types.complete(t)
	switch t.kind {
	case kBool, kPointer:
		return true
	case kArray:
		return g.delicate(t.elemC)
	case kStruct, kUnion:
		for _, m := range t.record.members {
			if g.delicate(m.t) {
				return true
			}
		}
	}
	return false
}

// twin gives lv the contents of a variable that has no value.
func (g *environment) twin(t *ctype, lv string) {
	if t.size < 0 || t.size > maxCopied && !g.o.ForPeople && !g.undefined {
		g.assume(ir.AboutInitial, "%s", g.shown(lv))
		return
	}
	name := g.name(lv, "_any")
	g.line("__typeof__(%s) %s;", lv, name)
	if t.kind == kArray {
		g.line("__builtin_memcpy(%s, %s, sizeof %s);", lv, name, lv)
	} else {
		g.line("__builtin_memcpy(&%s, &%s, sizeof %s);", lv, name, lv)
	}
}

func (g *environment) elements(t *ctype, lv string, depth int, explicit bool) {
	if g.everything && !g.delicate(t.elemC) {
		g.twin(t, lv)
		return
	}
	if t.len < 0 || !g.delicate(t.elemC) {
		return
	}
	if t.len <= maxPointers || t.elemC.kind == kBool && explicit && t.len <= maxExplicit {
		for i := range t.len {
			g.fill(t.elemC, t.elemQ, fmt.Sprintf("%s[%d]", lv, i), depth, explicit)
		}
		return
	}
	// All of many elements are alike: what pointers in them lead to is shared.
	i := g.name("i", "")
	everything := g.everything
	g.everything = false
	defer func() { g.everything = everything }()
	name, ok := g.r.types.spelled(t.elemC, g.name(lv, "_element"))
	if !ok || t.elemQ&qConst != 0 {
		g.line("/* %s stays unknown. */", lv)
		return
	}
	g.line("%s;", name)
	element := name[strings.LastIndexAny(name, " *")+1:]
	if t.elemC.kind == kPointer && (t.elemC.elemC.kind == kFunc || t.elemC.elemC.kind == kArray) || t.elemC.kind == kArray {
		g.line("/* %s stays unknown. */", lv)
		return
	}
	g.fill(t.elemC, 0, element, depth, false)
	g.line("for (unsigned long %s = 0; %s < %d; %s++)", i, i, t.len, i)
	g.line("  %s[%s] = %s;", lv, i, element)
	g.assume(ir.AboutSeparate, "the elements of %s are equal to each other", lv)
}

func (g *environment) members(t *ctype, q qual, lv string, depth int, explicit bool) {
	members := t.record.members
	inside := map[string]bool{} // pointers into what another member leads to
	needed := map[string]bool{} // though the function does not name them
	for i := range members {
		_, pointers, _ := g.ring(members, i)
		for _, m := range pointers {
			inside[m.name] = inside[m.name] || !inside[members[i].name]
		}
		if len(pointers) > 0 {
			if size := g.ringSize(members, i, nil); size != nil {
				needed[members[i].name], needed[size.name] = true, true
			}
		}
	}
	for _, length := range []bool{true, false} { // pointers after the numbers that say how long they are
		for i, m := range members {
			if m.t.isArith() != length || m.width >= 0 && m.name == "" || m.name != "" && !g.r.selected[m.name] && !needed[m.name] && !(g.everything && !g.undefined && !g.delicate(m.t)) {
				continue
			}
			at := lv
			if m.name != "" {
				at += "." + m.name
			}
			switch {
			case m.t.kind == kPointer && !inside[m.name]:
				g.pointerMember(members, i, q, lv, depth, explicit)
			case m.t.kind != kPointer:
				g.fill(m.t, q|m.q, at, depth, explicit)
				if indices, _, free := g.ring(members, i); len(indices) > 0 && !free && m.t.kind == kArray && m.t.len > 0 {
					g.indexed(indices, lv, fmt.Sprint(m.t.len), fmt.Sprint(m.t.len), explicit)
				}
			}
		}
	}
}

// pointerMember has member i lead to an object.
func (g *environment) pointerMember(members []member, i int, q qual, lv string, depth int, explicit bool) {
	m := members[i]
	at := lv + "." + m.name
	e := g.target(m.t, nil, m.name)
	indices, pointers, free := g.ring(members, i)
	count, within := g.memberLength(members, i)
	if count == nil && len(indices)+len(pointers) > 0 {
		count = g.ringSize(members, i, indices)
	}
	mask := g.ringMask(members, i)
	if count == nil && mask == nil {
		g.pointer(m.t, e, q|m.q, at, depth, true, g.constantText(m.name, e))
		for _, p := range pointers {
			g.pointer(p.t, e, q|p.q, lv+"."+p.name, depth, true, g.constantText(p.name, e))
		}
		return
	}
	n := ""
	if count != nil {
		n = lv + "." + count.name
		if !explicit {
			g.fill(count.t, count.q, n, depth, true)
		}
	}
	if within != nil {
		used := lv + "." + within.name
		if !explicit {
			g.fill(within.t, within.q, used, depth, true)
		}
		g.line("__VERIFIER_assume(%s <= %s);", used, n)
		g.assume(ir.AboutLengths, "%s is at most %s", g.shown(used), g.shown(n))
	}
	switch {
	case mask != nil:
		size := g.masks(mask, lv, explicit)
		switch {
		case count == nil:
		case sizeName.MatchString(count.name):
			g.line("__VERIFIER_assume(%s == %s);", n, size)
			g.assume(ir.AboutLengths, "%s is %s", g.shown(n), g.shown(size))
		default:
			g.line("__VERIFIER_assume(%s <= %s);", n, size)
			g.assume(ir.AboutLengths, "%s is at most %s", g.shown(n), g.shown(size))
		}
		n = size
	case g.r.positions.less[count.name]:
		if is, _ := g.r.positions.isIndex(count.name, m.name); is {
			g.powerOfTwo(n, g.shown(n))
		}
	}
	if !free && (mask != nil || !ringName.MatchString(count.name) || count.name == ringEnd) {
		g.indexed(indices, lv, n, g.shown(n), explicit)
	}
	g.pointer(m.t, e, q|m.q, at, depth, true, extent{bits: mask == nil && bitsName.MatchString(count.name)}.text([]string{n}))
	for _, p := range pointers {
		g.within(p, lv, at, n)
	}
}

// alternatives gives a union one of those of its members that have pointers, or leaves it unknown.
func (g *environment) alternatives(t *ctype, q qual, lv string, depth int) {
	if g.everything && !g.delicate(t) {
		g.twin(t, lv)
		return
	}
	for _, m := range t.record.members {
		if (m.name == "" || g.r.selected[m.name]) && g.delicate(m.t) && m.t.kind != kBool {
			at := lv
			if m.name != "" {
				at += "." + m.name
			}
			g.fill(m.t, q|m.q, at, depth, false)
			if len(t.record.members) > 1 {
				g.assume(ir.AboutUnions, "%s", g.shown(at))
			}
			return
		}
	}
}

// pointer has the pointer lv lead to an object, of n elements if n is not "".
func (g *environment) pointer(t, e *ctype, q qual, lv string, depth int, inside bool, n string) {
	limit := g.o.Depth
	if limit == 0 {
		limit = defaultDepth
	}
	g.r.types.complete(e)
	null := g.o.Null == NullAlways || g.o.Null == NullInside && inside
	if e.kind == kFunc && g.everything && g.initialised {
		g.assume(ir.AboutInitial, "%s", g.shown(lv))
		return
	}
	if e.kind == kFunc {
		g.give(t, q, lv, g.stub(e, lv), null && g.o.Null == NullAlways)
		return
	}
	if depth > limit || inside && g.objects >= maxObjects {
		g.assume(ir.AboutDepth, "%s", g.shown(lv))
		g.assign(t, q, lv, "0")
		return
	}
	g.objects++
	if !null {
		g.assume(ir.AboutNull, "%s", g.shown(lv))
	}
	switch {
	case e.kind == kVoid, e.size < 0, e.kind == kOpaque && n == "":
		if n == "" {
			n = g.size(lv)
		}
		if e.size < 0 && (e.kind == kStruct || e.kind == kUnion) { // defined elsewhere, such as FILE: there is some of it
			g.line("__VERIFIER_assume(%s > 0);", n)
		}
		g.give(t, q, lv, g.block(g.r.types.char, lv, n), null)
	case n != "" && g.delicate(e) && g.few(t, e, q, lv, depth, null, n):
	case n != "" && !g.delicate(e):
		g.give(t, q, lv, g.block(e, lv, n), null)
	case e == g.r.types.char && !g.o.Bytes:
		g.give(t, q, lv, g.text0(lv), null)
		g.assume(ir.AboutStrings, "%s", g.shown(lv))
	default:
		g.object(t, e, q, lv, depth, null)
	}
}

// give assigns a pointer, or null.
func (g *environment) give(t *ctype, q qual, lv, value string, null bool) {
	if null {
		value = g.perhaps() + " ? " + value + " : 0"
	}
	g.assign(t, q, lv, value)
}

// size declares an unknown size.
func (g *environment) size(lv string) string {
	n := g.name(lv, "_size")
	g.line("%s %s = %s;", g.sizeType(), n, g.unknown(g.r.types.size))
	return n
}

func (g *environment) sizeType() string { return "__SIZE_TYPE__" }

// block makes a block of n elements of type e, and is its name.
func (g *environment) block(e *ctype, lv, n string) string {
	b := g.name(lv, "_block")
	typ, ok := g.r.types.spelled(e, "")
	decl, _ := g.r.types.spelled(g.r.types.pointerTo(e), b)
	if !ok {
		typ = "__typeof__(*" + lv + ")"
		decl = typ + " *" + b
	}
	count := fmt.Sprintf("(%s)%s", g.sizeType(), n)
	if e.size == 1 {
		g.line("__VERIFIER_assume(%s >= 0 && %s <= __PTRDIFF_MAX__);", n, count)
		g.line("%s = __builtin_malloc(%s);", decl, count)
	} else {
		g.line("__VERIFIER_assume(%s >= 0 && %s <= __PTRDIFF_MAX__ / sizeof(%s));", n, count, typ)
		g.line("%s = __builtin_malloc(%s * sizeof(%s));", decl, count, typ)
	}
	g.line("__VERIFIER_assume(%s != 0);", b)
	g.paths[b] = g.shown(lv)
	g.assume(ir.AboutLengths, "%s has %s elements", g.shown(lv), g.shown(n))
	return b
}

// text0 makes a terminated string of unknown length.
func (g *environment) text0(lv string) string {
	n, b := g.name(lv, "_length"), g.name(lv, "_text")
	g.line("%s %s = %s; /* of the text and what follows its end */", g.sizeType(), n, g.unknown(g.r.types.size))
	g.line("__VERIFIER_assume(%s < __PTRDIFF_MAX__);", n)
	if g.entry.cname == "main" { // which may not free it, and need not
		g.line("char *%s = __builtin_alloca(%s + 1);", b, n)
	} else {
		g.line("char *%s = __builtin_malloc(%s + 1);", b, n)
	}
	g.paths[b] = g.shown(lv)
	g.line("__VERIFIER_assume(%s != 0);", b)
	g.line("__VERIFIER_assume(%s[%s] == 0);", b, n)
	return b
}

// maxFew is how many elements there are at most where a pointer leads to many of which each is given a value.
const maxFew = 3

// few makes n elements, few of them, at the end of an array; false if their type has no name.
func (g *environment) few(t, e *ctype, q qual, lv string, depth int, null bool, n string) bool {
	o := g.name(lv, "_objects")
	decl, ok := g.r.types.spelled(e, fmt.Sprintf("%s[%d]", o, maxFew))
	typ, named := g.r.types.spelled(e, "")
	switch {
	case !ok || !named:
		return false
	case g.outlives:
		g.line("%s *%s = __builtin_malloc(%d * sizeof(%s));", typ, o, maxFew, typ)
		g.line("__VERIFIER_assume(%s != 0);", o)
	default:
		g.line("%s;", decl)
	}
	g.paths[o] = g.shown(lv)
	g.line("__VERIFIER_assume(%s >= 0 && %s <= %d);", n, n, maxFew)
	for i := range maxFew {
		g.fill(e, 0, fmt.Sprintf("%s[%d]", o, i), depth+1, false)
	}
	g.give(t, q, lv, fmt.Sprintf("&%s[%d - %s]", o, maxFew, n), null)
	g.assume(ir.AboutLengths, "%s has %s elements, at most %d", g.shown(lv), g.shown(n), maxFew)
	return true
}

// object makes an object of the type that a pointer leads to.
func (g *environment) object(t, e *ctype, q qual, lv string, depth int, null bool) {
	o := g.name(lv, "_object")
	decl, ok := g.r.types.spelled(e, o)
	switch {
	case ok:
	case e.kind == kArray:
		g.problem = "the type of " + lv + " has no name"
		return
	default:
		decl = "__typeof__(*" + lv + ") " + o
	}
	g.paths[o] = g.shown(lv)
	elements, counted := "", (*member)(nil)
	last := g.openEnd(e)
	if g.outlives || last != nil {
		typ, ok := g.r.types.spelled(e, "")
		if !ok {
			typ = "__typeof__(*" + lv + ")"
		}
		size := "sizeof(" + typ + ")"
		if last != nil {
			elements, counted = g.size(o+"_"+last.name), g.openEndLength(e)
			of := fmt.Sprintf("sizeof(((%s *)0)->%s[0])", typ, last.name)
			g.line("__VERIFIER_assume(%s <= (__PTRDIFF_MAX__ - %s) / %s);", elements, size, of)
			size += " + " + elements + " * " + of
		}
		g.line("%s *%s = __builtin_malloc(%s);", typ, o, size)
		g.line("__VERIFIER_assume(%s != 0);", o)
		o = "(*" + o + ")"
		g.paths[o] = g.shown(lv)
	} else {
		g.line("%s;", decl)
	}
	everything := g.everything
	g.everything = false
	g.fill(e, 0, o, depth+1, scalars(e) <= maxExplicit)
	g.everything = everything
	if counted != nil {
		g.line("__VERIFIER_assume(%s == %s);", elements, o+"."+counted.name)
		elements = g.shown(o + "." + counted.name)
	}
	if last != nil {
		g.assume(ir.AboutLengths, "%s has %s elements", g.shown(o+"."+last.name), elements)
	}
	address := "&" + o
	if g.r.types.baseName(e) != g.r.types.baseName(t.elemC) {
		address = "(void *)&" + o
		g.assume(ir.AboutLengths, "%s leads to an object of type %s", g.shown(lv), g.r.types.baseName(e))
	}
	g.give(t, q, lv, address, null)
}

// scalars counts the scalars in an object, arrays of many as many.
func scalars(t *ctype) int {
	switch t.kind {
	case kArray:
		if t.len > 0 && t.len <= maxExplicit {
			return int(t.len) * scalars(t.elemC)
		}
		return 1 // which stays as it is
	case kStruct, kUnion:
		n := 0
		for _, m := range t.record.members {
			n += scalars(m.t)
		}
		return n
	}
	return 1
}

// stub is the name of a function of type t that does nothing but give any result.
func (g *environment) stub(t *ctype, lv string) string {
	if g.stubOf == nil {
		g.stubOf = map[*ctype]string{}
	}
	g.assume(ir.AboutCallbacks, "%s", g.shown(lv))
	for u, name := range g.stubOf {
		if u == t {
			return name
		}
	}
	name := g.name(lv, "_function")
	g.stubOf[t] = name
	var params []string
	for i := range t.fun.params {
		params = append(params, fmt.Sprintf("p%d", i))
	}
	list, ok := g.r.types.spelledParams(t.fun, params)
	head, ok2 := g.r.types.spelled(t.fun.result, name+list)
	if !ok || !ok2 {
		return "0"
	}
	result := t.fun.result
	outer, indent := g.b.String(), g.indent
	g.b.Reset()
	g.indent = ""
	if result.kind != kVoid {
		decl, _ := g.r.types.spelled(result, "result")
		g.line("%s;", decl)
		names := g.names
		g.names = map[string]bool{"result": true}
		g.outlives = true
		if n := g.allocated(t.fun, params); n != "" {
			lengths := slices.Clip(g.about[ir.AboutLengths])
			g.pointer(result, result.elemC, 0, "result", 0, true, n)
			g.about[ir.AboutLengths] = lengths
			g.assume(ir.AboutLengths, "what %s returns has as many bytes as it is asked for", g.shown(lv))
		} else {
			g.fill(result, 0, "result", defaultDepth, true)
		}
		g.names, g.outlives = names, false
		g.line("return result;")
	}
	fmt.Fprintf(&g.stubs, "static %s {\n%s}\n", head, g.b.String())
	g.b.Reset()
	g.b.WriteString(outer)
	g.indent = indent
	return name
}

// allocated is the number of bytes that a function of this type is asked for, if it looks like one that
// allocates: it returns void *, and has one integer or two; else "".
func (g *environment) allocated(t *funcType, params []string) string {
	if t.result.kind != kPointer || t.result.elemC.kind != kVoid {
		return ""
	}
	var sizes []string
	for i, p := range t.params {
		if p.t.kind == kInt {
			sizes = append(sizes, fmt.Sprintf("(%s)%s", g.sizeType(), params[i]))
		}
	}
	if len(sizes) == 0 || len(sizes) > 2 {
		return ""
	}
	n := g.name("wanted", "")
	g.line("%s %s = %s;", g.sizeType(), n, strings.Join(sizes, " * "))
	return n
}

// call declares the parameters, and calls the function.
func (g *environment) call() {
	f := g.entry
	var args []string
	lengths := g.lengthsOf(f.params)
	names := make([]string, len(f.params))
	for i, p := range f.params {
		names[i] = p.name
		if p.name == "" || g.names[p.name] { // that of the function, or of a global variable
			names[i] = g.name(p.name, fmt.Sprint("_", i+1))
		}
		g.names[names[i]] = true
		args = append(args, names[i])
	}
	for i, p := range f.params {
		decl, ok := g.r.types.spelled(p.t, names[i])
		if !ok {
			g.problem = "the type of its parameter " + names[i] + " has no name"
			return
		}
		if p.t.isScalar() {
			g.declared[names[i]] = decl
		} else {
			g.line("%s;", decl)
		}
	}
	var valid []string
	for i, p := range f.params { // numbers first
		if p.t.isArith() {
			g.assign(p.t, 0, names[i], g.unknown(p.t))
		}
	}
	for i, p := range f.params {
		switch {
		case p.t.isArith():
		case p.t.kind == kPointer && lengths[i].end >= 0:
			continue
		case p.t.kind == kPointer:
			n := ""
			if lengths[i].ended {
				n = g.size(names[i])
			} else {
				n = lengths[i].text(names)
			}
			e := g.target(p.t, p, "")
			if n == "" {
				e = g.scalar(e, p)
			}
			g.pointer(p.t, e, 0, names[i], 0, false, n)
			valid = append(valid, names[i])
		default:
			g.fill(p.t, 0, names[i], 0, scalars(p.t) <= maxExplicit)
		}
	}
	for i, p := range f.params {
		if j := lengths[i].end; j >= 0 && p.t.kind == kPointer {
			g.assign(p.t, 0, names[i], names[j]+" + "+g.lengthOf(names[j]))
			g.assume(ir.AboutLengths, "%s is the end of %s", names[i], names[j])
		}
	}
	if len(valid) > 0 {
		g.assume(ir.AboutValid, "%s", strings.Join(valid, ", "))
	}
	g.overlap(names, lengths)
	if g.o.ForPeople {
		g.required(names)
	}
	g.line("%s(%s);", f.cname, strings.Join(args, ", "))
}

// lengthOf is the variable with the size of what the parameter leads to.
func (g *environment) lengthOf(name string) string { return name + "_size" }

// overlap lets two parameters of one type be equal, or says that they are not.
func (g *environment) overlap(names []string, lengths []extent) {
	var pointers []string
	for i, p := range g.entry.params {
		if p.t.kind != kPointer || p.t.elemC.kind == kFunc || lengths[i].end >= 0 {
			continue
		}
		pointers = append(pointers, names[i])
		for j, q := range g.entry.params[:i] {
			if !g.o.Overlap || q.t.kind != kPointer || q.t.elemC != p.t.elemC || lengths[j].end >= 0 {
				continue
			}
			if n, m := lengths[i].count, lengths[j].count; n >= 0 && m >= 0 && n != m {
				g.line("if (%s) {", g.perhaps())
				g.line("  __VERIFIER_assume(%s <= %s);", names[n], names[m])
				g.line("  %s = %s;", names[i], names[j])
				g.line("}")
			} else if (n < 0) == (m < 0) && lengths[i].fixed == lengths[j].fixed {
				g.line("if (%s) %s = %s;", g.perhaps(), names[i], names[j])
			}
		}
	}
	if len(pointers) > 1 && !g.o.Overlap {
		g.assume(ir.AboutSeparate, "%s", strings.Join(pointers, ", "))
	}
}

// globals gives the global variables that the function uses any value.
func (g *environment) globals() {
	for _, v := range g.r.globals {
		if !g.global(v) {
			continue
		}
		g.r.types.complete(v.t)
		switch {
		case constantElements(v.t): // such as __func__
		case v.owner != nil: // nothing outside its function can name it
			if !strings.HasPrefix(v.name, "__craig_") { // of its contract
				g.assume(ir.AboutInitial, "%s in %s", v.name, v.owner.cname)
			}
		case v.t.size < 0, g.r.unwritten(v):
		case !v.defined:
			g.declaredOnly(v)
		case g.o.Initial, v.unit != g.entry.unit, v.t.kind == kArray && g.delicate(v.t):
			g.assume(ir.AboutInitial, "%s", v.name)
		case v.t.isArith():
			g.assign(v.t, v.q, v.name, g.unknown(v.t))
			g.assume(ir.AboutGlobals, "%s", v.name)
		case !g.delicate(v.t):
			if g.o.ForPeople {
				g.twin(v.t, v.name)
			} else {
				g.unset = append(g.unset, v.name)
			}
			g.assume(ir.AboutGlobals, "%s", v.name)
		default:
			g.everything, g.initialised = true, v.init != nil
			if v.t.kind == kPointer {
				g.pointer(v.t, g.target(v.t, v, ""), v.q, v.name, 1, true, g.constantText(v, g.target(v.t, v, "")))
			} else {
				g.fill(v.t, v.q, v.name, 1, true)
			}
			g.everything, g.initialised = false, false
			if v.t.kind != kPointer || v.t.elemC.kind != kFunc {
				g.assume(ir.AboutGlobals, "%s", v.name)
			}
			if v.t.kind == kStruct {
				g.assume(ir.AboutInitial, "pointers in %s that the function does not name", v.name)
			}
		}
	}
}

// global tells whether v is a variable of the program that the function uses and may have any value.
func (g *environment) global(v *variable) bool {
	if !v.used || v.t == nil || v.q&(qConst|qVolatile) != 0 || v.unit == nil || v.unit.models {
		return false
	}
	return v.defined || g.elsewhere(v)
}

// constantElements tells whether t is an array of const elements.
func constantElements(t *ctype) bool {
	for t.kind == kArray {
		if t.elemQ&qConst != 0 {
			return true
		}
		t = t.elemC
	}
	return false
}
