package cfront

import (
	"errors"
	"math/big"
	"strconv"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// fn is a function, or the initialisation of the globals, being lowered.
//
// Operands are evaluated from left to right. An expression has no side effects in ir: those of
// the C expression become edges before the statement that uses it, and an operand that they
// change is saved before them (freeze).
type fn struct {
	*graph
	r    *reader
	f    *function
	unit *unit
	ir   *ir.Func

	breakTo, continueTo *node
	breakDepth          int // of cleanups, where these lead
	continueDepth       int
	cleanups            []*variable // with attribute cleanup, or whose lives end, in scope
	leaving             []leavingGoto
	begun               openLists    // where a property is about the lives of objects
	out                 *node        // where the function is left: the exit, or what comes before it
	onStackSites        []*ir.Object // of alloca
	blocks              []int        // that are open
	opened              int          // blocks so far
	cases               map[*cc.LabeledStatement]*node
	caseDepth           map[*cc.LabeledStatement]int // of cleanups, where the switch statement is
	labels              []labelScope
	labelNumbers        map[string]int64 // of labels whose address is taken
	labelOrder          []string
	computed            []*node // where computed gotos choose
	computedVars        []*ir.Var
	constOnly, notConst bool                   // evaluating a constant expression: names of objects are refused
	static              bool                   // the initialisation of an object of static storage duration
	indexed             map[*ir.Expr]bool      // addresses of elements whose indices were checked
	lastChecked         *ir.Expr               // property null: the address checked last,
	checkedAt           mark                   // and where
	labelOwner          *fn                    // static: the function in which the object is declared
	sites               map[*ir.Var]*ir.Object // of blocks, by variables that have got their addresses
	extents             map[*ctype]*ir.Var     // the sizes of the arrays of variable length whose declarations were lowered
	instance            map[*ir.Var]*ir.Expr   // the values of variables of quantifiers
	casting             bool                   // the conversion is written
	moving              int                    // uninit: bytes are copied, whatever they hold
	unchecked           bool                   // no errors are looked for
	needsValue          bool                   // an expression without a value is an error, whatever is looked for
	promise             *promise               // nil if the function ensures nothing
	standIn             map[*variable]place    // what has the values of variables
	asserting           bool                   // the condition that is evaluated is an assertion
	contract            *function              // the contract of a declaration that is checked here
	changes             []change               // what the contract assigns that the function is
	frame               *frame                 // nil if the function may assign anything
	loops               []*frame               // of the loops that say what they assign
	reading             *frame                 // whose places are evaluated
	variants            map[int64]*measure     // of the loops, by number
	measured            bool                   // a measure of the function has been seen
	around              []ir.Stmt              // what gives the measure of the call around this one back
	fresh               freshness
	entries             map[int64]value    // that were kept when loops began
	narrow              map[*edge][2]int64 // the bytes, from and to, that a store to a bit-field changes of its unit

	evaluated map[cc.ExpressionNode]value // arguments of a call that have been evaluated, see look
}

func (f *fn) pos(n cc.Node) ir.Pos { return f.r.pos(n) }

// rvalue evaluates an expression.
func (f *fn) rvalue(n cc.ExpressionNode) value {
	if v, ok := f.evaluated[n]; ok {
		return v
	}
	n = strip(n)
	switch x := n.(type) {
	case *cc.ExpressionList:
		l := x
		for ; l.ExpressionList != nil; l = l.ExpressionList {
			f.effect(l.AssignmentExpression)
		}
		return f.rvalue(l.AssignmentExpression)
	case *cc.AssignmentExpression:
		return f.assignment(x)
	case *cc.ConditionalExpression:
		return f.conditional(x, nil)
	case *cc.LogicalOrExpression:
		return f.logical(x.LogicalOrExpression, x.LogicalAndExpression, true, f.pos(x))
	case *cc.LogicalAndExpression:
		return f.logical(x.LogicalAndExpression, x.InclusiveOrExpression, false, f.pos(x))
	case *cc.CastExpression:
		return f.castExpression(x)
	case *cc.UnaryExpression:
		return f.unary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.PrimaryExpression:
		return f.primary(x)
	}
	if op, ok := binaryOp(n); ok {
		sub := operands(n)
		a, b := f.pair(sub[0], sub[1])
		return f.operate(op, a, b, f.pos(n))
	}
	f.r.fail(f.pos(n), "", "this expression is not supported")
	return f.number(f.r.types.intT, num.I(0))
}

func binaryOp(n cc.ExpressionNode) (ir.Op, bool) {
	switch x := n.(type) {
	case *cc.InclusiveOrExpression:
		return ir.OpOr, true
	case *cc.ExclusiveOrExpression:
		return ir.OpXor, true
	case *cc.AndExpression:
		return ir.OpAnd, true
	case *cc.EqualityExpression:
		if x.Case == cc.EqualityExpressionEq {
			return ir.OpEq, true
		}
		return ir.OpNe, true
	case *cc.RelationalExpression:
		return map[cc.RelationalExpressionCase]ir.Op{
			cc.RelationalExpressionLt: ir.OpLt, cc.RelationalExpressionGt: ir.OpGt,
			cc.RelationalExpressionLeq: ir.OpLe, cc.RelationalExpressionGeq: ir.OpGe,
		}[x.Case], true
	case *cc.ShiftExpression:
		if x.Case == cc.ShiftExpressionLsh {
			return ir.OpShl, true
		}
		return ir.OpShr, true
	case *cc.AdditiveExpression:
		if x.Case == cc.AdditiveExpressionAdd {
			return ir.OpAdd, true
		}
		return ir.OpSub, true
	case *cc.MultiplicativeExpression:
		switch x.Case {
		case cc.MultiplicativeExpressionMul:
			return ir.OpMul, true
		case cc.MultiplicativeExpressionDiv:
			return ir.OpDiv, true
		}
		return ir.OpRem, true
	}
	return 0, false
}

// pair evaluates two operands.
func (f *fn) pair(a, b cc.ExpressionNode) (value, value) {
	va := f.rvalue(a)
	m := f.mark()
	vb := f.rvalue(b)
	f.freeze(m, f.pos(a), &va)
	return va, vb
}

// freeze saves values that were computed before m in temporaries, if what was emitted since
// changes what they read.
func (f *fn) freeze(m mark, pos ir.Pos, vs ...*value) {
	if !f.changed(m) {
		return
	}
	emitted := f.edges[m.edges:len(f.edges):len(f.edges)]
	for _, v := range vs {
		switch {
		case v.e != nil && affected(v.e, emitted):
			t := f.temp(v.e.Type, pos)
			f.insert(m, pos, func() { f.emit(&ir.Assign{Var: t, Expr: v.e}, pos) })
			v.e = ir.VarExpr(t)
		case v.agg.t != nil && affectedPlace(v.agg, emitted):
			f.insert(m, pos, func() {
				p := f.tempAggregate(v.t, pos)
				f.copyAggregate(p, v.agg, pos)
				v.agg = p
			})
		}
	}
}

// affected tells whether one of the edges may change the value of e.
func affected(e *ir.Expr, edges []*edge) bool {
	if e.IsConst() {
		return false
	}
	loads, globals := false, false
	ir.Walk(e, func(x *ir.Expr) bool {
		loads = loads || x.Op == ir.OpLoad
		globals = globals || x.Op == ir.OpVar && x.Var.Func == nil
		return true
	})
	for _, d := range edges {
		switch s := d.stmt.(type) {
		case *ir.Skip, *ir.Assume:
			continue
		case *ir.Store:
			if loads {
				return true
			}
		case *ir.Clobber, *ir.Free:
			if loads {
				return true
			}
		case *ir.Call:
			if loads || globals {
				return true
			}
		case *ir.Alloc:
			if loads && s.Result == nil {
				return true
			}
		}
		if w := ir.Written(d.stmt); w != nil {
			hit := false
			ir.EachVar(e, func(v *ir.Var) { hit = hit || v == w })
			if hit {
				return true
			}
		}
	}
	return false
}

// affectedPlace tells whether one of the edges may change what lies at p, or where p is.
func affectedPlace(p place, edges []*edge) bool {
	if p.addr != nil {
		return affected(ir.Load(ir.Int(8, false), p.addr), edges)
	}
	for _, v := range p.cells {
		if v != nil && affected(ir.VarExpr(v), edges) {
			return true
		}
	}
	return false
}

func (f *fn) primary(x *cc.PrimaryExpression) value {
	switch x.Case {
	case cc.PrimaryExpressionInt:
		if v, t, ok := f.r.types.integerLiteral(x.Token.SrcStr()); ok {
			return f.number(t, v)
		}
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		if v, t, ok := f.r.types.charLiteral(x.Token.SrcStr()); ok {
			return f.number(t, v)
		}
	case cc.PrimaryExpressionFloat:
		return f.floatLiteral(x)
	case cc.PrimaryExpressionIdent:
		if e, ok := f.r.uses[x].(*enumerator); ok {
			return f.number(e.t, e.v)
		}
		return f.load(f.lvalue(x), f.pos(x))
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.load(f.lvalue(x), f.pos(x))
	case cc.PrimaryExpressionStmt:
		if f.constOnly {
			return f.refuse()
		}
		return f.statementExpression(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		if a := f.r.association(x.GenericSelection); a != nil {
			return f.rvalue(a.AssignmentExpression)
		}
	}
	f.r.fail(f.pos(x), "", "this expression is not supported")
	return f.number(f.r.types.intT, num.I(0))
}

// floatLiteral is exact for float and double. Of the wider types it is what a double holds; a long double
// that no double holds is kept to be converted, as <float.h> does with DBL_MAX.
func (f *fn) floatLiteral(x *cc.PrimaryExpression) value {
	t := f.r.types.floatingType(x.Token.SrcStr())
	text, _ := floatingSuffix(x.Token.SrcStr())
	if t.kind != kFloat {
		return value{t: t}
	}
	width := 64
	if t.size == 4 {
		width = 32
	}
	if t.exact {
		d, err := strconv.ParseFloat(text, width)
		if err != nil && !errors.Is(err, strconv.ErrRange) { // beyond the range it is infinite
			f.r.fail(f.pos(x), "", "%s is no number", x.Token.SrcStr())
		}
		return f.floatConst(t, d)
	}
	d, err := strconv.ParseFloat(text, width)
	if err != nil && !errors.Is(err, strconv.ErrRange) || t.size < 4 { // beyond the range it is infinite
		return value{t: t}
	}
	if t.size > 8 {
		exact, _, err := big.ParseFloat(text, 0, 128, big.ToNearestEven)
		if err != nil {
			return value{t: t}
		}
		if exact.Cmp(big.NewFloat(d)) != 0 {
			return value{t: t, wide: extended(text, t == f.r.types.ldouble)}
		}
	}
	return value{t: t, float: &d}
}

// extended is a literal with the 64 bits of precision of x86's long double, and nil for other types and for
// numbers near the ends of its range.
func extended(text string, isLongDouble bool) *big.Float {
	wide, _, err := big.ParseFloat(text, 0, 64, big.ToNearestEven)
	if err != nil || !isLongDouble || wide.MantExp(nil) < -16000 || wide.MantExp(nil) > 16000 {
		return nil
	}
	return wide
}

func (f *fn) castExpression(x *cc.CastExpression) value {
	t := f.typeName(x.TypeName).unaligned()
	f.r.types.complete(t)
	if t.kind == kUnion { // GNU: a member's value as a union
		return f.unionOf(f.rvalue(x.CastExpression), t, f.pos(x))
	}
	return f.castTo(f.rvalue(x.CastExpression), t, f.pos(x))
}

// unionOf is a union with v in the first member of its type.
func (f *fn) unionOf(v value, t *ctype, pos ir.Pos) value {
	if v.t.kind == kUnion {
		return value{t: t, agg: v.agg}
	}
	p := f.tempAggregate(t, pos)
	f.havocAggregate(p, ir.FromApproximation, "", pos)
	for _, m := range f.r.fields(t) {
		if compatible(m.t, v.t) || t.record.own.transparent && m.t.kind == kPointer && v.t.kind == kPointer {
			f.store(p.field(f.r, m), f.convert(v, m.t, pos), pos)
			break
		}
	}
	return value{t: t, agg: p}
}

func (f *fn) unary(x *cc.UnaryExpression) value {
	types, pos := f.r.types, f.pos(x)
	switch x.Case {
	case cc.UnaryExpressionInc:
		return f.increment(x.UnaryExpression, 1, true, pos)
	case cc.UnaryExpressionDec:
		return f.increment(x.UnaryExpression, -1, true, pos)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x.CastExpression, pos)
	case cc.UnaryExpressionDeref:
		return f.load(f.lvalue(x), pos)
	case cc.UnaryExpressionPlus:
		v := f.rvalue(x.CastExpression)
		return f.convert(v, types.promote(v.t), pos)
	case cc.UnaryExpressionMinus:
		return f.negate(f.rvalue(x.CastExpression), pos)
	case cc.UnaryExpressionCpl:
		v := f.rvalue(x.CastExpression)
		v = f.convert(v, types.promote(v.t), pos)
		if v.e == nil {
			return v
		}
		return value{t: v.t, e: f.fold(ir.Compl(v.e))}
	case cc.UnaryExpressionNot:
		return f.ofBool(ir.Not(f.truth(f.rvalue(x.CastExpression), pos)))
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeOfExpression(x)
	case cc.UnaryExpressionSizeofType:
		return f.sizeOf(f.typeName(x.TypeName), pos)
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return f.number(types.size, num.I(f.r.alignOf(x)))
	case cc.UnaryExpressionLabelAddr:
		return value{t: types.voidPtr, e: ir.ConstInt(f.r.prog.PtrType(), f.labelNumber(x.Token2.SrcStr()))}
	}
	f.rvalue(x.UnaryExpression) // __real__, __imag__
	return f.unknown(f.r.valueType(x), ir.FromApproximation, "", pos)
}

func (f *fn) negate(v value, pos ir.Pos) value {
	v = f.convert(v, f.r.types.promote(v.t), pos)
	switch {
	case v.wide != nil:
		return value{t: v.t, wide: new(big.Float).Neg(v.wide)}
	case v.float != nil:
		x := -*v.float
		return value{t: v.t, float: &x}
	case v.e == nil:
		return v
	case v.t.kind == kFloat:
		return value{t: v.t, e: ir.FloatOp(ir.OpFNeg, v.e.Type, v.e)}
	}
	e := f.fold(ir.Neg(v.e))
	f.overflow(e, pos)
	f.wrap(ir.Neg(v.e), pos)
	return value{t: v.t, e: e}
}

// sizeOfExpression does not evaluate its operand, unless that is an array of variable length. One without side effects is
// evaluated for its type alone, as GCC has it: int (*p)[n] = malloc(sizeof *p) is no use of p.
func (f *fn) sizeOfExpression(x *cc.UnaryExpression) value {
	t := f.r.exprType(x.UnaryExpression).t
	if t.variable() && !f.constOnly {
		unchecked := f.unchecked
		f.unchecked = unchecked || !f.r.hasEffects(x.UnaryExpression)
		t = f.lvalue(x.UnaryExpression).t
		f.unchecked = unchecked
	}
	return f.sizeOf(t, f.pos(x))
}

// sizeOf is the size of a type; that of an array of variable length was computed where the type
// was written.
func (f *fn) sizeOf(t *ctype, pos ir.Pos) value {
	types := f.r.types
	types.complete(t)
	switch {
	case t.kind == kFunc:
		return f.number(types.size, num.I(1))
	case t.variable():
		return value{t: types.size, e: f.extent(t, pos)}
	case t.size >= 0:
		return f.number(types.size, num.I(t.size))
	}
	f.r.fail(pos, "", "sizeof an incomplete type")
	return f.number(types.size, num.I(0))
}

func (f *fn) postfix(x *cc.PostfixExpression) value {
	pos := f.pos(x)
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return f.argument(x, f.lvalue(x), pos)
	case cc.PostfixExpressionCall:
		return f.call(x, nil)
	case cc.PostfixExpressionInc:
		return f.increment(x.PostfixExpression, 1, false, pos)
	case cc.PostfixExpressionDec:
		return f.increment(x.PostfixExpression, -1, false, pos)
	case cc.PostfixExpressionComplit:
		if f.constOnly {
			return f.refuse()
		}
		t := f.typeName(x.TypeName)
		f.r.types.complete(t)
		if t.kind == kArray || t.isAgg() && !f.r.types.splittable(t) {
			return f.load(f.compoundLiteral(x), pos)
		}
		p := f.tempPlace(t, pos)
		f.initialise(p, x.InitializerList, pos)
		return f.load(p, pos)
	}
	f.r.fail(pos, "", "this expression is not supported")
	return f.number(f.r.types.intT, num.I(0))
}
