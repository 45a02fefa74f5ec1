package elab

// Definitions of functions: C11 6.9.1, old-style ones included.

import (
	"cmp"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// fn is the function that is being elaborated.
type fn struct {
	core       *core.Func
	temps      map[*core.Var]bool // those that are assigned once before they are read
	name       *core.Var          // __func__
	addressed  map[*core.Var]bool // variables whose address was taken
	doubts     []doubt
	labels     map[string]*label
	locals     []*label // of the open blocks' __label__
	blocks     []openBlock
	switchs    []*switchState
	labelAddrs int // how many addresses of labels were taken
	outer      *fn // the function that this one is in; nil at file scope
	level      int // how many scopes are open around it
	nested     []*core.Func

	ahead []syntax.Clause // of the statement that comes
	entry []core.Saved    // what clauses in the body want to be kept when the function is called
}

func newFunction() *fn {
	return &fn{core: &core.Func{}, temps: map[*core.Var]bool{}, addressed: map[*core.Var]bool{}, labels: map[string]*label{}}
}

// openBlock is a block of the program that is being elaborated.
type openBlock struct {
	depth   int // of scratch, where its statements are emitted
	objects []core.Stmt
}

// label is a label of a function.
type label struct {
	core    *core.Label
	defined bool
	used    syntax.Pos
	isUsed  bool
}

// definition reads the definition of a function.
func (u *unit) definition(d *syntax.FuncDef) {
	s := u.specifiers(d.Specs)
	name, outer := d.Decl.Name, u.fn
	var o *object
	if outer != nil {
		o = u.declareNested(name, nil)
	}
	f := newFunction()
	f.outer, f.level = outer, u.scope.level()
	u.fn = f
	was := u.out
	defer func() { u.fn, u.out = outer, was }()
	u.out = nil
	u.scope.enter()
	level := u.scope.level()
	var params []*object
	t, a := u.declared(s, d.Decl, &params)
	if t.Kind != types.Func {
		u.fail(name.NamePos, "", "%s has a body, and is no function", name.Name)
	}
	if old := d.Decl.Parts[0].(*syntax.Func); len(old.Names) > 0 {
		params = u.oldParams(old, d.Old)
		t = u.oldType(t, params)
	} else if old.Empty {
		sig := *t.Sig
		sig.Old = true
		t = u.tt.Function(sig)
	}
	if outer != nil {
		o = u.nestedOf(o, name, t)
	} else {
		o = u.declareAtFileScope(name, t, d.Specs.Storage&syntax.Static == 0)
	}
	u.functionAttrs(o, d.Specs, &a, d.Decl)
	v := o.v
	v.Undefined = false
	var replaced, again bool
	counts := true
	if outer != nil {
		if v.Defined {
			u.failNote(name.NamePos, o.pos, "it is declared here", "%s is defined twice", "the function "+name.Name)
		}
		v.Defined = true
	} else {
		replaced = v.Defined && u.replaces(o)
		isInline := d.Specs.Storage&syntax.Inline != 0
		isSpare := isInline && d.Specs.Storage&syntax.Extern != 0 == (o.global.gnuIn == u.file+1)
		rank := u.rank(o.global, isSpare && v.Linkage == core.External)
		again = v.Defined && onlyInline(v) && rank != spareDef
		counts = replaced || u.defines(o.global, name, rank, again)
		if again {
			v.Inline, v.Extern = isInline, d.Specs.Storage&syntax.Extern != 0
			v.Attrs = slices.DeleteFunc(v.Attrs, func(a core.Attr) bool { return a.Name == "gnu_inline" })
		}
	}
	if r := t.Sig.Result; !r.IsComplete() && r.Kind != types.Void {
		u.fail(name.NamePos, "", "the result of %s has the incomplete type %v", name.Name, r)
	}
	f.core.Var, f.core.Pos = v, u.pos(name.NamePos)
	for _, p := range params {
		p.v.Pos, p.v.Unit, p.v.Storage = u.pos(p.pos), u.file, core.Param
		f.core.Params = append(f.core.Params, p.v)
	}
	f.core.Body = &core.Block{At: u.pos(d.Body.Lbrace), End: u.pos(d.Body.Rbrace)}
	f.core.End = u.pos(d.Body.Rbrace)
	refusals := len(u.report.Refusals)
	f.enter(d.Body)
	f.blocks[0].depth = u.depth
	clauses := u.takeClauses(d.Decl)
	if outer != nil {
		u.leaveAllOut(clauses, "the contract of a function in a function is not supported", "")
		clauses = nil
	}
	u.contractOf(v, f.core.Params, true, clauses)
	u.items(d.Body.List)
	u.noStatement()
	for _, k := range f.entry {
		f.core.Body.List = append(f.core.Body.List, k.Stmt(k.Var.Pos))
	}
	f.core.Body.List = append(f.core.Body.List, u.finishBlock()...)
	u.endOfMain(v)
	u.checkLabels()
	u.settleDoubts()
	for u.scope.level() >= level {
		u.scope.leave()
	}
	if !counts {
		u.report.Refusals = u.report.Refusals[:refusals]
		return
	}
	if len(u.report.Refusals) > refusals && onlyInline(v) {
		if slices.ContainsFunc(v.Attrs, func(a core.Attr) bool { return a.Name == "always_inline" }) {
			u.leftOut[v] = u.report.Refusals[refusals].Reason // its calls mean this definition
		}
		u.report.Refusals = u.report.Refusals[:refusals]
		v.Defined = false
		return
	}
	if outer != nil {
		outer.nested = append(append(outer.nested, f.nested...), f.core)
		return
	}
	if len(f.nested) > 0 {
		u.lift(f.core, f.nested)
	}
	if !replaced {
		u.global(&core.FuncDef{Func: f.core})
	}
}

// onlyInline tells whether a definition is one that the compiler may use in place of another, which is elsewhere: it can be left out.
func onlyInline(v *core.Var) bool {
	return v.Extern && v.Inline && slices.ContainsFunc(v.Attrs, func(a core.Attr) bool { return a.Name == "gnu_inline" })
}

// endOfMain returns 0 at the end of main (5.1.2.2.3).
func (u *unit) endOfMain(v *core.Var) {
	if v.Name != "main" || v.Linkage != core.External || v.Type.Sig.Result.Kind != types.Int {
		return
	}
	b := u.fn.core.Body
	if n := len(b.List); n > 0 {
		if _, ok := b.List[n-1].(*core.Return); ok {
			return
		}
	}
	b.List = append(b.List, &core.Return{At: b.End, X: u.smallInt(0, b.End)})
}

// declareAtFileScope declares a function at file scope while its parameters' scope is open.
func (u *unit) declareAtFileScope(name *syntax.Ident, t *types.Type, extern bool) *object {
	var o *object
	u.atFileScope(func() { o = u.declareFunction(name, t, extern) }, name)
	return o
}

// atFileScope runs f, which declares a name, with the file's scope open alone.
func (u *unit) atFileScope(f func(), name *syntax.Ident) {
	marks, undo := u.scope.marks, u.scope.undo
	hidden := u.scope.lookup(name.Sym)
	if hidden != nil && hidden.level > 0 {
		// A parameter has the name of the function.
		u.scope.names[name.Sym] = nil
		for _, h := range undo {
			if !h.isTag && h.sym == name.Sym {
				u.scope.names[name.Sym] = h.name
				break
			}
		}
	} else {
		hidden = nil
	}
	u.scope.marks, u.scope.undo = nil, nil
	f()
	u.scope.marks, u.scope.undo = marks, undo
	if hidden != nil {
		outer := u.scope.names[name.Sym]
		for i := range undo {
			if h := &undo[i]; !h.isTag && h.sym == name.Sym {
				h.name = outer
				break
			}
		}
		u.scope.names[name.Sym] = hidden
	}
}

// oldParams are the parameters of an old-style definition: int where they are not declared.
func (u *unit) oldParams(f *syntax.Func, decls []*syntax.Declaration) []*object {
	declared := map[string]*object{}
	for _, d := range decls {
		s := u.specifiers(d.Specs)
		for _, i := range d.List {
			t, _ := u.declared(s, i.Decl, nil)
			name := i.Decl.Name
			t = u.adjust(t, i.Decl)
			o := &object{kind: variable, name: name.Name, pos: name.NamePos, typ: t}
			o.v = &core.Var{Name: name.Name, Type: t, Storage: core.Param}
			declared[name.Name] = o
			u.scope.declare(name.Sym, o)
		}
	}
	var list []*object
	for k := range f.Names {
		n := &f.Names[k]
		o := declared[n.Name]
		if o != nil && slices.Contains(list, o) || o == nil && u.scope.local(n.Sym) != nil {
			u.fail(n.NamePos, "", "two parameters have the name %s", n.Name)
		}
		if o == nil {
			o = &object{kind: variable, name: n.Name, pos: n.NamePos, typ: u.tt.Basic(types.Int)}
			o.v = &core.Var{Name: n.Name, Type: o.typ, Storage: core.Param}
			u.scope.declare(n.Sym, o)
		}
		if !o.typ.IsComplete() {
			u.fail(n.NamePos, "", "a parameter whose type, %v, is incomplete", o.typ)
		}
		list = append(list, o)
		delete(declared, n.Name)
	}
	for _, d := range decls {
		for _, i := range d.List {
			if o := declared[i.Decl.Name.Name]; o != nil {
				u.fail(o.pos, "", "%s is declared like a parameter, and is none", o.name)
			}
		}
	}
	return list
}

// oldType is the type of an old-style definition.
func (u *unit) oldType(t *types.Type, params []*object) *types.Type {
	sig := *t.Sig
	sig.Old, sig.Proto = true, false
	sig.Params = nil
	for _, p := range params {
		sig.Params = append(sig.Params, types.Param{Name: p.name, Type: p.typ})
	}
	return u.tt.Function(sig)
}

// enter opens a block of the program.
func (f *fn) enter(b *syntax.Block) {
	f.blocks = append(f.blocks, openBlock{})
	for i := range b.Labels {
		l := &b.Labels[i]
		f.locals = append(f.locals, &label{core: &core.Label{Name: l.Name}})
	}
}

// leave closes it.
func (f *fn) leave(b *syntax.Block) {
	inner := f.locals[len(f.locals)-len(b.Labels):]
	f.locals = f.locals[:len(f.locals)-len(b.Labels)]
	for _, l := range inner {
		if l.isUsed && !l.defined {
			f.labels[" "+l.core.Name] = l // is reported at the end of the function
		}
	}
	f.blocks = f.blocks[:len(f.blocks)-1]
}

// finishBlock closes the list of the innermost open block: objects of compound literals that were made in expressions begin to live
// at its beginning.
func (u *unit) finishBlock() []core.Stmt {
	b := &u.fn.blocks[len(u.fn.blocks)-1]
	list := u.out
	if len(b.objects) > 0 {
		list = append(b.objects, list...)
	}
	return list
}

// literal declares the object of a compound literal in the open block.
func (f *fn) literal(v *core.Var) {
	b := &f.blocks[len(f.blocks)-1]
	b.objects = append(b.objects, &core.Declare{At: v.Pos, Var: v})
}

// label is the label of that name.
func (u *unit) label(x *syntax.Ident) *label {
	if u.fn == nil {
		u.fail(x.NamePos, "", "a label outside of functions")
	}
	f := u.fn
	for i := len(f.locals) - 1; i >= 0; i-- {
		if f.locals[i].core.Name == x.Name {
			return f.use(f.locals[i], x)
		}
	}
	for o := f.outer; o != nil; o = o.outer { // of the __label__ of a function around it
		for i := len(o.locals) - 1; i >= 0; i-- {
			if o.locals[i].core.Name == x.Name && f.labels[x.Name] == nil {
				return o.use(o.locals[i], x)
			}
		}
	}
	l := f.labels[x.Name]
	if l == nil {
		l = &label{core: &core.Label{Name: x.Name, Pos: u.pos(x.NamePos)}}
		f.labels[x.Name] = l
	}
	return f.use(l, x)
}

func (f *fn) use(l *label, x *syntax.Ident) *label {
	if !l.isUsed {
		l.used, l.isUsed = x.NamePos, true
	}
	return l
}

// checkLabels reports labels that are used and not defined.
func (u *unit) checkLabels() {
	var missing []*label
	for _, l := range u.fn.labels {
		if !l.defined {
			missing = append(missing, l)
		}
	}
	slices.SortFunc(missing, func(a, b *label) int { return cmp.Compare(a.used.Used, b.used.Used) })
	for _, l := range missing {
		u.mistake(l.used, "", "the label %s is not defined", l.core.Name)
	}
}
