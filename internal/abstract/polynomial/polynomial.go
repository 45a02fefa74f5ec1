// Package polynomial finds polynomial equalities that hold whenever an execution is at a loop head, such as
// 2s = i·(i + 1): what executions with small inputs have in common, as far as it is inductive.
//
//	samples.go     the values that variables have, place by place
//	ideal.go       the polynomials that vanish at points, by linear algebra over monomials
//	polynomial.go  the greatest set of them that is inductive
//
// An equality that speaks of unsigned numbers is one modulo a power of two, which arithmetic that wraps
// keeps. So it proves no inequality by itself.
package polynomial

import (
	"context"
	"slices"
	"time"

	"craig/internal/program/arcs"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// queryTime is what a solver may take for one question that counts no steps, such as an external one: identities take
// milliseconds, and the search for a counterexample that is not small may take any time.
const queryTime = time.Second

// Invariants are polynomial equalities at the loop heads of p, which is inlined, in terms of st: inductive together
// with facts, by location, over variables by name, in terms of any store. A head of which nothing is known is left out;
// there are none if all are linear.
func Invariants(ctx context.Context, p *ir.Program, st *term.Store, facts map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver) map[ir.Loc]term.Term {
	a := &analysis{
		Arcs: arcs.New(sem.New(st, p), p.Main, nil), ctx: ctx, facts: facts,
		at: map[ir.Loc][]term.Term{}, solver: newSolver(st),
	}
	a.expand = &expander{a.Context, map[modular]expansion{}}
	_, quick := solver.Quick(a.solver)
	a.timed = !quick
	a.guess()
	if !a.curved() {
		return nil
	}
	a.reduce()
	if ctx.Err() != nil || !a.curved() {
		return nil
	}
	inv := map[ir.Loc]term.Term{}
	for l, fs := range a.at {
		if len(fs) > 0 {
			inv[l] = st.And(fs...)
		}
	}
	return inv
}

// analysis has candidates at the loop heads.
type analysis struct {
	*arcs.Arcs
	ctx    context.Context
	facts  map[ir.Loc]term.Term
	at     map[ir.Loc][]term.Term
	expand *expander
	solver smt.Solver
	timed  bool // the solver's questions are bounded by time
}

// curved reports whether a candidate is not linear.
func (a *analysis) curved() bool {
	found := false
	for _, fs := range a.at {
		for _, f := range fs {
			term.Walk(f, func(t term.Term) { found = found || t.Op() == term.Mul })
		}
	}
	return found
}

// guess makes the candidates.
func (a *analysis) guess() {
	places := map[ir.Loc][]*ir.Var{}
	for _, l := range a.Joins {
		if !a.Program.Loc(l).Loop {
			continue
		}
		for _, v := range a.Live[l] {
			if v.Type.Kind == ir.Integer && v.Type.Bits > 1 {
				places[l] = append(places[l], v)
			}
		}
	}
	points := sample(a.ctx, a.Program, places)
	wide := sampleWide(a.ctx, a.Program, places)
	for _, l := range a.Joins {
		for _, r := range relations(points[l]) {
			for _, f := range a.formulas(r, places[l]) {
				if !a.refuted(f, places[l], wide[l]) {
					a.at[l] = append(a.at[l], f)
				}
			}
		}
	}
}

// formulas say that a relation holds: over the integers, and if it speaks of unsigned numbers modulo the size of the
// smallest of their types first.
func (a *analysis) formulas(r relation, vars []*ir.Var) (fs []term.Term) {
	st := a.Store
	sum, bits := st.Int(0), uint8(0)
	for i, m := range r.of {
		t := st.Int(1)
		for k, e := range m {
			if v := vars[k]; e > 0 && !v.Type.Signed && (bits == 0 || v.Type.Bits < bits) {
				bits = v.Type.Bits
			}
			for range e {
				t = st.Mul(t, a.Var(vars[k]))
			}
		}
		sum = st.Add(sum, st.Scale(r.coeff[i].Rat(), t))
	}
	if bits > 0 {
		fs = append(fs, st.Eq(st.Mod(sum, st.IntNum(num.Pow2(uint(bits)))), st.Int(0)))
	}
	return append(fs, st.Eq(sum, st.Int(0)))
}

// reduce drops candidates until those that are left are inductive.
func (a *analysis) reduce() {
	from := map[ir.Loc][]arcs.Arc{}
	for _, l := range a.Joins {
		if l == a.Program.Main.Entry || a.Program.Loc(l).Loop {
			vals := make([]term.Term, len(a.Live[l]))
			for i, v := range a.Live[l] {
				vals[i] = a.Var(v)
			}
			from[l] = a.paths(l, vals, a.Store.True(), nil)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range a.Joins {
			for _, path := range from[l] {
				changed = a.drop(l, path) || changed
			}
		}
	}
}

// maxPaths bounds the paths from one loop head to others.
const maxPaths = 100

// paths adds those from l to the next loop heads, if they are not too many: otherwise nothing is known of their ends.
func (a *analysis) paths(l ir.Loc, vals []term.Term, cond term.Term, to []arcs.Arc) []arcs.Arc {
	for _, arc := range a.From(l, vals) {
		arc.Cond = a.Store.And(cond, arc.Cond)
		switch {
		case arc.Cond.IsFalse():
		case a.Program.Loc(arc.To).Loop:
			to = append(to, arc)
			if len(to) > maxPaths {
				a.at[arc.To] = nil
			}
		case len(to) <= maxPaths:
			to = a.paths(arc.To, arc.Vals, arc.Cond, to)
		default:
			clear(a.at)
		}
	}
	return to
}

// drop drops what does not hold after a path from l. It reports whether that is anything. What no identity gives the
// solver is asked for.
func (a *analysis) drop(l ir.Loc, arc arcs.Arc) (dropped bool) {
	if len(a.at[arc.To]) == 0 {
		return false
	}
	st := a.Store
	m := map[term.Term]term.Term{}
	for i, v := range a.Live[arc.To] {
		m[a.Var(v)] = arc.Vals[i]
	}
	known := st.And(append(slices.Clone(a.at[l]), arc.Cond)...)
	if f, ok := a.facts[l]; ok {
		known = st.And(known, st.Import(f))
	}
	eqs, asserted := equations(known), false
	kept := a.at[arc.To][:0:0]
	for _, f := range a.at[arc.To] {
		goal := st.Subst(f, m)
		holds := goal.IsTrue()
		if !holds && isEquation(goal) {
			_, holds = a.expand.cofactors(goal, eqs)
		}
		if !holds {
			if !asserted {
				asserted = true
				a.solver.Push()
				defer a.solver.Pop()
				for _, v := range a.Live[l] {
					if v.Type.IsNumber() {
						a.solver.Assert(a.Range(v.Type, a.Var(v)))
					}
				}
				a.solver.Assert(known)
			}
			holds = a.holds(goal)
		}
		if holds {
			kept = append(kept, f)
		} else {
			dropped = true
		}
	}
	a.at[arc.To] = kept
	return dropped
}

// holds reports whether f follows from what is asserted.
func (a *analysis) holds(f term.Term) bool {
	ctx := a.ctx
	if a.timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, queryTime)
		defer cancel()
	}
	return a.solver.Check(ctx, a.Store.Not(f)).Status == smt.Unsat
}
