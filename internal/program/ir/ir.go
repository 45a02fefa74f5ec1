// Package ir represents a C program as functions that are control-flow automata, with one
// statement on each edge.
//
// The front end builds a Program; package alias replaces memory accesses by accesses to regions
// and function pointers by switches; package pass transforms. From inlining on, passes keep the
// numbers of locations and edges: what a Loc or an EdgeID names in the inlined program, it names
// in the sliced, folded and compressed one, so that evidence found on the small program speaks of
// the big one.
//
// # Values
//
// Every scalar variable holds a mathematical integer within the range of its Type (any integer
// under Math). An expression's operands have been converted as C says; the conversions are
// explicit Cast expressions. Signed Add, Sub, Mul, Neg, Div and Shl give the mathematical result,
// which an InRange assumption (SignedUndefined) or a branch to an error location (SignedCheck) on
// the way has shown to fit, unless the program was read with SignedWrap: then they wrap. Unsigned
// operations and casts wrap always, except under Math.
//
// The value of a float of 32 or 64 bits is its bit pattern in IEEE 754, an unsigned number, so that it
// lies in memory as it is, and a Cast between a Float and an Integer of its width is what a union of
// both makes of it. Operations on floats round to nearest even, and give one NaN, the positive quiet
// one without a payload; where C lets its bits be seen, the front end and alias leave them open. A
// float of another width is unknown: the front end havocs a variable for it (see Havoc).
package ir

import (
	"strings"

	"craig/logic/num"
)

// Loc is a location, numbered over the whole program from 1. The zero value is no location.
type Loc int32

// EdgeID is an edge's number over the whole program, from 1.
type EdgeID int32

// Pos is a position in a C file; Line 0 is unknown. Columns count bytes from 1.
type Pos struct {
	File      string
	Line, Col int
}

// Signed says what happens on signed overflow.
type Signed uint8

const (
	SignedUndefined Signed = iota // executions that overflow are outside the answer
	SignedWrap                    // two's complement
	SignedCheck                   // an error location
)

// Program is a whole program.
type Program struct {
	Files   []string
	Funcs   []*Func
	Globals []*Var    // with the regions, once alias has made them
	Objects []*Object // whatever has an address, in order of address once laid out
	Main    *Func     // its Entry edge path begins with the initialisation of globals
	Math    bool      // --integers math
	Signed  Signed
	PtrBits uint8 // 16, 32 or 64
	// BigEndian: the first byte of a number in memory is the highest one.
	BigEndian bool
	// Room is UnknownRoom if it is less than that of SpaceOf, for there are many such objects; else 0. Not part of the text form.
	Room int64
	// Devices are the addresses at which something outside the program lies: no object of it does, a load there
	// gives anything and a store has no effect. The front end makes it so; see OpInDevice. They do not overlap.
	Devices []Device
	// Interrupts is what interrupts the program; nil if nothing does, or package interrupt has seen to it. Not part of the text form.
	Interrupts *Interrupts
	// Threads are set if it makes threads; nil if not, or package thread has seen to it. Not part of the text form.
	Threads *Threads
	// FreshPointers: a pointer of unknown origin never points to an object that the program has;
	// set where memory is split on that assumption.
	FreshPointers bool

	Locs  []*LocInfo // by Loc; Locs[0] is nil
	Edges []*Edge    // by EdgeID; Edges[0] is nil. A pass may leave holes (nil).

	// Instances are the copies of functions that inlining has put into Main.
	Instances []*Instance

	// Notes are the approximations and assumptions that the answer may depend on.
	Notes []Note

	Text

	// Plain is the program before its memory was split; nil unless package checkcoverage has to look at it. Not part of the
	// text form.
	Plain *Plain

	// Doubt is what package pointers could not show of what package alias has made of the program; nil if there is nothing. With one a proof
	// of the program shows nothing. Not part of the text form.
	Doubt *Doubt

	names *names // for new variables and objects; nil until needed
}

// Text is what is known of the C text, for people and for compilers. It is not part of the text form, but for Inlined.
type Text struct {
	// Members are those of structures that the source reaches through pointers, by offset: for people.
	Members []Cell

	// Environment is the C text that calls the entry function; nil if there is none.
	Environment *Environment

	// Unreached are the bodies of functions that nothing names which the program may come to: whoever compiles the files
	// need not compile them.
	Unreached []Span

	// Inlined are the functions that the program uses and of which compilers may make no external definition.
	Inlined []Inlined

	// Missing are the functions and variables that the files use and that neither they nor the C library define, by name,
	// if the front end was asked for them.
	Missing []Missing

	// Spans are those of the blocks around the declarations of objects. Only in programs whose properties are about the lives of objects.
	Spans map[Declared]Span

	// Checks say of goals that are violations of memory safety what was looked at. For people: nothing
	// depends on them.
	Checks map[Loc]*MemCheck

	// Statements are those of the files, in their order, if the front end was asked for them.
	Statements []Statement
	// Decisions are those of the files, in their order, if the front end was asked for them.
	Decisions []*Decision
}

// Inlined is a function whose only definition is an inline one without extern in C, or with it and the attribute gnu_inline.
type Inlined struct {
	Name, File string
	GNU        bool // by the attribute
}

// Missing is a function or a variable that has no definition.
type Missing struct {
	Name   string
	Func   bool
	Stops  bool   // the function does not return
	Record bool   // the variable, or what the function returns, has members or elements
	Type   string // of a function, in C: what it returns; of a variable: its declaration; "" if craig cannot write it
}

// Device is a range of addresses of what is not memory, such as registers.
type Device struct {
	From, Size int64 // > 0
}

// BytesFrom is how many bytes of a number that has all bytes in memory are lower than those that begin at off, of which there
// are width.
func (p *Program) BytesFrom(all, off, width int64) int64 {
	if p.BigEndian {
		return all - off - width
	}
	return off
}

// Holds says that the width bytes at addr are all the device's.
func (d Device) Holds(addr num.Int, width int64) bool {
	from := num.I(d.From)
	return !addr.Less(from) && !from.Add(num.I(d.Size-width)).Less(addr)
}

// IsDevice tells whether a device has an address.
func (p *Program) IsDevice(addr num.Int) bool {
	for _, d := range p.Devices {
		if d.Holds(addr, 1) {
			return true
		}
	}
	return false
}

// Note is an approximation or an assumption made while the program was read.
type Note struct {
	Pos    Pos
	Kind   NoteKind
	Text   string // one sentence for the user
	Count  int    // how many times (at further places)
	Aspect Aspect // of the surroundings of the entry function, if the note is about these
}

// Aspect is a part of what is assumed about the surroundings of the entry function.
type Aspect uint8

const (
	NoAspect       Aspect = iota
	AboutValid            // what pointers lead to lives
	AboutLengths          // how many elements there are
	AboutStrings          // characters have a terminator
	AboutSeparate         // pointers lead to different objects
	AboutNull             // pointers are not null
	AboutDepth            // pointers far away are null
	AboutUnions           // which member of a union has a value
	AboutGlobals          // global variables have any value
	AboutInitial          // global variables are as they are initialised
	AboutCallbacks        // functions that pointers lead to have no effects
	AboutMain             // what main is given
	AboutResults          // what functions without a body return
)

// Environment is C text that the front end has put behind a file: it calls the entry function in
// surroundings that hold what was assumed.
type Environment struct {
	File     string // after which it stands
	Function string // the one that is verified
	Entry    string // the one that calls it, with no parameters and no result
	Text     string
	Notes    []Note // what it assumes
	// Paths are, by the names of objects and of pointers to blocks, designators of the first pointer that leads there.
	Paths map[string]string
	// Counted are the pointers, by their designators, of which the program itself says how much there is where they lead: by a number beside them, an end,
	// or how they are declared. Of others it is a guess.
	Counted map[string]bool
	// Single are the parameters that lead to one object and are not null, with the bytes that it has at least.
	Single map[string]int64
	Bytes  map[string]bool // parameters that lead to bytes which the function only reads, as their types say
	Unset  []string        // global variables of the file that begin with any value
	// Results are functions without a body elsewhere: the text defines them, for what they return.
	Results []string
}

// Shown is a designator by which the function knows the object that one of the environment denotes, such as
// p->next->name; others stay as they are. e may be nil.
func (e *Environment) Shown(designator string) string {
	if e == nil {
		return designator
	}
	return Shown(e.Paths, designator)
}

// Shown is Environment.Shown with such paths.
func Shown(paths map[string]string, designator string) string {
	base, rest := designator, ""
	if i := strings.IndexAny(designator, ".["); i >= 0 {
		base, rest = designator[:i], designator[i:]
	}
	path, ok := paths[base]
	switch {
	case !ok:
		return designator
	case rest == "":
		return "*" + path
	case rest[0] == '.':
		return path + "->" + rest[1:]
	}
	return "(*" + path + ")" + rest
}

// Name is the name of the file that positions in the text have.
func (e *Environment) Name() string { return "surroundings of " + e.Function }

// After is the text of the file with that name, with the environment behind it if it belongs there. e may be nil.
func (e *Environment) After(file string, text []byte) []byte {
	if e == nil || e.File != file {
		return text
	}
	joined := append([]byte(nil), text...)
	return append(joined, "\n# 1 \""+e.Name()+"\"\n"+e.Text...)
}

type NoteKind uint8

const (
	Assumption       NoteKind = iota // executions excluded (TRUE and FALSE speak of the rest): signed overflow, fresh unknown pointers
	Overapproximated                 // more executions than C has: TRUE carries over, FALSE needs replay
	Unmodelled                       // neither carries over: the answer is UNKNOWN if the construct is reachable from the entry
	Remark                           // the answer does not depend on it
)

// Func is a function as a control-flow automaton.
type Func struct {
	Name        string
	Params      []*Var
	Result      *Var // nil: void. A return assigns it and goes to Exit.
	Locals      []*Var
	Entry, Exit Loc
	Locs        []Loc
	Pos         Pos
	Defined     bool // false: no body (the front end has replaced its calls)
	OldStyle    bool // defined in the old style: floats among its parameters come as doubles. Not part of the text form.
}

// LocInfo describes a location.
type LocInfo struct {
	ID       Loc
	Func     *Func
	Pos      Pos
	Goal     Goal      // what it means to come here
	Loop     bool      // the head of a loop statement (or of a cycle made by goto)
	LoopPos  Pos       // of the loop keyword, where a witness puts its invariant
	Origin   Loc       // inlining: the location of the original program this is a copy of; else itself
	Instance *Instance // that inlining has put here; nil: Func itself
	Out, In  []EdgeID

	// Why says in words what is wrong at a goal, where the program says so: for people. Elsewhere it is Required or LeftOut. Not part of
	// the text form.
	Why string
	// Beside is where another thread is, at a goal that both make together, such as a data race. Not part of the text form.
	Beside *LocInfo
	// Turns: of a product of threads, several of these may move here, and none has made part of a step. Of variables that others may have written whom the product
	// does not follow, only those have the values here that they have in the program of which Was has the name. Not part of the text form.
	Turns bool
	// Alone: likewise, but only one of them may.
	Alone bool
}

// Was is the name of a variable that says of a variable of this name that a product knows what it is while no thread has the lock that protects it, though it does
// not follow all threads. Such a product has one at least.
func Was(name string) string { return "$was." + name }

// Edge is a transition. Out-edges of a location are ordered; a branch has two with
// complementary Assumes.
type Edge struct {
	ID       EdgeID
	From, To Loc
	Stmt     Stmt
	Pos      Pos
	Origin   EdgeID // inlining: the edge of the original program; else itself
	// Branch tells a C branch: 0 no, 1 the condition holds, 2 it does not.
	Branch uint8
	// Case marks the two branches at a case label of a switch: a comparison with it, which is not yet its line. Not part of
	// the text form.
	Case bool
	// Aux marks an edge that is not a C statement or guard of its own (range assumptions,
	// conversions of parameters, skips); engines do not count it as a node.
	Aux bool
}

// TypeKind classifies types of scalar values and of regions.
type TypeKind uint8

const (
	Void TypeKind = iota
	Integer
	Pointer
	Float
	Logical // a truth value: of expressions only, never of variables
	Memory  // a region: an array from byte addresses to cells
)

// Type is the type of a value after lowering.
type Type struct {
	Kind   TypeKind
	Bits   uint8 // Integer, Pointer, Float: 1 is _Bool. Memory: of a cell
	Signed bool
}

// Var is a variable: a C variable whose address is not taken, a field of such a struct, a
// temporary, or a region of memory.
type Var struct {
	ID       int    // creation number, unique in the program
	Name     string // unique in the program: "g", "main::x", after inlining "main::f#2::x"; the name of its term
	CName    string // as the C source writes it: "x", "s.f"; "" for a temporary
	Type     Type
	Func     *Func     // nil: global or region
	Instance *Instance // of a function inlined into Func; nil: Func itself
	Pos      Pos
	Thread   bool // each thread has one for itself, see Object
	// Address-taken variables are memory, never Vars. volatile changes nothing.

	// Home is the object in which the variable is the cell at Offset, where package alias has made it of one; else
	// nil. For people, and for the certifier, which refuses more executions with it. Not part of the text form.
	Home   *Object
	Offset int64

	// First is, of a variable of the second of two executions side by side (package selfcomp), that of the first one; else nil. For people. Not part of
	// the text form.
	First *Var

	// Leads is the type that a C pointer is declared to lead to; nil if it is not known. For people, and witnesses. Not part of the
	// text form.
	Leads *Pointee
}

// Pointee is a type as pointers lead to it: its scalars, but for volatile ones, with their designators, as in Object.
type Pointee struct {
	Size  int64
	Cells []Cell
}

// ObjectKind classifies objects.
type ObjectKind uint8

const (
	GlobalObject ObjectKind = iota
	LocalObject
	HeapObject    // all that one allocation site returns
	StringObject  // a literal
	FuncObject    // a function designator
	UnknownObject // what a pointer of unknown origin points to
	LibraryObject // what functions of the C library keep for themselves and return pointers to
)

// Object is a piece of memory with an address. Global, local and string objects get fixed,
// disjoint addresses; heap addresses come from the variable $heap, which only grows.
type Object struct {
	ID       int
	Name     string
	Kind     ObjectKind
	Size     int64 // bytes; -1 unknown
	Align    int64
	Addr     num.Int   // set by alias.Layout
	Func     *Func     // of a LocalObject its owner, of a FuncObject the function (nil once inlined)
	Instance *Instance // of a function inlined into Func; nil: Func itself
	Pos      Pos
	Constant bool // it has static storage duration and is const, so that a program must not write it; literals are, too
	Zero     bool // the initial contents are zero (statics); else unknown. Initialisers are Stores.
	Thread   bool // of a GlobalObject: each thread has one for itself, with what its maker gives it. Not part of the text form
	// Automatic marks a HeapObject that stands for local variables or for what alloca gives: such a
	// block is none that free may be given.
	Automatic bool
	// Handle marks an Automatic object that a function of the C library gives, such as a stream: it is not on the stack.
	Handle bool
	// Data are the first bytes of the initial contents; the others are zero. Of a StringObject, or of a GlobalObject that
	// is a large table; it is Zero then. Else "".
	Data string
	// Cells are the scalars that the object's type consists of, for reading and printing: byte
	// offset, type, C designator (".f", "[2]"); arrays are listed up to a bound.
	Cells []Cell
	// Shape are the scalars of the type to which the program converts the address of a HeapObject, which has
	// ShapeSize bytes; of other objects some of their own type, if it has too many for Cells. For people: nothing depends on
	// it. Not part of the text form.
	Shape     []Cell
	ShapeSize int64
}

type Cell struct {
	Offset int64
	Type   Type
	Name   string
}

// Op is the operator of an expression.
type Op uint8

const (
	OpInvalid Op = iota
	OpConst      // Val; of Memory type: the region all of whose cells are Val
	OpVar        // Var
	OpAddr       // the address of Obj (a FuncObject's address is a function pointer)
	OpLoad       // Args[0] is the address; Region once alias has run; Type the type read
	OpNeg        // arithmetic: operands and result have Type
	OpCompl      // ~
	OpAdd
	OpSub
	OpMul
	OpDiv // C: truncates
	OpRem // C: sign of the dividend
	OpShl
	OpShr // arithmetic on signed types
	OpAnd
	OpOr
	OpXor
	OpPtrAdd  // pointer + byte offset (an Integer); never wraps
	OpPtrDiff // pointer - pointer in bytes
	OpCast    // Args[0] converted to Type (Integer or Pointer); wraps
	OpOfBool  // Logical to 0 or 1 of Type
	OpEq      // comparisons: operands of one type, result Logical; signedness was settled by the casts
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpNot // Logical
	OpLAnd
	OpLOr
	OpIte     // Args[0] Logical, Args[1], Args[2] of Type; both sides free of undefined behaviour
	OpInRange // Logical: the mathematical value of Args[0] fits Args[0].Type

	// Of addresses, until alias has run; the object is the one that the pointer at the root of
	// Args[0], below its PtrAdds, was derived from.
	OpInObject     // Logical: the Args[1] (constant) bytes at Args[0] lie in the object, which lives; so does the root or it is its end
	OpInDevice     // Logical: the Args[1] (constant) bytes at Args[0] lie in one of the program's Devices
	OpKnown        // Logical: alias can tell by addresses what is in the object
	OpWritable     // Logical: Args[0] was not derived from a pointer to a literal or a Constant object
	OpNoneDangling // Logical: the object at Args[0], an OpAddr, has not lived before, or no pointer to what it was then is left
	OpCounted      // Logical: alias can tell which blocks of the heap live
	OpAllFreed     // Logical: no block of the heap lives
	OpTracked      // Logical: a pointer leads to every block of the heap that lives; Args[0], a constant, says whether local variables count
	OpTraceable    // Logical: alias can tell what OpTracked of the same Args says
	OpDefined      // Logical: of the bits from Args[1] to Args[2] (constants), counted from the address Args[0], none is indeterminate
	OpFreeable     // Logical: Args[0] is null, or the start of a block of the heap that lives
	OpAmong        // Logical: Args[1], an address from a FromGhost choice, is that of one of the Args[2] bytes at Args[0]
	OpOverlap      // Logical: the Args[1] bytes at Args[0] and the Args[3] bytes at Args[2], each in its object, have one in common
	OpStart        // Pointer: the address of the object, or null if there is none that lives; Args[1] where alias cannot tell
	OpExtent       // Integer: the size of the object, 0 if there is none that lives; Args[1] where alias cannot tell

	// Of floats; see package float. Operands and result have Type where nothing else is said.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFMod     // fmod
	OpFRem     // remainder
	OpFFma     // Args[0]·Args[1] + Args[2], rounded once
	OpFSqrt    //
	OpFRint    // to an integer: to the nearest, to the even one of two
	OpFRound   // to the nearest, away from 0 of two
	OpFFloor   //
	OpFCeil    //
	OpFTrunc   //
	OpFNeg     // the other sign, also of a NaN
	OpFAbs     // without the sign, also of a NaN
	OpFConvert // a Float of the other width
	OpFOfInt   // the Integer Args[0]
	OpFToInt   // the Float Args[0] without its fraction, as an Integer; an execution has seen before that it fits
	OpFEq      // comparisons: Logical; false of NaNs
	OpFLt
	OpFLe
)

// Expr is an expression without side effects. Expressions are immutable and may be shared.
type Expr struct {
	Op     Op
	Type   Type
	Args   []*Expr
	Val    num.Int // OpConst
	Var    *Var    // OpVar
	Obj    *Object // OpAddr
	Region *Var    // OpLoad, once alias has run

	// NoWrap, on unsigned (under SignedWrap on any) Neg, Add, Sub, Mul, Shl and on OpCast: the
	// mathematical result is known to fit Type, so that package sem leaves out the mod. Package
	// fold sets it; the formulas mean the same as before only together with the facts that fold
	// hands on.
	NoWrap bool
}

// Stmt is a statement: *Skip, *Assign, *Assume, *Havoc, *Store, *Alloc, *Free, *CopyShadow, *Clobber, *Call or *Sync.
type Stmt interface{ stmt() }

type (
	Skip struct{}

	// Assign sets a scalar variable (Region to Region copies are allowed too).
	Assign struct {
		Var  *Var
		Expr *Expr
	}

	// Assume blocks the execution unless Cond (Logical) holds. Fault, if not nil, is what is wrong then.
	Assume struct {
		Cond  *Expr
		Fault *Fault
	}

	// Havoc gives Var any value of its type: an input. Of a region: any contents.
	Havoc struct {
		Var *Var
		// Source says where the value comes from in C.
		Source Source
		Name   string // Source Call: the function, e.g. "__VERIFIER_nondet_int"; else the C name
	}

	// Store writes Val to memory at Addr; Val.Type is the type written.
	Store struct {
		Region    *Var // once alias has run
		Addr, Val *Expr
	}

	// Alloc sets Result to the address of a fresh object of Size bytes. Zero: its contents are
	// zero (calloc), else unknown. Lowered by alias.
	//
	// If Result and Size are nil, Site is a LocalObject whose lifetime begins here, at its
	// declaration: its contents become unknown (or zero). The front end puts one at the declaration of every
	// local object; pass inline copies the objects, one for each instance of the function.
	Alloc struct {
		Result *Var
		Size   *Expr
		Site   *Object
		Zero   bool
	}

	// Free ends the life of the object that begins at Addr, if one does: a block that is freed, a
	// local whose scope is left. If Addr is nil, it ends the lives of all objects of Site, which is
	// Automatic. For blocks a program always has such statements; for locals only if it was read for a
	// property that needs them. Lowered by alias.
	Free struct {
		Addr *Expr
		Site *Object
	}

	// CopyShadow says which bits are indeterminate, for a program that is read for property uninit. Those of
	// the objects that an Alloc without Zero begins are. Of the bits from Lo to Hi, counted from the address To, those
	// at From are then at To too, without a change at From; with From nil, they have been given values. Stores
	// themselves say nothing of that. Lowered by alias.
	CopyShadow struct {
		To, From *Expr
		Lo, Hi   int64
	}

	// Clobber is what a call may do of a function of which nothing but its declaration is known. It
	// gives memory any contents, as Roots say, and Result, which may be nil, any value. If that is
	// a pointer, it may be one into any object that the roots point into or lead to, or of unknown
	// origin; and so may pointers that are then in the clobbered memory of a Deep root. Lowered by
	// alias, to Havocs.
	Clobber struct {
		Roots  []ClobberRoot
		Result *Var
		Source Source
		Name   string // as in Havoc
	}

	// Call calls Callee, or the function that Target points to. Result may be nil.
	Call struct {
		Callee *Func
		Target *Expr
		Args   []*Expr
		Result *Var
	}

	// Sync is what threads have to do with each other. Handle is nil but of a Join, a HeldBy and an Until. Lowered by package thread; not read in the text form.
	Sync struct {
		Op     SyncOp
		Handle *Expr
	}
)

// ClobberRoot is a pointer that a clobbering function is given.
type ClobberRoot struct {
	Ptr   *Expr
	Reach Reach
}

// Reach says what a function may write that has a pointer.
type Reach uint8

const (
	// Deep: all of the objects that the pointer may point into, and whatever pointers stored in an
	// object that is reached lead to.
	Deep Reach = iota
	// Data: all of the objects that the pointer may point into, by data without pointers.
	Data
	// Inner: what pointers stored in these objects lead to, but not these objects themselves, which
	// are const.
	Inner
	// Kept: nothing.
	Kept
)

// Source says where an unknown value comes from.
type Source uint8

const (
	FromCall          Source = iota // a function without a body, __VERIFIER_nondet_*
	FromUninitialised               // an uninitialised local
	FromParameter                   // a parameter of the entry function, or extern data
	FromApproximation               // a construct that is not modelled; an Overapproximated note says which
	FromEffect                      // memory that a called function has written with data from outside
	// FromUnspecified: a value that C leaves open, such as padding, or which of several equal elements bsearch
	// finds. Of a signed type every number from 0 to 2^30 is possible, of others every value.
	FromUnspecified
	FromVolatile // a read of a volatile object that something outside the program changes
	// FromGhost: no value of the program, but a choice of which object the checks of memory are about.
	FromGhost
	FromInterrupt // whether an interrupt comes now: 1 or 0. The name is the handler's
	// FromMagnitude: as FromUnspecified, how far a number is from 0 of which C says the sign, or whether it is 0. An assumption about it follows.
	FromMagnitude
)

// Open says that C leaves the value open.
func (s Source) Open() bool { return s == FromUnspecified || s == FromMagnitude }

func (*Skip) stmt()       {}
func (*Assign) stmt()     {}
func (*Assume) stmt()     {}
func (*Havoc) stmt()      {}
func (*Store) stmt()      {}
func (*Alloc) stmt()      {}
func (*Free) stmt()       {}
func (*CopyShadow) stmt() {}
func (*Clobber) stmt()    {}
func (*Call) stmt()       {}
func (*Sync) stmt()       {}
