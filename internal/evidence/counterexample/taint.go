package counterexample

import (
	"craig/internal/program/interp"
	"craig/internal/program/ir"
)

// mark says what a value depends on: the first Havoc each of an approximation (ir.FromApproximation)
// and of a choice that C leaves open (ir.FromUnspecified); 0 if there is none.
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
	marks[string, mark]

	// The first edges taken on a condition that depends on an approximation, or on what C leaves open.
	approximated, open ir.EdgeID
	from               ir.EdgeID // the approximation

	magnitudes bool // they count as open
}

func newTaint() *taint {
	return &taint{marks: newMarks[string, mark]()}
}

// Guess tells whether where an execution goes has come to depend on a value that is only approximated.
// The zero value is not ready; see NewGuess.
type Guess struct{ taint *taint }

// NewGuess is for an execution that begins.
func NewGuess() Guess {
	t := newTaint()
	t.magnitudes = true
	return Guess{t}
}

// Step is told of every edge taken. It returns whether a condition on the way, up to this edge, was
// decided by an approximation.
func (g Guess) Step(step interp.Step) bool {
	g.taint.step(step)
	return g.taint.approximated != 0
}

// Open tells whether a condition on the way was decided by what C leaves open.
func (g Guess) Open() bool { return g.taint.open != 0 }

// step is told of every edge taken.
func (t *taint) step(step interp.Step) {
	e := step.Edge
	switch s := e.Stmt.(type) {
	case *ir.Havoc:
		m := mark{}
		switch s.Source {
		case ir.FromApproximation:
			m.approximated = e.ID
		case ir.FromUnspecified:
			m.open = e.ID
		case ir.FromMagnitude:
			if t.magnitudes {
				m.open = e.ID
			}
		}
		t.set(s.Var, m)
		return
	case *ir.Call:
		if step.Left {
			t.leave(s)
		} else {
			args, loaded := make([]mark, len(s.Args)), t.loaded(step)
			for i, x := range s.Args {
				args[i] = loaded.and(t.read(x)) // what all arguments together read from memory
			}
			t.enter(s, args)
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
			t.assignRegion(s)
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
		m = m.and(t.cell(c.Region, c.Addr.String()))
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
