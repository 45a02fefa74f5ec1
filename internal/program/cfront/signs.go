package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
)

// Of most results of strcmp, memcmp, isalpha and their kin a program looks only at the sign, or
// whether they are 0. What C leaves open of them does not matter then, and such calls go to closed
// models, in which it has been chosen: there is less to prove about them. The scanner finds out
// which calls these are. A call is tested if it is
//
//	a condition, an operand of ! && ||, or compared with a constant 0, or
//	assigned to an int variable all uses of which are such tests, or to a _Bool.

// test walks an expression of which only the sign matters.
func (s *scanner) test(n cc.ExpressionNode) {
	if n == nil || isNilNode(n) {
		return
	}
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		s.unvalued(x, func() { s.expr(x) })
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			s.r.tested[x] = nil
		}
		s.expr(x)
	case *cc.AssignmentExpression:
		s.assignment(x)
	case *cc.ExpressionList:
		l := x
		for ; l.ExpressionList != nil; l = l.ExpressionList {
			s.effect(l.AssignmentExpression)
		}
		s.test(l.AssignmentExpression)
	default:
		s.expr(n)
	}
}

// effect walks an expression whose value is not used.
func (s *scanner) effect(n cc.ExpressionNode) {
	if n == nil || isNilNode(n) {
		return
	}
	switch x := strip(n).(type) {
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			s.effect(l.AssignmentExpression)
		}
	case *cc.AssignmentExpression:
		s.assignment(x)
	default:
		s.expr(n)
	}
}

// assignment walks an assignment of whose value at most the sign matters.
func (s *scanner) assignment(x *cc.AssignmentExpression) {
	if x.Case != cc.AssignmentExpressionAssign {
		s.expr(x)
		return
	}
	s.seen(x)
	s.unvalued(x.UnaryExpression, func() { s.path(x.UnaryExpression) })
	if v := s.variable(x.UnaryExpression); v != nil {
		s.assigned(v, x.AssignmentExpression)
	}
	s.expr(x.AssignmentExpression)
}

// assigned says that the value of an expression goes to v.
func (s *scanner) assigned(v *variable, n cc.ExpressionNode) {
	x, ok := strip(n).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall {
		return
	}
	switch {
	case v.t.kind == kBool:
		s.r.tested[x] = nil
	case v.t.kind == kInt && v.t.size >= 4:
		s.r.tested[x] = v
	}
}

// comparison walks a comparison with 0, a conjunction or a disjunction, or the condition of ?:.
// Anything else it leaves alone.
func (s *scanner) comparison(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression:
		for _, sub := range operands(n) {
			s.test(sub)
		}
		return true
	case *cc.EqualityExpression, *cc.RelationalExpression:
		sub := operands(n)
		for i, side := range sub {
			if v, ok := s.r.constant(s.unit, side); ok && v == 0 {
				s.expr(side)
				s.test(sub[1-i])
				return true
			}
		}
	case *cc.ConditionalExpression:
		if x.ExpressionList != nil {
			s.test(x.LogicalOrExpression)
			s.expr(x.ExpressionList)
			s.expr(x.ConditionalExpression)
			return true
		}
	}
	return false
}

// variable is the variable that an expression names; nil if it does not.
func (s *scanner) variable(n cc.ExpressionNode) *variable {
	x, ok := strip(n).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	v, _ := s.r.denoted(x).(*variable)
	return v
}

// unvalued walks an expression; if it is a variable's name, that does not use more than its sign.
func (s *scanner) unvalued(n cc.ExpressionNode, walk func()) {
	v := s.variable(n)
	if v == nil {
		walk()
		return
	}
	valued := v.valued
	walk()
	v.valued = valued
}

// closed is the function that a call of f calls: if f is a model that leaves something open, and
// the call is tested, the closed model. It is final once the program has been scanned.
func (r *reader) closed(x *cc.PostfixExpression, f *function) *function {
	v, ok := r.tested[x]
	if !ok || v != nil && (v.valued || v.memory) || !f.unit.models || f.unit.closed || !library.Open(f.cname) {
		return f
	}
	if g := r.modelNamed(f.cname, true); g != nil {
		return g
	}
	return f
}
