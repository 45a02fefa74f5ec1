package cfront

import (
	"cmp"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// lowerFunction makes the automaton of a function. One without a body has one here: its address
// is taken, so that calls of it cannot be replaced.
func (r *reader) lowerFunction(g *function) *fn {
	end := g.pos
	if g.def != nil {
		end = r.endOf(g.def.CompoundStatement)
	}
	f := &fn{
		graph: newGraph(g.pos, end), r: r, f: g, unit: g.unit, ir: g.ir,
		cases:  map[*cc.LabeledStatement]*node{},
		labels: []labelScope{{nodes: map[string]*node{}}},
	}
	f.out = f.exit
	if r.lifetimes() != "" {
		f.out = f.node(end)
	}
	switch {
	case r.isError(g):
		f.errorEdge(g.pos)
	case g.def == nil:
		f.withoutBody()
	default:
		f.receive()
		f.interruptible()
		f.evaluate(g.t.fun.sizes)
		f.beginEarly()
		f.promises()
		if g.unit.models && g.addressed { // for calls through pointers
			if row := library.Lookup(g.cname); row != nil {
				f.lookAt(row, f.parameters(), g.pos)
			}
		}
		f.compound(g.def.CompoundStatement)
		f.closeScope(0, end)
		f.fallOff(end)
	}
	f.jump(f.out, end)
	if f.out != f.exit {
		f.cur = f.out
		f.leaveFrame(f.frame, end)
		f.keepPromise()
		f.leaveMeasured()
		f.freshEnd(end)
		for _, site := range f.onStackSites {
			f.emit(&ir.Free{Site: site}, end)
		}
		if r.prog.Main == g.ir {
			f.endOfMain(end)
		}
		f.jump(f.exit, end)
	}
	return f
}

// withoutBody is the body of a function that has none, for calls through pointers.
func (f *fn) withoutBody() {
	g := f.f
	c := &callSite{g: g, pos: g.pos, used: true}
	row := f.r.row(g, -1)
	var v value
	switch {
	case row == nil:
		v = f.unknownEffect(c, f.parameters())
	case row.Kind == library.Unsupported || row.Variadic && row.Default() || row.Handler && !calledByPointer[row.Name]:
		f.unsound(g.pos, "%s is not supported, or not through a pointer", g.cname)
		return
	case row.Handler:
		f.lookAt(row, f.parameters(), g.pos)
		v = builtins[row.Name](f, c)
	default:
		vs := f.parameters()
		f.lookAt(row, vs, g.pos)
		v = f.libEffect(row, c, vs)
	}
	if result := f.resultPlace(); result.t.isAgg() && v.agg.t != nil {
		f.copyAggregate(result, v.agg, g.pos)
	} else if result.v != nil && v.e != nil {
		f.emit(&ir.Assign{Var: result.v, Expr: v.e}, g.pos)
	}
}

// calledByPointer are the functions whose handlers need no arguments.
var calledByPointer = map[string]bool{
	"abort": true, "exit": true, "_exit": true, "_Exit": true, "quick_exit": true, "free": true,
	"printf": true, "fprintf": true, "dprintf": true, "vprintf": true, "vfprintf": true, "vdprintf": true,
}

// parameters are the values of the function's parameters.
func (f *fn) parameters() []value {
	var vs []value
	for _, v := range f.f.params {
		vs = append(vs, f.load(f.r.placeOf(f, v), v.pos))
	}
	return vs
}

// beginEarly begins the lives of the variables in memory whose declaration a jump may pass over:
// in C they begin with their block.
func (f *fn) beginEarly() {
	for _, v := range f.f.locals {
		if f.r.props["uninit"] != "" && v.used && v.auto && v.t.size >= 0 {
			f.markUnset(v, true, v.pos)
		}
		if v.early && v.used && v.auto && v.t.size >= 0 && f.r.placeOf(f, v).addr != nil {
			f.begin(v, false)
		}
	}
}

func (r *reader) endOf(c *cc.CompoundStatement) ir.Pos {
	return r.posOfToken(c.Token2)
}

// fallOff is the end of a body: main returns 0, other functions an unknown value, which only a
// program with undefined behaviour uses.
func (f *fn) fallOff(pos ir.Pos) {
	result := f.resultPlace()
	main := f.f.cname == "main"
	f.returns(main, pos)
	if result.t.isAgg() && f.r.props["uninit"] != "" {
		f.copyAggregate(result, f.tempPlace(result.t, pos), pos)
	}
	if result.v == nil {
		return
	}
	if main {
		f.emit(&ir.Assign{Var: result.v, Expr: ir.ConstInt(result.v.Type, 0)}, pos)
		return
	}
	f.emit(&ir.Havoc{Var: result.v, Source: ir.FromUninitialised, Name: f.f.cname}, pos)
}

// initialiseGlobals lowers the initialisers of the variables of static storage duration that have
// got a place since the last time. It tells whether there were any.
func (r *reader) initialiseGlobals(fns map[*function]*fn) bool {
	some := false
	for i := 0; i < len(r.globals); i++ {
		v := r.globals[i]
		if !v.made || v.begun {
			continue
		}
		v.begun, some = true, true
		r.inits.unit, r.inits.labelOwner = v.unit, fns[v.owner]
		r.inits.initialiseGlobal(v)
	}
	return some
}

func (f *fn) initialiseGlobal(v *variable) {
	p := v.place
	switch {
	case f.r.unset(v):
		f.havocVars(p, v.name, ir.FromParameter, v.pos)
	case f.r.keptThroughReset(v):
		f.r.note(ir.Assumption, v.pos, "%s, which is not initialised at a reset, has any value when the program begins", v.name)
		f.havocVars(p, v.name, ir.FromParameter, v.pos)
	case v.init != nil:
		f.initialiseVariable(p, v.init, true)
	case f.r.unknownAtEntry(v):
		f.r.note(ir.Assumption, v.pos, "global variables without an initialiser have unknown initial values")
		f.havocVars(p, v.name, ir.FromParameter, v.pos)
	case !v.defined && v.name == "errno" && !f.r.opts.UnknownGlobals:
		f.zeroPlace(p, v.pos) // the library's
	case !v.defined && f.setLibValue(p, v):
	case !v.defined && f.r.assembled(cmp.Or(v.symbol, v.name)):
		f.unsound(v.pos, "%s, which assembly at file scope may define, is not supported", v.name)
	case !v.defined:
		f.r.note(ir.Assumption, v.pos, "%s is defined nowhere: its initial value is unknown", v.name)
		f.havocVars(p, v.name, ir.FromParameter, v.pos)
		if library.VariableName(v.name) == "environ" && p.t.kind == kPointer && !f.r.opts.UnknownGlobals {
			f.emit(&ir.Assume{Cond: ir.ToBool(f.load(p, v.pos).e)}, v.pos) // until the program changes it
		}
	case p.v != nil || p.cells != nil:
		f.zeroPlace(p, v.pos)
	}
}

// unknownAtEntry tells whether v has an unknown initial value because of UnknownGlobals, of its attributes, or of the surroundings of the entry.
func (r *reader) unknownAtEntry(v *variable) bool {
	return r.opts.UnknownGlobals && v.owner == nil && v.init == nil && v.defined || r.unset(v) || r.keptThroughReset(v)
}

// keptThroughReset tells whether v, which has the attribute noinit or persistent, keeps what it was before the program began: on Linux it is
// zero, or what its initialiser says, like others.
func (r *reader) keptThroughReset(v *variable) bool {
	m := MachineOf(r.opts.Target)
	return v.noinit && m != nil && (m.Bare || m.Int16)
}

// unset tells whether v has an unknown initial value because the surroundings of the entry say so.
func (r *reader) unset(v *variable) bool {
	e := r.prog.Environment
	return e != nil && v.owner == nil && v.unit.file == e.File && slices.Contains(e.Unset, v.name)
}

// begin makes Main: the entry function, unless the program calls that too; then a function that
// calls it.
func (r *reader) begin(entry *function) {
	p := r.prog
	p.Main = r.irFunc(entry)
	for _, g := range r.constructors {
		if g.def != nil {
			r.irFunc(g)
		}
	}
	if entry.recursive || entry.addressed || r.called(entry) || len(r.constructors) > 0 {
		p.Main = p.NewFunc("$start", entry.pos)
	}
	r.inits = &fn{graph: newGraph(entry.pos, entry.pos), r: r, f: entry, ir: p.Main, static: true}
}

// start puts the initialisation in front of the entry's body or call, with unknown parameters.
func (r *reader) start(entry *function, f *fn) {
	if d := r.destructor; d != nil && d.def != nil {
		r.inits.unsound(d.pos, "attribute destructor is not supported")
	}
	p, pos := r.prog, entry.pos
	if p.Main == entry.ir {
		f.insert(mark{at: f.entry}, pos, func() {
			f.splice(r.inits.graph)
			for _, v := range p.Main.Params {
				f.emit(&ir.Havoc{Var: v, Source: ir.FromParameter, Name: v.CName}, v.Pos)
			}
			f.givenToMain(entry, p.Main.Params)
			f.givenEnvironment(entry, p.Main.Params)
		})
		return
	}
	s := r.inits
	for _, g := range r.constructors {
		if g.def != nil {
			s.callUnknown(g.ir, nil, g.pos)
		}
	}
	s.callUnknown(entry.ir, entry, pos)
	s.atEnd(false, pos)
	s.jump(s.exit, pos)
	s.finish(p, p.Main)
}

// callUnknown calls a function with unknown arguments. entry is the function, if it is the one that is verified.
func (f *fn) callUnknown(g *ir.Func, entry *function, pos ir.Pos) {
	p := f.r.prog
	call := &ir.Call{Callee: g}
	var args []*ir.Var
	source := ir.FromParameter
	if entry == nil && len(g.Params) > 0 { // they are main's
		source = ir.FromApproximation
		f.r.note(ir.Overapproximated, pos, "the arguments of a constructor are unknown")
	}
	for _, v := range g.Params {
		a := p.NewLocal(p.Main, v.CName, v.CName, v.Type, v.Pos)
		f.emit(&ir.Havoc{Var: a, Source: source, Name: v.CName}, v.Pos)
		args, call.Args = append(args, a), append(call.Args, ir.VarExpr(a))
	}
	if entry != nil {
		f.givenToMain(entry, args)
		f.givenEnvironment(entry, args)
	}
	f.emit(call, pos).aux = false
}

// called tells whether a function of the program calls g.
func (r *reader) called(g *function) bool {
	for _, f := range r.functions {
		for _, c := range f.calls {
			if f.used && c == g {
				return true
			}
		}
	}
	return false
}
