package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Quantifiers over integers, which package source spells __craig_forall(({ T i; e; })) and
// __craig_exists(({ T i; e; })). One whose range is known and small, as in
//
//	__CPROVER_forall { int i; 0 <= i && i < 8 ==> e }
//
// is the conjunction or disjunction of its instances. Of others, one instance stands for all, whose index is
// unknown: if it is false, "for all" is false, and if it is true, "there is" is true. That the quantifier has
// the other value is only possible then; a path on which it matters depends on an approximation. In an
// assertion it does not: where an instance of "for all" can be false, the assertion fails.

// maxInstances bounds the instances that a quantifier is spelled out with.
const maxInstances = 128

// quantifier is a call of one of the two functions.
type quantifier struct {
	universal bool
	block     *cc.CompoundStatement
	vars      []*variable
	body      cc.ExpressionNode
}

// quantifierOf is the quantifier that a call is; nil if it is none.
func (f *fn) quantifierOf(x *cc.PostfixExpression) *quantifier {
	if x.Case != cc.PostfixExpressionCall {
		return nil
	}
	g := f.r.callee(x)
	if g == nil || g.cname != "__craig_forall" && g.cname != "__craig_exists" || f.constOnly {
		return nil
	}
	q := &quantifier{universal: g.cname == "__craig_forall"}
	wrong := func() *quantifier {
		f.r.fail(f.pos(x), "write { int i; condition } behind it", "a quantifier that craig does not read")
		return nil
	}
	args := argumentList(x)
	if len(args) != 1 {
		return wrong()
	}
	p, ok := strip(args[0]).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionStmt {
		return wrong()
	}
	q.block = p.CompoundStatement
	for l := q.block.BlockItemList; l != nil; l = l.BlockItemList {
		switch b := l.BlockItem; {
		case b.Case == cc.BlockItemDecl:
			for d := b.Declaration.InitDeclaratorList; d != nil; d = d.InitDeclaratorList {
				v, ok := f.r.entities[d.InitDeclarator.Declarator].(*variable)
				if !ok || v.t.kind != kInt && v.t.kind != kBool || v.init != nil {
					return wrong()
				}
				if f.r.placeOf(f, v).v == nil {
					f.r.fail(v.pos, "", "the address of a bound variable is taken")
					return nil
				}
				q.vars = append(q.vars, v)
			}
		case b.Case == cc.BlockItemStmt && b.Statement.Case == cc.StatementExpr && q.body == nil && b.Statement.ExpressionStatement.ExpressionList != nil:
			q.body = b.Statement.ExpressionStatement.ExpressionList
		default:
			return wrong()
		}
	}
	if q.body == nil || len(q.vars) == 0 {
		return wrong()
	}
	return q
}

// quantifierValue is the value of a quantifier.
func (f *fn) quantifierValue(c *callSite) value {
	t := f.r.types.boolT
	q := f.quantifierOf(c.x)
	if q == nil {
		if f.constOnly {
			return f.refuse()
		}
		return f.number(t, num.I(0))
	}
	v, end := f.temp(t.ir(), c.pos), f.node(c.pos)
	yes, no := f.node(c.pos), f.node(c.pos)
	f.quantify(q, yes, no, false, c.pos)
	for i, n := range []*node{no, yes} {
		f.cur = n
		f.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, int64(i))}, c.pos)
		f.jump(end, c.pos)
	}
	f.cur = end
	return value{t: t, e: ir.VarExpr(v)}
}

// quantify goes to yes or no. asserted says that the program is wrong if the quantifier has the value that one
// instance can give it.
func (f *fn) quantify(q *quantifier, yes, no *node, asserted bool, pos ir.Pos) {
	f.enter(q.block)
	defer f.leave(q.block)
	// An instance decides if it leads to found; else the next one is looked at, or the value is the other.
	found, other := yes, no
	if q.universal {
		found, other = no, yes
	}
	instance := func(next *node) {
		if q.universal {
			f.condition(q.body, next, found)
		} else {
			f.condition(q.body, found, next)
		}
		f.cur = next
	}
	if instances := f.instancesOf(q); instances != nil {
		saved := f.instance
		defer func() { f.instance = saved }()
		for _, values := range instances {
			f.instance = map[*ir.Var]*ir.Expr{}
			for v, e := range saved {
				f.instance[v] = e
			}
			for i, v := range q.vars {
				f.instance[f.r.placeOf(f, v).v] = f.constOfInt(v.t, values[i])
			}
			instance(f.node(pos))
		}
		f.jump(other, pos)
		return
	}
	for _, v := range q.vars {
		f.declares(v)
		p := f.r.placeOf(f, v)
		f.emit(&ir.Havoc{Var: p.v, Source: ir.FromCall, Name: v.name}, v.pos)
	}
	instance(f.node(pos))
	if !asserted {
		f.r.note(ir.Overapproximated, pos, "a quantifier is decided by one of its instances")
		f.emit(&ir.Assume{Cond: ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))}, pos)
	}
	f.jump(other, pos)
}

func (f *fn) constOfInt(t *ctype, n int64) *ir.Expr { return f.r.constOf(t, num.I(n)) }

// instancesOf lists the values of the variables of q for which the body has to be looked at: for all others
// it is true, if q is universal, else false. It is nil if they are not known, or too many.
func (f *fn) instancesOf(q *quantifier) [][]int64 {
	list := [][]int64{nil}
	ranges := f.rangesOf(q)
	for _, v := range q.vars {
		low, high := ranges[v][0], ranges[v][1]
		if low < -maxRange || high > maxRange || high-low >= maxInstances {
			return nil
		}
		var next [][]int64
		for _, values := range list {
			for n := low; n <= high; n++ {
				next = append(next, append(append([]int64(nil), values...), n))
			}
		}
		if len(next) > maxInstances {
			return nil
		}
		list = next
	}
	if len(list) == 0 { // nothing to look at
		return [][]int64{}
	}
	return list
}

// maxRange bounds what constants a range may have, so that conversions do not change them.
const maxRange = 1 << 30

// rangesOf are ranges of the variables, the lowest value and the highest, outside of which the body of q has the value that
// does not decide. A comparison of two variables, as in 0 <= i <= j < 8, narrows both.
func (f *fn) rangesOf(q *quantifier) map[*variable][2]int64 {
	ranges := map[*variable][2]int64{}
	conditions := f.conjunctsOf(q)
	for _, v := range q.vars {
		low, high := int64(-maxRange-1), int64(maxRange+1)
		if v.t.kind == kBool || v.t.bits < 16 {
			low, _ = v.t.ir().Min().Int64()
			high, _ = v.t.ir().Max().Int64()
		} else if !v.t.signed {
			low = 0
		}
		for _, c := range conditions {
			f.bound(c, v, &low, &high)
		}
		ranges[v] = [2]int64{low, high}
	}
	for range q.vars {
		for _, c := range conditions {
			below, above, gap, ok := f.ordered(c, q.vars)
			if !ok {
				continue
			}
			b, a := ranges[below], ranges[above]
			if a[1] <= maxRange {
				b[1] = min(b[1], a[1]-gap)
			}
			if b[0] >= -maxRange {
				a[0] = max(a[0], b[0]+gap)
			}
			ranges[below], ranges[above] = b, a
		}
	}
	return ranges
}

// ordered tells whether a condition says of two of the variables, of one type, that below + gap <= above.
func (f *fn) ordered(n cc.ExpressionNode, vars []*variable) (below, above *variable, gap int64, ok bool) {
	x, is := n.(*cc.RelationalExpression)
	if !is {
		return nil, nil, 0, false
	}
	o := operands(n)
	for _, v := range vars {
		if f.denotes(o[0], v) {
			below = v
		}
		if f.denotes(o[1], v) {
			above = v
		}
	}
	if below == nil || above == nil || below.t != above.t {
		return nil, nil, 0, false
	}
	switch x.Case {
	case cc.RelationalExpressionLt:
		return below, above, 1, true
	case cc.RelationalExpressionLeq:
		return below, above, 0, true
	case cc.RelationalExpressionGt:
		return above, below, 1, true
	case cc.RelationalExpressionGeq:
		return above, below, 0, true
	}
	return nil, nil, 0, false
}

// conjunctsOf are conditions that hold wherever the body decides: those on the left of its arrow, or those
// that it has.
func (f *fn) conjunctsOf(q *quantifier) []cc.ExpressionNode {
	n := strip(q.body)
	if !q.universal {
		return conjuncts(n, nil)
	}
	var all []cc.ExpressionNode
	for {
		or, ok := n.(*cc.LogicalOrExpression)
		if !ok {
			return all
		}
		left, ok := strip(or.LogicalOrExpression).(*cc.UnaryExpression)
		if !ok || left.Case != cc.UnaryExpressionNot {
			return all
		}
		all = conjuncts(left.CastExpression, all)
		n = strip(or.LogicalAndExpression)
	}
}

// conjuncts appends the operands of && in n.
func conjuncts(n cc.ExpressionNode, to []cc.ExpressionNode) []cc.ExpressionNode {
	n = strip(n)
	if and, ok := n.(*cc.LogicalAndExpression); ok {
		return conjuncts(and.InclusiveOrExpression, conjuncts(and.LogicalAndExpression, to))
	}
	return append(to, n)
}

// bound narrows the range of v by a comparison with a constant.
func (f *fn) bound(n cc.ExpressionNode, v *variable, low, high *int64) {
	var op ir.Op
	switch x := n.(type) {
	case *cc.RelationalExpression:
		op = map[cc.RelationalExpressionCase]ir.Op{
			cc.RelationalExpressionLt: ir.OpLt, cc.RelationalExpressionGt: ir.OpGt,
			cc.RelationalExpressionLeq: ir.OpLe, cc.RelationalExpressionGeq: ir.OpGe,
		}[x.Case]
	case *cc.EqualityExpression:
		if x.Case != cc.EqualityExpressionEq {
			return
		}
		op = ir.OpEq
	default:
		return
	}
	o := operands(n)
	if f.denotes(o[1], v) {
		o[0], o[1] = o[1], o[0]
		op = map[ir.Op]ir.Op{ir.OpLt: ir.OpGt, ir.OpGt: ir.OpLt, ir.OpLe: ir.OpGe, ir.OpGe: ir.OpLe, ir.OpEq: ir.OpEq}[op]
	}
	if !f.denotes(o[0], v) || !f.r.valueType(o[1]).isInt() {
		return
	}
	c, ok := f.r.constant(f.unit, o[1])
	if !ok || c < -maxRange || c > maxRange {
		return
	}
	unsigned := !f.r.types.usual(v.t, f.r.valueType(o[1])).signed
	if unsigned && c < 0 {
		return
	}
	// Below a constant that is not negative, an unsigned comparison has no negative numbers.
	if op == ir.OpLt || op == ir.OpLe || op == ir.OpEq {
		if op == ir.OpLt {
			c--
		}
		*high = min(*high, c)
		if unsigned {
			*low = max(*low, 0)
		}
	}
	if op == ir.OpGt {
		c++
	}
	if (op == ir.OpGt || op == ir.OpGe || op == ir.OpEq) && (!unsigned || !v.t.signed) {
		*low = max(*low, c)
	}
}

// denotes tells whether an expression is the variable.
func (f *fn) denotes(n cc.ExpressionNode, v *variable) bool {
	x, ok := strip(n).(*cc.PrimaryExpression)
	return ok && x.Case == cc.PrimaryExpressionIdent && f.r.uses[x] == any(v)
}
