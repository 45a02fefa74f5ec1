package cfront

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// A ring, { buf, head, tail, size } or { buf, head, tail, mask }, is one object: head and tail are indices of buf, or lead into it.

// positions says which pointers are compared with each other, and which numbers tell places in what pointers lead to. Pointers and
// numbers are known by their variables, or by the names of members.
type positions struct {
	compared map[[2]any]bool
	index    map[any][]operand // of a pointer
	from     map[any][]operand // numbers that a number is made of
	masks    map[any]bool      // numbers that are an operand of &
	less     map[any]bool      // numbers of which one less is
}

// operand is a number that another one is made of; masked says by way of an operand of &, so that the other one may be small where it is not.
type operand struct {
	number any
	masked bool
}

func newPositions() *positions {
	return &positions{compared: map[[2]any]bool{}, index: map[any][]operand{}, from: map[any][]operand{}, masks: map[any]bool{}, less: map[any]bool{}}
}

// ringName matches the names of members that tell a place in a ring.
var ringName = pattern.New(`(?i)^(r|w|rd|wr|head|tail|read|write|front|rear|in|out|get|put|first|last|start|end)(_?(idx|index|pos|position|ptr|p|i|off|offset|at|from|to|count))?$|_(head|tail|rd|wr|read|write|front|rear|in|out|get|put)$`)

// positioned records what the expression n says of places.
func (s *scanner) positioned(n cc.ExpressionNode) {
	if s.unit.models || !s.r.opts.Environment.Valid {
		return
	}
	p := s.r.positions
	compare := func(a, b cc.ExpressionNode) {
		x, _, ok := s.anyPlace(a)
		y, _, ok2 := s.anyPlace(b)
		if ok && ok2 && x != y {
			p.compared[[2]any{x, y}], p.compared[[2]any{y, x}] = true, true
		}
	}
	indexed := func(base, index cc.ExpressionNode) {
		if key := s.pointerKey(base); key != nil {
			p.index[key] = append(p.index[key], s.numbers(index)...)
		}
	}
	switch x := n.(type) {
	case *cc.RelationalExpression:
		compare(x.RelationalExpression, x.ShiftExpression)
	case *cc.EqualityExpression:
		compare(x.EqualityExpression, x.RelationalExpression)
	case *cc.AdditiveExpression:
		a, b := x.AdditiveExpression, x.MultiplicativeExpression
		if x.Case == cc.AdditiveExpressionSub {
			compare(a, b)
		}
		indexed(a, b)
		indexed(b, a)
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex {
			indexed(x.PostfixExpression, x.ExpressionList)
		}
	case *cc.AndExpression:
		s.masked(x.AndExpression)
		s.masked(x.EqualityExpression)
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionAnd {
			s.masked(x.AssignmentExpression)
		}
		for _, to := range s.numbers(x.UnaryExpression) {
			p.from[to.number] = append(p.from[to.number], s.numbers(x.AssignmentExpression)...)
		}
	}
}

// masked records that n is an operand of &.
func (s *scanner) masked(n cc.ExpressionNode) {
	to := s.r.positions.masks
	if x, ok := strip(n).(*cc.AdditiveExpression); ok && x.Case == cc.AdditiveExpressionSub {
		if c, constant := s.r.constant(s.unit, x.MultiplicativeExpression); constant && c == 1 {
			n, to = x.AdditiveExpression, s.r.positions.less
		}
	}
	if list := s.numbers(n); len(list) == 1 {
		to[list[0].number] = true
	}
}

// anyPlace is place, where the number of bytes need not be known.
func (s *scanner) anyPlace(n cc.ExpressionNode) (p any, at span, ok bool) {
	if x, sum := strip(n).(*cc.AdditiveExpression); sum && s.r.exprType(x).t.kind == kPointer {
		if p, at, ok = s.anyPlace(x.AdditiveExpression); ok {
			return p, at, ok
		}
		return s.anyPlace(x.MultiplicativeExpression)
	}
	return s.place(n)
}

// numbers are the variables and the names of members of which n is made, as far as they are numbers.
func (s *scanner) numbers(n cc.ExpressionNode) (list []operand) {
	if n == nil || isNilNode(n) {
		return nil
	}
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		if v := s.counter(x); v != nil {
			return []operand{{number: v}}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if t := s.r.exprType(x).t; t != nil && t.isInt() {
				return []operand{{number: x.Token2.SrcStr()}}
			}
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return s.numbers(x.PostfixExpression)
		case cc.PostfixExpressionCall: // such as of an atomic load
			for _, a := range argumentList(x) {
				list = append(list, s.numbers(a)...)
			}
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return s.numbers(x.CastExpression)
		}
	case *cc.CastExpression:
		return s.numbers(x.CastExpression)
	case *cc.AdditiveExpression, *cc.MultiplicativeExpression, *cc.AndExpression:
		for _, sub := range operands(x) {
			list = append(list, s.numbers(sub)...)
		}
		if _, and := x.(*cc.AndExpression); and {
			for i := range list {
				list[i].masked = true
			}
		}
	}
	return list
}

// isIndex tells whether the member of that name tells a place in what the pointer, or the array, of leads to; bare whether it does so without &.
func (p *positions) isIndex(name string, of any) (is, bare bool) {
	seen := map[operand]bool{}
	for list := slices.Clone(p.index[of]); len(list) > 0; list = list[1:] {
		x := list[0]
		if x.number == any(name) {
			is, bare = true, bare || !x.masked
		}
		if !seen[x] {
			seen[x] = true
			for _, y := range p.from[x.number] {
				list = append(list, operand{y.number, x.masked || y.masked})
			}
		}
	}
	return is, bare
}

// meet tells whether the program compares p, or what gets its value, with q.
func (r *reader) meet(p, q any) bool {
	for _, x := range r.becoming(p) {
		for _, y := range r.becoming(q) {
			if r.positions.compared[[2]any{x, y}] {
				return true
			}
		}
	}
	return false
}

// becoming is p with the pointers that get its value.
func (r *reader) becoming(p any) []any {
	list := []any{p}
	for i := 0; i < len(list); i++ {
		for _, q := range r.walks.to[list[i]] {
			if !slices.Contains(list, q) {
				list = append(list, q)
			}
		}
		for _, s := range r.reaches.to[list[i]] {
			if !slices.Contains(list, s.to) {
				list = append(list, s.to)
			}
		}
	}
	return list
}

// ring finds the members that tell places in what member i leads to, or in it if it is an array: numbers, and pointers of its type. There are two at
// least, and the program uses one so. Numbers that are no more than operands of & may have any value, as in buf[head++ & mask]: free says that.
func (g *environment) ring(members []member, i int) (indices, pointers []*member, free bool) {
	buf := &members[i]
	if g.o.Lengths != LengthsByName || buf.t.elemC == nil {
		return nil, nil, false
	}
	used, bare := false, false
	for k := range members {
		m := &members[k]
		if k == i || m.width >= 0 || m.q&qConst != 0 || !ringName.MatchString(m.name) {
			continue
		}
		switch {
		case m.t.kind == kInt:
			indices = append(indices, m)
			is, alone := g.r.positions.isIndex(m.name, buf.name)
			used, bare = used || is, bare || alone
		case m.t == buf.t && m.t.kind == kPointer && !g.delicate(buf.t.elemC):
			pointers = append(pointers, m)
			used = used || g.r.meet(m.name, buf.name) || g.r.becomes(buf.name, m.name)
		}
	}
	for k := 1; k < len(pointers); k++ {
		used = used || g.r.meet(pointers[k-1].name, pointers[k].name)
	}
	switch {
	case !used:
	case len(pointers) >= 2:
		return nil, pointers, false
	case len(indices) >= 2:
		return indices, nil, !bare
	}
	return nil, nil, false
}

// becomes tells whether the value of p becomes that of q.
func (r *reader) becomes(p, q any) bool { return slices.Contains(r.becoming(p), q) }

// ringSize is the member that says how many elements the ring of member i has, which has these indices; nil if none does. It may be the last of three indices:
// { buf, end, head, tail }.
func (g *environment) ringSize(members []member, i int, indices []*member) *member {
	for _, does := range []func(string) bool{capacityName.MatchString, func(name string) bool { return isLengthName(name, members[i].t.elemC) }} {
		for k := range members {
			m := &members[k]
			if m.t.kind == kInt && m.width < 0 && m.q&qConst == 0 && !ringName.MatchString(m.name) && does(m.name) {
				return m
			}
		}
	}
	if len(indices) > 2 {
		if k := slices.IndexFunc(indices, func(m *member) bool { return m.name == ringEnd }); k >= 0 {
			return indices[k]
		}
	}
	return nil
}

// ringEnd is the name of an index that is the end of all others.
const ringEnd = "end"

// sizeName matches the names of members that say how many elements there are, not how many are in use.
var sizeName = pattern.New(`(?i)(size|sz)$`)

// maskName matches the names of members that are one less than a power of two.
var maskName = pattern.New(`(?i)(^|_|[a-z])mask$`)

// ringMask is the member by which places in what member i leads to are masked, as in buf[head & mask]; nil if there is none.
func (g *environment) ringMask(members []member, i int) *member {
	if g.o.Lengths != LengthsByName {
		return nil
	}
	for k := range members {
		m := &members[k]
		if m.t.kind != kInt || m.width >= 0 || m.q&qConst != 0 || !maskName.MatchString(m.name) || !g.r.positions.masks[m.name] {
			continue
		}
		if is, _ := g.r.positions.isIndex(m.name, members[i].name); is {
			return m
		}
	}
	return nil
}

// indexed has the indices of a ring, which is in lv, be less than n, the number of its elements, which people know as shown.
func (g *environment) indexed(indices []*member, lv, n, shown string, explicit bool) {
	for _, m := range indices {
		at := lv + "." + m.name
		if at == n {
			continue
		}
		if !explicit {
			g.fill(m.t, m.q, at, 0, true)
		}
		if m.t.signed {
			g.line("__VERIFIER_assume(%s >= 0);", at)
		}
		g.line("__VERIFIER_assume(%s < %s);", at, n)
		g.assume(ir.AboutLengths, "%s is less than %s", g.shown(at), shown)
	}
}

// masks declares how many elements there are where the places are masked by m, a member of lv, as a variable that it gives.
func (g *environment) masks(m *member, lv string, explicit bool) string {
	mask := lv + "." + m.name
	if !explicit {
		g.fill(m.t, m.q, mask, 0, true)
	}
	if m.t.signed {
		g.line("__VERIFIER_assume(%s >= 0);", mask)
	}
	n := g.name(mask, "_elements")
	g.line("%s %s = (%[1]s)%[3]s + 1;", g.sizeType(), n, mask)
	g.sums[n] = g.shown(mask) + " + 1"
	g.powerOfTwo(n, g.sums[n])
	return n
}

// powerOfTwo has n be one, which people know as shown.
func (g *environment) powerOfTwo(n, shown string) {
	g.line("__VERIFIER_assume(%s > 0 && (%[1]s & (%[1]s - 1)) == 0);", n)
	g.assume(ir.AboutLengths, "%s is a power of two", shown)
}

// within has a pointer lead into what buf leads to, which has n elements.
func (g *environment) within(m *member, lv, buf, n string) {
	at := lv + "." + m.name
	i := g.size(at)
	g.line("__VERIFIER_assume(%s < %s);", i, n)
	g.assign(m.t, m.q, at, fmt.Sprintf("%s ? %s + %s : 0", buf, buf, i))
	g.assume(ir.AboutLengths, "%s leads into %s", g.shown(at), g.shown(buf))
}
