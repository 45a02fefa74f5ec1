package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// divZero: no integer is divided by 0.
func divZero(_ *types.Table, x core.Expr) []core.Demand {
	if d, ok := x.(*core.Binary); ok && (d.Op == core.Div || d.Op == core.Rem) && d.Typ.IsInteger() && !isNonzero(d.Y) {
		return []core.Demand{core.Nonzero}
	}
	return nil
}

func isNonzero(x core.Expr) bool {
	c, ok := x.(*core.IntConst)
	return ok && !c.Value.IsZero()
}
