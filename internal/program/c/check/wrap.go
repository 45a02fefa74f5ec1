package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// wrap: the result of an unsigned operation is the mathematical one. It may be shifted out, as clang's sanitizer has it.
func wrap(_ *types.Table, x core.Expr) []core.Demand {
	t := x.Type()
	if !t.IsInteger() || t.IsSigned() {
		return nil
	}
	switch x := x.(type) {
	case *core.Unary:
		if x.Op == core.Neg {
			return []core.Demand{core.Fits}
		}
	case *core.Binary:
		if x.Op <= core.Mul {
			return []core.Demand{core.Fits}
		}
	}
	return nil
}
