package frame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// What is said of a write that a frame refuses: the lvalue, and the assigns clauses that would have to name it. These are the ones that
// may be active there: of the function, of the loops around the write, and of functions and loops from which the function is called.

// findOwners finds the frames that may be active where each function is called, and the loops with frames around edges.
func (w *guard) findOwners() {
	w.owners, w.within = map[*ir.Func][]*open{}, map[ir.EdgeID][]*open{}
	for _, l := range w.list {
		edges := w.edges(l.fn)
		if l.Loop {
			edges = slices.DeleteFunc(edges, func(e *ir.Edge) bool { return int(e.ID) < l.span[0] || int(e.ID) >= l.span[1] })
			for _, e := range edges {
				w.within[e.ID] = append(w.within[e.ID], l)
			}
		}
		w.spread(l, edges)
	}
}

// spread notes a frame for all functions that some edges may come to.
func (w *guard) spread(l *open, edges []*ir.Edge) {
	for work := [][]*ir.Edge{edges}; len(work) > 0; work = work[1:] {
		for _, e := range work[0] {
			for _, f := range w.callees(e) {
				if !slices.Contains(w.owners[f], l) {
					w.owners[f] = append(w.owners[f], l)
					work = append(work, w.edges(f))
				}
			}
		}
	}
}

// why says what the write of an edge is to be among.
func (w *guard) why(e *ir.Edge) string {
	const mostOwners = 3
	what := w.what(e)
	var owners []*open
	for _, l := range w.list {
		if l.fn == w.f.Func && !l.Loop {
			owners = append(owners, l)
		}
	}
	for _, l := range slices.Concat(w.within[e.ID], w.owners[w.f.Func]) {
		if !slices.Contains(owners, l) {
			owners = append(owners, l)
		}
	}
	if len(owners) == 1 {
		return fmt.Sprintf("%s is written, which the assigns clause of %s does not name: it names %s", what, owners[0].Name, placeNames(owners[0].Said))
	}
	var list []string
	for _, l := range owners[:min(len(owners), mostOwners)] {
		list = append(list, fmt.Sprintf("that of %s names %s", l.Name, placeNames(l.Said)))
	}
	if more := len(owners) - mostOwners; more > 0 {
		list = append(list, fmt.Sprintf("and there are %d more", more))
	}
	return what + " is written, which an assigns clause of a call or loop that goes on does not name: " + strings.Join(list, "; ")
}

// what is the lvalue that an edge writes to, for people.
func (w *guard) what(e *ir.Edge) string {
	const most = 60
	if w.f.Model {
		return "what " + cmp.Or(w.f.Name, "the library") + " is given"
	}
	if text := w.written[e.Stmt]; text != "" && len(text) <= most {
		return text
	}
	if v := ir.Written(e.Stmt); v != nil && v.CName != "" {
		return v.CName
	}
	return "memory"
}

// placeNames are the places of a clause, as they are written.
func placeNames(said string) string {
	const most = 100
	switch {
	case said == "" || said == `\nothing`:
		return "nothing"
	case len(said) > most:
		return said[:most] + " ..."
	}
	return said
}
