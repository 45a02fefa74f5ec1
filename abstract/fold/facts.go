package fold

import (
	"craig/abstract/domain/interval"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

// Facts are invariants of a program, one for each location, that are inductive together: those
// that folding it has used, and what they come from.
type Facts struct {
	p      *ir.Program
	d      *interval.Domain
	states []interval.State // by ir.Loc
	used   map[*ir.Var]bool
}

// Reached is false if no execution reaches l.
func (f *Facts) Reached(l ir.Loc) bool { return !f.d.IsBottom(f.states[l]) }

// At is the fact for l, a formula over program variables in c's store; false if l is not
// reached.
func (f *Facts) At(c *sem.Context, l ir.Loc) term.Term {
	return f.d.FormulaOf(c, f.states[l], func(v *ir.Var) bool { return f.used[v] })
}

// Back makes invariants of the folded program into invariants of the program: it conjoins the
// facts.
func (f *Facts) Back(c *sem.Context, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
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

// String says what is known of e's variables at l.
func (f *Facts) String(l ir.Loc, e *ir.Edge) string {
	text := ""
	ir.EachRead(e.Stmt, func(v *ir.Var) { text += " " + v.Name + " " + f.d.Get(f.states[l], v).String() })
	return text
}
