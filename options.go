package craig

import (
	"io/fs"
	"slices"
	"strings"

	"craig/internal/engine"
	"craig/internal/engine/bmc"
	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/engine/lazy"
	"craig/internal/engine/tracer"
	"craig/internal/engine/ufo"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// Options say what to verify and how; the zero value is the recommended one.
type Options struct {
	C  C     // what the C files mean, and what is an error
	FS fs.FS // where the files are, with their headers; nil is the host's file system

	// Engine is the algorithm: Tracer, UFO, Dagger, Lazy or BMC. nil runs several side by side.
	Engine Engine

	// NewSolver makes the solver of engines and of the certifier; nil is the native one. See SolverByName.
	NewSolver func(*term.Store) smt.Solver
	// NewInterpolator makes what engines interpolate with; nil is the native one.
	NewInterpolator func(*term.Store) smt.Interpolator

	Workers int // conditions certified at a time; 0 is one for each processor

	// Memory is how many bytes the process may have from the operating system; 0 is no limit. Near it the
	// search goes on with fewer engines; beyond it the verdict is Unknown.
	Memory int64

	Progress *Progress // nil, or updated while Verify runs
}

// C says what C files mean. The zero value is 64 bits, machine integers, and that reach_error is not to
// be called and no assertion fails.
type C struct {
	ILP32        bool     // int, long and pointers have 32 bits
	Target       string   // the machine, by a name of craig verify --target; it decides ILP32, and whether char is unsigned
	Include      []string // folders for #include, in order
	ForceInclude []string // files to include before the first line
	Define       []string // "NAME" or "NAME=VALUE"
	Undefine     []string // predefined macros that are not to be there
	UnsignedChar bool     // char is unsigned
	Entry        string   // the function to start from; "" is main

	Properties    []Property // nil is UnreachCall
	ErrorLabel    string     // also an error: reaching this label
	ErrorFunction string     // also an error: a call of this function

	Integers        Integers
	SignedOverflow  SignedOverflow
	MallocMayFail   bool // malloc may return NULL
	Devices         []Device
	Interrupts      Interrupts
	UnknownGlobals  bool // globals without an initialiser begin with unknown values, not with zero
	UnknownPointers UnknownPointers
}

// Device is a range of addresses of registers: a read there gives any value, and a write changes no memory.
// Devices do not overlap.
type Device struct {
	From, Size int64 // > 0; with 64 bits From+Size is at most 2^46
}

// Interrupts says which functions interrupt the program: any number of times between any two accesses to what they share
// with it.
type Interrupts struct {
	Handlers []string // functions without parameters
	Nested   bool     // handlers interrupt those before them
	Off, On  []string // functions that switch interrupts off and on, besides cli, sei and other known names
	Masked   bool     // they are switched off at first
}

// Property is what a program must not do.
type Property string

const (
	UnreachCall Property = "unreach-call"     // call reach_error, or violate an assertion
	Bounds      Property = "bounds"           // access memory outside of an object
	Null        Property = "null"             // access memory through a null pointer
	ValidDeref  Property = "valid-deref"      // access memory that is outside of every object that lives: Bounds, Null, and after free or the end of a scope
	ValidFree   Property = "valid-free"       // free what is not the start of a block of the heap that lives
	MemTrack    Property = "valid-memtrack"   // lose a block of the heap before it is freed
	MemCleanup  Property = "valid-memcleanup" // end before all blocks of the heap are freed
	Uninit      Property = "uninit"           // read a value that nothing has given the object
	DivByZero   Property = "div-by-zero"
	NoOverflow  Property = "no-overflow" // overflow a signed integer

	UnsignedWrap Property = "unsigned-wrap" // have an unsigned operation whose result does not fit its type
	Conversion   Property = "conversion"    // change the value of an integer by a conversion that is not a cast

	FloatCast      Property = "float-cast"        // convert a float to an integer type that does not hold it
	FloatInvalid   Property = "float-invalid"     // make a NaN of floats that are none
	FloatOverflow  Property = "float-overflow"    // make an infinity of finite floats, other than by a division by 0
	FloatDivByZero Property = "float-div-by-zero" // divide a float by 0

	NoDataRace Property = "no-data-race" // have two threads access one place at the same time, one of which writes
	NoDeadlock Property = "no-deadlock"  // have threads wait for each other, so that none of them can go on
	Locks      Property = "locks"        // use a lock as it must not be, such as unlock a mutex that another thread has; not asked with no-deadlock

	ConstantTime Property = "constant-time" // have a branch, an address or a division depend on a secret; it is asked by itself

	Termination Property = "termination" // go on for ever; it is asked by itself
)

// Integers says what C's integers are.
type Integers uint8

const (
	MachineIntegers Integers = iota
	MathIntegers             // without bounds
)

// SignedOverflow says what becomes of executions in which a signed integer overflows.
type SignedOverflow uint8

const (
	OverflowUndefined SignedOverflow = iota // the verdict does not speak of them
	OverflowWraps
	OverflowIsError
)

// UnknownPointers says what a pointer of unknown origin points to.
type UnknownPointers uint8

const (
	UsualObject UnknownPointers = iota // FreshObject; but a function without a body may return a pointer again, where a program makes threads and NoDataRace is asked for
	AnyObject                          // any object of a compatible type
	FreshObject                        // an object of its own
)

// front are the front end's options.
func (c C) front() cfront.Options {
	o := cfront.Options{
		ILP32: c.ILP32, Target: c.Target, Preprocessing: cfront.Preprocessing{Include: c.Include, ForceInclude: c.ForceInclude, Define: c.Define, Undefine: c.Undefine}, UnsignedChar: c.UnsignedChar, Entry: c.Entry,
		ErrorLabel: c.ErrorLabel, ErrorFunction: c.ErrorFunction, Math: c.Integers == MathIntegers,
		MallocMayFail: c.MallocMayFail, Unknown: cfront.Unknown{UnknownGlobals: c.UnknownGlobals}, Interrupts: cfront.Interrupts(c.Interrupts),
	}
	if m := cfront.MachineOf(c.Target); c.Target != "" && m != nil {
		o.ILP32, o.UnsignedChar = m.ILP32, m.UnsignedChar
	}
	for _, d := range c.Devices {
		o.Devices = append(o.Devices, ir.Device(d))
	}
	for _, p := range c.Properties {
		o.Properties = append(o.Properties, string(p))
	}
	switch c.SignedOverflow {
	case OverflowWraps:
		o.Signed = ir.SignedWrap
	case OverflowIsError:
		o.Signed = ir.SignedCheck
	}
	o.UnknownPointers = cfront.UnknownPointers(c.UnknownPointers)
	return o
}

// options are those of a run.
func (o Options) options() run.Options {
	r := run.Options{NewSolver: o.NewSolver, NewInterpolator: o.NewInterpolator, Workers: o.Workers, Memory: o.Memory}
	if o.Engine != nil {
		r.Engine = o.Engine.engine()
	}
	if o.Progress != nil {
		r.Progress = &o.Progress.run
	}
	return r
}

// Engine is a verification algorithm with its options: Tracer, UFO, Dagger, Lazy or BMC. The zero value
// of each has the recommended options; docs/engines.md says what they are good at.
type Engine interface{ engine() *engine.Engine }

// Tracer is symbolic execution with interpolation, for unbounded loops.
type Tracer struct {
	Loops  Loops
	Labels Labels
}

// Loops is what Tracer does at loops.
type Loops uint8

const (
	Selective Loops = iota // weakens states into invariants where no counterexample forbids it
	Minimax                // the same by annotated constraints
	Deepening              // unrolls, ever deeper
)

// Labels is how Tracer computes the labels of states.
type Labels uint8

const (
	WeakestPreconditions Labels = iota
	Cores
	CraigInterpolants
)

func (t Tracer) engine() *engine.Engine {
	return tracer.New(tracer.Config{Loops: tracer.Loops(t.Loops), Interpolants: tracer.Interpolants(t.Labels)})
}

// UFO explores abstract reachability graphs between under- and over-approximation.
type UFO struct {
	Post   Post
	Refine Refinement
}

// Post is the abstract post operator of UFO, by predicates or by a numeric domain.
type Post uint8

const (
	PostCartesian Post = iota
	PostBoolean
	PostTrue // knows nothing
	PostInterval
	PostOctagon
	PostPolyhedra
)

// Refinement is what interpolants give to UFO.
type Refinement uint8

const (
	RefineLabels Refinement = iota
	RefinePredicates
)

func (u UFO) engine() *engine.Engine {
	post := [...]ufo.Post{ufo.Cartesian, ufo.Boolean, ufo.True, ufo.Interval, ufo.Octagon, ufo.Polyhedra}[u.Post]
	refine := [...]ufo.Refinement{ufo.Labels, ufo.Predicates}[u.Refine]
	return ufo.New(ufo.Config{Post: post, Refine: refine})
}

// Dagger is abstract interpretation that refines itself, for linear invariants of numeric loops.
type Dagger struct {
	Domain     Domain
	Tree       bool // paths are not joined where they meet
	JoinWiden  bool // a widening is refined to a join, not by interpolants
	NoCache    bool // error states are not kept where refinements happened
	Parma      bool // polyhedra are widened by the method that loses less and takes longer
	Strengthen bool // invariants of a first widening pass are assumed
	Summaries  bool // calls are summarised from the beginning, not only at recursion
}

// Domain is the abstract domain of Dagger.
type Domain uint8

const (
	DomainAuto Domain = iota // tries the others in turn
	DomainInterval
	DomainOctagon
	DomainPolyhedra
)

func (d Dagger) engine() *engine.Engine {
	cfg := dagger.Config{NoCache: d.NoCache, Parma: d.Parma, Strengthen: d.Strengthen}
	cfg.Domain = [...]dagger.Domain{dagger.Auto, dagger.Interval, dagger.Octagon, dagger.Polyhedra}[d.Domain]
	if d.Tree {
		cfg.Explore = dagger.Tree
	}
	if d.JoinWiden {
		cfg.Widen = dagger.Join
	}
	if d.Summaries {
		return modular.New(cfg)
	}
	return modular.WithFallback(cfg)
}

// Lazy is lazy annotation: procedure summaries, for recursion and many calls.
type Lazy struct{}

func (Lazy) engine() *engine.Engine { return lazy.New(lazy.Config{}) }

// BMC is bounded model checking: it finds the shortest counterexamples first.
type BMC struct {
	Unwind int // how many back edges a path may take; 0 is no limit
}

func (b BMC) engine() *engine.Engine { return bmc.New(bmc.Config{Unwind: b.Unwind}) }

// SolverByName returns what makes the solvers that a user names: "native", "checked" (the native one, with its refutations
// checked), "z3", "cvc5", or the command of another SMT-LIB 2 process. An error means that there is no such program.
func SolverByName(name string) (func(*term.Store) smt.Solver, error) {
	return solvers.SolverByName(name)
}

// InterpolatorByName returns what makes interpolators of a name; Interpolators lists the names.
func InterpolatorByName(name string) (func(*term.Store) smt.Interpolator, error) {
	return solvers.InterpolatorByName(name)
}

// Interpolators lists the names of the ways to interpolate, the default first.
func Interpolators() []string { return slices.Clone(solvers.Interpolations()) }

// Texts is a file system in memory, for Options.FS: texts by name, with slashes between folders.
type Texts map[string]string

// Open implements fs.FS.
func (t Texts) Open(name string) (fs.File, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &textFile{Reader: strings.NewReader(text), name: name}, nil
}
