package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/exact"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// gcc's arithmetic with a check for overflow: the mathematical result of the operation, whether it is a value of the type of the result, and
// that value, or the one that is congruent to it.

// operations are the operators in the words of rows.
var operations = map[string]ir.Op{"add": ir.OpAdd, "sub": ir.OpSub, "mul": ir.OpMul}

// exact makes what is computed without bounds.
func (b *builder) exact(pos ir.Pos) exact.Machine {
	return exact.Machine{Math: b.p.mode.Math, Fold: b.fold, Copy: func(e *ir.Expr) *ir.Expr { return b.copied(e, pos) }}
}

// overflowing is __builtin_add_overflow and its kin, and those whose name gives the type: what the third argument points to is set, and the value
// tells whether the mathematical result does not fit.
func (b *builder) overflowing(op ir.Op, args []core.Expr, name string, pos ir.Pos) *ir.Expr {
	if len(args) != 3 || args[2].Type().Kind != types.Pointer || !args[2].Type().Elem.IsInteger() || !args[0].Type().IsInteger() || !args[1].Type().IsInteger() {
		refuse(pos, "builtin %s", name)
	}
	x, y := b.settled(b.expr(args[0]), pos), b.settled(b.expr(args[1]), pos)
	to := b.settled(b.expr(args[2]), pos)
	elem := args[2].Type().Elem.Main()
	if elem.Kind == types.Bool {
		refuse(pos, "builtin %s", name)
	}
	wrapped, overflows := b.exact(pos).Do(op, x, y, b.scalar(elem, pos))
	b.store(b.object(elem, to, pos), wrapped, pos)
	return overflows
}

// overflows is __builtin_add_overflow_p and its kin, which only tell. The third argument is of the type of the result.
func (b *builder) overflowQuestion(op ir.Op, args []core.Expr, name string, pos ir.Pos) *ir.Expr {
	if len(args) != 3 || !args[2].Type().IsInteger() || args[2].Type().Kind == types.Bool {
		refuse(pos, "builtin %s", name)
	}
	x, y := b.settled(b.expr(args[0]), pos), b.settled(b.expr(args[1]), pos)
	b.drop(args[2])
	_, overflows := b.exact(pos).Do(op, x, y, b.scalar(args[2].Type(), pos))
	return overflows
}

// values are the arguments of a call that are expressions; nil if one is none.
func (c *builtinCall) values() []core.Expr {
	var list []core.Expr
	for _, a := range c.Args {
		if a.X == nil {
			return nil
		}
		list = append(list, a.X)
	}
	return list
}

// flag gives a call the value of a condition.
func (b *builder) gives(c *builtinCall, cond *ir.Expr) {
	if c.Dst == nil {
		b.emit(&ir.Skip{}, c.pos).Aux = false
		return
	}
	b.store(b.place(c.Dst), ir.OfBool(b.scalar(c.Type, c.pos), cond), c.pos).Aux = false
}

func init() { // breaks the cycle from the table to its users
	for word, op := range operations {
		builtins["overflow-"+word] = func(b *builder, c *builtinCall) {
			b.gives(c, b.overflowing(op, c.values(), c.Name, c.pos))
		}
		builtins["overflows-"+word] = func(b *builder, c *builtinCall) {
			b.gives(c, b.overflowQuestion(op, c.values(), c.Name, c.pos))
		}
		handlers["overflow-"+word] = func(b *builder, c *knownCall) {
			overflows := b.overflowing(op, c.Args, c.v.Name, c.pos)
			b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: ir.OfBool(to.Type, overflows)}, c.pos).Aux = false })
		}
	}
}
