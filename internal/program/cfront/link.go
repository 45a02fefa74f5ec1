package cfront

import (
	"cmp"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// unit is one file of the program.
type unit struct {
	file     string
	ast      *cc.AST
	statics  map[string]any // names with internal linkage: *variable or *function
	models   bool           // the file of library models
	assembly string         // at file scope
	closed   bool           // and what C leaves open is chosen there: see signs.go
	changed  writes         // see unwritten.go; nil until it is asked for
}

// variable is a C object with a name: of static storage duration, or a local.
type variable struct {
	name  string // "x"
	t     *ctype
	q     qual
	align int64 // as an attribute of its own says; 0: none does
	pos   ir.Pos
	unit  *unit
	owner *function // of locals and of static locals
	auto  bool      // automatic storage duration

	elements int64 // of a parameter that is written as an array: its length; 0: it has none
	indexed  int64 // of a list of pointers: the number behind the largest constant by which it is indexed

	init    *cc.Initializer
	defined bool // not only declared extern
	weak    bool
	noinit  bool  // see attr
	weakIn  *unit // the last file that declares it so
	by      definer
	used    bool

	memory  bool          // its address is taken, or it is an aggregate that is not accessed by constant paths
	made    bool          // it has a place
	begun   bool          // its initialiser has been lowered
	early   bool          // a jump may pass over its declaration
	block   int           // the block with whose end its life ends
	valued  bool          // more is looked at than its sign
	differs bool          // files disagree in what of it is const
	others  []declaration // of the name, if several files declare it
	place   place         // where it lives
	in      place         // of a parameter: where its value arrives

	cleanup cc.ExpressionNode // the function to call at the end of its life; nil if there is none
	alias   string            // the name of the variable that this is another name of
	symbol  string            // its name for the assembler, if asm("name") gives it one

	frame *frame // of a loop, which ends where a scope does: there is no variable then
}

// function is a C function.
type function struct {
	name   string // unique in the program
	cname  string
	pos    ir.Pos
	unit   *unit
	t      *ctype
	def    *cc.FunctionDefinition // nil: no body
	others []declaration          // of the name, if several files declare it
	params []*variable            // of the definition
	proto  *ctype                 // the type that a declaration gives it, if one has a prototype
	later  func()                 // binds the body of a model, if it is not bound yet
	locals []*variable            // of automatic storage duration

	implicit     bool  // never declared
	kept         bool  // it is to have no body, but that of another file
	noreturn     bool  // it is declared so
	weak         bool  // some file declares it so
	weakIn       *unit // the last one that does
	strength     strength
	gnuInline    bool   // its definition has the attribute
	inline       bool   // its definition is
	alias        string // the name of the function that this is another name of
	symbol       string // its name for the assembler, if asm("name") gives it one
	align        int64  // as an attribute says; 0: none does
	priority     int64  // of a constructor
	used         bool   // called, or its address is taken, in reachable code
	addressed    bool
	calls        []*function         // by name
	exprs        []cc.ExpressionNode // whole expressions, in order; those of initialisers too
	lists        []*cc.InitializerList
	indirect     bool // it calls through pointers
	recursive    bool // a call of it may be active while it is called
	codeSwitches bool // it has assembly that switches interrupts off or on

	ir   *ir.Func
	list *ir.Var // the parameter for the list of variable arguments
	obj  *ir.Object
}

// definer is the file that defines a variable, and with what right.
type definer struct {
	unit     *unit // nil: none does
	strength strength
}

// strength orders the definitions of one name, as a linker does: the strongest counts, of equal ones the first.
type strength int

const (
	spare    strength = iota // of a function: the definition is for inlining alone, and another file has the one that is called
	weak                     // by the attribute
	external                 // there is one in a program
)

// strengthOf is that of a definition; isWeak says that its file declares the name so.
func strengthOf(d declared, isWeak bool) strength {
	switch {
	case d.s.inline && d.s.extern == d.a.gnuInline:
		return spare // C17 6.7.4p7; with gnu_inline extern means the opposite
	case isWeak:
		return weak
	}
	return external
}

// newVariable is a new variable that is bound.
func (r *reader) newVariable(v variable) *variable {
	r.variables = append(r.variables, &v)
	return &v
}

// load adds a parsed file to the program: it enters its declarations at file scope.
func (r *reader) load(u *unit) {
	r.units = append(r.units, u)
	r.bind(u)
	r.spans(u)
}

// mergeGlobal adds what a declaration says about v.
func (r *reader) mergeGlobal(v *variable, u *unit, t *ctype, d declared, init *cc.Initializer) {
	if d.a.weak {
		v.weakIn = u
	}
	if init != nil || !d.s.extern {
		s := strengthOf(d, v.weakIn == u)
		switch by := v.by; {
		case by.unit != nil && by.unit != u && s == weak:
			init, d.s.extern = nil, true // another file's definition counts
		case by.unit != nil && by.unit != u && s > by.strength:
			v.init, v.pos, v.unit = nil, d.pos, u
			if !compatible(v.t, t) {
				v.t = t
			}
			fallthrough
		default:
			v.by = definer{u, s}
		}
	}
	switch {
	case v.t == nil || init != nil || v.t.size < 0 && t.size >= 0:
		if init == nil || !compatible(v.t, t) {
			v.t = t
		} else {
			v.t = r.types.composite(t, v.t)
		}
		v.pos, v.unit = d.pos, u
	case v.differs && !d.s.extern:
		v.t = r.types.composite(t, v.t)
	default:
		v.t = r.types.composite(v.t, t)
	}
	v.weak = v.weak || d.a.weak
	if d.a.alias != "" {
		v.alias = d.a.alias
	}
	if init != nil {
		if v.init != nil && v.init != init {
			r.fail(d.pos, "", "%s is initialised twice", v.name)
		}
		v.init = init
	}
	v.defined = v.defined || init != nil || !d.s.extern
	v.symbol = cmp.Or(d.a.symbol, v.symbol)
	r.label(v.symbol, v)
}

// inlined lists the used functions of which compilers may make no external definition.
func (r *reader) inlined() (list []ir.Inlined) {
	for _, f := range r.functions {
		if f.def != nil && f.strength == spare && !f.unit.models && (f.used || f.addressed) && r.externs[f.cname] == f {
			list = append(list, ir.Inlined{Name: f.cname, File: f.unit.file, GNU: f.gnuInline})
		}
	}
	return list
}

// oneElement gives arrays of which no declaration says the length, and which are defined all the same, one element, as C does.
func (r *reader) oneElement() {
	for _, v := range r.globals {
		if v.defined && v.init == nil && v.t != nil && v.t.kind == kArray && v.t.len < 0 && !v.t.variable() && v.t.elemC.size > 0 {
			v.t = r.types.arrayOf(v.t.elemC, v.t.elemQ, 1)
		}
	}
}

// globalNamed finds or makes the variable that a file-scope name of u denotes.
func (r *reader) globalNamed(u *unit, name string, static bool) *variable {
	if v, ok := u.statics[name].(*variable); ok {
		return v
	}
	if !static {
		name = library.VariableName(name)
		if v, ok := r.externs[name].(*variable); ok {
			return v
		}
	}
	v := r.newVariable(variable{name: name, unit: u})
	if static {
		u.statics[name] = v
	} else {
		r.externs[name] = v
	}
	r.globals = append(r.globals, v)
	return v
}

// functionNamed finds or makes the function that a name of u denotes, and adds what a declaration
// says about it.
func (r *reader) functionNamed(u *unit, d declared) *function {
	f, ok := u.statics[d.name].(*function)
	if !ok && !d.s.static {
		f, ok = r.externs[d.name].(*function)
	}
	if g, is := r.externs[d.name].(*function); !ok && d.s.static && is && !g.implicit {
		r.staticAfter(d.name, u, g.unit, d.pos, g.pos)
	}
	if !ok {
		f = &function{name: d.name, cname: d.name, pos: d.pos, unit: u, t: d.t}
		if d.s.static {
			u.statics[d.name] = f
		} else {
			r.externs[d.name] = f
		}
		r.functions = append(r.functions, f)
	}
	r.mergeFunction(f, u, d)
	return f
}

// ownText tells whether a declaration is in a file of the program, not in a header or a declaration of craig's own, which
// may declare what another compiler's headers declare on request only.
func ownText(pos ir.Pos) bool { return pos.File != "" && !strings.HasPrefix(pos.File, "<") }

// staticAfter rejects a static declaration of what was declared without in the same file.
func (r *reader) staticAfter(name string, u, before *unit, pos, at ir.Pos) {
	if before == u && !u.models && ownText(at) && !isStandIn(name) {
		r.fail(pos, "write static there too, or leave it out here", "%s is static here, and was declared without at line %d", name, at.Line)
	}
}

func (r *reader) mergeFunction(f *function, u *unit, d declared) {
	f.declaredElsewhere(u, d.t, d.pos)
	if d.t.fun.proto {
		f.proto = d.t
	}
	switch {
	case f.unit != u || f.implicit:
	case !compatible(f.t.fun.result, d.t.fun.result), ownText(f.pos) && !compatible(f.t, d.t):
		r.fail(d.pos, "make both declarations the same", "%s is declared with another type, before at line %d", d.name, f.pos.Line)
	}
	if f.def == nil && !f.t.fun.proto && d.t.fun.proto || f.implicit {
		f.t, f.implicit = d.t, false // a prototype says more than f()
	}
	f.noreturn = f.noreturn || d.a.noreturn
	if d.a.weak {
		f.weak, f.weakIn = true, u
	}
	f.align = max(f.align, d.a.aligned)
	if d.a.alias != "" {
		f.alias = d.a.alias
	}
	f.symbol = cmp.Or(d.a.symbol, f.symbol)
	r.label(f.symbol, f)
	if d.a.constructor && f.priority == 0 {
		f.priority = d.a.priority
		r.constructors = append(r.constructors, f)
	}
	if d.a.destructor && r.destructor == nil {
		r.destructor = f
	}
}

// defineFunction enters the definition of a function of u. It reports false if another definition stands for it.
func (r *reader) defineFunction(u *unit, d declared, def *cc.FunctionDefinition) (f *function, counts bool) {
	standIn := isStandIn(d.name)
	if standIn { // one for each file, in which the last one counts
		d.s.static, d.s.extern = true, false
	}
	if u.models && !d.s.static {
		return r.defineModel(u, d, def), true
	}
	f = r.functionNamed(u, d)
	if d.s.extern && d.s.inline && d.a.gnuInline && library.Lookup(d.name) != nil {
		return f, false // the library's headers have some, which call builtins that only inlining can do
	}
	if f.def != nil && f.unit != u && slices.Contains(r.opts.WithoutBody, d.name) {
		f.kept = true
		return f, false
	}
	if f.def != nil && !standIn {
		s := strengthOf(d, f.weakIn == u)
		switch {
		case s == external && f.strength == external && !d.s.inline && !f.inline && (f.unit == u || !f.unit.models && !u.models):
			r.fail(d.pos, "", "%s is defined twice, before at %s:%d", f.cname, f.pos.File, f.pos.Line)
			return f, false
		case f.unit != u && (s <= f.strength || f.unit.models || u.models):
			return f, false
		}
	}
	r.setBody(f, u, d, def)
	return f, true
}

// setBody gives f its definition.
func (r *reader) setBody(f *function, u *unit, d declared, def *cc.FunctionDefinition) {
	f.def, f.unit, f.pos, f.t = def, u, d.pos, d.t
	r.label(f.symbol, f)
	f.inline, f.gnuInline, f.strength, f.params = d.s.inline, d.a.gnuInline, strengthOf(d, f.weakIn == u), nil
	for _, p := range d.t.fun.params {
		v := p.v
		if v == nil {
			v = r.newVariable(variable{t: p.t, q: p.q, pos: p.pos, unit: u, auto: true, defined: true})
		}
		v.owner = f
		r.types.complete(v.t)
		f.params = append(f.params, v)
	}
}

// label notes that e, a *variable or a *function, has a name for the assembler, as asm("name") gives it; "" is no name. Of those that share
// one, the first with a definition has it, else the first.
func (r *reader) label(name string, e any) {
	if name != "" && (r.symbols[name] == nil || hasDefinition(e) && !hasDefinition(r.symbols[name])) {
		r.symbols[name] = e
	}
}

// hasDefinition tells whether a file defines e, a *variable or a *function, and not only as another name of something.
func hasDefinition(e any) bool {
	switch x := e.(type) {
	case *function:
		return x.def != nil
	case *variable:
		return x.init != nil || x.defined && x.alias == ""
	}
	return false
}

// symbolOf is what the assembler knows by a name in u: nil if no declaration has it.
func (r *reader) symbolOf(u *unit, name string) any {
	if e, ok := u.statics[name]; ok {
		return e
	}
	e, labelled := r.externs[name], r.symbols[name]
	if v, ok := e.(*variable); ok && v.symbol != "" && v.symbol != name {
		e = nil // it only has that name in C
	}
	if labelled != nil && (e == nil || hasDefinition(labelled) && !hasDefinition(e)) {
		return labelled
	}
	return e
}

// entity is what a name denotes: a *variable or a *function. A name that is another one's alias
// denotes what that does, one of several with the same name for the assembler what that is, and a function
// of the library that has a model the model, if a call with so many arguments means that; args is -1 if
// there is no call.
func (r *reader) entity(e any, args int) any {
	for range maxAliases {
		if hasDefinition(e) {
			break
		}
		var target any
		switch x := e.(type) {
		case *function:
			target = r.symbolOf(x.unit, cmp.Or(x.alias, x.symbol, x.cname))
			if target != nil && library.Lookup(x.cname) != nil && !hasDefinition(target) && r.externs[x.symbol] != target {
				target = nil // headers give the library's functions names of its own
			}
		case *variable:
			target = r.symbolOf(x.unit, cmp.Or(x.alias, x.symbol, x.name))
		}
		if target == nil || target == e {
			break
		}
		e = target
	}
	if f, ok := e.(*function); ok {
		return r.modelOf(f, args)
	}
	return e
}

const maxAliases = 16 // of one name, one after another

// denoted is the entity that a name in an expression denotes; nil if it is none.
func (r *reader) denoted(x *cc.PrimaryExpression) any {
	if e := r.uses[x]; e != nil {
		return r.entity(e, -1)
	}
	return nil
}
