package cfront

import (
	"reflect"

	"modernc.org/cc/v4"
)

// strip removes the nodes around an expression that change nothing: parentheses, lists of one,
// the grammar's chain of cases that only pass on, and __extension__.
func strip(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		var inner cc.ExpressionNode
		switch x := n.(type) {
		case *cc.ExpressionList:
			if x.ExpressionList == nil {
				inner = x.AssignmentExpression
			}
		case *cc.ConstantExpression:
			inner = x.ConditionalExpression
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionCond {
				inner = x.ConditionalExpression
			}
		case *cc.ConditionalExpression:
			if x.Case == cc.ConditionalExpressionLOr {
				inner = x.LogicalOrExpression
			}
		case *cc.LogicalOrExpression:
			if x.Case == cc.LogicalOrExpressionLAnd {
				inner = x.LogicalAndExpression
			}
		case *cc.LogicalAndExpression:
			if x.Case == cc.LogicalAndExpressionOr {
				inner = x.InclusiveOrExpression
			}
		case *cc.InclusiveOrExpression:
			if x.Case == cc.InclusiveOrExpressionXor {
				inner = x.ExclusiveOrExpression
			}
		case *cc.ExclusiveOrExpression:
			if x.Case == cc.ExclusiveOrExpressionAnd {
				inner = x.AndExpression
			}
		case *cc.AndExpression:
			if x.Case == cc.AndExpressionEq {
				inner = x.EqualityExpression
			}
		case *cc.EqualityExpression:
			if x.Case == cc.EqualityExpressionRel {
				inner = x.RelationalExpression
			}
		case *cc.RelationalExpression:
			if x.Case == cc.RelationalExpressionShift {
				inner = x.ShiftExpression
			}
		case *cc.ShiftExpression:
			if x.Case == cc.ShiftExpressionAdd {
				inner = x.AdditiveExpression
			}
		case *cc.AdditiveExpression:
			if x.Case == cc.AdditiveExpressionMul {
				inner = x.MultiplicativeExpression
			}
		case *cc.MultiplicativeExpression:
			if x.Case == cc.MultiplicativeExpressionCast {
				inner = x.CastExpression
			}
		case *cc.CastExpression:
			if x.Case == cc.CastExpressionUnary {
				inner = x.UnaryExpression
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionPostfix {
				inner = x.PostfixExpression
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionPrimary {
				inner = x.PrimaryExpression
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionExpr {
				inner = x.ExpressionList
			}
		}
		if inner == nil {
			return n
		}
		n = inner
	}
}

// operands lists the subexpressions of an operator whose values are used, in order.
func operands(n cc.ExpressionNode) []cc.ExpressionNode {
	switch x := n.(type) {
	case *cc.ConditionalExpression:
		return []cc.ExpressionNode{x.LogicalOrExpression, x.ExpressionList, x.ConditionalExpression}
	case *cc.LogicalOrExpression:
		return []cc.ExpressionNode{x.LogicalOrExpression, x.LogicalAndExpression}
	case *cc.LogicalAndExpression:
		return []cc.ExpressionNode{x.LogicalAndExpression, x.InclusiveOrExpression}
	case *cc.InclusiveOrExpression:
		return []cc.ExpressionNode{x.InclusiveOrExpression, x.ExclusiveOrExpression}
	case *cc.ExclusiveOrExpression:
		return []cc.ExpressionNode{x.ExclusiveOrExpression, x.AndExpression}
	case *cc.AndExpression:
		return []cc.ExpressionNode{x.AndExpression, x.EqualityExpression}
	case *cc.EqualityExpression:
		return []cc.ExpressionNode{x.EqualityExpression, x.RelationalExpression}
	case *cc.RelationalExpression:
		return []cc.ExpressionNode{x.RelationalExpression, x.ShiftExpression}
	case *cc.ShiftExpression:
		return []cc.ExpressionNode{x.ShiftExpression, x.AdditiveExpression}
	case *cc.AdditiveExpression:
		return []cc.ExpressionNode{x.AdditiveExpression, x.MultiplicativeExpression}
	case *cc.MultiplicativeExpression:
		return []cc.ExpressionNode{x.MultiplicativeExpression, x.CastExpression}
	case *cc.UnaryExpression:
		if x.CastExpression != nil {
			return []cc.ExpressionNode{x.CastExpression}
		}
		return []cc.ExpressionNode{x.UnaryExpression}
	}
	return nil
}

// isNilNode tells a typed nil pointer in an interface, which package cc has in places.
func isNilNode(n cc.ExpressionNode) bool {
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// stringLiteral is the literal that an expression is, if it is one.
func stringLiteral(n cc.ExpressionNode) (*cc.PrimaryExpression, bool) {
	p, ok := strip(n).(*cc.PrimaryExpression)
	if ok && (p.Case == cc.PrimaryExpressionString || p.Case == cc.PrimaryExpressionLString) {
		return p, true
	}
	return nil, false
}
