package floats

import (
	"craig/internal/program/ir"
	"craig/logic/float"
)

// Call is a call of a function of floats, with its arguments, which are constants or variables.
type Call struct {
	X       []*ir.Expr
	Int     ir.Type                                             // int
	Open    func(t ir.Type) *ir.Expr                            // a value that C leaves open
	Truth   func(c *ir.Expr) *ir.Expr                           // an int that is not 0 if c holds; which one is open
	Rounded func(op ir.Op, t ir.Type, args []*ir.Expr) *ir.Expr // the result of an operation, of which something may be demanded
	Known   func() *ir.Expr                                     // a result of which only a range is known
}

// Results are the results of functions of floats, by what their rows say that they do. Those of tests are ints.
var Results = map[string]func(f *Call) *ir.Expr{
	"is-nan":    test(func(x Float) *ir.Expr { return ir.IsNaN(x.X) }),
	"is-finite": test(Float.Finite),
	"is-normal": test(func(x Float) *ir.Expr {
		return ir.And(x.Finite(), ir.FloatOp(ir.OpFLe, ir.Bool, x.Constant(x.Format.MinNormal()), x.Magnitude()))
	}),
	"infinity-sign": func(f *Call) *ir.Expr {
		x, i := f.Testable(0), f.Int
		minus := ir.Ite(x.Equals(x.Format.Inf()|x.Format.SignBit()), ir.ConstInt(i, -1), ir.ConstInt(i, 0))
		return ir.Ite(x.Equals(x.Format.Inf()), ir.ConstInt(i, 1), minus)
	},
	"is-infinite": func(f *Call) *ir.Expr { // gcc leaves open what it is of -inf
		x, i := f.Testable(0), f.Int
		minus := f.Truth(x.Equals(x.Format.Inf() | x.Format.SignBit()))
		return ir.Ite(x.Equals(x.Format.Inf()), ir.ConstInt(i, 1), minus)
	},
	"sign-bit":         func(f *Call) *ir.Expr { return f.Truth(f.negative(f.X[0])) },
	"is-greater":       compare(ir.OpGt),
	"is-greater-equal": compare(ir.OpGe),
	"is-less":          compare(ir.OpLt),
	"is-less-equal":    compare(ir.OpLe),
	"is-less-greater": func(f *Call) *ir.Expr {
		return f.ofBool(ir.Or(ir.CompareFloats(ir.OpLt, f.X[0], f.X[1]), ir.CompareFloats(ir.OpGt, f.X[0], f.X[1])))
	},
	"is-unordered": func(f *Call) *ir.Expr { return f.ofBool(ir.Or(ir.IsNaN(f.X[0]), ir.IsNaN(f.X[1]))) },
	"class-number": func(f *Call) *ir.Expr {
		n := func(k int64) *ir.Expr { return ir.ConstInt(f.Int, k) }
		return f.Testable(0).Classify(n(0), n(1), n(4), n(3), n(2))
	},
	"copy-sign": func(f *Call) *ir.Expr {
		magnitude := f.Testable(0).Magnitude()
		return ir.Ite(f.negative(f.X[1]), ir.FloatOp(ir.OpFNeg, magnitude.Type, magnitude), magnitude)
	},
	"difference": func(f *Call) *ir.Expr {
		t := f.X[0].Type
		d := f.Rounded(ir.OpFSub, t, f.X)
		return ir.Ite(ir.FloatOp(ir.OpFLe, ir.Bool, f.X[0], f.X[1]), ir.ConstInt(t, 0), d)
	},
	"least":    func(f *Call) *ir.Expr { return f.extreme(f.X[0], f.X[1], true) },
	"greatest": func(f *Call) *ir.Expr { return f.extreme(f.X[0], f.X[1], false) },
	"in-range": func(f *Call) *ir.Expr { return f.Known() },
}

// Operations are functions that are one operation.
var Operations = map[string]ir.Op{
	"FAbs": ir.OpFAbs, "FFloor": ir.OpFFloor, "FCeil": ir.OpFCeil, "FTrunc": ir.OpFTrunc, "FRound": ir.OpFRound, "FRint": ir.OpFRint,
	"FSqrt": ir.OpFSqrt, "FMod": ir.OpFMod, "FRem": ir.OpFRem, "FFma": ir.OpFFma,
}

// Failures are when functions set errno, for sure; nil if it is not known. Those that are not here never do.
var Failures = map[string]func(f *Call) *ir.Expr{
	"FSqrt": func(f *Call) *ir.Expr {
		return ir.FloatOp(ir.OpFLt, ir.Bool, f.X[0], ir.ConstInt(f.X[0].Type, 0))
	},
	"FMod": (*Call).noQuotient, "FRem": (*Call).noQuotient,
	"FFma": (*Call).anyFailure, "difference": (*Call).anyFailure, "in-range": (*Call).anyFailure,
	"whole-FRint": (*Call).anyFailure, "whole-FRound": (*Call).anyFailure,
}

func (f *Call) anyFailure() *ir.Expr { return nil }

// noQuotient is when fmod has no value.
func (f *Call) noQuotient() *ir.Expr {
	x, y := f.Testable(0), f.Testable(1)
	numbers := ir.And(ir.Not(ir.IsNaN(x.X)), ir.Not(ir.IsNaN(y.X)))
	return ir.And(numbers, ir.Or(y.Equals(0), ir.FloatOp(ir.OpFEq, ir.Bool, x.Magnitude(), y.Constant(y.Format.Inf()))))
}

func (f *Call) ofBool(c *ir.Expr) *ir.Expr { return ir.OfBool(f.Int, c) }

func test(holds func(x Float) *ir.Expr) func(f *Call) *ir.Expr {
	return func(f *Call) *ir.Expr { return f.ofBool(holds(f.Testable(0))) }
}

func compare(op ir.Op) func(f *Call) *ir.Expr {
	return func(f *Call) *ir.Expr { return f.ofBool(ir.CompareFloats(op, f.X[0], f.X[1])) }
}

// Testable is an argument, asked about.
func (f *Call) Testable(i int) Float { return Of(f.X[i]) }

// negative is the condition that the sign bit of x is set. Operations that give a NaN leave it open.
func (f *Call) negative(x *ir.Expr) *ir.Expr {
	signed := Of(x).Signed()
	if x.IsConst() {
		if !x.Type.Format().IsNaN(x.Pattern()) {
			return ir.Truth(x.Pattern()&x.Type.Format().SignBit() != 0)
		}
	}
	any := f.Open(ir.Int(1, false))
	return ir.Or(ir.And(ir.IsNaN(x), ir.ToBool(any)), ir.And(ir.Not(ir.IsNaN(x)), signed))
}

// extreme is the less or the greater one of two numbers, and the number if one is a NaN. Of two zeros it may be either, and of a signalling
// NaN and a number also a NaN.
func (f *Call) extreme(x, y *ir.Expr, least bool) *ir.Expr {
	any := ir.ToBool(f.Open(ir.Int(1, false)))
	other := func(nan, number *ir.Expr) *ir.Expr {
		format, word := nan.Type.Format(), ir.Int(nan.Type.Bits, false)
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

// Computes tells whether functions of floats give what one operation does, or a number of which a range is known, by what their rows say that they do.
func Computes(word string) bool {
	_, operation := Operations[word]
	return operation || word == "difference" || word == "in-range"
}

// NumbersOnly tells whether functions of floats give a number for numbers, and a finite one for finite ones, by what their rows say that
// they do.
func NumbersOnly(word string) bool {
	switch word {
	case "difference", "in-range":
		return false
	case "FAbs", "FFloor", "FCeil", "FTrunc", "FRound", "FRint", "classifies", "not-a-number":
		return true
	}
	return Results[word] != nil
}
