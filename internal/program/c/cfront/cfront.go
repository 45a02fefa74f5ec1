// Package cfront reads C into ir: one documented choice for each construct of C. It has the options, and the steps from files to a
// program, which are those of core.go, in this order:
//
//	source      files become tokens (package pp) and trees (package syntax)
//	elab        the trees become one core, where types, conversions and the order of evaluation are written out
//	cprover, link            functions that stand for others, and whether files agree on their names
//	isr, assembly, cleanup   calls of interrupt handlers, assembly and functions of attribute cleanup are written out
//	contract, condition      contracts, and conditions of witnesses, become checks and assumptions
//	link        what the program uses, from the entry on
//	scalarize   vectors, complex numbers and wide floats become what package lower knows
//	check       error locations of the properties that are asked for
//	lower       the core becomes automata, with models of the C library (package library) in C
//	device, isr, statements, missing   what registers, interrupts and lists need of the automata
//
//	cfront.go                        options and errors
//	core.go                          the steps
//	wanted.go                        what the options name has to be there
//	environment.go, surroundings.go  what a function begins in that is verified without a program around it
//	functions.go                     the functions of a file
//	notes.go                         kinds of notes
//
// The choices are documented for users in docs/semantics.md, the core in docs/core.md.
package cfront

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"craig/internal/program/c/check"
	"craig/internal/program/c/core"
	"craig/internal/program/c/isr"
	"craig/internal/program/c/lower"
	"craig/internal/program/c/source"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
	"craig/internal/program/selfcomp"
)

// Options say how C is read. The zero value is LP64, machine integers, unreach-call, main.
type Options struct {
	ILP32  bool   // -m32, or Target has it
	Target string `json:",omitempty"` // the name of a machine, see MachineNames; "" is x86-64, or i386 with ILP32
	Preprocessing
	UnsignedChar bool `json:",omitempty"` // -funsigned-char
	Math         bool // --integers math
	Signed       ir.Signed
	Properties   []string // names; nil is unreach-call, and then a program without an error location is an error
	// Where, if not "", is the name of the only file, as line markers have it, in which operations are
	// looked at for the properties; elsewhere such executions are outside the answer. Calls of error
	// functions and labels are errors in every file.
	Where string `json:",omitempty"`
	// Ghosts, if not "", is the name of a file, as line markers have it, whose statements are no steps of threads: others see what they do together with the
	// next step of their thread. No result file is about such a program.
	Ghosts        string `json:"-"`
	ErrorLabel    string // additional error location: a label
	ErrorFunction string // additional error location: calls of a function
	// GoalsMayLack: a program without ErrorLabel and ErrorFunction is no mistake. (They come from a file
	// that was written for many programs.)
	GoalsMayLack  bool   `json:",omitempty"`
	Entry         string // "" is main
	MallocMayFail bool
	// Threads is how many threads there may be beside the first one, at most thread.MaxThreads, which 0 is; or one of thread's
	// Any, Guarded, InTurn, Rounds and Reduced.
	Threads int `json:"threads,omitempty"`

	Unknown
	// Contracts says what calls of functions with contracts do.
	Contracts Contracts `json:",omitempty"`
	// Volatile says what reads of volatile objects give.
	Volatile Volatile `json:",omitempty"`
	// Devices are the addresses at which something outside the program lies: see ir.Program.
	Devices []ir.Device `json:",omitempty"`
	// Interrupts says which functions interrupt the program.
	Interrupts Interrupts `json:",omitzero"`
	// Environment says what surroundings the entry function begins in.
	Environment Environment `json:",omitzero"`
	// Observe says what property constant-time looks at, besides what it always does.
	Observe selfcomp.Options `json:",omitzero"`
	Lists
	LeftOut
}

// Preprocessing says which headers and macros there are.
type Preprocessing struct {
	Include      []string // -I, in order
	ForceInclude []string // -include
	Define       []string // -D: "NAME" or "NAME=VALUE"
	Undefine     []string `json:",omitempty"` // -U: predefined macros that are not to be there
}

// Unknown says what is taken of what the files do not say.
type Unknown struct {
	// UnknownGlobals: the entry function is called by a program that may have changed the global
	// variables, so that those without an initialiser begin with unknown values instead of 0.
	UnknownGlobals  bool
	UnknownPointers UnknownPointers
	// UnknownFunctions says what a function does that has no body and is not of the C library.
	UnknownFunctions UnknownFunctions `json:",omitempty"`
	// WithoutBody are functions that are read as if they had no body; of several definitions, the first one stays.
	WithoutBody []string `json:",omitempty"`
}

// LeftOut says which errors the answer leaves out, and which there are besides.
type LeftOut struct {
	// Except are errors that the answer leaves out: executions that come to one of them end there. Package prepare
	// sees to it, since some are in models of the library, and count where those are called.
	Except []Exception `json:",omitempty"`
	// Only, if not nil, says which errors count; executions that come to others end there. Package prepare sees to it, as for Except.
	// No result file is about such errors alone.
	Only *Errors `json:"-"`
	// Traps are places of which the text says that executions that come there go wrong: they are errors of unreach-call.
	Traps []trap.Trap `json:",omitempty"`
}

// Interrupts says which functions interrupt the program. The zero value is none.
type Interrupts = isr.Config

// Lists says which lists a program has.
type Lists struct {
	Statements bool `json:",omitempty"` // of the statements of the files
	// Decisions: of the decisions of the files, with these marks. There is no result file of such a program.
	Decisions core.Decisions `json:"-"`
	Missing   bool           `json:",omitempty"` // of what its files use and do not define
}

// Errors are those of a file, as line markers name it. If Variable is not "", it is a global variable of type int, and they count
// while it has that value.
type Errors struct {
	File     string
	Variable string
	Value    int64
	Race     *Race // if not nil, only data races count, such as it says
}

// Race says which data races count: those of an access in File of the Errors and one in Beside. If Variable is not "", each thread has an int of that name for itself,
// which is First in the one that makes the former and Second in the other.
type Race struct {
	Beside        string
	Variable      string
	First, Second *int64 // nil: any
}

// Exception is a line of a file, as messages name it, where errors of a property are left out.
type Exception struct {
	File     string
	Line     int
	Property string
}

// UnknownFunctions says what a function does of which nothing is known.
type UnknownFunctions uint8

const (
	Pure  UnknownFunctions = iota // nothing, but that it returns an unknown value
	Havoc                         // it may write whatever its arguments and global variables of external linkage reach
)

// Contracts says what calls of functions with contracts do.
type Contracts uint8

const (
	InlineContracts  Contracts = iota // what the function does; the contract is checked at each call
	ReplaceContracts                  // what the contract says
)

// Volatile says what a read of a volatile object gives.
type Volatile uint8

const (
	VolatileByObject Volatile = iota // input or memory, as the object has it
	VolatileInput                    // an unknown value of its type
	VolatileMemory                   // what the program has written last
)

// Checks tells whether executions that violate the property bounds or null, anywhere in the program,
// come to an error location.
func (o Options) Checks(property string) bool {
	return o.Where == "" && (slices.Contains(o.Properties, property) || slices.Contains(o.Properties, "valid-deref"))
}

// UnknownPointers says what a pointer of unknown origin may point to.
type UnknownPointers uint8

const (
	Usual UnknownPointers = iota // Fresh; but a function without a body may return a pointer again, where a program makes threads and data races are asked for
	Any                          // any object of a compatible type
	Fresh                        // an object of its own
)

// Error is a problem in the user's files. Its text is "file:line:column: message", with the next
// step in Hint if there is one, and with IO set if a file could not be read.
type Error = source.Error

// Unsupported is a property that cannot be turned into error locations, at all or in this program: the answer is
// UNKNOWN(unsupported property). Where Property is "", it is a construct of the program that is not read: UNKNOWN(unsupported).
type Unsupported struct {
	Property string
	Pos      ir.Pos // of the construct that stands in the way; Line 0: there is none
	Why      string
	Number   bool // an integer that is converted to a pointer does: it may be the address of a device
}

func (u *Unsupported) Error() string {
	if u.Property == "" {
		return u.Detail()
	}
	return "unsupported property: " + u.Detail()
}

// Detail is a sentence about what keeps the property from being decided, and where.
func (u *Unsupported) Detail() string {
	if u.Property == "" {
		at := ""
		if u.Pos.File != "" {
			at = u.Pos.String() + ": "
		}
		return at + "craig does not read this yet: " + u.Why
	}
	if u.Why == "" {
		return "craig does not decide the property " + u.Property + "."
	}
	if u.Pos.Line == 0 {
		return fmt.Sprintf("%s, which keeps craig from deciding %s.", u.Why, u.Property)
	}
	return fmt.Sprintf("%s: %s, which keeps craig from deciding %s.", u.Pos, u.Why, u.Property)
}

// Machine is what a target says of the types of C.
type Machine = source.Machine

// MachineOf is the target of that name; nil if there is none.
func MachineOf(name string) *Machine { return source.MachineOf(name, false) }

// TargetOf is the target that a compiler for another machine is for, by the beginning of its name; "" if there is none.
func TargetOf(triple string) string { return source.TargetOf(triple) }

// TargetOfChip is the target of a chip, as gcc's -mmcu names it; "" if there is none.
func TargetOfChip(name string) string { return source.TargetOfChip(name) }

// MachineNames lists the targets.
func MachineNames() []string { return source.MachineNames() }

// Foreign tells whether the program is for another machine than those that gcc compiles for on x86-64.
func (o Options) Foreign() bool { return o.Target != "" && o.Target != "x86_64" && o.Target != "i386" }

// Read reads the files of one program. The result passes ircheck.Check; memory is accessed by
// addresses (no regions yet) and calls are calls. The error, if any, is an *Error, an
// *Unsupported or ctx's.
func Read(ctx context.Context, opts Options, files ...string) (*ir.Program, error) {
	return ReadFrom(ctx, opts, new(Files), files...)
}

// Source is a C file as it was read.
type Source = source.Source

// Files is where C files and their headers are read from, each once.
type Files = source.Files

// NewFiles returns the files of fsys, which may be in memory; nil is the host's file system.
func NewFiles(fsys fs.FS) *Files { return source.NewFiles(fsys) }

// ReadFrom is Read of files that have been read before, or are not the host's; nil is the host's.
func ReadFrom(ctx context.Context, opts Options, from *Files, files ...string) (*ir.Program, error) {
	if source.MachineOf(opts.Target, opts.ILP32) == nil {
		return nil, unknownTarget(opts.Target)
	}
	if err := decidable(opts); err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, noFiles()
	}
	asked := opts.Properties != nil || opts.ErrorLabel != "" || opts.ErrorFunction != ""
	switch {
	case slices.Contains(opts.Properties, "no-overflow"):
		opts.Signed = ir.SignedCheck
	case opts.Signed == ir.SignedCheck && opts.Properties == nil:
		opts.Properties = []string{"unreach-call", "no-overflow"}
	case opts.Signed == ir.SignedCheck:
		opts.Properties = append(slices.Clone(opts.Properties), "no-overflow")
	}
	if from == nil {
		from = new(Files)
	}
	r := &reader{ctx: ctx, opts: opts, files: from}
	res, why, err := r.read(files)
	if refused := (*lower.Refusal)(nil); errors.As(err, &refused) {
		why, err = refused, nil
	}
	switch {
	case err != nil:
		return nil, err
	case why != nil:
		return nil, &Unsupported{Pos: why.Pos, Why: why.Reason}
	}
	said := slices.ContainsFunc(res.Program.Notes, func(n ir.Note) bool { return n.Kind == ir.Remark || n.Kind == ir.Unmodelled }) // of errors that are left out
	if res.Errors == 0 && !asked && !r.mentions && !said {
		return nil, noError(files[0])
	}
	return res.Program, nil
}

func unknownTarget(name string) *Error {
	return &Error{Msg: fmt.Sprintf("%q is not the name of a target", name), Hint: "want one of " + strings.Join(source.MachineNames(), ", ")}
}

// decidable is an *Unsupported for properties that are decided in no program with these options.
func decidable(opts Options) error {
	for _, p := range opts.Properties {
		switch {
		case p == selfcomp.Property && len(opts.Devices) > 0:
			return &Unsupported{Property: p, Why: "which of the registers of devices is accessed is not looked at"}
		case p == selfcomp.Property && opts.Contracts == ReplaceContracts:
			return &Unsupported{Property: p, Why: "a contract does not say what is seen of a function, and stands for it"}
		case p == thread.Locks && slices.Contains(opts.Properties, "no-deadlock"):
			return &Unsupported{Property: p, Why: "it is asked together with no-deadlock, for which locks are looked at in another way"}
		case p == thread.Locks && opts.UnknownFunctions == Havoc:
			return &Unsupported{Property: p, Why: "functions without a body may write what is in locks"}
		case p == "unreach-call", check.Has(p):
		case p == "termination": // the whole program is what it is about: no location is an error
			if len(opts.Properties) > 1 {
				return &Unsupported{Property: p, Why: "it is asked together with other properties"}
			}
		default:
			return &Unsupported{Property: p}
		}
		if p == "uninit" && source.MachineOf(opts.Target, opts.ILP32).BigEndian {
			return &Unsupported{Property: p, Why: opts.Target + " has the highest byte of a number first, and bits without a value are followed from the lowest one"}
		}
	}
	return nil
}
