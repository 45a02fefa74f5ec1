package lower

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/argv"
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/missing"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// declare makes the function in the program. Scalars are parameters; aggregates are passed in objects of the program.
func (p *program) declare(f *function) {
	pos := p.position(f)
	f.ir = p.out.NewFunc(f.name, pos)
	sig := f.v.Type.Sig
	b := &builder{p: p, f: f, unit: f.unit, ir: f.ir}
	f.ir.OldStyle = sig.Old
	for i := range sig.Params {
		t, name, at := sig.Params[i].Type, "p"+strconv.Itoa(i), pos
		var v *core.Var
		if f.def != nil {
			v = f.def.Params[i]
			t, at = v.Type, b.pos(v.Pos)
			if name = v.Name; name == "" {
				name = "$unnamed"
			}
		}
		if layout.IsAggregate(t) {
			continue
		}
		cname := name
		if v != nil {
			cname = v.Name
		}
		ty := ir.Int(8, false)
		caught(func() { ty = b.scalar(t, at) }, func(r *Refusal) { f.limit = r })
		in := p.layout.Leads(p.out.NewParam(f.ir, name, cname, ty, at), t)
		if v != nil {
			if x := p.variables[v]; !x.addressed {
				x.v1 = in
			}
		}
	}
	if sig.Variadic {
		f.list = p.out.NewParam(f.ir, listParameter, "", p.out.PtrType(), pos)
	}
	if t := sig.Result; t.Kind != types.Void && !layout.IsAggregate(t) {
		caught(func() { p.out.NewResult(f.ir, b.scalar(t, pos)) }, func(r *Refusal) { f.limit = r })
	}
}

// receive begins the lives of the parameters that are in memory.
func (b *builder) receive() {
	scalars := b.ir.Params
	for i, v := range b.f.def.Params {
		pos := b.pos(v.Pos)
		if layout.IsAggregate(v.Type) {
			from := b.handover(argument(i), v.Type)
			b.begins(v, false)
			b.copyAt(v.Type, b.home(v, pos).addr, from.addr, true, pos)
			b.unlink(from, pos)
			b.ends(v)
			continue
		}
		in := scalars[0]
		scalars = scalars[1:]
		if b.p.variables[v].addressed {
			b.begins(v, false)
			b.store(b.home(v, pos), ir.VarExpr(in), pos)
		}
		b.ends(v)
	}
}

// unlink takes the pointers away from an object through which calls pass aggregates: what they lead to may be lost.
func (b *builder) unlink(from place, pos ir.Pos) {
	if b.p.conf.Memory.Track == "" || !b.p.layout.PointersIn(from.t) {
		return
	}
	f := b.p.layout.Flatten(from.t)
	if !f.OK {
		refuse(pos, "large structure that a call passes")
	}
	for _, c := range f.Cells {
		if c.Type.Kind == types.Pointer {
			b.emit(&ir.Store{Addr: b.p.move(from.addr, c.Off), Val: ir.ConstInt(b.p.out.PtrType(), 0)}, pos)
		}
	}
}

func argument(i int) string { return "arg" + strconv.Itoa(i) }

// withoutBody is the body of a function that has none, for calls through pointers.
func (b *builder) withoutBody() {
	pos := b.p.position(b.f)
	var given []ir.ClobberRoot
	if b.p.conf.Havoc {
		scalars := b.ir.Params
		for i, p := range b.f.v.Type.Sig.Params {
			if layout.IsAggregate(p.Type) {
				given = append(given, b.pointersIn(b.handover(argument(i), p.Type), pos)...)
				continue
			}
			given = b.root(given, ir.VarExpr(scalars[0]))
			scalars = scalars[1:]
		}
		if b.f.list != nil {
			refuse(pos, "functions without a body")
		}
	}
	b.unknownCall(b.f.v, given, b.ir.Result, pos)
	if t := b.f.v.Type.Sig.Result; layout.IsAggregate(t) {
		b.anything(b.handover("result", t), ir.FromCall, b.f.v.Name, pos)
	}
}

// otherArguments and otherResult are reasons for which nothing is known of a call.
const (
	otherArguments = "a call with other arguments than the function has"
	otherResult    = "a call with another result than the function has"
)

// call is a call of a function that is lowered, or known, or of which nothing is known.
func (b *builder) call(c *core.Call, pos ir.Pos) {
	v := core.Called(c.Fun)
	if v == nil {
		b.emitCall(c, nil, pos)
		return
	}
	g, m := b.p.meaningOf(v, b.unit, len(c.Args), pos)
	if m != nil {
		b.permitted(c, m.row, v.Name, pos)
		k := &knownCall{c, v, m.row, pos}
		b.look(k)
		m.lower(b, k)
		return
	}
	f := b.p.byVar[g]
	if f.unit.model {
		row := library.Lookup(v.Name)
		b.permitted(c, row, v.Name, pos)
		k := &knownCall{c, v, row, pos}
		b.look(k)
		if row != nil && partial[row.Does] != nil && partial[row.Does](b, k) {
			return
		}
		if drop := library.CheckArguments(v.Name, len(c.Args)); drop != nil {
			for i, a := range c.Args {
				if drop[i] {
					b.drop(a)
				}
			}
			c = &core.Call{At: c.At, Dst: c.Dst, Fun: c.Fun, Args: k.formals()}
		}
	}
	if f.unit.model && !b.unit.model && library.OfTool(v.Name) { // such as an operation on a long double
		b.p.rounding.ToNearest(machine{b}, pos)
	}
	if f.def == nil {
		b.unknown(c, f.v, pos)
		return
	}
	b.atomicallyIf(thread.IsSection(f.v.Name), pos, func() { b.emitCall(c, f, pos) })
}

// emitCall calls a function, or, if that is nil, what the call's function points to.
func (b *builder) emitCall(c *core.Call, f *function, pos ir.Pos) {
	call := &ir.Call{}
	sig := c.Fun.Type().Elem.Sig
	if f != nil {
		call.Callee = f.ir
	} else {
		call.Target = b.settled(b.expr(c.Fun), pos)
	}
	type whole struct {
		to   place
		from core.Expr
	}
	var wholes []whole
	args := c.Args
	variadic := sig.Variadic || f != nil && f.list != nil
	if n := len(sig.Params); variadic && n <= len(args) {
		if f != nil {
			n = len(f.v.Type.Sig.Params)
		}
		if n > len(args) {
			refuse(pos, otherArguments)
		}
		args = args[:n]
	}
	for i, a := range args {
		if layout.IsAggregate(a.Type()) {
			wholes = append(wholes, whole{b.handover(argument(i), a.Type()), a})
			continue
		}
		call.Args = append(call.Args, b.expr(a))
	}
	ended := func() {}
	if variadic {
		for i := range call.Args {
			call.Args[i] = b.settled(call.Args[i], pos)
		}
		list, end := b.passVariable(c.Args[len(args):], pos)
		call.Args, ended = append(call.Args, list), end
	}
	for _, w := range wholes {
		b.copyAt(w.to.t, w.to.addr, b.accessed(b.aggregate(w.from), false, pos), false, pos)
	}
	if f != nil && !slices.EqualFunc(call.Args, f.ir.Params, func(a *ir.Expr, p *ir.Var) bool { return a.Type == p.Type }) {
		own, more := f.ir.Params, []*ir.Expr(nil)
		if variadic {
			own, more = own[:len(own)-1], call.Args[len(call.Args)-1:]
		}
		if variadic != (f.list != nil) || len(wholes) > 0 || len(own) != len(f.v.Type.Sig.Params) {
			refuse(pos, otherArguments)
		}
		call.Args = append(b.adjusted(call.Args[:len(call.Args)-len(more)], own, f, pos), more...)
	}
	t := sig.Result
	var dst place
	if c.Dst != nil && !layout.IsAggregate(t) {
		if dst = b.variableOf(c.Dst); dst.v != nil && (f == nil || f.ir.Result != nil && dst.v.Type == f.ir.Result.Type) {
			call.Result = dst.v
		} else {
			call.Result = b.temp(b.scalar(t, pos), pos)
		}
		if f != nil && (f.ir.Result == nil || f.ir.Result.Type != call.Result.Type) {
			refuse(pos, otherResult)
		}
	}
	if len(c.Goals) > 0 {
		b.noResult(false, pos)
	}
	b.emit(call, pos).Aux = false
	ended()
	b.hasResult(c, pos)
	switch {
	case layout.IsAggregate(t):
		if c.Dst != nil {
			b.copy(b.place(c.Dst), b.handover("result", t), true, pos)
		}
		b.unlink(b.handover("result", t), pos)
	case c.Dst == nil:
	case call.Result != dst.v:
		b.storeResult(c, call.Result, pos)
	}
}

// variableOf is a place if it is a variable as a whole. Others are found when something is stored there.
func (b *builder) variableOf(x core.Place) place {
	if _, ok := x.(*core.VarPlace); !ok {
		return place{}
	}
	return b.place(x)
}

// storeResult assigns the result of a call, where the assignment begins.
func (b *builder) storeResult(c *core.Call, v *ir.Var, pos ir.Pos) {
	if to, ok := c.Dst.(*core.VarPlace); !ok || !to.Var.Temp {
		pos = b.pos(core.BeginOf(&core.Assign{Dst: c.Dst, At: c.At}))
	}
	b.store(b.place(c.Dst), ir.VarExpr(v), pos)
}

// adjusted are arguments of a call as parameters of f, which have other types, or which are more or less: what f finds there, as ir.Hand has it.
func (b *builder) adjusted(args []*ir.Expr, params []*ir.Var, f *function, pos ir.Pos) []*ir.Expr {
	var list []*ir.Expr
	lost := false // an argument is not where f looks for it
	for i, p := range params {
		v, how := (*ir.Expr)(nil), ir.HandedNothing
		if i < len(args) && !lost {
			v, how = b.p.out.Hand(args[i], p.Type, f.ir.OldStyle)
		}
		lost = how == ir.HandedNothing
		if !lost && p.Type.Kind == ir.Pointer && args[i].Type.Kind != ir.Pointer {
			b.fromInteger(args[i], pos)
		}
		switch how {
		case ir.HandedByte:
			b.either(ir.Compare(ir.OpGt, v, ir.ConstInt(v.Type, 1)), pos, func() { b.unsound(pos, "a number other than 0 and 1 as a _Bool is not supported") }, func() {})
			fallthrough
		case ir.HandedWhole:
			list = append(list, b.cast(p.Type, v))
			continue
		}
		b.p.note(ir.Overapproximated, pos, "what %s finds in a parameter is unknown where a call has no argument for it, or one of another type", f.v.Name)
		b.follow(ir.Truth(b.p.conf.Memory.Given == ""), pos)
		e := b.havoc(p.Type, ir.FromApproximation, f.v.Name, pos)
		if how == ir.HandedLow {
			b.emit(&ir.Assume{Cond: ir.Compare(ir.OpEq, b.cast(v.Type, e), v)}, pos)
		}
		list = append(list, e)
	}
	return list
}

// unknown is a call of a function that has no body and is not of the library.
func (b *builder) unknown(c *core.Call, v *core.Var, pos ir.Pos) {
	given := b.givenTo(c, v, pos)
	if b.p.conf.Memory.Given != "" {
		b.handOver(c, pos)
	}
	b.p.conf.Threading.Strange(v.Name, c.Fun.Type().Elem.Sig.Result, func(why string) { b.unsound(pos, "%s", why) })
	if t := c.Fun.Type().Elem.Sig.Result; layout.IsAggregate(t) {
		b.unknownCall(v, given, nil, pos)
		to := b.handover("result", t) // what a call gives that nobody uses is one of the inputs, too
		if c.Dst != nil {
			to = b.place(c.Dst)
		}
		if b.anything(to, ir.FromCall, v.Name, pos); c.Dst == nil {
			b.unlink(to, pos)
		}
		return
	}
	b.give(c, pos, func(to *ir.Var) { b.unknownCall(v, given, to, pos) })
}

// writes tells whether a function of which nothing is known may write to memory. Inputs do not.
func (b *builder) writes(v *core.Var) bool {
	return b.p.conf.Havoc && !strings.HasPrefix(v.Name, library.Inputs)
}

// givenTo evaluates the arguments of a call of a function of which nothing is known, and gives the roots of what it may write of them.
func (b *builder) givenTo(c *core.Call, v *core.Var, pos ir.Pos) (roots []ir.ClobberRoot) {
	for _, a := range c.Args {
		switch {
		case !b.writes(v):
			b.drop(a)
		case layout.IsAggregate(a.Type()):
			roots = append(roots, b.pointersIn(b.aggregate(a), pos)...)
		default:
			roots = b.root(roots, b.settled(b.expr(a), pos))
		}
	}
	return roots
}

// root is roots with e, if that is a pointer.
func (b *builder) root(roots []ir.ClobberRoot, e *ir.Expr) []ir.ClobberRoot {
	if e.Type == b.p.out.PtrType() {
		roots = append(roots, ir.ClobberRoot{Ptr: e, Reach: ir.Deep})
	}
	return roots
}

// pointersIn are the pointers in an aggregate, as roots.
func (b *builder) pointersIn(p place, pos ir.Pos) (roots []ir.ClobberRoot) {
	f := b.p.layout.Flatten(p.t)
	if !f.OK {
		refuse(pos, "large structure that a call passes")
	}
	at := b.accessed(p, false, pos)
	for _, c := range f.Cells {
		if c.Type.Kind == types.Pointer {
			roots = b.root(roots, b.settled(b.load(place{t: c.Type.Main(), addr: b.p.move(at, c.Off)}, pos), pos))
		}
	}
	return roots
}

// havocked has a function of which nothing is known write what its arguments, given, and variables of external linkage reach.
func (b *builder) havocked(v *core.Var, given []ir.ClobberRoot, to *ir.Var, pos ir.Pos) {
	b.p.note(ir.Overapproximated, pos, "%s"+missing.MayWrite, v.Name)
	b.lost(pos)
	clobber := &ir.Clobber{Roots: given, Source: ir.FromEffect, Name: v.Name}
	clobber.Roots = b.root(clobber.Roots, ir.AddrOf(b.p.out.PtrType(), b.p.state("functions without a body"))) // what they keep
	for _, x := range b.p.statics {
		if x.v.Linkage == core.External && x.v.Type.Kind != types.Func {
			clobber.Roots = b.root(clobber.Roots, b.home(x.v, pos).addr)
		}
	}
	switch {
	case to == nil:
	case to.Type == b.p.out.PtrType():
		clobber.Result = to
	default:
		b.emit(&ir.Havoc{Var: to, Source: ir.FromCall, Name: v.Name}, pos)
	}
	b.emit(clobber, pos).Aux = false
}

// anything gives an aggregate unknown contents.
func (b *builder) anything(p place, from ir.Source, name string, pos ir.Pos) {
	f := b.p.layout.Flatten(p.t)
	if !f.OK {
		refuse(pos, "large structure of which nothing is known")
	}
	at := b.accessed(p, true, pos)
	for _, c := range f.Cells {
		t := b.scalar(c.Type, pos)
		q := place{t: c.Type.Main(), addr: b.p.move(at, c.Off), bits: c.Bits}
		b.store(q, b.havoc(t, from, name+c.Name, pos), pos)
	}
}

// unknownCall does what is taken for a call of a function of which nothing is known, which may write what is given, and gives to, which may be
// nil, its result.
func (b *builder) unknownCall(v *core.Var, given []ir.ClobberRoot, to *ir.Var, pos ir.Pos) {
	if v.NoReturn {
		b.quit(pos)
		return
	}
	if b.writes(v) {
		b.havocked(v, given, to, pos)
		return
	}
	b.p.note(ir.Assumption, pos, "%s"+missing.NoBody, v.Name)
	if to == nil {
		b.emit(&ir.Skip{}, pos).Aux = false
		return
	}
	b.emit(&ir.Havoc{Var: to, Source: ir.FromCall, Name: v.Name}, pos).Aux = false
}

// give stores the result of a call that make puts into a variable: the destination itself, if that is one of the result's type, or
// a temporary. It is nil for calls without a result.
func (b *builder) give(c *core.Call, pos ir.Pos, make func(to *ir.Var)) {
	t := c.Fun.Type().Elem.Sig.Result
	if t.Kind == types.Void {
		make(nil)
		return
	}
	ty := b.scalar(t, pos)
	if c.Dst == nil {
		make(b.temp(ty, pos))
		return
	}
	if dst := b.variableOf(c.Dst); dst.v != nil && dst.v.Type == ty {
		make(dst.v)
		return
	}
	v := b.temp(ty, pos)
	make(v)
	b.storeResult(c, v, pos)
}

// functionPointer is the address of a function.
func (b *builder) functionPointer(v *core.Var, pos ir.Pos) *ir.Expr {
	f := b.p.denoted(v, b.unit, pos)
	if f.obj == nil {
		f.obj = b.p.out.NewObject(ir.FuncObject, f.name, 1, 1, b.p.position(f))
		f.obj.Func = f.ir
	}
	return ir.AddrOf(b.p.out.PtrType(), f.obj)
}

// denoted is the function that the address of v leads to, which has been scanned.
func (p *program) denoted(v *core.Var, u source, pos ir.Pos) *function {
	g := p.uses.pointees[v]
	if g == nil {
		g, _ = p.meaningOf(v, u, -1, pos)
	}
	if g == nil {
		g = v
	}
	return p.byVar[g]
}

// anyParameters gives the parameters of the entry any values, but those of main what C says.
func (b *builder) anyParameters(entry *function) {
	for _, v := range b.ir.Params {
		b.emit(&ir.Havoc{Var: v, Source: ir.FromParameter, Name: v.CName}, v.Pos)
	}
	b.givenToMain(entry, b.ir.Params)
}

// callEntry calls the entry with unknown arguments.
func (b *builder) callEntry(entry *function) {
	call := &ir.Call{Callee: entry.ir}
	var args []*ir.Var
	for _, v := range entry.ir.Params {
		a := b.p.out.NewLocal(b.ir, v.CName, v.CName, v.Type, v.Pos)
		b.emit(&ir.Havoc{Var: a, Source: ir.FromParameter, Name: v.CName}, v.Pos)
		args, call.Args = append(args, a), append(call.Args, ir.VarExpr(a))
	}
	b.givenToMain(entry, args)
	b.emit(call, b.p.position(entry)).Aux = false
}

// givenToMain gives the entry the parameters that are aggregates, with any contents, and main and the variable environ what C says.
func (b *builder) givenToMain(entry *function, args []*ir.Var) {
	pos, prog := b.p.position(entry), b.p.link.Prog
	if entry.list != nil {
		refuse(pos, "arguments of the entry")
	}
	var params, env []argv.Value
	for i, v := range entry.def.Params {
		if !layout.IsAggregate(v.Type) {
			params = append(params, argv.Value{Var: v, Is: ir.VarExpr(args[len(params)]), Used: b.p.variables[v].used && (i != 2 || !b.p.conf.UnknownGlobals)})
			continue
		}
		if b.p.conf.Memory.Tracks() {
			refuse(pos, "arguments of the entry")
		}
		b.anything(b.handover(argument(i), v.Type), ir.FromParameter, v.Name, pos)
	}
	if entry.v.Name != "main" || b.p.conf.Surroundings != nil || len(params) < len(entry.def.Params) {
		params = nil
	}
	for _, d := range library.Variables("env") {
		if v := b.p.link.Externs[d.Name]; v != nil && b.p.variables[v] != nil && !v.Defined && !b.p.conf.UnknownGlobals && argv.IsList(v.Type) {
			env = append(env, argv.Value{Var: v, Is: b.load(b.home(v, pos), pos), Used: true})
		}
	}
	start := argv.Begin(machine{b}, b.p.out, prog, params, env, pos)
	if b.ir == entry.ir && start.OnlyRead(prog, params) {
		b.f.arguments = start
	}
}

// moreStrings gives the strings of a list any values, which are an approximation.
func (b *builder) moreStrings(c *knownCall) {
	b.p.note(ir.Overapproximated, c.pos, "%s", argv.More)
	b.emit(&ir.Clobber{Roots: []ir.ClobberRoot{{Ptr: b.settled(b.expr(c.Args[0]), c.pos), Reach: ir.Data}}, Source: ir.FromApproximation, Name: "argv"}, c.pos)
}

// room is the address of a new object of that many bytes, which lives until the function returns, and the object.
func (b *builder) room(name string, size *ir.Expr, pos ir.Pos) (*ir.Expr, *ir.Object) {
	site := b.p.out.NewObject(ir.HeapObject, b.ir.Name+"::"+name, -1, b.p.heapAlign(), pos)
	site.Automatic = true
	v := b.temp(b.p.out.PtrType(), pos)
	b.emit(&ir.Alloc{Result: v, Size: size, Site: site}, pos)
	return ir.VarExpr(v), site
}
