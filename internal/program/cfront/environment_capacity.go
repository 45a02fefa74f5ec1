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
