package layout

import (
	"fmt"

	"craig/internal/program/c/types"
)

// Variable arguments travel as a list in memory, to which a function that takes them gets a pointer as its last parameter. A list has a slot for
// each argument and one for its end:
//
//	 0  what the argument is, see Slot; 0 in the last one
//	 4  an integer of 4 bytes
//	 8  an integer of 8 bytes
//	16  a pointer
//	24  a double
//	32  the address of a copy of an argument of another type
//
// so that values of one kind lie at one distance from each other. A va_list has the address of the slot that is next: it is a pointer, or, with
// 64 bits, the third member of a structure, an array of one, which functions that it is passed to advance.
const (
	SlotSize                                                 = 40
	SlotTag, SlotInt, SlotLong, SlotPtr, SlotFloat, SlotCopy = 0, 4, 8, 16, 24, 32
)

// Slot says how an argument of a promoted type lies in its slot: what the slot says that it is, and where it lies there. copied says that its
// address does.
func (l *Table) Slot(t *types.Type) (tag, off int64, copied bool) {
	switch size := t.SizeOf(); {
	case t.IsInteger() && size == 4:
		return 1, SlotInt, false
	case t.IsInteger() && size == 8:
		return 2, SlotLong, false
	case t.Kind == types.Pointer:
		return 3, SlotPtr, false
	case t.IsReal() && size == 8:
		return 4, SlotFloat, false
	}
	key := fmt.Sprint(t.Kind, t.SizeOf())
	if t.IsRecord() {
		key += t.Record.Tag + l.Key(t)
	}
	tag, ok := l.slots[key]
	if !ok {
		tag = int64(len(l.slots)) + 5
		l.slots[key] = tag
	}
	return tag, SlotCopy, true
}
