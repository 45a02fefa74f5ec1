package elab

// Declarations: linkage, storage duration, tentative definitions. C11 6.2.2, 6.7, 6.9.2.

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// global is a name with linkage. All declarations of it share one variable.
type global struct {
	v         *core.Var
	pos       syntax.Pos
	tentative bool         // there is a tentative definition, and no other yet
	strength  strength     // of the definition
	file      int          // where it is
	weakIn    int          // the last file that declares it weak, and 1
	gnuIn     int          // and the last one that declares it gnu_inline
	calls     []*core.Call // of a function that was declared implicitly
}

// global adds something at file scope.
func (u *unit) global(g core.Global) { u.core.Globals = append(u.core.Globals, g) }

// external reads a declaration at file scope.
func (u *unit) external(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.Declaration:
		u.declaration(d)
	case *syntax.FuncDef:
		u.definition(d)
	case *syntax.StaticAssert:
		u.staticAssert(d)
		u.noMore()
	case *syntax.FileAsm:
		elem, units, err := u.tt.StringLiteral(d.Text.Parts)
		if err != nil || elem.SizeOf() != 1 {
			u.fail(d.At, "", "asm wants a string")
		}
		u.global(&core.FileAsm{At: u.pos(d.At), Text: bytesOf(units)})
	case *syntax.Pragma:
		u.pragma(d)
	case *syntax.Annotation:
		u.outside(d)
	case *syntax.BadDecl:
	}
}

func bytesOf(units []uint32) string {
	b := make([]byte, len(units))
	for i, c := range units {
		b[i] = byte(c)
	}
	return string(b)
}

// pragma sees to a pragma that changes what a program means.
func (u *unit) pragma(d *syntax.Pragma) {
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ", ",", " ").Replace(d.Text))
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "pack":
		u.packPragma(d, words[1:])
	case "weak", "redefine_extname", "scalar_storage_order", "ms_struct":
		u.refuse(d.At, "pragma "+words[0], "#pragma %s", words[0])
	}
}

// packPragma is #pragma pack: pack(), pack(N), pack(push), pack(push, NAME, N), pack(pop) and pack(pop, NAME).
func (u *unit) packPragma(d *syntax.Pragma, words []string) {
	pop := false
	for i, w := range words {
		switch w {
		case "push":
			u.packs = append(u.packs, packing{"", u.pack})
		case "pop":
			pop = true
			if i+1 == len(words) {
				u.unpack(len(u.packs) - 1)
			}
		case "0", "1", "2", "4", "8", "16":
			u.pack, _ = strconv.ParseInt(w, 10, 64)
		default:
			switch {
			case i == 0 || w[0] >= '0' && w[0] <= '9':
				u.refuse(d.At, "pragma pack", "#pragma pack with %s", w)
			case pop:
				u.unpack(slices.IndexFunc(u.packs, func(p packing) bool { return p.name == w }))
			default:
				u.packs[len(u.packs)-1].name = w
			}
		}
	}
	if len(words) == 0 {
		u.pack = 0
	}
}

// packing is an alignment that #pragma pack(push) keeps.
type packing struct {
	name string
	pack int64
}

// unpack goes back to what was kept at an index, if there is one.
func (u *unit) unpack(i int) {
	if i >= 0 {
		u.pack, u.packs = u.packs[i].pack, u.packs[:i]
	}
}

// declaration reads a declaration, at file scope or in a block.
func (u *unit) declaration(d *syntax.Declaration) {
	s := u.specifiersOf(d.Specs, len(d.List) == 0)
	switch {
	case u.fn != nil || len(u.pending) == 0 || len(d.List) == 1:
	case len(d.List) == 0:
		u.noMore()
	default:
		u.notSuch()
	}
	for _, i := range d.List {
		u.declarator(d.Specs, s, i)
	}
}

// declarator declares one name.
func (u *unit) declarator(specs *syntax.Specs, s *spec, i *syntax.InitDecl) {
	name := i.Decl.Name
	if s.auto {
		u.autoVariable(specs, s, i)
		return
	}
	t, a := u.declared(s, i.Decl, nil)
	switch {
	case t.Kind == types.Func || u.fn != nil:
	case t.Kind == types.Pointer && t.Elem.Kind == types.Func:
		u.notSuch()
	default:
		u.noMore()
	}
	switch {
	case specs.Storage&syntax.Typedef != 0:
		if i.Init != nil {
			u.fail(name.NamePos, "", "a typedef has no initializer")
		}
		u.typedef(name, t, a)
	case t.Kind == types.Func:
		if i.Init != nil {
			u.fail(name.NamePos, "", "the function %s is initialized like a variable", name.Name)
		}
		if specs.Storage&syntax.Auto != 0 && u.fn != nil {
			u.declareNested(name, t)
			return
		}
		if specs.Storage&syntax.Static != 0 && u.scope.level() > 0 {
			u.fail(name.NamePos, "", "a static function is declared in a block")
		}
		o := u.declareFunction(name, t, specs.Storage&syntax.Static == 0)
		o.v.Undefined = false
		u.functionAttrs(o, specs, &a, i.Decl)
		u.declaredContract(s, i.Decl, o.v)
		return
	case specs.Storage&syntax.Inline != 0:
		u.fail(name.NamePos, "", "inline is for functions")
	case u.scope.level() == 0 || specs.Storage&syntax.Extern != 0:
		u.globalVariable(specs, i, t, &a)
	default:
		u.localVariable(specs, i, t, &a)
	}
}

// autoVariable declares a variable of __auto_type, which has the type of its initializer.
func (u *unit) autoVariable(specs *syntax.Specs, s *spec, i *syntax.InitDecl) {
	name := i.Decl.Name
	if i.Init == nil || len(i.Decl.Parts) > 0 {
		u.fail(name.NamePos, "", "__auto_type wants a plain name with an initializer")
	}
	if u.fn == nil || specs.Storage&(syntax.Static|syntax.Extern|syntax.Typedef|syntax.ThreadLocal) != 0 {
		u.refuse(name.NamePos, "__auto_type", "__auto_type of a variable that is not in a block, or is static")
	}
	o := u.rvalue(u.expr(i.Init))
	if o.x == nil || o.typ.Kind == types.Void {
		u.fail(name.NamePos, "", "a variable of type void")
	}
	a := s.attrs
	u.attributes(&a, i.Decl.Attrs)
	u.localVariable(specs, &syntax.InitDecl{Decl: i.Decl}, o.typ.Main().With(quals(specs.Quals)), &a)
	u.out[len(u.out)-1].(*core.Declare).Init = &core.ExprInit{X: o.x}
}

func (u *unit) typedef(name *syntax.Ident, t *types.Type, a attrs) {
	t = t.Aligned(a.last)
	if old := u.scope.local(name.Sym); old != nil {
		if old.kind != typeName || !u.tt.Compatible(old.typ, t) {
			u.failNote(name.NamePos, old.pos, "it is declared here", "%s is declared again, as something else", name.Name)
		}
		if old.typ.IsComplete() || !t.IsComplete() {
			return
		}
	}
	if a.transparent && t.Kind == types.Union {
		t.Record.Attrs.Transparent = true
	}
	if t.IsRecord() && t.Record.Typedef == "" && t.Quals == 0 && u.scope.level() == 0 {
		t.Record.Typedef = name.Name
	}
	u.scope.declare(name.Sym, &object{kind: typeName, name: name.Name, pos: name.NamePos, typ: t})
}

// globalOf is the name with linkage, which is made if there is none. isStatic asks for internal linkage; a name that has it already
// keeps it (6.2.2 p4).
func (u *unit) globalOf(name *syntax.Ident, t *types.Type, isStatic, isExtern bool) *global {
	g := u.statics[name.Name]
	switch {
	case g != nil && (isStatic || isExtern || t.Kind == types.Func):
	case g != nil:
		u.failNote(name.NamePos, g.pos, "it is declared here", "%s was declared static", name.Name)
	case isStatic:
		if o := u.externs[name.Name]; o != nil && !o.v.Undefined {
			u.failNote(name.NamePos, o.pos, "it is declared here", "%s was declared without static", name.Name)
		}
		g = u.newGlobal(name, t, core.Internal)
		u.statics[name.Name] = g
		return g
	default:
		if g = u.externs[name.Name]; g == nil && (u.conf.Apart == nil || !u.conf.Apart(name.Name, t.Kind == types.Func)) {
			g = u.program.globals[name.Name]
		}
		if g == nil || u.externs[name.Name] == nil && !u.agrees(g, t) { // files that disagree: see link.Agree
			g = u.newGlobal(name, t, core.External)
			u.program.globals[name.Name] = g
			u.externs[name.Name] = g
			return g
		}
		if u.externs[name.Name] == nil {
			u.externs[name.Name] = g
			u.global(&core.VarDef{Var: g.v})
		}
	}
	u.merge(g, name, t)
	return g
}

func (u *unit) newGlobal(name *syntax.Ident, t *types.Type, l core.Linkage) *global {
	g := &global{pos: name.NamePos}
	g.v = &core.Var{Name: name.Name, Type: t, Pos: u.pos(name.NamePos), Unit: u.file, Storage: core.Static, Linkage: l}
	u.global(&core.VarDef{Var: g.v})
	return g
}

// agrees tells whether a declaration with the type t may be one of g.
func (u *unit) agrees(g *global, t *types.Type) bool {
	return g.v.Undefined && t.Kind == types.Func && t.Sig.Result.Kind == types.Void || u.tt.Compatible(g.v.Type, t)
}

// merge gives a name with linkage the composite type of its declarations.
func (u *unit) merge(g *global, name *syntax.Ident, t *types.Type) {
	if u.agrees(g, t) && !u.tt.Compatible(g.v.Type, t) {
		g.retype(u.tt, t) // gcc warns
		g.v.Undefined = false
		return
	}
	if !u.tt.Compatible(g.v.Type, t) {
		u.failNote(name.NamePos, g.pos, "it is declared here", "%s has the type %v here, and was declared as %v", name.Name, t, g.v.Type)
	}
	g.v.Type = u.tt.Composite(g.v.Type, t)
}

// retype gives a function that was declared implicitly, and called as if it returned int, another type.
func (g *global) retype(tt *types.Table, t *types.Type) {
	g.v.Type = t
	for _, c := range g.calls {
		old := c.Fun.Type()
		c.Fun = &core.Convert{At: c.At, X: &core.AddrOf{At: c.At, X: &core.VarPlace{At: c.At, Var: g.v}, Typ: tt.Pointer(t)}, Typ: old}
	}
	g.calls = nil
}

// declareFunction declares a function in the open scope.
func (u *unit) declareFunction(name *syntax.Ident, t *types.Type, extern bool) *object {
	if old := u.scope.local(name.Sym); old != nil && old.kind != function {
		u.failNote(name.NamePos, old.pos, "it is declared here", "%s is declared again, as something else", name.Name)
	}
	g := u.globalOf(name, t, !extern, extern)
	o := &object{kind: function, name: name.Name, pos: name.NamePos, typ: g.v.Type, v: g.v, global: g}
	if u.scope.level() == 0 {
		if old := u.scope.lookup(name.Sym); old != nil {
			old.typ = g.v.Type
			return old
		}
	}
	u.scope.declare(name.Sym, o)
	return o
}

// functionAttrs keeps what a declaration of a function says beside its type.
func (u *unit) functionAttrs(o *object, specs *syntax.Specs, a *attrs, d *syntax.Declarator) {
	v := o.v
	if a.weak && o.global != nil {
		u.weaken(o.global)
	}
	if a.gnuInline && o.global != nil {
		o.global.gnuIn = u.file + 1
	}
	v.Inline = v.Inline || specs.Storage&syntax.Inline != 0
	v.Extern = v.Extern || specs.Storage&syntax.Extern != 0
	v.NoReturn = v.NoReturn || specs.Storage&syntax.Noreturn != 0 || a.noreturn
	u.keepAttrs(v, a, d)
}

// keepAttrs adds attributes that change what a program does, each once.
func (u *unit) keepAttrs(v *core.Var, a *attrs, d *syntax.Declarator) {
	add := func(name string, args ...string) {
		for _, old := range v.Attrs {
			if old.Name == name {
				return
			}
		}
		v.Attrs = append(v.Attrs, core.Attr{Name: name, Args: args})
	}
	priority := func() []string {
		if a.priority == 0 {
			return nil
		}
		return []string{types.IntOf(a.priority).String()}
	}
	if a.weak {
		add("weak")
	}
	if a.gnuInline {
		add("gnu_inline")
	}
	for _, name := range a.kept {
		add(name)
	}
	if a.constructor {
		add("constructor", priority()...)
	}
	if a.destructor {
		add("destructor", priority()...)
	}
	if a.alias != "" {
		add("alias", quoted(a.alias))
	}
	if a.section != "" {
		add("section", quoted(a.section))
	}
	v.Align = max(v.Align, a.align)
	if d.Asm != nil {
		if _, units, err := u.tt.StringLiteral(d.Asm.Parts); err == nil {
			name := bytesOf(units)
			if v.AsmName != "" && v.AsmName != name { // gcc takes the first one in a file, and different ones in two files are different things
				u.refuse(d.Asm.LitPos, "asm label", "%s has the name %q for the assembler, and had %q before", v.Name, name, v.AsmName)
			}
			v.AsmName = name
		}
	}
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) + `"`
}

// strength orders the definitions of one name, as a linker does: the strongest counts, of equal ones the first.
type strength uint8

const (
	spareDef  strength = iota // of a function: it is for inlining alone, and another file may have the one that is called
	weakDef                   // by the attribute
	strongDef                 // there is one in a program
)

// rank is the strength of a definition in this file. spare: it is for inlining alone.
func (u *unit) rank(g *global, isSpare bool) strength {
	switch {
	case isSpare:
		return spareDef
	case g.weakIn == u.file+1:
		return weakDef
	}
	return strongDef
}

// defines tells whether a definition in this file is that of the program: the first one, or one that is stronger than that of another file. In one
// file there may be one for inlining alone and, as again says, another one.
func (u *unit) defines(g *global, name *syntax.Ident, s strength, again bool) bool {
	if g.v.Defined && (!g.tentative || g.file != u.file && s < g.strength) {
		switch {
		case g.file != u.file && s <= g.strength && s != strongDef:
			return false
		case g.file != u.file && s > g.strength, again:
			for _, unit := range u.prog.Units {
				unit.Globals = slices.DeleteFunc(unit.Globals, func(x core.Global) bool {
					d, ok := x.(*core.FuncDef)
					return ok && d.Func.Var == g.v
				})
			}
		default:
			what := name.Name
			if g.v.Type.Kind == types.Func {
				what = "the function " + what
			}
			u.failNote(name.NamePos, g.pos, "it is declared here", "%s is defined twice", what)
		}
	}
	g.v.Defined, g.tentative, g.strength, g.file, g.pos = true, false, s, u.file, name.NamePos
	return true
}

// weaken notes that this file declares a name weak.
func (u *unit) weaken(g *global) {
	g.weakIn = u.file + 1
	if g.v.Defined && g.file == u.file {
		g.strength = min(g.strength, weakDef)
	}
}

// globalVariable declares a variable at file scope, or one with extern in a block.
func (u *unit) globalVariable(specs *syntax.Specs, i *syntax.InitDecl, t *types.Type, a *attrs) {
	name := i.Decl.Name
	isExtern := specs.Storage&syntax.Extern != 0
	if t.IsVariablyModified() {
		u.fail(name.NamePos, "", "an array of variable size outside of functions")
	}
	if t.Kind == types.Void {
		u.fail(name.NamePos, "", "a variable of type void")
	}
	if old := u.scope.local(name.Sym); old != nil && old.kind != variable {
		u.failNote(name.NamePos, old.pos, "it is declared here", "%s is declared again, as something else", name.Name)
	}
	g := u.globalOf(name, t, specs.Storage&syntax.Static != 0, isExtern)
	if specs.Storage&syntax.ThreadLocal != 0 {
		g.v.Storage = core.Thread
	}
	if specs.Storage&syntax.Register != 0 && i.Decl.Asm != nil {
		u.refuse(name.NamePos, "global register variable", "a global variable in a register")
	}
	u.keepAttrs(g.v, a, i.Decl)
	if a.weak {
		u.weaken(g)
	}
	o := u.scope.local(name.Sym)
	if o == nil {
		o = &object{kind: variable, name: name.Name, pos: name.NamePos, v: g.v, global: g}
		u.scope.declare(name.Sym, o)
	}
	o.typ = g.v.Type
	switch {
	case i.Init != nil:
		if u.scope.level() > 0 {
			u.fail(name.NamePos, "", "a variable with extern is initialized in a block")
		}
		counts := u.defines(g, name, u.rank(g, false), false)
		init, full := u.initialize(g.v.Type, i.Init, true)
		if !counts {
			return
		}
		g.v.Init, g.v.Type = init, full
		o.typ = full
	case isExtern || a.alias != "":
	case !g.v.Defined, g.file != u.file && u.rank(g, false) > g.strength:
		g.v.Init = nil
		g.v.Defined, g.tentative, g.strength, g.file = true, true, u.rank(g, false), u.file
		u.tentative = append(u.tentative, g)
	}
}

// finishTentative completes the types of tentative definitions at the end of a file (6.9.2 p5).
func (u *unit) finishTentative() {
	for _, g := range u.tentative {
		if !g.tentative {
			continue
		}
		if t := g.v.Type; t.Kind == types.Array && t.Len < 0 {
			g.v.Type = u.tt.Array(t.Elem, 1)
		} else if !t.IsComplete() {
			u.recovering(func() { u.fail(g.pos, "", "the type %v of %s is incomplete", t, g.v.Name) })
		}
	}
}

// uses notes the use of a name.
func (u *unit) uses(o *object) {
	if o.refs++; o.v != nil {
		o.v.Mentioned = true
	}
	if o.global != nil {
		o.typ = o.global.v.Type
	}
}

// localVariable declares a variable of a block.
func (u *unit) localVariable(specs *syntax.Specs, i *syntax.InitDecl, t *types.Type, a *attrs) {
	name := i.Decl.Name
	at := u.pos(name.NamePos)
	if old := u.scope.local(name.Sym); old != nil {
		u.failNote(name.NamePos, old.pos, "it is declared here", "%s is declared twice in one block", name.Name)
	}
	if t.Kind == types.Void {
		u.fail(name.NamePos, "", "a variable of type void")
	}
	v := &core.Var{Name: name.Name, Type: t, Pos: at, Unit: u.file}
	u.keepAttrs(v, a, i.Decl)
	if v.AsmName != "" && specs.Storage&syntax.Static == 0 {
		v.Register, v.AsmName = v.AsmName, ""
	}
	o := &object{kind: variable, name: name.Name, pos: name.NamePos, typ: t, v: v}
	u.scope.declare(name.Sym, o)
	if a.cleanup != nil {
		if f := u.ident(a.cleanup); f.p != nil && f.typ.Kind == types.Func {
			v.Cleanup = f.p.(*core.VarPlace).Var
		} else {
			u.fail(a.cleanup.NamePos, "", "cleanup wants the name of a function")
		}
		if v.Cleanup.Local {
			u.refuse(a.cleanup.NamePos, "nested function", "a function in a function that attribute cleanup names")
		}
		v.Attrs = append(v.Attrs, core.Attr{Name: "cleanup", Args: []string{a.cleanup.Name}})
	}
	if specs.Storage&(syntax.Static|syntax.ThreadLocal) != 0 {
		v.Storage, v.Local, v.Defined = core.Static, true, true
		if specs.Storage&syntax.ThreadLocal != 0 {
			v.Storage = core.Thread
		}
		if t.IsVariable() {
			u.fail(name.NamePos, "", "a static array of variable size")
		}
		addresses := u.fn.labelAddrs
		if i.Init != nil {
			u.required++
			v.Init, v.Type = u.initialize(t, i.Init, true)
			u.required--
			o.typ = v.Type
		}
		u.complete(v, name)
		if u.fn.labelAddrs > addresses { // labels are known in the function alone
			u.emit(&core.Declare{At: at, Var: v})
		} else if u.unevaluated == 0 {
			u.global(&core.VarDef{Var: v})
		}
		return
	}
	if i.Init == nil {
		u.complete(v, name)
		u.emit(&core.Declare{At: at, Var: v})
		return
	}
	u.initLocal(o, i.Init, at)
	u.complete(v, name)
}

// complete fails if a variable has an incomplete type.
func (u *unit) complete(v *core.Var, name *syntax.Ident) {
	if !v.Type.IsComplete() {
		u.fail(name.NamePos, "", "the type %v of %s is incomplete", v.Type, name.Name)
	}
}

// initLocal declares a variable with an initializer. Statements that the initializer leaves come before the declaration, unless they use the
// variable itself.
func (u *unit) initLocal(o *object, x syntax.Expr, at core.Pos) {
	v := o.v
	refs := o.refs
	var init core.Init
	code := u.later(func() { init, v.Type = u.initialize(o.typ, x, false) })
	o.typ = v.Type
	if v.Type.IsVariable() {
		u.failAt(at, "", "an array of variable size has no initializer")
	}
	if o.refs == refs || len(code) == 0 {
		if value, ok := init.(*core.ExprInit); ok && v.Type.Quals == 0 && len(v.Attrs) == 0 && len(code) > 0 {
			u.emit(&core.Declare{At: at, Var: v})
			mark := len(u.out)
			u.emit(code...)
			p := u.varPlace(v, at)
			if u.retarget(value.X, p) {
				return
			}
			u.out = u.out[:mark-1]
		}
		u.emit(code...)
		u.emit(&core.Declare{At: at, Var: v, Init: init})
		return
	}
	u.emit(&core.Declare{At: at, Var: v})
	u.emit(code...)
	u.assignInit(u.varPlace(v, at), v.Type, init, at)
}
