package harness

import (
	"craig/internal/pattern"
	"craig/internal/program/c/types"
)

// How many elements there are where members of structures lead.

var capacityName = pattern.New(`(?i)^(max|maxlen|max_len|max_size|alloc_len|alloc_size|allocated_size|size_alloc(ated)?)$|(^|_)(cap|alloc)$|(capacity|allocated)$`)

// counts tells whether a member may say how many of something there are.
func counts(f *types.Field) bool {
	return isNumber(f.Type) && !f.Bits && f.Type.Quals&types.Const == 0
}

// memberLength finds the member that says how many elements there are where member i leads, a pointer; nil if none does. within, if not nil, says how many
// of them are in use, as in { items, count, capacity }.
func (m *maker) memberLength(fields []types.Field, i int) (count, within *types.Field) {
	e := fields[i].Type.Elem
	if m.lone() || !isByte(e) && !m.facts.goesAlong(keyOf(&fields[i])) {
		return nil, nil
	}
	named := func(k int, does func(name string) bool) *types.Field {
		if k >= len(fields) || !counts(&fields[k]) || !does(fields[k].Name) {
			return nil
		}
		return &fields[k]
	}
	length := func(name string) bool { return isLengthName(name, e) && !capacityName.MatchString(name) }
	for k := i + 1; k <= i+2; k++ {
		count = named(k, capacityName.MatchString)
		within = named(2*i+3-k, length) // the other one of the two
		if count == nil || !m.facts.selected[count.Name] || k == i+2 && within == nil {
			continue
		}
		if within != nil && !m.facts.selected[within.Name] {
			within = nil
		}
		return count, within
	}
	if count = named(i+1, func(name string) bool { return isLengthName(name, e) }); count != nil && !m.facts.selected[count.Name] {
		count = nil
	}
	return count, nil
}

// openEnd is the array without a length at the end of a structure, if the program names it and nothing in it leads anywhere; else nil.
func (m *maker) openEnd(t *types.Type) *types.Field {
	if t.Kind != types.Struct || m.lone() || !t.Record.Flexible {
		return nil
	}
	last := &t.Record.Fields[len(t.Record.Fields)-1]
	if !m.facts.selected[last.Name] || last.Type.Kind != types.Array || sizeOf(last.Type.Elem) <= 0 || delicate(last.Type.Elem) || isConst(last.Type) {
		return nil
	}
	return last
}

// openEndLength is the member that says how long the array at the end of a structure is: one with the name of a capacity, or the one before the array if
// it has the name of a length. It is nil if none does: then there are any number of elements.
func (m *maker) openEndLength(t *types.Type) *types.Field {
	fields := t.Record.Fields[:len(t.Record.Fields)-1]
	number := func(f *types.Field) bool { return counts(f) && m.facts.selected[f.Name] }
	for i := range fields {
		if f := &fields[i]; number(f) && capacityName.MatchString(f.Name) {
			return f
		}
	}
	if len(fields) == 0 {
		return nil
	}
	e := t.Record.Fields[len(fields)].Type.Elem
	if f := &fields[len(fields)-1]; number(f) && isLengthName(f.Name, e) {
		return f
	}
	return nil
}

// endMember is the member that is the end of what member i leads to, as in { const char *at, *end; }: it has the name of an end, and the program compares both.
// nil if there is none, or if another member says how much there is.
func (m *maker) endMember(fields []types.Field, i int) *types.Field {
	f := &fields[i]
	if m.lone() || f.Name == "" || f.Type.Kind != types.Pointer || endName.MatchString(f.Name) || sizeOf(f.Type.Elem) <= 0 || delicate(f.Type.Elem) {
		return nil
	}
	if count, _ := m.memberLength(fields, i); count != nil {
		return nil
	}
	if _, pointers, _ := m.ring(fields, i); len(pointers) > 0 {
		return nil
	}
	for k := range fields {
		g := &fields[k]
		if k != i && g.Name != "" && same(g.Type, f.Type) && endName.MatchString(g.Name) && m.facts.meet(keyOf(f), keyOf(g)) {
			return g
		}
	}
	return nil
}
