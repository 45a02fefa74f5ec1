package lower

import (
	"cmp"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/floats"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
)

// leftOut says which executions are outside the answer where no goal makes them errors, and which property looks for them. The zero
// value: none are.
type leftOut struct{ property, what string }

// require lets executions go on only if c holds, which is what the demand says. The others violate the property of the goal that makes it;
// if there is none, they are outside the answer, as a note says.
func (b *builder) require(c *ir.Expr, d core.Demand, goals []core.Goal, otherwise leftOut, pos ir.Pos, fault ...*ir.Fault) {
	if c.IsTrue() || b.static || b.claims.Unchecked {
		return
	}
	i := slices.IndexFunc(goals, func(g core.Goal) bool { return g.Demand == d })
	if i >= 0 {
		b.demand(c, goals[i].Property, pos, fault...)
		return
	}
	if otherwise.what != "" {
		b.leaveOut(c, otherwise, pos)
	}
}

// demand lets executions go on only if c holds. The others violate a property by a fault, if one is given.
func (b *builder) demand(c *ir.Expr, property string, pos ir.Pos, fault ...*ir.Fault) {
	next, bad := b.loc(pos), b.loc(pos)
	b.p.out.Loc(bad).Goal = ir.Violates(property)
	b.p.errors++
	b.edge(b.cur, next, &ir.Assume{Cond: c}, pos)
	b.edge(b.cur, bad, &ir.Assume{Cond: ir.Not(c), Fault: cmp.Or(append(fault, nil)...)}, pos)
	b.cur = next
}

// leaveOut leaves out the executions in which c does not hold.
func (b *builder) leaveOut(c *ir.Expr, which leftOut, pos ir.Pos) {
	b.p.note(ir.Assumption, pos, "executions with %s are outside the answer (property %s looks for them)", which.what, which.property)
	b.emit(&ir.Assume{Cond: c}, pos)
}

// notNull sees to it that a pointer is not null, if a goal demands it.
func (b *builder) notNull(e *ir.Expr, goals []core.Goal, pos ir.Pos) {
	if ir.Root(e).Op != ir.OpAddr && core.Demands(goals, core.NotNull) {
		b.require(b.fold(ir.ToBool(ir.Root(e))), core.NotNull, goals, leftOut{}, pos)
	}
}

// permitted refuses a call of a function that is known or has a model, whose row may be nil, where a property looks for what it may do:
// nothing looks at results of floats that it computes.
func (b *builder) permitted(c *core.Call, row *library.Function, name string, pos ir.Pos) {
	if b.unit.model {
		return
	}
	if !b.p.conf.FloatGoals || row == nil || floats.NumbersOnly(row.Does) || len(b.p.conf.FloatDemands) > 0 && floats.Computes(row.Does) {
		return
	}
	sig := c.Fun.Type().Elem.Sig
	floats := sig.Result.IsFloating()
	for i, a := range c.Args {
		floats = floats || (i < len(sig.Params) || !sig.Proto) && a.Type().IsFloating()
	}
	if floats {
		refuse(pos, "library function %s", name)
	}
}

// rounded is an operation on floats. Nothing is demanded of those in initializers of objects of static storage duration, which the
// compiler computes.
func (b *builder) rounded(op ir.Op, t ir.Type, args []*ir.Expr, goals []core.Goal, pos ir.Pos) *ir.Expr {
	e := b.p.rounding.Operation(machine{b}, pos, op, t, args...)
	if b.static {
		return e
	}
	if b.p.tt.Machine.WordAligned && !e.IsConst() {
		b.p.note(ir.Assumption, pos, "floats are computed with as -msse2 -mfpmath=sse has it, not in registers with more bits")
	}
	if len(goals) == 0 {
		return e
	}
	divides := ir.True()
	for i := range args {
		args[i] = b.settled(args[i], pos)
	}
	e = b.copied(b.p.rounding.Operation(machine{b}, pos, op, t, args...), pos)
	if op == ir.OpFDiv {
		divides = b.isTrue(args[1])
		b.require(divides, core.Nonzero, goals, leftOut{}, pos)
	}
	return b.results(e, args, divides, goals, pos)
}

// results sees to it that e, in a variable, is a number if the arguments are, and finite if they are and divides holds, where goals demand that.
func (b *builder) results(e *ir.Expr, args []*ir.Expr, divides *ir.Expr, goals []core.Goal, pos ir.Pos) *ir.Expr {
	numbers, finites := ir.True(), ir.True()
	for _, x := range args {
		numbers = ir.And(numbers, ir.Not(ir.IsNaN(x)))
		finites = ir.And(finites, floats.Of(x).Finite())
	}
	infinite := ir.FloatOp(ir.OpFEq, ir.Bool, ir.FloatOp(ir.OpFAbs, e.Type, e), ir.FloatConst(e.Type, e.Type.Format().Inf()))
	b.require(ir.Not(ir.And(numbers, ir.IsNaN(e))), core.Number, goals, leftOut{}, pos)
	b.require(ir.Not(ir.And(ir.And(finites, divides), infinite)), core.Finite, goals, leftOut{}, pos)
	return e
}
