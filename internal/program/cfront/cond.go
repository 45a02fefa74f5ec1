package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// condition evaluates a truth value and goes to yes or no. && and || and ! become control flow;
// each comparison is a guard of its own.
func (f *fn) condition(n cc.ExpressionNode, yes, no *node) { f.guard(n, yes, no, false) }

// guard is condition; negated says that n stands under an odd number of negations, for Branch.
func (f *fn) guard(n cc.ExpressionNode, yes, no *node, negated bool) {
	n = strip(n)
	pos := f.pos(n)
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		mid := f.node(pos)
		f.guard(x.LogicalAndExpression, mid, no, negated)
		f.cur = mid
		f.guard(x.InclusiveOrExpression, yes, no, negated)
		return
	case *cc.LogicalOrExpression:
		mid := f.node(pos)
		f.guard(x.LogicalOrExpression, yes, mid, negated)
		f.cur = mid
		f.guard(x.LogicalAndExpression, yes, no, negated)
		return
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.guard(x.CastExpression, no, yes, !negated)
			return
		}
	case *cc.ExpressionList:
		for l := x; ; l = l.ExpressionList {
			if l.ExpressionList == nil {
				f.guard(l.AssignmentExpression, yes, no, negated)
				return
			}
			asserting := f.asserting
			f.asserting = false
			f.effect(l.AssignmentExpression)
			f.asserting = asserting
		}
	case *cc.PostfixExpression:
		if arg := f.expected(x); arg != nil {
			f.guard(arg, yes, no, negated)
			return
		}
		if f.foreign(x, yes, no, negated) {
			return
		}
		if q := f.quantifierOf(x); q != nil {
			f.quantify(q, yes, no, f.asserting && q.universal != negated, pos)
			return
		}
	}
	asserting := f.asserting
	f.asserting = false
	c := f.truth(f.rvalue(n), pos)
	f.asserting = asserting
	if negated {
		f.branch(ir.Not(c), no, yes, pos)
	} else {
		f.branch(c, yes, no, pos)
	}
}

// expected is e in __builtin_expect(e, c), if a conversion to long does not change whether it is 0.
func (f *fn) expected(x *cc.PostfixExpression) cc.ExpressionNode {
	if x.Case != cc.PostfixExpressionCall {
		return nil
	}
	if g := f.r.callee(x); g != nil && g.cname == "__builtin_expect" && x.ArgumentExpressionList != nil {
		e := x.ArgumentExpressionList.AssignmentExpression
		if t := f.r.valueType(e); f.isTruth(e) || t.kind == kBool || t.isInt() && t.size <= f.r.resultType(g).size {
			return e
		}
	}
	return nil
}

// logical is a || b, or a && b, as a value: an expression if b has no effects and no undefined
// behaviour, else control flow.
func (f *fn) logical(a, b cc.ExpressionNode, or bool, pos ir.Pos) value {
	ca := f.truth(f.rvalue(a), pos)
	if ca.IsConst() {
		if ca.IsTrue() != or {
			ca = f.truth(f.rvalue(b), pos)
		}
		return f.ofBool(ca)
	}
	before, begin := f.cur, f.node(pos)
	edges := len(f.edges)
	f.cur = begin
	cb := f.truth(f.rvalue(b), pos)
	if f.cur == begin && len(f.edges) == edges && !containsLoad(cb) {
		f.cur = before
		if or {
			return f.ofBool(ir.Or(ca, cb))
		}
		return f.ofBool(ir.And(ca, cb))
	}
	end := f.node(pos)
	after := f.cur
	f.cur = before
	t := f.temp(f.r.types.intT.ir(), pos)
	set := func(e *ir.Expr) {
		f.emit(&ir.Assign{Var: t, Expr: e}, pos)
		f.jump(end, pos)
	}
	short := f.node(pos)
	if or {
		f.branch(ca, short, begin, pos)
	} else {
		f.branch(ca, begin, short, pos)
	}
	f.cur = short
	set(ir.OfBool(t.Type, ir.Truth(or)))
	f.cur = after
	set(ir.OfBool(t.Type, cb))
	f.cur = end
	return value{t: f.r.types.intT, e: ir.VarExpr(t)}
}

func containsLoad(e *ir.Expr) bool {
	loads := false
	ir.Walk(e, func(x *ir.Expr) bool {
		loads = loads || x.Op == ir.OpLoad
		return !loads
	})
	return loads
}

// conditional is c ? a : b as a value. The GNU form c ?: b has c for a. If into is a variable and
// control flow is needed, the value is assigned to that at once.
func (f *fn) conditional(x *cc.ConditionalExpression, into *place) value {
	pos := f.pos(x)
	t := f.r.valueType(x)
	if c, ok := f.r.constantValue(f.unit, x.LogicalOrExpression); ok && x.ExpressionList != nil {
		if !f.constOnly && !f.static {
			f.rvalue(x.LogicalOrExpression) // it may be one of GCC's constants whose operations C does not define
		}
		chosen := x.ExpressionList
		if c.e.Val.IsZero() {
			chosen = x.ConditionalExpression
		}
		return f.convert(f.rvalue(chosen), t, pos)
	}
	var p place
	switch {
	case into != nil:
		p = *into
	case !t.isScalar(): // an object, whose life begins whichever value it gets
		p = f.tempPlace(t, pos)
	}
	yes, no, end := f.node(pos), f.node(pos), f.node(pos)
	var a value
	if x.ExpressionList == nil {
		v := f.rvalue(x.LogicalOrExpression)
		a = v
		if v.e != nil && !v.e.IsConst() {
			t := f.temp(v.e.Type, pos)
			f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
			a.e = ir.VarExpr(t)
		}
		f.branch(f.truth(a, pos), yes, no, pos)
		f.cur = yes
	} else {
		f.condition(x.LogicalOrExpression, yes, no)
		f.cur = yes
		a = f.rvalue(x.ExpressionList)
	}
	endA := f.cur
	f.cur = no
	b := f.rvalue(x.ConditionalExpression)
	endB := f.cur
	switch {
	case len(yes.in) == 0: // a constant condition
		f.cur = endB
		return f.convert(b, t, pos)
	case len(no.in) == 0:
		f.cur = endA
		return f.convert(a, t, pos)
	}
	if v, ok := f.choice(yes, no, endA, endB, a, b, t, pos); ok {
		return v
	}
	if into == nil && t.isScalar() {
		p = f.tempPlace(t, pos)
	}
	for i, v := range []value{a, b} {
		f.cur = []*node{endA, endB}[i]
		f.store(p, f.convert(f.convert(v, t, pos), p.t, pos), pos)
		if into != nil {
			f.edges[len(f.edges)-1].aux = false
		}
		f.jump(end, pos)
	}
	f.cur = end
	return f.load(p, pos)
}

// choice makes c ? 1 : 0 and the like an expression, when c was a single guard.
func (f *fn) choice(yes, no, endA, endB *node, a, b value, t *ctype, pos ir.Pos) (value, bool) {
	if t.kind != kInt || endA != yes || endB != no || a.e == nil || b.e == nil || !a.e.IsConst() || !b.e.IsConst() ||
		len(yes.in) != 1 || len(no.in) != 1 || yes.in[0].from != no.in[0].from {
		return value{}, false
	}
	guard, ok := yes.in[0].stmt.(*ir.Assume)
	if !ok || containsLoad(guard.Cond) {
		return value{}, false
	}
	from := yes.in[0].from
	for range 2 { // take the two edges of the branch back
		f.edges = f.edges[:len(f.edges)-1]
	}
	from.out, yes.in, no.in = nil, nil, nil
	f.cur = from
	return value{t: t, e: ir.Ite(guard.Cond, f.convert(a, t, pos).e, f.convert(b, t, pos).e)}, true
}
