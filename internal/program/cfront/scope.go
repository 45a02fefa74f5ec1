package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// binder gives the names of a file their meaning, C11 6.2.1 to 6.2.3, and makes the types that its
// declarations write. It goes through the file once, in order. Package cc has only parsed the
// file: what its names and types mean is found here, since layouts, values and the types of
// expressions depend on each other, and have to be GCC's.
//
//	scope.go       names and tags in scope
//	declare.go     declarations and definitions
//	specifier.go   specifiers: basic types, structures, enumerations, typeof
//	declarator.go  declarators: pointers, arrays, functions
//	body.go        statements and the names in expressions
//
// What it finds is kept in the reader: uses, entities, names of types.
type binder struct {
	r      *reader
	u      *unit
	fn     *function // whose body is being read; nil outside
	scopes []scope
	pack   packing
	sizes  []*ctype // arrays of variable length written since the last declaration
}

// scope holds the names of a block, a prototype or a file.
type scope struct {
	names map[string]any    // *variable, *function, *enumerator, *typedef
	tags  map[string]*ctype // structs, unions and enumerations
}

// enumerator is a constant of an enumeration.
type enumerator struct {
	name string
	v    num.Int
	t    *ctype
	pos  ir.Pos
}

// typedef is a name for a type.
type typedef struct {
	t   *ctype
	q   qual
	pos ir.Pos
}

// bind reads the declarations of a file. What it returns is the scope at its end.
func (r *reader) bind(u *unit) scope { return r.bindFrom(u, scope{}, u.ast.TranslationUnit) }

// bindFrom reads the declarations of a file from one on, before which those in a scope have been.
func (r *reader) bindFrom(u *unit, before scope, l *cc.TranslationUnit) scope {
	b := &binder{r: r, u: u, scopes: []scope{before}}
	for ; l != nil; l = l.TranslationUnit {
		switch d := l.ExternalDeclaration; d.Case {
		case cc.ExternalDeclarationFuncDef:
			b.functionDefinition(d.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			b.declaration(d.Declaration)
		case cc.ExternalDeclarationAsmStmt:
			r.note(ir.Unmodelled, r.pos(d.AsmStatement), "assembly at file scope is ignored")
			u.assembly += source.Text(d.AsmStatement)
		}
		if r.problem() != nil {
			break
		}
	}
	return b.scopes[0]
}

func (b *binder) open() { b.scopes = append(b.scopes, scope{}) }

func (b *binder) close() { b.scopes = b.scopes[:len(b.scopes)-1] }

// here is the innermost scope.
func (b *binder) here() *scope { return &b.scopes[len(b.scopes)-1] }

func (b *binder) atFileScope() bool { return len(b.scopes) == 1 }

// lookup finds what a name means here; nil if it was not declared.
func (b *binder) lookup(name string) any {
	for i := len(b.scopes) - 1; i >= 0; i-- {
		if e, ok := b.scopes[i].names[name]; ok {
			return e
		}
	}
	return nil
}

// enter declares a name in the innermost scope.
func (b *binder) enter(name string, e any, pos ir.Pos) {
	s := b.here()
	if s.names == nil {
		s.names = map[string]any{}
	}
	if old, ok := s.names[name]; ok && old != e && !b.redeclared(old, e) {
		b.r.fail(pos, "", "%s is declared twice, before at line %d", name, linePos(old).Line)
	}
	s.names[name] = e
}

// redeclared tells whether a name may have both meanings one after the other.
func (b *binder) redeclared(old, e any) bool {
	switch x := old.(type) {
	case *typedef:
		y, ok := e.(*typedef)
		return ok && compatible(x.t, y.t) && x.q == y.q
	case *enumerator:
		return false
	case *variable:
		y, ok := e.(*variable) // an external variable whose file turned out to have a static one
		return ok && !x.auto && !y.auto && b.atFileScope()
	case *function:
		_, ok := e.(*function)
		return ok
	}
	return false
}

func linePos(e any) ir.Pos {
	switch x := e.(type) {
	case *typedef:
		return x.pos
	case *enumerator:
		return x.pos
	case *variable:
		return x.pos
	case *function:
		return x.pos
	}
	return ir.Pos{}
}

// tag finds a struct, union or enumeration by its tag; in the innermost scope only, if it is
// about to be defined.
func (b *binder) tag(name string, innermost bool) *ctype {
	for i := len(b.scopes) - 1; i >= 0; i-- {
		if t := b.scopes[i].tags[name]; t != nil {
			return t
		}
		if innermost {
			break
		}
	}
	return nil
}

func (b *binder) enterTag(name string, t *ctype) {
	s := b.here()
	if s.tags == nil {
		s.tags = map[string]*ctype{}
	}
	s.tags[name] = t
}
