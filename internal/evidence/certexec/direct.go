package certexec

import "craig/internal/program/ir"

// A direct node compares, adds or copies variables and constants. Where these are known the machine does it without a call. The
// node has its function too, which does the same, and what is left: values that are unknown, results that the type does not
// have, and assumptions that do not hold.

// operation is what a direct node does.
type operation uint8

const (
	function operation = iota // it is not direct
	skip
	equal
	unequal
	less
	lessEqual
	greater
	greaterEqual
	sumInRange
	differenceInRange
	productInRange
	sum
	difference
	product
	conjunction
	disjunction
	exclusive
	exactSum
	exactDifference
	copied
)

// direct has the operands of a direct node.
type direct struct {
	op     operation
	up     uint8 // 64 less the bits of the result
	signed bool
	p, q   *int64
	kp, kq *bool
	to     *int64 // of an assignment
	known  *bool
}

// cut is v modulo 2^Bits.
func (d *direct) cut(v int64) int64 {
	if d.signed {
		return v << (d.up & 63) >> (d.up & 63)
	}
	return int64(uint64(v) << (d.up & 63) >> (d.up & 63))
}

// always says that there is nothing unknown.
var always = true

// What the operations of expressions are where they are direct.
var (
	comparisons = map[ir.Op]operation{
		ir.OpEq: equal, ir.OpNe: unequal, ir.OpLt: less, ir.OpLe: lessEqual, ir.OpGt: greater, ir.OpGe: greaterEqual,
	}
	ranges  = map[ir.Op]operation{ir.OpAdd: sumInRange, ir.OpSub: differenceInRange, ir.OpMul: productInRange}
	modulos = map[ir.Op]operation{
		ir.OpAdd: sum, ir.OpSub: difference, ir.OpMul: product, ir.OpAnd: conjunction, ir.OpOr: disjunction, ir.OpXor: exclusive,
	}
	exacts = map[ir.Op]operation{ir.OpAdd: exactSum, ir.OpSub: exactDifference}
)

// decides is how a condition is decided directly, if it is.
func (m *machine) decides(e *ir.Expr) (d direct) {
	switch {
	case e.Op == ir.OpInRange:
		x := e.Args[0]
		if !x.Type.IsSigned() || !small(x.Type) {
			return direct{}
		}
		d.p, d.q, d.kp, d.kq = m.smallOperands(x)
		d.op = ranges[x.Op]
		d.up, d.signed = uint8(64-x.Type.Bits), true
	case comparisons[e.Op] != function && !bare(e.Args[0].Type):
		d.op = comparisons[e.Op]
		d.p, d.kp = m.leaf(e.Args[0])
		d.q, d.kq = m.leaf(e.Args[1])
	}
	if d.p == nil || d.q == nil {
		return direct{}
	}
	return d
}

// does is how a statement is executed directly, if it is.
func (m *machine) does(s ir.Stmt) (d direct) {
	if _, ok := s.(*ir.Skip); ok {
		return direct{op: skip, kp: &always, kq: &always}
	}
	a, ok := s.(*ir.Assign)
	if !ok || a.Expr.Type != a.Var.Type || a.Var.Type.Kind != ir.Integer || a.Var.Type.Bits > 64 {
		return direct{}
	}
	e, t := a.Expr, a.Var.Type
	switch wraps := m.mode.Wraps(t); {
	case e.Op == ir.OpVar || e.Op == ir.OpConst:
		d.op = copied
		d.p, d.kp = m.leaf(e)
		d.q, d.kq = d.p, d.kp
	case len(e.Args) != 2:
	case wraps:
		d.op = modulos[e.Op]
		d.p, d.kp = m.uncutLeaf(e.Args[0], e)
		d.q, d.kq = m.uncutLeaf(e.Args[1], e)
	case t.IsSigned():
		d.op = exacts[e.Op]
		d.p, d.q, d.kp, d.kq = m.smallOperands(e)
	}
	if d.p == nil || d.q == nil {
		return direct{}
	}
	d.up, d.signed = uint8(64-t.Bits), t.IsSigned()
	i := m.index[a.Var]
	d.to, d.known = &m.vals[i], &m.known[i]
	return d
}

// straight executes direct nodes from n on, where the execution is and which is counted in its visits. It ends at a node that
// needs its function, which is counted too (here), or at one that is not plain or comes after until steps, which is not.
func (m *machine) straight(n *node, steps, until int) (at *node, taken int, here bool) {
	for n.op != function && *n.kp && *n.kq {
		next, v, yes := n.next, int64(0), true
		switch n.op {
		case skip:
			goto on
		case equal:
			yes = *n.p == *n.q
			goto branch
		case unequal:
			yes = *n.p != *n.q
			goto branch
		case less:
			yes = *n.p < *n.q
			goto branch
		case lessEqual:
			yes = *n.p <= *n.q
			goto branch
		case greater:
			yes = *n.p > *n.q
			goto branch
		case greaterEqual:
			yes = *n.p >= *n.q
			goto branch
		case sumInRange:
			v = *n.p + *n.q
			yes = n.cut(v) == v
			goto branch
		case differenceInRange:
			v = *n.p - *n.q
			yes = n.cut(v) == v
			goto branch
		case productInRange:
			v = *n.p * *n.q
			yes = n.cut(v) == v
			goto branch
		case sum:
			v = n.cut(*n.p + *n.q)
		case difference:
			v = n.cut(*n.p - *n.q)
		case product:
			v = n.cut(*n.p * *n.q)
		case conjunction:
			v = n.cut(*n.p & *n.q)
		case disjunction:
			v = n.cut(*n.p | *n.q)
		case exclusive:
			v = n.cut(*n.p ^ *n.q)
		default:
			switch n.op {
			case exactSum:
				v = *n.p + *n.q
			case exactDifference:
				v = *n.p - *n.q
			case copied:
				v = *n.p
			}
			if n.cut(v) != v {
				return n, steps, true
			}
		}
		*n.to, *n.known = v, true
		m.change++
		goto on
	branch:
		if !yes {
			if next = n.other; next == nil {
				return n, steps, true
			}
		}
	on:
		steps++
		n = next
		if !n.plain || steps >= until {
			return n, steps, false
		}
		n.visits++
	}
	return n, steps, true
}
