// Package arcs executes functions symbolically from one place where paths meet to the next, for engines.
package arcs

import (
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Arcs executes a function symbolically from one join to the next. A join is a location where
// paths meet (or that somebody wants to be one); between joins the paths form trees, so that the
// arcs of all joins together take each edge of the program about once.
type Arcs struct {
	*sem.Context
	Joins []ir.Loc    // in reverse post-order
	Rank  []int       // by Loc: position in a reverse post-order of all locations
	Live  [][]*ir.Var // by Loc: variables whose value an execution from there may read, by ID
	join  []bool      // by Loc
	state *sem.State
}

// Arc is a path from a join to the next one.
type Arc struct {
	To    ir.Loc
	Cond  term.Term   // what the path assumes
	Vals  []term.Term // of the target's live variables, in the order of Live
	Path  []ir.EdgeID
	Input []Input
	// Chosen: on the way a condition at a location with several edges was not decided by simplification.
	Chosen bool
}

// Input is a value that a Havoc on a path gave.
type Input struct {
	At   int // index in the path
	Term term.Term
}

// New prepares the arcs of f. Joins are its entry, the locations with two or more ways in,
// the targets of retreating edges, and those in extra.
func New(c *sem.Context, f *ir.Func, extra []ir.Loc) *Arcs {
	p := c.Program
	n, succ := graph.OfFunc(p, f)
	a := &Arcs{Context: c, Rank: make([]int, n), join: make([]bool, n)}
	order := graph.ReversePostOrder(n, succ, int(f.Entry))
	for i, v := range order {
		a.Rank[v] = i
	}
	a.join[f.Entry] = true
	for _, l := range extra {
		a.join[l] = true
	}
	for _, v := range order {
		if len(p.Loc(ir.Loc(v)).In) > 1 {
			a.join[v] = true
		}
		for _, w := range succ(v) {
			if a.Rank[w] <= a.Rank[v] {
				a.join[w] = true
			}
		}
	}
	for _, v := range order {
		if a.join[v] {
			a.Joins = append(a.Joins, ir.Loc(v))
		}
	}
	a.Live = graph.LiveVars(p, order)
	return a
}

// From lists the arcs that leave join l, where its live variables have the values vals. Arcs
// whose condition is false by simplification are left out.
func (a *Arcs) From(l ir.Loc, vals []term.Term) []Arc {
	a.state = a.NewState()
	for i, v := range a.Live[l] {
		a.state.Set(v, vals[i])
	}
	w := &walk{}
	a.walk(w, l)
	return w.arcs
}

// walk is the path from a join to where the execution is, and the arcs found so far.
type walk struct {
	cond  []term.Term
	path  []ir.EdgeID
	input []Input
	arcs  []Arc
	// chosen is how many conditions so far were not decided.
	chosen int
}

func (a *Arcs) walk(w *walk, l ir.Loc) {
	for _, id := range a.Program.Loc(l).Out {
		e := a.Program.Edge(id)
		mark, conds, inputs := a.state.Mark(), len(w.cond), len(w.input)
		w.path = append(w.path, id)
		assumed := a.state.Exec(e.Stmt)
		if h, ok := e.Stmt.(*ir.Havoc); ok {
			w.input = append(w.input, Input{len(w.path) - 1, a.state.Get(h.Var)})
		}
		if !assumed.IsTrue() {
			w.cond = append(w.cond, assumed)
		}
		chosen := w.chosen
		if !assumed.IsConst() && len(a.Program.Loc(l).Out) > 1 {
			w.chosen++
		}
		switch {
		case assumed.IsFalse():
		case a.join[e.To]:
			a.arrive(w, e.To)
		default:
			a.walk(w, e.To)
		}
		a.state.Undo(mark)
		w.chosen = chosen
		w.path, w.cond, w.input = w.path[:len(w.path)-1], w.cond[:conds], w.input[:inputs]
	}
}

func (a *Arcs) arrive(w *walk, to ir.Loc) {
	cond := a.Store.And(w.cond...)
	if cond.IsFalse() {
		return
	}
	arc := Arc{To: to, Cond: cond, Path: slices.Clone(w.path), Input: slices.Clone(w.input), Chosen: w.chosen > 0}
	for _, v := range a.Live[to] {
		arc.Vals = append(arc.Vals, a.state.Get(v))
	}
	w.arcs = append(w.arcs, arc)
}
