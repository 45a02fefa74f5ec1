// Package resultfile is the format of result files: everything that a result has, so that it can be
// certified, replayed and shown again without the engines. docs/result.schema.json describes it; what is
// in a file of one Schema does not change.
package resultfile

import (
	"encoding/json"
	"io"
	"maps"
	"slices"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
	"craig/logic/term"
)

// Schema is the version of the result file's format; a reader refuses others.
const Schema = 1

// About is what a result file says of the run besides the result.
type About struct {
	Options cfront.Options
	Engine  string // as the user selected it
	Version string // of craig
	// Option is the option of the caller that a hint means, for the file; nil for none.
	Option func(verdict.Hint) string
}

// Document is a result file: everything that a result has, so that it can be certified, replayed
// and shown again without the engines.
type Document struct {
	Schema  int            `json:"schema"`
	Craig   string         `json:"craig"`
	Files   []File         `json:"files"`
	Options cfront.Options `json:"options"`
	Engine  string         `json:"engine"`

	Verdict  string `json:"verdict"`            // TRUE, FALSE, UNKNOWN
	Property string `json:"property,omitempty"` // FALSE: the property that is violated
	Vacuous  string `json:"vacuous,omitempty"`  // TRUE: says in a sentence that it says nothing, since all executions end at assumptions
	Endless  string `json:"endless,omitempty"`  // TRUE: says in a sentence that no execution ends, though some go on for ever
	Reason   string `json:"reason,omitempty"`   // UNKNOWN: the word of the verdict line
	Detail   string `json:"detail,omitempty"`   // UNKNOWN: for the user
	Why      *Why   `json:"why,omitempty"`      // UNKNOWN: for programs
	Bug      string `json:"bug,omitempty"`      // UNKNOWN: what the certifier said
	By       string `json:"by,omitempty"`       // the engine that has answered

	Lost []string `json:"lost,omitempty"` // engines that failed, and how

	Invariants []Invariant `json:"invariants,omitempty"` // TRUE
	Proof
	Trace *Trace `json:"trace,omitempty"` // FALSE

	// Calls: locations and edges are those of the program with its calls, not inlined.
	Calls     bool      `json:"calls,omitempty"`
	Summaries []Summary `json:"summaries,omitempty"` // TRUE, with Calls

	Stats  []verdict.Stat `json:"stats,omitempty"`
	Phases []PhaseTime    `json:"phases,omitempty"`
	Notes  []Note         `json:"notes,omitempty"`
}

// Proof is what a TRUE rests on besides the invariants.
type Proof struct {
	Forall     []string    `json:"forall,omitempty"`     // TRUE: variables of the invariants that stand for all integers
	Sums       []Sum       `json:"sums,omitempty"`       // TRUE: arrays that the invariants speak of, and states define
	Identities []Identity  `json:"identities,omitempty"` // TRUE: hints by which equations between polynomials are checked
	Unchecked  *Unchecked  `json:"unchecked,omitempty"`  // TRUE: what the certifier has believed of its solver
	Unfollowed *Unfollowed `json:"unfollowed,omitempty"` // an execution of which the certifier has believed its fast executor
	Execution  *Execution  `json:"execution,omitempty"`  // TRUE, proved by executing the program
	Unrolled   *Unrolled   `json:"unrolled,omitempty"`   // TRUE, proved by executing loops round by round
	Explored   *Explored   `json:"explored,omitempty"`   // TRUE, proved by visiting all states
	Ranking                // TRUE, that executions end
}

// File is an input with the hash of its contents.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Text   []byte `json:"-"` // nil if the document was read from a file
}

// Place is a position in a C file.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func place(p ir.Pos) Place { return Place{p.File, p.Line, p.Col} }

func places(list []ir.Pos) (ps []Place) {
	for _, p := range list {
		ps = append(ps, place(p))
	}
	return ps
}

// Invariant is the invariant of one location of the inlined program.
type Invariant struct {
	Place
	Location ir.Loc  `json:"location"`
	Function string  `json:"function,omitempty"`
	Calls    []Place `json:"calls,omitempty"` // of the inlined copy, outermost first
	Loop     bool    `json:"loop"`
	C        string  `json:"c,omitempty"` // for people; missing if it is too long, or of a loop says nothing of variables that are visible there
	SMTLIB   string  `json:"smtlib"`      // over the variables of the inlined program
}

// Unchecked says that answers of the certifier's solver were believed, since no refutation could be checked.
type Unchecked struct {
	Answers int    `json:"answers"`
	Why     string `json:"why"` // no refutation of the first could
}

// Unfollowed says that the interpreter has not followed the execution.
type Unfollowed struct {
	Steps int    `json:"steps"`
	Why   string `json:"why"`
}

// Explored says what is told apart of states.
type Explored struct {
	States int         `json:"states"` // that were found
	Places []KeptPlace `json:"places"`
}

// KeptPlace is a location of the inlined program with the variables that matter there.
type KeptPlace struct {
	Location ir.Loc   `json:"location"`
	Kept     []string `json:"kept"`
}

func newExplored(p verdict.Explored) *Explored {
	e := &Explored{States: p.States, Places: []KeptPlace{}}
	for _, l := range slices.Sorted(maps.Keys(p.Kept)) {
		e.Places = append(e.Places, KeptPlace{l, slices.Concat([]string{}, p.Kept[l])})
	}
	return e
}

func (e *Explored) proof() verdict.Explored {
	p := verdict.Explored{States: e.States, Kept: map[ir.Loc][]string{}}
	for _, at := range e.Places {
		p.Kept[at.Location] = at.Kept
	}
	return p
}

// Unrolled says that the loops without an invariant end.
type Unrolled struct {
	Rounds int `json:"rounds"` // of the longest
}

// Execution is the only execution of the inlined program, or how all of its executions begin.
type Execution struct {
	Steps int `json:"steps"` // edges
	// If they are there, the steps are those until the execution comes to Location for the Visits'th time, and the
	// invariants begin there.
	Location ir.Loc `json:"location,omitempty"`
	Visits   int    `json:"visits,omitempty"`
	Cases    int    `json:"cases,omitempty"` // executions that inputs tell apart; the steps are those of all
}

// Trace is an execution of the inlined program.
type Trace struct {
	Path   []ir.EdgeID `json:"path"`
	Length int         `json:"length,omitempty"` // of a long execution, whose path has inputs only: its edges
	Error  ir.Loc      `json:"error"`
	At     *Place      `json:"at,omitempty"` // of the error
	Inputs []Input     `json:"inputs"`
	Entry  []Change    `json:"entry,omitempty"` // with --entry, for people: what the function is called with
	Steps  []Step      `json:"steps,omitempty"` // for people

	Memory *Memory  `json:"memory,omitempty"` // of a violation of memory safety
	Race   []Access `json:"race,omitempty"`   // of a data race: both accesses, the one at At first

	Forever *Forever `json:"forever,omitempty"` // of termination: Error is no error, but where the execution stays
}

// Memory is the object that a violation of memory safety is about.
type Memory struct {
	Kind  string  `json:"kind"`            // as AddressSanitizer calls it, where it does
	Text  string  `json:"text"`            // for people
	Made  []Place `json:"made,omitempty"`  // where it was made, then the calls that led there, the innermost first
	Ended []Place `json:"ended,omitempty"` // where its life ended
	Began string  `json:"began,omitempty"` // what happened at Made, in words
	Over  string  `json:"over,omitempty"`  // what happened at Ended
	// Guessed: it is of the surroundings of the entry function, and nothing in the program says how large it is.
	Guessed bool `json:"guessed,omitempty"`
}

// Access is one of the accesses of a data race.
type Access struct {
	Place
	Function string   `json:"function"`
	Thread   int      `json:"thread"`          // that makes it; 0 is the first one
	Calls    []Place  `json:"calls,omitempty"` // that have led there, the innermost first; the outermost has made the thread
	Locks    []string `json:"locks,omitempty"` // that the thread has
}

// Input is the value of an unknown, in the order of the execution.
type Input struct {
	Place
	Index  int               `json:"index"` // in the path
	Name   string            `json:"name"`  // of the function, parameter or variable
	Value  string            `json:"value,omitempty"`
	Memory map[string]string `json:"memory,omitempty"` // of a region: address to value
}

// Step is a visit to a line of C.
type Step struct {
	Place
	Function   string   `json:"function,omitempty"`
	Thread     int      `json:"thread,omitempty"`     // that comes there; 0 is the first one
	Depth      int      `json:"depth,omitempty"`      // of calls, 0 in the function that is entered first
	Conditions []string `json:"conditions,omitempty"` // that held there, where the execution branched
	Changes    []Change `json:"changes"`              // new values
	Matters    bool     `json:"matters,omitempty"`    // the error depends on it
}

// Change is a new value.
type Change struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// PhaseTime is the time that a part of the work took.
type PhaseTime struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Note is an assumption or approximation.
type Note struct {
	Place
	Kind  string `json:"kind"` // assumption, over, unsound
	Text  string `json:"text"`
	Count int    `json:"count,omitempty"`
	// Aspect is what part of the entry's surroundings the note is about, by number; 0 if none.
	Aspect ir.Aspect `json:"aspect,omitempty"`
}

var noteKinds = map[ir.NoteKind]string{ir.Assumption: "assumption", ir.Overapproximated: "over", ir.Unmodelled: "unsound", ir.Remark: "remark"}

// NewDocument collects a result.
func NewDocument(r *run.Result, about About) *Document {
	d := &Document{
		Schema: Schema, Craig: about.Version, Options: about.Options, Engine: about.Engine,
		Verdict: r.Verdict.String(), Vacuous: r.Vacuous, Endless: r.Endless, Reason: string(r.Reason), Detail: r.Detail, Stats: r.Stats,
		Calls: r.Calls, Why: newWhy(r.Why, about.Option),
	}
	d.Options.Threads = r.Threads
	for _, s := range r.Sources {
		d.Files = append(d.Files, File{s.Name, s.SHA256, s.Text})
	}
	if r.Bug != nil {
		d.Bug = r.Bug.Err.Error()
	}
	if r.Verdict != verdict.Unknown {
		d.By = r.Engine
	}
	for _, lost := range r.Lost {
		d.Lost = append(d.Lost, lost.String())
	}
	for _, p := range r.Phases {
		d.Phases = append(d.Phases, PhaseTime{p.Name, p.Time.Seconds()})
	}
	for _, n := range r.Notes {
		d.Notes = append(d.Notes, Note{Place: place(n.Pos), Kind: noteKinds[n.Kind], Text: n.Text, Count: n.Count, Aspect: n.Aspect})
	}
	if u := r.Unfollowed; u.Steps > 0 {
		d.Unfollowed = &Unfollowed{u.Steps, u.Why}
	}
	if r.Too != nil {
		about.Options.Properties = []string{counterexample.NonTermination}
		d.Ends, _ = json.Marshal(NewDocument(r.Too, about)) // numbers, strings and booleans
	}
	switch r.Verdict {
	case verdict.True:
		d.invariants(r)
		d.summaries(r)
		d.identities(r)
		if u := r.Unchecked; u.Answers > 0 {
			d.Unchecked = &Unchecked{u.Answers, u.Why}
		}
		switch e := r.Proof.(type) {
		case verdict.Execution:
			d.Execution = &Execution{Steps: e.Steps, Cases: e.Cases}
		case verdict.Elements:
			d.Forall = e.Bound
			d.sums(r, e)
		case verdict.Prefix:
			d.Execution = &Execution{Steps: e.Steps, Location: e.Loc, Visits: e.Visits}
		case verdict.Unrolled:
			d.Unrolled = &Unrolled{Rounds: e.Rounds}
		case verdict.Explored:
			d.Explored = newExplored(e)
		case verdict.Ranks:
			d.Forall, d.Grows, d.Results = e.Bound, e.Grows, e.Results
			d.ranks(r, e)
		}
	case verdict.False:
		d.Property = r.Trace.Goal.Property
		d.trace(r)
	}
	return d
}

func (d *Document) invariants(r *run.Result) {
	v, names := csource.NewScopes(r.Program, Texts(r.Sources)...), sem.ValuesOf(r.Program)
	var formulas map[ir.Loc]term.Term
	switch p := r.Proof.(type) {
	case verdict.Invariants:
		formulas = p
	case verdict.Contracts:
		formulas = p
	case verdict.Prefix:
		formulas = p.Invariants
	case verdict.Unrolled:
		formulas = p.Invariants
	case verdict.Elements:
		formulas = p.Invariants
	case verdict.Ranks:
		formulas = p.Invariants
	}
	for _, l := range slices.Sorted(maps.Keys(formulas)) {
		info, f := r.Program.Locs[l], formulas[l]
		inv := Invariant{
			Place: place(csource.HeadPos(info)), Location: l, Loop: info.Loop,
			Function: info.Function(), SMTLIB: formulaText(names, f),
		}
		if info.Loop {
			if said, ok := v.Said(l, r.Proof); ok {
				inv.C = said
			}
		} else {
			inv.C, _ = v.Text(l, f)
		}
		for _, c := range info.Calls() {
			inv.Calls = append(inv.Calls, place(c))
		}
		d.Invariants = append(d.Invariants, inv)
	}
}

// Texts are files as csource reads them.
func Texts(files []cfront.Source) (list []*ctext.Source) {
	for _, f := range files {
		list = append(list, ctext.New(f.Name, f.Text))
	}
	return list
}

func (d *Document) trace(r *run.Result) {
	info := r.Program.Locs[r.Trace.Error]
	at := place(info.Pos)
	if list := info.Places(); len(list) > 0 {
		at = place(list[0])
	}
	told, round := Told(r)
	d.Trace = &Trace{Path: append([]ir.EdgeID{}, r.Trace.Path...), Length: r.Trace.Steps, Error: r.Trace.Error, At: &at, Forever: newForever(r, round)}
	for _, in := range csource.Inputs(r.Program, r.Trace) {
		d.Trace.Inputs = append(d.Trace.Inputs, Input{place(in.Pos), in.Index, in.Name, in.Value, in.Memory})
	}
	for _, c := range told.Entry {
		d.Trace.Entry = append(d.Trace.Entry, Change(c))
	}
	d.Trace.Steps = steps(told.Lines)
	for _, a := range told.Race {
		d.Trace.Race = append(d.Trace.Race, Access{Place: place(a.Pos), Function: a.Function, Thread: a.Thread, Calls: places(a.Calls), Locks: a.Locks})
	}
	if m := csource.MemoryOf(r.Program, r.Trace); m != nil {
		d.Trace.Memory = &Memory{Kind: m.Kind, Text: m.Text, Made: places(m.Made), Ended: places(m.Ended), Guessed: m.Guessed}
		if len(m.Made) > 0 {
			d.Trace.Memory.Began = m.Began()
		}
		if len(m.Ended) > 0 {
			d.Trace.Memory.Over = m.Over()
		}
	}
}

// steps are lines of an execution.
func steps(lines []explain.Line) (list []Step) {
	for _, l := range lines {
		step := Step{Place: place(l.Pos), Function: l.Function, Thread: l.Thread, Depth: l.Depth, Conditions: l.Branches, Changes: []Change{}, Matters: l.Matters}
		for _, c := range l.Changes {
			step.Changes = append(step.Changes, Change(c))
		}
		list = append(list, step)
	}
	return list
}

// Write writes a result file.
func Write(w io.Writer, r *run.Result, about About) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(NewDocument(r, about))
}

// Names are the names of the files.
func (d *Document) Names() []string {
	var names []string
	for _, f := range d.Files {
		names = append(names, f.Name)
	}
	return names
}

// Changed lists the files that are not what the result speaks of any more, as they are now: sources
// has them in the order of Names.
func (d *Document) Changed(sources []cfront.Source) (changed []string) {
	for i, f := range d.Files {
		if sources[i].SHA256 != f.SHA256 {
			changed = append(changed, f.Name)
		}
	}
	return changed
}

// Line is the verdict line.
func (d *Document) Line() string {
	switch d.Verdict {
	case verdict.True.String():
		return d.Verdict
	case verdict.False.String():
		return d.Verdict + "(" + d.Property + ")"
	}
	return d.Verdict + "(" + d.Reason + ")"
}
