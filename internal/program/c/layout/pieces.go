package layout

import (
	"slices"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Piece is a part of the representation of an object, which is all of its bytes, that is copied or filled at once.
type Piece struct {
	Off  int64
	Type ir.Type
}

// Pieces lists the parts of an object of type t, which cover it: its scalars, the units of its bit-fields, and what is between them. ok is
// false if there are too many.
func (l *Table) Pieces(t *types.Type) (list []Piece, ok bool) {
	f, size := l.Flatten(t), t.SizeOf()
	if !f.OK || size <= 0 || size > 16*MaxCells {
		return nil, false
	}
	covered := make([]bool, size)
	add := func(off, n int64, t ir.Type) {
		list = append(list, Piece{off, t})
		for k := off; k < off+n; k++ {
			covered[k] = true
		}
	}
	for _, c := range f.Cells {
		if slices.Contains(covered[c.Off:c.Off+c.Size()], true) { // a bit-field whose unit is there
			continue
		}
		ty, scalar := l.Scalar(c.Type)
		switch {
		case c.Bits != nil:
			add(c.Off, c.Bits.Bytes, c.Bits.Type())
		case scalar:
			add(c.Off, c.Size(), InMemory(ty))
		}
	}
	for from := int64(0); from < size; from++ {
		if !covered[from] {
			add(from, 1, ir.Int(8, false))
		}
	}
	slices.SortFunc(list, func(x, y Piece) int { return int(x.Off - y.Off) })
	return list, true
}
