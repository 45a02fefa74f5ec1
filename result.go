package craig

import (
	"fmt"
	"io"
	"time"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// Verdict is the answer on a program. The zero value is Unknown.
type Verdict uint8

const (
	Unknown Verdict = iota
	True            // no execution reaches an error
	False           // one does
)

// String is UNKNOWN, TRUE or FALSE.
func (v Verdict) String() string { return verdict.Verdict(v).String() }

// Pos is a place in a C file. Line and Column count from 1; Line is 0 for a file as a whole.
type Pos struct {
	File         string
	Line, Column int
}

func (p Pos) String() string { return p.ir().String() }

func (p Pos) ir() ir.Pos { return ir.Pos{File: p.File, Line: p.Line, Col: p.Column} }

func posOf(p ir.Pos) Pos { return Pos{p.File, p.Line, p.Col} }

// Result is a verdict with its evidence, in the words of the C files.
type Result struct {
	Verdict Verdict

	Invariants []Invariant // True: what holds at each loop
	Executed   int         // True, if that was the proof: the steps of the execution, which no input decides
	Contracts  []Contract  // True, if calls were not inlined: what each function does
	Execution  *Execution  // False: the way to the error

	Reason   Reason  // Unknown: why
	Detail   string  // Unknown: the same in words, with places
	Hint     Hint    // Unknown: what would help
	Open     []Open  // Unknown: errors that may be reachable
	Growing  Pos     // Unknown: a loop, or a recursive call, that kept being unrolled; Line 0 for none
	Failures []error // engines that failed, or whose claim the certifier rejected, which are bugs of craig

	// Vacuous says in a sentence that True says nothing, since all executions end at assumptions; "" if one does not, or if that is not
	// known.
	Vacuous string
	// Endless says in a sentence that no execution ends that True speaks of, though some go on for ever; "" if one ends, or if that is
	// not known.
	Endless string
	// Notes are assumptions, which restrict what the verdict speaks of, and approximations.
	Notes []Note

	Files  []File // that the verdict is about, as they were read
	Engine string // that found the answer
	Stats  []Stat // counters in the words of the engine's paper
	Phases []Phase

	c     cfront.Options
	inner *run.Result
}

// Invariant is what holds whenever control is at a loop.
type Invariant struct {
	Pos      Pos
	Function string
	// C is the invariant as C, over the variables in scope; what C has no notation for is in words. "" if it
	// is too long to be read: the result file has it then.
	C string
}

// Contract is what a call of a function does.
type Contract struct {
	Pos      Pos
	Function string
	Requires string // of parameters and globals
	Ensures  string // likewise; x' is x after the call, and result what is returned
}

// Execution is a run of the program to an error.
type Execution struct {
	Property Property
	Error    Pos
	Entry    []Change // what the entry function is called with, if that is not main
	Inputs   []Input
	Steps    []Step
}

// Input is a value that the program does not determine, in the order of the execution.
type Input struct {
	Pos  Pos
	Text string // "x = 3", "read() = -1"
}

// Step is a visit to a line of the program.
type Step struct {
	Pos        Pos
	Function   string
	Conditions []string // that held there, where the execution branched, in C
	Changes    []Change
	Matters    bool // the error depends on it
}

// Change is a variable, or a part of an object, with its new value.
type Change struct{ Name, Value string }

// Open is an error that may be reachable.
type Open struct {
	Pos      Pos
	Property Property
}

// Note is an assumption or an approximation.
type Note struct {
	Pos   Pos
	Kind  NoteKind
	Text  string
	Count int // of the places like this one
}

// NoteKind says what a note means for the verdict.
type NoteKind uint8

const (
	Assumption       NoteKind = iota // executions that violate it are not spoken of
	Overapproximated                 // TRUE is not touched by it
	Unmodelled                       // not supported; what can reach it is UNKNOWN
	Remark                           // the answer does not depend on it
)

// File is an input with the SHA-256 of its contents, in hexadecimal.
type File struct{ Name, SHA256 string }

// Stat is a counter.
type Stat struct {
	Name  string
	Value float64
	Unit  string // "", "s"
	Doc   string
}

// Phase is a part of the work with its time.
type Phase struct {
	Name string
	Time time.Duration
}

// Line is the verdict as the competition on software verification writes it: TRUE, FALSE(property) or
// UNKNOWN(reason).
func (r *Result) Line() string {
	switch r.Verdict {
	case True:
		return "TRUE"
	case False:
		return "FALSE(" + string(r.Execution.Property) + ")"
	}
	return "UNKNOWN(" + string(r.Reason) + ")"
}

// WriteTo writes the result file, which ReadResult and the commands of craig read.
func (r *Result) WriteTo(w io.Writer) (int64, error) {
	n := counter{w: w}
	err := resultfile.Write(&n, r.inner, resultfile.About{Options: r.c, Version: "package craig"})
	return n.n, err
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// resultOf is a result in the words of the C files.
func resultOf(in *run.Result, c cfront.Options) *Result {
	r := &Result{
		Verdict: Verdict(in.Verdict), Reason: Reason(in.Reason), Detail: in.Detail, Engine: in.Engine, Vacuous: in.Vacuous, Endless: in.Endless, c: c, inner: in,
	}
	for _, s := range in.Sources {
		r.Files = append(r.Files, File{s.Name, s.SHA256})
	}
	for _, n := range in.Notes {
		r.Notes = append(r.Notes, Note{posOf(n.Pos), NoteKind(n.Kind), n.Text, n.Count})
	}
	for _, s := range in.Stats {
		r.Stats = append(r.Stats, Stat(s))
	}
	for _, p := range in.Phases {
		r.Phases = append(r.Phases, Phase(p))
	}
	for _, lost := range in.Lost {
		r.Failures = append(r.Failures, fmt.Errorf("%s", lost))
	}
	switch r.Verdict {
	case True:
		r.proof(in)
	case False:
		r.execution(in)
	default:
		r.open(in.Why)
	}
	return r
}

func (r *Result) proof(in *run.Result) {
	for _, inv := range csource.LoopInvariants(in.Program, in.Proof) {
		r.Invariants = append(r.Invariants, Invariant{posOf(inv.Pos), inv.Function, inv.Text()})
	}
	if e, ok := in.Proof.(verdict.Execution); ok && e.Cases == 0 {
		r.Executed = e.Steps
	}
	if !in.Calls {
		return
	}
	for _, c := range csource.Contracts(in.Program, in.Proof) {
		r.Contracts = append(r.Contracts, Contract{posOf(c.Func.Pos), c.Func.Name, c.Needs, c.Does})
	}
}

func (r *Result) execution(in *run.Result) {
	r.Execution = &Execution{Property: Property(in.Trace.Goal.Property), Error: posOf(in.Program.Locs[in.Trace.Error].Pos)}
	told := explain.Of(in.Program, in.Trace)
	for _, i := range told.Inputs {
		r.Execution.Inputs = append(r.Execution.Inputs, Input{posOf(i.Pos), i.Text})
	}
	for _, c := range told.Entry {
		r.Execution.Entry = append(r.Execution.Entry, Change(c))
	}
	for _, l := range told.Lines {
		step := Step{Pos: posOf(l.Pos), Function: l.Function, Conditions: l.Branches, Matters: l.Matters}
		for _, c := range l.Changes {
			step.Changes = append(step.Changes, Change(c))
		}
		r.Execution.Steps = append(r.Execution.Steps, step)
	}
}

func (r *Result) open(w *run.Why) {
	if w == nil {
		return
	}
	r.Hint = Hint(w.Hint)
	for _, u := range w.Unproved {
		r.Open = append(r.Open, Open{posOf(u.Pos), Property(u.Property)})
	}
	if w.Growing != nil {
		r.Growing = posOf(w.Growing.Pos)
	}
}
