package ir

import "craig/logic/num"

// The constructors below fold what is the same in every Mode: an operation on constants whose
// result fits, neutral elements, casts of casts, truth values converted to numbers and back.
// Mode.Fold does the rest. They take operands of the right types; Check finds those that are not.

// Const is the number v of type t.
func Const(t Type, v num.Int) *Expr { return &Expr{Op: OpConst, Type: t, Val: v} }

// ConstInt is the number v of type t.
func ConstInt(t Type, v int64) *Expr { return Const(t, num.I(v)) }

var (
	trueExpr  = Const(Bool, num.I(1))
	falseExpr = Const(Bool, num.I(0))
)

// True and False are the conditions that always and never hold.
func True() *Expr  { return trueExpr }
func False() *Expr { return falseExpr }

// Truth is True or False.
func Truth(b bool) *Expr {
	if b {
		return trueExpr
	}
	return falseExpr
}

// VarExpr reads v.
func VarExpr(v *Var) *Expr { return &Expr{Op: OpVar, Type: v.Type, Var: v} }

// AddrOf is the address of o, of pointer type t.
func AddrOf(t Type, o *Object) *Expr { return &Expr{Op: OpAddr, Type: t, Obj: o} }

// Load reads a t at addr.
func Load(t Type, addr *Expr) *Expr { return &Expr{Op: OpLoad, Type: t, Args: []*Expr{addr}} }

// LoadFrom reads a t at addr in region.
func LoadFrom(region *Var, t Type, addr *Expr) *Expr {
	return &Expr{Op: OpLoad, Type: t, Args: []*Expr{addr}, Region: region}
}

// IsTrue and IsFalse recognise the constants.
func (e *Expr) IsTrue() bool  { return e.Op == OpConst && e.Type.Kind == Logical && !e.Val.IsZero() }
func (e *Expr) IsFalse() bool { return e.Op == OpConst && e.Type.Kind == Logical && e.Val.IsZero() }

// IsConst says whether e is a constant of any type.
func (e *Expr) IsConst() bool { return e.Op == OpConst }

// isInt says whether e is the constant k of a number type.
func (e *Expr) isInt(k int64) bool {
	v, ok := e.Val.Int64()
	return e.Op == OpConst && e.Type.Kind != Logical && ok && v == k
}

// Neg and Compl are -a and ~a.
func Neg(a *Expr) *Expr   { return arith(OpNeg, a, nil) }
func Compl(a *Expr) *Expr { return arith(OpCompl, a, nil) }

// Binary is a op b for OpAdd to OpXor, of a's type. Both have that type, but for the distance of
// a shift, which may be any integer.
func Binary(op Op, a, b *Expr) *Expr { return arith(op, a, b) }

func arith(op Op, a, b *Expr) *Expr {
	t := a.Type
	if a.IsConst() && (b == nil || b.IsConst()) && t.Fits(a.Val) {
		// In a Mode that does not wrap the result is the mathematical one; if that fits,
		// it is the result in all of them.
		var bv num.Int
		if b != nil {
			bv = b.Val
		}
		if b == nil || b.Type.Fits(bv) {
			if v, ok := (Mode{Math: true}).Apply(op, t, a.Val, bv); ok && t.Fits(v) {
				return Const(t, v)
			}
		}
	}
	switch op {
	case OpAdd, OpOr, OpXor:
		if a.isInt(0) { // 0 + b → b
			return b
		}
		if b.isInt(0) { // a + 0 → a
			return a
		}
	case OpSub, OpShl, OpShr:
		if b.isInt(0) { // a - 0 → a
			return a
		}
	case OpMul:
		if a.isInt(1) { // 1 * b → b
			return b
		}
		if b.isInt(1) { // a * 1 → a
			return a
		}
		if a.isInt(0) || b.isInt(0) { // a * 0 → 0
			return ConstInt(t, 0)
		}
	case OpAnd:
		if a.isInt(0) || b.isInt(0) { // a & 0 → 0
			return ConstInt(t, 0)
		}
	case OpDiv:
		if b.isInt(1) { // a / 1 → a
			return a
		}
	}
	args := []*Expr{a}
	if b != nil {
		args = append(args, b)
	}
	return &Expr{Op: op, Type: t, Args: args}
}

// PtrAdd is the pointer p moved by off bytes.
func PtrAdd(p, off *Expr) *Expr {
	if off.isInt(0) { // p + 0 → p
		return p
	}
	// (p + c) + d → p + (c + d)
	if p.Op == OpPtrAdd && p.Args[1].IsConst() && off.IsConst() && p.Args[1].Type == off.Type {
		if v := p.Args[1].Val.Add(off.Val); off.Type.Fits(v) {
			return PtrAdd(p.Args[0], Const(off.Type, v))
		}
	}
	return &Expr{Op: OpPtrAdd, Type: p.Type, Args: []*Expr{p, off}}
}

// PtrDiff is p - q in bytes, of integer type t.
func PtrDiff(t Type, p, q *Expr) *Expr {
	return &Expr{Op: OpPtrDiff, Type: t, Args: []*Expr{p, q}}
}

// Cast converts a to t, an Integer or Pointer type. (A conversion to _Bool is OfBool of ToBool.)
func Cast(t Type, a *Expr) *Expr {
	switch {
	case a.Type == t: // (t)a → a
		return a
	case a.IsConst() && t.IsNumber() && a.Type.Fits(a.Val) && t.Fits(a.Val):
		return Const(t, a.Val)
	case a.Op == OpOfBool && t.Fits(num.I(1)): // 0 and 1 are 0 and 1 of any type
		return OfBool(t, a.Args[0])
	case a.Op == OpCast && !a.NoWrap:
		// (t)(u)b → (t)b where u holds all of b's values, and where t drops at least as many
		// bits as u does.
		b, u := a.Args[0], a.Type
		if u.Contains(b.Type) || t.Bits <= u.Bits {
			return Cast(t, b)
		}
	}
	return &Expr{Op: OpCast, Type: t, Args: []*Expr{a}}
}

// OfBool is 1 of type t if c holds, else 0.
func OfBool(t Type, c *Expr) *Expr {
	if c.IsConst() {
		return Const(t, c.Val)
	}
	return &Expr{Op: OpOfBool, Type: t, Args: []*Expr{c}}
}

// ToBool is a != 0.
func ToBool(a *Expr) *Expr { return Compare(OpNe, a, ConstInt(a.Type, 0)) }

// Compare is a op b for OpEq to OpGe; both of one type.
func Compare(op Op, a, b *Expr) *Expr {
	if a.IsConst() && b.IsConst() {
		return Truth(Holds(op, a.Val, b.Val))
	}
	if a.IsConst() { // c < b → b > c
		a, b, op = b, a, mirror[op]
	}
	if b.IsConst() {
		switch a.Op {
		case OpOfBool:
			// c as 0 or 1: what does the comparison say of each?
			return Choose(a.Args[0], Holds(op, num.I(1), b.Val), Holds(op, num.I(0), b.Val))
		case OpIte:
			if x, y := a.Args[1], a.Args[2]; x.IsConst() && y.IsConst() {
				return Choose(a.Args[0], Holds(op, x.Val, b.Val), Holds(op, y.Val, b.Val))
			}
		case OpCast:
			// (t)x < c → x < c where t holds all of x's values and x's type holds c
			if x := a.Args[0]; a.Type.Contains(x.Type) && x.Type.Fits(b.Val) && !x.Type.IsFloat() {
				return Compare(op, x, Const(x.Type, b.Val))
			}
		}
	}
	// (t)x < (t)y → x < y where t holds all of their values
	if a.Op == OpCast && b.Op == OpCast {
		x, y := a.Args[0], b.Args[0]
		if x.Type == y.Type && a.Type.Contains(x.Type) && !x.Type.IsFloat() {
			return Compare(op, x, y)
		}
	}
	return &Expr{Op: op, Type: Bool, Args: []*Expr{a, b}}
}

var mirror = map[Op]Op{OpEq: OpEq, OpNe: OpNe, OpLt: OpGt, OpLe: OpGe, OpGt: OpLt, OpGe: OpLe}

var negated = map[Op]Op{OpEq: OpNe, OpNe: OpEq, OpLt: OpGe, OpLe: OpGt, OpGt: OpLe, OpGe: OpLt}

// Choose is then if c holds, else els: c, its negation or a constant.
func Choose(c *Expr, then, els bool) *Expr {
	switch {
	case then == els:
		return Truth(then)
	case then:
		return c
	}
	return Not(c)
}

// Not is the negation; of a comparison the opposite comparison.
func Not(c *Expr) *Expr {
	switch {
	case c.IsConst():
		return Truth(c.Val.IsZero())
	case c.Op == OpNot:
		return c.Args[0]
	}
	if op, ok := negated[c.Op]; ok {
		return &Expr{Op: op, Type: Bool, Args: c.Args}
	}
	return &Expr{Op: OpNot, Type: Bool, Args: []*Expr{c}}
}

// And and Or are the conjunction and disjunction.
func And(a, b *Expr) *Expr {
	switch {
	case a.IsFalse() || b.IsTrue():
		return a
	case a.IsTrue() || b.IsFalse():
		return b
	}
	return &Expr{Op: OpLAnd, Type: Bool, Args: []*Expr{a, b}}
}

func Or(a, b *Expr) *Expr {
	switch {
	case a.IsTrue() || b.IsFalse():
		return a
	case a.IsFalse() || b.IsTrue():
		return b
	}
	return &Expr{Op: OpLOr, Type: Bool, Args: []*Expr{a, b}}
}

// Ite is a if c holds, else b; a and b have one type, which may be Logical, and no undefined
// behaviour.
func Ite(c, a, b *Expr) *Expr {
	switch {
	case c.IsTrue():
		return a
	case c.IsFalse():
		return b
	case a.Type.Kind == Logical:
		return Or(And(c, a), And(Not(c), b))
	case a.isInt(1) && b.isInt(0):
		return OfBool(a.Type, c)
	case a.isInt(0) && b.isInt(1):
		return OfBool(a.Type, Not(c))
	case a == b || a.Op == OpConst && b.Op == OpConst && a.Val.Eq(b.Val):
		return a
	}
	return &Expr{Op: OpIte, Type: a.Type, Args: []*Expr{c, a, b}}
}

// InRange says that a, an arithmetic operation, fits its type.
func InRange(a *Expr) *Expr {
	if a.IsConst() {
		return Truth(a.Type.Fits(a.Val))
	}
	return &Expr{Op: OpInRange, Type: Bool, Args: []*Expr{a}}
}

// InObject says that the bytes at addr lie in the object that addr was derived from. With width 0
// that is said of the address only, and the end of the object is inside.
func InObject(addr *Expr, width int64) *Expr {
	return &Expr{Op: OpInObject, Type: Bool, Args: []*Expr{addr, ConstInt(Int(64, true), width)}}
}

// InDevice says that the bytes at addr lie in one of the program's Devices.
func InDevice(addr *Expr, width int64) *Expr {
	return &Expr{Op: OpInDevice, Type: Bool, Args: []*Expr{addr, ConstInt(Int(64, true), width)}}
}

// Known says that InObject can be decided for addr.
func Known(addr *Expr) *Expr { return &Expr{Op: OpKnown, Type: Bool, Args: []*Expr{addr}} }

// Freeable says that free may be given the pointer p.
func Freeable(p *Expr) *Expr { return &Expr{Op: OpFreeable, Type: Bool, Args: []*Expr{p}} }

// Among says that the address at, which has been chosen (see FromGhost), is that of one of size bytes at p.
func Among(p, at, size *Expr) *Expr {
	return &Expr{Op: OpAmong, Type: Bool, Args: []*Expr{p, at, size}}
}

// Overlap says that n bytes at p and m bytes at q, which are in the objects that p and q were derived from, have one in common.
func Overlap(p, n, q, m *Expr) *Expr {
	a, b := Root(p), Root(q)
	if a.Op == OpAddr && b.Op == OpAddr && a.Obj != b.Obj || isZero(n) || isZero(m) {
		return False()
	}
	return &Expr{Op: OpOverlap, Type: Bool, Args: []*Expr{p, n, q, m}}
}

func isZero(e *Expr) bool { return e.IsConst() && e.Val.IsZero() }

// Start is the address of the object that p was derived from; it is null if that does not live, and
// otherwise where alias cannot tell.
func Start(p, otherwise *Expr) *Expr {
	return &Expr{Op: OpStart, Type: otherwise.Type, Args: []*Expr{p, otherwise}}
}

// Extent is the size in bytes of the object that p was derived from; it is 0 if that does not live, and
// otherwise where alias cannot tell.
func Extent(p, otherwise *Expr) *Expr {
	return &Expr{Op: OpExtent, Type: otherwise.Type, Args: []*Expr{p, otherwise}}
}

// Forgotten says that the local object o has not lived before, or that no pointer to what it was then
// is left.
// Writable says that what addr points into may be written, as far as that is a matter of its declaration.
func Writable(addr *Expr) *Expr { return &Expr{Op: OpWritable, Type: Bool, Args: []*Expr{addr}} }

func NoneDangling(addr *Expr) *Expr {
	return &Expr{Op: OpNoneDangling, Type: Bool, Args: []*Expr{addr}}
}

// Defined says that none of the bits from lo to hi, counted from addr, is indeterminate.
func Defined(addr *Expr, lo, hi int64) *Expr {
	at := func(k int64) *Expr { return ConstInt(Int(64, true), k) }
	return &Expr{Op: OpDefined, Type: Bool, Args: []*Expr{addr, at(lo), at(hi)}}
}

// Counted says that AllFreed can be decided.
func Counted() *Expr { return &Expr{Op: OpCounted, Type: Bool} }

// AllFreed says that no block of the heap lives.
func AllFreed() *Expr { return &Expr{Op: OpAllFreed, Type: Bool} }

// Tracked says that a pointer leads to every block of the heap that lives: one in a global variable
// or in memory, or, with frames, in a local variable.
func Tracked(frames bool) *Expr {
	return &Expr{Op: OpTracked, Type: Bool, Args: []*Expr{OfBool(Int(32, true), Truth(frames))}}
}

// Traceable says that Tracked can be decided.
func Traceable(frames bool) *Expr {
	return &Expr{Op: OpTraceable, Type: Bool, Args: []*Expr{OfBool(Int(32, true), Truth(frames))}}
}

// Root is the pointer that an address was computed from.
func Root(addr *Expr) *Expr {
	for addr.Op == OpPtrAdd {
		addr = addr.Args[0]
	}
	return addr
}

// Rebuild is e's operator applied to other arguments, folded by the constructors. The arguments
// have the values of e's: NoWrap stays.
func Rebuild(e *Expr, args []*Expr) *Expr {
	r := rebuild(e, args)
	if e.NoWrap && !r.NoWrap && r.Op == e.Op && r.Type == e.Type && len(r.Args) == len(args) &&
		r.Args[0] == args[0] && r.Args[len(args)-1] == args[len(args)-1] {
		c := *r
		c.NoWrap = true
		return &c
	}
	return r
}

func rebuild(e *Expr, args []*Expr) *Expr {
	switch {
	case e.Op >= OpNeg && e.Op <= OpXor:
		if len(args) == 1 {
			return arith(e.Op, args[0], nil)
		}
		return arith(e.Op, args[0], args[1])
	case e.Op >= OpEq && e.Op <= OpGe:
		return Compare(e.Op, args[0], args[1])
	}
	if e.Op >= OpFAdd && e.Op <= OpFLe {
		return FloatOp(e.Op, e.Type, args...)
	}
	switch e.Op {
	case OpLoad:
		return LoadFrom(e.Region, e.Type, args[0])
	case OpPtrAdd:
		return PtrAdd(args[0], args[1])
	case OpPtrDiff:
		return PtrDiff(e.Type, args[0], args[1])
	case OpCast:
		return Cast(e.Type, args[0])
	case OpOfBool:
		return OfBool(e.Type, args[0])
	case OpNot:
		return Not(args[0])
	case OpLAnd:
		return And(args[0], args[1])
	case OpLOr:
		return Or(args[0], args[1])
	case OpIte:
		return Ite(args[0], args[1], args[2])
	case OpInRange:
		return InRange(args[0])
	case OpOverlap:
		return Overlap(args[0], args[1], args[2], args[3])
	case OpStart, OpExtent:
		return &Expr{Op: e.Op, Type: e.Type, Args: args}
	case OpInObject, OpInDevice, OpKnown, OpDefined, OpFreeable, OpWritable, OpNoneDangling, OpTracked, OpTraceable, OpAmong:
		return &Expr{Op: e.Op, Type: Bool, Args: args}
	}
	return e // leaves
}

// Fold folds constants as m computes them: what the constructors leave since Modes differ.
func (m Mode) Fold(e *Expr) *Expr {
	inRange := e.Op == OpInRange
	e = mapArgs(e, func(a *Expr) *Expr {
		if inRange && a.isArith() { // the exact value matters, not the wrapped one
			return mapArgs(a, m.Fold)
		}
		return m.Fold(a)
	})
	switch {
	case e.Op == OpCast && e.Args[0].IsConst() && e.Args[0].Type.IsNumber() && e.Type.IsNumber():
		return Const(e.Type, m.Convert(e.Type, e.Args[0].Val))
	case e.isArith():
		if v, ok := m.constant(e); ok && (m.Math || e.Type.Fits(v)) {
			return Const(e.Type, v)
		}
	case e.Op == OpInRange && e.Args[0].isArith():
		if exact, ok := (Mode{Math: true}).constant(e.Args[0]); ok {
			return Truth(e.Args[0].Type.Fits(exact))
		}
	}
	return e
}

func (e *Expr) isArith() bool { return e.Op >= OpNeg && e.Op <= OpXor }

// constant is the value of an arithmetic operation, if it is one on constants.
func (m Mode) constant(e *Expr) (v num.Int, ok bool) {
	for _, a := range e.Args {
		if !a.IsConst() {
			return num.Int{}, false
		}
	}
	return m.Apply(e.Op, e.Type, e.Args[0].Val, e.Args[len(e.Args)-1].Val)
}
