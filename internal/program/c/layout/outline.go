package layout

import (
	"strconv"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Limits of outline: how many scalars it has, and how many elements of each array.
const (
	maxOutline = 2048
	maxElems   = 32
)

// Outline names scalars of an aggregate that has more than Flatten lists, for people: the beginning of each array, the largest member
// of each union, no bit-fields.
func (l *Table) Outline(t *types.Type) []ir.Cell { return l.outline(nil, t, 0, "") }

func (l *Table) outline(cells []ir.Cell, t *types.Type, off int64, name string) []ir.Cell {
	switch {
	case len(cells) >= maxOutline:
	case t.Kind == types.Array && !t.IsVariable():
		for i := range min(t.Len, maxElems) {
			cells = l.outline(cells, t.Elem, off+i*t.Elem.SizeOf(), name+"["+strconv.FormatInt(i, 10)+"]")
		}
	case t.IsRecord():
		largest := int64(0)
		for _, m := range t.Record.Fields {
			largest = max(largest, m.Type.SizeOf())
		}
		for i := range t.Record.Fields {
			m := &t.Record.Fields[i]
			if m.Bits || t.Kind == types.Union && m.Type.SizeOf() < largest {
				continue
			}
			in := name
			if m.Name != "" {
				in += "." + m.Name
			}
			cells = l.outline(cells, m.Type, off+m.Offset, in)
			if t.Kind == types.Union {
				break
			}
		}
	default:
		if ty, ok := l.Scalar(t); ok {
			cells = append(cells, ir.Cell{Offset: off, Type: InMemory(ty), Name: name})
		}
	}
	return cells
}
