package belief

import (
	"slices"

	"craig/internal/program/c/core"
)

// Wrap is a comparison that asks of a sum, or a product, of signed numbers whether it is less than one of them, as in n + m < n: where it has overflowed, which it asks for, the program
// is undefined.
type Wrap struct {
	At, Test core.Pos // the operation, and the comparison
}

// WrapsIn are those of a function, in the order of the text.
func WrapsIn(f *core.Func) (list []Wrap) {
	core.EachStmt(f.Body, func(s core.Stmt) {
		core.Parts(s, func(at *core.Expr) {
			x, ok := (*at).(*core.Binary)
			if !ok || !slices.Contains([]core.BinaryOp{core.Lt, core.Le, core.Gt, core.Ge}, x.Op) {
				return
			}
			for _, y := range [][2]core.Expr{{x.X, x.Y}, {x.Y, x.X}} {
				op, ok := unchecked(y[0]).(*core.Binary)
				l, is := unchecked(y[1]).(*core.Load)
				if !ok || !is || op.Op != core.Add && op.Op != core.Mul || !op.Typ.IsInteger() || !op.Typ.IsSigned() {
					continue
				}
				of, named := core.Spelled(l.X), false
				leaves(op, func(z core.Expr) {
					z1, ok := unchecked(z).(*core.Load)
					named = named || ok && of != "" && core.Spelled(z1.X) == of
				})
				if named {
					list = append(list, Wrap{op.At, x.At})
				}
			}
		}, func(core.Place) {})
	})
	return list
}

// unchecked is an expression without checks around it, and without conversions that keep its value.
func unchecked(x core.Expr) core.Expr {
	for {
		switch y := x.(type) {
		case *core.Checked:
			x = y.X
		case *core.Convert:
			if from := y.X.Type(); !from.IsInteger() || !y.Typ.IsInteger() || y.Typ.SizeOf() < from.SizeOf() {
				return x
			}
			x = y.X
		default:
			return x
		}
	}
}
