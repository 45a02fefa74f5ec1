package elab

// Operators without effects of their own: C11 6.5.3 to 6.5.15, 6.5.17.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

func (u *unit) unary(x *syntax.Unary) operand {
	at := u.pos(x.OpPos)
	switch x.Op {
	case syntax.Inc, syntax.Dec:
		return u.increment(x.X, x.Op, true, x.OpPos, true)
	case syntax.Extension:
		return u.expr(x.X)
	case syntax.Addr:
		return u.address(x)
	case syntax.LabelAddr:
		l := u.label(x.X.(*syntax.Ident))
		u.fn.labelAddrs++
		return value(&core.LabelAddr{At: at, Label: l.core, Typ: u.tt.VoidPtr})
	case syntax.Real, syntax.Imag:
		return u.part(x)
	}
	o := u.rvalue(u.expr(x.X))
	switch x.Op {
	case syntax.Deref:
		if o.typ.Kind != types.Pointer {
			u.fail(x.OpPos, "", "* wants a pointer, not %v", o.typ)
		}
		return u.deref(o.x, at)
	case syntax.Not:
		return value(&core.Unary{At: at, Op: core.Not, X: u.scalar(o, x.OpPos, "the operand of !"), Typ: u.tt.Basic(types.Int)})
	}
	switch {
	case o.typ.Kind == types.Vector && (x.Op != syntax.Compl || o.typ.Elem.IsInteger()):
	case !o.typ.IsArithmetic(), x.Op == syntax.Compl && o.typ.IsReal():
		u.fail(x.OpPos, "", "the operand of %v has the type %v", x.Op, o.typ)
	}
	o = u.promote(o)
	switch x.Op {
	case syntax.Neg:
		return value(&core.Unary{At: at, Op: core.Neg, X: o.x, Typ: o.x.Type()})
	case syntax.Compl:
		return value(&core.Unary{At: at, Op: core.BitNot, X: o.x, Typ: o.x.Type()})
	}
	return operand{typ: o.typ, x: o.x} // +
}

func (u *unit) address(x *syntax.Unary) operand {
	o := u.expr(x.X)
	switch {
	case o.p == nil:
		u.fail(x.OpPos, "", "the address of a value")
	case o.bits != nil:
		u.fail(x.OpPos, "", "the address of a bit-field")
	}
	if d, ok := o.p.(*core.DerefPlace); ok && d.X.Type().Elem == o.typ {
		if add, ok := d.X.(*core.PtrAdd); !ok || add.Array() == nil { // otherwise it is known which elements there are
			return operand{typ: d.X.Type(), x: d.X}
		}
	}
	u.takeAddress(o.p)
	return value(&core.AddrOf{At: u.pos(x.OpPos), X: o.p, Typ: u.tt.Pointer(o.typ)})
}

// takeAddress notes that the address of a variable, or of a part of one, is taken.
func (u *unit) takeAddress(p core.Place) {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			p = q.X
			continue
		case *core.PartPlace:
			p = q.X
			continue
		case *core.VarPlace:
			if u.fn != nil {
				u.fn.addressed[q.Var] = true
			}
		}
		return
	}
}

// part is __real__ or __imag__.
func (u *unit) part(x *syntax.Unary) operand {
	o := u.expr(x.X)
	at := u.pos(x.OpPos)
	imag := x.Op == syntax.Imag
	if o.typ.Kind == types.Complex && o.p != nil {
		t := o.typ.Elem.With(o.typ.Quals)
		return operand{typ: t, p: &core.PartPlace{At: at, X: o.p, Imag: imag, Typ: t}, fixed: o.fixed}
	}
	o = u.rvalue(o)
	switch {
	case o.typ.Kind == types.Complex:
		op := core.Real
		if imag {
			op = core.Imag
		}
		return value(&core.Unary{At: at, Op: op, X: o.x, Typ: o.typ.Elem})
	case !o.typ.IsArithmetic():
		u.fail(x.OpPos, "", "the operand of %v has the type %v", x.Op, o.typ)
	case imag:
		u.emit(&core.Eval{At: at, X: o.x})
		return u.convert(value(u.smallInt(0, at)), o.typ, implicit)
	}
	return o
}

var coreOps = [...]core.BinaryOp{
	syntax.Mul: core.Mul, syntax.Div: core.Div, syntax.Rem: core.Rem, syntax.Add: core.Add, syntax.Sub: core.Sub, syntax.Shl: core.Shl,
	syntax.Shr: core.Shr, syntax.And: core.And, syntax.Xor: core.Xor, syntax.Or: core.Or, syntax.Lt: core.Lt, syntax.Gt: core.Gt,
	syntax.Le: core.Le, syntax.Ge: core.Ge, syntax.Eq: core.Eq, syntax.Ne: core.Ne,
}

func (u *unit) binary(x *syntax.Binary) operand {
	switch x.Op {
	case syntax.Comma:
		u.effect(x.X)
		return u.rvalue(u.expr(x.Y))
	case syntax.LAnd, syntax.LOr:
		return u.logical(x)
	case syntax.Implies:
		return u.logical(&syntax.Binary{X: &syntax.Unary{OpPos: syntax.Start(x.X), Op: syntax.Not, X: x.X}, OpPos: x.OpPos, Op: syntax.LOr, Y: x.Y})
	}
	// A chain of operators such as a + b + … is as deep as it is long: its operands are found without recursion.
	var chain []*syntax.Binary
	e := syntax.Expr(x)
	for {
		b, ok := e.(*syntax.Binary)
		if !ok || b.Op == syntax.Comma || b.Op == syntax.LAnd || b.Op == syntax.LOr || b.Op == syntax.Implies {
			break
		}
		chain = append(chain, b)
		e = b.X
	}
	start := len(u.out)
	l := u.rvalue(u.expr(e))
	for i := len(chain) - 1; i >= 0; i-- {
		mark := len(u.out)
		r := u.rvalue(u.expr(chain[i].Y))
		u.note(u.out[start:mark], &r)
		u.settle(mark, &l)
		if chain[i].Exact {
			l = u.compareExactly(chain[i].Op, l, r, chain[i].OpPos)
		} else {
			l = u.operate(chain[i].Op, l, r, chain[i].OpPos)
		}
	}
	return l
}

// operate applies an operator to two values.
func (u *unit) operate(op syntax.Op, a, b operand, pos syntax.Pos) operand {
	at := u.pos(pos)
	if a.typ.Kind == types.Vector || b.typ.Kind == types.Vector {
		return u.vectorOp(op, a, b, pos)
	}
	switch op {
	case syntax.Add:
		if b.typ.Kind == types.Pointer && a.typ.IsInteger() {
			a, b = b, a
		}
		if a.typ.Kind == types.Pointer && b.typ.IsInteger() {
			return value(u.stepped(a, b, false, pos))
		}
	case syntax.Sub:
		switch {
		case a.typ.Kind == types.Pointer && b.typ.IsInteger():
			return value(u.stepped(a, b, true, pos))
		case a.typ.Kind == types.Pointer && b.typ.Kind == types.Pointer:
			u.objects(a.typ, pos)
			if !u.tt.Compatible(a.typ.Elem.Unqual(), b.typ.Elem.Unqual()) {
				u.fail(pos, "", "the difference of %v and %v", a.typ, b.typ)
			}
			return value(&core.PtrDiff{At: at, X: a.x, Y: b.x, Typ: u.tt.Ptrdiff})
		}
	case syntax.Shl, syntax.Shr:
		if a.typ.IsInteger() && b.typ.IsInteger() {
			a, b = u.promote(a), u.promote(b)
			return value(&core.Binary{At: at, Op: coreOps[op], X: a.x, Y: b.x, Typ: a.x.Type()})
		}
	case syntax.Lt, syntax.Gt, syntax.Le, syntax.Ge, syntax.Eq, syntax.Ne:
		return u.compare(op, a, b, pos)
	}
	ok := a.typ.IsArithmetic() && b.typ.IsArithmetic()
	if op == syntax.Rem || op == syntax.And || op == syntax.Or || op == syntax.Xor || op == syntax.Shl || op == syntax.Shr {
		ok = a.typ.IsInteger() && b.typ.IsInteger()
	}
	if !ok {
		u.fail(pos, "", "the operands of %v have the types %v and %v", op, a.typ, b.typ)
	}
	x, y, t := u.usual(a, b)
	return value(&core.Binary{At: at, Op: coreOps[op], X: x.x, Y: y.x, Typ: t})
}

// objects fails if a pointer of type t cannot be stepped.
func (u *unit) objects(t *types.Type, at syntax.Pos) {
	if e := t.Elem; !e.IsComplete() && e.Kind != types.Void && e.Kind != types.Func {
		u.fail(at, "", "arithmetic with pointers to the incomplete type %v", e)
	}
}

func (u *unit) stepped(p, n operand, sub bool, at syntax.Pos) core.Expr {
	u.objects(p.typ, at)
	return u.ptrAdd(p, n, sub, u.pos(at))
}

func (u *unit) compare(op syntax.Op, a, b operand, pos syntax.Pos) operand {
	at := u.pos(pos)
	in := u.tt.Basic(types.Int)
	if a.typ.IsArithmetic() && b.typ.IsArithmetic() {
		x, y, _ := u.usual(a, b)
		return value(&core.Binary{At: at, Op: coreOps[op], X: x.x, Y: y.x, Typ: in})
	}
	if isNumber := func(t *types.Type) bool { return t.IsReal() || t.Kind == types.Complex }; !a.typ.IsScalar() || !b.typ.IsScalar() ||
		isNumber(a.typ) || isNumber(b.typ) {
		if a.typ.IsRecord() && u.tt.Compatible(a.typ, b.typ) && (op == syntax.Eq || op == syntax.Ne) && u.conf.Contracts { // which CBMC has
			x := u.varPlace(u.temp(a.typ, at), at)
			y := u.varPlace(u.temp(a.typ, at), at)
			if same := core.SameMembers(u.tt, x, y); same != nil {
				u.emit(&core.Assign{At: at, Dst: x, Src: a.x}, &core.Assign{At: at, Dst: y, Src: u.convert(b, a.typ, implicit).x})
				if op == syntax.Ne {
					same = &core.Unary{At: at, Op: core.Not, X: same, Typ: in}
				}
				return value(same)
			}
		}
		u.fail(pos, "", "the operands of %v have the types %v and %v", op, a.typ, b.typ)
	}
	t := u.pointerType(a, b)
	a, b = u.convert(a, t, implicit), u.convert(b, t, implicit)
	return value(&core.Binary{At: at, Op: coreOps[op], X: a.x, Y: b.x, Typ: in})
}

// pointerType is the type of pointers to which operands are brought, at least one of which is a pointer: C11 6.5.9, 6.5.15.
func (u *unit) pointerType(a, b operand) *types.Type {
	switch {
	case a.typ.Kind != types.Pointer:
		return b.typ
	case b.typ.Kind != types.Pointer, u.isNull(b):
		return a.typ
	case u.isNull(a):
		return b.typ
	}
	q := a.typ.Elem.Quals | b.typ.Elem.Quals
	x, y := a.typ.Elem, b.typ.Elem
	switch {
	case x == y:
		return a.typ
	case x.Kind == types.Void || y.Kind == types.Void:
		return u.tt.Pointer(u.tt.Basic(types.Void).With(q))
	case u.tt.Compatible(x.Unqual(), y.Unqual()):
		return u.tt.Pointer(u.tt.Composite(x.Unqual(), y.Unqual()).With(q))
	case x.Kind == types.Array && y.Kind == types.Array && u.tt.Compatible(x, y):
		return u.tt.Pointer(u.tt.Composite(x, y))
	}
	return u.tt.Pointer(u.tt.Basic(types.Void).With(q))
}

// logical is && or ||. A right operand with effects is evaluated in an if.
func (u *unit) logical(x *syntax.Binary) operand {
	at := u.pos(x.OpPos)
	in := u.tt.Basic(types.Int)
	or := x.Op == syntax.LOr
	if u.isDecision(x) {
		return value(u.decide(x))
	}
	a := u.scalar(u.expr(x.X), syntax.Start(x.X), "an operand of "+x.Op.String())
	var b core.Expr
	dead := false
	if v, ok := u.known(a); ok && v == or {
		dead = true
	}
	code := u.scratch(func() { b = u.scalar(u.expr(x.Y), syntax.Start(x.Y), "an operand of "+x.Op.String()) })
	if dead && len(code) > 0 && !hasLabel(code) {
		return value(&core.Logical{At: at, Or: or, X: a, Y: u.smallInt(1, at), Typ: in})
	}
	if len(code) == 0 {
		return value(&core.Logical{At: at, Or: or, X: a, Y: b, Typ: in})
	}
	v := u.temp(in, at)
	dst := func() core.Place { return u.varPlace(v, at) }
	zero := u.smallInt(0, at)
	test := u.block(at, func() {
		u.emit(code...)
		at := u.pos(syntax.Start(x.Y))
		u.emit(&core.Assign{At: at, Dst: dst(), Src: u.isTrue(b, at)})
	})
	s := &core.If{At: at, X: a, Then: test, Else: u.block(at, func() { u.emit(&core.Assign{At: at, Dst: dst(), Src: zero}) })}
	if or {
		s.Then, s.Else = u.block(at, func() { u.emit(&core.Assign{At: at, Dst: dst(), Src: u.smallInt(1, at)}) }), test
	}
	u.emit(s)
	return value(load(v, at))
}

// isTrue is the int that tells whether a scalar is not 0.
func (u *unit) isTrue(x core.Expr, at core.Pos) core.Expr {
	switch x := x.(type) {
	case *core.Logical:
		return x
	case *core.Binary:
		if x.Op.IsComparison() {
			return x
		}
	case *core.Unary:
		if x.Op == core.Not {
			return x
		}
	}
	in := u.tt.Basic(types.Int)
	return &core.Unary{At: at, Op: core.Not, X: &core.Unary{At: at, Op: core.Not, X: x, Typ: in}, Typ: in}
}

// cond is the conditional operator.
func (u *unit) cond(x *syntax.Cond) operand {
	at := u.pos(x.OpPos)
	if x.Then == nil {
		return u.elvis(x)
	}
	c := u.controlling(x.X, "the condition of ?:")
	var a, b operand
	then := u.scratch(func() { a = u.rvalue(u.expr(x.Then)) })
	els := u.scratch(func() { b = u.rvalue(u.expr(x.Else)) })
	if v, ok := u.known(c); ok { // what is not evaluated leaves nothing
		if v && !hasLabel(els) {
			els = nil
		} else if !v && !hasLabel(then) {
			then = nil
		}
	}
	t := u.condType(a, b, x.OpPos)
	if t.Kind == types.Void {
		u.branch(c, then, els, a, b, at)
		return operand{typ: t}
	}
	var code []core.Stmt
	convert := func(list []core.Stmt, o operand) ([]core.Stmt, operand) {
		code = u.scratch(func() { u.emit(list...); o = u.convert(o, t, implicit) })
		return code, o
	}
	then, a = convert(then, a)
	els, b = convert(els, b)
	if len(then) == 0 && len(els) == 0 && !t.IsRecord() { // whose value is an object
		return value(&core.Cond{At: at, X: c, Then: a.x, Else: b.x, Typ: t.Unqual()})
	}
	if v, ok := u.known(c); ok && !hasLabel(then) && !hasLabel(els) {
		if v {
			u.emit(then...)
			return operand{typ: a.x.Type(), x: a.x}
		}
		u.emit(els...)
		return operand{typ: b.x.Type(), x: b.x}
	}
	if t.IsVariablyModified() {
		u.refuse(x.OpPos, "conditional of variable type", "?: of a type of variable size")
	}
	v := u.temp(t, at)
	set := func(list []core.Stmt, o operand) *core.Block {
		return u.block(at, func() { u.emit(list...); u.store(v, o.x, at) })
	}
	u.emit(&core.If{At: at, X: c, Then: set(then, a), Else: set(els, b)})
	return value(load(v, at))
}

// store assigns to a temporary.
func (u *unit) store(v *core.Var, x core.Expr, at core.Pos) {
	p := u.varPlace(v, at)
	if !u.retarget(x, p) {
		u.emit(&core.Assign{At: at, Dst: p, Src: x})
	}
}

// branch is an if of two values that are dropped.
func (u *unit) branch(c core.Expr, then, els []core.Stmt, a, b operand, at core.Pos) {
	drop := func(list []core.Stmt, o operand) *core.Block {
		return u.block(at, func() {
			u.emit(list...)
			if o.x != nil && o.typ.Kind != types.Void {
				u.emit(&core.Eval{At: at, X: o.x})
			}
		})
	}
	u.emit(&core.If{At: at, X: c, Then: drop(then, a), Else: drop(els, b)})
}

// condEffect is a conditional operator whose value is not used.
func (u *unit) condEffect(x *syntax.Cond) {
	at := u.pos(x.OpPos)
	c := u.controlling(x.X, "the condition of ?:")
	s := &core.If{At: at, X: c}
	s.Then = u.block(at, func() { u.effect(x.Then) })
	s.Else = u.block(at, func() { u.effect(x.Else) })
	if len(s.Else.List) == 0 {
		s.Else = nil
	}
	u.emit(s)
}

// elvis is GNU's X ?: Else, which evaluates X once.
func (u *unit) elvis(x *syntax.Cond) operand {
	at := u.pos(x.OpPos)
	a := u.rvalue(u.expr(x.X))
	u.scalar(a, syntax.Start(x.X), "the condition of ?:")
	var b operand
	els := u.scratch(func() { b = u.rvalue(u.expr(x.Else)) })
	t := u.condType(a, b, x.OpPos)
	if t.Kind == types.Void {
		u.branch(a.x, nil, els, operand{typ: t}, b, at)
		return operand{typ: t}
	}
	c := a.x
	a = u.convert(a, t, implicit)
	if len(els) == 0 {
		return value(&core.Cond{At: at, X: c, Then: a.x, Else: u.convert(b, t, implicit).x, Typ: t.Unqual()})
	}
	v := u.temp(t, at)
	u.emit(&core.If{At: at, X: c,
		Then: u.block(at, func() { u.store(v, a.x, at) }),
		Else: u.block(at, func() { u.emit(els...); u.store(v, u.convert(b, t, implicit).x, at) })})
	return value(load(v, at))
}

// condType is the type of a conditional operator: C11 6.5.15 p5, p6.
func (u *unit) condType(a, b operand, at syntax.Pos) *types.Type {
	switch {
	case a.typ.IsArithmetic() && b.typ.IsArithmetic():
		if a.typ.Main() == b.typ.Main() && !a.typ.IsInteger() {
			return a.typ.Main()
		}
		return u.tt.Usual(u.tt.Promote(a.typ), u.tt.Promote(b.typ))
	case a.typ.Kind == types.Void || b.typ.Kind == types.Void:
		return u.tt.Basic(types.Void)
	case a.typ.Kind == types.Pointer && b.typ.Kind == types.Pointer,
		a.typ.Kind == types.Pointer && b.typ.IsInteger(), a.typ.IsInteger() && b.typ.Kind == types.Pointer:
		return u.pointerType(a, b)
	case a.typ.IsRecord() && u.tt.Compatible(a.typ.Unqual(), b.typ.Unqual()):
		return a.typ.Unqual()
	case a.typ.Kind == types.Vector && u.tt.Compatible(a.typ.Unqual(), b.typ.Unqual()):
		return a.typ.Unqual()
	}
	u.fail(at, "", "?: between %v and %v", a.typ, b.typ)
	return nil
}
