package cfront

import (
	"modernc.org/cc/v4"
)

// qtype is a qualified type.
type qtype struct {
	t *ctype
	q qual
}

// exprType is the type of an expression before arrays and functions become pointers, and the
// qualifiers of the object that it designates, if it designates one. The names in it are bound.
func (r *reader) exprType(n cc.ExpressionNode) qtype {
	n = strip(n)
	if t, ok := r.exprTypes[n]; ok {
		return t
	}
	t := r.typeExpr(n)
	if t.t == nil {
		t.t = r.types.intT
	}
	if _, isName := n.(*cc.PrimaryExpression); !isName { // the type of a name may be completed later
		r.exprTypes[n] = t
	}
	return t
}

// valueType is the type of the value of an expression.
func (r *reader) valueType(n cc.ExpressionNode) *ctype { return r.decayed(r.exprType(n)) }

// decayed is the type of the value of what has type t.
func (r *reader) decayed(t qtype) *ctype {
	switch t.t.kind {
	case kArray:
		return r.types.pointerToQ(t.t.elemC, t.t.elemQ|t.q&^qRestrict)
	case kFunc:
		return r.types.pointerTo(t.t)
	}
	return t.t.unaligned()
}

func (r *reader) typeExpr(n cc.ExpressionNode) qtype {
	tt := r.types
	switch x := n.(type) {
	case *cc.ExpressionList:
		l := x
		for l.ExpressionList != nil {
			r.exprType(l.AssignmentExpression)
			l = l.ExpressionList
		}
		return qtype{t: r.valueType(l.AssignmentExpression)}
	case *cc.AssignmentExpression:
		r.exprType(x.AssignmentExpression)
		r.isObject(x.UnaryExpression, x.Token, "on the left of an assignment")
		r.writable(x.UnaryExpression, x.Token, "assignment of")
		return qtype{t: r.valueType(x.UnaryExpression)}
	case *cc.ConditionalExpression:
		return qtype{t: r.conditionalType(x)}
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression, *cc.EqualityExpression, *cc.RelationalExpression:
		if r.comparesStructures(n) {
			return qtype{t: tt.intT}
		}
		for _, o := range operands(n) {
			r.needScalar(o)
		}
		if isVector := r.vectorOperand(n); isVector != nil {
			return qtype{t: isVector}
		}
		return qtype{t: tt.intT}
	case *cc.CastExpression:
		r.exprType(x.CastExpression)
		return qtype{t: r.typeNames[x.TypeName].t.unaligned()}
	case *cc.UnaryExpression:
		return r.unaryType(x)
	case *cc.PostfixExpression:
		return r.postfixType(x)
	case *cc.PrimaryExpression:
		return r.primaryType(x)
	case *cc.ShiftExpression:
		if v := r.vectorOperand(n); v != nil {
			return qtype{t: v}
		}
		r.valueType(x.AdditiveExpression)
		return qtype{t: tt.promote(r.valueType(x.ShiftExpression))}
	case *cc.AdditiveExpression:
		return qtype{t: r.additiveType(x)}
	}
	if o := operands(n); len(o) == 2 {
		if v := r.vectorOperand(n); v != nil {
			return qtype{t: v}
		}
		a, b := r.valueType(o[0]), r.valueType(o[1])
		if !a.isArith() || !b.isArith() {
			r.fail(r.pos(n), "", "an operator is applied to operands of the wrong types")
			return qtype{t: tt.intT}
		}
		return qtype{t: tt.usual(a, b)}
	}
	return qtype{t: tt.intT}
}

// vectorOperand is the type of an operand that is a vector or a complex number, and so of the
// result; nil if there is none.
func (r *reader) vectorOperand(n cc.ExpressionNode) *ctype {
	for _, o := range operands(n) {
		if t := r.valueType(o); t.kind == kOpaque {
			return t
		}
	}
	return nil
}

// comparesStructures tells whether n compares two structures whose members tell whether they are equal.
func (r *reader) comparesStructures(n cc.ExpressionNode) bool {
	if _, ok := n.(*cc.EqualityExpression); !ok {
		return false
	}
	o := operands(n)
	a, b := r.valueType(o[0]), r.valueType(o[1])
	return a.kind == kStruct && a == b && r.types.wholeCells(a) != nil
}

func (r *reader) needScalar(n cc.ExpressionNode) {
	t := r.valueType(n)
	if x, ok := strip(n).(*cc.PrimaryExpression); ok && t.kind == kVoid && x.Case == cc.PrimaryExpressionIdent && x.Token.SrcStr() == "__craig_result" {
		r.fail(r.pos(n), "leave the result out of its contract", "the result of a function that returns nothing")
		return
	}
	if t.kind == kStruct || t.kind == kUnion || t.kind == kVoid {
		r.fail(r.pos(n), "", "a number or a pointer is needed here")
	}
}

func (r *reader) additiveType(x *cc.AdditiveExpression) *ctype {
	tt := r.types
	if v := r.vectorOperand(x); v != nil {
		return v
	}
	a, b := r.valueType(x.AdditiveExpression), r.valueType(x.MultiplicativeExpression)
	minus := x.Case == cc.AdditiveExpressionSub
	switch {
	case a.kind == kPointer && b.kind == kPointer && minus:
		return tt.ptrdiff
	case a.kind == kPointer && b.isInt():
		return a
	case b.kind == kPointer && a.isInt() && !minus:
		return b
	case a.isArith() && b.isArith():
		return tt.usual(a, b)
	}
	r.fail(r.pos(x), "", "an operator is applied to operands of the wrong types")
	return tt.intT
}

// conditionalType is the type of c ? a : b, C11 6.5.15.
func (r *reader) conditionalType(x *cc.ConditionalExpression) *ctype {
	a := x.ExpressionList
	if a == nil || isNilNode(a) {
		a = x.LogicalOrExpression
	} else {
		r.needScalar(x.LogicalOrExpression)
	}
	return r.chosenType(a, x.ConditionalExpression)
}

func (r *reader) chosenType(na, nb cc.ExpressionNode) *ctype {
	tt := r.types
	a, b := r.valueType(na), r.valueType(nb)
	switch {
	case a.isArith() && b.isArith():
		return tt.usual(a, b)
	case a.kind == kVoid || b.kind == kVoid:
		return tt.void
	case a.kind == kPointer && b.kind == kPointer:
		q := a.elemQ | b.elemQ
		switch {
		case r.isNull(na) && !r.isNull(nb):
			return b
		case r.isNull(nb):
			return a
		case compatible(a.elemC, b.elemC):
			return tt.pointerToQ(tt.composite(a.elemC, b.elemC), q)
		}
		return tt.pointerToQ(tt.void, q)
	case a.kind == kPointer:
		return a
	case b.kind == kPointer:
		return b
	}
	return a
}

// isNull tells whether an expression is a null pointer constant: 0, or that as a void *.
func (r *reader) isNull(n cc.ExpressionNode) bool {
	n = strip(n)
	if c, ok := n.(*cc.CastExpression); ok {
		t := r.typeNames[c.TypeName].t
		if t.kind == kPointer && t.elemC.kind == kVoid && t.elemQ == 0 {
			n = strip(c.CastExpression)
		}
	}
	if !r.valueType(n).isInt() {
		return false
	}
	v, ok := r.constant(nil, n)
	return ok && v == 0
}

func (r *reader) unaryType(x *cc.UnaryExpression) qtype {
	tt := r.types
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		r.isObject(x.UnaryExpression, x.Token, "behind "+x.Token.SrcStr())
		r.writable(x.UnaryExpression, x.Token, steps[x.Case == cc.UnaryExpressionDec])
		return qtype{t: r.valueType(x.UnaryExpression)}
	case cc.UnaryExpressionAddrof:
		r.isObject(x.CastExpression, x.Token, "behind &")
		e := r.exprType(x.CastExpression)
		return qtype{t: tt.pointerToQ(e.t, e.q)}
	case cc.UnaryExpressionDeref:
		t := r.valueType(x.CastExpression)
		if t.kind != kPointer {
			r.fail(r.pos(x), "", "a pointer is needed here")
			return qtype{t: tt.intT}
		}
		return qtype{t.elemC, t.elemQ}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		t := r.valueType(x.CastExpression)
		if !t.isArith() && t.kind != kOpaque {
			r.fail(r.pos(x), "", "a number is needed here")
			return qtype{t: tt.intT}
		}
		return qtype{t: tt.promote(t)}
	case cc.UnaryExpressionNot:
		r.needScalar(x.CastExpression)
		return qtype{t: tt.intT}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
		r.exprType(x.UnaryExpression)
		return qtype{t: tt.size}
	case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
		return qtype{t: tt.size}
	case cc.UnaryExpressionLabelAddr:
		return qtype{t: tt.voidPtr}
	}
	t := r.valueType(x.UnaryExpression) // __real__, __imag__
	if t.kind == kOpaque && t.elemC != nil {
		return qtype{t: t.elemC}
	}
	return qtype{t: t}
}

func (r *reader) postfixType(x *cc.PostfixExpression) qtype {
	tt := r.types
	switch x.Case {
	case cc.PostfixExpressionIndex:
		a, b := r.valueType(x.PostfixExpression), r.valueType(x.ExpressionList)
		if a.isInt() {
			a, b = b, a
		}
		switch {
		case !b.isInt():
		case a.kind == kPointer:
			return qtype{a.elemC, a.elemQ}
		case a.kind == kOpaque && a.elemC != nil:
			return qtype{t: a.elemC}
		}
		r.fail(r.pos(x), "", "a pointer and an integer are needed here")
	case cc.PostfixExpressionCall:
		return qtype{t: r.callType(x)}
	case cc.PostfixExpressionSelect:
		return r.memberType(r.exprType(x.PostfixExpression), x)
	case cc.PostfixExpressionPSelect:
		t := r.valueType(x.PostfixExpression)
		if t.kind != kPointer {
			r.fail(r.pos(x), "", "a pointer to a structure is needed here")
			break
		}
		return r.memberType(qtype{t.elemC, t.elemQ}, x)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		r.isObject(x.PostfixExpression, x.Token, "in front of "+x.Token.SrcStr())
		r.writable(x.PostfixExpression, x.Token, steps[x.Case == cc.PostfixExpressionDec])
		return qtype{t: r.valueType(x.PostfixExpression)}
	case cc.PostfixExpressionComplit:
		return r.typeNames[x.TypeName]
	}
	return qtype{t: tt.intT}
}

func (r *reader) memberType(s qtype, x *cc.PostfixExpression) qtype {
	name := x.Token2.SrcStr()
	switch {
	case s.t.kind != kStruct && s.t.kind != kUnion:
		r.fail(r.pos(x), "", "a structure is needed here")
	case r.types.layout(s.t) == nil:
		r.fail(r.pos(x), "", "%s is incomplete here", s.t.name)
	default:
		if m, ok := r.types.member(s.t, name); ok {
			return qtype{m.t, m.q | s.q}
		}
		r.fail(r.pos(x), "", "no member named %s", name)
	}
	return qtype{t: r.types.intT}
}

func (r *reader) callType(x *cc.PostfixExpression) *ctype {
	args := argumentNodes(x.ArgumentExpressionList)
	if f := r.named(x.PostfixExpression); f != nil && f.cname == "__builtin_choose_expr" && len(args) == 3 {
		v, ok := r.constantValue(nil, args[0])
		if !ok {
			r.fail(r.pos(x), "", "__builtin_choose_expr needs a constant")
		}
		if ok && !v.e.Val.IsZero() {
			return r.valueType(args[1])
		}
		return r.valueType(args[2])
	}
	for _, a := range args {
		r.exprType(a)
	}
	if f := r.named(x.PostfixExpression); f != nil && f.def == nil && f.cname == "__builtin_va_arg" {
		return r.vaArgType(args)
	}
	if f := r.named(x.PostfixExpression); f != nil && f.cname == loopValue && len(args) == 2 {
		return r.valueType(args[1])
	}
	if f := r.named(x.PostfixExpression); f != nil && f.def == nil {
		if t := r.atomicResult(f.cname, args); t != nil {
			return t
		}
	}
	t := r.valueType(x.PostfixExpression)
	if t.kind != kPointer || t.elemC.kind != kFunc {
		if p, ok := strip(x.PostfixExpression).(*cc.PrimaryExpression); !ok || p.Case == cc.PrimaryExpressionIdent && r.uses[p] != nil {
			r.fail(r.pos(x), "", "what is called is not a function")
		}
		return r.types.intT
	}
	return t.elemC.fun.result.unaligned()
}

// named is the function that an expression names, as it was declared; nil if it names none.
func (r *reader) named(n cc.ExpressionNode) *function {
	if p, ok := strip(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		f, _ := r.uses[p].(*function)
		return f
	}
	return nil
}

func (r *reader) primaryType(x *cc.PrimaryExpression) qtype {
	tt := r.types
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch e := r.uses[x].(type) {
		case *variable:
			return qtype{e.t, e.q}
		case *function:
			return qtype{t: e.t}
		case *enumerator:
			return qtype{t: e.t}
		}
	case cc.PrimaryExpressionInt:
		if _, t, ok := tt.integerLiteral(x.Token.SrcStr()); ok {
			return qtype{t: t}
		}
		r.fail(r.pos(x), "", "%s is not a number", x.Token.SrcStr())
	case cc.PrimaryExpressionFloat:
		return qtype{t: tt.floatingType(x.Token.SrcStr())}
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		if _, t, ok := tt.charLiteral(x.Token.SrcStr()); ok {
			return qtype{t: t}
		}
		r.fail(r.pos(x), "", "%s is not a character", x.Token.SrcStr())
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		codes, elem := r.text(x)
		return qtype{t: tt.arrayOf(elem, 0, int64(len(codes)))}
	case cc.PrimaryExpressionStmt:
		return qtype{t: r.lastType(x.CompoundStatement)}
	case cc.PrimaryExpressionGeneric:
		if a := r.association(x.GenericSelection); a != nil {
			return r.exprType(a.AssignmentExpression)
		}
	}
	return qtype{t: tt.intT}
}

// lastType is the type of ({ … }): that of its last statement.
func (r *reader) lastType(c *cc.CompoundStatement) *ctype {
	l := c.BlockItemList
	for l != nil && l.BlockItemList != nil {
		l = l.BlockItemList
	}
	if l == nil || l.BlockItem.Case != cc.BlockItemStmt {
		return r.types.void
	}
	s := l.BlockItem.Statement
	for s != nil && s.Case == cc.StatementLabeled && s.LabeledStatement.Case == cc.LabeledStatementLabel {
		s = s.LabeledStatement.Statement
	}
	if s != nil && s.Case == cc.StatementExpr && s.ExpressionStatement.ExpressionList != nil {
		return r.valueType(s.ExpressionStatement.ExpressionList)
	}
	return r.types.void
}

// alignOf is what _Alignof and __alignof__ give: the first the alignment of members, the other
// that of objects by themselves, which differ on i386.
func (r *reader) alignOf(x *cc.UnaryExpression) int64 {
	tt := r.types
	var t *ctype
	if x.Case == cc.UnaryExpressionAlignofType {
		t = r.typeNames[x.TypeName].t
	} else {
		return r.alignOfExpression(strip(x.UnaryExpression))
	}
	tt.complete(t)
	if x.Token.SrcStr() == "_Alignof" {
		return tt.memberAlign(t)
	}
	return max(t.align, 1)
}

// alignOfExpression is the alignment of the declaration that an expression names, or of its type.
func (r *reader) alignOfExpression(n cc.ExpressionNode) int64 {
	t := r.exprType(n).t
	r.types.complete(t)
	align := max(t.align, 1)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch e := r.uses[x].(type) {
		case *variable:
			align = max(align, e.align)
		case *function:
			align = max(align, e.align)
		}
	case *cc.PostfixExpression:
		var s *ctype
		switch x.Case {
		case cc.PostfixExpressionSelect:
			s = r.exprType(x.PostfixExpression).t
		case cc.PostfixExpressionPSelect:
			s = r.valueType(x.PostfixExpression).elemC
		default:
			return align
		}
		if m, ok := r.types.member(s, x.Token2.SrcStr()); ok && m.align > 0 {
			align = m.align
		}
	}
	return align
}
