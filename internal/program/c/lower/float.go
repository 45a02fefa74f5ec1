package lower

import (
	"math"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/floats"
	"craig/internal/program/c/types"
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/float"
)

// floatCall is a call of a function of floats, with its arguments in variables.
type floatCall struct {
	b    *builder
	name string // for notes
	row  string // of the row
	pos  ir.Pos
	x    []*ir.Expr
}

// floatResults are the results of functions of floats, by what their rows say that they do. Those of tests are ints.
var floatResults = map[string]func(f *floatCall) *ir.Expr{
	"is-nan":    test(func(x floats.Float) *ir.Expr { return ir.IsNaN(x.X) }),
	"is-finite": test(floats.Float.Finite),
	"is-normal": test(func(x floats.Float) *ir.Expr {
		return ir.And(x.Finite(), ir.FloatOp(ir.OpFLe, ir.Bool, x.Constant(x.Format.MinNormal()), x.Magnitude()))
	}),
	"infinity-sign": func(f *floatCall) *ir.Expr {
		x, i := f.testable(0), ir.Int(32, true)
		minus := ir.Ite(x.Equals(x.Format.Inf()|x.Format.SignBit()), ir.ConstInt(i, -1), ir.ConstInt(i, 0))
		return ir.Ite(x.Equals(x.Format.Inf()), ir.ConstInt(i, 1), minus)
	},
	"is-infinite": func(f *floatCall) *ir.Expr { // gcc leaves open what it is of -inf
		x, i := f.testable(0), ir.Int(32, true)
		minus := f.b.openTruth(x.Equals(x.Format.Inf()|x.Format.SignBit()), f.name, f.pos)
		return ir.Ite(x.Equals(x.Format.Inf()), ir.ConstInt(i, 1), minus)
	},
	"sign-bit":         func(f *floatCall) *ir.Expr { return f.b.openTruth(f.negative(f.x[0]), f.name, f.pos) },
	"is-greater":       compare(ir.OpGt),
	"is-greater-equal": compare(ir.OpGe),
	"is-less":          compare(ir.OpLt),
	"is-less-equal":    compare(ir.OpLe),
	"is-less-greater": func(f *floatCall) *ir.Expr {
		return ofBool(ir.Or(ir.CompareFloats(ir.OpLt, f.x[0], f.x[1]), ir.CompareFloats(ir.OpGt, f.x[0], f.x[1])))
	},
	"is-unordered": func(f *floatCall) *ir.Expr { return ofBool(ir.Or(ir.IsNaN(f.x[0]), ir.IsNaN(f.x[1]))) },
	"class-number": func(f *floatCall) *ir.Expr {
		n := func(k int64) *ir.Expr { return ir.ConstInt(ir.Int(32, true), k) }
		return f.testable(0).Classify(n(0), n(1), n(4), n(3), n(2))
	},
	"copy-sign": func(f *floatCall) *ir.Expr {
		magnitude := f.testable(0).Magnitude()
		return ir.Ite(f.negative(f.x[1]), ir.FloatOp(ir.OpFNeg, magnitude.Type, magnitude), magnitude)
	},
	"difference": func(f *floatCall) *ir.Expr {
		t := f.x[0].Type
		d := f.b.rounded(ir.OpFSub, t, f.x, nil, f.pos)
		return ir.Ite(ir.FloatOp(ir.OpFLe, ir.Bool, f.x[0], f.x[1]), ir.ConstInt(t, 0), d)
	},
	"least":    func(f *floatCall) *ir.Expr { return f.extreme(f.x[0], f.x[1], true) },
	"greatest": func(f *floatCall) *ir.Expr { return f.extreme(f.x[0], f.x[1], false) },
	"in-range": (*floatCall).inRange,
}

// floatOperations are functions that are one operation.
var floatOperations = map[string]ir.Op{
	"FAbs": ir.OpFAbs, "FFloor": ir.OpFFloor, "FCeil": ir.OpFCeil, "FTrunc": ir.OpFTrunc, "FRound": ir.OpFRound, "FRint": ir.OpFRint,
	"FSqrt": ir.OpFSqrt, "FMod": ir.OpFMod, "FRem": ir.OpFRem, "FFma": ir.OpFFma,
}

// floatFailures are when functions set errno, for sure; nil if it is not known. Those that are not here never do.
var floatFailures = map[string]func(f *floatCall) *ir.Expr{
	"FSqrt": func(f *floatCall) *ir.Expr {
		return ir.FloatOp(ir.OpFLt, ir.Bool, f.x[0], ir.ConstInt(f.x[0].Type, 0))
	},
	"FMod": (*floatCall).noQuotient, "FRem": (*floatCall).noQuotient,
	"FFma": (*floatCall).anyFailure, "difference": (*floatCall).anyFailure, "in-range": (*floatCall).anyFailure,
	"whole-FRint": (*floatCall).anyFailure, "whole-FRound": (*floatCall).anyFailure,
}

// inRange is the result of a function of which a range is known.
func (f *floatCall) inRange() *ir.Expr {
	t := f.x[0].Type
	name := f.row
	if t.Bits == 32 {
		name = strings.TrimSuffix(name, "f")
	}
	if floats.Params(name) != len(f.x) {
		refuse(f.pos, "library function %s", f.name)
	}
	f.b.p.note(ir.Overapproximated, f.pos, "%s is approximated: of its result only a range is known", f.name)
	r := f.b.havoc(t, ir.FromApproximation, f.name, f.pos)
	f.b.emit(&ir.Assume{Cond: floats.InRange(name, r, f.x)}, f.pos)
	return r
}

func (f *floatCall) anyFailure() *ir.Expr { return nil }

// noQuotient is when fmod has no value.
func (f *floatCall) noQuotient() *ir.Expr {
	x, y := f.testable(0), f.testable(1)
	numbers := ir.And(ir.Not(ir.IsNaN(x.X)), ir.Not(ir.IsNaN(y.X)))
	return ir.And(numbers, ir.Or(y.Equals(0), ir.FloatOp(ir.OpFEq, ir.Bool, x.Magnitude(), y.Constant(y.Format.Inf()))))
}

func ofBool(c *ir.Expr) *ir.Expr { return ir.OfBool(ir.Int(32, true), c) }

func test(holds func(x floats.Float) *ir.Expr) func(f *floatCall) *ir.Expr {
	return func(f *floatCall) *ir.Expr { return ofBool(holds(f.testable(0))) }
}

func compare(op ir.Op) func(f *floatCall) *ir.Expr {
	return func(f *floatCall) *ir.Expr { return ofBool(ir.CompareFloats(op, f.x[0], f.x[1])) }
}

func (f *floatCall) testable(i int) floats.Float { return floats.Of(f.x[i]) }

// negative is the condition that the sign bit of x is set. Operations that give a NaN leave it open.
func (f *floatCall) negative(x *ir.Expr) *ir.Expr {
	signed := floats.Of(x).Signed()
	if x.IsConst() {
		if !x.Type.Format().IsNaN(x.Pattern()) {
			return ir.Truth(x.Pattern()&x.Type.Format().SignBit() != 0)
		}
	}
	any := f.b.havoc(ir.Int(1, false), ir.FromOpen, f.name, f.pos)
	return ir.Or(ir.And(ir.IsNaN(x), ir.ToBool(any)), ir.And(ir.Not(ir.IsNaN(x)), signed))
}

// extreme is the less or the greater one of two numbers, and the number if one is a NaN. Of two zeros it may be either, and of a signalling
// NaN and a number also a NaN.
func (f *floatCall) extreme(x, y *ir.Expr, least bool) *ir.Expr {
	any := ir.ToBool(f.b.havoc(ir.Int(1, false), ir.FromOpen, f.name, f.pos))
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

// floatHandlers are the code for calls of such functions that have a prototype.
func floatHandlers() map[string]func(b *builder, c *knownCall) {
	h := map[string]func(b *builder, c *knownCall){
		"whole-FRint": wholeNumber(ir.OpFRint), "whole-FRound": wholeNumber(ir.OpFRound),
		"sets-rounding": (*builder).setRounding, "classifies": (*builder).classifies, "not-a-number": (*builder).notANumber,
	}
	for word, result := range floatResults {
		h[word] = floatFunction(result)
	}
	for word, op := range floatOperations {
		h[word] = floatFunction(func(f *floatCall) *ir.Expr { return f.b.rounded(op, f.x[0].Type, f.x, nil, f.pos) })
	}
	return h
}

// floats are the arguments of a call, all of which are floats that are lowered.
func (b *builder) floats(c *knownCall, args []core.Expr) *floatCall {
	f := &floatCall{b: b, name: c.v.Name, row: c.row.Name, pos: c.pos}
	for _, a := range args {
		if !a.Type().IsReal() {
			refuse(c.pos, "library function %s", c.v.Name)
		}
		x := b.expr(a)
		if !x.IsConst() && x.Op != ir.OpVar {
			x = b.copied(x, c.pos)
		}
		f.x = append(f.x, x)
	}
	return f
}

func floatFunction(result func(f *floatCall) *ir.Expr) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		b.count(c, len(c.row.Params))
		f := b.floats(c, c.Args)
		e := result(f)
		b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
		if failed := floatFailures[c.row.Does]; failed != nil {
			b.mathFailsIf(c.v.Name, failed(f), c.pos)
		}
	}
}

// wholeNumber is a float rounded to an integer. If the type does not hold it the result is open.
func wholeNumber(op ir.Op) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		b.count(c, 1)
		f := b.floats(c, c.Args)
		t := b.scalar(c.Fun.Type().Elem.Sig.Result, c.pos)
		whole := b.copied(ir.FloatOp(op, f.x[0].Type, f.x[0]), c.pos)
		open := b.havoc(t, ir.FromOpen, c.v.Name, c.pos)
		e := ir.Ite(ir.FitsInteger(whole, t), ir.FloatOp(ir.OpFToInt, t, whole), open)
		b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
		b.mathFailsIf(c.v.Name, nil, c.pos)
	}
}

// setRounding is fesetround. Programs that round otherwise than to nearest are not modelled.
func (b *builder) setRounding(c *knownCall) {
	b.count(c, 1)
	mode := b.copied(b.expr(c.Args[0]), c.pos)
	is := func(n int64) *ir.Expr { return b.fold(ir.Compare(ir.OpEq, mode, ir.ConstInt(mode.Type, n))) }
	other := ir.Or(is(0x400), ir.Or(is(0x800), is(0xc00))) // FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO
	b.either(other, c.pos, func() { b.unsound(c.pos, "rounding modes other than to nearest are not supported") }, func() {})
	e := b.openTruth(ir.Not(is(0)), c.v.Name, c.pos)
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
}

// classifies is one of the first five arguments, by the class of the last one.
func (b *builder) classifies(c *knownCall) {
	b.count(c, 6)
	var values []*ir.Expr
	for _, a := range c.Args[:5] {
		values = append(values, b.settled(b.expr(a), c.pos))
	}
	x := b.floats(c, c.Args[5:]).testable(0)
	e := x.Classify(values[0], values[1], values[2], values[3], values[4])
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
}

// notANumber is a NaN, whose bits are known only if the argument is empty.
func (b *builder) notANumber(c *knownCall) {
	text, literal := c.text(0)
	b.arguments(c)
	t := b.scalar(c.Fun.Type().Elem.Sig.Result, c.pos)
	if !t.IsFloat() {
		refuse(c.pos, "library function %s", c.v.Name)
	}
	e := ir.FloatConst(t, t.Format().NaN())
	if !literal || text != "" {
		any := b.havoc(t, ir.FromOpen, c.v.Name, c.pos)
		e = ir.Ite(ir.IsNaN(any), any, e)
	}
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
}

// copied is the value that e has now, in a variable.
func (b *builder) copied(e *ir.Expr, pos ir.Pos) *ir.Expr {
	if e.IsConst() {
		return e
	}
	v := b.temp(e.Type, pos)
	b.emit(&ir.Assign{Var: v, Expr: e}, pos)
	return ir.VarExpr(v)
}

// floatBuiltin is a call of a function of floats that has no prototype; false if it is none.
func (b *builder) floatBuiltin(s *core.Builtin, row *library.Function, pos ir.Pos) bool {
	result := floatResults[row.Does]
	f := &floatCall{b: b, name: s.Name, pos: pos}
	args := s.Args
	var numbers []*ir.Expr // of the classes
	if row.Does == "classifies" {
		for _, a := range args[:5] {
			numbers = append(numbers, b.settled(b.expr(a.X), pos))
		}
		args = args[5:]
		result = func(f *floatCall) *ir.Expr {
			return f.testable(0).Classify(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
		}
	}
	if result == nil {
		return false
	}
	for _, a := range args {
		if a.X == nil || !a.X.Type().IsReal() {
			return false
		}
		f.x = append(f.x, b.copied(b.expr(a.X), pos))
	}
	e := result(f)
	if s.Dst == nil {
		b.emit(&ir.Skip{}, pos).Aux = false
		return true
	}
	t := b.scalar(s.Dst.Type(), pos)
	if s.Type.Kind == types.Bool {
		refuse(pos, "builtin %s", s.Name)
	}
	b.store(b.place(s.Dst), b.cast(t, e), pos).Aux = false
	return true
}

// real is a constant.
func (b *builder) real(x *core.RealConst) *ir.Expr {
	t := b.scalar(x.Typ, b.pos(x.At))
	if x.Value.X == nil {
		bits := t.Format().NaN()
		if x.Value.Neg {
			bits = t.Format().Neg(bits)
		}
		return ir.FloatConst(t, bits)
	}
	if t.Bits == 32 {
		v, _ := x.Value.X.Float32()
		return ir.FloatConst(t, uint64(math.Float32bits(v)))
	}
	v, _ := x.Value.X.Float64()
	return ir.FloatConst(t, math.Float64bits(v))
}
