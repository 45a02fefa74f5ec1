package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// declarator makes the type that a declarator gives its name, from that of the specifiers.
func (b *binder) declarator(d *cc.Declarator, t *ctype, q qual) (*ctype, qual) {
	if d == nil {
		return t, q
	}
	t, q = b.pointers(d.Pointer, t, q)
	return b.direct(d.DirectDeclarator, t, q)
}

// direct applies arrays and functions: what stands last is made first.
func (b *binder) direct(d *cc.DirectDeclarator, t *ctype, q qual) (*ctype, qual) {
	for d != nil {
		switch d.Case {
		case cc.DirectDeclaratorIdent:
			return t, q
		case cc.DirectDeclaratorDecl:
			return b.declarator(d.Declarator, t, q)
		case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
			t, q = b.array(t, q, d.AssignmentExpression, b.r.pos(d)), 0
		case cc.DirectDeclaratorStar:
			t, q = b.array(t, q, nil, b.r.pos(d)), 0
			t.star = true
		case cc.DirectDeclaratorFuncParam:
			t, q = b.function(t, q, d.ParameterTypeList, d.ParameterTypeList != nil), 0
		case cc.DirectDeclaratorFuncIdent:
			t, q = b.function(t, q, nil, false), 0
		}
		d = d.DirectDeclarator
	}
	return t, q
}

// abstractDeclarator is declarator for one without a name.
func (b *binder) abstractDeclarator(d *cc.AbstractDeclarator, t *ctype, q qual) (*ctype, qual) {
	if d == nil {
		return t, q
	}
	t, q = b.pointers(d.Pointer, t, q)
	for x := d.DirectAbstractDeclarator; x != nil; x = x.DirectAbstractDeclarator {
		switch x.Case {
		case cc.DirectAbstractDeclaratorDecl:
			return b.abstractDeclarator(x.AbstractDeclarator, t, q)
		case cc.DirectAbstractDeclaratorArr, cc.DirectAbstractDeclaratorStaticArr, cc.DirectAbstractDeclaratorArrStatic:
			t, q = b.array(t, q, x.AssignmentExpression, b.r.pos(x)), 0
		case cc.DirectAbstractDeclaratorArrStar:
			t, q = b.array(t, q, nil, b.r.pos(x)), 0
			t.star = true
		case cc.DirectAbstractDeclaratorFunc:
			t, q = b.function(t, q, x.ParameterTypeList, x.ParameterTypeList != nil), 0
		}
	}
	return t, q
}

// pointers applies the stars of a declarator, the leftmost first.
func (b *binder) pointers(p *cc.Pointer, t *ctype, q qual) (*ctype, qual) {
	for ; p != nil; p = p.Pointer {
		t, q = b.r.types.pointerToQ(t, q), 0
		var a attr
		for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil {
				q |= qualifierOf(l.TypeQualifier)
				a = a.merge(b.attributes(l.TypeQualifier.AttributeSpecifierList))
			}
		}
		t = b.r.types.withAlign(t, a.alignedLast)
	}
	return t, q
}

// array is the type of arrays of t of the length that n says; n may be nil.
func (b *binder) array(t *ctype, q qual, n cc.ExpressionNode, pos ir.Pos) *ctype {
	tt := b.r.types
	if t.kind == kFunc || t.kind == kVoid {
		b.r.fail(pos, "", "an array of %s", map[kind]string{kFunc: "functions", kVoid: "void"}[t.kind])
		t = tt.intT
	}
	if n == nil || isNilNode(n) {
		return tt.arrayOf(t, q, -1)
	}
	b.expr(n)
	v, constant := b.r.constantValue(b.u, n)
	if constant {
		size, ok := v.e.Val.Int64()
		if !ok || size < 0 || t.size > 0 && size > tt.largestArray()/t.size {
			b.r.fail(pos, "", "the size of an array is negative or too large")
			size = 0
		}
		return tt.arrayOf(t, q, size)
	}
	a := tt.arrayOf(t, q, -1)
	a.vla = n
	if b.atFileScope() {
		b.r.fail(pos, "", "the size of an array at file scope is not constant")
	}
	b.sizes = append(b.sizes, a)
	return a
}

// function is the type of functions that return t. The names of the parameters are in scope from
// one to the next.
func (b *binder) function(t *ctype, q qual, l *cc.ParameterTypeList, proto bool) *ctype {
	f := &funcType{result: t, resultQ: q, proto: proto}
	outer := b.sizes
	b.sizes = nil
	if l != nil {
		f.variadic = l.Case == cc.ParameterTypeListVar
		b.open()
		for p := l.ParameterList; p != nil; p = p.ParameterList {
			if p.ParameterDeclaration != nil {
				f.params = append(f.params, b.parameter(p.ParameterDeclaration))
			}
		}
		b.close()
		if n := len(f.params); n == 1 && !f.variadic && f.params[0].t.kind == kVoid && f.params[0].name == "" {
			f.params = nil
		}
	}
	f.sizes, b.sizes = b.sizes, outer
	return &ctype{kind: kFunc, size: 1, align: 1, fun: f}
}

func (b *binder) parameter(d *cc.ParameterDeclaration) *param {
	s := b.declarationSpecifiers(d.DeclarationSpecifiers, false)
	p := &param{pos: b.r.pos(d)}
	t, q := s.t, s.q
	if d.Case == cc.ParameterDeclarationDecl {
		t, q = b.declarator(d.Declarator, t, q)
		p.name, p.pos = d.Declarator.Name(), b.r.pos(d.Declarator)
	} else {
		t, q = b.abstractDeclarator(d.AbstractDeclarator, t, q)
	}
	t = b.attributed(t, s.a.merge(b.attributes(d.AttributeSpecifierList)))
	p.t, p.q = b.adjusted(t, q)
	if p.name != "" {
		p.v = b.parameterVariable(p)
		p.v.elements = max(t.len, 0)
	}
	return p
}

// adjusted is the type of a parameter that is written as t: arrays and functions become pointers.
func (b *binder) adjusted(t *ctype, q qual) (*ctype, qual) {
	switch t.kind {
	case kArray:
		return b.r.types.pointerToQ(t.elemC, t.elemQ), 0
	case kFunc:
		return b.r.types.pointerTo(t), 0
	}
	return t, q
}

// parameterVariable declares the name of a parameter.
func (b *binder) parameterVariable(p *param) *variable {
	v := b.r.newVariable(variable{name: p.name, t: p.t, q: p.q, pos: p.pos, unit: b.u, auto: true, defined: true})
	b.enter(p.name, v, p.pos)
	return v
}

// attributed is the type of what is declared with type t and attributes: mode and vectors that
// were not in the specifiers.
func (b *binder) attributed(t *ctype, a attr) *ctype {
	if a.mode != "" && t.isArith() {
		t = b.r.types.withMode(t, a.mode)
	}
	if a.vector > 0 && t.isArith() {
		t = b.r.types.vector(t, a.vector)
	}
	return t
}
