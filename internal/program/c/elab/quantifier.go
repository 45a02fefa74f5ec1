package elab

// Quantifiers over integers. One whose range is known and small, as in
//
//	__CPROVER_forall { int i; 0 <= i && i < 8 ==> e }
//
// is the conjunction or disjunction of its instances.

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

const (
	maxInstances = 128     // with so many at most a quantifier is spelled out
	maxRange     = 1 << 30 // what constants a range may have, so that conversions do not change them
)

func (u *unit) quantifier(x *syntax.Quantifier) operand {
	at, truth := u.pos(x.KeyPos), u.tt.Basic(types.Int)
	if u.fn == nil || x.Var == nil || u.unevaluated > 0 {
		u.refuse(x.KeyPos, "quantifier", "a quantifier in this place")
	}
	q := &core.Quantifier{At: at, Exists: x.Exists, Typ: truth}
	u.scope.enter()
	s := u.specifiers(x.Var.Specs)
	for _, d := range x.Var.List {
		t, _ := u.declared(s, d.Decl, nil)
		if !t.IsInteger() || d.Init != nil {
			u.refuse(x.KeyPos, "quantifier", "a quantifier over what are no integers")
		}
		name := d.Decl.Name
		v := u.temp(t.Main(), u.pos(name.NamePos))
		v.Name = name.Name
		u.scope.declare(name.Sym, &object{kind: variable, name: name.Name, pos: name.NamePos, typ: v.Type, v: v})
		q.Vars = append(q.Vars, v)
	}
	bound := len(u.bound)
	u.bound = append(u.bound, q.Vars...)
	code := u.scratch(func() { q.X = u.scalar(u.expr(x.X), syntax.Start(x.X), "the condition of a quantifier") })
	u.bound = u.bound[:bound]
	u.scope.leave()
	if len(code) > 0 || slices.ContainsFunc(q.Vars, func(v *core.Var) bool { return u.fn.addressed[v] }) {
		u.refuse(x.KeyPos, "quantifier", "a quantifier with effects")
	}
	instances, ok := u.instances(q)
	if !ok {
		return value(q)
	}
	var all core.Expr
	for _, values := range instances {
		y := core.Substitute(q.X, func(*core.Var) *core.Var { return nil }, func(v *core.Var) core.Expr {
			if i := slices.Index(q.Vars, v); i >= 0 {
				return u.intConst(u.tt.Wrap(v.Type, types.IntOf(values[i])), v.Type.Main(), at)
			}
			return nil
		})
		if all == nil {
			all = y
		} else {
			all = &core.Logical{At: at, Or: q.Exists, X: all, Y: y, Typ: truth}
		}
	}
	if all == nil {
		return u.truth(!q.Exists, x.KeyPos)
	}
	if len(instances) == 1 {
		all = &core.Logical{At: at, Or: q.Exists, X: all, Y: u.truth(!q.Exists, x.KeyPos).x, Typ: truth}
	}
	return value(all)
}

// instances lists the values of the variables of a quantifier for which its condition has to be looked at: for all others it is true, if the quantifier is
// "for all", and else false. ok tells whether they are known, and not too many.
func (u *unit) instances(q *core.Quantifier) (list [][]int64, ok bool) {
	list = [][]int64{nil}
	ranges := u.ranges(q)
	for _, v := range q.Vars {
		low, high := ranges[v][0], ranges[v][1]
		if low < -maxRange || high > maxRange || high-low >= maxInstances {
			return nil, false
		}
		var next [][]int64
		for _, values := range list {
			for n := low; n <= high; n++ {
				next = append(next, append(slices.Clone(values), n))
			}
		}
		if len(next) > maxInstances {
			return nil, false
		}
		list = next
	}
	return list, true
}

// ranges are those of the variables, the lowest value and the highest, outside of which the condition has the value that does not decide. A
// comparison of two variables narrows both.
func (u *unit) ranges(q *core.Quantifier) map[*core.Var][2]int64 {
	ranges := map[*core.Var][2]int64{}
	conditions := deciding(q)
	for _, v := range q.Vars {
		low, high := int64(-maxRange-1), int64(maxRange+1)
		switch t := v.Type; {
		case t.Kind == types.Bool:
			low, high = 0, 1
		case t.Bits() < 16:
			low, high = 0, int64(1)<<t.Bits()-1
			if t.IsSigned() {
				low, high = -(int64(1) << (t.Bits() - 1)), int64(1)<<(t.Bits()-1)-1
			}
		case !t.IsSigned():
			low = 0
		}
		for _, c := range conditions {
			u.narrow(c, v, &low, &high)
		}
		ranges[v] = [2]int64{low, high}
	}
	for range q.Vars {
		for _, c := range conditions {
			below, above, gap := ordered(c, q.Vars)
			if below == nil {
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

// deciding are conditions that hold wherever the condition of a quantifier decides: those on the left of its arrow, or those that it has.
func deciding(q *core.Quantifier) (all []core.Expr) {
	x := q.X
	if q.Exists {
		return conjuncts(x, nil)
	}
	for {
		or, ok := x.(*core.Logical)
		if !ok || !or.Or {
			return all
		}
		left, ok := or.X.(*core.Unary)
		if !ok || left.Op != core.Not {
			return all
		}
		all = conjuncts(left.X, all)
		x = or.Y
	}
}

// conjuncts appends the operands of && in x.
func conjuncts(x core.Expr, to []core.Expr) []core.Expr {
	if and, ok := x.(*core.Logical); ok && !and.Or {
		return conjuncts(and.Y, conjuncts(and.X, to))
	}
	return append(to, x)
}

// denotes tells whether an expression is the variable, perhaps converted to the type in which it is compared.
func denotes(x core.Expr, v *core.Var) bool {
	for {
		c, ok := x.(*core.Convert)
		if !ok || c.Explicit || c.Typ.Bits() < c.X.Type().Bits() {
			break
		}
		x = c.X
	}
	l, ok := x.(*core.Load)
	if !ok {
		return false
	}
	p, ok := l.X.(*core.VarPlace)
	return ok && p.Var == v
}

// ordered tells whether a condition says of two of the variables, of one type, that below + gap <= above; below is nil if it does not.
func ordered(x core.Expr, vars []*core.Var) (below, above *core.Var, gap int64) {
	b, ok := x.(*core.Binary)
	if !ok || !b.Op.IsComparison() {
		return nil, nil, 0
	}
	for _, v := range vars {
		if denotes(b.X, v) {
			below = v
		}
		if denotes(b.Y, v) {
			above = v
		}
	}
	if below == nil || above == nil || below.Type != above.Type {
		return nil, nil, 0
	}
	switch b.Op {
	case core.Lt:
		return below, above, 1
	case core.Le:
		return below, above, 0
	case core.Gt:
		return above, below, 1
	case core.Ge:
		return above, below, 0
	}
	return nil, nil, 0
}

var mirrored = map[core.BinaryOp]core.BinaryOp{core.Lt: core.Gt, core.Gt: core.Lt, core.Le: core.Ge, core.Ge: core.Le, core.Eq: core.Eq}

// narrow narrows the range of v by a comparison with a constant.
func (u *unit) narrow(x core.Expr, v *core.Var, low, high *int64) {
	b, ok := x.(*core.Binary)
	if !ok {
		return
	}
	op, known := mirrored[b.Op]
	if !known {
		return
	}
	other := b.X
	if denotes(b.X, v) {
		op, other = b.Op, b.Y
	} else if !denotes(b.Y, v) {
		return
	}
	if !other.Type().IsInteger() {
		return
	}
	n, ok := u.foldInt(other)
	if !ok {
		return
	}
	unsigned := !other.Type().IsSigned()
	c, ok := n.Int64()
	if !ok || c < -maxRange || c > maxRange || unsigned && c < 0 {
		return
	}
	// Below a constant that is not negative, an unsigned comparison has no negative numbers.
	if op == core.Lt || op == core.Le || op == core.Eq {
		top := c
		if op == core.Lt {
			top--
		}
		*high = min(*high, top)
		if unsigned {
			*low = max(*low, 0)
		}
	}
	if op == core.Gt {
		c++
	}
	if (op == core.Gt || op == core.Ge || op == core.Eq) && (!unsigned || !v.Type.IsSigned()) {
		*low = max(*low, c)
	}
}
