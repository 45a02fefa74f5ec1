package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Constant expressions are evaluated by lowering them, for themselves and without effects: so they
// have the values that the same expression has in a program. They are evaluated with machine
// integers, also where the program's are unbounded, since they make types; and floating-point
// numbers are rounded as GCC does it when it compiles.

// constantValue is the value of an integer constant expression; ok is false if n is none. GCC's
// are more than C11's: no operand need be a literal, as long as it names no object.
func (r *reader) constantValue(u *unit, n cc.ExpressionNode) (v value, ok bool) {
	if n == nil || isNilNode(n) {
		return value{}, false
	}
	f := &fn{graph: newGraph(ir.Pos{}, ir.Pos{}), r: r, unit: u, constOnly: true, ir: r.scratch}
	quiet, failure, mode := r.quiet, r.quietFailure, r.mode
	r.quiet, r.quietFailure, r.mode = true, false, ir.Mode{Signed: ir.SignedWrap}
	v = f.rvalue(n)
	ok = !f.notConst && !r.quietFailure && v.e != nil && v.e.IsConst() && v.t.isInt()
	r.quiet, r.quietFailure, r.mode = quiet, failure, mode
	if !ok {
		return value{}, false
	}
	return v, true
}

// constant is the value of an integer constant expression that fits into 64 bits.
func (r *reader) constant(u *unit, n cc.ExpressionNode) (int64, bool) {
	v, ok := r.constantValue(u, n)
	if !ok {
		return 0, false
	}
	return v.e.Val.Int64()
}

// refuse says that what is evaluated is no constant expression, and returns some value.
func (f *fn) refuse() value {
	f.notConst = true
	return f.number(f.r.types.intT, num.I(0))
}

func (f *fn) refusePlace() place {
	f.notConst = true
	return place{t: f.r.types.intT, addr: ir.ConstInt(f.r.prog.PtrType(), 0)}
}

// foldable are the functions that may be called in constant expressions.
var foldable = map[string]bool{
	"__builtin_expect": true, "__builtin_expect_with_probability": true, "__builtin_constant_p": true,
	"__builtin_choose_expr": true, "__ccgo__types_compatible_p": true,
	"__builtin_add_overflow_p": true, "__builtin_sub_overflow_p": true, "__builtin_mul_overflow_p": true,
	"__builtin_classify_type": true, "__atomic_always_lock_free": true,
}
