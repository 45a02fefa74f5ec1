package cfront

import (
	"fmt"

	"modernc.org/cc/v4"
)

// How far the program goes from a pointer by constants: as key[7], memcpy(to, key, 16), and key[i] in a loop of so many rounds do. That tells how
// many elements the surroundings of a function have where nothing else says it.

// reaches says how far the program goes from pointers. A pointer is known as in walks.
type reaches struct {
	bytes   map[any]int64   // from where it leads, to the end of the last byte
	moves   map[any]int64   // bytes that it is moved by, in all
	unknown map[any]bool    // it is accessed at places that constants do not tell
	written map[any]bool    // something is assigned there
	to      map[any][]shift // its value, and so many bytes, becomes that of others

	rounds map[*variable]span // counters of the loops that are open
	times  []int64            // how often each of the loops that are open goes round; 0: that is not known
	values map[*variable]span // variables that have been given constants
	others map[*variable]bool // and those that have been given something else
}

type shift struct {
	to any
	by int64
}

// span is the numbers from lo to hi.
type span struct{ lo, hi int64 }

func newReaches() *reaches {
	return &reaches{bytes: map[any]int64{}, moves: map[any]int64{}, unknown: map[any]bool{}, written: map[any]bool{}, to: map[any][]shift{},
		rounds: map[*variable]span{}, values: map[*variable]span{}, others: map[*variable]bool{}}
}

// Bounds of what is a guess that makes sense, and of the work for it.
const (
	mostReached = 1 << 16
	mostShifts  = 1_000
)

// reach is how many bytes from p the program comes by constants; 0 if it does not.
func (r *reaches) reach(p any) int64 {
	on, left := map[any]bool{}, mostShifts
	var far func(p any) int64
	far = func(p any) int64 {
		if on[p] || left == 0 {
			return 0
		}
		left--
		on[p] = true
		defer delete(on, p)
		most := max(r.bytes[p], r.moves[p])
		for _, s := range r.to[p] {
			if n := far(s.to); n > 0 {
				most = max(most, s.by+n)
			}
		}
		return most
	}
	if n := far(p); n <= mostReached {
		return n
	}
	return 0
}

// writes tells whether something is assigned where p leads, or where others lead that have its value.
func (r *reaches) writes(p any) bool { return r.any(r.written, p) }

// any tells whether one of p and of the pointers that have its value is in a set.
func (r *reaches) any(set map[any]bool, p any) bool {
	seen := map[any]bool{p: true}
	for list := []any{p}; len(list) > 0; list = list[1:] {
		if set[list[0]] {
			return true
		}
		for _, s := range r.to[list[0]] {
			if !seen[s.to] {
				seen[s.to] = true
				list = append(list, s.to)
			}
		}
	}
	return false
}

// constantLength is how many elements of type e the program takes where the pointer p leads, a variable or the name of a member, as far as constants tell; 0
// if they do not, or if it is one. Characters that are only read are a text.
func (g *environment) constantLength(p any, e *ctype) int64 {
	size := e.size
	if e.kind == kVoid {
		size = 1
	}
	if g.o.Lengths == LengthsOne || size <= 0 || e.kind == kFunc || e == g.r.types.char && !g.r.reaches.writes(p) {
		return 0
	}
	n := (g.r.reaches.reach(p) + size - 1) / size
	if n <= 1 && e.kind != kVoid || n > maxFew && g.delicate(e) {
		return 0
	}
	return n
}

// constantText is constantLength as an expression; "" if there is none.
func (g *environment) constantText(p any, e *ctype) string {
	if n := g.constantLength(p, e); n > 0 {
		return fmt.Sprint(n)
	}
	return ""
}

// reached records how far the expression n goes.
func (s *scanner) reached(n cc.ExpressionNode) {
	if s.unit.models || !s.r.opts.Environment.Valid {
		return
	}
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			s.accessed(x)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			s.moved(x.PostfixExpression, 1)
		case cc.PostfixExpressionCall:
			s.copied(x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			s.moved(x.UnaryExpression, 1)
		case cc.UnaryExpressionDeref:
			s.accessed(x)
		}
	case *cc.AssignmentExpression:
		if p, _, _ := s.lvaluePlace(x.UnaryExpression); p != nil {
			s.r.reaches.written[p] = true
		}
		if x.Case == cc.AssignmentExpressionAssign {
			s.valued(x.UnaryExpression, x.AssignmentExpression)
			return
		}
		s.valued(x.UnaryExpression, nil)
		if by, constant := s.r.constant(s.unit, x.AssignmentExpression); constant && x.Case == cc.AssignmentExpressionAdd {
			s.moved(x.UnaryExpression, by)
		}
	}
}

// accessed records that the lvalue n is used.
func (s *scanner) accessed(n cc.ExpressionNode) {
	t := s.r.exprType(n).t
	if t.kind == kArray || t.size <= 0 { // its elements are what is used
		return
	}
	if p, at, ok := s.lvaluePlace(n); ok {
		s.r.reaches.bytes[p] = max(s.r.reaches.bytes[p], at.hi+t.size)
	} else if p != nil {
		s.r.reaches.unknown[p] = true
	}
}

// moved records that so many elements are added to n, if it is a pointer; a number has no constant value any more.
func (s *scanner) moved(n cc.ExpressionNode, by int64) {
	p, t := s.pointerKey(n), s.r.exprType(n).t
	if p == nil || t.kind != kPointer {
		s.valued(n, nil)
		return
	}
	for _, k := range s.r.reaches.times {
		if k == 0 {
			s.r.reaches.unknown[p] = true
		}
		if k > mostReached || by > mostReached {
			k = 0
		}
		by *= k
	}
	s.r.reaches.moves[p] += by * max(0, t.elemC.size)
}

// copied records how far functions of the library go that are given a constant size.
func (s *scanner) copied(x *cc.PostfixExpression) {
	args := argumentList(x)
	f := s.r.callee(x)
	if f == nil || len(args) != 3 {
		return
	}
	pointers := 1
	switch f.cname {
	case "memcpy", "memmove", "memcmp", "__builtin_memcpy", "__builtin_memmove", "__builtin_memcmp":
		pointers = 2
	case "memset", "memchr", "__builtin_memset", "__builtin_memchr":
	default:
		return
	}
	size, ok := s.span(args[2])
	for _, a := range args[:pointers] {
		if p, at, known := s.place(a); ok && known && size.hi > 0 {
			s.r.reaches.bytes[p] = max(s.r.reaches.bytes[p], at.hi+size.hi)
		}
	}
}

// valued records that n, if it is a variable of the function, is given the value of what, or any if that is nil.
func (s *scanner) valued(n, what cc.ExpressionNode) {
	x, ok := strip(n).(*cc.PrimaryExpression)
	if !ok {
		return
	}
	if v, ok := s.r.uses[x].(*variable); ok && v.auto {
		s.constantValue(v, what)
	}
}

func (s *scanner) constantValue(v *variable, what cc.ExpressionNode) {
	r := s.r.reaches
	if what != nil {
		if c, ok := s.r.constant(s.unit, what); ok && !r.others[v] {
			old, known := r.values[v]
			if !known {
				old = span{c, c}
			}
			r.values[v] = span{min(old.lo, c), max(old.hi, c)}
			return
		}
	}
	r.others[v] = true
	delete(r.values, v)
}

// shifted records that the value of n becomes that of the pointer to.
func (s *scanner) shifted(n cc.ExpressionNode, to any) {
	if p, at, ok := s.place(n); ok && p != to {
		s.r.reaches.to[p] = append(s.r.reaches.to[p], shift{to, at.hi})
	}
}

// place is the pointer that n is some bytes behind. It is known also where ok is false, if only the number of bytes is not known.
func (s *scanner) place(n cc.ExpressionNode) (p any, at span, ok bool) {
	if n == nil || isNilNode(n) {
		return nil, span{}, false
	}
	t := s.r.exprType(n).t
	if p := s.pointerKey(n); p != nil && t.kind == kPointer {
		return p, span{}, true
	}
	switch x := strip(n).(type) {
	case *cc.CastExpression:
		return s.place(x.CastExpression)
	case *cc.AdditiveExpression:
		if t.kind != kPointer {
			return nil, span{}, false
		}
		a, b := x.AdditiveExpression, x.MultiplicativeExpression
		if !leadsOn(s.r.exprType(a).t) {
			a, b = b, a
		}
		by, known := s.span(b)
		if x.Case == cc.AdditiveExpressionSub {
			by = span{-by.hi, -by.lo}
		}
		p, at, ok = s.place(a)
		return p, at.add(by, t.elemC.size), ok && known // p is known even where by is not
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec {
			return s.place(x.PostfixExpression)
		}
		if t.kind == kArray {
			return s.lvaluePlace(n)
		}
	case *cc.UnaryExpression:
		switch {
		case x.Case == cc.UnaryExpressionAddrof:
			return s.lvaluePlace(x.CastExpression)
		case t.kind == kArray:
			return s.lvaluePlace(n)
		}
	}
	return nil, span{}, false
}

// lvaluePlace is the pointer that the lvalue n lies some bytes behind.
func (s *scanner) lvaluePlace(n cc.ExpressionNode) (p any, at span, ok bool) {
	switch x := strip(n).(type) {
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionIndex {
			return nil, span{}, false
		}
		i, known := s.span(x.ExpressionList)
		size := s.r.exprType(x).t.size
		p, at, ok = s.place(x.PostfixExpression)
		return p, at.add(i, size), ok && known && size > 0
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return s.place(x.CastExpression)
		}
	}
	return nil, span{}, false
}

// leadsOn tells whether a value of type t, or what an array of it becomes, is a pointer.
func leadsOn(t *ctype) bool { return t.kind == kPointer || t.kind == kArray }

// add is s and so many elements of a size.
func (s span) add(by span, size int64) span {
	if by.hi > mostReached || size > mostReached {
		return span{0, 2 * mostReached} // too far
	}
	return span{s.lo + by.lo*size, s.hi + by.hi*size}
}

// span is which values the number n has, as far as constants and the loops around it tell.
func (s *scanner) span(n cc.ExpressionNode) (v span, ok bool) {
	if c, ok := s.r.constant(s.unit, n); ok {
		return span{c, c}, true
	}
	two := func(a, b cc.ExpressionNode, of func(a, b span) span) (span, bool) {
		x, ok := s.span(a)
		y, ok2 := s.span(b)
		if !ok || !ok2 {
			return span{}, false
		}
		v := of(x, y)
		return v, v.lo >= -mostReached && v.hi <= mostReached
	}
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		if v, isVariable := s.r.uses[x].(*variable); isVariable {
			if is, known := s.r.reaches.rounds[v]; known {
				return is, true
			}
			is, known := s.r.reaches.values[v]
			return is, known
		}
	case *cc.CastExpression:
		return s.span(x.CastExpression)
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec {
			return s.span(x.PostfixExpression)
		}
	case *cc.AdditiveExpression:
		return two(x.AdditiveExpression, x.MultiplicativeExpression, func(a, b span) span {
			if x.Case == cc.AdditiveExpressionSub {
				return span{a.lo - b.hi, a.hi - b.lo}
			}
			return span{a.lo + b.lo, a.hi + b.hi}
		})
	case *cc.MultiplicativeExpression:
		if c, constant := s.r.constant(s.unit, x.CastExpression); constant && c > 0 && x.Case == cc.MultiplicativeExpressionMod {
			return span{0, c - 1}, true
		} else if constant && c > 0 && x.Case == cc.MultiplicativeExpressionDiv {
			v, ok = s.span(x.MultiplicativeExpression)
			return span{v.lo / c, v.hi / c}, ok
		}
		return two(x.MultiplicativeExpression, x.CastExpression, func(a, b span) span {
			if x.Case != cc.MultiplicativeExpressionMul || a.lo < 0 || b.lo < 0 || a.hi > mostReached || b.hi > mostReached {
				return span{0, 2 * mostReached} // too far
			}
			return span{a.lo * b.lo, a.hi * b.hi}
		})
	case *cc.ShiftExpression:
		v, ok = s.span(x.ShiftExpression)
		by, constant := s.r.constant(s.unit, x.AdditiveExpression)
		if !ok || !constant || by < 0 || by > 16 || v.lo < 0 || v.hi > mostReached {
			return span{}, false
		}
		if x.Case == cc.ShiftExpressionLsh {
			v = span{v.lo << by, v.hi << by}
		} else {
			v = span{v.lo >> by, v.hi >> by}
		}
		return v, v.hi <= mostReached
	case *cc.AndExpression:
		for _, side := range []cc.ExpressionNode{x.AndExpression, x.EqualityExpression} {
			if c, constant := s.r.constant(s.unit, side); constant && c >= 0 {
				return span{0, c}, true
			}
		}
	}
	return span{}, false
}
