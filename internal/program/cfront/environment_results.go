package cfront

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// Functions without a body that return pointers: the surroundings define them, so that what they return is null
// or leads to an object, as it is with the pointers in the objects that the entry is given.

// maxResults bounds for how many functions that is done.
const maxResults = 40

// resultSuffix follows the name of a function in that of the variable for what it returns.
const resultSuffix = "_result"

// results defines the functions without a body that the program uses and that return pointers. Those whose
// types cannot be written stay as they are: nothing is known of what they return.
func (g *environment) results() {
	body := g.b.String()
	for _, f := range g.r.functions {
		if !g.wanting(f) || len(g.defined) >= maxResults || g.objects >= maxObjects {
			continue
		}
		names := g.names
		g.b.Reset()
		if text, ok := g.result(f); ok {
			g.stubs.WriteString(text)
			g.defined = append(g.defined, f.cname)
		}
		g.names = names
	}
	g.b.Reset()
	g.b.WriteString(body)
}

// wanting tells whether f returns a pointer, or a structure that has one, and has no body and no meaning of its own.
func (g *environment) wanting(f *function) bool {
	switch {
	case !f.used || f.def != nil || f.unit != g.entry.unit || f.t.kind != kFunc || f.implicit || f.noreturn || f.alias != "" || f.symbol != "" || f.weak:
		return false
	case strings.HasPrefix(f.cname, "__"), len(library.Rows(f.cname)) > 0, g.r.isError(f), g.r.opts.UnknownFunctions == Havoc:
		return false
	case f.unit.statics[f.cname] != nil: // it would have to be defined in its file
		return false
	}
	t := f.t.fun.result
	g.r.types.complete(t)
	if t.kind == kPointer {
		return t.elemC.kind != kFunc && t.elemC.kind != kArray && t.elemQ&qVolatile == 0
	}
	return (t.kind == kStruct || t.kind == kUnion) && g.delicate(t)
}

// result is the definition of f.
func (g *environment) result(f *function) (string, bool) {
	t := f.t.fun.result
	var params []string
	for i := range f.t.fun.params {
		params = append(params, fmt.Sprintf("p%d", i))
	}
	list, ok := g.r.types.spelledParams(f.t.fun, params)
	head, ok2 := g.r.types.qualifiedSpelling(t, "("+f.cname+")"+list) // in parentheses, since it may be the name of a macro
	name := f.cname + resultSuffix
	decl, ok3 := g.r.types.spelled(t, name)
	if !ok || !ok2 || !ok3 {
		return "", false
	}
	g.outlives, g.returning = true, f.cname
	defer func() { g.outlives, g.returning = false, "" }()
	g.names = map[string]bool{name: true}
	for i := range params {
		g.names[params[i]] = true
	}
	if t.kind == kPointer {
		g.declared[name] = decl
		g.returned(f, t, name, params)
	} else {
		g.line("%s;", decl)
		g.fill(t, 0, name, defaultDepth, scalars(t) <= maxExplicit)
	}
	g.line("return %s;", name)
	return fmt.Sprintf("%s {\n%s}\n", head, g.b.String()), true
}

// returned has the pointer that f returns lead to an object that outlives the call, or be null.
func (g *environment) returned(f *function, t *ctype, name string, params []string) {
	lengths := g.about[ir.AboutLengths]
	n := ""
	if g.allocates(f.t.fun) {
		n = g.allocated(f.t.fun, params)
	}
	if n != "" {
		defer func() {
			g.about[ir.AboutLengths] = append(slices.Clip(lengths), "what "+f.cname+" returns has as many bytes as it is asked for")
		}()
	} else if n = g.largest(f); n != "" {
		defer func() {
			g.about[ir.AboutLengths] = append(slices.Clip(lengths), "what "+f.cname+" returns is as large as what it is used as")
		}()
	}
	g.pointer(t, t.elemC, 0, name, 1, true, n)
}

// allocates tells whether all numbers that a function is given are sizes.
func (g *environment) allocates(f *funcType) bool {
	return !slices.ContainsFunc(f.params, func(p *param) bool {
		return p.t.isArith() && p.t != g.r.types.size && !isLengthName(p.name, g.r.types.char)
	})
}

// largest is the size of the largest structure that the program takes the result of f, a pointer to void, to lead to;
// "" if there is none.
func (g *environment) largest(f *function) string {
	var size int64
	if f.t.fun.result.elemC.kind != kVoid {
		return ""
	}
	for _, to := range g.r.returns[f] {
		size = max(size, to.size)
	}
	if size == 0 {
		return ""
	}
	return fmt.Sprint(size)
}

// returnsTo records that what a call returns, a pointer to void, is used as one to an object of type to.
func (s *scanner) returnsTo(n cc.ExpressionNode, to *ctype) {
	x, ok := n.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall {
		return
	}
	if f := s.r.callee(x); f != nil && !slices.Contains(s.r.returns[f], to) {
		s.r.returns[f] = append(s.r.returns[f], to)
	}
}

// noteResult notes what is assumed of a call of a function that the surroundings of the entry define.
func (f *fn) noteResult(c *callSite) {
	e := f.r.prog.Environment
	if e == nil || !slices.Contains(e.Results, c.g.cname) || f.r.surrounds(c.pos) {
		return
	}
	f.r.noteAbout(ir.AboutResults, ir.Assumption, c.pos, "%s"+noBodyObject, c.g.cname)
}

// elsewhere tells whether v is a variable with pointers that no file defines, so that what these lead to is for
// the surroundings to say.
func (g *environment) elsewhere(v *variable) bool {
	return !v.defined && !g.o.Initial && v.owner == nil && v.unit == g.entry.unit && g.objects < maxObjects/2 && g.delicate(v.t) &&
		library.LookupVariable(v.name) == nil && v.name != "errno" && !strings.HasPrefix(v.name, "__") && v.unit.statics[v.name] == nil
}

// declaredOnly gives a variable that no file defines any value.
func (g *environment) declaredOnly(v *variable) {
	g.everything, g.undefined = true, true
	if v.t.kind == kPointer {
		g.pointer(v.t, g.target(v.t, v, ""), v.q, v.name, 1, true, g.constantText(v, g.target(v.t, v, "")))
	} else {
		g.fill(v.t, v.q, v.name, 1, true)
	}
	g.everything, g.undefined = false, false
	fmt.Fprintf(&g.stubs, "__typeof__(%s) %s;\n", v.name, v.name)
	g.assume(ir.AboutGlobals, "%s, which is defined nowhere", v.name)
	if v.t.kind == kStruct || v.t.kind == kUnion {
		g.assume(ir.AboutInitial, "members of %s that the function does not name, as 0", v.name)
	}
}
