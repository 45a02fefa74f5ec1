package alias

import "craig/internal/program/ir"

// damage is for tests: it makes of what is known what a defect might have left of it: when sets have been found, when it is known which objects are
// single and where they are, and when memory is split; what comparisons leave open, and when all is done. what ranges tables have. nil is none.
var damage struct {
	ranges       func([]ir.Range)
	found, split func(*ir.Program, *ir.Points)
	lowered      func(*ir.Program, *ir.Points)
	settled      func(*facts)
	compared     func(ir.Comparison) ir.Comparison
}

// submit has the caller check the table, as it is about to be used for the program, which is still as it was analysed. The caller may want to look at
// what has become of the program, by what is returned.
func (a *facts) submit() (after func()) {
	if a.opts.Check == nil {
		return nil
	}
	return a.opts.Check(a.p, a.t)
}
