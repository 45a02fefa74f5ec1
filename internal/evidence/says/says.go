// Package says tells what proofs say of places and calls, for those who read them.
package says

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// At is what holds whenever an execution is at a location, over the variables that sem.Var gives. ok
// is false if the proof says nothing of it: an execution does not, nor do the invariants of a prefix, which say nothing of what comes before its end.
func At(proof verdict.Proof, l ir.Loc) (holds term.Term, ok bool) {
	switch p := proof.(type) {
	case verdict.Invariants:
		holds, ok = p[l]
	case verdict.Ranks:
		holds, ok = p.Invariants[l]
	case verdict.Contracts:
		holds, ok = p[l]
	case verdict.Summaries:
		s, is := p[l]
		holds, ok = s.Safe, is
	case verdict.Unrolled: // of a loop that is not unrolled
		holds, ok = p.Invariants[l]
	case verdict.Elements: // what it says of no element
		f, is := p.Invariants[l]
		if !is {
			return f, false
		}
		var parts []term.Term
		for _, c := range term.Conjuncts(f) {
			if !OfElements(p, c) {
				parts = append(parts, c)
			}
		}
		return f.Store().And(parts...), true
	}
	return holds, ok
}

// OfElements says whether a formula speaks of all elements: whether it mentions a bound variable, or a sum.
func OfElements(p verdict.Elements, f term.Term) bool {
	return slices.ContainsFunc(term.Vars(f, map[term.Term]bool{}, nil), func(x term.Term) bool {
		return slices.Contains(p.Bound, x.Name()) || slices.ContainsFunc(p.Sums, func(s verdict.Sum) bool { return s.Name == x.Name() })
	})
}

// Invariants are those of summaries of a program without calls, of which nothing outside can be seen.
func Invariants(p verdict.Summaries) verdict.Invariants {
	inv := verdict.Invariants{}
	for l, s := range p {
		inv[l] = s.Safe
	}
	return inv
}

// Calls is what a proof, which is of prog, says of the calls of f. ok is false if that is
// nothing. A contract is written as a summary.
func Calls(proof verdict.Proof, prog *ir.Program, f *ir.Func) (s verdict.Summary, ok bool) {
	switch p := proof.(type) {
	case verdict.Summaries:
		s, ok = p[f.Entry]
		return s, ok
	case verdict.Contracts:
		requires, ok := p[f.Entry]
		if !ok || requires.IsFalse() {
			return s, false
		}
		st := requires.Store()
		ensures, ok := p[f.Exit]
		if !ok {
			return verdict.Summary{Safe: requires, Excludes: st.True()}, true
		}
		m := map[term.Term]term.Term{}
		earlier := func(v *ir.Var) {
			m[sem.Old(v).Term(st)], m[sem.Here(v).Term(st)] = sem.Here(v).Term(st), sem.Exit(v).Term(st)
		}
		for _, v := range prog.Globals {
			earlier(v)
		}
		f.AllVars(earlier)
		return verdict.Summary{Safe: requires, Excludes: st.Not(st.Subst(ensures, m))}, true
	}
	return s, false
}
