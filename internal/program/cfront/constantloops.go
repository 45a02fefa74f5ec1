package cfront

import (
	"modernc.org/cc/v4"
)

// Which values the counters of loops have, as far as constants tell, for what is guessed of lengths.

// loop opens a loop. The loop ends when end is called.
func (s *scanner) loop(x *cc.IterationStatement) (end func()) {
	r := s.r.reaches
	if s.unit.models || !s.r.opts.Environment.Valid {
		return func() {}
	}
	starts, steps := map[*variable]span{}, map[*variable]int64{}
	var condition, step cc.ExpressionNode
	switch x.Case {
	case cc.IterationStatementFor:
		s.starts(x.ExpressionList, starts)
		condition, step = x.ExpressionList2, x.ExpressionList3
	case cc.IterationStatementForDecl:
		for l := x.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if v, ok := s.r.entities[l.InitDeclarator.Declarator].(*variable); ok && v.init != nil && v.init.Case == cc.InitializerExpr {
				s.start(v, v.init.AssignmentExpression, starts)
			}
		}
		condition, step = x.ExpressionList, x.ExpressionList2
	default:
		condition = x.ExpressionList
	}
	s.steps(step, steps)
	known, times := map[*variable]span{}, int64(0)
	s.bounds(condition, func(v *variable, least, most *int64) {
		by, start := steps[v], starts[v]
		_, started := starts[v]
		switch {
		case most != nil && by > 0 && started && start.lo <= *most:
			known[v] = span{start.lo, start.lo + (*most-start.lo)/by*by}
			times = (*most-start.lo)/by + 1
		case least != nil && by < 0 && started && start.hi >= *least:
			known[v] = span{*least, start.hi}
			times = (start.hi-*least)/-by + 1
		case most != nil && by == 0 && *most >= 0: // of while
			known[v] = span{0, *most}
		}
	})
	for v, start := range starts { // counters that go along with the one of the condition
		if _, is := known[v]; !is && times > 0 && steps[v] != 0 {
			last := (times - 1) * steps[v]
			known[v] = span{min(start.lo, start.lo+last), max(start.hi, start.hi+last)}
		}
	}
	before := map[*variable]span{}
	for v, is := range known {
		if old, open := r.rounds[v]; open {
			before[v] = old
		}
		r.rounds[v] = is
	}
	r.times = append(r.times, times)
	return func() {
		r.times = r.times[:len(r.times)-1]
		for v := range known {
			delete(r.rounds, v)
		}
		for v, old := range before {
			r.rounds[v] = old
		}
	}
}

// each calls do with the parts of a comma expression.
func each(n cc.ExpressionNode, do func(cc.ExpressionNode)) {
	if n == nil || isNilNode(n) {
		return
	}
	if l, ok := strip(n).(*cc.ExpressionList); ok {
		for ; l != nil; l = l.ExpressionList {
			do(strip(l.AssignmentExpression))
		}
		return
	}
	do(strip(n))
}

// counter is the variable that n is, a number; nil if it is none.
func (s *scanner) counter(n cc.ExpressionNode) *variable {
	if x, ok := strip(n).(*cc.PrimaryExpression); ok {
		if v, ok := s.r.uses[x].(*variable); ok && v.t != nil && v.t.isInt() {
			return v
		}
	}
	return nil
}

// starts finds which numbers n gives variables.
func (s *scanner) starts(n cc.ExpressionNode, to map[*variable]span) {
	each(n, func(n cc.ExpressionNode) {
		for { // i = j = 0
			x, ok := n.(*cc.AssignmentExpression)
			if !ok || x.Case != cc.AssignmentExpressionAssign {
				return
			}
			if v := s.counter(x.UnaryExpression); v != nil {
				value := strip(x.AssignmentExpression)
				for inner, again := value.(*cc.AssignmentExpression); again && inner.Case == cc.AssignmentExpressionAssign; inner, again = value.(*cc.AssignmentExpression) {
					value = strip(inner.AssignmentExpression)
				}
				s.start(v, value, to)
			}
			n = strip(x.AssignmentExpression)
		}
	})
}

func (s *scanner) start(v *variable, value cc.ExpressionNode, to map[*variable]span) {
	if is, ok := s.span(value); ok {
		to[v] = is
	}
}

// steps finds what n adds to variables.
func (s *scanner) steps(n cc.ExpressionNode, to map[*variable]int64) {
	add := func(n cc.ExpressionNode, by int64) {
		if v := s.counter(n); v != nil {
			to[v] += by
		}
	}
	each(n, func(n cc.ExpressionNode) {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionInc:
				add(x.PostfixExpression, 1)
			case cc.PostfixExpressionDec:
				add(x.PostfixExpression, -1)
			}
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionInc:
				add(x.UnaryExpression, 1)
			case cc.UnaryExpressionDec:
				add(x.UnaryExpression, -1)
			}
		case *cc.AssignmentExpression:
			by, ok := s.r.constant(s.unit, x.AssignmentExpression)
			switch {
			case ok && x.Case == cc.AssignmentExpressionAdd:
				add(x.UnaryExpression, by)
			case ok && x.Case == cc.AssignmentExpressionSub:
				add(x.UnaryExpression, -by)
			}
		}
	})
}

// bounds tells of the least and the most that variables are where n holds.
func (s *scanner) bounds(n cc.ExpressionNode, tell func(v *variable, least, most *int64)) {
	if n == nil || isNilNode(n) {
		return
	}
	compared := func(a, b cc.ExpressionNode, of func(b span) (least, most *int64)) {
		if v := s.counter(a); v != nil {
			if is, ok := s.span(b); ok {
				least, most := of(is)
				tell(v, least, most)
			}
		}
	}
	below := func(a, b cc.ExpressionNode, less int64) { // a <= b - less
		compared(a, b, func(b span) (least, most *int64) { n := b.hi - less; return nil, &n })
		compared(b, a, func(a span) (least, most *int64) { n := a.lo + less; return &n, nil })
	}
	switch x := strip(n).(type) {
	case *cc.LogicalAndExpression:
		s.bounds(x.LogicalAndExpression, tell)
		s.bounds(x.InclusiveOrExpression, tell)
	case *cc.RelationalExpression:
		switch a, b := x.RelationalExpression, x.ShiftExpression; x.Case {
		case cc.RelationalExpressionLt:
			below(a, b, 1)
		case cc.RelationalExpressionLeq:
			below(a, b, 0)
		case cc.RelationalExpressionGt:
			below(b, a, 1)
		case cc.RelationalExpressionGeq:
			below(b, a, 0)
		}
	case *cc.EqualityExpression:
		if x.Case == cc.EqualityExpressionNeq {
			compared(x.EqualityExpression, x.RelationalExpression, func(b span) (least, most *int64) { n, m := b.lo+1, b.hi-1; return &n, &m })
		}
	case *cc.PrimaryExpression:
		if v := s.counter(x); v != nil {
			n := int64(1)
			tell(v, &n, nil)
		}
	}
}
