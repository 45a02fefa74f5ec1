// Package verdict has the answers: verdicts with their evidence.
package verdict

import (
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// Verdict is the answer on a program. The zero value is Unknown.
type Verdict uint8

const (
	Unknown Verdict = iota
	True            // no execution reaches an error location
	False           // one does
)

func (v Verdict) String() string { return [...]string{"UNKNOWN", "TRUE", "FALSE"}[v] }

// Result is a verdict with its evidence. Locations and edges are those of the inlined program, or of
// the program with calls if the engine was given that.
type Result struct {
	Verdict Verdict
	// Reason, if Unknown: the word of the verdict line.
	Reason Reason
	// Detail, if Unknown: why, where and what would help, in words a user can act on.
	Detail string

	// Proof, if True.
	Proof Proof
	// Identities are hints for a Proof that is Invariants, by which its equations between polynomials can be checked.
	Identities []Identity

	// Unchecked is what the certifier has believed of a solver, if True.
	Unchecked solver.Unchecked

	// Trace, if False.
	Trace *Trace

	// Unfollowed is the execution that Proof is, or Trace, if the interpreter has not followed it.
	Unfollowed Unfollowed

	Stats []Stat // counters in the words of the engine's paper, in printing order
}

// Unfollowed is an execution of so many Steps for which the certifier has believed its fast executor, since the interpreter has not
// followed it: Why. The zero value says that there is none.
type Unfollowed struct {
	Steps int
	Why   string
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
	// Path has every edge taken, from the entry, of the program the engine saw. If the execution is too long
	// for that it has the Havocs only, and Steps is the number of all edges; otherwise Steps is 0.
	Path  []ir.EdgeID
	Steps int
	Input map[int]num.Int // by index in Path: the value a Havoc of a scalar gave
	// Memory holds, by index in Path, the cells of a havocked region that matter: address to value.
	Memory map[int]map[string]num.Int
	Error  ir.Loc
	Goal   ir.Goal // of Error
	// Forever, of a violation of termination: Error is no error location, and executions go on from there for ever.
	Forever *Forever
	// Unfollowed, of a long trace that the certifier has made: what its fast executor is believed of.
	Unfollowed Unfollowed
}

// Len is the number of edges taken.
func (t *Trace) Len() int { return max(t.Steps, len(t.Path)) }

// Long says that Path has the Havocs only.
func (t *Trace) Long() bool { return t.Steps > 0 }

// SetInput records the value that the Havoc of a scalar at index at of Path gave.
func (t *Trace) SetInput(at int, v num.Int) {
	if t.Input == nil {
		t.Input = map[int]num.Int{}
	}
	t.Input[at] = v
}

// SetCell records a cell of the region that the Havoc at index at of Path gave.
func (t *Trace) SetCell(at int, addr, v num.Int) {
	if t.Memory == nil {
		t.Memory = map[int]map[string]num.Int{}
	}
	if t.Memory[at] == nil {
		t.Memory[at] = map[string]num.Int{}
	}
	t.Memory[at][addr.String()] = v
}

// Set records the value, a constant term, that the Havoc at index at of Path gave: a number, or
// the contents of a region as a Store_ chain over a ConstArray of 0.
func (t *Trace) Set(at int, value term.Term) {
	if v, ok := value.IntValue(); ok {
		t.SetInput(at, v)
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
