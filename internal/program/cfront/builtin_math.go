package cfront

import (
	"craig/internal/program/c/floats"
	"craig/internal/program/ir"
	"craig/logic/float"
)

// Functions of math.h that are one operation, or a choice between a few: exact for float and double.
// Those that take a number apart are models, see models/math.c.

func mathBuiltins() map[string]handler {
	h := map[string]handler{
		"fesetround": (*fn).setRounding, "fegetround": (*fn).builtinZero,
	}
	for _, suffix := range []string{"", "f"} {
		for name, m := range mathFunctions {
			h[name+suffix] = m.of(suffix)
		}
		for name, mode := range map[string]ir.Op{"lrint": ir.OpFRint, "llrint": ir.OpFRint, "lround": ir.OpFRound, "llround": ir.OpFRound} {
			h[name+suffix] = wholeNumber(mode, suffix)
		}
		h["__fpclassify"+suffix] = classification(suffix)
		for name, test := range map[string]string{"isnan": "isnan", "isinf": "isinf_sign", "finite": "finite", "__isnan": "isnan", "__isinf": "isinf_sign", "__finite": "finite", "__signbit": "signbit"} {
			h[name+suffix] = floatTest(floatTests[test])
		}
	}
	rangeBuiltins(h)
	return h
}

// mathFunction computes a result of the type of its arguments, x.
type mathFunction struct {
	params int
	result func(f *fn, c *callSite, x []*ir.Expr) *ir.Expr
	// failed is when errno is set; nil: never. It may be set then, as C leaves it open.
	failed func(x []*ir.Expr) *ir.Expr
}

func operation(op ir.Op, params int, failed func(x []*ir.Expr) *ir.Expr) mathFunction {
	return mathFunction{params, func(f *fn, c *callSite, x []*ir.Expr) *ir.Expr {
		return f.checkFloat(c.pos, op, x[0].Type, x...)
	}, failed}
}

var mathFunctions = map[string]mathFunction{
	"fabs":      operation(ir.OpFAbs, 1, nil),
	"floor":     operation(ir.OpFFloor, 1, nil),
	"ceil":      operation(ir.OpFCeil, 1, nil),
	"trunc":     operation(ir.OpFTrunc, 1, nil),
	"round":     operation(ir.OpFRound, 1, nil),
	"rint":      operation(ir.OpFRint, 1, nil),
	"nearbyint": operation(ir.OpFRint, 1, nil),
	"roundeven": operation(ir.OpFRint, 1, nil),
	"sqrt": operation(ir.OpFSqrt, 1, func(x []*ir.Expr) *ir.Expr {
		return ir.FloatOp(ir.OpFLt, ir.Bool, x[0], ir.ConstInt(x[0].Type, 0))
	}),
	"fmod":      operation(ir.OpFMod, 2, noQuotient),
	"remainder": operation(ir.OpFRem, 2, noQuotient),
	"drem":      operation(ir.OpFRem, 2, noQuotient),
	"fma":       operation(ir.OpFFma, 3, anyFailure),
	"copysign": {2, func(f *fn, c *callSite, x []*ir.Expr) *ir.Expr {
		magnitude := ir.FloatOp(ir.OpFAbs, x[0].Type, x[0])
		return ir.Ite(f.negative(c, value{e: x[1]}), ir.FloatOp(ir.OpFNeg, x[0].Type, magnitude), magnitude)
	}, nil},
	"fdim": {2, func(f *fn, c *callSite, x []*ir.Expr) *ir.Expr {
		d := f.checkFloat(c.pos, ir.OpFSub, x[0].Type, x[0], x[1])
		return ir.Ite(ir.FloatOp(ir.OpFLe, ir.Bool, x[0], x[1]), ir.ConstInt(x[0].Type, 0), d)
	}, anyFailure},
	"fmin": {2, func(f *fn, c *callSite, x []*ir.Expr) *ir.Expr { return f.extreme(c, x[0], x[1], true) }, nil},
	"fmax": {2, func(f *fn, c *callSite, x []*ir.Expr) *ir.Expr { return f.extreme(c, x[0], x[1], false) }, nil},
}

func anyFailure([]*ir.Expr) *ir.Expr { return nil }

// noQuotient is when fmod has no value.
func noQuotient(x []*ir.Expr) *ir.Expr {
	t := floats.Of(x[1])
	infinite := floats.Of(x[0])
	numbers := ir.And(ir.Not(ir.IsNaN(x[0])), ir.Not(ir.IsNaN(x[1])))
	return ir.And(numbers, ir.Or(t.Equals(0), ir.FloatOp(ir.OpFEq, ir.Bool, infinite.Magnitude(), t.Constant(t.Format.Inf()))))
}

func (m mathFunction) of(suffix string) handler {
	return func(f *fn, c *callSite) value {
		x, t, ok := f.mathArguments(c, suffix, m.params)
		if !ok {
			return f.floatResult(c)
		}
		v := value{t: t, e: m.result(f, c, x)}
		if m.failed != nil && !f.constOnly {
			f.mathErrno(c, m.failed(x))
		}
		return v
	}
}

// mathArguments are the arguments of a function of floats, all of type t, which the suffix of its name
// says, in variables.
func (f *fn) mathArguments(c *callSite, suffix string, n int) (x []*ir.Expr, t *ctype, ok bool) {
	t = f.r.types.double
	if suffix == "f" {
		t = f.r.types.float
	}
	if len(c.args) != n || !t.exact {
		f.effects(c.args)
		return nil, t, false
	}
	params := make([]*ctype, n)
	for i := range params {
		params[i] = t
	}
	for _, v := range f.passed(c, params...) {
		if v.e == nil {
			return nil, t, false
		}
		x = append(x, f.settled(v.e, c.pos))
	}
	return x, t, true
}

// extreme is the less or the greater one of two numbers, and the number if one is a NaN. Of two zeros it
// may be either, and of a signalling NaN and a number also a NaN.
func (f *fn) extreme(c *callSite, x, y *ir.Expr, least bool) *ir.Expr {
	any := ir.True()
	if !f.constOnly {
		any = ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromOpen, c.g.cname, c.pos))
	}
	other := func(nan, number *ir.Expr) *ir.Expr {
		format := nan.Type.Format()
		word := ir.Int(nan.Type.Bits, false)
		quiet := ir.Compare(ir.OpGe, ir.Cast(word, ir.FloatOp(ir.OpFAbs, nan.Type, nan)), ir.Const(word, float.Bits(format.NaN())))
		return ir.Ite(ir.Or(quiet, any), number, ir.FloatConst(nan.Type, format.NaN()))
	}
	first, second := x, y
	if !least {
		first, second = y, x
	}
	e := ir.Ite(ir.FloatOp(ir.OpFLt, ir.Bool, first, second), x, ir.Ite(ir.FloatOp(ir.OpFLt, ir.Bool, second, first), y, ir.Ite(any, x, y)))
	return ir.Ite(ir.IsNaN(x), other(x, y), ir.Ite(ir.IsNaN(y), other(y, x), e))
}

// wholeNumber is a float rounded to an integer. If the type does not hold it the result is open.
func wholeNumber(op ir.Op, suffix string) handler {
	return func(f *fn, c *callSite) value {
		x, of, ok := f.mathArguments(c, suffix, 1)
		t := f.r.resultType(c.g)
		if !ok || !t.isInt() {
			return f.floatResult(c)
		}
		whole := f.settled(ir.FloatOp(op, x[0].Type, x[0]), c.pos)
		if v, ok := wholePart(value{t: of, e: whole}); ok && t.ir().Fits(v) {
			return f.number(t, v)
		}
		in := ir.FitsInteger(whole, t.ir())
		if f.constOnly || whole.IsConst() {
			return f.floatResult(c)
		}
		open := f.havoc(t.ir(), ir.FromOpen, c.g.cname, c.pos)
		e := ir.Ite(in, ir.FloatOp(ir.OpFToInt, t.ir(), whole), open)
		f.mathErrno(c, nil)
		return value{t: t, e: e}
	}
}

// classification is glibc's function behind fpclassify.
func classification(suffix string) handler {
	return func(f *fn, c *callSite) value {
		x, _, ok := f.mathArguments(c, suffix, 1)
		if !ok {
			return f.floatResult(c)
		}
		i := f.r.types.intT
		class := func(n int64) *ir.Expr { return ir.ConstInt(i.ir(), n) }
		return value{t: i, e: classify(value{e: x[0]}, class(0), class(1), class(4), class(3), class(2))}
	}
}

// setRounding is fesetround. Programs that round otherwise than to nearest are not modelled.
func (f *fn) setRounding(c *callSite) value {
	i := f.r.types.intT
	if len(c.args) != 1 {
		return f.wrongCount(c)
	}
	mode := f.settled(f.passed(c, i)[0].e, c.pos)
	is := func(n int64) *ir.Expr { return ir.Compare(ir.OpEq, mode, ir.ConstInt(mode.Type, n)) }
	if other := ir.Or(is(0x400), ir.Or(is(0x800), is(0xc00))); !other.IsFalse() { // FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO
		away, rest := f.node(c.pos), f.node(c.pos)
		f.branch(other, away, rest, c.pos)
		f.cur = away
		f.unsound(c.pos, "rounding modes other than to nearest are not supported")
		f.cur = rest
	}
	return value{t: i, e: f.openNumber(c, ir.Not(is(0)))}
}

// modelBits and modelFloat are the bit pattern of a float, and the other way round, in models.
func (f *fn) modelBits(c *callSite) value {
	v := f.rvalue(c.args[0])
	t := f.r.resultType(c.g)
	if !v.t.exact {
		return f.floatResult(c)
	}
	return value{t: t, e: ir.Cast(t.ir(), v.e)}
}

func (f *fn) modelFloat(c *callSite) value {
	t := f.r.resultType(c.g)
	word := ir.Int(uint8(8*t.size), false)
	v := f.convert(f.rvalue(c.args[0]), f.r.types.ofWidth(word.Bits, false), c.pos)
	if !t.exact || v.e == nil {
		return f.floatResult(c)
	}
	if v.e.IsConst() {
		return value{t: t, e: ir.Const(t.ir(), v.e.Val)}
	}
	return value{t: t, e: ir.Cast(t.ir(), v.e)}
}

// rangeBuiltins are the handlers of functions of whose results a range is known, for double and float.
func rangeBuiltins(h map[string]handler) {
	for _, suffix := range []string{"", "f"} {
		for _, name := range floats.Ranges() {
			h[name+suffix] = inRange(name, suffix)
		}
		h["nan"+suffix] = (*fn).builtinNaN
	}
}

func inRange(name, suffix string) handler {
	return func(f *fn, c *callSite) value {
		x, t, ok := f.mathArguments(c, suffix, floats.Params(name))
		if !ok || f.constOnly {
			return f.floatResult(c)
		}
		f.r.note(ir.Overapproximated, c.pos, "%s is approximated: of its result only a range is known", c.g.cname)
		r := f.havoc(t.ir(), ir.FromApproximation, c.g.cname, c.pos)
		f.emit(&ir.Assume{Cond: floats.InRange(name, r, x)}, c.pos)
		f.mathErrno(c, nil)
		return value{t: t, e: r}
	}
}
