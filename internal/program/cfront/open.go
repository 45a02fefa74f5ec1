package cfront

import (
	"maps"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// What C leaves open: the models of the library say with the functions below which part of a value
// is known. The rest is chosen freely, and every choice is the behaviour of some implementation; see
// ir.FromOpen.

// modelHandlers are the handlers of functions that only models call, and of those that package source has
// put in the place of constructs.
var modelHandlers map[string]handler

func init() {
	modelHandlers = map[string]handler{
		"__craig_sign":       (*fn).openSign,
		"__craig_truth":      (*fn).openTruth,
		"__craig_guess":      (*fn).anyGuess,
		"__craig_guess_long": (*fn).anyGuess,
		"__craig_sets":       (*fn).modelSets,
		"__craig_failed":     (*fn).modelFailed,
		"__craig_back":       (*fn).modelBack,
		"__craig_disjoint":   (*fn).modelDisjoint,
		"__craig_printed":    (*fn).modelDisjoint,
		"__craig_needs":      (*fn).modelNeeds,
		"__craig_begin":      (*fn).beginList,
		"__craig_start":      (*fn).objectStart,
		"__craig_extent":     (*fn).objectExtent,
		"__craig_offset":     (*fn).objectOffset,
		"__craig_bits":       (*fn).modelBits,
		moreArguments:        (*fn).givenMore,
		"__craig_bitsf":      (*fn).modelBits,
		"__craig_float":      (*fn).modelFloat,
		"__craig_double":     (*fn).modelFloat,
		"__craig_forall":     (*fn).quantifierValue,
		"__craig_exists":     (*fn).quantifierValue,
	}
	maps.Copy(modelHandlers, contractHandlers())
	maps.Copy(modelHandlers, foreignHandlers())
	maps.Copy(modelHandlers, frameHandlers())
	maps.Copy(modelHandlers, freshHandlers())
}

// open is an int that C leaves open, of the function of that name: any for which allowed holds, which has to for 0 to half of the greatest int.
func (f *fn) open(name string, pos ir.Pos, allowed func(m *ir.Expr) *ir.Expr) *ir.Expr {
	return f.openAs(ir.FromOpen, name, pos, allowed)
}

func (f *fn) openAs(source ir.Source, name string, pos ir.Pos, allowed func(m *ir.Expr) *ir.Expr) *ir.Expr {
	m := f.havoc(f.r.types.intT.ir(), source, name, pos)
	f.emit(&ir.Assume{Cond: allowed(m)}, pos)
	return m
}

// openArgument is the argument of such a function, in a variable.
func (f *fn) openArgument(c *callSite) *ir.Expr {
	d := f.convert(f.rvalue(c.args[0]), f.r.types.intT, c.pos).e
	if d.IsConst() || d.Op == ir.OpVar {
		return d
	}
	t := f.temp(d.Type, c.pos)
	f.emit(&ir.Assign{Var: t, Expr: d}, c.pos)
	return ir.VarExpr(t)
}

// openSign is any int that is negative, zero or positive as its argument is, but INT_MIN.
func (f *fn) openSign(c *callSite) value {
	d := f.openArgument(c)
	if f.unit.closed {
		return value{t: f.r.types.intT, e: d}
	}
	zero := ir.ConstInt(d.Type, 0)
	if d.IsConst() && d.Val.IsZero() {
		return value{t: f.r.types.intT, e: zero}
	}
	below := ir.Const(d.Type, d.Type.Max())
	m := f.openAs(ir.FromMagnitude, f.f.cname, c.pos, func(m *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpLe, zero, m), ir.Compare(ir.OpLt, m, below))
	})
	negative := ir.Binary(ir.OpSub, ir.ConstInt(d.Type, -1), m)
	positive := ir.Binary(ir.OpAdd, m, ir.ConstInt(d.Type, 1))
	e := ir.Ite(ir.Compare(ir.OpLt, d, zero), negative, ir.Ite(ir.Compare(ir.OpEq, d, zero), zero, positive))
	return value{t: f.r.types.intT, e: e}
}

// openTruth is any int that is 0 just if its argument is.
func (f *fn) openTruth(c *callSite) value {
	types := f.r.types
	cond := f.truth(f.rvalue(c.args[0]), c.pos)
	if cond.IsFalse() {
		return f.number(types.intT, num.I(0))
	}
	if f.unit.closed {
		return f.ofBool(cond)
	}
	return value{t: types.intT, e: f.openFrom(cond, f.f.cname, c.pos)}
}

// openFrom is any int that is 0 just if the condition does not hold, as the function of that name gives it.
func (f *fn) openFrom(cond *ir.Expr, name string, pos ir.Pos) *ir.Expr {
	t := f.r.types.intT.ir()
	m := f.openAs(ir.FromMagnitude, name, pos, func(m *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpNe, m, ir.ConstInt(t, -1)), ir.Compare(ir.OpLt, m, ir.Const(t, t.Max())))
	})
	return ir.Ite(cond, ir.Binary(ir.OpAdd, m, ir.ConstInt(t, 1)), ir.ConstInt(t, 0))
}

// anyGuess is any number in the place of one that C defines.
func (f *fn) anyGuess(c *callSite) value {
	t := f.r.resultType(c.g)
	return value{t: t, e: f.havoc(t.ir(), ir.FromApproximation, f.f.cname, c.pos)}
}

// objectStart is the address of the object that the argument points into, or null if there is none.
func (f *fn) objectStart(c *callSite) value {
	t := f.r.types.voidPtr
	p := f.settled(f.convert(f.rvalue(c.args[0]), t, c.pos).e, c.pos)
	return value{t: t, e: ir.Start(p, f.havoc(t.ir(), ir.FromApproximation, f.f.cname, c.pos))}
}

// objectOffset is how far into its object the argument points.
func (f *fn) objectOffset(c *callSite) value {
	t := f.r.types.size
	p := f.settled(f.convert(f.rvalue(c.args[0]), f.r.types.voidPtr, c.pos).e, c.pos)
	start := ir.Start(p, f.havoc(p.Type, ir.FromApproximation, f.f.cname, c.pos))
	return value{t: t, e: f.cast(t.ir(), ir.PtrDiff(f.r.types.ptrdiff.ir(), p, start))}
}

// objectExtent is the size of the object that the argument points into, 0 if there is none.
func (f *fn) objectExtent(c *callSite) value {
	t := f.r.types.size
	p := f.settled(f.convert(f.rvalue(c.args[0]), f.r.types.voidPtr, c.pos).e, c.pos)
	return value{t: t, e: ir.Extent(p, f.havoc(t.ir(), ir.FromApproximation, f.f.cname, c.pos))}
}

// modelSets changes the states that the row of the model's function names.
func (f *fn) modelSets(c *callSite) value {
	f.changeStates(library.Lookup(f.f.cname), &callSite{g: f.f, pos: c.pos})
	return value{t: f.r.types.void}
}

// modelFailed sets errno as a call of the model's function does that has failed just if the argument
// is not 0. Which number that is of EDOM and ERANGE, the arguments of a function of math.h decide.
func (f *fn) modelFailed(c *callSite) value {
	failed := f.truth(f.rvalue(c.args[0]), c.pos)
	model := &callSite{g: f.f, pos: c.pos}
	if row := library.Lookup(f.f.cname); row != nil && row.Header == "math.h" {
		f.either(failed, c.pos, func() { f.setErrnoAmong(model, errDomain, errRange) }, func() { f.mathErrno(model, nil) })
	} else {
		f.setErrno(model, failed)
	}
	return value{t: f.r.types.void}
}

// modelBack is for the model of ungetc: functions without a model do not see what is put back.
func (f *fn) modelBack(c *callSite) value {
	f.putsBack(library.Lookup(f.f.cname), c.pos)
	return value{t: f.r.types.void}
}
