package cfront

import (
	"cmp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/c/lower"
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// callSite is one call.
type callSite struct {
	x    *cc.PostfixExpression
	g    *function // nil: through a pointer
	args []cc.ExpressionNode
	pos  ir.Pos
	into *ir.Var // where a scalar result may go directly; may be nil
	used bool    // the result is used

	stack bool  // it gives a block that lives until the function returns
	align int64 // of the block that it gives, if that is more than malloc's
}

func argumentList(x *cc.PostfixExpression) []cc.ExpressionNode {
	return argumentNodes(x.ArgumentExpressionList)
}

// call evaluates a call. If into is a variable of the result's type, the result is assigned to it
// at once, and the value is that variable.
func (f *fn) call(x *cc.PostfixExpression, into *place) value {
	c := &callSite{x: x, g: f.r.callee(x), args: argumentList(x), pos: f.pos(x), used: true}
	if into != nil {
		c.into = into.v
	}
	v := f.callSite(c)
	if into != nil && into.t.kind == kPointer && v.e != nil && v.e.Op == ir.OpVar {
		f.shapeBlock(f.sites[v.e.Var], into.t.elemC)
	}
	return v
}

// callEffect evaluates a call whose result is not used.
func (f *fn) callEffect(x *cc.PostfixExpression) {
	f.callSite(&callSite{x: x, g: f.r.callee(x), args: argumentList(x), pos: f.pos(x)})
}

func (f *fn) callSite(c *callSite) value {
	if c.g == nil {
		return f.indirectCall(c)
	}
	f.checkedArguments(c)
	f.countArguments(c)
	c.g = f.r.closed(c.x, c.g)
	row := f.r.row(c.g, len(c.args))
	handle := builtin(c.g, row)
	if way := f.r.switching(c.g); way != switchesNothing && !f.constOnly {
		return f.switchCall(c, way)
	}
	if f.constOnly && (handle == nil || !foldable[c.g.cname]) {
		return f.refuse()
	}
	defer f.look(row, c)()
	switch {
	case f.r.isError(c.g):
		f.used(c)
		return f.errorCall(c)
	case handle != nil:
		return handle(f, c)
	case c.g.def != nil:
		if row != nil && row.Kind == library.Approximate {
			f.r.note(ir.Overapproximated, c.pos, "%s is approximated", c.g.cname)
		}
		f.noteResult(c)
		return f.directCall(c)
	case row != nil:
		return f.libCall(c, row)
	}
	return f.unknownCall(c)
}

// countArguments rejects a call with another number of arguments than the prototype has that stands before it.
func (f *fn) countArguments(c *callSite) {
	g := c.g
	if f.constOnly || f.unit.models || g.unit != f.unit || g.implicit || !g.t.fun.proto || !ownText(g.pos) || strings.HasPrefix(g.cname, "__") ||
		g.pos.File != c.pos.File || g.pos.Line > c.pos.Line || g.pos.Line == c.pos.Line && g.pos.Col > c.pos.Col {
		return
	}
	want, have := len(g.t.fun.params), len(c.args)
	if have < want || have > want && !g.t.fun.variadic {
		f.r.fail(c.pos, "", "%s has %s, and is called with %d", g.cname, parametersText(want, g.t.fun.variadic), have)
	}
}

// parametersText says how many parameters a function has.
func parametersText(n int, variadic bool) string {
	text := strconv.Itoa(n) + " parameters"
	switch n {
	case 0:
		text = "no parameters"
	case 1:
		text = "1 parameter"
	}
	if variadic {
		text += " and more"
	}
	return text
}

func (f *fn) effects(args []cc.ExpressionNode) {
	for _, a := range args {
		f.effect(a)
	}
}

// errorCall leads to an error location.
func (f *fn) errorCall(c *callSite) value {
	f.errorEdge(c.pos)
	t := f.r.resultType(c.g)
	if !c.used {
		return value{t: f.r.types.void}
	}
	return f.unknown(t, ir.FromApproximation, "", c.pos)
}

func (f *fn) errorEdge(pos ir.Pos) { f.errorBecause(pos, "") }

// errorBecause leads to an error location, and says what is wrong there.
func (f *fn) errorBecause(pos ir.Pos, why string) {
	bad := f.node(pos)
	bad.goal, bad.why = ir.Violates("unreach-call"), why
	f.r.errors++
	f.jump(bad, pos).aux = false
}

// stop ends the execution.
func (f *fn) stop(pos ir.Pos) {
	f.atEnd(true, pos)
	f.vanish(pos)
}

// vanish cuts the executions that come here off.
func (f *fn) vanish(pos ir.Pos) (end *node) {
	end = f.node(pos)
	f.jump(end, pos).aux = false
	return end
}

// unknownCall is a call of a function that has no body and is not of the library.
func (f *fn) unknownCall(c *callSite) value {
	if strings.HasPrefix(c.g.cname, uninterpreted) {
		return f.uninterpreted(c)
	}
	if f.rejectUnknownTool(c) {
		return f.number(f.r.types.intT, num.I(0))
	}
	if f.r.opts.UnknownFunctions == Havoc && !isInput(c.g) {
		c.into = nil
		params, _ := f.r.paramTypes(c.g.t.fun)
		return f.unknownEffect(c, f.arguments(c.args, params))
	}
	if f.r.props["uninit"] != "" && !f.constOnly {
		f.handOver(c)
	} else {
		f.used(c)
	}
	return f.unknownEffect(c, nil)
}

// unknownEffect does what is taken for a call, with the arguments vs, of a function that has no body
// and is not of the library, and gives its result.
func (f *fn) unknownEffect(c *callSite, vs []value) value {
	name, t := c.g.cname, f.r.resultType(c.g)
	switch {
	case neverReturns(c.g):
		f.stop(c.pos)
	case isInput(c.g):
	case f.r.assembled(cmp.Or(c.g.symbol, name)):
		f.unsound(c.pos, "%s, which assembly at file scope may define, is not supported", name)
		return f.unknown(t, ir.FromApproximation, "", c.pos)
	case f.r.opts.UnknownFunctions == Havoc:
		return f.havocCall(c, t, vs)
	default:
		f.r.note(ir.Assumption, c.pos, "%s"+lower.NoBody, name)
		f.r.otherType(c.g, c.pos)
	}
	return f.input(c, t, name)
}

// isInput says that g gives an input and does nothing else.
func isInput(g *function) bool { return strings.HasPrefix(g.cname, "__VERIFIER_nondet_") }

// havocCall is a call of a function that may write whatever its arguments and the global variables
// of external linkage reach (--unknown-functions havoc).
func (f *fn) havocCall(c *callSite, t *ctype, vs []value) value {
	f.r.note(ir.Overapproximated, c.pos, "%s has no body: it may write what its arguments and global variables reach, and its result is unknown", c.g.cname)
	if !f.static {
		f.libWrite(nil, nil, c.pos)
	}
	clobber := &ir.Clobber{Source: ir.FromEffect, Name: c.g.cname}
	root := func(e *ir.Expr) {
		if e != nil && e.Type == f.r.prog.PtrType() {
			clobber.Roots = append(clobber.Roots, ir.ClobberRoot{Ptr: e, Reach: ir.Deep})
		}
	}
	for _, v := range vs {
		if !v.t.isAgg() {
			root(v.e)
			continue
		}
		cells, _ := f.r.types.flat(v.t)
		for _, cell := range cells {
			root(f.load(v.agg.at(f.r, cell), c.pos).e)
		}
	}
	root(ir.AddrOf(f.r.prog.PtrType(), f.r.libObject("functions without a body"))) // what they keep
	for _, v := range f.r.globals {
		if v.owner == nil && v.used && f.r.external(v) {
			root(f.r.placeOf(f, v).addr)
		}
	}
	result := value{t: t}
	switch {
	case t.kind == kPointer && c.used:
		clobber.Result = f.temp(t.ir(), c.pos)
		result.e = ir.VarExpr(clobber.Result)
	default:
		result = f.input(c, t, c.g.cname)
	}
	f.emit(clobber, c.pos).aux = false
	return result
}

// external says that v has external linkage.
func (r *reader) external(v *variable) bool { return r.externs[v.name] == v }

// input is an unknown value that comes from outside.
func (f *fn) input(c *callSite, t *ctype, name string) value {
	if !c.used && t.isScalar() && !t.blurred() { // it is one of the inputs all the same: the next call gives the next value
		f.emit(&ir.Havoc{Var: f.temp(t.ir(), c.pos), Source: ir.FromCall, Name: name}, c.pos).aux = false
		return value{t: t}
	}
	if t.kind == kVoid {
		f.emit(&ir.Skip{}, c.pos).aux = false
		return value{t: t}
	}
	if t.blurred() && !strings.HasPrefix(name, "__VERIFIER_nondet_") {
		return value{t: t}
	}
	if c.into != nil && t.isScalar() && !t.blurred() && c.into.Type == t.ir() {
		f.emit(&ir.Havoc{Var: c.into, Source: ir.FromCall, Name: name}, c.pos)
		return value{t: t, e: ir.VarExpr(c.into)}
	}
	return f.unknown(t, ir.FromCall, name, c.pos)
}

func neverReturns(g *function) bool {
	return g.noreturn
}

// arguments evaluates the arguments of a call, converted to the parameters' types as far as these
// are known; further ones get the default promotions.
func (f *fn) arguments(args []cc.ExpressionNode, params []*ctype, first ...*value) []value {
	vs := make([]value, len(args))
	saved := first
	for i, a := range args {
		m := f.mark()
		v := f.rvalue(a)
		pos := f.pos(a)
		if i < len(params) {
			v = f.convert(v, params[i], pos)
		} else {
			v = f.convert(v, f.r.types.argument(v.t), pos)
		}
		f.freeze(m, pos, saved...)
		vs[i] = v
		saved = append(saved, &vs[i])
	}
	return vs
}

func argRole(i int) string { return "arg" + strconv.Itoa(i) }

// pass turns argument values into the arguments of the ir call, see irFunc.
func (f *fn) pass(vs []value, pos ir.Pos) []*ir.Expr {
	var out []*ir.Expr
	for i, v := range vs {
		switch {
		case v.t.blurred() || v.t.kind == kVoid:
		case v.t.isAgg() && f.r.types.splittable(v.t):
			cells, _ := f.r.types.flat(v.t)
			for _, c := range cells {
				if !c.t.blurred() {
					out = append(out, f.load(v.agg.at(f.r, c), pos).e)
				}
			}
		case v.t.isAgg():
			f.copyAggregate(f.r.handover(argRole(i), v.t), v.agg, pos)
		default:
			out = append(out, v.e)
		}
	}
	return out
}

func (f *fn) directCall(c *callSite) value {
	g := c.g
	var params []*ctype
	for _, p := range g.params {
		params = append(params, p.t)
	}
	var vs []value
	if g.oldStyle() {
		vs = f.handed(g, f.arguments(c.args, f.r.givenTypes(g)), c.pos)
	} else {
		vs = f.passed(c, params...)
	}
	var more []value
	if len(vs) > len(params) {
		vs, more = vs[:len(params)], vs[len(params):]
	}
	for i := len(vs); i < len(params); i++ {
		if f.r.props["uninit"] != "" {
			f.follow(ir.False(), c.pos)
		}
		vs = append(vs, f.unknown(params[i], ir.FromApproximation, "", c.pos))
	}
	args := f.withVariable(f.pass(vs, c.pos), g.t.fun, more, c.pos)
	return f.emitCall(c, &ir.Call{Callee: f.r.irFunc(g), Args: args}, f.r.resultType(g))
}

func (f *fn) indirectCall(c *callSite) value {
	types := f.r.types
	if f.constOnly {
		return f.refuse()
	}
	target := f.rvalue(c.x.PostfixExpression)
	if target.t.kind != kPointer || types.elem(target.t).kind != kFunc || target.e == nil {
		f.r.fail(c.pos, "", "what is called is not a function")
		return f.number(types.intT, num.I(0))
	}
	if f.r.props["null"] != "" && target.e.Op != ir.OpAddr {
		f.require(f.fold(ir.ToBool(target.e)), "null", "", c.pos)
	}
	ft := types.elem(target.t).fun
	var params []*ctype
	known := false
	if ft.proto { // the types of an old-style definition, as in __typeof__(f), say nothing to a caller
		params, known = f.r.paramTypes(ft)
	}
	vs := f.arguments(c.args, params, &target)
	var more []value
	if known && len(vs) > len(params) {
		vs, more = vs[:len(params)], vs[len(params):]
	}
	result := ft.result.unaligned()
	types.complete(result)
	args := f.withVariable(f.pass(vs, c.pos), ft, more, c.pos)
	return f.emitCall(c, &ir.Call{Target: target.e, Args: args}, result)
}

// emitCall emits the call and returns its result.
func (f *fn) emitCall(c *callSite, call *ir.Call, t *ctype) value {
	v := value{t: t}
	switch {
	case t.kind == kVoid || t.blurred():
	case t.isAgg():
		v.agg = f.r.handover("result", t)
	case c.into != nil && c.into.Type == t.ir():
		call.Result = c.into
		v.e = ir.VarExpr(c.into)
	case c.used:
		call.Result = f.temp(t.ir(), c.pos)
		v.e = ir.VarExpr(call.Result)
	}
	if c.g == nil && f.r.tellsResult(f, f.unit) { // it may be a function of the library
		f.graph.emit(&ir.Assign{Var: f.r.noResult(), Expr: ir.ConstInt(ir.Int(8, false), 0)}, c.pos)
	}
	f.emit(call, c.pos).aux = false
	f.gives(c, t)
	return v
}
