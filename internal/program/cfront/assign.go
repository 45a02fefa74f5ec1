package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// effect evaluates an expression whose value is not used.
func (f *fn) effect(n cc.ExpressionNode) {
	if _, ok := f.evaluated[n]; ok {
		return
	}
	n = strip(n)
	pos := f.pos(n)
	switch x := n.(type) {
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			f.effect(l.AssignmentExpression)
		}
	case *cc.AssignmentExpression:
		f.assign(x, false)
	case *cc.CastExpression:
		if t := f.r.exprType(n).t; (t.kind == kInt || t.kind == kFloat) && f.r.exprType(x.CastExpression).t.kind == kFloat {
			f.rvalue(n) // the conversion may be none
			return
		}
		f.effect(x.CastExpression)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc:
			f.step(x.UnaryExpression, 1, pos)
		case cc.UnaryExpressionDec:
			f.step(x.UnaryExpression, -1, pos)
		default:
			f.rvalue(n)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc:
			f.step(x.PostfixExpression, 1, pos)
		case cc.PostfixExpressionDec:
			f.step(x.PostfixExpression, -1, pos)
		case cc.PostfixExpressionCall:
			f.callEffect(x)
		default:
			f.rvalue(n)
		}
	case *cc.ConditionalExpression:
		f.branchOn(x.LogicalOrExpression, func() {
			if x.ExpressionList != nil {
				f.effect(x.ExpressionList)
			}
		}, func() { f.effect(x.ConditionalExpression) })
	case *cc.LogicalOrExpression:
		f.branchOn(x.LogicalOrExpression, func() {}, func() { f.effect(x.LogicalAndExpression) })
	case *cc.LogicalAndExpression:
		f.branchOn(x.LogicalAndExpression, func() { f.effect(x.InclusiveOrExpression) }, func() {})
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionStmt:
			f.statementExpression(x.CompoundStatement)
		case cc.PrimaryExpressionGeneric:
			f.rvalue(n)
		} // names and constants have no effects
	default:
		f.rvalue(n)
	}
}

// branchOn evaluates a condition and then one of two effects.
func (f *fn) branchOn(cond cc.ExpressionNode, yes, no func()) {
	pos := f.pos(cond)
	a, b, end := f.node(pos), f.node(pos), f.node(pos)
	f.condition(cond, a, b)
	f.cur = a
	yes()
	f.jump(end, pos)
	f.cur = b
	no()
	f.jump(end, pos)
	f.cur = end
}

func (f *fn) assignment(x *cc.AssignmentExpression) value { return f.assign(x, true) }

// compoundOps are the operators of op=.
var compoundOps = map[cc.AssignmentExpressionCase]ir.Op{
	cc.AssignmentExpressionMul: ir.OpMul, cc.AssignmentExpressionDiv: ir.OpDiv,
	cc.AssignmentExpressionMod: ir.OpRem, cc.AssignmentExpressionAdd: ir.OpAdd,
	cc.AssignmentExpressionSub: ir.OpSub, cc.AssignmentExpressionLsh: ir.OpShl,
	cc.AssignmentExpressionRsh: ir.OpShr, cc.AssignmentExpressionAnd: ir.OpAnd,
	cc.AssignmentExpressionXor: ir.OpXor, cc.AssignmentExpressionOr: ir.OpOr,
}

// assign is an assignment; its value, if used, is what the left side then holds.
func (f *fn) assign(x *cc.AssignmentExpression, used bool) value {
	pos := f.pos(x)
	if op, compound := compoundOps[x.Case]; compound {
		return f.assignCompound(x, op, used)
	}
	p := f.lvalue(x.UnaryExpression)
	if used {
		f.freezeAddress(&p, pos)
	}
	m := f.mark()
	if p.v != nil && !(used && f.mayBeInterrupted(p)) {
		f.assignTo(p, x.AssignmentExpression, pos)
		return f.after(p, used, pos)
	}
	if f.copyByte(p, x.AssignmentExpression, pos) {
		return f.after(p, used, pos)
	}
	rhs := f.rvalue(x.AssignmentExpression)
	f.freezePlace(m, &p, pos)
	return f.assigned(p, f.convert(rhs, p.t, pos), used, pos)
}

// assignCompound is an assignment with an operator. The right side comes first if it has effects, as compilers
// have it: what a call in it changes is changed when the left side is found and read.
func (f *fn) assignCompound(x *cc.AssignmentExpression, op ir.Op, used bool) value {
	pos := f.pos(x)
	m := f.mark()
	rhs := f.rvalue(x.AssignmentExpression)
	first := f.changed(m)
	m = f.mark()
	p := f.lvalue(x.UnaryExpression)
	if used {
		f.freezeAddress(&p, pos)
	}
	old := f.load(p, pos)
	if first {
		f.freeze(m, pos, &rhs)
	}
	return f.assigned(p, f.convert(f.operate(op, old, rhs, pos), p.t, pos), used, pos)
}

// assigned stores v, which has p's type, in p. It returns the value that p then has, or, if it may be a register, what was
// written.
func (f *fn) assigned(p place, v value, used bool, pos ir.Pos) value {
	surely, perhaps := f.onDevice(p.addr, p.width())
	if used && v.e != nil && p.bits == nil && (surely || perhaps || f.mayBeInterrupted(p)) {
		v.e = f.saved(v.e, pos)
		f.store(p, v, pos)
		return v
	}
	f.store(p, v, pos)
	return f.after(p, used, pos)
}

// assignTo assigns an expression to a place whose address, if it has one, the expression does not
// change. Calls and conditional expressions assign to a variable themselves.
func (f *fn) assignTo(p place, n cc.ExpressionNode, pos ir.Pos) {
	if p.v != nil {
		switch x := strip(n).(type) {
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionCall {
				break
			}
			if v := f.call(x, &p); v.e == nil || v.e.Op != ir.OpVar || v.e.Var != p.v {
				f.store(p, f.convert(v, p.t, pos), pos)
			}
			return
		case *cc.ConditionalExpression:
			if v := f.conditional(x, &p); v.e == nil || v.e.Op != ir.OpVar || v.e.Var != p.v {
				f.store(p, f.convert(v, p.t, pos), pos)
			}
			return
		}
	}
	f.store(p, f.convert(f.rvalue(n), p.t, pos), pos)
}

// after is the value of p after it was assigned.
func (f *fn) after(p place, used bool, pos ir.Pos) value {
	if !used {
		return value{t: p.t}
	}
	p.volatile = false // it is not read again, as GCC has it
	return f.load(p, pos)
}

// freezePlace saves the address of a place that was computed before m.
func (f *fn) freezePlace(m mark, p *place, pos ir.Pos) {
	if p.addr != nil {
		v := value{t: f.r.types.voidPtr, e: p.addr}
		f.freeze(m, pos, &v)
		p.addr = v.e
	}
}

// freezeAddress saves an address that an assignment through it might change.
func (f *fn) freezeAddress(p *place, pos ir.Pos) {
	if p.addr == nil {
		return
	}
	loads := false
	ir.Walk(p.addr, func(e *ir.Expr) bool {
		loads = loads || e.Op == ir.OpLoad
		return !loads
	})
	if loads {
		t := f.temp(p.addr.Type, pos)
		f.emit(&ir.Assign{Var: t, Expr: p.addr}, pos)
		p.addr = ir.VarExpr(t)
	}
}

// increment is ++ or --, as a value.
func (f *fn) increment(n cc.ExpressionNode, delta int64, prefix bool, pos ir.Pos) value {
	p := f.lvalue(n)
	f.freezeAddress(&p, pos)
	old := f.load(p, pos)
	if !prefix && old.e != nil {
		t := f.temp(old.e.Type, pos)
		f.emit(&ir.Assign{Var: t, Expr: old.e}, pos)
		old.e = ir.VarExpr(t)
	}
	if prefix {
		return f.assigned(p, f.sum(p, old, delta, pos), true, pos)
	}
	f.store(p, f.sum(p, old, delta, pos), pos)
	return old
}

// step is ++ or -- as a statement.
func (f *fn) step(n cc.ExpressionNode, delta int64, pos ir.Pos) {
	p := f.lvalue(n)
	f.store(p, f.sum(p, f.load(p, pos), delta, pos), pos)
}

// sum is old, the value of p, and delta, as p holds it.
func (f *fn) sum(p place, old value, delta int64, pos ir.Pos) value {
	op, one := ir.OpAdd, f.number(f.r.types.intT, num.I(1))
	if delta < 0 {
		op = ir.OpSub
	}
	return f.convert(f.operate(op, old, one, pos), p.t, pos)
}
