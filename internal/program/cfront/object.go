package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
)

// isObject refuses an expression that is to designate an object, where says in front of or behind what, and does not: C11 6.5.16p2,
// 6.5.3.1p1, 6.5.3.2p1. GCC has no casts on the left of an assignment, which it had once.
func (r *reader) isObject(n cc.ExpressionNode, at cc.Node, where string) {
	switch {
	case r.noObject(n):
		r.fail(r.pos(at), "", "an object is needed %s", where)
	case where != "behind &" && r.exprType(n).t.kind == kArray:
		r.fail(r.pos(at), "", "an object that is no array is needed %s", where)
	case where != "behind &" && r.exprType(n).t.kind == kFunc:
		r.fail(r.pos(at), "", "an object is needed %s", where)
	}
}

// noObject tells whether n is surely no lvalue: a constant, or the result of an operation, a cast or a call.
func (r *reader) noObject(n cc.ExpressionNode) bool {
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar, cc.PrimaryExpressionStmt:
			return true
		case cc.PrimaryExpressionIdent:
			_, constant := r.uses[x].(*enumerator)
			return constant
		case cc.PrimaryExpressionGeneric:
			a := r.association(x.GenericSelection)
			return a != nil && r.noObject(a.AssignmentExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionCall, cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return true
		case cc.PostfixExpressionSelect:
			return r.noObject(x.PostfixExpression) && r.exprType(x).t.kind != kArray
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			return false
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return r.noObject(x.UnaryExpression)
		}
		return true
	case *cc.CastExpression:
		return !strings.HasPrefix(strings.ReplaceAll(source.Text(x), " ", ""), "(__typeof__(((void)0,") // as package source writes it, of parameters that may be const
	case *cc.AdditiveExpression, *cc.MultiplicativeExpression, *cc.ShiftExpression, *cc.RelationalExpression, *cc.EqualityExpression, *cc.AndExpression,
		*cc.ExclusiveOrExpression, *cc.InclusiveOrExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression, *cc.ConditionalExpression,
		*cc.AssignmentExpression, *cc.ExpressionList:
		return true
	}
	return false
}
