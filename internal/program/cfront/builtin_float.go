package cfront

import (
	"math"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// GCC's functions of floating-point numbers. These are unknown, but for constants.

func floatBuiltins() map[string]handler {
	h := map[string]handler{
		"__builtin_isinf_sign":     floatTest(infSign),
		"__builtin_isnormal":       (*fn).builtinFloat,
		"__builtin_fpclassify":     (*fn).builtinClassify,
		"__builtin_isgreater":      floatComparison(func(x, y float64) bool { return x > y }),
		"__builtin_isgreaterequal": floatComparison(func(x, y float64) bool { return x >= y }),
		"__builtin_isless":         floatComparison(func(x, y float64) bool { return x < y }),
		"__builtin_islessequal":    floatComparison(func(x, y float64) bool { return x <= y }),
		"__builtin_islessgreater":  floatComparison(func(x, y float64) bool { return x < y || x > y }),
		"__builtin_isunordered":    floatComparison(func(x, y float64) bool { return math.IsNaN(x) || math.IsNaN(y) }),
	}
	for name, test := range map[string]func(float64) (int64, bool){
		"isnan": isNaN, "isinf": isInf, "isfinite": isFinite, "finite": isFinite, "signbit": signBit,
	} {
		for _, suffix := range []string{"", "f", "l"} {
			h["__builtin_"+name+suffix] = floatTest(test)
		}
	}
	delete(h, "__builtin_isfinitef")
	delete(h, "__builtin_isfinitel")
	for _, name := range []string{"inf", "huge_val", "nan", "nans"} {
		for _, suffix := range []string{"", "f", "l", "f32", "f64", "f128", "f32x", "f64x"} {
			h["__builtin_"+name+suffix] = (*fn).builtinFloat
		}
	}
	return h
}

// floatTest is a test of one number, such as __builtin_isnan: any int, unless the number is known and
// GCC leaves nothing open (the int that is not 0).
func floatTest(test func(x float64) (result int64, ok bool)) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) != 1 {
			f.r.fail(c.pos, "", "%s needs one argument", c.g.cname)
			return f.number(f.r.types.intT, num.I(0))
		}
		v := f.rvalue(c.args[0])
		if v.t.isInt() {
			v = f.toFloat(v, f.r.types.double)
		}
		if v.float != nil {
			if n, ok := test(*v.float); ok {
				return f.number(f.r.types.intT, num.I(n))
			}
		}
		return f.floatResult(c)
	}
}

// floatComparison is a comparison that raises no exception, such as __builtin_isless.
func floatComparison(test func(x, y float64) bool) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) != 2 {
			f.r.fail(c.pos, "", "%s needs two arguments", c.g.cname)
			return f.number(f.r.types.intT, num.I(0))
		}
		a, b := f.pair(c.args[0], c.args[1])
		if a.float != nil && b.float != nil {
			return f.ofBool(ir.Truth(test(*a.float, *b.float)))
		}
		return f.floatResult(c)
	}
}

// floatResult is any result of a function of floating-point numbers.
func (f *fn) floatResult(c *callSite) value {
	f.floatNote(c.pos)
	return f.unknown(f.r.resultType(c.g), ir.FromApproximation, "", c.pos)
}

// builtinFloat is a function of floating-point numbers without effects.
func (f *fn) builtinFloat(c *callSite) value {
	f.effects(c.args)
	return f.floatResult(c)
}

// builtinClassify is one of its first five arguments, by the class of the last one.
func (f *fn) builtinClassify(c *callSite) value {
	if len(c.args) != 6 {
		f.r.fail(c.pos, "", "%s needs six arguments", c.g.cname)
		return f.number(f.r.types.intT, num.I(0))
	}
	vs := f.arguments(c.args, []*ctype{f.r.types.intT, f.r.types.intT, f.r.types.intT, f.r.types.intT, f.r.types.intT})
	if x := vs[5].float; x != nil {
		return vs[floatClass(*x, vs[5].t)]
	}
	f.floatNote(c.pos)
	class := f.havoc(f.r.types.uchar.ir(), ir.FromApproximation, "", c.pos)
	e := vs[4].e
	for i := 3; i >= 0; i-- {
		e = ir.Ite(ir.Compare(ir.OpEq, class, ir.ConstInt(class.Type, int64(i))), vs[i].e, e)
	}
	return value{t: f.r.types.intT, e: e}
}

// floatClass is the place of a number's class among the arguments of __builtin_fpclassify.
func floatClass(x float64, t *ctype) int {
	least := 0.0 // of the normal numbers; those of long double include all of float64
	switch t.size {
	case 4:
		least = 0x1p-126
	case 8:
		least = 0x1p-1022
	}
	switch {
	case math.IsNaN(x):
		return 0
	case math.IsInf(x, 0):
		return 1
	case x == 0:
		return 4
	case math.Abs(x) < least:
		return 3
	}
	return 2
}

func isNaN(x float64) (int64, bool) { return truth(math.IsNaN(x)), true }

func isInf(x float64) (int64, bool) { return truth(math.IsInf(x, 0)), !math.IsInf(x, -1) }

func infSign(x float64) (int64, bool) {
	return truth(math.IsInf(x, 1)) - truth(math.IsInf(x, -1)), true
}

func isFinite(x float64) (int64, bool) { return truth(!math.IsInf(x, 0) && !math.IsNaN(x)), true }

func signBit(x float64) (int64, bool) { return 0, !math.Signbit(x) }

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
