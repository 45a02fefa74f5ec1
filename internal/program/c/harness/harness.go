// Package harness makes the surroundings of a function that is verified by itself: C text with a function that calls it with anything that it may be
// given. What the text takes for granted is said in its notes. Nobody has to trust the package: what it makes is C that a person can read.
//
//	harness.go   what is asked for, and the text as a whole
//	writer.go    lines, names, values, notes
//	spell.go     types as C has them
//	call.go      the parameters, and the call
//	lengths.go   how many elements there are where parameters lead
//	globals.go   global variables
//	values.go    values of objects
//	objects.go   where pointers lead
//	members.go   structures: how many elements there are where members lead
//	secret.go    what is secret
//	ring.go      rings: { buf, head, tail, size }
//	results.go   functions without a body that return pointers, and what pointers to functions lead to
//	foreign.go   types that another file completes
//
// What the guesses need to know of the program is found by going once through what an execution from the entry may come to:
//
//	facts.go     what is known
//	scan.go      the functions and initializers, in their order
//	walk.go      along which pointers the program goes, and where they lead
//	place.go     how far it goes by constants
//	loop.go      counters of loops
//	constant.go  constants
//	change.go    which static variables their file never changes
package harness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Options say what surroundings a function begins in. The zero value is none: parameters are unknown, and global variables as they are initialised.
type Options struct {
	// Valid: pointers that the function is given point to objects; the other fields say to which.
	Valid   bool
	Overlap bool    `json:",omitempty"` // two pointers of one type may be equal
	Initial bool    `json:",omitempty"` // global variables begin as they are initialised, not with any value
	Null    Null    `json:",omitempty"`
	Lengths Lengths `json:",omitempty"`
	Bytes   bool    `json:",omitempty"` // a char * points to characters without a terminator
	// ForPeople: the text is to stand by itself.
	ForPeople bool `json:",omitempty"`
	Depth     int  `json:",omitempty"` // from how many objects in a row pointers lead on; 0 is 2
	// Secrets are parameters, what parameters lead to, members as key->bytes, and global variables, that are secret inputs.
	Secrets []string `json:",omitempty"`
}

// Null says which pointers may be null.
type Null uint8

const (
	NullInside Null = iota // members of structures, and elements of arrays
	NullNever
	NullAlways // parameters too
)

// Lengths says how many elements there are where a pointer leads.
type Lengths uint8

const (
	LengthsByName Lengths = iota // as many as a parameter beside it says, if that has the name of a length; else one
	LengthsOne                   // one
	// LengthsMany: as LengthsByName, but 65,536 numbers where nothing in the program says how many there are.
	LengthsMany
)

const (
	// Entry is the function that calls the one that is verified.
	Entry = "craig_environment"

	// DefaultDepth is what Depth 0 stands for.
	DefaultDepth = 2

	maxExplicit = 24 // scalars of a structure that get their values one by one
	maxPointers = 8  // elements of an array of pointers that lead to different objects
	maxCopied   = 32 // bytes of a member of a global variable that get the contents of another one
	maxObjects  = 40 // that pointers inside of objects lead to
	maxFew      = 3  // elements where a pointer leads to many of which each is given a value
	maxResults  = 40 // functions without a body that are defined
)

// Config says for whom the surroundings are.
type Config struct {
	Options
	Entry string
	Roots []string // functions besides the entry with which executions begin, such as handlers of interrupts

	Members map[string]bool // members that something else than the entry uses, which get values too
	Targets bool            // each pointer to a function leads to one of its own

	Plain bool // neither functions without a body nor types of other files are defined
	Havoc bool // functions without a body may change everything that is not local to a file

	// What is known of functions and variables by their names. Library: the C library has it. Fails: a call is an error, so that it does not matter what
	// its body does.
	Library  func(function string) bool
	Fails    func(function string) bool
	Variable func(name string) bool
	// Copies are the arguments of a function that lead to as many bytes as the argument size says; there are none if it is not one of those.
	Copies func(function string) (pointers []int, size int)
}

// A Problem is why there are no surroundings.
type Problem struct {
	At  core.Pos
	Why string
}

func (p *Problem) Error() string { return p.Why }

// Make makes the surroundings of the entry of a program, which it does not change. The error is a *Problem.
func Make(prog *core.Program, cfg Config) (*ir.Environment, error) {
	entry := function(prog, cfg.Entry)
	if entry == nil {
		return nil, &Problem{Why: "there is no function " + cfg.Entry}
	}
	m := newMaker(prog, cfg, entry)
	m.globals()
	m.call()
	if !cfg.Plain {
		m.results()
	}
	for _, name := range cfg.Secrets {
		if !m.hid[name] && m.problem == "" {
			m.problem = "nothing that it is given has the name of the secret " + name
		}
	}
	if m.problem != "" {
		return nil, &Problem{entry.Pos, m.problem}
	}
	return &ir.Environment{
		File: prog.Units[m.unit].Name, Entry: Entry, Function: cfg.Entry, Text: m.text(cfg.Entry), Notes: m.notes(posOf(prog, entry.Pos), cfg.Entry),
		Paths: m.paths, Counted: m.told, Single: m.single, Bytes: m.bytesOf(entry.Params), Unset: m.unset, Results: m.defined,
	}, nil
}

// function is the definition of the function with a name; nil if there is none.
func function(prog *core.Program, name string) *core.Func {
	v := prog.Function(name)
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && d.Func.Var == v {
				return d.Func
			}
		}
	}
	return nil
}

func posOf(prog *core.Program, at core.Pos) ir.Pos {
	p := prog.Place(at)
	return ir.Pos{File: p.File, Line: p.Line, Col: p.Col}
}

// maker is surroundings under construction.
type maker struct {
	*writer
	cfg   Config
	prog  *core.Program
	tt    *types.Table
	entry *core.Func
	unit  int // the file of the entry
	facts *facts

	stubOf  map[*types.Type]string
	foreign map[*types.Record]bool // whether the definitions of types of other files can be written
	objects int                    // that pointers inside of objects lead to
	problem string
	hid     map[string]bool // the secrets that there are
	hiding  string          // that which was found last

	defined   []string // functions without a body that are given one
	returning string   // the one whose definition is written
	unset     []string // global variables that begin with any value, without a statement

	outlives    bool // objects that are made live until the end
	heap        bool // what the next pointer leads to is freed, so that it is a block of the heap
	undefined   bool // what gets values is a variable that no file defines
	everything  bool // what is not written keeps a value that it has already
	initialised bool // so that pointers to functions stay what they are
}

func newMaker(prog *core.Program, cfg Config, entry *core.Func) *maker {
	m := &maker{
		writer: newWriter(prog.Types), cfg: cfg, prog: prog, tt: prog.Types, entry: entry, unit: int(entry.Pos.Unit),
		facts: scan(prog, cfg, entry), stubOf: map[*types.Type]string{}, foreign: map[*types.Record]bool{}, hid: map[string]bool{},
	}
	m.names[cfg.Entry] = true
	for name := range cfg.Members {
		m.facts.selected[name] = true
	}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				m.names[g.Var.Name] = true
			case *core.FuncDef:
				m.names[g.Func.Var.Name] = true
			}
		}
	}
	return m
}

// shown is how people call lv, which may lie in an object that the surroundings have made: p->next.
func (m *maker) shown(lv string) string {
	if name, rest, ok := strings.Cut(lv, resultSuffix); ok && name == m.returning {
		return name + "()" + rest
	}
	if sum, ok := m.sums[lv]; ok {
		return sum
	}
	return ir.Shown(m.paths, lv)
}

// lone is the option that there is one element wherever a pointer leads.
func (m *maker) lone() bool { return m.cfg.Lengths == LengthsOne }

// about orders notes, with what they say before what is listed.
var aboutOrder = []struct {
	about ir.Aspect
	text  string
}{
	{ir.AboutValid, "%s is called with pointers to objects: "},
	{ir.AboutNull, "these pointers are not null: "},
	{ir.AboutLengths, ""},
	{ir.AboutStrings, "these point to strings that have an end: "},
	{ir.AboutSeparate, "these point to different objects: "},
	{ir.AboutDepth, "these are null, being too far away: "},
	{ir.AboutUnions, "these are the members of unions that have a value: "},
	{ir.AboutCallbacks, "functions that are called through these do nothing but return any value: "},
	{ir.AboutGlobals, "these variables begin with any value: "},
	{ir.AboutInitial, "these variables begin as they are initialised: "},
}

// maxListed bounds how many names a note lists.
const maxListed = 6

// notes say what is assumed.
func (w *writer) notes(at ir.Pos, f string) (list []ir.Note) {
	for _, x := range aboutOrder {
		about := w.about[x.about]
		if len(about) == 0 {
			continue
		}
		text := strings.ReplaceAll(x.text, "%s", f) + strings.Join(about[:min(len(about), maxListed)], ", ")
		if n := len(about) - maxListed; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		list = append(list, ir.Note{Pos: at, Kind: ir.Assumption, Text: text, Count: 1, Aspect: x.about})
	}
	return list
}

// text puts the parts together.
func (w *writer) text(entry string) string {
	var b strings.Builder
	var names []string
	for n := range w.nondet {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(&b, "extern %s %s(void);\n", w.nondet[n], n)
	}
	b.WriteString("extern void __VERIFIER_assume(int);\n")
	b.WriteString(w.types.String())
	b.WriteString(w.stubs.String())
	fmt.Fprintf(&b, "\n/* One call of %s. */\nvoid %s(void) {\n", entry, Entry)
	b.WriteString(w.b.String())
	b.WriteString("}\n")
	return b.String()
}
