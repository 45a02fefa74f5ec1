package lower

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// leftOut says which executions are outside the answer where no goal makes them errors, and which property looks for them. The zero
// value: none are.
type leftOut struct{ property, what string }

// demands tells whether one of the goals makes a demand.
func demands(goals []core.Goal, d core.Demand) bool {
	return slices.ContainsFunc(goals, func(g core.Goal) bool { return g.Demand == d })
}

// require lets executions go on only if c holds, which is what the demand says. The others violate the property of the goal that makes it;
// if there is none, they are outside the answer, as a note says.
func (b *builder) require(c *ir.Expr, d core.Demand, goals []core.Goal, otherwise leftOut, pos ir.Pos) {
	if c.IsTrue() || b.static {
		return
	}
	i := slices.IndexFunc(goals, func(g core.Goal) bool { return g.Demand == d })
	if i >= 0 {
		next, bad := b.loc(pos), b.loc(pos)
		b.p.out.Loc(bad).Goal = ir.Violates(goals[i].Property)
		b.p.errors++
		b.edge(b.cur, next, &ir.Assume{Cond: c}, pos)
		b.edge(b.cur, bad, &ir.Assume{Cond: ir.Not(c)}, pos)
		b.cur = next
		return
	}
	if otherwise.what != "" {
		b.leaveOut(c, otherwise, pos)
	}
}

// leaveOut leaves out the executions in which c does not hold.
func (b *builder) leaveOut(c *ir.Expr, which leftOut, pos ir.Pos) {
	b.p.note(ir.Assumption, pos, "executions with %s are outside the answer (property %s looks for them)", which.what, which.property)
	b.emit(&ir.Assume{Cond: c}, pos)
}

// rounded is an operation on floats.
func (b *builder) rounded(e *ir.Expr, goals []core.Goal, pos ir.Pos) *ir.Expr {
	if e.IsConst() || b.static {
		return e
	}
	if b.p.tt.Machine.WordAligned {
		b.p.note(ir.Assumption, pos, "floats are computed with as -msse2 -mfpmath=sse has it, not in registers with more bits")
	}
	if len(goals) == 0 {
		return e
	}
	args := make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = b.settled(a, pos)
	}
	v := b.temp(e.Type, pos)
	b.emit(&ir.Assign{Var: v, Expr: ir.Rebuild(e, args)}, pos)
	divisor := e.Op == ir.OpFDiv
	e = ir.VarExpr(v)
	numbers, finites, divides := ir.True(), ir.True(), ir.True()
	for _, a := range args {
		numbers = ir.And(numbers, ir.Not(ir.IsNaN(a)))
		finites = ir.And(finites, testable{a, a.Type.Format()}.finite())
	}
	if divisor {
		divides = b.isTrue(args[1])
		b.require(divides, core.Nonzero, goals, leftOut{}, pos)
	}
	infinite := ir.FloatOp(ir.OpFEq, ir.Bool, ir.FloatOp(ir.OpFAbs, e.Type, e), ir.FloatConst(e.Type, e.Type.Format().Inf()))
	b.require(ir.Not(ir.And(numbers, ir.IsNaN(e))), core.Number, goals, leftOut{}, pos)
	b.require(ir.Not(ir.And(ir.And(finites, divides), infinite)), core.Finite, goals, leftOut{}, pos)
	return e
}
