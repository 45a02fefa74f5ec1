package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// floatCast: a float is converted to an integer type that has its value without the fraction, C11 6.3.1.4.
func floatCast(_ *types.Table, x core.Expr) []core.Demand {
	c, ok := x.(*core.Convert)
	if ok && c.Typ.IsInteger() && c.Typ.Kind != types.Bool && c.X.Type().IsReal() {
		return []core.Demand{core.Fits}
	}
	return nil
}
