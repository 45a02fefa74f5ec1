package verdict

import (
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Proof is why no execution reaches an error location: Invariants, Elements, Contracts, Summaries, Execution,
// Prefix, Unrolled or Explored. Package certify checks each by its own conditions.
type Proof interface{ proof() }

func (Invariants) proof() {}
func (Elements) proof()   {}
func (Contracts) proof()  {}
func (Summaries) proof()  {}
func (Execution) proof()  {}
func (Prefix) proof()     {}
func (Unrolled) proof()   {}
func (Explored) proof()   {}

// Invariants are a proof of a program without calls: one at the entry and at every loop head; a
// location that has none and is a cut point counts as false (unreachable). Each is a formula over the
// variables sem.Var gives; together they are initially true, inductive, and exclude every error
// location.
type Invariants map[ir.Loc]term.Term

// Elements are a proof of a program without calls by facts about all elements: invariants that hold for all
// integers as values of the variables named in Bound, which are none of the program. They may speak of Sums.
type Elements struct {
	Bound      []string
	Sums       []Sum
	Invariants Invariants
}

// Sum is an array of integers that each state of a program defines: Name[0] is 0, and Name[k+1] is Name[k] + Addend with k for Index, for
// all integers k, without wrapping around. So Name[n] is the sum of the addends of 0 to n-1, or how many of these elements there are of
// which something is true, if the addend is 1 for them and 0 for others. Neither Name nor Index is a name of the program.
type Sum struct {
	Name, Index string
	Addend      term.Term // an integer, over Index and the variables that sem.Var gives
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
// it ends after that many edges, and not at an error location. With Cases it has that many, each for all inputs between certain bounds; Steps are the
// edges that are taken to find these.
type Execution struct{ Steps, Cases int }

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

// Explored is a proof of a program without calls that has few enough states to visit all of them: at the locations of Kept, of which each
// cycle that matters has one, two states are the same if the variables named there have the same values, whatever those of others are.
type Explored struct {
	States int // how many the search found, for people
	Kept   map[ir.Loc][]string
}
