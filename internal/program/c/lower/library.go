package lower

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/prototype"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// rowKey is a function, and with how many arguments it is called; -1 if that is not known.
type rowKey struct {
	v    *core.Var
	args int
}

// row is the row of the library's table that a call of v with so many arguments means, which may be -1; nil if v is a function of its own.
// One that is declared with another type than the library's is not the library's.
func (p *program) row(v *core.Var, u source, args int) *library.Function {
	key := rowKey{v, args}
	if row, ok := p.uses.rows[key]; ok {
		return row
	}
	rows := library.Rows(v.Name)
	i := slices.IndexFunc(rows, func(row *library.Function) bool { return u.model || prototype.Declares(v, row, args) })
	switch {
	case i >= 0 && p.tt.Machine.Int16 && !rows[i].Portable():
		p.uses.rows[key] = rows[i].Elsewhere()
	case i >= 0:
		p.uses.rows[key] = rows[i]
	case rows == nil && !strings.HasPrefix(v.Name, library.Inputs):
		p.uses.rows[key] = prototype.Undescribed(v, u.pos(v.Pos).File)
	default:
		p.uses.rows[key] = nil
	}
	return p.uses.rows[key]
}

// unsupported leads to a place of which nothing is known.
func (b *builder) unsupported(c *knownCall) {
	b.arguments(c)
	b.unsound(c.pos, "%s is not supported", c.v.Name)
}

// unsound ends the executions that come here: what follows is not modelled.
func (b *builder) unsound(pos ir.Pos, format string, args ...any) {
	b.p.note(ir.Unmodelled, pos, format, args...)
	b.goal(ir.Goal{Kind: ir.Unsupported}, pos)
}

// given is the value of an argument; e is nil for aggregates.
type given struct {
	e *ir.Expr
	t *types.Type
}

// passed are the values of the arguments of a call, which stay when memory changes, without those that __memcpy_chk and its kin have for a check.
func (b *builder) passed(c *knownCall) []given {
	drop := library.CheckArguments(c.v.Name, len(c.Args))
	var list []given
	for i, a := range c.Args {
		switch {
		case drop[i]:
			b.drop(a)
		case layout.IsAggregate(a.Type()):
			b.drop(a)
			list = append(list, given{t: a.Type()})
		default:
			list = append(list, given{b.settled(b.expr(a), c.pos), a.Type()})
		}
	}
	return list
}

// libCall is a call of a function of the library that has neither a model nor code of its own here.
type libCall struct {
	*knownCall
	b    *builder
	row  *library.Function
	args []given
	res  *ir.Var // the result; nil if there is none

	first *ir.Var // the first character of a path; nil until it is looked at
}

// effect does what the row of its function says of a call.
func (b *builder) effect(c *knownCall) {
	t := c.Fun.Type().Elem.Sig.Result
	l := &libCall{knownCall: c, b: b, row: c.row}
	wide := layout.IsAggregate(t)
	if wide && t.IsRecord() {
		refuse(c.pos, "library function %s", c.v.Name)
	}
	l.args = b.passed(c)
	if t.Kind != types.Void && !wide {
		l.res = b.temp(b.scalar(t, c.pos), c.pos)
	}
	l.closes()
	if l.row.Default() {
		l.nothingKnown()
	} else {
		l.effects()
	}
	switch {
	case c.Dst == nil:
	case wide:
		b.anything(b.place(c.Dst), ir.FromApproximation, c.v.Name, c.pos)
	default:
		b.store(b.place(c.Dst), ir.VarExpr(l.res), c.pos)
	}
}

// arg is the value of an argument; nil if there is none.
func (l *libCall) arg(i int) *ir.Expr {
	if i < 0 || i >= len(l.args) {
		return nil
	}
	return l.args[i].e
}

// isInt tells whether the result is an integer.
func (l *libCall) isInt() bool { return l.res != nil && l.Fun.Type().Elem.Sig.Result.IsInteger() }

func (l *libCall) havoc(source ir.Source) {
	l.b.emit(&ir.Havoc{Var: l.res, Source: source, Name: l.v.Name}, l.pos).Aux = false
}

// guesses has what comes behind be an approximation.
func (b *builder) guesses(pos ir.Pos) {
	b.emit(&ir.Assume{Cond: b.perhaps(pos)}, pos)
}

// guessesIf has executions be approximations in which a condition holds.
func (b *builder) guessesIf(c *ir.Expr, pos ir.Pos) {
	if c = b.fold(c); !c.IsFalse() {
		b.either(c, pos, func() { b.guesses(pos) }, func() {})
	}
}

func (l *libCall) effects() {
	b, row := l.b, l.row
	source := ir.FromEffect
	if row.Guess && b.p.hangs(row) {
		b.p.note(ir.Overapproximated, l.pos, "%s is approximated: what it does is not followed", l.v.Name)
		b.guesses(l.pos)
	}
	kind := row.Kind
	if row.Loose && b.p.hangs(row) || row.Tied && !row.TellsFailure() {
		kind = library.Approximate
	}
	switch {
	case kind == library.Approximate:
		source = ir.FromApproximation
		b.p.note(ir.Overapproximated, l.pos, "%s is approximated: its result is unknown", l.v.Name)
	case row.Tied:
		source = ir.FromApproximation
		b.p.note(ir.Overapproximated, l.pos, "what %s gives may hang together with other calls, which is not followed", l.v.Name)
	}
	result := func() {
		switch {
		case l.res == nil:
			b.emit(&ir.Skip{}, l.pos).Aux = false
		case kind == library.Approximate && l.Dst != nil:
			l.havoc(ir.FromApproximation)
		default:
			l.havoc(ir.FromCall)
		}
		l.bounded()
		l.followStream()
	}
	if l.writesOut() && source == ir.FromEffect {
		result()
		if failed := l.failure(); failed != nil { // what a call that fails leaves in the objects is not said
			b.either(failed, l.pos, func() { l.writes(ir.FromApproximation) }, func() { l.writes(source) })
		} else {
			l.writes(source)
		}
		l.changeStates()
		return
	}
	l.writes(source)
	l.changeStates()
	switch {
	case l.v.NoReturn:
		b.quit(l.pos)
	case row.Values == library.Handle && l.res != nil && l.res.Type.Kind == ir.Pointer:
		l.handle()
	default:
		result()
	}
}

// closes ends the lives of the handles that the function closes.
func (l *libCall) closes() {
	for i := range min(len(l.row.Params), len(l.args)) {
		p := l.args[i].e
		if !l.row.Use(i).Closes || p == nil || p.Type != l.b.p.out.PtrType() {
			continue
		}
		if l.b.p.conf.Memory.Lives {
			l.b.setHandle(p, closedHandle, l.pos)
			continue
		}
		free := func() { l.b.emit(&ir.Free{Addr: p}, l.pos) } // what is opened next may have its address
		if t := l.row.Params[i].Type; t.Failed() == 0 {
			free()
		} else {
			l.b.either(l.b.fold(ir.Compare(ir.OpNe, p, l.failed(t, p.Type))), l.pos, free, func() {})
		}
	}
}

// failed is what a call gives that could open no handle of type t.
func (l *libCall) failed(t *library.Type, as ir.Type) *ir.Expr {
	return ir.Const(as, l.b.p.mode.Convert(as, num.I(t.Failed())))
}

// writesOut says that the function writes the objects that arguments point to, and says with its result whether it has failed.
func (l *libCall) writesOut() bool {
	if !l.row.TellsFailure() && l.row.Values != library.Process {
		return false
	}
	return slices.ContainsFunc(l.row.Params, func(p library.Param) bool { return p.Out })
}

// failure is the condition under which the result says that the call has failed; nil if none says so.
func (l *libCall) failure() *ir.Expr {
	switch {
	case !l.isInt():
	case l.row.Values == library.ErrorNumber:
		return ir.Not(l.is(0))
	case l.row.TellsFailure() || l.row.Values == library.Process:
		return l.is(-1)
	}
	return nil
}

// writes has the function write what its arguments point to.
func (l *libCall) writes(source ir.Source) {
	b := l.b
	var roots []ir.ClobberRoot
	for i, p := range l.row.Params {
		a := l.arg(i)
		switch {
		case a == nil || l.args[i].t.Kind != types.Pointer:
		case p.Out && p.Bytes < 0 && p.Length > 0 && l.writeObjects(p, l.args[i], source):
		case p.Out:
			if l.arg(p.Bytes) == nil {
				b.either(b.fold(ir.ToBool(a)), l.pos, func() { b.lost(l.pos) }, func() {})
			}
			if !layout.Whole(a, l.arg(p.Bytes)) {
				source = ir.FromApproximation
				b.p.note(ir.Overapproximated, l.pos, "%s is taken to write all of the object that it is given a pointer into", l.v.Name)
			}
			b.writesBytes(a, l.arg(p.Bytes), l.pos)
			roots = append(roots, ir.ClobberRoot{Ptr: a, Reach: ir.Data})
		case prototype.LookedInto(p.Type, l.args[i].t):
			roots = append(roots, ir.ClobberRoot{Ptr: a, Reach: prototype.Reach(p.Type, l.args[i].t, b.p.layout.HoldsPointers)})
		}
	}
	for i := len(l.row.Params); i < len(l.args); i++ { // such as those of ioctl
		if a := l.args[i]; a.e != nil && a.t.Kind == types.Pointer {
			b.p.note(ir.Overapproximated, l.pos, "%s may write what its further arguments point to", l.v.Name)
			b.lost(l.pos)
			roots = append(roots, ir.ClobberRoot{Ptr: a.e, Reach: ir.Deep})
			source = ir.FromApproximation
		}
	}
	if len(roots) > 0 {
		b.emit(&ir.Clobber{Roots: roots, Source: source, Name: l.v.Name}, l.pos)
	}
}

// mostWritten bounds how many scalars of a structure are written one by one.
const mostWritten = 64

// writeObjects gives the objects that an out parameter points to, unless it is null, any values. It is false, and does nothing, if the type
// does not say how large they are or there are too many scalars in it.
func (l *libCall) writeObjects(p library.Param, a given, source ir.Source) bool {
	b, t := l.b, a.t.Elem
	if t.Kind == types.Void || !t.IsComplete() || t.SizeOf() <= 0 {
		return false
	}
	f := b.p.layout.Flatten(t)
	if !f.OK || len(f.Cells) > mostWritten || slices.ContainsFunc(f.Cells, func(c layout.Cell) bool { _, ok := b.p.layout.Scalar(c.Type); return !ok }) {
		return false
	}
	write := func() {
		if goals := b.p.conf.Memory.Goals(); core.Demands(goals, core.Inside) {
			b.inside(a.e, p.Length*t.SizeOf(), true, goals, l.pos)
		}
		for i := int64(0); i < p.Length; i++ {
			for _, c := range f.Cells {
				b.store(place{t: c.Type, addr: b.p.move(a.e, i*t.SizeOf()+c.Off), bits: c.Bits}, b.havoc(b.scalar(c.Type, l.pos), source, l.v.Name, l.pos), l.pos)
			}
		}
	}
	switch {
	case ir.Root(a.e).Op == ir.OpAddr:
		write()
	case !a.e.IsConst() || !a.e.Val.IsZero():
		b.either(b.fold(ir.ToBool(a.e)), l.pos, write, func() {})
	}
	return true
}

// nothingKnown is a call of a function of which nothing but its declaration is known.
func (l *libCall) nothingKnown() {
	b, row := l.b, l.row
	b.p.note(ir.Overapproximated, l.pos, "%s has no model: it may write what its arguments point to, and its result is unknown", l.v.Name)
	var roots []ir.ClobberRoot
	for i, a := range l.args {
		if a.e == nil || a.t.Kind != types.Pointer {
			continue
		}
		reach := ir.Deep
		if i < len(row.Params) {
			reach = prototype.Reach(row.Params[i].Type, a.t, b.p.layout.HoldsPointers)
			switch p := row.Params[i]; {
			case p.Out && p.Elem.Class == library.Pointer:
				reach = ir.Deep
			case p.In:
				reach = ir.Kept
			}
		}
		if reach != ir.Kept {
			b.lost(l.pos)
		}
		roots = append(roots, ir.ClobberRoot{Ptr: a.e, Reach: reach})
	}
	roots = append(roots, l.stateRoots()...)
	clobber := &ir.Clobber{Roots: roots, Source: ir.FromApproximation, Name: l.v.Name}
	switch {
	case l.v.NoReturn:
		b.quit(l.pos)
		return
	case l.res == nil:
	case l.res.Type == b.p.out.PtrType():
		clobber.Result = l.res
	case l.isInt() && row.Kind == library.Input && (!row.Tied || row.TellsFailure()):
		l.havoc(ir.FromCall)
	default:
		l.havoc(ir.FromApproximation)
	}
	b.emit(clobber, l.pos).Aux = false
	l.setStates(roots)
	l.bounded()
}

// handleRoom is the size of a stream and other handles, into which programs do not look.
const handleRoom = 256

// handle gives a new object into which programs do not look, or what a call gives that fails.
func (l *libCall) handle() {
	b := l.b
	size := int64(handleRoom)
	if t := l.Fun.Type().Elem.Sig.Result.Elem; t.IsComplete() && t.Kind != types.Void {
		size = max(size, t.SizeOf())
	}
	site := b.p.out.NewObject(ir.HeapObject, b.ir.Name+"::"+l.v.Name, size, b.p.heapAlign(), l.pos)
	site.Automatic, site.Handle = true, true // not to be freed
	works := ir.ToBool(b.havoc(ir.Int(1, false), ir.FromCall, l.v.Name, l.pos))
	l.refusesEmptyPath(ir.Not(works))
	b.either(works, l.pos, func() {
		b.emit(&ir.Alloc{Result: l.res, Size: ir.ConstInt(b.p.size(), size), Site: site}, l.pos).Aux = false
		b.setHandle(ir.VarExpr(l.res), openHandle, l.pos)
	}, func() {
		b.emit(&ir.Assign{Var: l.res, Expr: l.failed(l.row.Result, l.res.Type)}, l.pos)
	})
	b.failsIf(ir.FromEffect, l.v.Name, ir.Not(works), l.pos)
	l.wrongNumber()
}

// readModel is the model that follows what functions give that read a character.
const readModel = "__craig_read"

// hangs tells whether what a function does with a stream, which is loose or a guess, hangs together with what the program does with streams.
func (p *program) hangs(row *library.Function) bool {
	return row.Holds(func(class string) bool { return p.uses.streams[class] })
}

// followStream has the model of streams follow what has been read: -1 is the end, and may be a number of getw.
func (l *libCall) followStream() {
	if !l.row.ReadsCharacter() || !l.isInt() {
		return
	}
	b := l.b
	stream := b.p.stream("stdin")
	if a := l.arg(0); a != nil && a.Type == b.p.out.PtrType() {
		stream = a
	}
	i := ir.Int(32, true)
	c := b.cast(i, ir.VarExpr(l.res))
	if l.row.Reads {
		c = ir.Ite(ir.Compare(ir.OpEq, c, ir.ConstInt(i, -1)), c, ir.ConstInt(i, 0))
	}
	b.callModel(readModel, l.pos, stream, c)
}

// callModel calls a function that models share, which the scan has found.
func (b *builder) callModel(name string, pos ir.Pos, args ...*ir.Expr) *ir.Var {
	return b.callFunction(b.p.byVar[b.p.link.Model(name)], pos, args...)
}

// callFunction calls a function of a model, and gives the variable with its result, if it has one.
func (b *builder) callFunction(f *function, pos ir.Pos, args ...*ir.Expr) *ir.Var {
	if len(args) != len(f.ir.Params) {
		panic("lower: arguments of " + f.v.Name)
	}
	for i := range args {
		args[i] = b.cast(f.ir.Params[i].Type, args[i])
	}
	call := &ir.Call{Callee: f.ir, Args: args}
	if r := f.ir.Result; r != nil {
		call.Result = b.temp(r.Type, pos)
	}
	b.emit(call, pos)
	return call.Result
}
