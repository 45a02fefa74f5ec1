// Package cells makes of a program with arrays one without: instead of all elements of a region it keeps
// a few distinguished cells, each an index that is arbitrary but fixed during the execution, and the value
// there. [Monniaux, Gonnord: Cell Morphing, SAS 2016]
//
//	cells.go   Make: the program with cells
//	index.go   addresses as base + stride * index
//	feeds.go   the reads that decide about an error
//	reads.go   which reads give what has been read or written before
//	rewrite.go loads, stores and errors in terms of cells
//	lift.go    the way back: what is proved of a cell holds for all elements
//
// A store a[x] := e becomes "if x == k then v := e", and a load y := a[x] becomes "if x == k then y := v,
// otherwise y is unknown". An error counts only if the last reads that decide about it have read the
// cells: for each execution into the error there is a choice of indices for which they have. So if
// no execution of the program with cells reaches an error, none of the original does.
//
// Nothing depends on that being right: what is proved of the program with cells is turned into facts
// about all elements (verdict.Elements), which the certifier checks on the original program.
package cells

import (
	"fmt"
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Plan says which cells a program gets.
type Plan struct {
	// Each is how many cells each region gets.
	Each int
	// Shared: the j'th cells of all regions that are indexed alike have one index.
	Shared bool
}

// Cell is a distinguished cell of a region: Value is what is at Index.
type Cell struct {
	Region       *ir.Var // of the original program
	Index, Value *ir.Var // of the program with cells
	layout       *Layout
}

// most is the greatest number of regions that get cells.
const most = 8

// Program is a program with cells in place of its regions.
type Program struct {
	*ir.Program
	Cells []Cell
	Lift  *Lift
}

// Make replaces the regions of p, which is inlined, by cells, and leaves p as it is. ok is false if p has
// no regions, or too many, or some whose elements are read as values of several types.
func Make(p *ir.Program, plan Plan) (q *Program, ok bool) {
	layouts := Layouts(p)
	if len(layouts) == 0 || len(layouts) > most {
		return nil, false
	}
	m := &maker{plan: plan, old: p, p: p.Clone(), byRegion: map[*ir.Var][]Cell{}}
	for _, l := range layouts {
		if l == nil {
			return nil, false
		}
		m.layouts = append(m.layouts, l)
	}
	m.findHeads()
	m.declare()
	m.collect()
	m.available()
	m.findFeeds()
	m.rewrite()
	m.enter()
	m.p.Globals = slices.DeleteFunc(m.p.Globals, func(v *ir.Var) bool { return v.Type.Kind == ir.Memory })
	return &Program{Program: m.p, Cells: m.cells, Lift: &Lift{p, m.cells, m.temps, m.pairs()}}, true
}

// maker is one run of Make.
type maker struct {
	plan     Plan
	old, p   *ir.Program
	layouts  []*Layout
	cells    []Cell
	byRegion map[*ir.Var][]Cell
	temps    []*ir.Var // made here, and dead at heads of loops

	heads map[ir.Loc]bool
	order []ir.Loc // reverse postorder
	reads []*read  // the loads of the program, by structure
	in    map[ir.Loc][]bool
	feeds map[ir.Loc][]*read // of each error the reads that decide about it, the last ones first
}

// findHeads finds the locations at which nothing is remembered of what was read: targets of back edges,
// and heads of loops.
func (m *maker) findHeads() {
	m.heads = map[ir.Loc]bool{m.p.Main.Entry: true}
	n, succ := graph.OfFunc(m.p, m.p.Main)
	place := map[ir.Loc]int{}
	for _, l := range graph.ReversePostOrder(n, succ, int(m.p.Main.Entry)) {
		place[ir.Loc(l)] = len(m.order)
		m.order = append(m.order, ir.Loc(l))
	}
	for _, l := range m.order {
		if m.p.Locs[l].Loop {
			m.heads[l] = true
		}
		for _, id := range m.p.Locs[l].Out {
			if to := m.p.Edges[id].To; place[to] <= place[l] {
				m.heads[to] = true
			}
		}
	}
}

// declare makes the variables of the cells.
func (m *maker) declare() {
	type key struct {
		t ir.Type
		j int
	}
	shared := map[key]*ir.Var{}
	for _, l := range m.layouts {
		for j := range m.plan.Each {
			k := shared[key{l.Index, j}]
			if k == nil || !m.plan.Shared {
				k = m.p.NewLocal(m.p.Main, fmt.Sprintf("%sindex%d", prefix, len(m.cells)+1), "", l.Index, ir.Pos{})
				shared[key{l.Index, j}] = k
			}
			v := m.p.NewLocal(m.p.Main, fmt.Sprintf("%svalue%d", prefix, len(m.cells)+1), "", l.Elem, ir.Pos{})
			c := Cell{Region: l.Region, Index: k, Value: v, layout: l}
			m.cells = append(m.cells, c)
			m.byRegion[l.Region] = append(m.byRegion[l.Region], c)
		}
	}
}

// prefix begins the names of variables that are no program's.
const prefix = "$"

// temp makes a variable that is dead at heads.
func (m *maker) temp(name string, t ir.Type) *ir.Var {
	v := m.p.NewLocal(m.p.Main, fmt.Sprintf("%s%s%d", prefix, name, len(m.temps)+1), "", t, ir.Pos{})
	m.temps = append(m.temps, v)
	return v
}
