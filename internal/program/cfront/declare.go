package cfront

import (
	"cmp"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// declaration reads a declaration at file scope or in a block.
func (b *binder) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAssert:
		b.staticAssert(d.StaticAssertDeclaration)
		return
	case cc.DeclarationAuto:
		b.autoType(d)
		return
	}
	b.sizes = nil
	s := b.declarationSpecifiers(d.DeclarationSpecifiers, d.InitDeclaratorList == nil)
	if b.sizes != nil {
		b.r.extents[d] = b.sizes
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if l.InitDeclarator == nil || l.InitDeclarator.Declarator == nil {
			continue
		}
		a := b.attributes(l.InitDeclarator.AttributeSpecifierList)
		if l.InitDeclaratorList == nil {
			a = a.merge(b.attributes(d.AttributeSpecifierList))
		}
		a = a.merge(b.attributes(l.AttributeSpecifierList)).merge(s.a)
		b.initDeclarator(l.InitDeclarator, s, a)
	}
}

// initDeclarator declares a name, and reads its initialiser.
func (b *binder) initDeclarator(l *cc.InitDeclarator, s specifiers, a attr) {
	r, d := b.r, l.Declarator
	pos := r.pos(d)
	b.sizes = nil
	t, q := b.declarator(d, s.t, s.q)
	t = b.attributed(t, a)
	if b.sizes != nil {
		r.extents[d] = b.sizes
		b.sizes = nil
	}
	if !s.explicit && !s.typedef && !s.extern && !s.static && !s.auto && t.kind != kFunc && s.q == 0 {
		r.fail(pos, "", "%s has no type", d.Name())
	}
	b.refuse(a, pos)
	x := declared{name: d.Name(), t: t, q: q, a: a, s: s, pos: pos, hasInit: l.Initializer != nil}
	if l.Asm != nil {
		x.a.symbol = asmLabel(l.Asm)
	}
	switch {
	case s.typedef:
		if a.transparent && t.kind == kUnion {
			t.record.own.transparent = true
		}
		if t.record != nil && t.record.typedef == "" && b.atFileScope() {
			t.record.typedef = x.name
		}
		e := &typedef{t: r.types.withAlign(t, a.alignedLast), q: q, pos: pos}
		b.enter(x.name, e, pos)
	case t.kind == kFunc:
		r.entities[d] = b.declareFunction(x)
	case b.atFileScope() || s.extern:
		v := b.declareGlobal(x, l.Initializer)
		r.entities[d] = v
	default:
		r.entities[d] = b.declareLocal(x, l.Initializer)
	}
}

// declared is a name with what its declaration says.
type declared struct {
	name    string
	t       *ctype
	q       qual
	a       attr
	s       specifiers
	pos     ir.Pos
	hasInit bool
}

// asmLabel is the name for the assembler in asm("name").
func asmLabel(a *cc.Asm) string { return trimQuotes(a.Token3.SrcStr()) }

func trimQuotes(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// autoType declares __auto_type x = e.
func (b *binder) autoType(d *cc.Declaration) {
	pos := b.r.pos(d.Declarator)
	if d.Initializer.Case != cc.InitializerExpr {
		b.r.fail(pos, "", "__auto_type needs an expression")
		return
	}
	b.expr(d.Initializer.AssignmentExpression)
	x := declared{name: d.Declarator.Name(), t: b.r.valueType(d.Initializer.AssignmentExpression), pos: pos, hasInit: true}
	if b.atFileScope() {
		b.r.entities[d.Declarator] = b.declareGlobal(x, d.Initializer)
		return
	}
	v := b.newLocal(x)
	v.init = d.Initializer
	b.r.entities[d.Declarator] = v
}

// declareFunction declares a function, at file scope or in a block.
func (b *binder) declareFunction(x declared) *function {
	f := b.r.functionNamed(b.u, x)
	if x.hasInit {
		b.r.fail(x.pos, "", "the function %s has an initialiser", x.name)
	}
	b.declareSymbol(x)
	b.enter(x.name, f, x.pos)
	return f
}

// declareSymbol declares the function of the library, or the error function, that a declaration means by asm("name"), if the
// program does not declare it by its own name as well. The library's headers have such names for its own functions, which
// mean the same as these.
func (b *binder) declareSymbol(x declared) {
	r, name := b.r, cmp.Or(x.a.alias, x.a.symbol)
	if name == "" || r.externs[name] != nil || b.u.statics[name] != nil || hasDefinition(r.symbols[name]) || library.Lookup(x.name) != nil {
		return
	}
	if library.Lookup(name) == nil && !r.isError(&function{cname: name, unit: b.u}) {
		return
	}
	r.functionNamed(b.u, declared{name: name, t: x.t, q: x.q, a: attr{noreturn: x.a.noreturn}, s: specifiers{extern: true}, pos: x.pos})
}

// declareGlobal declares a variable of static storage duration at file scope, or an external one
// in a block.
func (b *binder) declareGlobal(x declared, init *cc.Initializer) *variable {
	r := b.r
	if before, ok := r.externs[x.name].(*variable); ok && x.s.static && b.u.statics[x.name] == nil {
		r.staticAfter(x.name, b.u, before.unit, x.pos, before.pos)
	}
	v := r.globalNamed(b.u, x.name, x.s.static)
	if _, static := b.u.statics[x.name]; static && !x.s.static && !x.s.extern && v.t != nil && b.atFileScope() {
		r.fail(x.pos, "write static here too, or leave it out there", "%s is not static here, and was declared so at line %d", x.name, v.pos.Line)
	}
	if v.t != nil && v.unit == b.u && v.q != x.q && ownText(v.pos) {
		r.fail(x.pos, "make both declarations the same", "%s is declared with other qualifiers (const, volatile), before at line %d", x.name, v.pos.Line)
	}
	if v.t != nil && !compatible(v.t, x.t) && v.unit == b.u {
		r.fail(x.pos, "", "%s is declared with another type, before at line %d", x.name, v.pos.Line)
	}
	v.declaredAgain(b.u, x)
	if v.t == nil {
		v.t, v.pos = x.t, x.pos
	}
	v.align = max(v.align, x.a.aligned) // the initialiser may name it
	v.noinit = v.noinit || x.a.noinit
	b.enter(x.name, v, x.pos)
	b.initializer(init)
	r.mergeGlobal(v, b.u, b.completed(x.t, init), x, init)
	return v
}

// completed is t with the length that an initialiser gives an array.
func (b *binder) completed(t *ctype, init *cc.Initializer) *ctype {
	if init == nil || t.kind != kArray || t.len >= 0 || t.vla != nil {
		return t
	}
	n, ok := b.r.initialisedLength(b.u, t, init)
	if !ok {
		b.r.fail(b.r.pos(init), "", "an array needs an initialiser in braces")
	}
	return b.r.types.arrayOf(t.elemC, t.elemQ, n)
}

// declareLocal declares a variable of block scope.
func (b *binder) declareLocal(x declared, init *cc.Initializer) *variable {
	v := b.newLocal(x)
	v.auto, v.noinit = !x.s.static, x.a.noinit
	b.initializer(init)
	v.t = b.completed(v.t, init)
	v.init = init
	if x.a.cleanup != nil && v.auto {
		v.cleanup = x.a.cleanup
	}
	if !v.auto {
		v.alias, v.symbol = x.a.alias, x.a.symbol
		b.r.label(v.symbol, v)
	}
	return v
}

// newLocal enters a new variable of block scope.
func (b *binder) newLocal(x declared) *variable {
	v := b.r.newVariable(variable{name: x.name, t: x.t, q: x.q, pos: x.pos, unit: b.u, owner: b.fn, auto: true, defined: true, align: x.a.aligned})
	b.enter(x.name, v, x.pos)
	return v
}

// functionDefinition reads the definition of a function with its body.
func (b *binder) functionDefinition(d *cc.FunctionDefinition) {
	r := b.r
	b.sizes = nil
	s := b.declarationSpecifiers(d.DeclarationSpecifiers, false)
	t, q := b.declarator(d.Declarator, s.t, s.q)
	b.sizes = nil
	pos := r.pos(d.Declarator)
	if t.kind != kFunc {
		r.fail(pos, "", "%s is no function", d.Declarator.Name())
		return
	}
	b.refuse(s.a, pos)
	x := declared{name: d.Declarator.Name(), t: t, q: q, a: s.a, s: s, pos: pos}
	b.open()
	if names := identifierList(d.Declarator.DirectDeclarator); names != nil {
		b.oldStyle(t, names, d.DeclarationList)
	}
	b.close()
	f, counts := r.defineFunction(b.u, x, d)
	b.enter(x.name, f, pos)
	if !counts {
		return
	}
	r.entities[d.Declarator] = f
	if b.u.models { // most of them are for other programs
		f.later = func() { b.body(f, d.CompoundStatement) }
		return
	}
	b.body(f, d.CompoundStatement)
}

// body reads the body of a function.
func (b *binder) body(f *function, c *cc.CompoundStatement) {
	outer := b.fn
	b.fn = f
	b.open()
	for _, v := range f.params {
		if v.name != "" {
			b.enter(v.name, v, v.pos)
		}
	}
	b.items(c)
	b.close()
	b.fn = outer
}

// identifierList is that of an old-style definition; nil if there is none.
func identifierList(d *cc.DirectDeclarator) *cc.IdentifierList {
	for ; d != nil; d = d.DirectDeclarator {
		if d.Case == cc.DirectDeclaratorFuncIdent {
			return d.IdentifierList
		}
	}
	return nil
}

// oldStyle gives the parameters of an old-style definition their types.
func (b *binder) oldStyle(t *ctype, names *cc.IdentifierList, l *cc.DeclarationList) {
	byName := map[string]*param{}
	for ; names != nil; names = names.IdentifierList {
		tok := names.Token2
		p := &param{name: tok.SrcStr(), t: b.r.types.intT, pos: b.r.pos(tok)}
		byName[p.name] = p
		t.fun.params = append(t.fun.params, p)
	}
	for ; l != nil; l = l.DeclarationList {
		s := b.declarationSpecifiers(l.Declaration.DeclarationSpecifiers, false)
		for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			d := i.InitDeclarator.Declarator
			p := byName[d.Name()]
			if p == nil {
				b.r.fail(b.r.pos(d), "", "%s is no parameter", d.Name())
				continue
			}
			pt, q := b.declarator(d, s.t, s.q)
			p.t, p.q = b.adjusted(pt, q)
			p.pos = b.r.pos(d)
		}
	}
	for _, p := range t.fun.params {
		p.v = b.parameterVariable(p)
	}
}
