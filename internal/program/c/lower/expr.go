package lower

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/exact"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/types"
	"craig/internal/program/c/volatile"
	"craig/internal/program/ir"
	"craig/logic/float"
)

// expr is the value of a scalar expression. What has to hold before it can be evaluated, and control flow in it, comes
// before.
func (b *builder) expr(x core.Expr) *ir.Expr {
	switch x := x.(type) {
	case *core.IntConst:
		t := b.scalar(x.Typ, b.pos(x.At))
		return ir.Const(t, b.p.mode.Convert(t, layout.Number(x.Value, t.IsSigned())))
	case *core.RealConst:
		return b.real(x)
	case *core.Load:
		return b.read(x)
	case *core.LabelAddr:
		return b.p.labelAddress(x.Label)
	case *core.AddrOf:
		return b.address(x.X)
	case *core.Decay:
		return b.address(x.X)
	case *core.Unary, *core.Binary, *core.Convert:
		return b.operation(x, nil)
	case *core.Checked:
		if add, ok := x.X.(*core.PtrAdd); ok {
			return b.moved(add, x.Goals, false)
		}
		if x.X.Type().Kind == types.Pointer {
			e := b.expr(x.X)
			b.notNull(e, x.Goals, b.start(x))
			return e
		}
		return b.operation(x.X, x.Goals)
	case *core.PtrAdd:
		return b.moved(x, nil, false)
	case *core.PtrDiff:
		return b.distance(x)
	case *core.Cond:
		return b.choose(x, nil)
	case *core.Logical:
		return b.logical(x)
	case *core.Quantifier, *core.Question:
		return b.claims.Expr(machine{b}, x)
	}
	refuse(b.pos(x.Pos()), "expression")
	panic("unreachable")
}

// operation is an operation that is done only if goals hold.
func (b *builder) operation(x core.Expr, goals []core.Goal) *ir.Expr {
	switch x := x.(type) {
	case *core.Unary:
		return b.unary(x, goals)
	case *core.Binary:
		e := b.binary(x, goals)
		if s := b.p.conf.Sees; s != nil && s(x.Op) && !b.static && !e.IsConst() {
			e = b.copied(e, b.start(x)) // it is done, even if nothing needs it
		}
		return e
	case *core.Convert:
		return b.convert(x, goals)
	}
	refuse(b.pos(x.Pos()), "expression")
	panic("unreachable")
}

// read reads a place.
func (b *builder) read(x *core.Load) *ir.Expr {
	pos := b.start(x)
	if x.X.Type().Quals&types.Volatile != 0 {
		if how, name := b.reading(x.X, false, pos); how != volatile.FromMemory {
			p, t := b.place(x.X), b.scalar(x.Type(), pos)
			b.access(p, false, pos)
			v := b.temp(t, pos)
			from := func(s ir.Source) func() { return func() { b.emit(&ir.Havoc{Var: v, Source: s, Name: name}, pos) } }
			switch {
			case how != volatile.FromEither:
				from(ir.FromVolatile)()
			case b.mayBeRegister(p):
				b.either(ir.InDevice(p.addr, p.size()), pos, from(ir.FromVolatile), from(ir.FromApproximation))
			default:
				from(ir.FromApproximation)()
			}
			return ir.VarExpr(v)
		}
	}
	p := b.place(x.X)
	p.goals = slices.Concat(p.goals, x.Goals)
	e, shared := (*ir.Expr)(nil), (b.p.out.Threads != nil || b.p.conf.Interrupts || b.p.conf.Sees != nil && p.addr != nil) && !b.static && (p.v == nil || p.v.Func == nil) && !b.mayBeRegister(p)
	b.atomicallyIf(isAtomic(x.X), pos, func() {
		if e = b.load(p, pos); shared { // C reads it once, ir may do so as often as it uses it
			e = b.copied(e, pos)
		}
	})
	if p.addr != nil && b.f != nil {
		b.f.arguments.Element(machine{b}, p.addr, e, pos)
	}
	if b.mayBeRegister(p) {
		b.p.conf.Register(e.Var, core.Spelled(x.X))
	}
	return e
}

// address is the address of a place that has one. That of what is weak and defined nowhere may be null.
func (b *builder) address(x core.Place) *ir.Expr {
	v, ok := x.(*core.VarPlace)
	if !ok || v.Var.Defined || !v.Var.HasAttr("weak") {
		return b.certainAddress(x)
	}
	pos, at := b.pos(v.At), b.certainAddress(x)
	b.p.note(ir.Overapproximated, pos, "%s is weak and defined nowhere: its address may be null", v.Var.Name)
	return ir.Ite(ir.ToBool(b.havoc(ir.Int(1, false), ir.FromApproximation, v.Var.Name, pos)), at, ir.ConstInt(at.Type, 0))
}

// certainAddress is the address of an object or function that is there.
func (b *builder) certainAddress(x core.Place) *ir.Expr {
	v, ok := x.(*core.VarPlace)
	if ok && v.Var.Type.Kind == types.Func {
		return b.functionPointer(v.Var, b.pos(v.At))
	}
	if d, ok := x.(*core.DerefPlace); ok {
		return b.expr(d.X) // of an element one past the end too
	}
	p := b.place(x)
	if p.addr == nil || p.bits != nil {
		refuse(b.pos(x.Pos()), "address of a variable that has none")
	}
	return p.addr
}

// truth is the condition that a scalar is not 0.
func (b *builder) truth(x core.Expr) *ir.Expr { return b.isTrue(b.expr(x)) }

func (b *builder) isTrue(e *ir.Expr) *ir.Expr {
	if e.Type.IsFloat() {
		return ir.Not(ir.FloatOp(ir.OpFEq, ir.Bool, e, ir.ConstInt(e.Type, 0)))
	}
	return b.fold(ir.ToBool(e))
}

// ofBool is a condition as an int.
func (b *builder) ofBool(c *ir.Expr, t *types.Type, pos ir.Pos) *ir.Expr {
	return ir.OfBool(b.scalar(t, pos), c)
}

func (b *builder) convert(x *core.Convert, goals []core.Goal) *ir.Expr {
	e, pos := b.expr(x.X), b.start(x)
	t := b.scalar(x.Typ, pos)
	switch {
	case x.Typ.Kind == types.Bool:
		return ir.OfBool(t, b.isTrue(e))
	case e.Type.IsFloat() && t.IsFloat():
		if e.Type == t {
			return e
		}
		return b.rounded(ir.OpFConvert, t, []*ir.Expr{e}, goals, pos)
	case t.IsFloat():
		if e.Type.Bits > 64 && !e.IsConst() {
			refuse(pos, "conversion between a float and __int128")
		}
		if e.Type.Bits == 1 {
			e = b.cast(ir.Int(32, true), e)
		}
		return b.p.rounding.Operation(machine{b}, pos, ir.OpFOfInt, t, e)
	case e.Type.IsFloat():
		return b.truncate(e, t, goals, pos)
	}
	if e.Op == ir.OpVar && x.Typ.Kind == types.Pointer {
		b.p.shape(b.sites[e.Var], x.Typ.Elem)
		b.p.conf.Threading.Births(x.Typ.Elem, thread.New(b.p.out, b.cur, b.sites[e.Var], e, x.Typ.Elem), b.p.move, func(s ir.Stmt) { b.emit(s, pos) })
	}
	if x.Typ.Kind == types.Pointer && e.Type.Kind == ir.Integer {
		b.fromInteger(e, pos)
	}
	if core.Demands(goals, core.Fits) && !b.p.mode.Math {
		b.require(b.p.mode.HasValue(t, e), core.Fits, goals, leftOut{}, pos, ir.ValueFault(ir.FaultConversion, e, 0))
	}
	return b.cast(t, e)
}

// truncate is a float without its fraction, as an integer. Executions in which it is none of that type are left out, but in initializers of
// objects of static storage duration it is what gcc makes of a constant: the nearest value of the type, and 0 of a NaN.
func (b *builder) truncate(e *ir.Expr, t ir.Type, goals []core.Goal, pos ir.Pos) *ir.Expr {
	if t.Bits > 64 {
		refuse(pos, "conversion between a float and __int128")
	}
	if e.IsConst() && e.Type.Format().IsFinite(e.Pattern()) {
		if v := e.Type.Format().ToInt(float.ToZero, 1100, e.Pattern()); t.Fits(v) {
			return ir.Const(t, v)
		}
	}
	if b.static && e.IsConst() {
		return exact.Nearest(e, t)
	}
	b.require(ir.FitsInteger(e, t), core.Fits, goals, leftOut{"float-cast", "conversions of floats to integer types that do not hold them"}, pos)
	return ir.FloatOp(ir.OpFToInt, t, e)
}

// aside evaluates in code of its own, which is used only if there is some: it tells whether the value is there without.
func (b *builder) aside(pos ir.Pos, eval func() *ir.Expr) (e *ir.Expr, begin, end ir.Loc, plain bool) {
	before, edges := b.cur, b.edges
	begin = b.loc(pos)
	b.cur = begin
	e = eval()
	end = b.cur
	b.cur = before
	return e, begin, end, end == begin && b.edges == edges && !ir.Reads(e)
}

// logical is && or ||, as an expression if the second operand has no undefined behaviour, and otherwise as control flow.
func (b *builder) logical(x *core.Logical) *ir.Expr {
	pos := b.start(x)
	first := b.truth(x.X)
	if first.IsConst() {
		if first.IsTrue() != x.Or {
			first = b.truth(x.Y)
		}
		return b.ofBool(first, x.Typ, pos)
	}
	second, begin, after, plain := b.aside(pos, func() *ir.Expr { return b.truth(x.Y) })
	if plain && b.p.conf.Sees == nil {
		if x.Or {
			return b.ofBool(ir.Or(first, second), x.Typ, pos)
		}
		return b.ofBool(ir.And(first, second), x.Typ, pos)
	}
	t := b.temp(b.scalar(x.Typ, pos), pos)
	short, end := b.loc(pos), b.loc(pos)
	if x.Or {
		b.branch(first, short, begin, pos)
	} else {
		b.branch(first, begin, short, pos)
	}
	b.cur = short
	b.emit(&ir.Assign{Var: t, Expr: ir.OfBool(t.Type, ir.Truth(x.Or))}, pos)
	b.jump(end, pos)
	b.cur = after
	b.emit(&ir.Assign{Var: t, Expr: ir.OfBool(t.Type, second)}, pos)
	b.jump(end, pos)
	b.cur = end
	return ir.VarExpr(t)
}

// choose is ?:, as an expression where both values are constants, and otherwise as control flow. If into is not nil, the value is
// assigned to that at once.
func (b *builder) choose(x *core.Cond, into *ir.Var) *ir.Expr {
	pos := b.start(x)
	if b.static && into == nil {
		if c := b.truth(x.X); c.IsConst() {
			return b.expr(map[bool]core.Expr{true: x.Then, false: x.Else}[c.IsTrue()])
		}
	}
	yes, no, end := b.loc(pos), b.loc(pos), b.loc(pos)
	if then, ok := x.Then.(*core.IntConst); ok && into == nil && b.p.conf.Sees == nil {
		if els, ok := x.Else.(*core.IntConst); ok {
			if c, _, _, plain := b.aside(pos, func() *ir.Expr { return b.truth(x.X) }); plain {
				return ir.Ite(c, b.expr(then), b.expr(els))
			}
		}
	}
	b.condition(x.X, yes, no)
	t := into
	if t == nil {
		t = b.temp(b.scalar(x.Typ, pos), pos)
	}
	for _, arm := range []struct {
		at ir.Loc
		x  core.Expr
	}{{yes, x.Then}, {no, x.Else}} {
		b.cur = arm.at
		b.emit(&ir.Assign{Var: t, Expr: b.expr(arm.x)}, b.start(arm.x)).Aux = into == nil
		b.jump(end, pos)
	}
	b.cur = end
	return ir.VarExpr(t)
}

// condition goes to yes if a scalar is not 0, and to no if it is. &&, || and ! become control flow; each comparison is a guard of
// its own.
func (b *builder) condition(x core.Expr, yes, no ir.Loc) { b.guard(x, yes, no, false) }

// guard is condition; negated says that x is under an odd number of negations, for Branch.
func (b *builder) guard(x core.Expr, yes, no ir.Loc, negated bool) {
	pos := b.start(x)
	switch x := x.(type) {
	case *core.Logical:
		next := b.loc(pos)
		if x.Or {
			b.guard(x.X, yes, next, negated)
		} else {
			b.guard(x.X, next, no, negated)
		}
		b.cur = next
		b.guard(x.Y, yes, no, negated)
		return
	case *core.Unary:
		if x.Op == core.Not {
			b.guard(x.X, no, yes, !negated)
			return
		}
	case *core.Quantifier:
		b.claims.Quantify(machine{b}, x, yes, no, negated)
		return
	}
	c := b.claims.Value(func() *ir.Expr { return b.truth(x) })
	if negated {
		b.branch(ir.Not(c), no, yes, pos)
	} else {
		b.branch(c, yes, no, pos)
	}
}

// scalar is the type of the values of a scalar type of C.
func (b *builder) scalar(t *types.Type, pos ir.Pos) ir.Type {
	ty, ok := b.p.layout.Scalar(t)
	if !ok {
		refuse(pos, "type %s", layout.WideName(t))
	}
	if b.p.mode.Math && ty.IsFloat() { // bit patterns are machine integers
		refuse(pos, "unbounded integers")
	}
	return ty
}
