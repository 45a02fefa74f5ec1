package counterexample

import (
	"maps"

	"craig/internal/program/ir"
)

// marks are what is known of the values in an execution, by variable, and in regions by cell, of which K is the key. The zero mark
// says nothing. The zero value is not ready; see newMarks.
type marks[K, M comparable] struct {
	vars  map[*ir.Var]M       // of variables, and of all cells of a region that cells does not have
	cells map[*ir.Var]map[K]M // by region and address
	outer []map[*ir.Var]M     // of the variables of functions that are called again
}

func newMarks[K, M comparable]() marks[K, M] {
	return marks[K, M]{vars: map[*ir.Var]M{}, cells: map[*ir.Var]map[K]M{}}
}

// set marks a variable, or a region as a whole.
func (t *marks[K, M]) set(x *ir.Var, m M) {
	delete(t.cells, x)
	var none M
	if m == none {
		delete(t.vars, x)
	} else {
		t.vars[x] = m
	}
}

// setCell marks a cell of a region.
func (t *marks[K, M]) setCell(region *ir.Var, at K, m M) {
	if m == t.vars[region] && t.cells[region] == nil {
		return
	}
	if t.cells[region] == nil {
		t.cells[region] = map[K]M{}
	}
	t.cells[region][at] = m
}

// cell is the mark of a cell of a region.
func (t *marks[K, M]) cell(region *ir.Var, at K) M {
	if m, ok := t.cells[region][at]; ok {
		return m
	}
	return t.vars[region]
}

// assignRegion marks a region that is assigned another one or a constant.
func (t *marks[K, M]) assignRegion(s *ir.Assign) {
	switch {
	case s.Expr.Op != ir.OpVar:
		var none M
		t.set(s.Var, none)
	case s.Expr.Var != s.Var:
		t.set(s.Var, t.vars[s.Expr.Var])
		if cells := t.cells[s.Expr.Var]; len(cells) > 0 {
			t.cells[s.Var] = maps.Clone(cells)
		}
	}
}

// enter begins a call: args are the marks of its arguments.
func (t *marks[K, M]) enter(s *ir.Call, args []M) {
	saved := map[*ir.Var]M{}
	s.Callee.AllVars(func(x *ir.Var) {
		if m, ok := t.vars[x]; ok {
			saved[x] = m
			delete(t.vars, x)
		}
	})
	t.outer = append(t.outer, saved)
	for i, x := range s.Callee.Params {
		if i < len(args) {
			t.set(x, args[i])
		}
	}
}

// leave ends the call that was begun last, and marks its result.
func (t *marks[K, M]) leave(s *ir.Call) {
	var result M
	if s.Result != nil {
		result = t.vars[s.Callee.Result]
	}
	s.Callee.AllVars(func(x *ir.Var) { delete(t.vars, x) })
	maps.Copy(t.vars, t.outer[len(t.outer)-1])
	t.outer = t.outer[:len(t.outer)-1]
	if s.Result != nil {
		t.set(s.Result, result)
	}
}
