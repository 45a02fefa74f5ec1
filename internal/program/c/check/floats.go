package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// floatDivZero: no float is divided by 0.
func floatDivZero(_ *types.Table, x core.Expr) []core.Demand {
	if d, ok := x.(*core.Binary); ok && d.Op == core.Div && d.Typ.IsReal() {
		return []core.Demand{core.Nonzero}
	}
	return nil
}

// floatInvalid: an operation on numbers gives one.
func floatInvalid(_ *types.Table, x core.Expr) []core.Demand { return rounded(x, core.Number) }

// floatOverflow: an operation on finite numbers gives a finite one.
func floatOverflow(_ *types.Table, x core.Expr) []core.Demand { return rounded(x, core.Finite) }

// rounded are demands on the operations on floats whose results are rounded.
func rounded(x core.Expr, d core.Demand) []core.Demand {
	switch x := x.(type) {
	case *core.Binary:
		if x.Typ.IsReal() {
			return []core.Demand{d}
		}
	case *core.Convert:
		if x.Typ.IsReal() && x.X.Type().IsReal() {
			return []core.Demand{d}
		}
	}
	return nil
}
