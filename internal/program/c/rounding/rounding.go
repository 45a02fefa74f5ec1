// Package rounding has the direction in which operations on floats round be a state of a program that sets it. Rounding to an integral number is exact
// in each direction; other operations that round are supported where that is to nearest.
package rounding

import (
	"slices"

	"craig/internal/program/c/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Directions are the numbers of fenv.h, as x86 has them: to nearest, down, up and toward zero.
var Directions = [4]int64{0, 0x400, 0x800, 0xc00}

// State is the direction. In the zero value it is always to nearest.
type State struct {
	sets, loads bool    // the program sets it, or sets it together with the rest of the environment of floats
	mode        *ir.Var // an int: one of Directions; nil if it does not change
}

// Code is code that is made.
type Code interface {
	Loc(pos ir.Pos) ir.Loc
	At() ir.Loc
	Continue(at ir.Loc)
	Emit(s ir.Stmt, pos ir.Pos)
	Jump(to ir.Loc, pos ir.Pos)
	Branch(c *ir.Expr, yes, no ir.Loc, pos ir.Pos)
	Fold(e *ir.Expr) *ir.Expr
	Static() bool // the compiler computes it
	Unsupported(why string, pos ir.Pos)
}

// Calls notes that the program calls a function of the library; row may be nil.
func (s *State) Calls(row *library.Function) {
	if row == nil {
		return
	}
	s.sets = s.sets || row.Does == "sets-rounding"
	s.loads = s.loads || slices.Contains(row.Sets, "rounding")
}

// Declare has the direction be a state of the program, if it sets it and nothing else changes it. Threads have one each, which is not followed.
func (s *State) Declare(p *ir.Program, integer ir.Type) {
	if s.sets && !s.loads && p.Threads == nil {
		s.mode = p.NewGlobal("$rounding", "", integer, ir.Pos{})
	}
}

// Begin has the program begin to nearest.
func (s *State) Begin(c Code) {
	if s.mode != nil {
		c.Emit(&ir.Assign{Var: s.mode, Expr: ir.ConstInt(s.mode.Type, Directions[0])}, ir.Pos{})
	}
}

// Follows tells whether the direction may change.
func (s *State) Follows() bool { return s.mode != nil }

// Get is the number of the direction, as an int.
func (s *State) Get(integer ir.Type) *ir.Expr {
	if s.mode == nil {
		return ir.ConstInt(integer, Directions[0])
	}
	return ir.VarExpr(s.mode)
}

// Set sets the direction to the int in a variable, or a constant, and gives the condition that this is none.
func (s *State) Set(c Code, mode *ir.Expr, pos ir.Pos) (failed *ir.Expr) {
	known := c.Fold(ir.Or(is(mode, Directions[0]), off(mode)))
	if s.mode != nil {
		c.Emit(&ir.Assign{Var: s.mode, Expr: ir.Ite(known, mode, ir.VarExpr(s.mode))}, pos)
	} else {
		unless(c, off(mode), "rounding modes other than to nearest are not supported beside threads, or where all of the environment of floats is set", pos)
	}
	return ir.Not(known)
}

// ToNearest ends the executions, as not supported, that come here in another direction.
func (s *State) ToNearest(c Code, pos ir.Pos) { s.nearest(c, ir.True(), pos) }

// nearest is ToNearest where a condition holds.
func (s *State) nearest(c Code, cond *ir.Expr, pos ir.Pos) {
	if s.mode != nil && !c.Static() {
		unless(c, ir.And(cond, off(ir.VarExpr(s.mode))), "operations that round otherwise than to nearest are not supported, but for those that round to integral numbers", pos)
	}
}

// Operation is an operation on floats.
func (s *State) Operation(c Code, pos ir.Pos, op ir.Op, t ir.Type, args ...*ir.Expr) *ir.Expr {
	e := ir.FloatOp(op, t, args...)
	switch {
	case s.mode == nil || c.Static():
	case op == ir.OpFRint:
		for i, way := range []ir.Op{ir.OpFFloor, ir.OpFCeil, ir.OpFTrunc} {
			e = ir.Ite(is(ir.VarExpr(s.mode), Directions[1+i]), ir.FloatOp(way, t, args...), e)
		}
	default:
		s.nearest(c, inexact(op, t, args[0]), pos)
	}
	return e
}

func is(mode *ir.Expr, n int64) *ir.Expr { return ir.Compare(ir.OpEq, mode, ir.ConstInt(mode.Type, n)) }

// off is the condition that a mode is a direction other than to nearest.
func off(mode *ir.Expr) *ir.Expr {
	return ir.Or(is(mode, Directions[1]), ir.Or(is(mode, Directions[2]), is(mode, Directions[3])))
}

// unless ends the executions in which a condition holds.
func unless(c Code, cond *ir.Expr, why string, pos ir.Pos) {
	if cond = c.Fold(cond); cond.IsFalse() {
		return
	}
	ends, next := c.Loc(pos), c.Loc(pos)
	c.Branch(cond, ends, next, pos)
	c.Continue(ends)
	c.Unsupported(why, pos)
	c.Jump(next, pos)
	c.Continue(next)
}

// inexact is a condition that holds wherever what an operation gives, whose first argument is x, depends on the direction.
func inexact(op ir.Op, t ir.Type, x *ir.Expr) *ir.Expr {
	switch op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFFma:
		return ir.True()
	case ir.OpFConvert:
		if t.Bits < x.Type.Bits {
			return ir.Not(ir.FloatOp(ir.OpFEq, ir.Bool, ir.FloatOp(op, x.Type, ir.FloatOp(op, t, x)), x))
		}
	case ir.OpFOfInt:
		most := int64(1) << 24
		if t.Bits == 64 {
			most = 1 << 53
		}
		n := num.I(most)
		if !x.Type.Fits(n) {
			return ir.False()
		}
		large := ir.Compare(ir.OpGt, x, ir.Const(x.Type, n))
		if x.Type.IsSigned() {
			large = ir.Or(large, ir.Compare(ir.OpLt, x, ir.Const(x.Type, n.Neg())))
		}
		return large
	}
	return ir.False()
}
