package cfront

import (
	"math"
	"strings"

	"craig/internal/program/c/floats"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Functions of floating-point numbers that the front end knows: those that GCC has built in, and those
// of math.h that are an operation or a choice. They are exact for float and double; what an argument or
// a result of a wider type takes part in is unknown, but for constants.

func floatBuiltins() map[string]handler {
	h := map[string]handler{"__builtin_fpclassify": (*fn).builtinClassify}
	for name, test := range floatTests {
		for _, suffix := range []string{"", "f", "l"} {
			h["__builtin_"+name+suffix] = floatTest(test)
		}
	}
	for _, name := range []string{"isfinite", "isinf_sign", "isnormal"} {
		delete(h, "__builtin_"+name+"f")
		delete(h, "__builtin_"+name+"l")
	}
	for name, holds := range floatComparisons {
		h["__builtin_"+name] = floatComparison(holds)
	}
	for _, suffix := range []string{"", "f", "l", "f32", "f64", "f128", "f32x", "f64x"} {
		h["__builtin_inf"+suffix] = infinity
		h["__builtin_huge_val"+suffix] = infinity
		h["__builtin_nan"+suffix] = (*fn).builtinNaN
		h["__builtin_nans"+suffix] = (*fn).builtinNaN
	}
	return h
}

// floatTests are tests of one number, as an int; nil where the number is unknown.
var floatTests = map[string]func(f *fn, c *callSite, v value) *ir.Expr{
	"isnan":    decided(func(t floats.Float) *ir.Expr { return ir.IsNaN(t.X) }),
	"isfinite": decided(floats.Float.Finite),
	"finite":   decided(floats.Float.Finite),
	"isnormal": decided(func(t floats.Float) *ir.Expr {
		return ir.And(t.Finite(), ir.FloatOp(ir.OpFLe, ir.Bool, t.Constant(t.Format.MinNormal()), t.Magnitude()))
	}),
	"isinf_sign": func(f *fn, c *callSite, v value) *ir.Expr {
		t := floats.Of(v.e)
		i := f.r.types.intT.ir()
		minus := ir.Ite(t.Equals(t.Format.Inf()|t.Format.SignBit()), ir.ConstInt(i, -1), ir.ConstInt(i, 0))
		return ir.Ite(t.Equals(t.Format.Inf()), ir.ConstInt(i, 1), minus)
	},
	"isinf": func(f *fn, c *callSite, v value) *ir.Expr { // GCC leaves open what it is of -inf
		t := floats.Of(v.e)
		i := f.r.types.intT.ir()
		minus := f.openNumber(c, t.Equals(t.Format.Inf()|t.Format.SignBit()))
		return ir.Ite(t.Equals(t.Format.Inf()), ir.ConstInt(i, 1), minus)
	},
	"signbit": func(f *fn, c *callSite, v value) *ir.Expr { return f.openNumber(c, f.negative(c, v)) },
}

func decided(holds func(t floats.Float) *ir.Expr) func(f *fn, c *callSite, v value) *ir.Expr {
	return func(f *fn, c *callSite, v value) *ir.Expr { return f.ofBool(holds(floats.Of(v.e))).e }
}

// negative is the condition that the sign bit of v is set. Operations that give a NaN leave it open.
func (f *fn) negative(c *callSite, v value) *ir.Expr {
	t := floats.Of(v.e)
	if v.e.IsConst() && !t.Format.IsNaN(v.e.Pattern()) || f.constOnly {
		return t.Signed()
	}
	any := f.havoc(f.r.types.boolT.ir(), ir.FromOpen, c.g.cname, c.pos)
	return ir.Or(ir.And(ir.IsNaN(t.X), ir.ToBool(any)), ir.And(ir.Not(ir.IsNaN(t.X)), t.Signed()))
}

// openNumber is any int that is 0 just if the condition does not hold.
func (f *fn) openNumber(c *callSite, cond *ir.Expr) *ir.Expr {
	i := f.r.types.intT.ir()
	switch {
	case cond.IsFalse():
		return ir.ConstInt(i, 0)
	case f.constOnly:
		f.notConst = true
		return ir.ConstInt(i, 1)
	}
	return f.openFrom(cond, c.g.cname, c.pos)
}

// floatTest is a test of one number, such as __builtin_isnan.
func floatTest(result func(f *fn, c *callSite, v value) *ir.Expr) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) != 1 {
			return f.wrongCount(c)
		}
		v := f.passedArgument(c, 0)
		if v.t.isInt() {
			v = f.toFloat(v, f.r.types.double, c.pos)
		}
		if v.float != nil { // as a double it has the same class, but for subnormal numbers
			if f.r.types.double.size < 8 || math.Abs(*v.float) < 0x1p-1022 && *v.float != 0 {
				return f.floatResult(c)
			}
			v = f.toFloat(v, f.r.types.double, c.pos)
		}
		if v.e == nil || v.t.kind != kFloat {
			return f.floatResult(c)
		}
		v.e = f.settled(v.e, c.pos)
		return value{t: f.r.types.intT, e: result(f, c, v)}
	}
}

func (f *fn) wrongCount(c *callSite) value {
	f.r.fail(c.pos, "", "%s has another number of arguments", c.g.cname)
	return f.number(f.r.types.intT, num.I(0))
}

// floatComparisons raise no exceptions.
var floatComparisons = map[string]func(x, y *ir.Expr) *ir.Expr{
	"isgreater":      func(x, y *ir.Expr) *ir.Expr { return ir.CompareFloats(ir.OpGt, x, y) },
	"isgreaterequal": func(x, y *ir.Expr) *ir.Expr { return ir.CompareFloats(ir.OpGe, x, y) },
	"isless":         func(x, y *ir.Expr) *ir.Expr { return ir.CompareFloats(ir.OpLt, x, y) },
	"islessequal":    func(x, y *ir.Expr) *ir.Expr { return ir.CompareFloats(ir.OpLe, x, y) },
	"islessgreater": func(x, y *ir.Expr) *ir.Expr {
		return ir.Or(ir.CompareFloats(ir.OpLt, x, y), ir.CompareFloats(ir.OpGt, x, y))
	},
	"isunordered": func(x, y *ir.Expr) *ir.Expr { return ir.Or(ir.IsNaN(x), ir.IsNaN(y)) },
}

func floatComparison(holds func(x, y *ir.Expr) *ir.Expr) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) != 2 {
			return f.wrongCount(c)
		}
		a, b := f.pair(c.args[0], c.args[1])
		if !a.t.isArith() || !b.t.isArith() || a.t.isInt() && b.t.isInt() {
			return f.floatResult(c)
		}
		t := f.r.types.usual(a.t, b.t)
		if t.blurred() && a.float != nil && b.float != nil && f.r.types.double.size == 8 {
			t = f.r.types.double // which has both
		}
		a, b = f.convert(a, t, c.pos), f.convert(b, t, c.pos)
		if a.e == nil || b.e == nil {
			return f.floatResult(c)
		}
		return f.ofBool(holds(a.e, b.e))
	}
}

// floatResult is any result of a function of floating-point numbers.
func (f *fn) floatResult(c *callSite) value {
	if f.constOnly {
		return f.refuse()
	}
	f.floatNote(c.pos)
	return f.unknown(f.r.resultType(c.g), ir.FromApproximation, "", c.pos)
}

// infinity is __builtin_inf and __builtin_huge_val.
func infinity(f *fn, c *callSite) value {
	t := f.r.resultType(c.g)
	d := math.Inf(1)
	switch {
	case t.exact:
		return f.floatConst(t, d)
	case t.kind == kFloat:
		return value{t: t, float: &d}
	}
	return f.floatResult(c)
}

// builtinNaN is __builtin_nan: the positive quiet NaN without a payload, if the argument is empty, and
// any other NaN if not.
func (f *fn) builtinNaN(c *callSite) value {
	f.effects(c.args)
	t := f.r.resultType(c.g)
	if !t.exact {
		d := math.NaN()
		if t.kind == kFloat {
			return value{t: t, float: &d}
		}
		return f.floatResult(c)
	}
	ty := t.ir()
	nan := ir.FloatConst(ty, ty.Format().NaN())
	text, ok := "", false
	if len(c.args) == 1 {
		text, ok = f.formatOf(c.args[0])
	}
	if ok && text == "" && !strings.HasPrefix(c.g.cname, "__builtin_nans") {
		return value{t: t, e: nan}
	}
	if f.constOnly {
		return f.refuse()
	}
	return value{t: t, e: f.anyNaN(ty, c.g.cname, c.pos)}
}

// anyNaN is a NaN of a type, of which C leaves the bits open.
func (f *fn) anyNaN(t ir.Type, name string, pos ir.Pos) *ir.Expr {
	any := f.havoc(t, ir.FromOpen, name, pos)
	return ir.Ite(ir.IsNaN(any), any, ir.FloatConst(t, t.Format().NaN()))
}

// builtinClassify is one of its first five arguments, by the class of the last one.
func (f *fn) builtinClassify(c *callSite) value {
	if len(c.args) != 6 {
		return f.wrongCount(c)
	}
	i := f.r.types.intT
	vs := f.arguments(c.args[:5], []*ctype{i, i, i, i, i})
	v := f.rvalue(c.args[5])
	if v.float != nil {
		return vs[floatClass(*v.float)]
	}
	if v.t.kind != kFloat || v.e == nil {
		if f.constOnly {
			return f.refuse()
		}
		f.floatNote(c.pos)
		class := f.havoc(f.r.types.uchar.ir(), ir.FromApproximation, "", c.pos)
		e := vs[4].e
		for i := 3; i >= 0; i-- {
			e = ir.Ite(ir.Compare(ir.OpEq, class, ir.ConstInt(class.Type, int64(i))), vs[i].e, e)
		}
		return value{t: i, e: e}
	}
	v.e = f.settled(v.e, c.pos)
	return value{t: i, e: classify(v, vs[0].e, vs[1].e, vs[2].e, vs[3].e, vs[4].e)}
}

// classify is one of five values, by the class of v.
func classify(v value, nan, infinite, normal, subnormal, zero *ir.Expr) *ir.Expr {
	return floats.Of(v.e).Classify(nan, infinite, normal, subnormal, zero)
}

// floatClass is the place of a long double's class among the arguments of __builtin_fpclassify, if a
// double holds it too. All of them are normal numbers there.
func floatClass(x float64) int {
	switch {
	case math.IsNaN(x):
		return 0
	case math.IsInf(x, 0):
		return 1
	case x == 0:
		return 4
	}
	return 2
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
