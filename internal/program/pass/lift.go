package pass

import (
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Lift is a pass's way back: it carries evidence for the program that the pass has made to the program
// that it was given. Every pass that makes a program smaller returns one.
//
// A trace needs none: the edges of the small program are edges of the big one, in the order in
// which that takes them, with nothing but edges in between that the small one left out; the
// inputs of the small program's Havocs are those of the same executions of the same edges.
type Lift interface {
	// Invariants carries inductive invariants of the small program back: what it returns is inductive
	// for the big one, at the big one's entry and loop heads. Locations that have no invariant are
	// unreachable. Terms are made in st, where those of inv are.
	Invariants(st *term.Store, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term
}

// Lifts is the way back through several passes, in the order in which they ran. None leads from a
// program to itself.
type Lifts []Lift

// Invariants implements Lift.
func (l Lifts) Invariants(st *term.Store, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
	for _, pass := range slices.Backward(l) {
		inv = pass.Invariants(st, inv)
	}
	return inv
}

// lift is the way back through a pass that has left out or joined locations, and has replaced variables
// by expressions.
type lift struct {
	program *ir.Program // the big one
	cuts    []cut
}

// cut is a loop head or the entry of the big program.
type cut struct {
	loc ir.Loc
	// at is the location of the small program that stands for it; 0: no goal can be reached from
	// loc.
	at ir.Loc
	// facts are what the pass used and what holds at loc whenever an execution is there.
	facts []fact
}

// fact says that a variable has the value of an expression.
type fact struct {
	v     *ir.Var
	value *ir.Expr
}

// Invariants implements Lift.
func (w *lift) Invariants(st *term.Store, inv map[ir.Loc]term.Term) map[ir.Loc]term.Term {
	out := map[ir.Loc]term.Term{}
	ctx := sem.New(st, w.program)
	for _, c := range w.cuts {
		if c.at == 0 {
			out[c.loc] = st.True()
			continue
		}
		t, ok := inv[c.at]
		if !ok {
			continue
		}
		for _, f := range c.facts {
			t = st.And(t, st.Eq(ctx.Var(f.v), ctx.Expr(f.value, ctx.Var)))
			// Where the small program reads v it reads the cells of f.value, which says that these
			// have values of their types. The big program has said so when it assigned v.
			t = st.And(t, st.And(ctx.Loads(f.value, ctx.Var, nil)...))
		}
		out[c.loc] = t
	}
	return out
}
