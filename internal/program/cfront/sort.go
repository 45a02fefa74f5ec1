package cfront

import (
	"reflect"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// qsort and bsearch. C does not say which elements are compared, how often, where equal elements come
// to lie, and which of several equal ones is found (C11 7.22.5). The first two do not matter if the
// function that compares does nothing but compare; calls with another one are unsupported. For the
// others every possibility is taken: an element goes on past equal ones, or does not.
//
// If something in the comparison may be an error, it is looked for in the calls of binary search, as glibc makes them, and in
// those of insertion sort, before which there may be one with any two elements.

// ordering is a call of one of the two.
type ordering struct {
	f       *fn
	c       *callSite
	base    *ir.Expr
	end     *ir.Expr // the size of the array in bytes
	step    *ir.Expr // the size of an element
	count   *ir.Expr
	compare *ir.Expr
	result  *ctype
}

// builtinSort is qsort.
func (f *fn) builtinSort(c *callSite) value {
	if len(c.args) != 4 || !f.r.onlyCompares(c.args[3]) || f.r.props["uninit"] != "" {
		return f.unsupportedOrder(c, 3)
	}
	elem := f.argumentType(c.args[0])
	params, _ := f.r.uncheckedParams(c.g)
	o := f.ordering(c, f.arguments(c.args, params))
	if n, ok := o.step.Val.Int64(); elem == nil || !o.step.IsConst() || !ok || n != elem.size || !f.r.types.inPieces(elem, n) {
		elem = nil
	}
	o.anyPair()
	i, j := o.variable(o.step), o.variable(o.step)
	o.while(func() *ir.Expr { return ir.Compare(ir.OpLt, ir.VarExpr(i), o.end) }, func(*node) {
		f.emit(&ir.Assign{Var: j, Expr: ir.VarExpr(i)}, c.pos)
		o.while(func() *ir.Expr { return ir.Compare(ir.OpGt, ir.VarExpr(j), ir.ConstInt(j.Type, 0)) }, func(done *node) {
			before := f.fold(ir.Binary(ir.OpSub, ir.VarExpr(j), o.step))
			p, q := ir.PtrAdd(o.base, before), ir.PtrAdd(o.base, ir.VarExpr(j))
			r := o.comparedEither(p, q)
			o.leaveIf(ir.Compare(ir.OpLt, r, ir.ConstInt(r.Type, 0)), done)
			o.leaveIf(ir.And(ir.Compare(ir.OpEq, r, ir.ConstInt(r.Type, 0)), o.choice()), done)
			o.swap(p, q, elem)
			f.emit(&ir.Assign{Var: j, Expr: before}, c.pos)
		})
		f.emit(&ir.Assign{Var: i, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(i), o.step)}, c.pos)
	})
	return value{t: f.r.types.void}
}

// builtinSearch is bsearch.
func (f *fn) builtinSearch(c *callSite) value {
	if len(c.args) != 5 || !f.r.onlyCompares(c.args[4]) {
		return f.unsupportedOrder(c, 4)
	}
	params, _ := f.r.uncheckedParams(c.g)
	vs := f.arguments(c.args, params)
	key := f.settled(vs[0].e, c.pos)
	o := f.ordering(c, vs[1:])
	found := f.temp(f.r.prog.PtrType(), c.pos)
	f.emit(&ir.Assign{Var: found, Expr: ir.ConstInt(found.Type, 0)}, c.pos)
	if o.watched() {
		o.halve(key, found)
		return value{t: f.r.resultType(c.g), e: ir.VarExpr(found)}
	}
	i := o.variable(ir.ConstInt(o.step.Type, 0))
	o.while(func() *ir.Expr { return ir.Compare(ir.OpLt, ir.VarExpr(i), o.end) }, func(done *node) {
		p := ir.PtrAdd(o.base, ir.VarExpr(i))
		r := o.compared(key, p)
		equal, next := f.node(c.pos), f.node(c.pos)
		f.branch(ir.Compare(ir.OpEq, r, ir.ConstInt(r.Type, 0)), equal, next, c.pos)
		f.cur = equal
		f.emit(&ir.Assign{Var: found, Expr: p}, c.pos)
		o.leaveIf(o.choice(), done)
		f.jump(next, c.pos)
		f.cur = next
		f.emit(&ir.Assign{Var: i, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(i), o.step)}, c.pos)
	})
	return value{t: f.r.resultType(c.g), e: ir.VarExpr(found)}
}

// halve looks for the key as glibc does, and sets found; where comparisons are watched, these are the ones that are
// made. Before them another library may compare the key with any element, and find that one if it is equal.
func (o *ordering) halve(key *ir.Expr, found *ir.Var) {
	f, pos, n := o.f, o.c.pos, o.count
	done := f.node(pos)
	o.rarely(func() {
		p := o.openElement()
		equal, next := f.node(pos), f.node(pos)
		r := o.compared(key, p)
		f.branch(ir.Compare(ir.OpEq, r, ir.ConstInt(r.Type, 0)), equal, next, pos)
		f.cur = equal
		f.emit(&ir.Assign{Var: found, Expr: p}, pos)
		f.jump(done, pos)
		f.cur = next
	})
	low, high := o.variable(ir.ConstInt(n.Type, 0)), o.variable(n)
	number := func(k int64) *ir.Expr { return ir.ConstInt(n.Type, k) }
	o.while(func() *ir.Expr { return ir.Compare(ir.OpLt, ir.VarExpr(low), ir.VarExpr(high)) }, func(end *node) {
		middle := o.variable(ir.Binary(ir.OpDiv, ir.Binary(ir.OpAdd, ir.VarExpr(low), ir.VarExpr(high)), number(2)))
		p := ir.PtrAdd(o.base, f.fold(ir.Binary(ir.OpMul, ir.VarExpr(middle), o.step)))
		r := o.compared(key, p)
		zero := ir.ConstInt(r.Type, 0)
		below, not, above, equal, next := f.node(pos), f.node(pos), f.node(pos), f.node(pos), f.node(pos)
		f.branch(ir.Compare(ir.OpLt, r, zero), below, not, pos)
		f.cur = below
		f.emit(&ir.Assign{Var: high, Expr: ir.VarExpr(middle)}, pos)
		f.jump(next, pos)
		f.cur = not
		f.branch(ir.Compare(ir.OpLt, zero, r), above, equal, pos)
		f.cur = above
		f.emit(&ir.Assign{Var: low, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(middle), number(1))}, pos)
		f.jump(next, pos)
		f.cur = equal
		f.emit(&ir.Assign{Var: found, Expr: p}, pos)
		f.jump(end, pos)
		f.cur = next
	})
	f.jump(done, pos)
	f.cur = done
}

// unsupportedOrder is a call with a function of which it is not known that it only compares.
func (f *fn) unsupportedOrder(c *callSite, compare int) value {
	f.used(c)
	why := "%s is not supported with a function that does more than compare, or that is not named in the call"
	if len(c.args) <= compare {
		why = "%s is not supported"
	}
	f.unsound(c.pos, why, c.g.cname)
	return f.unknown(f.r.resultType(c.g), ir.FromApproximation, "", c.pos)
}

// ordering evaluates the array, the number of its elements, their size, and the function.
func (f *fn) ordering(c *callSite, vs []value) *ordering {
	t := f.r.types.ptrdiff.ir()
	return &ordering{
		f: f, c: c,
		base:    f.settled(vs[0].e, c.pos),
		end:     f.settled(f.fold(f.cast(t, f.product(vs[1].e, vs[2].e))), c.pos),
		step:    f.settled(f.fold(f.cast(t, vs[2].e)), c.pos),
		count:   f.settled(f.fold(f.cast(t, vs[1].e)), c.pos),
		compare: f.settled(vs[3].e, c.pos),
		result:  f.r.types.intT,
	}
}

// variable is a new offset in the array.
func (o *ordering) variable(from *ir.Expr) *ir.Var {
	v := o.f.temp(from.Type, o.c.pos)
	o.f.emit(&ir.Assign{Var: v, Expr: from}, o.c.pos)
	return v
}

// while is a loop, whose body may go to done.
func (o *ordering) while(cond func() *ir.Expr, body func(done *node)) {
	f, pos := o.f, o.c.pos
	head, again, done := f.node(pos), f.node(pos), f.node(pos)
	head.loopPos = pos
	f.jump(head, pos)
	f.cur = head
	f.branch(cond(), again, done, pos)
	f.cur = again
	body(done)
	f.jump(head, pos)
	f.cur = done
}

// leaveIf goes to done if the condition holds.
func (o *ordering) leaveIf(cond *ir.Expr, done *node) {
	on := o.f.node(o.c.pos)
	o.f.branch(cond, done, on, o.c.pos)
	o.f.cur = on
}

// choice is a condition that C leaves open.
func (o *ordering) choice() *ir.Expr {
	m := o.f.open(o.c.g.cname, o.c.pos, func(m *ir.Expr) *ir.Expr { return ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, 0)) })
	return ir.Compare(ir.OpEq, ir.Binary(ir.OpRem, m, ir.ConstInt(m.Type, 2)), ir.ConstInt(m.Type, 1))
}

// comparedEither is compared, or, where it is asked which statements are executed, the opposite of what the function says of
// the two the other way round: C leaves open which comes first.
func (o *ordering) comparedEither(p, q *ir.Expr) *ir.Expr {
	f, pos := o.f, o.c.pos
	if !f.r.opts.Statements {
		return o.compared(p, q)
	}
	r := f.temp(o.result.ir(), pos)
	one, other, end := f.node(pos), f.node(pos), f.node(pos)
	f.branch(o.choice(), one, other, pos)
	f.cur = one
	f.emit(&ir.Assign{Var: r, Expr: o.compared(p, q)}, pos)
	f.jump(end, pos)
	f.cur = other
	back, zero := o.compared(q, p), ir.ConstInt(r.Type, 0)
	opposite := ir.Ite(ir.Compare(ir.OpLt, back, zero), ir.ConstInt(r.Type, 1), ir.Ite(ir.Compare(ir.OpEq, back, zero), zero, ir.ConstInt(r.Type, -1)))
	f.emit(&ir.Assign{Var: r, Expr: opposite}, pos)
	f.jump(end, pos)
	f.cur = end
	return ir.VarExpr(r)
}

// compared calls the function.
func (o *ordering) compared(p, q *ir.Expr) *ir.Expr {
	f := o.f
	r := f.temp(o.result.ir(), o.c.pos)
	f.emit(&ir.Call{Target: o.compare, Args: []*ir.Expr{p, q}, Result: r}, o.c.pos).aux = false
	return ir.VarExpr(r)
}

// rarely is a number that certify does not try for what C leaves open: an execution that needs it is
// none that every library has.
const rarely = 77777

// watched says that something in a comparison can be an error, or that it is asked which of its statements are executed.
func (o *ordering) watched() bool {
	props := o.f.r.props
	return o.f.r.opts.Statements || len(props) > 1 || len(props) == 1 && props["unreach-call"] == ""
}

// rarely does what no library needs to do, and leaves open whether it does.
func (o *ordering) rarely(do func()) {
	f, pos := o.f, o.c.pos
	m := f.open(f.f.cname, pos, func(m *ir.Expr) *ir.Expr { return ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, 0)) })
	some, end := f.node(pos), f.node(pos)
	f.branch(ir.Compare(ir.OpEq, m, ir.ConstInt(m.Type, rarely)), some, end, pos)
	f.cur = some
	do()
	f.jump(end, pos)
	f.cur = end
}

// element is the address of any element.
func (o *ordering) element() *ir.Expr {
	f, pos := o.f, o.c.pos
	k := f.havoc(o.step.Type, ir.FromApproximation, o.c.g.cname, pos)
	off := f.fold(ir.Binary(ir.OpMul, k, o.step))
	f.emit(&ir.Assume{Cond: ir.And(ir.Compare(ir.OpGe, k, ir.ConstInt(k.Type, 0)), ir.And(ir.Compare(ir.OpLt, k, o.end), ir.Compare(ir.OpLt, off, o.end)))}, pos)
	return ir.PtrAdd(o.base, off)
}

// openElement is the address of any element, by an open number if it is known how many there are: certify then looks for an
// execution that does without, which is one of glibc only where the other comparisons are those of glibc.
func (o *ordering) openElement() *ir.Expr {
	f, pos := o.f, o.c.pos
	if o.count.IsConst() && !o.count.Val.IsZero() {
		m := f.cast(o.count.Type, f.open(f.f.cname, pos, func(m *ir.Expr) *ir.Expr { return ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, 0)) }))
		return ir.PtrAdd(o.base, f.fold(ir.Binary(ir.OpMul, ir.Binary(ir.OpRem, m, o.count), o.step)))
	}
	return o.element()
}

// anyPair may call the function with any two elements, if that can be an error, or executes what nothing else does.
func (o *ordering) anyPair() {
	if !o.watched() {
		return
	}
	o.rarely(func() {
		p := o.element()
		o.compared(p, o.element())
	})
}

// swap exchanges two elements: piece by piece as their type has them, or, if that is nil, byte by byte.
func (o *ordering) swap(p, q *ir.Expr, elem *ctype) {
	f, pos := o.f, o.c.pos
	exchange := func(p, q *ir.Expr, t ir.Type) {
		a, b := f.temp(t, pos), f.temp(t, pos)
		f.emit(&ir.Assign{Var: a, Expr: f.peek(t, p, pos)}, pos)
		f.emit(&ir.Assign{Var: b, Expr: f.peek(t, q, pos)}, pos)
		f.poke(p, ir.VarExpr(b), pos)
		f.poke(q, ir.VarExpr(a), pos)
	}
	if elem == nil {
		k := o.variable(ir.ConstInt(o.step.Type, 0))
		o.while(func() *ir.Expr { return ir.Compare(ir.OpLt, ir.VarExpr(k), o.step) }, func(*node) {
			at := func(p *ir.Expr) place { return place{t: f.r.types.uchar, addr: ir.PtrAdd(p, ir.VarExpr(k))} }
			f.overwrite(at(p), pos)
			f.overwrite(at(q), pos)
			exchange(at(p).addr, at(q).addr, f.r.types.uchar.ir())
			f.emit(&ir.Assign{Var: k, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(k), ir.ConstInt(k.Type, 1))}, pos)
		})
		return
	}
	ps, _ := f.r.types.pieces(elem)
	f.overwrite(place{t: elem, addr: p}, pos)
	f.overwrite(place{t: elem, addr: q}, pos)
	for _, piece := range ps {
		exchange(place{t: elem, addr: p}.pieceAt(f.r, piece), place{t: elem, addr: q}.pieceAt(f.r, piece), piece.t)
	}
}

// onlyCompares says that an expression names a function of the program that only computes a result:
// it writes its own variables alone, and calls only such functions.
func (r *reader) onlyCompares(n cc.ExpressionNode) bool {
	for {
		n = strip(n)
		switch x := n.(type) {
		case *cc.CastExpression:
			n = x.CastExpression
			continue
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof {
				n = x.CastExpression
				continue
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				if g, ok := r.denoted(x).(*function); ok {
					p := purity{r: r, done: map[*function]bool{}}
					return p.function(g)
				}
			}
		}
		return false
	}
}

// purity looks for what a function does besides computing a result.
type purity struct {
	r      *reader
	done   map[*function]bool
	impure bool
}

func (p *purity) function(g *function) bool {
	if g.def == nil || p.r.isError(g) || g.noreturn {
		return false
	}
	if !p.done[g] {
		p.done[g] = true
		p.walk(reflect.ValueOf(g.def.CompoundStatement))
	}
	return !p.impure
}

// walk looks at the syntax tree at v.
func (p *purity) walk(v reflect.Value) {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if p.impure || v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	switch x := v.Interface().(type) {
	case *cc.AsmStatement, *cc.LabeledStatement:
		p.impure = true
	case *cc.AssignmentExpression:
		p.impure = x.Case != cc.AssignmentExpressionCond && !p.own(x.UnaryExpression)
	case *cc.UnaryExpression:
		p.impure = (x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec) && !p.own(x.UnaryExpression)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			p.impure = !p.own(x.PostfixExpression)
		case cc.PostfixExpressionCall:
			p.impure = !p.call(x)
		}
	}
	for i := range v.Elem().NumField() {
		if v.Elem().Type().Field(i).IsExported() {
			p.walk(v.Elem().Field(i))
		}
	}
}

// own says that an expression designates a local variable, or a member of one.
func (p *purity) own(n cc.ExpressionNode) bool {
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			v, ok := p.r.denoted(x).(*variable)
			return ok && v.auto
		}
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionSelect && p.own(x.PostfixExpression)
	}
	return false
}

// call says that a call only computes a result: of a function of the program for which that holds, or of
// one of the library that is given pointers to const, if any, and does not end the execution.
func (p *purity) call(x *cc.PostfixExpression) bool {
	g := p.r.callee(x)
	if g == nil || p.r.isError(g) || g.noreturn {
		return false
	}
	row := p.r.row(g, len(argumentList(x)))
	if row == nil {
		return p.function(g)
	}
	switch row.Header {
	case "string.h", "strings.h", "ctype.h", "wchar.h", "wctype.h", "GCC", "arpa/inet.h":
	default:
		return false
	}
	for _, a := range row.Params {
		if a.Class == library.Pointer && !a.Elem.Const || a.Class == library.AnyType {
			return false
		}
	}
	return row.Kind == library.Exact && row.Result.Class == library.Int && !row.Variadic
}
