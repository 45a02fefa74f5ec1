package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// conversion: an integer is converted to a type that has its value, unless a cast is written. What has the type _Bool asks whether it is 0.
func conversion(_ *types.Table, x core.Expr) []core.Demand {
	c, ok := x.(*core.Convert)
	if ok && !c.Explicit && c.Typ.IsInteger() && c.Typ.Kind != types.Bool && c.X.Type().IsInteger() {
		return []core.Demand{core.Fits}
	}
	return nil
}
