package cfront

import (
	"modernc.org/cc/v4"

	"craig/program/ir"
)

// unit is one file of the program.
type unit struct {
	file    string
	ast     *cc.AST
	statics map[string]any // names with internal linkage: *variable or *function
	models  bool           // the file of library models
	closed  bool           // and what C leaves open is chosen there: see signs.go
}

// variable is a C object with a name: of static storage duration, or a local.
type variable struct {
	name  string // "x"
	t     *ctype
	pos   ir.Pos
	unit  *unit
	owner *function // of locals and of static locals
	auto  bool      // automatic storage duration

	init    *cc.Initializer
	defined bool // not only declared extern
	used    bool

	memory  bool  // its address is taken, or it is an aggregate that is not accessed by constant paths
	made    bool  // it has a place
	begun   bool  // its initialiser has been lowered
	early   bool  // a jump may pass over its declaration
	cleanup bool  // a function is to be called at the end of its life
	valued  bool  // more is looked at than its sign
	place   place // where it lives
	in      place // of a parameter: where its value arrives
}

// function is a C function.
type function struct {
	name   string // unique in the program
	cname  string
	pos    ir.Pos
	unit   *unit
	t      *ctype
	def    *cc.FunctionDefinition // nil: no body
	params []*variable            // of the definition
	locals []*variable            // of automatic storage duration

	implicit  bool // never declared
	used      bool // called, or its address is taken, in reachable code
	addressed bool
	calls     []*function // by name
	indirect  bool        // it calls through pointers
	recursive bool        // a call of it may be active while it is called

	model *function // of a function without a body: the model of it
	ir    *ir.Func
	obj   *ir.Object
}

// load adds a parsed file to the program: it enters its declarations at file scope.
func (r *reader) load(u *unit) {
	r.units = append(r.units, u)
	for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		d := l.ExternalDeclaration
		switch d.Case {
		case cc.ExternalDeclarationFuncDef:
			r.types.attrs.specifiers(d.FunctionDefinition.DeclarationSpecifiers)
			r.defineFunction(u, d.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			r.types.attrs.declaration(d.Declaration)
			r.declareAll(u, d.Declaration)
		case cc.ExternalDeclarationAsmStmt:
			r.note(ir.Unsound, r.pos(d.AsmStatement), "assembly at file scope is ignored")
		}
	}
}

func (r *reader) declareAll(u *unit, d *cc.Declaration) {
	if d.Case != cc.DeclarationDecl {
		return
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		decl := l.InitDeclarator.Declarator
		if decl.IsTypename() {
			continue
		}
		if decl.Type().Kind() == cc.Function {
			r.entities[decl] = r.functionNamed(u, decl)
			continue
		}
		v := r.globalNamed(u, decl.Name(), decl.IsStatic())
		r.entities[decl] = v
		r.declareGlobal(v, u, decl, l.InitDeclarator.Initializer)
	}
}

// declareGlobal adds what a declaration says about v.
func (r *reader) declareGlobal(v *variable, u *unit, decl *cc.Declarator, init *cc.Initializer) {
	t := r.types.of(decl.Type())
	r.types.complete(t)
	if v.t == nil || v.t.size < 0 && t.size >= 0 || init != nil {
		v.t, v.pos, v.unit = t, r.pos(decl), u
	}
	if init != nil {
		if v.init != nil && v.init != init {
			r.fail(r.pos(decl), "", "%s is initialised twice", v.name)
		}
		v.init = init
	}
	v.defined = v.defined || init != nil || !decl.IsExtern()
}

// globalNamed finds or makes the variable that a file-scope name of u denotes.
func (r *reader) globalNamed(u *unit, name string, static bool) *variable {
	if v, ok := u.statics[name].(*variable); ok {
		return v
	}
	if !static {
		if v, ok := r.externs[name].(*variable); ok {
			return v
		}
	}
	v := &variable{name: name, unit: u}
	if static {
		u.statics[name] = v
	} else {
		r.externs[name] = v
	}
	r.globals = append(r.globals, v)
	return v
}

// functionNamed finds or makes the function that a declarator of u denotes.
func (r *reader) functionNamed(u *unit, decl *cc.Declarator) *function {
	name := decl.Name()
	if f, ok := u.statics[name].(*function); ok {
		return f
	}
	static := decl.IsStatic() && !decl.IsSynthetic()
	if !static {
		if f, ok := r.externs[name].(*function); ok {
			if f.def == nil && len(f.t.fun.Parameters()) == 0 {
				f.t = r.types.of(decl.Type()) // a prototype says more than f()
			}
			return f
		}
	}
	f := &function{name: name, cname: name, pos: r.pos(decl), unit: u, t: r.types.of(decl.Type()), implicit: decl.IsSynthetic()}
	if static {
		u.statics[name] = f
	} else {
		r.externs[name] = f
	}
	r.functions = append(r.functions, f)
	return f
}

func (r *reader) defineFunction(u *unit, def *cc.FunctionDefinition) {
	decl := def.Declarator
	f := r.functionNamed(u, decl)
	r.entities[decl] = f
	if f.def != nil {
		if f.unit != u && (decl.IsInline() || f.unit.models || u.models) {
			return // the first one stands for all
		}
		if !decl.IsInline() && !f.def.Declarator.IsInline() {
			r.fail(r.pos(decl), "", "%s is defined twice, before at %s:%d", f.cname, f.pos.File, f.pos.Line)
			return
		}
	}
	r.setBody(f, u, def)
}

// setBody gives f its definition.
func (r *reader) setBody(f *function, u *unit, def *cc.FunctionDefinition) {
	f.def, f.unit, f.pos, f.t = def, u, r.pos(def.Declarator), r.types.of(def.Declarator.Type())
	f.params = nil
	if a := f.t.fun.Attributes(); a != nil && (a.IsAttrSet("constructor") || a.IsAttrSet("__constructor__")) && r.constructor == nil {
		r.constructor = f
	}
	for _, p := range f.t.fun.Parameters() {
		if p.Type().Kind() == cc.Void {
			continue
		}
		v := &variable{name: p.Name(), t: r.types.of(p.Type()), pos: r.pos(p), unit: u, owner: f, auto: true, defined: true}
		r.types.complete(v.t)
		if d := p.Declarator; d != nil {
			v.t = r.types.of(d.Type())
			r.entities[d] = v
		}
		f.params = append(f.params, v)
	}
}

// entity is what a name's declarator denotes: a *variable or a *function. Names that no
// declaration of the file has entered are external ones: of block scope, implicit, built in.
func (r *reader) entity(u *unit, d *cc.Declarator) any {
	if e, ok := r.entities[d]; ok {
		if f, ok := e.(*function); ok {
			return r.modelOf(f)
		}
		return e
	}
	var e any
	if d.Type().Kind() == cc.Function {
		f := r.functionNamed(u, d)
		r.entities[d] = f
		return r.modelOf(f)
	} else {
		v := r.globalNamed(u, d.Name(), false)
		r.declareGlobal(v, u, d, nil)
		e = v
	}
	r.entities[d] = e
	return e
}
