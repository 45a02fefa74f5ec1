// Package quantify finds the instances of quantifiers over integers whose ranges are known and small.
package quantify

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

const (
	maxInstances = 128     // with so many at most a quantifier is spelled out
	maxRange     = 1 << 30 // what constants a range may have, so that conversions do not change them
)

// Instances lists the values of the variables of a quantifier for which its condition has to be looked at: for all others it is true, if the quantifier is
// "for all", and else false. ok tells whether they are known, and not too many. constant is the value of an expression that is constant.
func Instances(q *core.Quantifier, constant func(core.Expr) (types.Integer, bool)) (list [][]int64, ok bool) {
	list = [][]int64{nil}
	ranges := rangesOf(q, constant)
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

// rangesOf are those of the variables, the lowest value and the highest, outside of which the condition has the value that does not decide. A
// comparison of two variables narrows both.
func rangesOf(q *core.Quantifier, constant func(core.Expr) (types.Integer, bool)) map[*core.Var][2]int64 {
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
			narrow(c, v, &low, &high, constant)
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
func narrow(x core.Expr, v *core.Var, low, high *int64, constant func(core.Expr) (types.Integer, bool)) {
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
	n, ok := constant(other)
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
