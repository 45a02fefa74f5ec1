package cfront

import "craig/internal/pattern"

// How many elements there are where members of structures lead.

var capacityName = pattern.New(`(?i)^(max|maxlen|max_len|max_size|alloc_len|alloc_size|allocated_size|size_alloc(ated)?)$|(^|_)(cap|alloc)$|(capacity|allocated)$`)

// memberLength finds the member that says how many elements there are where member i leads, a pointer; nil if none does. within, if not nil, says how many of
// them are in use, as in { items, count, capacity }.
func (g *environment) memberLength(members []member, i int) (count, within *member) {
	e := members[i].t.elemC
	if g.o.Lengths != LengthsByName || !byteOrVoid(e) && !g.r.along(members[i].name) {
		return nil, nil
	}
	named := func(k int, does func(name string) bool) *member {
		if k >= len(members) {
			return nil
		}
		m := &members[k]
		if m.t.kind != kInt || m.width >= 0 || m.q&qConst != 0 || !does(m.name) {
			return nil
		}
		return m
	}
	length := func(name string) bool { return isLengthName(name, e) && !capacityName.MatchString(name) }
	for k := i + 1; k <= i+2; k++ {
		count = named(k, capacityName.MatchString)
		within = named(2*i+3-k, length) // the other one of the two
		if count == nil || !g.r.selected[count.name] || k == i+2 && within == nil {
			continue
		}
		if within != nil && !g.r.selected[within.name] {
			within = nil
		}
		return count, within
	}
	if count = named(i+1, func(name string) bool { return isLengthName(name, e) }); count != nil && !g.r.selected[count.name] {
		count = nil
	}
	return count, nil
}

// openEnd is the array without a length at the end of a structure, if the function names it and nothing in it leads anywhere; else nil.
func (g *environment) openEnd(t *ctype) *member {
	if t.kind != kStruct || g.o.Lengths != LengthsByName || g.r.types.layout(t) == nil || !t.lay.flexible {
		return nil
	}
	last := &t.record.members[len(t.record.members)-1]
	if !g.r.selected[last.name] || last.t.kind != kArray || last.t.elemC.size <= 0 || g.delicate(last.t.elemC) || last.t.elemQ&qConst != 0 {
		return nil
	}
	return last
}

// openEndLength is the member that says how long the array at the end of a structure is: one with the name of a capacity, or the one before the
// array if it has the name of a length. It is nil if none does: then there are any number of elements.
func (g *environment) openEndLength(t *ctype) *member {
	members := t.record.members[:len(t.record.members)-1]
	number := func(m *member) bool {
		return m.t.kind == kInt && m.width < 0 && m.q&qConst == 0 && g.r.selected[m.name]
	}
	for i := range members {
		if m := &members[i]; number(m) && capacityName.MatchString(m.name) {
			return m
		}
	}
	if len(members) == 0 {
		return nil
	}
	e := t.record.members[len(members)].t.elemC
	if m := &members[len(members)-1]; number(m) && isLengthName(m.name, e) {
		return m
	}
	return nil
}
