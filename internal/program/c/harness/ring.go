package harness

import (
	"fmt"
	"slices"

	"craig/internal/pattern"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// A ring, { buf, head, tail, size } or { buf, head, tail, mask }, is one object: head and tail are indices of buf, or lead into it.

// ringName matches the names of members that tell a place in a ring.
var ringName = pattern.New(`(?i)^(r|w|rd|wr|head|tail|read|write|front|rear|in|out|get|put|first|last|start|end)(_?(idx|index|pos|position|ptr|p|i|off|offset|at|from|to|count))?$|_(head|tail|rd|wr|read|write|front|rear|in|out|get|put)$`)

// sizeName matches the names of members that say how many elements there are, not how many are in use.
var sizeName = pattern.New(`(?i)(size|sz)$`)

// maskName matches the names of members that are one less than a power of two.
var maskName = pattern.New(`(?i)(^|_|[a-z])mask$`)

// ringEnd is the name of an index that is the end of all others.
const ringEnd = "end"

// ring finds the members that tell places in what member i leads to, or in it if it is an array: numbers, and pointers of its type. There are two at
// least, and the program uses one so. Numbers that are no more than operands of & may have any value, as in buf[head++ & mask]: free says that.
func (m *maker) ring(fields []types.Field, i int) (indices, pointers []*types.Field, free bool) {
	buf := &fields[i]
	if k := buf.Type.Kind; m.lone() || k != types.Pointer && k != types.Array {
		return nil, nil, false
	}
	used, bare := false, false
	for k := range fields {
		f := &fields[k]
		if k == i || f.Bits || f.Type.Quals&types.Const != 0 || !ringName.MatchString(f.Name) {
			continue
		}
		switch {
		case isNumber(f.Type):
			indices = append(indices, f)
			is, alone := m.facts.isIndex(keyOf(f), keyOf(buf))
			used, bare = used || is, bare || alone
		case f.Type.Kind == types.Pointer && same(f.Type, buf.Type) && !delicate(buf.Type.Elem):
			pointers = append(pointers, f)
			used = used || m.facts.meet(keyOf(f), keyOf(buf)) || slices.Contains(m.facts.becoming(keyOf(buf)), keyOf(f))
		}
	}
	for k := 1; k < len(pointers); k++ {
		used = used || m.facts.meet(keyOf(pointers[k-1]), keyOf(pointers[k]))
	}
	switch {
	case !used:
	case len(pointers) >= 2:
		return nil, pointers, false
	case len(indices) >= 2:
		return indices, nil, !bare
	}
	return nil, nil, false
}

// ringSize is the member that says how many elements the ring of member i has, which has these indices; nil if none does. It may be the last of three
// indices: { buf, end, head, tail }.
func (m *maker) ringSize(fields []types.Field, i int, indices []*types.Field) *types.Field {
	for _, does := range []func(string) bool{capacityName.MatchString, func(name string) bool { return isLengthName(name, fields[i].Type.Elem) }} {
		for k := range fields {
			if f := &fields[k]; counts(f) && !ringName.MatchString(f.Name) && does(f.Name) {
				return f
			}
		}
	}
	if len(indices) > 2 {
		if k := slices.IndexFunc(indices, func(f *types.Field) bool { return f.Name == ringEnd }); k >= 0 {
			return indices[k]
		}
	}
	return nil
}

// ringMask is the member by which places in what member i leads to are masked, as in buf[head & mask]; nil if there is none.
func (m *maker) ringMask(fields []types.Field, i int) *types.Field {
	if m.lone() {
		return nil
	}
	for k := range fields {
		f := &fields[k]
		if !counts(f) || !maskName.MatchString(f.Name) || !m.facts.masks[keyOf(f)] {
			continue
		}
		if is, _ := m.facts.isIndex(keyOf(f), keyOf(&fields[i])); is {
			return f
		}
	}
	return nil
}

// indexed has the indices of a ring, which is in lv, be less than n, the number of its elements, which people know as shown.
func (m *maker) indexed(indices []*types.Field, lv, n, shown string, explicit bool) {
	for _, f := range indices {
		at := lv + "." + f.Name
		if at == n {
			continue
		}
		if !explicit {
			m.fill(f.Type, 0, at, 0, true)
		}
		if f.Type.IsSigned() {
			m.line("__VERIFIER_assume(%s >= 0);", at)
		}
		m.line("__VERIFIER_assume(%s < %s);", at, n)
		m.assume(ir.AboutLengths, "%s is less than %s", m.shown(at), shown)
	}
}

// masks declares how many elements there are where the places are masked by f, a member of lv, as a variable that it gives.
func (m *maker) masks(f *types.Field, lv string, explicit bool) string {
	mask := lv + "." + f.Name
	if !explicit {
		m.fill(f.Type, 0, mask, 0, true)
	}
	if f.Type.IsSigned() {
		m.line("__VERIFIER_assume(%s >= 0);", mask)
	}
	n := m.name(mask, "_elements")
	m.line("%s %s = (%[1]s)%[3]s + 1;", sizeType, n, mask)
	m.sums[n] = m.shown(mask) + " + 1"
	m.powerOfTwo(n, m.sums[n])
	return n
}

// powerOfTwo has n be one, which people know as shown.
func (m *maker) powerOfTwo(n, shown string) {
	m.line("__VERIFIER_assume(%s > 0 && (%[1]s & (%[1]s - 1)) == 0);", n)
	m.assume(ir.AboutLengths, "%s is a power of two", shown)
}

// within has a pointer lead into what buf leads to, which has n elements.
func (m *maker) within(f *types.Field, lv, buf, n string) {
	at := lv + "." + f.Name
	i := m.size(at)
	m.line("__VERIFIER_assume(%s < %s);", i, n)
	m.assign(f.Type, f.Type.Quals, at, fmt.Sprintf("%s ? %s + %s : 0", buf, buf, i))
	m.assume(ir.AboutLengths, "%s leads into %s", m.shown(at), m.shown(buf))
}
