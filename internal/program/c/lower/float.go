package lower

import (
	"math"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/floats"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// floatCall is a call of a function of floats.
type floatCall struct {
	*floats.Call
	b    *builder
	name string // for notes
	row  string // of the row
	pos  ir.Pos

	demands []core.Goal
}

func (b *builder) floatCall(name, row string, pos ir.Pos) *floatCall {
	f := &floatCall{b: b, name: name, row: row, pos: pos}
	if !b.unit.model {
		f.demands = b.p.conf.FloatDemands
	}
	f.Call = &floats.Call{
		Int:     b.p.int(),
		Open:    func(t ir.Type) *ir.Expr { return b.havoc(t, ir.FromUnspecified, name, pos) },
		Truth:   func(c *ir.Expr) *ir.Expr { return b.openTruth(c, name, pos) },
		Rounded: func(op ir.Op, t ir.Type, args []*ir.Expr) *ir.Expr { return b.rounded(op, t, args, f.demands, pos) },
		Known:   f.inRange,
	}
	return f
}

// inRange is the result of a function of which a range is known.
func (f *floatCall) inRange() *ir.Expr {
	t := f.X[0].Type
	name := f.row
	if t.Bits == 32 {
		name = strings.TrimSuffix(name, "f")
	}
	if floats.Params(name) != len(f.X) {
		refuse(f.pos, "library function %s", f.name)
	}
	f.b.p.rounding.ToNearest(machine{f.b}, f.pos)
	f.b.p.note(ir.Overapproximated, f.pos, "%s is approximated: of its result only a range is known", f.name)
	r := f.b.havoc(t, ir.FromApproximation, f.name, f.pos)
	f.b.emit(&ir.Assume{Cond: floats.InRange(name, r, f.X)}, f.pos)
	f.b.results(r, f.X, ir.True(), f.demands, f.pos)
	return r
}

// floatHandlers are the code for calls of such functions that have a prototype.
func floatHandlers() map[string]func(b *builder, c *knownCall) {
	h := map[string]func(b *builder, c *knownCall){
		"whole-FRint": wholeNumber(ir.OpFRint), "whole-FRound": wholeNumber(ir.OpFRound),
		"sets-rounding": (*builder).setRounding, "gets-rounding": (*builder).getRounding, "classifies": (*builder).classifies, "not-a-number": (*builder).notANumber,
	}
	for word, result := range floats.Results {
		h[word] = floatFunction(result)
	}
	for word, op := range floats.Operations {
		h[word] = floatFunction(func(f *floats.Call) *ir.Expr { return f.Rounded(op, f.X[0].Type, f.X) })
	}
	return h
}

// floats are the arguments of a call, all of which are floats that are lowered.
func (b *builder) floats(c *knownCall, args []core.Expr) *floatCall {
	f := b.floatCall(c.v.Name, c.row.Name, c.pos)
	for _, a := range args {
		if !a.Type().IsReal() {
			refuse(c.pos, "library function %s", c.v.Name)
		}
		x := b.expr(a)
		if !x.IsConst() && x.Op != ir.OpVar {
			x = b.copied(x, c.pos)
		}
		f.X = append(f.X, x)
	}
	return f
}

func floatFunction(result func(f *floats.Call) *ir.Expr) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		b.count(c, len(c.row.Params))
		f := b.floats(c, c.Args)
		e := result(f.Call)
		b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
		if failed := floats.Failures[c.row.Does]; failed != nil {
			b.mathFailsIf(c.v.Name, failed(f.Call), c.pos)
		}
	}
}

// wholeNumber is a float rounded to an integer. If the type does not hold it the result is open.
func wholeNumber(op ir.Op) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		b.count(c, 1)
		f := b.floats(c, c.Args)
		t := b.scalar(c.Fun.Type().Elem.Sig.Result, c.pos)
		whole := b.copied(b.p.rounding.Operation(machine{b}, c.pos, op, f.X[0].Type, f.X[0]), c.pos)
		open := b.havoc(t, ir.FromUnspecified, c.v.Name, c.pos)
		e := ir.Ite(ir.FitsInteger(whole, t), ir.FloatOp(ir.OpFToInt, t, whole), open)
		b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
		b.mathFailsIf(c.v.Name, nil, c.pos)
	}
}

// setRounding is fesetround, and getRounding fegetround.
func (b *builder) setRounding(c *knownCall) {
	b.count(c, 1)
	failed := b.p.rounding.Set(machine{b}, b.copied(b.cast(b.p.int(), b.expr(c.Args[0])), c.pos), c.pos)
	e := b.openTruth(failed, c.v.Name, c.pos)
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos).Aux = false })
}

func (b *builder) getRounding(c *knownCall) {
	e := b.p.rounding.Get(b.p.int())
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: b.cast(to.Type, e)}, c.pos).Aux = false })
}

// classifies is one of the first five arguments, by the class of the last one.
func (b *builder) classifies(c *knownCall) {
	b.count(c, 6)
	var values []*ir.Expr
	for _, a := range c.Args[:5] {
		values = append(values, b.settled(b.expr(a), c.pos))
	}
	x := b.floats(c, c.Args[5:]).Testable(0)
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
		any := b.havoc(t, ir.FromUnspecified, c.v.Name, c.pos)
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
	result := floats.Results[row.Does]
	f := b.floatCall(s.Name, "", pos)
	args := s.Args
	var numbers []*ir.Expr // of the classes
	if row.Does == "classifies" {
		for _, a := range args[:5] {
			numbers = append(numbers, b.settled(b.expr(a.X), pos))
		}
		args = args[5:]
		result = func(f *floats.Call) *ir.Expr {
			return f.Testable(0).Classify(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
		}
	}
	if result == nil {
		return false
	}
	for _, a := range args {
		if a.X == nil || !a.X.Type().IsReal() {
			return false
		}
		f.X = append(f.X, b.copied(b.expr(a.X), pos))
	}
	e := result(f.Call)
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
