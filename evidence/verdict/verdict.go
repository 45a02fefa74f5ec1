// Package verdict has the answers: verdicts with their evidence.
package verdict

import (
	"strings"

	"craig/logic/num"
	"craig/logic/term"
	"craig/program/ir"
)

// Verdict is the answer on a program. The zero value is Unknown.
type Verdict uint8

const (
	Unknown Verdict = iota
	True            // no execution reaches an error location
	False           // one does
)

func (v Verdict) String() string { return [...]string{"UNKNOWN", "TRUE", "FALSE"}[v] }

// Old is the suffix of x@, the value that x had where its procedure was entered.
const Old = "@"

// Result is a verdict with its evidence. Locations and edges are those of the inlined program, or of
// the program with calls if the engine was given that.
type Result struct {
	Verdict Verdict
	// Reason, if Unknown: the word of the verdict line.
	Reason Reason
	// Detail, if Unknown: why, where and what would help, in words a user can act on.
	Detail string

	// Invariants, if True: one at the entry and at every loop head; a location that has none
	// and is a cut point counts as false (unreachable). Each is a formula over the variables
	// sem.Var gives, true whenever an execution is there; together initially true, inductive,
	// and excluding every error location.
	//
	// Of a program with calls they are contracts: at the entry of a procedure what it requires, over
	// parameters and globals; at its exit what it ensures, over its result, globals, and x@ for what a
	// parameter or global x was at the entry; in between over all of these and its variables.
	Invariants map[ir.Loc]term.Term

	// Summaries, if True, may be in place of Invariants for a program with calls.
	Summaries map[ir.Loc]Summary

	// Trace, if False.
	Trace *Trace

	Stats []Stat // counters in the words of the engine's paper, in printing order
}

// Summary is what holds at a location of a procedure. Of all locations those of a procedure's
// entry matter to its callers; between them, one on each cycle is needed. Formulas are over the
// variables sem.Var gives: those of the location and, as x', those in which the caller sees the
// procedure's exit: its result, and the globals that it or its callees may write.
type Summary struct {
	// Safe: no execution from here that starts in Safe reaches an error location.
	Safe term.Term
	// Excludes is a negative summary: an execution from here does not leave the procedure with
	// values x' such that Excludes holds for those here and x'.
	Excludes term.Term
}

// Contract is what a proof on a program with calls says of the calls of f, for reading: Safe holds
// of the variables at its entry whenever it is called, Excludes of no call that returns. ok is false if
// there are none, or the proof says nothing of them.
func (r *Result) Contract(f *ir.Func) (s Summary, ok bool) {
	if s, ok := r.Summaries[f.Entry]; ok {
		return s, true
	}
	requires, ok := r.Invariants[f.Entry]
	if !ok || requires.IsFalse() {
		return Summary{}, false
	}
	st := requires.Store()
	ensures, ok := r.Invariants[f.Exit]
	if !ok {
		return Summary{Safe: requires, Excludes: st.True()}, true
	}
	m := map[term.Term]term.Term{}
	for _, x := range term.Vars(ensures, map[term.Term]bool{}, nil) {
		if name, old := strings.CutSuffix(x.Name(), Old); old {
			m[x] = st.Var(name, x.Sort())
		} else {
			m[x] = st.Var(x.Name()+"'", x.Sort())
		}
	}
	return Summary{Safe: requires, Excludes: st.Not(st.Subst(ensures, m))}, true
}

// Stat is a counter.
type Stat struct {
	Name  string // as the paper's table calls it: "S", "T", "R"
	Value float64
	Unit  string // "", "s"
	Doc   string
}

// Trace is an execution to an error location.
type Trace struct {
	Path  []ir.EdgeID     // every edge taken, from the entry; of the program the engine saw
	Input map[int]num.Int // by index in Path: the value a Havoc of a scalar gave
	// Memory holds, by index in Path, the cells of a havocked region that matter: address to value.
	Memory   map[int]map[string]num.Int
	Error    ir.Loc
	Property string
}

// Set records the value, a constant term, that the Havoc at index at of Path gave: a number, or
// the contents of a region as a Store_ chain over a ConstArray of 0.
func (t *Trace) Set(at int, value term.Term) {
	if v, ok := value.IntValue(); ok {
		if t.Input == nil {
			t.Input = map[int]num.Int{}
		}
		t.Input[at] = v
		return
	}
	if t.Memory == nil {
		t.Memory = map[int]map[string]num.Int{}
	}
	cells := map[string]num.Int{}
	for ; value.Op() == term.Store_; value = value.Arg(0) {
		i, ok1 := value.Arg(1).IntValue()
		v, ok2 := value.Arg(2).IntValue()
		if _, outer := cells[i.String()]; ok1 && ok2 && !outer {
			cells[i.String()] = v
		}
	}
	t.Memory[at] = cells
}
