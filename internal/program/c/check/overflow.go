package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// overflow: the result of a signed operation fits its type, of shifts as C11 6.5.7 has it.
func overflow(_ *types.Table, x core.Expr) []core.Demand {
	t := x.Type()
	if !t.IsInteger() {
		return nil
	}
	switch x := x.(type) {
	case *core.Unary:
		if x.Op == core.Neg && t.IsSigned() {
			return []core.Demand{core.Fits}
		}
	case *core.Binary:
		switch {
		case x.Op == core.Shl && t.IsSigned():
			return []core.Demand{core.Distance, core.NotNegative, core.Fits}
		case x.Op == core.Shl || x.Op == core.Shr:
			return []core.Demand{core.Distance}
		case x.Op <= core.Rem && t.IsSigned():
			return []core.Demand{core.Fits}
		}
	}
	return nil
}
