// Package lower makes ir of the core, with nothing left to decide: conversions, the order of evaluation and the places of
// members are in the core. What is chosen here is how memory is represented, and that executions with undefined behaviour
// are left out.
//
//	lower.go      the program: what is asked, what is refused
//	scan.go       what can be reached, which variables need an address, which functions may be recursive
//	automaton.go  locations and edges
//	place.go      variables, memory, bit-fields
//	expr.go       expressions
//	operator.go   arithmetic
//	require.go    what operations require: errors where goals say so, and otherwise assumptions
//	inside.go     that memory is accessed in objects, and to which ones pointers belong
//	uninit.go     what has been given a value
//	handles.go    handles that are closed
//	lives.go      the ends of the lives of objects
//	looks.go      what functions of the library need of their arguments
//	printreads.go the texts that printf reads
//	stmt.go       statements
//	aggregate.go  structures, unions and arrays as a whole
//	init.go       initializers
//	call.go       calls and functions, and what main is given
//	variadic.go   variable arguments
//	library.go    functions of the library: which they are, and what their rows say of effects
//	result.go     what their rows say of results and errno
//	state.go      what they keep for themselves
//	known.go      functions for which there is code, by the words of their rows
//	builtin.go    those without a prototype, and alloca
//	print.go      printf and its kin, and what models call
//	text.go       sprintf and its kin
//	scanf.go      scanf and its kin
//	memory.go     blocks of the heap
//	resize.go     realloc
//	sort.go       qsort and bsearch
//	pieces.go     memcpy and memset of objects as a whole
//	float.go      functions of floats
//	overflow.go   arithmetic that checks for overflow
//	atomic.go     atomic operations
//	threads.go    threads
//	notes.go      what notes say
//
// A scalar variable whose address is not taken is a variable of ir. All others are objects in memory, which package alias
// takes apart.
//
// What the package does not lower is a Refusal, with its position and a reason that can be counted: the whole program is
// refused then.
package lower

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"craig/internal/program/c/argv"
	"craig/internal/program/c/automaton"
	"craig/internal/program/c/check"
	"craig/internal/program/c/core"
	"craig/internal/program/c/frame"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/link"
	"craig/internal/program/c/order"
	"craig/internal/program/c/rounding"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/types"
	"craig/internal/program/c/volatile"
	"craig/internal/program/ir"
)

// Config says what is asked of the program, beside its goals.
type Config struct {
	Math          bool      // integers have no bounds
	Signed        ir.Signed // SignedCheck: each operation that may overflow has a goal
	Entry         string    // "" is main. With surroundings, it is what these call
	ErrorLabel    string    // reaching this label is an error
	ErrorFunction string    // and so are calls of this function,
	UnreachCall   bool      // and of the functions that verifiers call errors
	MallocMayFail bool
	// Sees, if not nil, tells which operations an observer sees: they are done, memory is read, and &&, || and ?: are control flow, whether or not values depend on that.
	Sees         func(core.BinaryOp) bool
	FloatGoals   bool        // operations on floats have goals
	FloatDemands []core.Goal // and these are those of what functions compute; if there are none, such functions are not supported then
	Goals        bool        // operations have goals
	Memory       check.Memory
	// VolatileMemory: volatile objects have the values that the program has written. VolatileInput: each read of one gives any value.
	VolatileMemory, VolatileInput bool
	// Havoc: functions without a body that are not of the library may write what their arguments and variables of external linkage reach.
	Havoc bool
	// UnknownGlobals: variables of static storage duration at file scope that have no initializer begin with any values.
	UnknownGlobals bool
	Threads        bool           // the program makes threads: Lower finds out by itself
	Threading      thread.Purpose // what the program is read for if it does
	Interrupts     bool           // something may interrupt the program
	Devices        []ir.Device
	Register       func(v *ir.Var, name string) // is told of variables that have what is read of places that may be a device's, and the names of these
	// Surroundings, if not nil, are part of the program: its execution begins in them.
	Surroundings *ir.Environment

	// Model is the program of a file of models that has the function of the C library with this name; nil if there is none.
	Model func(name string) *core.Program
	// Instance is the same program as Model, but another copy each time.
	Instance func(name string) *core.Program
}

// Refusal is what keeps a program from being lowered. Reason is one of a few, such as "volatile object" or "type complex".
type Refusal struct {
	Pos    ir.Pos
	Reason string
	// Untracked says of a construct why it is not known to which object a pointer belongs, where a property asks for that.
	Untracked string
}

func (r *Refusal) Error() string { return r.Pos.String() + ": " + r.Reason }

// Result is a program, and how many places of it are errors.
type Result struct {
	Program *ir.Program
	Errors  int
	Reached func(*core.Var) bool                   // something that can be reached uses it
	Begun   map[int][]*ir.Edge                     // the edges before which statements of the program's list begin, by index; some may be gone
	Known   func(*core.Var) bool                   // calls of the function are errors, or it is one of the library
	IsError func(*core.Var) bool                   // calls of the function are errors
	Made    func(*core.Var) (made, addressed bool) // the function has an automaton, and its address is taken
	Numbers []ir.Conversion                        // pointers made of integers, where it has to be known to which objects they belong
	Order   func(ir.Pos)                           // notes in Program that the order of evaluation, which the core has chosen, matters at a place
}

// Lower makes the ir of a program that corecheck.Check accepts, which passes ircheck.Check. The error is a *Refusal, or ctx's.
func Lower(ctx context.Context, conf Config, prog *core.Program) (res *Result, err error) {
	p := newProgram(conf, prog)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case makesThreads:
			if why, at := thread.Beyond(prog); why != "" {
				err = &Refusal{Pos: source{prog: prog}.pos(at), Reason: why}
				return
			}
			conf.Threads = true
			res, err = Lower(ctx, conf, prog)
		case *Refusal:
			res, err = nil, r
		default:
			panic(r)
		}
	}()
	entry := p.scan(ctx)
	p.rounding.Declare(p.out, p.int())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.lower(ctx, entry)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	automaton.Renumber(p.out)
	return &Result{p.out, p.errors, p.reaches, p.starts, p.isKnown, p.isError, p.made, p.conversions, p.order}, nil
}

func (p *program) reaches(v *core.Var) bool {
	return p.uses.called[v] || p.byVar[v] != nil || p.variables[p.link.Extern(v)] != nil
}

// order notes that the order of evaluation matters at a place.
func (p *program) order(pos ir.Pos) {
	p.note(ir.Assumption, pos, order.Chosen+": %s", order.ChangesWhatIsRead)
}

func (p *program) made(v *core.Var) (made, addressed bool) {
	f := p.byVar[v]
	return f != nil && f.ir != nil, f != nil && f.addressed
}

func (p *program) isKnown(v *core.Var) bool {
	return p.isError(v) || library.Lookup(v.Name) != nil && p.row(v, source{prog: p.link.Prog}, -1) != nil
}

// program is what is lowered.
type program struct {
	conf Config
	out  *ir.Program
	mode ir.Mode
	tt   *types.Table
	link *link.Definitions
	reached
	uses  libraryUse
	marks valueMarks

	layout       *layout.Table
	strings      map[literalKey]*ir.Object
	handovers    map[string]*ir.Object // by role and layout
	volatiles    *volatile.Use
	labelObjects map[*core.Label]*ir.Object
	instances    map[*core.Call]*instance
	conversions  []ir.Conversion                         // see Result
	regions      struct{ sizes, begun, handles *ir.Var } // see sizeRegion, begunLists and handles
	listsBegin   bool                                    // lists of variable arguments begin where that matters
	notes        *automaton.Notes
	rounding     rounding.State
	errors       int
	limits       map[core.Stmt]*Refusal // what is not supported of statements, or of their conditions
	frames       *frame.Frames          // nil: there are none
	starts       map[int][]*ir.Edge     // see Result.Begun
}

// reached is what can be reached, in the order in which it was found.
type reached struct {
	functions    []*function
	byVar        map[*core.Var]*function
	variables    map[*core.Var]*variable
	statics      []*variable
	staticLabels []*core.Label // whose addresses are in tables
}

// libraryUse is what the program uses of the library.
type libraryUse struct {
	states        map[string]*ir.Object // of the library
	streams       map[string]bool       // the classes of functions of streams that the program calls
	rows          map[rowKey]*library.Function
	pointees      map[*core.Var]*core.Var // of functions of the library that have no body: what pointers to them point to
	called        map[*core.Var]bool      // functions that have no code but what is made for a call
	resizes       bool                    // it asks for the sizes of blocks
	counting      bool                    // a text of the program may be a format with %n
	closesHandles bool
}

// valueMarks say which values there are.
type valueMarks struct {
	noValue    map[*ir.Var]*ir.Var // of a variable the one that says whether it has no value
	resultMark *ir.Var             // says whether the function that ended last has given no value
}

// function is a function that can be reached.
type function struct {
	v          *core.Var
	def        *core.Func // nil: it has no body
	unit       source
	name       string
	ir         *ir.Func
	list       *ir.Var    // the parameter with its variable arguments; nil if it has none
	obj        *ir.Object // whose address is a pointer to the function; nil until one is made
	calls      []*function
	indirect   bool // it calls through pointers
	addressed  bool // its address is taken
	called     bool // by its name
	recursive  bool // it may be called while it is active
	hasAssigns bool // it, or a loop in it, has an assigns clause
	early      map[*core.Var]bool
	labels     []*core.Label // whose addresses are taken
	limit      *Refusal      // of its type; nil if it can be lowered
	instance   *instance     // nil of those that are there for more than one call
	asked      *Refusal      // of a model: what is said of a limit; nil of others
	arguments  *argv.Start   // of main, if it does nothing but read them; nil otherwise
}

// variable is where a variable lives.
type variable struct {
	v     *core.Var
	unit  source
	owner *function // that declares it; nil at file scope
	local bool      // it is automatic

	addressed bool // it needs an address
	used      bool // something names it
	v1        *ir.Var
	addr      *ir.Expr
}

// source is where positions of a part of the core are looked up.
type source struct {
	prog  *core.Program
	model bool // a file of models of the library
}

func (s source) pos(at core.Pos) ir.Pos {
	pl := s.prog.Place(at)
	return ir.Pos{File: pl.File, Line: pl.Line, Col: pl.Col}
}

// definedIn is where a function is defined.
func (p *program) definedIn(v *core.Var) source {
	prog := p.link.Of(v)
	return source{prog: prog, model: prog != p.link.Prog}
}

func newProgram(conf Config, prog *core.Program) *program {
	p := &program{
		conf: conf, limits: map[core.Stmt]*Refusal{}, out: ir.NewProgram(), tt: prog.Types, starts: map[int][]*ir.Edge{},
		instances: map[*core.Call]*instance{}, strings: map[literalKey]*ir.Object{}, handovers: map[string]*ir.Object{}, labelObjects: map[*core.Label]*ir.Object{},
		reached: reached{byVar: map[*core.Var]*function{}, variables: map[*core.Var]*variable{}},
		uses:    libraryUse{states: map[string]*ir.Object{}, streams: map[string]bool{}, rows: map[rowKey]*library.Function{}, pointees: map[*core.Var]*core.Var{}, called: map[*core.Var]bool{}},
		marks:   valueMarks{noValue: map[*ir.Var]*ir.Var{}},
	}
	p.notes = automaton.NewNotes(p.out)
	p.out.PtrBits, p.out.Math, p.out.Signed = p.tt.Machine.PtrBits(), conf.Math, conf.Signed
	p.out.BigEndian, p.out.Devices = p.tt.Machine.BigEndian, conf.Devices
	p.mode = p.out.Mode()
	p.layout = layout.New(p.tt, p.out.PtrType())
	if e := conf.Surroundings; e != nil {
		p.out.Environment = e
		p.conf.Entry = e.Entry
		p.out.Notes = append(p.out.Notes, e.Notes...)
	}
	p.link = link.New(prog, conf.Model)
	if conf.Threads {
		thread.Declare(p.out, prog)
	}
	p.volatiles = volatile.New(p.link.Extern)
	for _, u := range prog.Units {
		p.out.Files = append(p.out.Files, u.Name)
	}
	return p
}

// refuse ends the lowering.
func refuse(pos ir.Pos, format string, args ...any) {
	panic(&Refusal{Pos: pos, Reason: fmt.Sprintf(format, args...)})
}

// caught gives what f refuses to otherwise, but for what properties depend on.
func caught(f func(), otherwise func(r *Refusal)) {
	defer func() {
		if e := recover(); e != nil {
			r, ok := e.(*Refusal)
			if !ok || r.Untracked != "" {
				panic(e)
			}
			otherwise(r)
		}
	}()
	f()
}

// note records an approximation or an assumption, once for each text. The surroundings of the entry say themselves what they assume.
func (p *program) note(kind ir.NoteKind, pos ir.Pos, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if e := p.conf.Surroundings; e != nil && kind == ir.Assumption && pos.File == e.Name() {
		return
	}
	p.notes.Add(kind, pos, text)
}

// lower makes the functions, and what comes before the entry.
func (p *program) lower(ctx context.Context, entry *function) {
	p.uniqueNames()
	p.functions = slices.DeleteFunc(p.functions, func(f *function) bool { return f.def == nil && !f.addressed }) // nothing calls their bodies
	for _, f := range p.functions {
		if f.def != nil && f.def.Once && f.recursive {
			refuse(p.position(f), "pointer to a function in a recursive function")
		}
		p.declare(f)
		thread.Leaving(p.out, f.v.Name, f.ir)
	}
	main := entry.ir
	if entry.recursive || entry.addressed || entry.called {
		main = p.out.NewFunc("$start", p.position(entry))
	}
	p.out.Main = main
	for _, f := range p.functions {
		if ctx.Err() != nil {
			return
		}
		noted := len(p.out.Notes)
		b := p.begin(f, f.ir)
		if f.ir == main {
			b.initialise()
			b.anyParameters(entry)
		}
		if p.frames == nil {
			b.limited(nil, p.position(f), b.body)
		} else { // which know edges by their numbers
			b.body()
		}
		b.finish()
		p.notes.Sort(noted)
	}
	if main != entry.ir {
		b := p.begin(nil, main)
		b.unit = entry.unit
		b.initialise()
		b.callEntry(entry)
		b.endOfMain(p.position(entry))
		b.finish()
	}
	automaton.CutReturns(p.out)
	p.guardFrames()
}

// position is where a function is defined, or declared.
func (p *program) position(f *function) ir.Pos {
	if f.def != nil {
		return f.unit.pos(f.def.Pos)
	}
	return f.unit.pos(f.v.Pos)
}

// uniqueNames gives functions names of their own: what is internal to a file gets the name of the file if it needs one.
func (p *program) uniqueNames() {
	var names, files []string
	for _, f := range p.functions {
		file := ""
		if f.v.Linkage == core.Internal || f.unit.model {
			file = filepath.Base(f.unit.prog.Units[f.v.Unit].Name)
		}
		names, files = append(names, f.v.Name), append(files, file)
	}
	for i, name := range automaton.Unique(names, files) {
		p.functions[i].name = name
	}
}
