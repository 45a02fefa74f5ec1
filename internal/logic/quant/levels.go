package quant

import (
	"craig/logic/smt"
	"craig/logic/term"
)

// Levels are a solver of what has no quantifiers, and the formulas that were asserted beside it as they are, level by level.
type Levels struct {
	Ground smt.Solver
	Kept   []term.Term
	begun  []int // how many were kept where each level began
}

// Inner is the solver of what has no quantifiers.
func (l *Levels) Inner() smt.Solver { return l.Ground }

// Push opens a level.
func (l *Levels) Push() {
	l.begun = append(l.begun, len(l.Kept))
	l.Ground.Push()
}

// Pop closes a level.
func (l *Levels) Pop() {
	n := len(l.begun) - 1
	l.Kept = l.Kept[:l.begun[n]]
	l.begun = l.begun[:n]
	l.Ground.Pop()
}

// Close closes the inner solver, if it can be closed.
func (l *Levels) Close() {
	if c, ok := l.Ground.(interface{ Close() }); ok {
		c.Close()
	}
}
