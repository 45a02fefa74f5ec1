package fold

import (
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Facts are invariants of a program, one for each location, that are inductive together: those
// that folding it has used, and what they come from.
type Facts struct {
	p       *ir.Program
	reached func(ir.Loc) bool
	formula func(*sem.Context, ir.Loc) term.Term
}

// Reached is false if no execution reaches l.
func (f *Facts) Reached(l ir.Loc) bool { return f.reached(l) }

// At is the fact for l, a formula over program variables in c's store; false if l is not
// reached.
func (f *Facts) At(c *sem.Context, l ir.Loc) term.Term { return f.formula(c, l) }

// Invariants implements pass.Lift: invariants of the folded program and the facts together are
// invariants of the program.
func (f *Facts) Invariants(st *term.Store, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
	c := sem.New(st, f.p)
	back := make(map[ir.Loc]term.Term, len(inv))
	for l, t := range inv {
		back[l] = c.Store.And(f.At(c, l), t)
	}
	return back
}

// Safe says whether the facts exclude all error locations. If so, inv proves it: the facts at
// the entry and at every location with Loop that is reached.
func (f *Facts) Safe(c *sem.Context) (inv map[ir.Loc]term.Term, safe bool) {
	for _, l := range f.p.ErrorLocs() {
		if f.Reached(l) {
			return nil, false
		}
	}
	inv = map[ir.Loc]term.Term{f.p.Main.Entry: f.At(c, f.p.Main.Entry)}
	for l, info := range f.p.Locs {
		if info != nil && info.Loop && f.Reached(ir.Loc(l)) {
			inv[ir.Loc(l)] = f.At(c, ir.Loc(l))
		}
	}
	return inv, true
}

var _ pass.Lift = (*Facts)(nil)
