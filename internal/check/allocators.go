package check

import (
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// managers are the pointers to functions of which the project says that they lead to malloc and its kin, or to free and its kin, as people name them: "lib_malloc" and "free_func". A name that
// also a pointer has that leads elsewhere is none of them.
type managers struct{ gives, known map[string]bool }

// findManagers looks for them.
func (c *checker) findManagers() {
	c.managers = managers{map[string]bool{}, map[string]bool{}}
	giver, releases := c.givers(func(*cfront.Function) bool { return true }), c.pointersThatFree()
	other := map[string]bool{}
	c.each(func(_ *Unit, f *cfront.Function) {
		for _, x := range f.Flows {
			_, frees := releases[x.To]
			name := nameOf(x.To)
			switch gives := slices.Contains(allocators, giver[x.To]); {
			case gives:
				c.managers.gives[name] = true
				fallthrough
			case frees:
				c.managers.known[name] = true
			default:
				other[name] = true
			}
		}
	})
	for name := range other {
		delete(c.managers.gives, name)
		delete(c.managers.known, name)
	}
}

// asked matches the note that a function without a body gives a block.
var asked = pattern.New(`^what (\S+) returns has as many bytes as it is asked for$`)

// lastName is the last name of a place such as s->al.alloc_func.
func lastName(place string) string { return place[strings.LastIndexAny(place, ".>*&(")+1:] }

// says tells whether a note says nothing but that managers of memory are what they are, and whether it is that a block is as large as one was asked for.
func (m managers) says(n resultfile.Note) (known, block bool) {
	_, list, of := strings.Cut(n.Text, ": ")
	if n.Aspect == ir.AboutLengths {
		for part := range strings.SplitSeq(n.Text, ", ") {
			if x := asked.FindStringSubmatch(part); x != nil {
				if !m.gives[lastName(x[1])] {
					return false, false
				}
				block = true
			}
		}
		return false, block
	}
	if !of || !slices.Contains([]ir.Aspect{ir.AboutInitial, ir.AboutCallbacks, ir.AboutGlobals}, n.Aspect) {
		return false, false
	}
	for part := range strings.SplitSeq(list, ", ") {
		if !strings.HasPrefix(part, "which is ") && !m.known[lastName(part)] {
			return false, false
		}
	}
	return true, false
}

// managed has a finding not rest on guesses where these are about pointers that lead to malloc and free: the blocks that they give have the size that they were asked for.
func (c *checker) managed(g *Finding) {
	others, block := false, false
	for _, n := range g.Document.Notes {
		known, is := c.managers.says(n)
		block = block || is
		others = others || !known && guessesMore(n)
	}
	g.others = others
	named := slices.ContainsFunc(g.Document.Notes, func(n resultfile.Note) bool { // a parameter
		_, list, _ := strings.Cut(n.Text, ": ")
		return n.Aspect == ir.AboutValid && slices.Contains(strings.Split(list, ", "), "result")
	})
	result := func(in string) bool { return strings.HasPrefix(in, "result") }
	if m := g.Document.Trace; block && !named && m != nil && m.Memory != nil && strings.Contains(m.Memory.Text, " result leads to, ") {
		g.unsized, g.Inputs = false, slices.DeleteFunc(g.Inputs, result)
	}
}
