package cfront

import (
	"strings"

	"modernc.org/cc/v4"
)

// A pointer to a structure beside a number with the name of a length, as in update(ctx, len, data), mostly leads to one
// object. It leads to that many if the program goes along it.

// walks says along which pointers the program goes: it takes elements of them, adds to them or compares their places.
// A pointer is known by its variable, or by the name of the member that it is.
type walks struct {
	along map[any]bool
	to    map[any][]any // the value of one becomes that of others
}

func newWalks() *walks { return &walks{along: map[any]bool{}, to: map[any][]any{}} }

// along tells whether the program goes along p, or along what p's value becomes.
func (r *reader) along(p any) bool {
	seen := map[any]bool{p: true}
	for list := []any{p}; len(list) > 0; list = list[1:] {
		if r.walks.along[list[0]] {
			return true
		}
		for _, q := range r.walks.to[list[0]] {
			if !seen[q] {
				seen[q] = true
				list = append(list, q)
			}
		}
	}
	return false
}

// walked records what the expression n does with pointers, where the surroundings of a function are to be made.
func (s *scanner) walked(n cc.ExpressionNode) {
	if s.unit.models || !s.r.opts.Environment.Valid {
		return
	}
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			if i, constant := s.r.constant(s.unit, x.ExpressionList); !constant || i != 0 {
				s.goes(x.PostfixExpression)
				s.goes(x.ExpressionList)
			}
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			s.goes(x.PostfixExpression)
		case cc.PostfixExpressionCall:
			s.passed(x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			s.goes(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			s.goes(x.CastExpression)
		}
	case *cc.AdditiveExpression:
		s.goes(x.AdditiveExpression)
		s.goes(x.MultiplicativeExpression)
	case *cc.RelationalExpression:
		s.goes(x.RelationalExpression)
		s.goes(x.ShiftExpression)
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionAssign {
			s.gives(x.AssignmentExpression, s.pointerKey(x.UnaryExpression))
		} else {
			s.goes(x.UnaryExpression)
		}
	}
}

// goes records that the program goes along the pointer n.
func (s *scanner) goes(n cc.ExpressionNode) {
	if p := s.pointerKey(n); p != nil {
		s.r.walks.along[p] = true
	}
}

// gives records that the value of n becomes that of the pointer to; what becomes of it is not known if to is nil.
func (s *scanner) gives(n cc.ExpressionNode, to any) {
	if to != nil {
		s.shifted(n, to)
	}
	switch p := s.pointerKey(n); {
	case p == nil:
	case to == nil:
		s.r.walks.along[p] = true
	default:
		s.r.walks.to[p] = append(s.r.walks.to[p], to)
	}
}

// passed records what a call does with its arguments. Functions of the library go along pointers if they are given a number
// that is not constant, such as a size; others without a body do nothing.
func (s *scanner) passed(x *cc.PostfixExpression) {
	args := argumentList(x)
	f := s.r.callee(x)
	switch {
	case f == nil:
	case f.def != nil && !f.unit.models:
		for i, a := range args[:min(len(args), len(f.params))] {
			s.gives(a, f.params[i])
		}
	case f.def != nil, s.r.row(f, len(args)) != nil, strings.HasPrefix(f.cname, "__"):
		for _, a := range args {
			if _, constant := s.r.constant(s.unit, a); !constant && s.r.exprType(a).t.isInt() {
				for _, b := range args {
					s.goes(b)
				}
				return
			}
		}
	}
}

// pointerKey is the variable or the name of the member that n is, if it is a pointer; nil: neither.
func (s *scanner) pointerKey(n cc.ExpressionNode) any {
	if n == nil || isNilNode(n) {
		return nil
	}
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		if v, ok := s.r.uses[x].(*variable); ok && v.t != nil && v.t.kind == kPointer {
			return v
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect {
			return x.Token2.SrcStr()
		}
	case *cc.CastExpression:
		return s.pointerKey(x.CastExpression)
	case *cc.AssignmentExpression:
		return s.pointerKey(x.UnaryExpression)
	}
	return nil
}
