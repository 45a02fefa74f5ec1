package layout

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Elements is the type of the elements of an array that a call is given with their size: that of what the array leads to, if the size is that of the type;
// nil if it is none that can be exchanged piece by piece.
func (l *Table) Elements(array, size core.Expr) *types.Type {
	n, ok := core.Unconverted(size).(*core.IntConst)
	t := core.Pointee(array)
	if t == nil || !ok {
		return nil
	}
	if size, small := n.Value.Int64(); !small || size != t.SizeOf() {
		return nil
	}
	if _, ok := l.Pieces(t.Main()); !ok {
		return nil
	}
	return t.Main()
}
