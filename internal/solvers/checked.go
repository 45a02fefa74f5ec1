package solvers

import (
	"craig/internal/logic/refuted"
	"craig/logic/smt"
	"craig/logic/term"
)

// Checked makes the native solver, whose refutations are checked. Where that does not succeed its answer is Unknown.
func Checked(st *term.Store) smt.Solver { return refuted.New(st, Native(st), smt.Finder{}, nil) }

// Believed is Checked, but where no refutation could be checked the answer is believed, and t counts it.
func Believed(t *refuted.Tally) func(*term.Store) smt.Solver {
	return func(st *term.Store) smt.Solver { return refuted.New(st, Native(st), smt.Finder{}, t) }
}
