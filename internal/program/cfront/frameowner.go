package cfront

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// What is said of a write that a frame refuses: the lvalue, and the assigns clauses that would have to name it. These are the ones that
// may be active there: of the function, of the loops around the write, and of functions and loops from which the function is called.

// frameOwners are the frames that may be active where each function is called, and the loops with frames around edges.
func frameOwners(fns []*fn) (called map[*fn][]*frame, within map[*edge][]*frame) {
	called, within = map[*fn][]*frame{}, map[*edge][]*frame{}
	callees := calleesOf(fns)
	for _, f := range fns {
		if f.frame != nil {
			spread(f.frame, f.edges, callees, called)
		}
		for _, l := range f.loops {
			edges := f.edges[min(l.span[0], len(f.edges)):min(l.span[1], len(f.edges))]
			for _, e := range edges {
				within[e] = append(within[e], l)
			}
			spread(l, edges, callees, called)
		}
	}
	return called, within
}

// calleesOf gives the functions that the statement of an edge may call.
func calleesOf(fns []*fn) func(*edge) []*fn {
	of := map[*ir.Func]*fn{}
	var anywhere []*fn // a call through a pointer may come there
	for _, f := range fns {
		of[f.ir] = f
		if f.f != nil && f.f.obj != nil {
			anywhere = append(anywhere, f)
		}
	}
	return func(e *edge) []*fn {
		c, ok := e.stmt.(*ir.Call)
		switch {
		case !ok:
			return nil
		case c.Callee == nil:
			return anywhere
		case of[c.Callee] == nil:
			return nil
		}
		return []*fn{of[c.Callee]}
	}
}

// spread notes a frame for all functions that some edges may come to.
func spread(l *frame, edges []*edge, callees func(*edge) []*fn, called map[*fn][]*frame) {
	for work := [][]*edge{edges}; len(work) > 0; work = work[1:] {
		for _, e := range work[0] {
			for _, f := range callees(e) {
				if !slices.Contains(called[f], l) {
					called[f] = append(called[f], l)
					work = append(work, f.edges)
				}
			}
		}
	}
}

// why says what the write of an edge is to be among.
func (w *guard) why(e *edge) string {
	const mostOwners = 3
	what := w.what(e)
	var owners []*frame
	if w.f.frame != nil {
		owners = append(owners, w.f.frame)
	}
	for _, l := range slices.Concat(w.g.within[e], w.g.owners[w.f]) {
		if !slices.Contains(owners, l) {
			owners = append(owners, l)
		}
	}
	if len(owners) == 1 {
		return fmt.Sprintf("%s is written, which the assigns clause of %s does not name: it names %s", what, owners[0].name, placeNames(owners[0].said))
	}
	var list []string
	for _, l := range owners[:min(len(owners), mostOwners)] {
		list = append(list, fmt.Sprintf("that of %s names %s", l.name, placeNames(l.said)))
	}
	if more := len(owners) - mostOwners; more > 0 {
		list = append(list, fmt.Sprintf("and there are %d more", more))
	}
	return what + " is written, which an assigns clause of a call or loop that goes on does not name: " + strings.Join(list, "; ")
}

// what is the lvalue that an edge writes to, for people.
func (w *guard) what(e *edge) string {
	const most = 60
	if w.f.unit != nil && w.f.unit.models {
		return "what " + cmp.Or(w.f.f.cname, "the library") + " is given"
	}
	if e.written != nil {
		if text := written(e.written); text != "" && len(text) <= most {
			return text
		}
	}
	if v := ir.Written(e.stmt); v != nil && v.CName != "" {
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

// joined are the places of two clauses.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}
