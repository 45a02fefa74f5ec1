package cfront

import (
	"fmt"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// GCC's arithmetic with a check for overflow: the mathematical result of the operation, whether it
// is a value of the type of the result, and that value, or the one that is congruent to it.

func overflowBuiltins() map[string]handler {
	h := map[string]handler{}
	for name, op := range map[string]ir.Op{"add": ir.OpAdd, "sub": ir.OpSub, "mul": ir.OpMul} {
		h["__builtin_"+name+"_overflow"] = overflowBuiltin(op)
		h["__builtin_"+name+"_overflow_p"] = overflowPredicate(op)
		for _, t := range []string{"s%s", "s%sl", "s%sll", "u%s", "u%sl", "u%sll"} {
			h["__builtin_"+fmt.Sprintf(t, name)+"_overflow"] = overflowBuiltin(op)
		}
	}
	return h
}

// overflowBuiltin is __builtin_add_overflow and its kin: *result is set, and the value tells whether
// the mathematical result does not fit. Of __builtin_sadd_overflow and so on, whose name gives the
// type, the operands are converted first.
func overflowBuiltin(op ir.Op) handler {
	return func(f *fn, c *callSite) value {
		types := f.r.types
		if len(c.args) != 3 {
			f.r.fail(c.pos, "", "%s needs three arguments", c.g.cname)
			return f.number(types.intT, num.I(0))
		}
		var params []*ctype
		if t := f.r.overflowType(c.g.cname); t != nil {
			params = []*ctype{t, t}
		}
		vs := f.arguments(c.args[:2], params)
		m := f.mark()
		p := f.pointee(c.args[2])
		f.freeze(m, c.pos, &vs[0], &vs[1])
		if vs[0].e == nil || vs[1].e == nil || p.t.kind != kInt {
			f.r.fail(c.pos, "", "%s needs integers", c.g.cname)
			return f.number(types.intT, num.I(0))
		}
		wrapped, overflows := f.exactly(op, vs[0], vs[1], p.t, c.pos)
		f.store(p, wrapped, c.pos)
		return value{t: types.boolT, e: ir.OfBool(types.boolT.ir(), overflows)}
	}
}

// overflowPredicate is __builtin_add_overflow_p and its kin, which only tell. The type of the result is
// that of the third argument, not promoted; of a bit-field its width counts.
func overflowPredicate(op ir.Op) handler {
	return func(f *fn, c *callSite) value {
		types := f.r.types
		if len(c.args) != 3 {
			f.r.fail(c.pos, "", "%s needs three arguments", c.g.cname)
			return f.number(types.intT, num.I(0))
		}
		vs := f.arguments(c.args[:2], nil)
		m := f.mark()
		f.effect(c.args[2])
		f.freeze(m, c.pos, &vs[0], &vs[1])
		t := f.r.valueType(c.args[2])
		if vs[0].e == nil || vs[1].e == nil || t.kind != kInt {
			f.r.fail(c.pos, "", "%s needs integers", c.g.cname)
			return f.number(types.intT, num.I(0))
		}
		_, overflows := f.exactly(op, vs[0], vs[1], t, c.pos)
		return value{t: types.boolT, e: ir.OfBool(types.boolT.ir(), overflows)}
	}
}

// overflowQuestion is __CPROVER_overflow_plus and its kin: whether the operation overflows in the type that
// it has in C. __CPROVER_overflow_unary_minus has one operand.
func overflowQuestion(op ir.Op) handler {
	return func(f *fn, c *callSite) value {
		types := f.r.types
		vs := f.arguments(c.args, nil)
		if len(vs) == 1 && strings.HasSuffix(c.g.cname, "_unary_minus") {
			vs = []value{f.number(types.intT, num.I(0)), vs[0]}
		}
		if len(vs) != 2 || !vs[0].t.isInt() || !vs[1].t.isInt() {
			f.r.fail(c.pos, "", "%s needs integers", c.g.cname)
			return f.number(types.boolT, num.I(0))
		}
		t := types.usual(vs[0].t, vs[1].t)
		_, overflows := f.exactly(op, f.convert(vs[0], t, c.pos), f.convert(vs[1], t, c.pos), t, c.pos)
		return value{t: types.boolT, e: ir.OfBool(types.boolT.ir(), overflows)}
	}
}

// shiftQuestion is __CPROVER_overflow_shl: whether a times two to the power of the distance is no value of the
// promoted type of a. A negative distance overflows.
func (f *fn) shiftQuestion(c *callSite) value {
	types := f.r.types
	vs := f.arguments(c.args, nil)
	if len(vs) != 2 || !vs[0].t.isInt() || !vs[1].t.isInt() || vs[0].t.bits > 64 || vs[1].t.bits > 64 {
		f.r.fail(c.pos, "", "%s needs integers of at most 64 bits", c.g.cname)
		return f.number(types.boolT, num.I(0))
	}
	t, wide := types.promote(vs[0].t), types.int128.ir()
	a, n := f.saved(f.cast(wide, vs[0].e), c.pos), f.saved(f.cast(wide, vs[1].e), c.pos)
	inside := ir.And(ir.Compare(ir.OpLe, ir.ConstInt(wide, 0), n), ir.Compare(ir.OpLt, n, ir.ConstInt(wide, int64(t.bits))))
	zero := ir.Compare(ir.OpEq, a, ir.ConstInt(wide, 0))
	negative := ir.Compare(ir.OpLt, n, ir.ConstInt(wide, 0))
	// The greatest and the least operand that fit are the bounds of the type, shifted back.
	distance := ir.Ite(inside, n, ir.ConstInt(wide, 0))
	high := f.fold(ir.Binary(ir.OpShr, ir.Const(wide, t.ir().Max()), distance))
	low := f.fold(ir.Binary(ir.OpShr, ir.Const(wide, t.ir().Min()), distance))
	fits := ir.And(inside, ir.And(ir.Compare(ir.OpLe, low, a), ir.Compare(ir.OpLe, a, high)))
	fits = ir.And(ir.Not(negative), ir.Or(zero, fits))
	return value{t: types.boolT, e: ir.OfBool(types.boolT.ir(), ir.Not(fits))}
}

// overflowType is the type in the name of one of __builtin_[su](add|sub|mul)(|l|ll)_overflow; nil if
// the name has none.
func (r *reader) overflowType(name string) *ctype {
	name, ok := strings.CutSuffix(strings.TrimPrefix(name, "__builtin_"), "_overflow")
	if !ok || len(name) < 4 {
		return nil
	}
	types := map[string]*ctype{
		"s": r.types.intT, "sl": r.types.long, "sll": r.types.llong,
		"u": r.types.uint, "ul": r.types.ulong, "ull": r.types.ullong,
	}
	return types[name[:1]+name[4:]]
}

// exactly computes a op b without bounds. wrapped is that result as a value of the integer type t,
// and overflows is true where the two differ; neither reads anything but temporaries.
func (f *fn) exactly(op ir.Op, a, b value, t *ctype, pos ir.Pos) (wrapped value, overflows *ir.Expr) {
	switch {
	case a.e.IsConst() && b.e.IsConst():
		exact := exactConstant(op, a.e.Val, b.e.Val)
		return f.number(t, exact), ir.Truth(!f.r.mode.Math && !t.ir().Fits(exact))
	case f.r.mode.Math || a.t.bits <= 64 && b.t.bits <= 64 && t.bits <= 64:
		return f.exactlyWide(op, a, b, t, pos)
	case op == ir.OpMul:
		return f.exactProduct(a, b, t, pos)
	}
	return f.exactSum(op, a, b, t, pos)
}

func exactConstant(op ir.Op, a, b num.Int) num.Int {
	switch op {
	case ir.OpAdd:
		return a.Add(b)
	case ir.OpSub:
		return a.Sub(b)
	}
	return a.Mul(b)
}

// exactlyWide computes with 128 bits, which hold every sum, difference and product of 64 bits: of
// two unsigned factors if they are unsigned, else if they are signed.
func (f *fn) exactlyWide(op ir.Op, a, b value, t *ctype, pos ir.Pos) (value, *ir.Expr) {
	wide := f.r.types.int128.ir()
	if op == ir.OpMul && !a.t.signed && !b.t.signed {
		wide = f.r.types.uint128.ir()
	}
	exact := f.saved(ir.Binary(op, f.cast(wide, a.e), f.cast(wide, b.e)), pos)
	wrapped := ir.Cast(t.ir(), exact)
	return value{t: t, e: wrapped}, ir.Compare(ir.OpNe, ir.Cast(wide, wrapped), exact)
}

// exactSum is a sum or a difference with 128 bits. Modulo 2¹²⁸, with A and B congruent to a and b,
// R is A ± B. The mathematical result is R + k·2¹²⁸, where k counts the carry or the borrow and
// the negative operands. It fits just if it is the wrapped value, of which k is -1 if it is negative,
// else 0.
func (f *fn) exactSum(op ir.Op, a, b value, t *ctype, pos ir.Pos) (value, *ir.Expr) {
	u, s := f.r.types.uint128.ir(), f.r.types.intT.ir()
	one := func(c *ir.Expr) *ir.Expr { return ir.OfBool(s, c) }
	A, B := f.saved(f.cast(u, a.e), pos), f.saved(f.cast(u, b.e), pos)
	negativeA, negativeB := one(f.isNegative(a, pos)), one(f.isNegative(b, pos))
	R := f.saved(ir.Binary(op, A, B), pos)
	var k *ir.Expr
	if op == ir.OpAdd {
		carry := one(ir.Compare(ir.OpLt, R, A))
		k = ir.Binary(ir.OpSub, ir.Binary(ir.OpSub, carry, negativeA), negativeB)
	} else {
		borrow := one(ir.Compare(ir.OpLt, A, B))
		k = ir.Binary(ir.OpSub, ir.Binary(ir.OpSub, negativeB, negativeA), borrow)
	}
	wrapped := value{t: t, e: f.saved(ir.Cast(t.ir(), R), pos)}
	same := ir.Compare(ir.OpEq, f.cast(u, wrapped.e), R)
	level := ir.Compare(ir.OpEq, k, ir.Neg(one(f.isNegative(wrapped, pos))))
	return wrapped, ir.Not(ir.And(same, level))
}

// exactProduct is a product with 128 bits, from the magnitudes of the factors.
func (f *fn) exactProduct(a, b value, t *ctype, pos ir.Pos) (value, *ir.Expr) {
	u := f.r.types.uint128.ir()
	zero := ir.ConstInt(u, 0)
	negate := func(c, e *ir.Expr) *ir.Expr {
		return f.saved(ir.Ite(c, ir.Binary(ir.OpSub, zero, e), e), pos)
	}
	negativeA, negativeB := f.isNegative(a, pos), f.isNegative(b, pos)
	A, B := negate(negativeA, f.cast(u, a.e)), negate(negativeB, f.cast(u, b.e))
	product := f.saved(ir.Binary(ir.OpMul, A, B), pos)
	quotient := ir.Binary(ir.OpDiv, product, ir.Ite(ir.Compare(ir.OpEq, A, zero), ir.ConstInt(u, 1), A))
	tooLarge := ir.And(ir.Compare(ir.OpNe, A, zero), ir.Compare(ir.OpNe, quotient, B))
	negative := ir.Or(ir.And(negativeA, ir.Not(negativeB)), ir.And(ir.Not(negativeA), negativeB))
	least, most := ir.Const(u, t.ir().Min().Neg()), ir.Const(u, t.ir().Max())
	fits := ir.Compare(ir.OpLe, product, ir.Ite(negative, least, most))
	wrapped := value{t: t, e: ir.Cast(t.ir(), negate(negative, product))}
	return wrapped, ir.Or(tooLarge, ir.Not(fits))
}

// isNegative is the condition that an integer is. What it reads does not change.
func (f *fn) isNegative(v value, pos ir.Pos) *ir.Expr {
	if !v.t.signed {
		return ir.False()
	}
	e := f.saved(v.e, pos)
	return ir.Compare(ir.OpLt, e, ir.ConstInt(e.Type, 0))
}

// saved is a temporary with the value that e has now; e itself if that cannot change.
func (f *fn) saved(e *ir.Expr, pos ir.Pos) *ir.Expr {
	if e.IsConst() {
		return e
	}
	t := f.temp(e.Type, pos)
	f.emit(&ir.Assign{Var: t, Expr: e}, pos)
	return ir.VarExpr(t)
}
