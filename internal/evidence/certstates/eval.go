package certstates

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// truth is what is known of a condition.
type truth uint8

const (
	open truth = iota
	yes
	no
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return open
}

// node is an expression.
type node struct {
	op    ir.Op
	typ   ir.Type
	index int   // of a variable
	val   value // of a constant
	args  []*node
	wraps bool
	whole value // any value of the type
}

// node makes an expression. Of what is neither an integer of at most 64 bits nor a condition on these nothing is known.
func (v *visitor) node(e *ir.Expr) *node {
	n := &node{op: e.Op, typ: e.Type, wraps: v.mode.Wraps(e.Type)}
	if e.Type.Kind != ir.Logical {
		n.whole = anyOf(e.Type, 0)
	}
	switch e.Op {
	case ir.OpConst:
		n.val = value{hi: 1, opaque: true}
		if w, ok := e.Val.Int64(); ok && (e.Type.Kind == ir.Logical || e.Type.Kind == ir.Integer && e.Type.Bits <= 64) {
			n.val = exactly(w)
		}
	case ir.OpVar:
		n.index = v.index[e.Var]
	case ir.OpNeg, ir.OpCompl, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor,
		ir.OpCast, ir.OpOfBool, ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpNot, ir.OpLAnd, ir.OpLOr, ir.OpIte, ir.OpInRange:
		for _, a := range e.Args {
			n.args = append(n.args, v.node(a))
		}
	default:
		n.op = ir.OpInvalid
	}
	return n
}

// cond is what is known of a condition. Where that is nothing, v.cut may say what to cut so that it is more.
func (v *visitor) cond(n *node, s *state) truth {
	switch n.op {
	case ir.OpConst:
		return truthOf(n.val.lo != 0)
	case ir.OpNot:
		return v.cond(n.args[0], s).not()
	case ir.OpLAnd:
		a := v.cond(n.args[0], s)
		if a == no {
			return no
		}
		if b := v.cond(n.args[1], s); b != yes {
			return b
		}
		return a
	case ir.OpLOr:
		a := v.cond(n.args[0], s)
		if a == yes {
			return yes
		}
		if b := v.cond(n.args[1], s); b != no {
			return b
		}
		return a
	case ir.OpIte:
		switch v.cond(n.args[0], s) {
		case yes:
			return v.cond(n.args[1], s)
		case no:
			return v.cond(n.args[2], s)
		}
		if a := v.cond(n.args[1], s); a == v.cond(n.args[2], s) {
			return a
		}
		return open
	case ir.OpInRange:
		return v.inRange(n.args[0], s)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return v.compare(n.op, v.eval(n.args[0], s), v.eval(n.args[1], s))
	}
	return open
}

// compare compares values, and asks for a cut if bounds do not decide.
func (v *visitor) compare(op ir.Op, a, b value) truth {
	switch op {
	case ir.OpNe:
		return v.compare(ir.OpEq, a, b).not()
	case ir.OpGe:
		return v.compare(ir.OpLt, a, b).not()
	case ir.OpGt:
		return v.compare(ir.OpLt, b, a)
	case ir.OpLe:
		return v.compare(ir.OpLt, b, a).not()
	}
	same := a.name != 0 && a.name == b.name && !a.known()
	switch {
	case a.opaque || b.opaque:
		return open
	case op == ir.OpEq && a.known() && b.known():
		return truthOf(a.lo == b.lo)
	case op == ir.OpEq && same:
		return yes
	case op == ir.OpEq && (a.hi < b.lo || b.hi < a.lo):
		return no
	case op == ir.OpLt && a.hi < b.lo:
		return yes
	case op == ir.OpLt && (a.lo >= b.hi || same):
		return no
	}
	// Where the bounds of one value lie within those of the other, this is cut there.
	switch {
	case b.known() && op == ir.OpEq:
		v.ask(a, b.lo, b.lo+1)
	case b.known():
		v.ask(a, b.lo)
	case a.known() && op == ir.OpEq:
		v.ask(b, a.lo, a.lo+1)
	case a.known():
		v.ask(b, a.lo+1)
	default:
		v.each(a)
		v.each(b)
	}
	return open
}

// ask asks for a cut of a value at the first of the numbers that lies between its bounds. The largest number plus 1 does not.
func (v *visitor) ask(x value, at ...int64) {
	for _, k := range at {
		if v.cut.name == 0 && !x.known() && !x.opaque && x.lo < k && k <= x.hi {
			v.cut = request{x.name, k}
		}
	}
}

// fewValues is how many values there are of what is cut until it is known.
const fewValues = 256

// each asks for a cut in the middle of a value that has few.
func (v *visitor) each(x value) {
	if !x.opaque && uint64(x.hi)-uint64(x.lo) < fewValues {
		v.ask(x, x.lo+(x.hi-x.lo+1)/2)
	}
}

// eval is what is known of a number.
func (v *visitor) eval(n *node, s *state) value {
	switch n.op {
	case ir.OpConst:
		return n.val
	case ir.OpVar:
		return s.vars[n.index]
	case ir.OpOfBool:
		switch v.cond(n.args[0], s) {
		case yes:
			return exactly(1)
		case no:
			return exactly(0)
		}
		return value{lo: 0, hi: 1}
	case ir.OpIte:
		switch v.cond(n.args[0], s) {
		case yes:
			return v.eval(n.args[1], s)
		case no:
			return v.eval(n.args[2], s)
		}
		return n.whole
	case ir.OpCast:
		if n.args[0].typ.Kind == ir.Logical || n.typ.Kind != ir.Integer {
			return n.whole
		}
		a := v.eval(n.args[0], s)
		switch {
		case a.opaque || n.whole.opaque:
			if n.whole.opaque && !a.opaque && a.lo >= 0 {
				return a
			}
			return n.whole
		case n.whole.lo <= a.lo && a.hi <= n.whole.hi:
			return a
		case a.known():
			return v.word(n, n.typ.Wrap(num.I(a.lo)))
		}
		v.ask(a, n.whole.lo, n.whole.hi+1)
		v.each(a)
		return n.whole
	case ir.OpInvalid:
		return n.whole
	}
	if n.op < ir.OpNeg || n.op > ir.OpXor {
		return n.whole
	}
	a, b := v.operands(n, s)
	if !a.known() || !b.known() {
		if x, ok := v.between(n, a, b); ok && (n.whole.opaque && x.lo >= 0 || n.whole.lo <= x.lo && x.hi <= n.whole.hi && !n.whole.opaque) {
			return x
		}
		return n.whole
	}
	if n.typ.Bits <= 32 && a.small() && b.small() && n.op >= ir.OpAdd && n.op <= ir.OpMul {
		r := exactly(small(n.op, a.lo, b.lo))
		if n.whole.lo <= r.lo && r.hi <= n.whole.hi || !n.wraps {
			return r
		}
	}
	r, ok := v.mode.Apply(n.op, n.typ, num.I(a.lo), num.I(b.lo))
	if !ok {
		v.out.Why = "a divisor is 0, or a number is shifted by a large distance"
		return n.whole
	}
	return v.word(n, r)
}

// word is a number, or opaque if it is none of 64 bits.
func (v *visitor) word(n *node, r num.Int) value {
	if w, ok := r.Int64(); ok {
		return exactly(w)
	}
	return value{hi: 1, opaque: true}
}

// small says that sums and products with x of other such values have 64 bits.
func (x value) small() bool { return -1<<31 <= x.lo && x.lo < 1<<31 }

func small(op ir.Op, a, b int64) int64 {
	switch op {
	case ir.OpAdd:
		return a + b
	case ir.OpSub:
		return a - b
	}
	return a * b
}

// operands are those of an operation; the second one of an operation with one is 0. Those of few values are to be cut until they are known.
func (v *visitor) operands(n *node, s *state) (a, b value) {
	a = v.eval(n.args[0], s)
	if len(n.args) > 1 {
		b = v.eval(n.args[1], s)
	}
	v.each(a)
	v.each(b)
	return a, b
}

// between are bounds of a sum or a difference in mathematics; ok is false if there are none.
func (v *visitor) between(n *node, a, b value) (x value, ok bool) {
	const far = 1 << 62
	if a.opaque || b.opaque || a.lo < -far || b.lo < -far || a.hi >= far || b.hi >= far {
		return value{}, false
	}
	switch n.op {
	case ir.OpAdd:
		return value{lo: a.lo + b.lo, hi: a.hi + b.hi}, true
	case ir.OpSub:
		return value{lo: a.lo - b.hi, hi: a.hi - b.lo}, true
	}
	return value{}, false
}

// inRange says whether an operation has a value of its type.
func (v *visitor) inRange(n *node, s *state) truth {
	if n.op == ir.OpConst || n.op == ir.OpVar || n.op == ir.OpCast || n.op == ir.OpOfBool {
		return yes
	}
	if n.op < ir.OpNeg || n.op > ir.OpXor {
		return open
	}
	a, b := v.operands(n, s)
	if a.known() && b.known() {
		r, ok := ir.Mode{Math: true}.Apply(n.op, n.typ, num.I(a.lo), num.I(b.lo))
		if !ok {
			return open
		}
		return truthOf(n.typ.Fits(r))
	}
	x, ok := v.between(n, a, b)
	switch {
	case !ok || n.whole.opaque:
		return open
	case n.whole.lo <= x.lo && x.hi <= n.whole.hi:
		return yes
	case x.hi < n.whole.lo || x.lo > n.whole.hi:
		return no
	}
	return open
}
