package cfront

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// Operands are evaluated from left to right. C leaves the order open (C11 6.5p2, 6.5.2.2p10), so that a
// program in which it matters has other executions too, or none at all. Here is an analysis of what the
// operands of an expression, and the functions that they call, read and write: where one writes what
// another accesses, a note says that an order was chosen.
//
// What is accessed is a part of a variable, of what a parameter points to, or of what pointers of one
// type point to. A function's effects are those of its expressions and of the functions it calls, with
// the arguments in place of the parameters, without those on its own automatic variables.

// access is what an expression reads or writes.
type access struct {
	v     *variable
	param int // if from 1 on: what that parameter of the function points to
	of    pointee
	path  string
	event string // or this: see ends
}

// An error comes before an end or not: the order of these matters too.
const (
	ends = "the end of the program"
	errs = "an error"
)

// effects are what an evaluation reads and writes.
type effects struct {
	reads, writes []access
	// pending are those of the writes that need not be complete when the value is.
	pending []access
}

func (e *effects) add(f effects) {
	e.reads, e.writes = append(e.reads, f.reads...), append(e.writes, f.writes...)
	e.pending = append(e.pending, f.pending...)
}

// sequencer finds the effects of functions and the expressions whose operands conflict.
type sequencer struct {
	r         *reader
	summaries map[*function]*effects
	fn        *function
	unit      *unit
	report    bool
	callable  []*function // whose address is taken
}

// sequence notes the expressions in which the order of evaluation matters.
func (r *reader) sequence() {
	s := &sequencer{r: r, summaries: map[*function]*effects{}}
	var fns []*function
	for _, f := range r.functions {
		if f.used && f.def != nil && !f.unit.models && !r.isError(f) {
			fns = append(fns, f)
			s.summaries[f] = &effects{}
			if f.addressed {
				s.callable = append(s.callable, f)
			}
		}
	}
	// A function is looked at again when one that it may call has got further effects.
	stale := map[*function]bool{}
	callers := map[*function][]*function{}
	for _, f := range fns {
		stale[f] = true
		called := f.calls
		if f.indirect {
			called = append(slices.Clone(called), s.callable...)
		}
		for _, g := range called {
			callers[g] = append(callers[g], f)
		}
	}
	for len(stale) > 0 && r.ctx.Err() == nil {
		for _, f := range slices.Backward(fns) { // callees come later, often
			if !stale[f] {
				continue
			}
			delete(stale, f)
			if s.summarise(f) {
				for _, g := range callers[f] {
					stale[g] = true
				}
			}
		}
	}
	r.noteShared(s.summaries)
	s.report = true
	for _, f := range fns {
		if r.ctx.Err() == nil {
			s.summarise(f)
		}
	}
}

const maxEffects = 400 // of a function; further ones are left out, and with them notes

// summarise computes the effects of f again, and tells whether there are more than before.
func (s *sequencer) summarise(f *function) (more bool) {
	s.fn, s.unit = f, f.unit
	sum := s.summaries[f]
	add := func(to *[]access, from []access) {
		for _, a := range from {
			if a.v != nil && a.v.auto || slices.Contains(*to, a) || len(*to) >= maxEffects {
				continue
			}
			*to = append(*to, a)
			more = true
		}
	}
	for _, l := range f.lists {
		s.list(l)
	}
	for _, n := range f.exprs {
		e := s.expr(n)
		add(&sum.reads, e.reads)
		add(&sum.writes, e.writes)
	}
	return more
}

// place is the access to the lvalue n, and the effects of finding it.
func (s *sequencer) place(n cc.ExpressionNode) (access, effects) {
	var found effects
	n = strip(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			a, e := s.place(x.PostfixExpression)
			a.path += "." + x.Token2.SrcStr()
			return a, e
		case cc.PostfixExpressionPSelect:
			a, e := s.pointed(x.PostfixExpression)
			a.path += "." + x.Token2.SrcStr()
			return a, e
		case cc.PostfixExpressionIndex:
			base, index := x.PostfixExpression, x.ExpressionList
			if s.r.valueType(base).isInt() {
				base, index = index, base
			}
			a, e := s.pointed(base)
			at := s.expr(index)
			s.operands(x, e, at)
			e.add(at)
			part := "[]"
			if i, ok := s.r.constant(s.unit, index); ok {
				part = "[" + strconv.FormatInt(i, 10) + "]"
			}
			if a.v != nil || a.path != "" {
				a.path += part
			}
			return a, e
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return s.pointed(x.CastExpression)
		}
	case *cc.CastExpression:
		return s.place(x.CastExpression)
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if v, ok := s.r.denoted(x).(*variable); ok {
				return access{v: v}, found
			}
			return access{}, found
		case cc.PrimaryExpressionGeneric:
			if a := s.r.association(x.GenericSelection); a != nil {
				return s.place(a.AssignmentExpression)
			}
		}
		if x.Case != cc.PrimaryExpressionStmt {
			return access{}, found
		}
	}
	return access{}, s.expr(n)
}

// pointed is the access to what the pointer or array n points to, and the effects of evaluating n.
func (s *sequencer) pointed(n cc.ExpressionNode) (access, effects) {
	n = strip(n)
	q := s.r.exprType(n)
	if u, ok := n.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return s.place(u.CastExpression)
	}
	if q.t.kind == kArray {
		return s.place(n)
	}
	of, _ := s.r.pointeeOf(q.t, q.q)
	of.volatile = false
	a := access{of: of}
	if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		if v, ok := s.r.denoted(x).(*variable); ok {
			a.param = slices.Index(s.fn.params, v) + 1
		}
	}
	return a, s.expr(n)
}

// expr is what evaluating n reads and writes.
func (s *sequencer) expr(n cc.ExpressionNode) effects {
	if n == nil || isNilNode(n) {
		return effects{}
	}
	n = strip(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionGeneric:
			if a := s.r.association(x.GenericSelection); a != nil {
				return s.expr(a.AssignmentExpression)
			}
			return effects{}
		case cc.PrimaryExpressionStmt:
			var e effects
			for _, sub := range s.r.inside[x.CompoundStatement] {
				e.add(s.expr(sub))
			}
			return e
		}
		return s.read(n)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionCall:
			return s.call(x)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return s.change(x.PostfixExpression)
		case cc.PostfixExpressionComplit:
			return s.list(x.InitializerList)
		}
		return s.read(n)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return s.change(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			_, e := s.place(x.CastExpression)
			return e
		case cc.UnaryExpressionDeref:
			return s.read(n)
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType, cc.UnaryExpressionLabelAddr:
			return effects{}
		}
		var e effects
		for _, sub := range operands(n) {
			e.add(s.expr(sub))
		}
		return e
	case *cc.CastExpression:
		return s.expr(x.CastExpression)
	case *cc.AssignmentExpression:
		return s.assignment(x)
	case *cc.ExpressionList:
		var e effects
		for l := x; l != nil; l = l.ExpressionList {
			e.pending = nil // a sequence point
			e.add(s.expr(l.AssignmentExpression))
		}
		return e
	case *cc.ConditionalExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		subs := operands(n)
		e := s.expr(subs[0])
		e.pending = nil
		for _, sub := range subs[1:] {
			e.add(s.expr(sub))
		}
		return e
	}
	var all effects
	for i, sub := range operands(n) {
		e := s.expr(sub)
		if i > 0 {
			s.operands(n, all, e)
		}
		all.add(e)
	}
	return all
}

func (s *sequencer) read(n cc.ExpressionNode) effects {
	a, e := s.place(n)
	if t := s.r.exprType(n).t; t.kind != kArray && t.kind != kFunc {
		e.reads = appendAccess(e.reads, a)
	}
	return e
}

func appendAccess(list []access, a access) []access {
	if a == (access{}) || a.v == nil && a.of.t == nil && a.event == "" {
		return list
	}
	return append(list, a)
}

// change is ++ or --.
func (s *sequencer) change(n cc.ExpressionNode) effects {
	a, e := s.place(n)
	e.reads = appendAccess(e.reads, a)
	e.writes = appendAccess(e.writes, a)
	e.pending = appendAccess(e.pending, a)
	return e
}

func (s *sequencer) assignment(x *cc.AssignmentExpression) effects {
	a, left := s.place(x.UnaryExpression)
	if x.Case != cc.AssignmentExpressionAssign {
		left.reads = appendAccess(left.reads, a)
	}
	right := s.expr(x.AssignmentExpression)
	s.operands(x, left, right)
	if a.v != nil { // of what pointers point to it is rarely the same: p->next = q->next = 0
		s.conflict(x, []access{a}, right.pending)
	}
	left.add(right)
	left.writes = appendAccess(left.writes, a)
	left.pending = appendAccess(left.pending, a)
	return left
}

// list is what the initialisers of a list read and write.
func (s *sequencer) list(l *cc.InitializerList) effects {
	var all effects
	for ; l != nil; l = l.InitializerList {
		var e effects
		if l.Initializer.Case == cc.InitializerExpr {
			e = s.expr(l.Initializer.AssignmentExpression)
			s.operands(l.Initializer.AssignmentExpression, all, e)
		} else {
			e = s.list(l.Initializer.InitializerList)
		}
		all.add(e)
	}
	return all
}

// call is what a call reads and writes, from the evaluation of its arguments on.
func (s *sequencer) call(x *cc.PostfixExpression) effects {
	r := s.r
	args := argumentList(x)
	f := r.callee(x)
	if f != nil && vaList(f) && len(args) > 0 {
		return s.advance(args[0])
	}
	var all effects
	if f == nil {
		all = s.expr(x.PostfixExpression)
	}
	targets := make([]access, len(args))
	for i, a := range args {
		var e effects
		if k := r.exprType(a).t.kind; k == kPointer || k == kArray {
			targets[i], e = s.pointed(a)
		} else {
			e = s.expr(a)
		}
		s.operands(x, all, e)
		all.add(e)
	}
	all.pending = nil // a sequence point
	switch {
	case f == nil:
		for _, g := range s.callable {
			if len(g.params) == len(args) {
				s.body(&all, g, targets)
			}
		}
	case r.isError(f):
		all.reads = append(all.reads, access{event: errs})
	case s.summaries[f] != nil:
		s.body(&all, f, targets)
	default:
		s.foreign(&all, f, targets)
	}
	return all
}

// advance is what va_start, va_arg or va_end with a va_list reads and writes.
func (s *sequencer) advance(list cc.ExpressionNode) effects {
	list = strip(list)
	if s.r.exprType(list).t.kind != kPointer || s.r.types.ptrBits < 64 {
		return s.change(list)
	}
	a, e := s.pointed(list)
	e.reads = appendAccess(e.reads, a)
	e.writes = appendAccess(e.writes, a)
	return e
}

// body adds the effects of the body of f.
func (s *sequencer) body(all *effects, f *function, targets []access) {
	sum := s.summaries[f]
	for _, a := range sum.reads {
		all.reads = appendAccess(all.reads, substituted(a, targets))
	}
	for _, a := range sum.writes {
		all.writes = appendAccess(all.writes, substituted(a, targets))
	}
}

// substituted is a with an argument in place of the parameter.
func substituted(a access, targets []access) access {
	switch {
	case a.param == 0:
		return a
	case a.param > len(targets) || targets[a.param-1].v == nil && targets[a.param-1].param == 0:
		a.param = 0
		return a
	}
	to := targets[a.param-1]
	if i := strings.LastIndexByte(to.path, '['); i >= 0 && strings.HasSuffix(to.path, "]") {
		to.path = to.path[:i] // from an element on
	}
	if to.v == nil || to.v.t == nil || to.v.t.kind != kArray {
		to.path += a.path
	}
	return to
}

// foreign adds the effects of a function without a body that matters here.
func (s *sequencer) foreign(all *effects, f *function, targets []access) {
	r := s.r
	switch {
	case neverReturns(f) || f.cname == "exit" || f.cname == "abort" || f.cname == "__VERIFIER_assume" || f.cname == "assume_abort_if_not":
		all.writes = append(all.writes, access{event: ends})
	case f.cname == "assert":
		all.reads = append(all.reads, access{event: errs})
	case f.def == nil && r.row(f, len(targets)) == nil && builtin(f, nil) == nil && r.opts.UnknownFunctions == Pure:
		return
	}
	for i, a := range targets {
		if i < len(f.t.fun.params) {
			if t := f.t.fun.params[i].t; t.kind == kPointer && t.elemQ&qConst == 0 {
				all.writes = appendAccess(all.writes, a)
			}
		}
		all.reads = appendAccess(all.reads, a)
	}
}
