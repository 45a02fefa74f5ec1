package belief

import (
	"maps"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Pointers that a test has found null are believed to be so, where control comes from that side of it alone, until something may have changed them.

// isNull is the key of the belief that what is written so is null.
func isNull(key string) string { return "0 " + key }

// assume enters what a condition says that has been found true, or false, of pointers.
func (w *walker) assume(x core.Expr, truth bool, in beliefs) {
	if in == nil {
		return
	}
	switch y := x.(type) {
	case *core.Logical:
		if y.Or != truth { // both operands are what the condition is
			w.assume(y.X, truth, in)
			w.assume(y.Y, truth, in)
		}
	case *core.Unary:
		if y.Op == core.Not {
			w.assume(y.X, !truth, in)
		}
	case *core.Convert:
		w.assume(y.X, truth, in)
	case *core.Binary:
		switch {
		case y.Op != core.Eq && y.Op != core.Ne:
		case null(y.Y):
			w.assume(y.X, truth == (y.Op == core.Ne), in)
		case null(y.X):
			w.assume(y.Y, truth == (y.Op == core.Ne), in)
		}
	case *core.Load:
		key := core.Spelled(y.X)
		if y.Type().Kind != types.Pointer || key == "" || volatile(y.X) {
			return
		}
		if delete(in, isNull(key)); !truth {
			in[isNull(key)] = belief{y.At, y.X}
		}
	}
}

// byNull notes an access by a pointer that has been found null.
func (w *walker) byNull(l *core.Load, in beliefs) {
	key := core.Spelled(l.X)
	if b, ok := in[isNull(key)]; ok && key != "" {
		w.found = append(w.found, Contradiction{Pointer: key, Access: l.At, Test: b.at, Null: true})
		delete(in, isNull(key)) // one is enough
	}
}

// onlyNull looks for accesses by null pointers in an expression that is evaluated where a condition is true, or false. Of others nothing is noted, since it may not be evaluated.
func (w *walker) onlyNull(x, condition core.Expr, truth bool, in beliefs) {
	nulls := beliefs{}
	for key, b := range in {
		if len(key) > 2 && key[:2] == isNull("") {
			nulls[key] = b
		}
	}
	w.assume(condition, truth, nulls)
	if len(nulls) == 0 {
		return
	}
	own := *w
	own.results, own.order, own.from = map[core.Pos]*Result{}, nil, nil
	own.value(x, maps.Clone(nulls))
	w.found = own.found
}
