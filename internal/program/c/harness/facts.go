package harness

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// key is a pointer or a number of the program: a variable, or all members of a name, or such an element of one as data[3].
type key struct {
	v      *core.Var
	member string
}

func keyOf(f *types.Field) key { return key{member: f.Name} }

// none is the key of nothing.
var none key

// facts are what the program does, as far as the guesses need it. They are found in what an execution from the entry may come to.
type facts struct {
	mentioned map[*core.Var]bool
	used      []*core.Var // those that are mentioned, in the order of the text
	owner     map[*core.Var]*core.Var
	selected  map[string]bool     // names of members
	changed   map[*core.Var]bool  // variables that a file may change: it assigns to them or takes their address. See unwritten
	decays    map[*core.Var]int   // of arrays: how often their address is taken, but to read an element
	anything  bool                // that may be any
	leads     map[key]*types.Type // the largest structures that pointers are converted to pointers to
	scalars   map[*core.Var]*types.Type
	returns   map[*core.Var][]*types.Type // and what functions return

	freed map[key]bool // it is given to free, or to realloc
	frees bool         // something is

	along  map[key]bool  // the program goes along it: takes elements, adds to it or compares its place
	values map[key][]key // the value of one becomes that of others

	bytes   map[key]int64   // how far the program goes by constants from where a pointer leads, to the end of the last byte
	moves   map[key]int64   // bytes that it is moved by, in all
	unknown map[key]bool    // it is accessed at places that constants do not tell
	written map[key]bool    // something is assigned there
	shifts  map[key][]shift // its value, and so many bytes, becomes that of others

	compared map[[2]key]bool
	index    map[key][]operand // of a pointer
	from     map[key][]operand // numbers that a number is made of
	masks    map[key]bool      // numbers that are an operand of &
	less     map[key]bool      // numbers of which one less is
}

type shift struct {
	to key
	by int64
}

// operand is a number that another one is made of; masked says by way of an operand of &, so that the other one may be small where it is not.
type operand struct {
	number key
	masked bool
}

func newFacts() *facts {
	return &facts{
		mentioned: map[*core.Var]bool{}, owner: map[*core.Var]*core.Var{}, selected: map[string]bool{}, changed: map[*core.Var]bool{}, decays: map[*core.Var]int{},
		leads: map[key]*types.Type{}, scalars: map[*core.Var]*types.Type{}, returns: map[*core.Var][]*types.Type{},
		freed: map[key]bool{}, along: map[key]bool{}, values: map[key][]key{},
		bytes: map[key]int64{}, moves: map[key]int64{}, unknown: map[key]bool{}, written: map[key]bool{}, shifts: map[key][]shift{},
		compared: map[[2]key]bool{}, index: map[key][]operand{}, from: map[key][]operand{}, masks: map[key]bool{}, less: map[key]bool{},
	}
}

// goesAlong tells whether the program goes along p, or along what p's value becomes. A pointer to a structure beside a number with the name of a length,
// as in update(ctx, len, data), mostly leads to one object; it leads to that many if the program goes along it.
func (f *facts) goesAlong(p key) bool {
	return slices.ContainsFunc(closure(p, func(p key) []key { return f.values[p] }), func(p key) bool { return f.along[p] })
}

// isFreed tells whether p, or what gets its value, is freed: then it leads to a block of the heap, or some call goes wrong.
func (f *facts) isFreed(p key) bool {
	return f.frees && slices.ContainsFunc(f.becoming(p), func(p key) bool { return f.freed[p] })
}

// any tells whether one of p and of the pointers that have its value, or lead behind where it leads, is in a set.
func (f *facts) any(set map[key]bool, p key) bool {
	return slices.ContainsFunc(closure(p, f.shifted), func(p key) bool { return set[p] })
}

func (f *facts) shifted(p key) (list []key) {
	for _, s := range f.shifts[p] {
		list = append(list, s.to)
	}
	return list
}

// becoming is p with the pointers that get its value.
func (f *facts) becoming(p key) []key {
	return closure(p, func(p key) []key { return append(slices.Clip(f.values[p]), f.shifted(p)...) })
}

// closure is p with what next leads to.
func closure(p key, next func(key) []key) []key {
	list, seen := []key{p}, map[key]bool{p: true}
	for i := 0; i < len(list); i++ {
		for _, q := range next(list[i]) {
			if !seen[q] {
				seen[q] = true
				list = append(list, q)
			}
		}
	}
	return list
}

// meet tells whether the program compares p, or what gets its value, with q.
func (f *facts) meet(p, q key) bool {
	others := f.becoming(q)
	for _, x := range f.becoming(p) {
		for _, y := range others {
			if f.compared[[2]key{x, y}] {
				return true
			}
		}
	}
	return false
}

// Bounds of what is a guess that makes sense, and of the work for it.
const (
	mostReached = 1 << 16
	mostShifts  = 1_000
)

// reach is how many bytes from p the program comes by constants; 0 if it does not.
func (f *facts) reach(p key) int64 {
	on, left := map[key]bool{}, mostShifts
	var far func(p key) int64
	far = func(p key) int64 {
		if on[p] || left == 0 {
			return 0
		}
		left--
		on[p] = true
		defer delete(on, p)
		most := max(f.bytes[p], f.moves[p])
		for _, s := range f.shifts[p] {
			if n := far(s.to); n > 0 {
				most = max(most, s.by+n)
			}
		}
		return most
	}
	if n := far(p); n <= mostReached {
		return n
	}
	return 0
}

// isIndex tells whether a number tells a place in what the pointer, or the array, of leads to; bare whether it does so without &.
func (f *facts) isIndex(number, of key) (is, bare bool) {
	seen := map[operand]bool{}
	for list := slices.Clone(f.index[of]); len(list) > 0; list = list[1:] {
		x := list[0]
		if x.number == number {
			is, bare = true, bare || !x.masked
		}
		if !seen[x] {
			seen[x] = true
			for _, y := range f.from[x.number] {
				list = append(list, operand{y.number, x.masked || y.masked})
			}
		}
	}
	return is, bare
}
