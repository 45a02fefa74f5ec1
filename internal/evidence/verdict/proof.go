package verdict

import (
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Proof is why no execution reaches an error location: Invariants, Elements, Contracts, Summaries, Execution,
// Prefix or Unrolled. Package certify checks each by its own conditions.
type Proof interface {
	// At is what holds whenever an execution is at a location, over the variables that sem.Var gives. ok
	// is false if the proof says nothing of it.
	At(l ir.Loc) (holds term.Term, ok bool)
	// Calls is what the proof, which is of p, says of the calls of f, for reading. ok is false if that is
	// nothing.
	Calls(p *ir.Program, f *ir.Func) (s Summary, ok bool)
}

// Invariants are a proof of a program without calls: one at the entry and at every loop head; a
// location that has none and is a cut point counts as false (unreachable). Each is a formula over the
// variables sem.Var gives; together they are initially true, inductive, and exclude every error
// location.
type Invariants map[ir.Loc]term.Term

// Elements are a proof of a program without calls by facts about all elements: invariants that hold for all
// integers as values of the variables named in Bound, which are none of the program.
type Elements struct {
	Bound      []string
	Invariants Invariants
}

// Contracts are a proof of a program with calls: at the entry of a procedure what it requires, over
// parameters and globals; at its exit what it ensures, over its result, globals, and sem.Old of
// parameters and globals; in between invariants over all of these and its variables.
type Contracts map[ir.Loc]term.Term

// Summaries are a proof of a program with calls: what each location excludes of what can be seen at
// the procedure's exit.
type Summaries map[ir.Loc]Summary

// Summary is what holds at a location of a procedure. Of all locations those of a procedure's
// entry matter to its callers; between them, one on each cycle is needed. Formulas are over the
// variables sem.Var gives: those of the location and, as sem.Exit, those in which the caller sees the
// procedure's exit: its result, and the globals that it or its callees may write.
type Summary struct {
	// Safe: no execution from here that starts in Safe reaches an error location.
	Safe term.Term
	// Excludes is a negative summary: an execution from here does not leave the procedure with
	// values such that Excludes holds for those here and those.
	Excludes term.Term
}

// Execution is a proof of a program that has one execution, since nothing unknown decides where it goes:
// it ends after that many edges, and not at an error location.
type Execution struct{ Steps int }

// Prefix is a proof of a program whose executions are all the same until they come to the location Loc for the
// Visits'th time: they reach no error until then, and Invariants is a proof of the program begun there, in the
// state that they have then. It has no invariant for the entry.
type Prefix struct {
	Loc        ir.Loc
	Visits     int
	Steps      int // until then
	Invariants Invariants
}

// Unrolled is a proof of a program without calls, some loops of which are executed round by round: each ends after at
// most Rounds rounds. Invariants has formulas at the heads of the others, in the weak topological order of the program. Such a
// formula holds whenever an execution is there; and it is enough to know in the loop and after it, with
// what the variables that the loop does not write were before.
type Unrolled struct {
	Rounds     int
	Invariants Invariants
}

func (p Invariants) At(l ir.Loc) (term.Term, bool) { t, ok := p[l]; return t, ok }
func (p Contracts) At(l ir.Loc) (term.Term, bool)  { t, ok := p[l]; return t, ok }
func (p Summaries) At(l ir.Loc) (term.Term, bool)  { s, ok := p[l]; return s.Safe, ok }

// At is the invariant of a loop that is not unrolled.
func (p Unrolled) At(l ir.Loc) (term.Term, bool) { t, ok := p.Invariants[l]; return t, ok }

// Calls: there are none.
func (Unrolled) Calls(*ir.Program, *ir.Func) (Summary, bool) { return Summary{}, false }

// At: an execution says nothing of places.
func (Execution) At(ir.Loc) (term.Term, bool) { return term.Term{}, false }

// At: the invariants of a prefix say nothing of what comes before its end.
func (Prefix) At(ir.Loc) (term.Term, bool) { return term.Term{}, false }

// Calls: likewise.
func (Prefix) Calls(*ir.Program, *ir.Func) (Summary, bool) { return Summary{}, false }

// Calls: likewise.
func (Execution) Calls(*ir.Program, *ir.Func) (Summary, bool) { return Summary{}, false }

// Invariants is the proof of a program without calls, of which nothing outside can be seen.
func (p Summaries) Invariants() Invariants {
	inv := Invariants{}
	for l, s := range p {
		inv[l] = s.Safe
	}
	return inv
}

// At is what the invariant says of no element.
func (p Elements) At(l ir.Loc) (term.Term, bool) {
	f, ok := p.Invariants[l]
	if !ok {
		return f, false
	}
	var parts []term.Term
	for _, c := range term.Conjuncts(f) {
		if !p.Speaks(c) {
			parts = append(parts, c)
		}
	}
	return f.Store().And(parts...), true
}

// Speaks says whether a formula speaks of all elements: whether it mentions a bound variable.
func (p Elements) Speaks(f term.Term) bool {
	return slices.ContainsFunc(term.Vars(f, map[term.Term]bool{}, nil), func(x term.Term) bool {
		return slices.Contains(p.Bound, x.Name())
	})
}

// Calls: there are none.
func (Elements) Calls(*ir.Program, *ir.Func) (Summary, bool) { return Summary{}, false }

// Calls: there are none.
func (p Invariants) Calls(*ir.Program, *ir.Func) (Summary, bool) { return Summary{}, false }

// Calls is the summary at the entry.
func (p Summaries) Calls(_ *ir.Program, f *ir.Func) (Summary, bool) {
	s, ok := p[f.Entry]
	return s, ok
}

// Calls is the contract written as a summary.
func (p Contracts) Calls(prog *ir.Program, f *ir.Func) (Summary, bool) {
	requires, ok := p[f.Entry]
	if !ok || requires.IsFalse() {
		return Summary{}, false
	}
	st := requires.Store()
	ensures, ok := p[f.Exit]
	if !ok {
		return Summary{Safe: requires, Excludes: st.True()}, true
	}
	m := map[term.Term]term.Term{}
	earlier := func(v *ir.Var) {
		m[sem.Old(v).Term(st)], m[sem.Here(v).Term(st)] = sem.Here(v).Term(st), sem.Exit(v).Term(st)
	}
	for _, v := range prog.Globals {
		earlier(v)
	}
	f.AllVars(earlier)
	return Summary{Safe: requires, Excludes: st.Not(st.Subst(ensures, m))}, true
}
