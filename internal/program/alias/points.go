package alias

import "craig/internal/program/ir"

// damage is for tests: it makes of what is known what a defect might have left of it: when sets have been found, when it is known which objects are
// single and where they are, and when memory is split; and what comparisons leave open. nil is none.
var damage struct {
	found, split func(*ir.Program, *ir.Points)
	settled      func(*facts)
	compared     func(ir.Comparison) ir.Comparison
}

// submit has the caller check the table, as it is about to be used for the program, which is still as it was analysed.
func (a *facts) submit() {
	if a.opts.Check != nil {
		a.opts.Check(a.p, a.t)
	}
}
