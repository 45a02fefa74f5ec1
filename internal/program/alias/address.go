package alias

import (
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// C does not say which numbers addresses are, but for what alignment tells of their low bits. So what a
// program computes from the number of an address is unknown here, unless it is the same for all
// numbers: an address again (moved, or with low bits set or cleared), or low bits below the alignment
// of each object that it may be the address of.
//
// A number is followed from the conversion of a pointer through variables; in memory it is where a
// pointer may be, as far as it is known which cells are read. A variable that has one only after some of its assignments has a
// flag (flags.go).
//
// Which objects are neighbours is unknown as well (meeting), and whether a block lies where a freed one
// was, of which the number is still there (reused).

// targets are where e may point to in objects of the program.
func (a *facts) targets(e *ir.Expr) (ts []ir.Target) {
	for _, t := range a.at(e) {
		if t.Obj != unknownAddress && !a.nowhere(t) && !a.objs[t.Obj].Fixed {
			ts = append(ts, t)
		}
	}
	return ts
}

// addressees are the objects whose address e may have.
func (a *facts) addressees(e *ir.Expr) (objs []int32) {
	for _, t := range a.targets(e) {
		objs = append(objs, t.Obj)
	}
	return objs
}

// below says that the number k of bits is below the alignment of all objects that e may be the
// address of.
func (a *facts) below(e *ir.Expr, k num.Int) bool {
	if k.Sign() < 0 {
		return false
	}
	objs := a.addressees(e)
	for _, o := range objs {
		align := max(a.objs[o].Align, 1)
		switch {
		case a.many(o) || a.objs[o].Kind == ir.FuncObject:
			align = 1
		case a.objs[o].Kind == ir.UnknownObject:
			align = a.space.Unknown // any number in its room is possible
		}
		if num.I(align).Cmp(k) <= 0 {
			return false
		}
	}
	return len(objs) > 0 // of a number that was cut and kept in a variable they are not known
}

// lowBits says that e is an operation of a number with a constant, or with some small number, and concerns
// low bits alone: those that are the same whatever the addresses are.
func (a *facts) lowBits(e *ir.Expr) bool {
	if len(e.Args) != 2 {
		return false
	}
	x := e.Args[0]
	if e.Op == ir.OpOr {
		k, ok := atMost(e.Args[1])
		return ok && (e.Args[1].IsConst() || !a.p.Math) && a.below(x, k)
	}
	if !e.Args[1].IsConst() {
		return false
	}
	k := e.Args[1].Val
	switch e.Op {
	case ir.OpRem:
		return k.Sign() > 0 && isPowerOf2(k) && a.below(x, k.Sub(num.I(1)))
	case ir.OpXor:
		return a.below(x, k)
	case ir.OpAnd: // low bits, or all but low bits
		_, cleared := num.I(-1).Sub(k).DivMod(num.Pow2(uint(e.Type.Bits)))
		return a.below(x, k) || a.below(x, cleared)
	}
	return false
}

// atMost is a number that e, which is at least 0, never exceeds: a constant, or the mask of what it is cut to,
// as in p | (kind & 1). ok is false if e does not show one.
func atMost(e *ir.Expr) (k num.Int, ok bool) {
	if e.Type.Kind != ir.Integer {
		return k, false
	}
	switch e.Op {
	case ir.OpConst:
		return e.Val, e.Val.Sign() >= 0
	case ir.OpAnd:
		for _, x := range e.Args {
			if x.IsConst() && x.Val.Sign() >= 0 {
				return x.Val, true
			}
		}
	case ir.OpIte:
		x, ok := atMost(e.Args[1])
		if !ok {
			return x, false
		}
		y, ok := atMost(e.Args[2])
		if x.Less(y) {
			x = y
		}
		return x, ok
	case ir.OpCast:
		k, ok := atMost(e.Args[0])
		return k, ok && e.Type.Fits(k)
	}
	return k, false
}

func isPowerOf2(k num.Int) bool { return k.And(k.Sub(num.I(1))).IsZero() }

// masked tells apart the operands of n & mask, where n is the whole number of an address and mask is a variable that is none:
// what is often there is all bits, or no bit, by a comparison without a branch. ok is false if e is not that.
func (a *facts) masked(e *ir.Expr) (n, mask *ir.Expr, ok bool) {
	if e.Op != ir.OpAnd || a.p.Math || e.Type.Bits != a.p.PtrBits {
		return nil, nil, false
	}
	n, mask = e.Args[0], e.Args[1]
	if !a.isNumber(n) {
		n, mask = mask, n
	}
	return n, mask, a.isNumber(n) && !a.isNumber(mask) && !mask.IsConst()
}

// masks is e, which masked has told apart, rewritten.
func (w *lowering) masks(e, n, mask *ir.Expr) *ir.Expr {
	all := ir.Const(e.Type, e.Type.Wrap(num.I(-1)))
	none := ir.ConstInt(e.Type, 0)
	return ir.Ite(ir.Compare(ir.OpEq, mask, all), n, ir.Ite(ir.Compare(ir.OpEq, mask, none), none, w.ofLayout(e)))
}

// dependsOnLayout says that the value of e depends on the numbers of addresses that are its operands.
func (a *facts) dependsOnLayout(e *ir.Expr) bool {
	number := func(i int) bool { return i < len(e.Args) && a.isNumber(e.Args[i]) }
	switch e.Op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpRem:
		if x := e.Args[0]; x.Op == ir.OpCast && x.Type.Bits < a.p.PtrBits && len(e.Args) == 2 {
			// of a number that is cut: the low bits are still there; what has others is no number that is followed
			if n := x.Args[0]; a.isNumber(n) || n.Type.Kind == ir.Pointer {
				return !a.lowBits(&ir.Expr{Op: e.Op, Type: e.Type, Args: []*ir.Expr{n, e.Args[1]}}) ||
					e.Op != ir.OpRem && !(e.Op == ir.OpAnd && a.below(n, e.Args[1].Val))
			}
		}
		return (number(0) || number(1)) && !a.lowBits(e)
	case ir.OpNeg, ir.OpCompl, ir.OpMul, ir.OpDiv, ir.OpShl, ir.OpShr:
		return number(0) || number(1)
	case ir.OpAdd:
		return number(0) && number(1)
	case ir.OpSub:
		return number(0) && number(1) && a.mayBeOfTwoObjects(e.Args[0], e.Args[1])
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		if e.Args[0].Type.Kind == ir.Pointer {
			return a.mustNotAlias(e.Args[0], e.Args[1]) || a.withConstant(e)
		}
		if number(0) && number(1) {
			return a.cut(e.Args[0]) || a.cut(e.Args[1]) || a.mayBeOfTwoObjects(e.Args[0], e.Args[1])
		}
		either := func(n, x *ir.Expr) bool { return a.signOpen(n) || a.unlike(n, x) }
		return number(0) && either(e.Args[0], e.Args[1]) || number(1) && either(e.Args[1], e.Args[0])
	case ir.OpEq, ir.OpNe:
		if e.Args[0].Type.Kind == ir.Pointer {
			return a.withConstant(e)
		}
		if number(0) && number(1) {
			return a.cut(e.Args[0]) || a.cut(e.Args[1])
		}
		return number(0) && a.unlike(e.Args[0], e.Args[1]) || number(1) && a.unlike(e.Args[1], e.Args[0])
	case ir.OpPtrDiff:
		return a.mustNotAlias(e.Args[0], e.Args[1])
	case ir.OpFOfInt:
		return number(0)
	case ir.OpCast: // where a pointer is to that is made of some bytes of an address, is not known
		return number(0) && (e.Type.IsFloat() || e.Type.Kind == ir.Pointer && a.cut(e.Args[0]))
	}
	return false
}

// withConstant says that e compares a pointer to an object with a constant that the object may lie at, before or behind.
func (a *facts) withConstant(e *ir.Expr) bool {
	p, q := e.Args[0], e.Args[1]
	return q.IsConst() && !a.reserved(q) && len(a.addressees(p)) > 0 || p.IsConst() && !a.reserved(p) && len(a.addressees(q)) > 0
}

// signOpen says that it is open whether n, the number of an address, is negative, or, in a type that is wider than addresses, how
// large: objects may lie in the upper half of the addresses, as the stack does with 32 bits, and GCC extends them by their
// highest bit. With 64 bits programs have the lower half alone.
func (a *facts) signOpen(n *ir.Expr) bool {
	return a.p.PtrBits < 64 && (n.Type.IsSigned() || n.Type.Bits > a.p.PtrBits)
}

// unlike says that what a comparison of n, the number of an address, with e gives depends on the layout: the
// number may be anything, but for those that no address is near. Of what is left of a number that was cut,
// and of one that was moved, that says nothing.
func (a *facts) unlike(n, e *ir.Expr) bool { return a.number(n) > wholeNumber || !a.reserved(e) }

// reserved says that e is a constant that no object's address is near: it is at the beginning or the end
// of the address space.
func (a *facts) reserved(e *ir.Expr) bool {
	if !e.IsConst() {
		return false
	}
	if a.isDevice(e.Val) {
		return true
	}
	return ir.ReservedAddress(a.p.PtrBits, e.Val)
}

// maxMeeting bounds the pairs of objects that a comparison of two addresses tells apart.
const maxMeeting = 8

// sharedTail is the size of the shorter of two literals if the longer ends in it: linkers make one of them then.
func sharedTail(o, n *ir.Object) int64 {
	if o.Kind != ir.StringObject || n.Kind != ir.StringObject {
		return 0
	}
	if o.Size > n.Size {
		o, n = n, o
	}
	text := func(o *ir.Object) string { return o.Data + strings.Repeat("\x00", int(o.Size)-len(o.Data)) }
	if strings.HasSuffix(text(n), text(o)) {
		return o.Size
	}
	return 0
}

// compared is what e, a comparison or difference of two addresses, leaves open. It is found once, so that what is done is what is claimed.
func (a *facts) compared(e *ir.Expr) ir.Comparison {
	if c, ok := a.comparisons[e]; ok {
		return c
	}
	c := ir.Comparison{Open: a.dependsOnLayout(e)}
	if !c.Open && (e.Op == ir.OpEq || e.Op == ir.OpNe) {
		c.Meet = a.adjacentObjects(e.Args[0], e.Args[1])
		c.Any = len(c.Meet) > maxMeeting
	} else if !c.Open {
		c.Decided = a.decided(e)
	}
	if damage.compared != nil {
		c = damage.compared(c)
	}
	a.comparisons[e] = c
	return c
}

// adjacentObjects are the addresses of p and q that craig's layout tells apart but that may be one: the end of an object and the beginning of
// another, or bytes that literals share. If there are more than maxMeeting it does not find all.
func (a *facts) adjacentObjects(p, q *ir.Expr) (list []ir.Meeting) {
	ps, qs := a.targets(p), a.targets(q)
	for _, t := range ps {
		for _, u := range qs {
			o, n := &a.objs[t.Obj], &a.objs[u.Obj]
			if o.Rep == n.Rep {
				continue
			}
			meet := func(at, other int64) {
				if t.Has(at) && u.Has(other) {
					list = append(list, ir.Meeting{First: ir.Target{Obj: t.Obj, Off: at}, Second: ir.Target{Obj: u.Obj, Off: other}})
				}
			}
			end := func(o *object) bool { return o.Single && o.Size > 0 }
			if end(o) && n.Single {
				meet(o.Size, 0)
			}
			if end(n) && o.Single {
				meet(0, n.Size)
			}
			for i, size := int64(0), sharedTail(o.Object, n.Object); i < size && len(list) <= maxMeeting; i++ {
				meet(o.Size-size+i, n.Size-size+i)
			}
			if len(list) > maxMeeting {
				return list
			}
		}
	}
	return list
}

// adjacent is when the addresses x and y that e compares for equality may be one though craig's layout tells them apart; false if they never are.
func (w *lowering) adjacent(e, x, y *ir.Expr) *ir.Expr {
	c := w.compared(e)
	if c.Any {
		return ir.True()
	}
	at := func(x *ir.Expr, t ir.Target) *ir.Expr {
		return ir.Compare(ir.OpEq, x, ir.Cast(x.Type, w.address(t.Obj, t.Off)))
	}
	met := ir.False()
	for _, m := range c.Meet {
		met = ir.Or(met, ir.And(at(x, m.First), at(y, m.Second)))
	}
	return met
}

// equality is e, a comparison of two addresses or their numbers for equality, whose operands have been
// rewritten to x and y. Addresses that are equal in craig's layout are; others may be.
func (w *lowering) equality(e, x, y *ir.Expr) *ir.Expr {
	p, q := e.Args[0], e.Args[1]
	when := ir.False()
	switch {
	case p.Type.Kind == ir.Pointer:
		when = w.adjacent(e, x, y)
		if w.mayReuseAddress(p, q) || w.leftBehind(p, q) {
			null := ir.ConstInt(x.Type, 0)
			when = ir.Or(when, ir.And(ir.Compare(ir.OpNe, x, null), ir.Compare(ir.OpNe, y, null)))
		}
	case w.isNumber(p) && w.isNumber(q):
		if when = w.adjacent(e, x, y); w.mayReuseAddress(p, q) || w.leftBehind(p, q) {
			when = ir.True()
		}
	}
	rebuilt := ir.Rebuild(e, []*ir.Expr{x, y})
	if when.IsFalse() {
		return rebuilt
	}
	open := w.ofLayout(&ir.Expr{Op: ir.OpEq, Type: e.Type, Args: e.Args})
	equal := ir.Or(ir.Compare(ir.OpEq, x, y), ir.And(when, open))
	if e.Op == ir.OpNe {
		return ir.Not(equal)
	}
	return equal
}

// mustNotAlias says that two pointers are sure to point to different objects.
func (a *facts) mustNotAlias(p, q *ir.Expr) bool {
	ps, qs := a.addressees(p), a.addressees(q)
	for _, o := range ps {
		for _, u := range qs {
			if a.objs[o].Rep == a.objs[u].Rep {
				return false
			}
		}
	}
	return len(ps) > 0 && len(qs) > 0
}

// mayBeOfTwoObjects says that two numbers are not known to be addresses of one object, and that the numbers themselves
// do not tell (as they do in order).
func (a *facts) mayBeOfTwoObjects(p, q *ir.Expr) bool {
	if a.cut(p) || a.cut(q) {
		p, q = uncut(p), uncut(q)
		ps, qs := a.objectsOf(p), a.objectsOf(q)
		for o := range ps {
			return len(ps) != 1 || len(qs) != 1 || !qs[o] || !a.objs[o].Single || a.cut(p) || a.cut(q)
		}
		return true
	}
	return len(a.addressees(p)) == 0 || len(a.addressees(q)) == 0 || a.mustNotAlias(p, q)
}

// uncut is what integer conversions made e of.
func uncut(e *ir.Expr) *ir.Expr {
	for e.Op == ir.OpCast && e.Type.Kind == ir.Integer && e.Args[0].Type.Kind == ir.Integer {
		e = e.Args[0]
	}
	return e
}

// layoutValue is an unknown value that stands for an operation whose result depends on the layout.
type layoutValue struct {
	op     ir.Op // of comparisons one of Lt, Le, Eq
	args   []*ir.Expr
	v      *ir.Var
	source ir.Source
}

// open is e, whose value depends on the layout, with operands that have been rewritten to args: of the whole number of an address
// it is known whether it equals an integer, computed from no address, that is 0.
func (w *lowering) open(e *ir.Expr, args []*ir.Expr) *ir.Expr {
	if e.Op == ir.OpNe {
		return ir.Not(w.open(ir.Not(e), args))
	}
	if e.Op == ir.OpEq && e.Args[0].Type.Kind == ir.Integer {
		for i, n := range e.Args {
			if x := e.Args[1-i]; w.number(n) == wholeNumber && !w.isNumber(x) && !x.IsConst() {
				return ir.Ite(ir.Compare(ir.OpEq, args[1-i], ir.ConstInt(x.Type, 0)), ir.Rebuild(e, args), w.ofLayout(e))
			}
		}
	}
	return w.ofLayout(e)
}

// ofLayout is an unknown value for e, the same in all conditions of the branch in hand.
func (w *lowering) ofLayout(e *ir.Expr) *ir.Expr {
	op, not := e.Op, false
	if opposite, ok := map[ir.Op]ir.Op{ir.OpGe: ir.OpLt, ir.OpGt: ir.OpLe, ir.OpNe: ir.OpEq}[op]; ok {
		op, not = opposite, true
	}
	t := e.Type
	if t.Kind == ir.Logical {
		t = ir.Int(8, false)
	}
	var v *ir.Var
	for _, h := range w.layout {
		if h.op == op && ir.Equal(h.args[0], e.Args[0]) && ir.Equal(h.args[len(h.args)-1], e.Args[len(e.Args)-1]) {
			v = h.v
		}
	}
	if v == nil {
		source := ir.FromApproximation
		if e.Type.Kind == ir.Logical && op != ir.OpEq && e.Args[0].Type.Kind == ir.Pointer {
			source = ir.FromUnspecified
		}
		note(w.p, w.edge.Pos, ir.Overapproximated, "the number of an address is unknown, but for what its alignment tells")
		v = w.p.NewTemp(w.p.Locs[w.edge.From].Func, t, w.edge.Pos)
		w.layout = append(w.layout, layoutValue{op, e.Args, v, source})
	}
	if e.Type.Kind != ir.Logical {
		return ir.VarExpr(v)
	}
	c := ir.ToBool(ir.VarExpr(v))
	if not {
		return ir.Not(c)
	}
	return c
}
