// Package polynomial finds closed forms of what loops compute, which hold whenever an execution is at a loop head: polynomial equalities such as
// 2s = i·(i + 1), and values that are periodic functions of a counter, such as i mod 3 = 1 ⇒ s = 2. They are what
// executions with small inputs have in common, as far as it is inductive.
//
//	samples.go     the values that variables have, place by place
//	ideal.go       the polynomials that vanish at points, by linear algebra over monomials
//	periodic.go    the variables that are periodic functions of a counter
//	guards.go      conditions of loops: what they distinguish, and bounds
//	constants.go   large constants of conditions as variables, so that executions come to the ends of loops
//	polynomial.go  the greatest set of candidates that is inductive
//
// An equality that speaks of unsigned numbers is one modulo a power of two, which arithmetic that wraps
// keeps. So it proves no inequality by itself.
package polynomial

import (
	"context"
	"maps"
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

// Invariants are closed forms at the loop heads of p, which is inlined, in terms of st: inductive together
// with facts, by location, over variables by name, in terms of any store. A head of which nothing is known is left out. Those without
// products of variables come first; if enough accepts them there are no others.
func Invariants(ctx context.Context, p *ir.Program, st *term.Store, facts map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver, enough func(map[ir.Loc]term.Term) bool) (inv map[ir.Loc]term.Term) {
	a := newAnalysis(ctx, p, st)
	a.facts, a.solver = facts, newSolver(st)
	_, quick := solver.Quick(a.solver)
	a.timed = !quick
	all := a.guess()
	flat := map[ir.Loc][]term.Term{}
	for l, fs := range all {
		flat[l] = slices.DeleteFunc(slices.Clone(fs), curved)
	}
	if inv = a.inductive(flat); len(inv) > 0 && enough(inv) || !slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(all))...), curved) {
		return inv
	}
	return a.inductive(all)
}

func newAnalysis(ctx context.Context, p *ir.Program, st *term.Store) *analysis {
	var loops []ir.Loc // joins also where nothing leads back: proofs have an invariant at each
	for l, info := range p.Locs {
		if info != nil && info.Loop && info.Func == p.Main {
			loops = append(loops, ir.Loc(l))
		}
	}
	return &analysis{
		Arcs: arcs.New(sem.New(st, p), p.Main, loops), ctx: ctx,
		closed: map[ir.Loc][]term.Term{}, stronger: map[term.Term]term.Term{},
	}
}

// Candidates are what Invariants chooses from, without products: formulas that may hold at the loop heads of p, for those who know more of p. What
// is a polynomial modulo several powers of 2 is there for each.
func Candidates(ctx context.Context, p *ir.Program, st *term.Store) map[ir.Loc][]term.Term {
	all := newAnalysis(ctx, p, st).guess()
	for l, fs := range all {
		all[l] = slices.DeleteFunc(fs, curved)
	}
	return all
}

// inductive is the greatest set of candidates that is inductive, without those that others of it imply.
func (a *analysis) inductive(candidates map[ir.Loc][]term.Term) map[ir.Loc]term.Term {
	a.at = candidates
	a.reduce()
	if a.ctx.Err() != nil {
		return nil
	}
	inv := map[ir.Loc]term.Term{}
	for l, fs := range a.at {
		implied := func(f term.Term) bool {
			for range maxStronger {
				g, ok := a.stronger[f]
				if !ok || slices.Contains(fs, g) {
					return ok
				}
				f = g
			}
			return false
		}
		kept := slices.DeleteFunc(slices.Clone(fs), implied)
		if slices.ContainsFunc(kept, func(f term.Term) bool { return slices.Contains(a.closed[l], f) }) {
			inv[l] = a.Store.And(kept...)
		}
	}
	return inv
}

// maxStronger bounds the equalities that are one modulo different powers of 2.
const maxStronger = 8

// curved reports whether f has a product.
func curved(f term.Term) (found bool) {
	term.Walk(f, func(t term.Term) { found = found || t.Op() == term.Mul })
	return found
}

// analysis has candidates at the loop heads.
type analysis struct {
	*arcs.Arcs
	ctx    context.Context
	facts  map[ir.Loc]term.Term
	at     map[ir.Loc][]term.Term
	closed map[ir.Loc][]term.Term // candidates that are no bounds
	// stronger is a candidate that implies another one: an equality modulo a larger power of 2.
	stronger map[term.Term]term.Term
	solver   smt.Solver
	timed    bool // the solver's questions are bounded by time
}

// guess makes the candidates.
func (a *analysis) guess() map[ir.Loc][]term.Term {
	all := map[ir.Loc][]term.Term{}
	places := a.places()
	wide := sampleWide(a.ctx, a.Program, places)
	known := map[ir.Loc]map[term.Term]bool{}
	add := func(l ir.Loc, fs ...term.Term) {
		if known[l] == nil {
			known[l] = map[term.Term]bool{}
		}
		for _, f := range fs {
			if !f.IsTrue() && !known[l][f] && !a.refuted(f, places[l].vars, wide[l]) {
				known[l][f] = true
				all[l] = append(all[l], f)
			}
		}
	}
	related := func(found map[ir.Loc]*points, more constants) {
		for _, l := range a.Joins {
			if at, ok := places[l]; ok {
				add(l, a.related(at, found[l], more)...)
			}
		}
	}
	related(sample(a.ctx, a.Program, places, func(int) map[*ir.Var]num.Int { return map[*ir.Var]num.Int{} }), constants{})
	if cs, ok := constantsOf(a.Program); ok {
		more := map[ir.Loc]place{}
		for l, at := range places {
			more[l] = cs.place(at)
		}
		related(sample(a.ctx, cs.program, more, cs.small), cs)
	}
	visits := series(a.ctx, a.Program, places)
	for _, l := range a.Joins {
		if at, ok := places[l]; ok {
			add(l, a.periodic(at.vars, visits[l])...)
			if a.closed[l] = slices.Clone(all[l]); len(all[l]) > 0 {
				add(l, a.bounds(at)...)
			}
		}
	}
	return all
}

// related are relations between the variables of a place and constants: at all points, and linear ones at
// those at which one of its conditions holds, or does not.
func (a *analysis) related(at place, found *points, cs constants) (fs []term.Term) {
	st := a.Store
	vars := slices.Concat(at.vars, cs.vars)
	value := func(i int) term.Term {
		if i < len(at.vars) {
			return a.Var(vars[i])
		}
		return st.IntNum(cs.values[i-len(at.vars)])
	}
	for _, r := range relations(found.at) {
		fs = append(fs, a.formulas(st.True(), r, vars, value)...)
	}
	for k, c := range at.conditions {
		for _, holds := range []bool{true, false} {
			premise := a.Expr(c, a.Var)
			if !holds {
				premise = st.Not(premise)
			}
			var some, others [][]int64
			for i, x := range found.at {
				if found.truth[i][k] == holds {
					some = append(some, x)
				} else {
					others = append(others, x)
				}
			}
			if len(others) == 0 {
				continue
			}
			for _, r := range relations(some) {
				everywhere := !slices.ContainsFunc(others, func(x []int64) bool { return !r.vanishes(x) })
				if everywhere || !r.linear() {
					continue
				}
				fs = append(fs, a.formulas(premise, r, vars, value)...)
			}
		}
	}
	return fs
}

// formulas say that a relation between values holds if premise does: over the integers, and if it speaks of unsigned numbers modulo a power of 2 first: the one that
// nothing changes if they wrap, or if only one of them does.
func (a *analysis) formulas(premise term.Term, r relation, vars []*ir.Var, value func(int) term.Term) (fs []term.Term) {
	st := a.Store
	sum := st.Int(0)
	wraps := map[int]uint{} // by variable: modulo which power it may wrap; by -1: all of them
	for i, m := range r.of {
		t := st.Int(1)
		zeros := r.coeff[i].Big().TrailingZeroBits()
		for k, e := range m {
			if v := vars[k]; e > 0 && !v.Type.Signed {
				for _, of := range []int{-1, k} {
					if bits, ok := wraps[of]; !ok || uint(v.Type.Bits)+zeros < bits {
						wraps[of] = uint(v.Type.Bits) + zeros
					}
				}
			}
			for range e {
				t = st.Mul(t, value(k))
			}
		}
		sum = st.Add(sum, st.Scale(r.coeff[i].Rat(), t))
	}
	add := func(equation term.Term) {
		f := st.Or(st.Not(premise), equation)
		if n := len(fs); n > 0 && fs[n-1] != f {
			a.stronger[fs[n-1]] = f
		}
		fs = append(fs, f)
	}
	for _, bits := range slices.Compact(slices.Sorted(maps.Values(wraps))) {
		add(st.Eq(st.Mod(sum, st.IntNum(num.Pow2(bits))), st.Int(0)))
	}
	add(st.Eq(sum, st.Int(0)))
	return fs
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
	if a.ctx.Err() != nil { // there may be many that come to no loop
		clear(a.at)
		return to
	}
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
	eqs, ex := equations(known), expand(a.Context, known)
	kept := a.at[arc.To][:0:0]
	for _, f := range a.at[arc.To] {
		goal := st.Subst(f, m)
		holds := goal.IsTrue()
		if !holds && isEquation(goal) {
			_, holds = ex.cofactors(goal, eqs)
		}
		if !holds {
			// Mostly it follows from itself.
			own := arc.Cond
			if slices.Contains(a.at[l], f) {
				own = st.And(own, f)
			}
			holds = a.follows(l, goal, own, known)
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

// follows reports whether each conjunct of goal, over the variables at l, follows from one of the formulas given, which are tried in turn.
func (a *analysis) follows(l ir.Loc, goal term.Term, given ...term.Term) bool {
	open := term.Conjuncts(goal)
	for _, f := range given {
		a.solver.Push()
		for _, v := range a.Live[l] {
			if v.Type.IsNumber() {
				a.solver.Assert(a.Range(v.Type, a.Var(v)))
			}
		}
		a.solver.Assert(f)
		var rest []term.Term
		for _, c := range open {
			if !a.holds(c) {
				rest = append(rest, c)
			}
		}
		a.solver.Pop()
		if open = rest; len(open) == 0 {
			return true
		}
	}
	return false
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
