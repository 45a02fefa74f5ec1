package cfront

import (
	"reflect"

	"modernc.org/cc/v4"

	"craig/logic/num"
)

// Conditions of witnesses, which package witness writes into copies of programs. They are the text of
// others, and macros of the program may give it any meaning, so that it is looked at here, after macros:
//
//	__craig_condition(e)   an execution in which e has no value comes to an error
//	__craig_constraint(e)  executions in which e has no value are outside the answer
//
// Both are the truth value of e, which must have no side effects.
func foreignHandlers() map[string]handler {
	return map[string]handler{
		"__craig_condition":  (*fn).foreignValue,
		"__craig_constraint": (*fn).foreignValue,
	}
}

func (f *fn) foreignValue(c *callSite) value {
	yes, no, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	t := f.tempPlace(f.r.types.intT, c.pos)
	if f.foreign(c.x, yes, no, false) {
		for i, n := range []*node{no, yes} {
			f.cur = n
			f.store(t, f.number(f.r.types.intT, num.I(int64(i))), c.pos)
			f.jump(end, c.pos)
		}
		f.cur = end
	}
	return f.load(t, c.pos)
}

// foreign is guard for a call of one of these functions; false if x is none.
func (f *fn) foreign(x *cc.PostfixExpression, yes, no *node, negated bool) bool {
	if x.Case != cc.PostfixExpressionCall || f.constOnly {
		return false
	}
	g, args := f.r.callee(x), argumentList(x)
	if g == nil || g.cname != "__craig_condition" && g.cname != "__craig_constraint" || len(args) != 1 {
		return false
	}
	if sideEffects(f.r, reflect.ValueOf(args[0])) {
		f.r.fail(f.pos(x), "", "a condition of the witness changes something, or calls a function")
	}
	before := f.needsValue
	f.needsValue = f.needsValue || g.cname == "__craig_condition"
	f.guard(args[0], yes, no, negated)
	f.needsValue = before
	return true
}

// sideEffects says that the syntax tree at v may do more than compute a value: it assigns, calls a function
// that is not one of constant expressions, or has statements in it.
func sideEffects(r *reader, v reflect.Value) bool {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return false
	}
	switch x := v.Interface().(type) {
	case *cc.CompoundStatement, *cc.AsmStatement:
		return true
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond {
			return true
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
			return true
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return true
		case cc.PostfixExpressionCall:
			if g := r.callee(x); g == nil || !foldable[g.cname] || g.def != nil {
				return true
			}
		}
	}
	for i := range v.Elem().NumField() {
		if v.Elem().Type().Field(i).IsExported() && sideEffects(r, v.Elem().Field(i)) {
			return true
		}
	}
	return false
}
