// Package cfront reads C into ir: one documented choice for each construct of C.
//
// Package source parses and type checks; this package lowers, in these steps:
//
//	link.go        names of several files become one program's functions and variables
//	scan.go        what can be reached from the entry; which variables need an address
//	decl.go        where variables live: ir variables, or objects in memory
//	lower.go       functions one by one, and what initialises the globals
//	stmt.go, cond.go, expr.go, lvalue.go, arith.go, assign.go, aggregate.go, call.go, init.go,
//	bounds.go, asm.go
//	contract.go    what functions require and ensure
//	frame.go       what they may assign
//	standin.go     contracts in the place of functions
//	builtin.go     functions that the front end knows itself
//	models.go      functions of the C library that have a model in C, see package library
//	graph.go       automata under construction
//
// Types are laid out here (ctype.go, layout.go, attr.go), and constants folded here, since package
// cc is wrong about some. The choices are documented for users in docs/semantics.md.
package cfront

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
	"craig/internal/spell"
)

// Options say how C is read. The zero value is LP64, machine integers, unreach-call, main.
type Options struct {
	ILP32        bool     // -m32, or Target has it
	Target       string   `json:",omitempty"` // the name of a machine, see MachineNames; "" is x86-64, or i386 with ILP32
	Include      []string // -I, in order
	ForceInclude []string // -include
	Define       []string // -D: "NAME" or "NAME=VALUE"
	Undefine     []string `json:",omitempty"` // -U: predefined macros that are not to be there
	UnsignedChar bool     `json:",omitempty"` // -funsigned-char
	Math         bool     // --integers math
	// FrontEnd says which front end reads the program.
	FrontEnd   FrontEnd `json:",omitempty"`
	Signed     ir.Signed
	Properties []string // names; nil is unreach-call, and then a program without an error location is an error
	// Where, if not "", is the name of the only file, as line markers have it, in which operations are
	// looked at for the properties; elsewhere such executions are outside the answer. Calls of error
	// functions and labels are errors in every file.
	Where         string `json:",omitempty"`
	ErrorLabel    string // additional error location: a label
	ErrorFunction string // additional error location: calls of a function
	// GoalsMayLack: a program without ErrorLabel and ErrorFunction is no mistake. (They come from a file
	// that was written for many programs.)
	GoalsMayLack  bool   `json:",omitempty"`
	Entry         string // "" is main
	MallocMayFail bool
	// Threads is how many threads there may be beside the first one, at most thread.MaxThreads, which 0 is.
	Threads int `json:"threads,omitempty"`

	// UnknownGlobals: the entry function is called by a program that may have changed the global
	// variables, so that those without an initialiser begin with unknown values instead of 0.
	UnknownGlobals  bool
	UnknownPointers UnknownPointers
	// UnknownFunctions says what a function does that has no body and is not of the C library.
	UnknownFunctions UnknownFunctions `json:",omitempty"`
	// WithoutBody are functions that are read as if they had no body; of several definitions, the first one stays.
	WithoutBody []string `json:",omitempty"`
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
	// Statements: the program has a list of the statements of the files.
	Statements bool `json:",omitempty"`
	// Missing: the program has a list of what its files use and do not define.
	Missing bool `json:",omitempty"`
	// Except are errors that the answer leaves out: executions that come to one of them end there. Package prepare
	// sees to it, since some are in models of the library, and count where those are called.
	Except []Exception `json:",omitempty"`
	// Only, if not nil, says which errors count; executions that come to others end there. Package prepare sees to it, as for Except.
	// No result file is about such errors alone.
	Only *Errors `json:"-"`
}

// Errors are those of a file, as line markers name it. If Variable is not "", it is a global variable of type int, and they count
// while it has that value.
type Errors struct {
	File     string
	Variable string
	Value    int64
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

// Checks tells whether executions that violate the property bounds or null, anywhere in the program,
// come to an error location.
func (o Options) Checks(property string) bool {
	return o.Where == "" && (slices.Contains(o.Properties, property) || slices.Contains(o.Properties, "valid-deref"))
}

// FrontEnd says which front end reads programs.
type FrontEnd uint8

const (
	FrontEndDefault FrontEnd = iota // defaultFrontEnd
	FrontEndCore                    // by way of the core where that lowers them, and otherwise as FrontEndOld, with a Remark that says why; see ByCore
	FrontEndOld                     // without the core
)

// defaultFrontEnd is the front end of who does not ask for one.
const defaultFrontEnd = FrontEndCore

// UnknownPointers says what a pointer of unknown origin may point to.
type UnknownPointers uint8

const (
	Fresh UnknownPointers = iota // an object of its own
	Any                          // any object of a compatible type
)

// Error is a problem in the user's files. Its text is "file:line:column: message", with the next
// step in Hint if there is one, and with IO set if a file could not be read.
type Error = source.Error

// Unsupported is a property that the front end cannot turn into error locations, at all or in
// this program: the answer is UNKNOWN(unsupported property).
type Unsupported struct {
	Property string
	Pos      ir.Pos // of the construct that stands in the way; Line 0: there is none
	Why      string
	Number   bool // an integer that is converted to a pointer does: it may be the address of a device
}

func (u *Unsupported) Error() string { return "unsupported property: " + u.Detail() }

// Detail is a sentence about what keeps the property from being decided, and where.
func (u *Unsupported) Detail() string {
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

// Read reads the files of one program. The result passes ir.Check; memory is accessed by
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

// ReadFrom is Read of files that have been read before, or are not the host's.
func ReadFrom(ctx context.Context, opts Options, from *Files, files ...string) (*ir.Program, error) {
	if source.MachineOf(opts.Target, opts.ILP32) == nil {
		return nil, unknownTarget(opts.Target)
	}
	props, err := askedFor(&opts)
	if err != nil {
		return nil, err
	}
	if opts.FrontEnd == FrontEndDefault {
		opts.FrontEnd = defaultFrontEnd
	}
	if opts.FrontEnd == FrontEndCore {
		p, why, err := ByCore(ctx, opts, from, files...)
		if p != nil || err != nil {
			return p, err
		}
		opts.FrontEnd = FrontEndOld
		if p, err = ReadFrom(ctx, opts, from, files...); err == nil {
			p.Notes = append(p.Notes, ir.Note{Kind: ir.Remark, Pos: why.Pos, Text: NotByCore + why.Reason})
		}
		return p, err
	}
	if len(files) == 0 {
		return nil, noFiles()
	}
	known := bindingsFor(opts, props, from, files)
	if known != nil {
		defer known.busy.Unlock()
	}
	r, entry, err := begun(ctx, opts, props, from, files, known)
	if err != nil {
		return nil, err
	}
	return r.read(entry)
}

func unknownTarget(name string) *Error {
	return &Error{Msg: fmt.Sprintf("%q is not the name of a target", name), Hint: "want one of " + strings.Join(source.MachineNames(), ", ")}
}

// askedFor are the properties that the options ask for, by what is checked. It completes the options by what these mean.
func askedFor(opts *Options) (map[string]string, error) {
	props := map[string]string{}
	for _, p := range opts.Properties {
		switch p {
		case "unreach-call", "div-by-zero", "no-overflow", "bounds", "null", "float-invalid", "float-overflow", "float-div-by-zero", "float-cast", "unsigned-wrap", "conversion":
			props[p] = p
		case "termination": // the whole program is what it is about: no location is an error
			if len(opts.Properties) > 1 {
				return nil, &Unsupported{Property: p, Why: "it is asked together with other properties"}
			}
		case "no-data-race", "no-deadlock":
			if opts.FrontEnd == FrontEndOld {
				return nil, &Unsupported{Property: p, Why: "the program is not read by way of the core"}
			}
		case "valid-deref":
			props["bounds"], props["null"] = p, p
		case "uninit":
			if source.MachineOf(opts.Target, opts.ILP32).BigEndian {
				return nil, &Unsupported{Property: p, Why: opts.Target + " has the highest byte of a number first, and bits without a value are followed from the lowest one"}
			}
			props[p] = p
		case "valid-free", "valid-memtrack", "valid-memcleanup":
			props[p] = p
		default:
			return nil, &Unsupported{Property: p}
		}
	}
	if opts.Properties == nil {
		props["unreach-call"] = "unreach-call"
	}
	if props["no-overflow"] != "" {
		opts.Signed = ir.SignedCheck
	} else if opts.Signed == ir.SignedCheck {
		props["no-overflow"] = "no-overflow"
	}
	return props, nil
}

// begun is reached, with the surroundings of the entry if there are to be any.
func begun(ctx context.Context, opts Options, props map[string]string, from *Files, files []string, known *bindings) (*reader, *function, error) {
	r, entry, err := reached(ctx, opts, props, from, files, known)
	if err != nil || !r.wantsEnvironment(entry) {
		return r, entry, err
	}
	again, caller, err := r.surround(entry, files)
	if err != nil && known != nil { // who binds all of the file anew can do more about names
		return begun(ctx, opts, props, from, files, nil)
	}
	return again, caller, err
}

// reached is a reader that has read the files and knows what can be reached from the entry, which it returns
// too.
func reached(ctx context.Context, opts Options, props map[string]string, from *Files, files []string, known *bindings) (*reader, *function, error) {
	r := newReader(ctx, opts, props)
	r.files, r.known = from, known
	entry, err := r.reach(files)
	var refused *Error
	if n := r.undeclared(); n > 0 || errors.As(err, &refused) {
		// The embedded headers may lack their declarations.
		again := newReader(ctx, opts, props)
		again.files, again.systemHeaders, again.known = from, true, known
		if e, err2 := again.reach(files); err2 == nil && (err != nil || again.undeclared() < n) {
			r, entry, err = again, e, nil
		}
	}
	return r, entry, err
}

// surround reads the files again, with the surroundings of entry, which it makes the function that the
// program begins with.
func (r *reader) surround(entry *function, files []string) (*reader, *function, error) {
	return r.surroundedBy(entry, files, false)
}

// surroundedBy is surround, without definitions of functions that have no body, and of types of other files, if plain.
func (r *reader) surroundedBy(entry *function, files []string, plain bool) (*reader, *function, error) {
	env, err := r.environment(entry, plain)
	if err != nil {
		return nil, nil, err
	}
	again, caller, err := r.with(env, files, true)
	if err != nil && r.known != nil {
		return nil, nil, err // see ReadFrom
	}
	if wrong := (*Error)(nil); errors.As(err, &wrong) && (again == nil || wrong.Pos.File == env.Name()) {
		again, caller, err = r.with(env, files, false) // its words may be macros
	}
	if wrong := (*Error)(nil); errors.As(err, &wrong) && wrong.Pos.File == env.Name() {
		if !plain {
			return r.surroundedBy(entry, files, true)
		}
		lines := strings.Split(env.Text, "\n")
		at := ""
		if n := wrong.Pos.Line; n >= 1 && n <= len(lines) {
			at = ": " + strings.TrimSpace(lines[n-1])
		}
		return nil, nil, &Error{Pos: entry.pos, Msg: fmt.Sprintf("no surroundings can be made for %s: %s%s", entry.cname, wrong.Msg, at),
			Hint: "write a function that calls it and start there, or leave its parameters unknown with {Environment}"}
	}
	if err != nil {
		return nil, nil, err
	}
	again.prog.Notes = append(again.prog.Notes, env.Notes...)
	return again, caller, nil
}

// with reads the files again with the surroundings that env says. If behind, those are added to the file as it was parsed, in which
// macros mean nothing; else both are read as one text.
func (r *reader) with(env *ir.Environment, files []string, behind bool) (*reader, *function, error) {
	opts := r.opts
	opts.Entry = env.Entry
	again := newReader(r.ctx, opts, r.props)
	again.files, again.systemHeaders, again.known, again.prog.Environment = r.files, r.systemHeaders, r.known, env
	again.parsed = map[string]*cc.AST{}
	for _, u := range r.units {
		switch {
		case u.file != env.File:
			again.parsed[u.file] = u.ast
		case behind:
			ast, err := source.Behind(r.ctx, again.sourceConfig(), u.ast, env.Name(), env.Text)
			if err != nil {
				return nil, nil, err
			}
			again.parsed[u.file] = ast
		}
	}
	caller, err := again.reach(files)
	return again, caller, err
}

// reach loads the files and finds out what can be reached from the entry, which it returns.
func (r *reader) reach(files []string) (*function, error) {
	if r.known != nil {
		if err := r.loadBound(files[0]); err != nil {
			return nil, err
		}
	}
	for i, file := range files {
		if r.known != nil {
			break
		}
		ast := r.parsed[file]
		delete(r.parsed, file) // a file that is named twice is two units
		if ast == nil {
			var err error
			c := r.sourceConfig()
			if slices.Contains(files[:i], file) {
				c.Use = fmt.Sprint("unit ", i)
			}
			if ast, err = source.Parse(r.ctx, c, file); err != nil {
				return nil, err
			}
		}
		r.load(&unit{file: file, ast: ast, statics: map[string]any{}})
		if err := r.problem(); err != nil {
			return nil, err
		}
	}
	r.oneElement()
	r.removeBodies()
	r.fileLocals()
	name := r.opts.Entry
	if name == "" {
		name = "main"
	}
	entry, _ := r.externs[name].(*function)
	for _, u := range r.units {
		if f, ok := u.statics[name].(*function); ok && entry == nil {
			entry = f
		}
	}
	if entry == nil || entry.def == nil {
		return nil, noFunction(r.units[0].file, name, r.withBodies())
	}
	if err := r.checkGoals(); err != nil {
		return nil, err
	}
	r.use(entry)
	if err := r.handlers(entry); err != nil {
		return nil, err
	}
	r.volatiles.fromEntry(r, entry)
	slices.SortStableFunc(r.constructors, func(f, g *function) int { return cmp.Compare(f.priority, g.priority) })
	for _, g := range r.constructors {
		r.use(g)
	}
	r.scan()
	r.disagreements()
	r.sameSymbols()
	return entry, r.problem()
}

// mayStart names functions that have bodies: the one that name may have been meant to be, or a few; "" if there is none.
func mayStart(name string, names []string) string {
	const most = 6
	if like := spell.Nearest(name, names); like != "" {
		return "; was " + like + " meant?"
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("; there are %s and %d more", strings.Join(names[:most], ", "), n-most)
	case n == 1:
		return "; there is " + names[0]
	}
	return "; there are " + strings.Join(names, ", ")
}

// withBodies names the functions that have bodies in the files.
func (r *reader) withBodies() (names []string) {
	add := func(x any) {
		if f, ok := x.(*function); ok && f.def != nil && f.unit != nil && slices.Contains(r.units, f.unit) && !strings.HasPrefix(f.cname, "__") {
			names = append(names, f.cname)
		}
	}
	for _, x := range r.externs {
		add(x)
	}
	for _, u := range r.units {
		for _, x := range u.statics {
			add(x)
		}
	}
	slices.Sort(names)
	return names
}

// undeclared counts the functions that the program uses and neither declares nor defines, without
// those that the front end knows.
func (r *reader) undeclared() int {
	n := 0
	for _, f := range r.functions {
		if f.used && f.implicit && f.def == nil && builtin(f, r.row(f, -1)) == nil && !strings.HasPrefix(f.cname, "__VERIFIER_") {
			n++
		}
	}
	return n
}

func newReader(ctx context.Context, opts Options, props map[string]string) *reader {
	r := &reader{
		ctx: ctx, opts: opts, props: props, files: new(Files),
		prog:        ir.NewProgram(),
		types:       newTypeTable(source.MachineOf(opts.Target, opts.ILP32), opts.UnsignedChar),
		externs:     map[string]any{},
		symbols:     map[string]any{},
		models:      map[modelKey]map[string]*function{},
		calledNames: map[string]bool{},
		libObjects:  map[string]*ir.Object{},
		tested:      map[*cc.PostfixExpression]*variable{},
		entities:    map[*cc.Declarator]any{},
		uses:        map[*cc.PrimaryExpression]any{},
		exprTypes:   map[cc.ExpressionNode]qtype{},
		typeNames:   map[*cc.TypeName]qtype{},
		extents:     map[cc.Node][]*ctype{},
		notes:       map[noteKey]int{},
		selected:    map[string]bool{},
		leads:       map[any]*ctype{},
		scalars:     map[*variable]*ctype{},
		returns:     map[*function][]*ctype{},
		walks:       newWalks(),
		reaches:     newReaches(),
		positions:   newPositions(),
		strings:     map[literalKey]*ir.Object{},
		handovers:   map[string]place{},
		slotTags:    map[string]int64{},
		volatiles:   newVolatileUse(),
		inside:      map[*cc.CompoundStatement][]cc.ExpressionNode{},
		scratch:     &ir.Func{Name: "$constant"},
	}
	r.types.whole = props["uninit"] != ""
	p := r.prog
	p.Devices = opts.Devices
	p.PtrBits, p.Math, p.Signed = r.types.ptrBits, opts.Math, opts.Signed
	p.BigEndian = r.types.machine.BigEndian
	r.mode = p.Mode()
	if opts.Math { // bit patterns are machine integers
		r.types.float.exact, r.types.double.exact = false, false
	}
	return r
}

func (r *reader) sourceConfig() source.Config {
	c := r.opts.sourceConfig(r.files, r.systemHeaders)
	if r.prog.Environment != nil {
		c.After = r.prog.Environment.After
	}
	return c
}

// read lowers what can be reached.
func (r *reader) read(entry *function) (*ir.Program, error) {
	r.findRecursion()
	r.sequence()
	r.uniqueNames()
	if err := r.problem(); err != nil {
		return nil, err
	}
	complete := func() {}
	if r.opts.Statements {
		complete = r.listStatements(entry)
	}
	r.lower(entry)
	complete()
	if err := r.problem(); err != nil {
		return nil, err
	}
	if r.limit != nil {
		return nil, r.limit
	}
	for _, f := range r.units {
		r.prog.Files = append(r.prog.Files, f.file)
	}
	asked := r.opts.Properties != nil || r.opts.ErrorLabel != "" || r.opts.ErrorFunction != ""
	if r.errors == 0 && !asked && !r.mentionsError() {
		return nil, noError(r.units[0].file)
	}
	r.prog.Unreached = r.unreached()
	r.prog.Inlined = r.inlined()
	if r.opts.Missing {
		r.prog.Missing = r.missing()
	}
	return r.prog, nil
}

// unreached are the bodies of functions that are not used. Those whose names mean something to craig are left out: what uses them is
// not known.
func (r *reader) unreached() (list []ir.Span) {
	for _, f := range r.functions {
		if f.def == nil || f.used || !slices.Contains(r.units, f.unit) || r.isError(f) || builtin(f, r.row(f, -1)) != nil {
			continue
		}
		list = append(list, ir.Span{From: r.pos(f.def.CompoundStatement.Token), To: r.pos(f.def.CompoundStatement.Token2)})
	}
	return list
}

func (r *reader) problem() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.err
}

// mentionsError tells whether a function that was not read since it cannot be reached calls an
// error function.
func (r *reader) mentionsError() bool {
	for _, e := range r.uses {
		if g, ok := e.(*function); ok && r.isError(g) {
			return true
		}
	}
	return false
}

// lower makes the ir functions: first those of the program, then the initialisation of the
// globals that they use, at the beginning of Main.
func (r *reader) lower(entry *function) {
	p := r.prog
	r.begin(entry)
	r.beginInterrupts()
	var fns []*fn
	lowered := map[*function]*fn{}
	for again := true; again; {
		again = false
		for _, g := range r.functions {
			if g.ir == nil || lowered[g] != nil || r.problem() != nil {
				continue
			}
			f := r.lowerFunction(g)
			lowered[g] = f
			fns = append(fns, f)
			again = true
		}
		if again || r.problem() != nil {
			continue
		}
		// initialisers may need further functions and variables
		again = r.initialiseGlobals(lowered)
	}
	if r.problem() != nil {
		return
	}
	r.guardFrames(fns)
	r.guardFresh(fns)
	r.startInterrupts()
	r.start(entry, lowered[entry])
	for _, f := range fns {
		f.resolveLeaving()
		f.resolveComputed()
		f.finish(p, f.ir)
	}
	r.checkConversions()
}
