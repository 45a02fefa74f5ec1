package floats

import (
	"maps"
	"math"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/float"
)

// Functions of math.h whose results glibc does not round correctly: all that is known is when the result is a NaN, and
// in which range it lies otherwise. Annex F of C says the first. The ranges are those of mathematics, widened by a
// few units in the last place where an end is no float; where it is one (sin, tanh, exp at 0) the functions do not go beyond
// it, which TestMathRanges tries. Nothing is said of how results of different arguments relate.

// mathRange says what holds of the result r for the arguments x.
type mathRange struct {
	params int
	holds  func(r rangeFloat, x []rangeFloat) *ir.Expr
}

// rangeFloat is a float of which conditions are made.
type rangeFloat struct{ Float }

func (a rangeFloat) number(v float64) *ir.Expr {
	return a.Constant(a.Format.Convert(float.Binary64, float.NearestEven, math.Float64bits(v)))
}

func (a rangeFloat) atLeast(v float64) *ir.Expr {
	return ir.FloatOp(ir.OpFLe, ir.Bool, a.number(v), a.X)
}
func (a rangeFloat) atMost(v float64) *ir.Expr {
	return ir.FloatOp(ir.OpFLe, ir.Bool, a.X, a.number(v))
}
func (a rangeFloat) between(lo, hi float64) *ir.Expr { return ir.And(a.atLeast(lo), a.atMost(hi)) }
func (a rangeFloat) nan() *ir.Expr                   { return ir.IsNaN(a.X) }

// any excludes NaN.
func (a rangeFloat) any() *ir.Expr { return ir.Not(a.nan()) }

// wide is between -v and v, a little widened.
func (a rangeFloat) wide(v float64) *ir.Expr { return a.between(-wider(v), wider(v)) }

// wider is v times 1 + 2^-20, which is more than the errors of any function.
func wider(v float64) float64 { return v * (1 + 0x1p-20) }

// signOf says that a number has the sign of x, or is 0.
func (a rangeFloat) signOf(x rangeFloat) *ir.Expr {
	return ir.And(ir.Or(ir.Not(x.atLeast(0)), a.atLeast(0)), ir.Or(ir.Not(x.atMost(0)), a.atMost(0)))
}

// unless is NaN where the condition holds, and otherwise what says.
func (a rangeFloat) unless(none, says *ir.Expr) *ir.Expr {
	return ir.Or(ir.And(none, a.nan()), ir.And(ir.Not(none), says))
}

// one makes a mathRange of one argument: NaN where none holds, otherwise what says.
func one(none, says func(r, x rangeFloat) *ir.Expr) mathRange {
	return mathRange{1, func(r rangeFloat, x []rangeFloat) *ir.Expr {
		return r.unless(none(r, x[0]), says(r, x[0]))
	}}
}

func notNumber(r, x rangeFloat) *ir.Expr { return x.nan() }
func notFinite(r, x rangeFloat) *ir.Expr { return ir.Not(x.Finite()) }

// logarithm is a logarithm: of numbers that are finite no more than 1100, as 2^1024 and 2^-1074 bound them.
func logarithm(r, x rangeFloat) *ir.Expr {
	above := ir.Or(ir.Not(x.atLeast(1)), r.atLeast(0))
	below := ir.Or(ir.Not(x.atMost(1)), r.atMost(0))
	inner := ir.And(ir.Not(x.atMost(0)), x.Finite())
	return ir.And(ir.And(r.any(), ir.Or(ir.Not(inner), r.between(-1100, 1100))), ir.And(above, below))
}

// exponential is a power of a base above 1.
func exponential(r, x rangeFloat) *ir.Expr {
	above := ir.Or(ir.Not(x.atLeast(0)), r.atLeast(1))
	below := ir.Or(ir.Not(x.atMost(0)), r.atMost(1))
	return ir.And(r.atLeast(0), ir.And(above, below))
}

// sameSign is any number with the sign of the argument.
func sameSign(r, x rangeFloat) *ir.Expr { return ir.And(r.any(), r.signOf(x)) }

var mathRanges = map[string]mathRange{
	"sin": one(notFinite, func(r, x rangeFloat) *ir.Expr { return r.between(-1, 1) }),
	"cos": one(notFinite, func(r, x rangeFloat) *ir.Expr { return r.between(-1, 1) }),
	"tan": one(notFinite, func(r, x rangeFloat) *ir.Expr { return r.any() }),
	"asin": one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.between(-1, 1)) },
		func(r, x rangeFloat) *ir.Expr { return ir.And(r.wide(math.Pi/2), r.signOf(x)) }),
	"acos": one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.between(-1, 1)) },
		func(r, x rangeFloat) *ir.Expr { return r.between(0, wider(math.Pi)) }),
	"atan": one(notNumber, func(r, x rangeFloat) *ir.Expr { return ir.And(r.wide(math.Pi/2), r.signOf(x)) }),
	"atan2": {2, func(r rangeFloat, x []rangeFloat) *ir.Expr {
		return r.unless(ir.Or(x[0].nan(), x[1].nan()), r.wide(math.Pi))
	}},
	"sinh":  one(notNumber, sameSign),
	"cosh":  one(notNumber, func(r, x rangeFloat) *ir.Expr { return r.atLeast(1) }),
	"tanh":  one(notNumber, func(r, x rangeFloat) *ir.Expr { return ir.And(r.between(-1, 1), r.signOf(x)) }),
	"asinh": one(notNumber, sameSign),
	"acosh": one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.atLeast(1)) },
		func(r, x rangeFloat) *ir.Expr { return r.atLeast(0) }),
	"atanh": one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.between(-1, 1)) }, sameSign),
	"exp":   one(notNumber, exponential),
	"exp2":  one(notNumber, exponential),
	"exp10": one(notNumber, exponential),
	"expm1": one(notNumber, func(r, x rangeFloat) *ir.Expr { return ir.And(r.atLeast(-1), r.signOf(x)) }),
	"log":   one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.atLeast(0)) }, logarithm),
	"log2":  one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.atLeast(0)) }, logarithm),
	"log10": one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.atLeast(0)) }, logarithm),
	"log1p": one(func(r, x rangeFloat) *ir.Expr { return ir.Not(x.atLeast(-1)) }, sameSign),
	"cbrt": one(notNumber, func(r, x rangeFloat) *ir.Expr {
		return ir.And(sameSign(r, x), ir.Or(ir.Not(x.Finite()), r.Finite()))
	}),
	"erf":  one(notNumber, func(r, x rangeFloat) *ir.Expr { return ir.And(r.between(-1, 1), r.signOf(x)) }),
	"erfc": one(notNumber, func(r, x rangeFloat) *ir.Expr { return r.between(0, 2) }),
	"hypot": {2, func(r rangeFloat, x []rangeFloat) *ir.Expr { // of an infinity and NaN it is infinite
		return ir.Or(ir.And(ir.Or(x[0].nan(), x[1].nan()), r.nan()), r.atLeast(0))
	}},
	"pow": {2, func(r rangeFloat, x []rangeFloat) *ir.Expr {
		positive := ir.And(ir.Not(x[0].atMost(0)), ir.Not(ir.Or(x[0].nan(), x[1].nan())))
		return ir.Or(ir.Not(positive), r.atLeast(0))
	}},
}

// Params are how many arguments a function of math.h has, by its name for double, of whose results a range is known; 0: there is none of
// that name.
func Params(name string) int { return mathRanges[name].params }

// Ranges are the names of these functions.
func Ranges() []string { return slices.Sorted(maps.Keys(mathRanges)) }

// InRange is what the result r of such a function satisfies for arguments of r's type.
func InRange(name string, r *ir.Expr, x []*ir.Expr) *ir.Expr {
	args := make([]rangeFloat, len(x))
	for i, a := range x {
		args[i] = rangeFloat{Of(a)}
	}
	return mathRanges[name].holds(rangeFloat{Of(r)}, args)
}
