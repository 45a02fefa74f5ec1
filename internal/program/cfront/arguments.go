package cfront

import (
	"reflect"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// maxGiven bounds how many arguments Linux gives a program: together they have 6 MiB at most.
const maxGiven = 1 << 23

// givenToMain leaves of the executions those in which main is given what C says: a number that is not negative, that
// many pointers that are not null and of which no two are the same (of which only the first few are looked at), and a null
// pointer behind them; and an environment.
func (f *fn) givenToMain(entry *function, args []*ir.Var) {
	r := f.r
	if entry.cname != "main" || r.prog.Environment != nil || len(args) == 0 || len(args) != len(entry.params) || !entry.params[0].t.isInt() {
		return
	}
	pos := entry.pos
	number := func(n int64) *ir.Expr { return ir.ConstInt(args[0].Type, n) }
	count := ir.VarExpr(args[0])
	f.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, count, number(0))}, pos)
	if args[0].Type.Fits(num.I(maxGiven)) && r.types.ptrBits > 16 {
		f.emit(&ir.Assume{Cond: ir.Compare(ir.OpLe, count, number(maxGiven))}, pos)
	}
	if len(args) > 2 && entry.params[2].t.kind == kPointer { // the environment
		f.emit(&ir.Assume{Cond: ir.ToBool(ir.VarExpr(args[2]))}, pos)
	}
	if len(args) < 2 || !entry.params[1].used || entry.params[1].t.kind != kPointer || r.types.elem(entry.params[1].t).kind != kPointer {
		return
	}
	list, elem := ir.VarExpr(args[1]), r.types.elem(entry.params[1].t)
	f.emit(&ir.Assume{Cond: ir.ToBool(list)}, pos)
	at := func(i *ir.Expr) *ir.Expr {
		size := ir.ConstInt(r.types.ptrdiff.ir(), elem.size)
		return f.load(place{t: elem, addr: ir.PtrAdd(list, ir.Binary(ir.OpMul, ir.Cast(size.Type, i), size))}, pos).e
	}
	for k := range int64(mainArguments) {
		there, end := f.node(pos), f.node(pos)
		f.branch(ir.Compare(ir.OpGt, count, number(k)), there, end, pos)
		f.cur = there
		f.emit(&ir.Assume{Cond: ir.And(ir.ToBool(at(number(k))), ir.Compare(ir.OpNe, at(number(k)), list))}, pos)
		for j := range k {
			f.emit(&ir.Assume{Cond: ir.Compare(ir.OpNe, at(number(j)), at(number(k)))}, pos)
		}
		f.jump(end, pos)
		f.cur = end
	}
	f.emit(&ir.Assume{Cond: ir.Not(ir.ToBool(at(count)))}, pos)
}

// givenEnvironment leaves of the executions those in which the environment of main, as far as the program uses it, is memory of its own: the list
// is that of environ, and neither the list nor one of its first strings, and of those that the program takes by a constant, is another one of them,
// or an argument, or their list.
func (f *fn) givenEnvironment(entry *function, args []*ir.Var) {
	r, pos := f.r, entry.pos
	if entry.cname != "main" || r.prog.Environment != nil || r.opts.UnknownGlobals || len(args) != len(entry.params) {
		return
	}
	var env *ir.Expr
	var elem *ctype
	known := func(v *variable) int { return int(min(max(mainArguments, v.indexed), maxKnownStrings)) }
	inEnv, inArgv := mainArguments, mainArguments
	list := func(p *ir.Expr, v *variable) bool {
		t := v.t
		if p == nil || t.kind != kPointer || r.types.elem(t).kind != kPointer {
			return false
		}
		inEnv = max(inEnv, known(v))
		if env != nil {
			f.emit(&ir.Assume{Cond: ir.Compare(ir.OpEq, env, p)}, pos)
		}
		env, elem = p, r.types.elem(t)
		return true
	}
	if len(args) > 2 && entry.params[2].used {
		list(ir.VarExpr(args[2]), entry.params[2])
	}
	for _, name := range []string{"environ", "__environ", "_environ"} {
		if v, ok := r.externs[name].(*variable); ok && v.used && !v.defined && v.t != nil && list(f.load(r.placeOf(f, v), pos).e, v) {
			break
		}
	}
	if env == nil {
		return
	}
	at := func(p *ir.Expr, k int) *ir.Expr {
		return f.load(place{t: elem, addr: f.r.offset(p, int64(k)*elem.size)}, pos).e
	}
	there := ir.True() // the strings up to this one
	differ := func(when, p, q *ir.Expr) {
		f.emit(&ir.Assume{Cond: f.fold(ir.Or(ir.Not(ir.And(there, when)), ir.Compare(ir.OpNe, p, q)))}, pos)
	}
	arguments := len(args) > 1 && entry.params[1].used && entry.params[1].t.kind == kPointer && r.types.elem(entry.params[1].t).kind == kPointer && entry.params[0].t.isInt()
	if arguments {
		differ(ir.True(), env, ir.VarExpr(args[1]))
		inArgv = known(entry.params[1])
	}
	given := func(j int) *ir.Expr {
		return ir.Compare(ir.OpGt, ir.VarExpr(args[0]), ir.ConstInt(args[0].Type, int64(j)))
	}
	for j := mainArguments; j < inArgv; j++ { // of the others givenToMain says it
		argv := ir.VarExpr(args[1])
		differ(given(j), at(argv, j), ir.Const(argv.Type, num.I(0)))
		differ(given(j), at(argv, j), argv)
		for i := range j {
			differ(given(j), at(argv, i), at(argv, j))
		}
	}
	for k := range inEnv {
		there = ir.And(there, ir.ToBool(at(env, k)))
		differ(ir.True(), at(env, k), env)
		for j := range k {
			differ(ir.True(), at(env, j), at(env, k))
		}
		if !arguments {
			continue
		}
		argv := ir.VarExpr(args[1])
		differ(ir.True(), at(env, k), argv)
		for j := range inArgv {
			differ(given(j), at(env, k), at(argv, j))
		}
	}
}

// maxKnownStrings bounds the strings of a list of which givenEnvironment says that they are apart.
const maxKnownStrings = 16

// argument is load of p, the element x of an array. If it is one of main's arguments, and main does nothing with them but read
// elements, the executions are left out in which it is null although there are that many, or not null just behind the last.
func (f *fn) argument(x cc.ExpressionNode, p place, pos ir.Pos) value {
	v := f.load(p, pos)
	count, list, ok := f.r.givenArguments(f.f)
	if !ok || f.constOnly || p.addr == nil || v.e == nil || !isElementOf(f.r, x, list) {
		return v
	}
	at, ok := f.load(list.place, pos).e, p.addr.Op == ir.OpPtrAdd
	if !ok || !ir.Equal(p.addr.Args[0], at) {
		return v
	}
	offset := p.addr.Args[1]
	end := ir.Binary(ir.OpMul, ir.Cast(offset.Type, f.load(count.place, pos).e), ir.ConstInt(offset.Type, p.t.size))
	given := ir.And(ir.Compare(ir.OpGe, offset, ir.ConstInt(offset.Type, 0)), ir.Compare(ir.OpLt, offset, end))
	f.emit(&ir.Assume{Cond: ir.Or(ir.Not(given), ir.ToBool(v.e))}, pos)
	f.emit(&ir.Assume{Cond: ir.Or(ir.Compare(ir.OpNe, offset, end), ir.Not(ir.ToBool(v.e)))}, pos)
	return v
}

// givenArguments are the parameters of main, where the program is called by nobody else, and does not change them and uses the second one only to
// read its elements by an index.
func (r *reader) givenArguments(g *function) (count, list *variable, ok bool) {
	if g == nil || g.cname != "main" || r.prog.Environment != nil || g.def == nil || len(g.params) < 2 || r.called(g) || g.addressed {
		return nil, nil, false
	}
	count, list = g.params[0], g.params[1]
	if !count.t.isInt() || count.memory || list.memory || list.t.kind != kPointer || r.types.elem(list.t).kind != kPointer || r.types.ptrBits <= 16 {
		return nil, nil, false
	}
	if r.onlyRead == nil {
		w := writes{}
		w.walk(reflect.ValueOf(g.def.CompoundStatement))
		u := &elementReads{r: r, of: list}
		u.walk(reflect.ValueOf(g.def.CompoundStatement))
		only := !w[anyName] && !w[count.name] && !w[list.name] && !u.otherwise
		r.onlyRead = &only
	}
	return count, list, *r.onlyRead
}

// isElementOf says that n is written as an element of v.
func isElementOf(r *reader, n cc.ExpressionNode, v *variable) bool {
	x, ok := strip(n).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionIndex {
		return false
	}
	base, ok := strip(x.PostfixExpression).(*cc.PrimaryExpression)
	return ok && base.Case == cc.PrimaryExpressionIdent && r.uses[base] == any(v)
}

// elementReads finds whether a variable is used otherwise than in front of an index.
type elementReads struct {
	r         *reader
	of        *variable
	otherwise bool
}

func (u *elementReads) walk(v reflect.Value) {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	switch x := v.Interface().(type) {
	case *cc.PostfixExpression:
		if isElementOf(u.r, x, u.of) {
			u.walk(reflect.ValueOf(x.ExpressionList))
			return
		}
	case *cc.PrimaryExpression:
		u.otherwise = u.otherwise || x.Case == cc.PrimaryExpressionIdent && u.r.uses[x] == any(u.of)
	}
	for i := range v.Elem().NumField() {
		if v.Elem().Type().Field(i).IsExported() {
			u.walk(v.Elem().Field(i))
		}
	}
}
