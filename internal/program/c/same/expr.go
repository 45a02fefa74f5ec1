package same

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// bare is an expression without conversions that change nothing but what is const.
func (c *comparison) bare(x core.Expr) core.Expr {
	for {
		to, ok := x.(*core.Convert)
		if !ok || !c.plain(to.X.Type(), to.Typ) {
			return x
		}
		x = to.X
	}
}

// exprs is expr of lists.
func (c *comparison) exprs(a, b []core.Expr) bool { return slices.EqualFunc(a, b, c.expr) }

// expr tells whether two expressions, both of which may be nil, have the same value.
func (c *comparison) expr(x, y core.Expr) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	x, y = c.bare(x), c.bare(y)
	if v := core.Called(x); v != nil && v == core.Called(y) {
		return c.variables(v, v)
	}
	if !c.types(x.Type(), y.Type()) {
		return c.differ("values have different types: %v and %v", x.Type(), y.Type())
	}
	switch x := x.(type) {
	case *core.IntConst:
		y, ok := y.(*core.IntConst)
		return ok && x.Value == y.Value || c.differ("constants")
	case *core.RealConst:
		y, ok := y.(*core.RealConst)
		return ok && x.Imag == y.Imag && sameReal(x.Value, y.Value) || c.differ("constants")
	case *core.Load:
		y, ok := y.(*core.Load)
		return ok && len(x.Goals)+len(y.Goals) == 0 && c.place(x.X, y.X) || c.differ("loads")
	case *core.AddrOf:
		y, ok := y.(*core.AddrOf)
		return ok && c.place(x.X, y.X) || c.differ("addresses")
	case *core.Decay:
		y, ok := y.(*core.Decay)
		return ok && c.place(x.X, y.X) || c.differ("arrays")
	case *core.LabelAddr:
		y, ok := y.(*core.LabelAddr)
		return ok && c.label(x.Label, y.Label)
	case *core.Unary:
		y, ok := y.(*core.Unary)
		return ok && x.Op == y.Op && c.expr(x.X, y.X) || c.differ("operators")
	case *core.Binary:
		y, ok := y.(*core.Binary)
		if !ok {
			return c.differ("operators")
		}
		if x.Op == y.Op && c.attempt(func() bool { return c.expr(x.X, y.X) && c.expr(x.Y, y.Y) }) {
			return true
		}
		op, ok := turned(x.Op)
		whole := x.X.Type().IsInteger() && x.Y.Type().IsInteger() || x.Op.IsComparison()
		return ok && op == y.Op && whole && c.expr(x.X, y.Y) && c.expr(x.Y, y.X) || c.differ("operators")
	case *core.PtrAdd:
		y, ok := y.(*core.PtrAdd)
		return ok && x.Sub == y.Sub && c.expr(x.X, y.X) && c.expr(x.N, y.N) || c.differ("sums of pointers")
	case *core.PtrDiff:
		y, ok := y.(*core.PtrDiff)
		return ok && c.expr(x.X, y.X) && c.expr(x.Y, y.Y) || c.differ("differences of pointers")
	case *core.Convert:
		y, ok := y.(*core.Convert)
		return ok && c.expr(x.X, y.X) || c.differ("conversions")
	case *core.Cond:
		y, ok := y.(*core.Cond)
		return ok && c.expr(x.X, y.X) && c.expr(x.Then, y.Then) && c.expr(x.Else, y.Else) || c.differ("choices")
	case *core.Logical:
		y, ok := y.(*core.Logical)
		return ok && x.Or == y.Or && c.expr(x.X, y.X) && c.expr(x.Y, y.Y) || c.differ("choices")
	}
	return c.differ("expressions")
}

// turned is the operator that does with its operands the other way round what op does; of floats that is a comparison alone, since of two NaNs a sum is the
// first one.
func turned(op core.BinaryOp) (core.BinaryOp, bool) {
	switch op {
	case core.Add, core.Mul, core.And, core.Or, core.Xor, core.Eq, core.Ne:
		return op, true
	case core.Lt:
		return core.Gt, true
	case core.Gt:
		return core.Lt, true
	case core.Le:
		return core.Ge, true
	case core.Ge:
		return core.Le, true
	}
	return 0, false
}

func sameReal(a, b types.Real) bool {
	if a.X == nil || b.X == nil {
		return a.X == nil && b.X == nil && a.Neg == b.Neg
	}
	return a.X.Cmp(b.X) == 0 && a.X.Signbit() == b.X.Signbit()
}

// place tells whether two places, both of which may be nil, are the same.
func (c *comparison) place(x, y core.Place) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	if !c.types(x.Type(), y.Type()) {
		return c.differ("places have different types: %v and %v", x.Type(), y.Type())
	}
	switch x := x.(type) {
	case *core.VarPlace:
		y, ok := y.(*core.VarPlace)
		return ok && c.variables(x.Var, y.Var)
	case *core.DerefPlace:
		y, ok := y.(*core.DerefPlace)
		return ok && c.expr(x.X, y.X)
	case *core.FieldPlace:
		y, ok := y.(*core.FieldPlace)
		return ok && c.place(x.X, y.X) && index(x.X.Type().Record, x.Field) == index(y.X.Type().Record, y.Field) || c.differ("members")
	case *core.LiteralPlace:
		y, ok := y.(*core.LiteralPlace)
		return ok && c.literal(x.Literal, y.Literal)
	case *core.PartPlace:
		y, ok := y.(*core.PartPlace)
		return ok && x.Imag == y.Imag && c.place(x.X, y.X)
	}
	return c.differ("places")
}

// literal joins two string literals with the same contents.
func (c *comparison) literal(a, b *core.Literal) bool {
	if known, together := c.literals.known(a, b); known {
		return together
	}
	if !slices.Equal(a.Units, b.Units) || !c.types(a.Type, b.Type) {
		return c.differ("string literals")
	}
	c.literals.join(a, b)
	return true
}

// inits tells whether two initializers, both of which may be nil, give the same values.
func (c *comparison) inits(a, b core.Init) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *core.ExprInit:
		b, ok := b.(*core.ExprInit)
		return ok && c.expr(a.X, b.X)
	case *core.LiteralInit:
		b, ok := b.(*core.LiteralInit)
		return ok && slices.Equal(a.Literal.Units, b.Literal.Units)
	case *core.ListInit:
		b, ok := b.(*core.ListInit)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			x, y := a.Elems[i], b.Elems[i]
			if x.Index != y.Index || x.Last != y.Last || (x.Field == nil) != (y.Field == nil) || x.Field != nil && index(a.Typ.Record, x.Field) != index(b.Typ.Record, y.Field) || !c.inits(x.Init, y.Init) {
				return false
			}
		}
		return true
	}
	return false
}
