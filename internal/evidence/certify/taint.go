package certify

import (
	"craig/internal/program/interp"
	"craig/internal/program/ir"
)

// mark says what a value depends on: the first Havoc each of an approximation (ir.FromApproximation)
// and of a choice that C leaves open (ir.FromOpen); 0 if there is none.
type mark struct{ approximated, open ir.EdgeID }

func (m mark) and(n mark) mark {
	if m.approximated == 0 {
		m.approximated = n.approximated
	}
	if m.open == 0 {
		m.open = n.open
	}
	return m
}

// taint follows marks through an execution: by variable, and in regions by cell.
type taint struct {
	vars  map[*ir.Var]mark            // of variables, and of all cells of a region that cells does not have
	cells map[*ir.Var]map[string]mark // by region and address
	outer []map[*ir.Var]mark          // the marks of the variables of functions that are called again

	// The first edges taken on a condition that depends on an approximation, or on what C leaves open.
	approximated, open ir.EdgeID
	from               ir.EdgeID // the approximation
}

func newTaint() *taint {
	return &taint{vars: map[*ir.Var]mark{}, cells: map[*ir.Var]map[string]mark{}}
}

// Guess tells whether where an execution goes has come to depend on a value that is only approximated.
// The zero value is not ready; see NewGuess.
type Guess struct{ taint *taint }

// NewGuess is for an execution that begins.
func NewGuess() Guess { return Guess{newTaint()} }

// Step is told of every edge taken. It returns whether a condition on the way, up to this edge, was
// decided by an approximation.
func (g Guess) Step(step interp.Step) bool {
	g.taint.step(step)
	return g.taint.approximated != 0
}

// Open tells whether a condition on the way was decided by what C leaves open.
func (g Guess) Open() bool { return g.taint.open != 0 }

// set marks a variable, or a region as a whole.
func (t *taint) set(v *ir.Var, m mark) {
	delete(t.cells, v)
	if m == (mark{}) {
		delete(t.vars, v)
	} else {
		t.vars[v] = m
	}
}

// setCell marks a cell of a region.
func (t *taint) setCell(region *ir.Var, addr string, m mark) {
	if m == t.vars[region] && t.cells[region] == nil {
		return
	}
	if t.cells[region] == nil {
		t.cells[region] = map[string]mark{}
	}
	t.cells[region][addr] = m
}

func (t *taint) cell(c interp.Cell) mark {
	if m, ok := t.cells[c.Region][c.Addr.String()]; ok {
		return m
	}
	return t.vars[c.Region]
}

// step is told of every edge taken.
func (t *taint) step(step interp.Step) {
	e := step.Edge
	switch s := e.Stmt.(type) {
	case *ir.Havoc:
		m := mark{}
		switch s.Source {
		case ir.FromApproximation:
			m.approximated = e.ID
		case ir.FromOpen:
			m.open = e.ID
		}
		t.set(s.Var, m)
		return
	case *ir.Call:
		if step.Left {
			t.leave(s)
		} else {
			t.enter(s, t.loaded(step))
		}
		return
	}
	if len(t.vars) == 0 && len(t.cells) == 0 {
		return
	}
	m := t.loaded(step)
	if s, ok := e.Stmt.(*ir.Assume); ok {
		m = m.and(t.decided(s.Cond, step))
	} else {
		ir.Exprs(e.Stmt, func(x *ir.Expr) { m = m.and(t.read(x)) })
	}
	switch s := e.Stmt.(type) {
	case *ir.Assume:
		if m.approximated != 0 && t.approximated == 0 {
			t.approximated, t.from = e.ID, m.approximated
		}
		if m.open != 0 && t.open == 0 {
			t.open = e.ID
		}
	case *ir.Assign:
		if s.Var.Type.Kind == ir.Memory {
			t.copyRegion(s)
		} else {
			t.set(s.Var, m)
		}
	case *ir.Store:
		if m != (mark{}) && t.anyPlace(s.Addr) {
			t.set(s.Region, m.and(t.vars[s.Region]))
		} else {
			t.setCell(s.Region, step.Addr.String(), m)
		}
	}
}

// read is the mark of the variables in x.
func (t *taint) read(x *ir.Expr) (m mark) {
	ir.EachVar(x, func(v *ir.Var) {
		if v.Type.Kind != ir.Memory {
			m = m.and(t.vars[v])
		}
	})
	return m
}

// decided is the mark of what decides a condition that holds, or does not: of a disjunction one side that holds, and
// on which nothing is marked, is enough, and of a conjunction one that does not.
func (t *taint) decided(c *ir.Expr, step interp.Step) mark {
	switch c.Op {
	case ir.OpNot:
		return t.decided(c.Args[0], step)
	case ir.OpLAnd, ir.OpLOr:
		m := mark{}
		for _, x := range c.Args {
			n := t.decided(x, step)
			v, ok := step.Eval(x)
			if n == (mark{}) && ok && v.IsZero() == (c.Op == ir.OpLAnd) {
				return n
			}
			m = m.and(n)
		}
		return m
	}
	return t.read(c)
}

// loaded is the mark of the cells that a step has read.
func (t *taint) loaded(step interp.Step) (m mark) {
	for _, c := range step.Loads {
		m = m.and(t.cell(c))
	}
	return m
}

// anyPlace says that the address of a store may depend on a mark, so that any cell may have been
// written, or left as it was.
func (t *taint) anyPlace(addr *ir.Expr) bool {
	loads := false
	ir.Walk(addr, func(e *ir.Expr) bool {
		loads = loads || e.Op == ir.OpLoad
		return !loads
	})
	return loads || t.read(addr) != mark{}
}

// copyRegion marks a region that is assigned another one or a constant.
func (t *taint) copyRegion(s *ir.Assign) {
	if s.Expr.Op != ir.OpVar {
		t.set(s.Var, mark{})
		return
	}
	t.set(s.Var, t.vars[s.Expr.Var])
	for addr, m := range t.cells[s.Expr.Var] {
		t.setCell(s.Var, addr, m)
	}
}

// enter marks the parameters of a function; loaded is the mark of what all arguments together read
// from memory.
func (t *taint) enter(s *ir.Call, loaded mark) {
	params := make([]mark, len(s.Callee.Params))
	for i := range params {
		params[i] = loaded.and(t.read(s.Args[i]))
	}
	saved := map[*ir.Var]mark{}
	s.Callee.AllVars(func(v *ir.Var) {
		if m, ok := t.vars[v]; ok {
			saved[v] = m
			delete(t.vars, v)
		}
	})
	t.outer = append(t.outer, saved)
	for i, v := range s.Callee.Params {
		t.set(v, params[i])
	}
}

// leave marks the result of a call.
func (t *taint) leave(s *ir.Call) {
	m := mark{}
	if s.Result != nil {
		m = t.vars[s.Callee.Result]
	}
	s.Callee.AllVars(func(v *ir.Var) { delete(t.vars, v) })
	for v, old := range t.outer[len(t.outer)-1] {
		t.vars[v] = old
	}
	t.outer = t.outer[:len(t.outer)-1]
	if s.Result != nil {
		t.set(s.Result, m)
	}
}
