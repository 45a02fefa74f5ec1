package cfront

import (
	"strconv"

	"craig/internal/program/ir"
)

// Limits of outline: how many scalars it has, and how many elements of each array.
const (
	maxOutline = 2048
	maxElems   = 32
)

// outline names scalars of a type that has more than flat lists, for people: the beginning of each array, the largest member
// of each union, no bit-fields.
func (tt *typeTable) outline(t *ctype) []ir.Cell {
	if !t.isAgg() && t.kind != kArray {
		return nil
	}
	var cells []ir.Cell
	var add func(t *ctype, off int64, name string)
	add = func(t *ctype, off int64, name string) {
		switch {
		case len(cells) >= maxOutline:
		case t.kind == kArray:
			e := tt.elem(t)
			for i := int64(0); i < min(t.len, maxElems); i++ {
				add(e, off+i*e.size, name+"["+strconv.FormatInt(i, 10)+"]")
			}
		case t.kind == kStruct || t.kind == kUnion:
			lay := tt.layout(t)
			if lay == nil {
				return
			}
			largest := -1
			for i := range lay.fields {
				if largest < 0 || unitSize(&lay.fields[i]) > unitSize(&lay.fields[largest]) {
					largest = i
				}
			}
			for i, m := range lay.fields {
				if m.bits != nil || t.kind == kUnion && i != largest {
					continue
				}
				in := name
				if m.name != "" {
					in += "." + m.name
				}
				add(m.t, off+m.off, in)
			}
		case t.isScalar():
			cells = append(cells, ir.Cell{Offset: off, Type: t.mem(), Name: name})
		}
	}
	add(t, 0, "")
	return cells
}
