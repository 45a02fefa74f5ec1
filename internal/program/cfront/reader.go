package cfront

import (
	"context"
	"fmt"
	"path/filepath"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// reader is one run of Read.
type reader struct {
	ctx   context.Context
	opts  Options
	files *Files
	// systemHeaders: the host's headers are read rather than the embedded ones.
	systemHeaders bool
	parsed        map[string]*cc.AST // files that need not be read again
	prog          *ir.Program
	mode          ir.Mode
	types         *typeTable
	pointees      map[*ctype]*ir.Pointee // see pointer

	units     []*unit
	externs   map[string]any // *variable or *function, by external name
	symbols   map[string]any // those with a name of their own for the assembler, by that name
	entities  map[*cc.Declarator]any
	globals   []*variable // of static storage duration, in order of declaration
	functions []*function
	variables []*variable // all that the binder has made
	known     *bindings   // nil, or what the files need not be bound for again

	// what the binder finds
	uses      map[*cc.PrimaryExpression]any // *variable, *function or *enumerator, by its name
	exprTypes map[cc.ExpressionNode]qtype
	typeNames map[*cc.TypeName]qtype
	extents   map[cc.Node][]*ctype // arrays of variable length, by the declaration, declarator or type name that writes them

	noValue         map[*ir.Var]*ir.Var // uninit: of a variable the one that says whether it has no value
	resultMark      *ir.Var             // uninit: says whether the function that ended last has given no value
	volatiles       *volatileUse
	inside          map[*cc.CompoundStatement][]cc.ExpressionNode // the whole expressions of statement expressions
	newFunctions    []*function                                   // used, to be scanned
	newVariables    []*variable
	onlyRead        *bool                               // see givenArguments; nil until it is known
	needSizes       bool                                // a call may need the sizes of blocks
	sizes           *ir.Var                             // see realloc.go
	models          map[modelKey]map[string]*function   // by name; of the files of models that have been read
	libObjects      map[string]*ir.Object               // by header
	undescribedRows map[*function]*library.Function     // rows of functions that the table does not have
	tested          map[*cc.PostfixExpression]*variable // calls of whose result, or of that variable, only the sign may matter
	calledNames     map[string]bool                     // functions that are called by their names
	constructors    []*function                         // to run before main
	interrupts      *interrupts                         // nil if nothing interrupts the program
	counting        bool                                // a text of the program has %n
	destructor      *function                           // one that is to run after it
	inits           *fn                                 // the initialisation of globals
	older           *ir.Var                             // see fresh.go; nil if it is not used
	framed          []*function                         // those that say what they assign
	framing         *framing                            // nil if there are none
	scratch         *ir.Func                            // of temporaries of constant expressions: not part of the program
	statements      map[cc.Node]int                     // where statements are in prog.Statements, from 1 on

	// leads are the types of structures to which pointers to void, or to a type that is never completed, are
	// converted: by the *variable, or by the name of the member.
	leads       map[any]*ctype
	scalars     map[*variable]*ctype   // the same for numbers and pointers, for variables; nil if there are several types
	returns     map[*function][]*ctype // the same for what functions return
	walks       *walks
	reaches     *reaches
	positions   *positions
	selected    map[string]bool // the names of members that expressions in reachable code select
	notes       map[noteKey]int // index in prog.Notes
	strings     map[literalKey]*ir.Object
	handovers   map[string]place  // by role and layout
	slotTags    map[string]int64  // of variable arguments, by type: see slot
	objects     int               // unnamed ones so far
	errors      int               // error locations seen, in code that may be unreachable
	props       map[string]string // what is an error: the property that was asked for, by what is checked
	limit       *Unsupported      // the first construct that keeps a property from being checked
	conversions []ir.Conversion   // of integers to pointers
	err         error             // the first problem

	// While an expression is evaluated to find out whether it is constant, notes are not taken
	// and problems mean that it is not.
	quiet, quietFailure bool

	measures map[measured]*measure // of functions

	handlesKnown bool
	handleStates *ir.Var // see handles
}

type noteKey struct {
	kind ir.NoteKind
	text string
}

// fail records a problem in the user's program; the first one is reported.
func (r *reader) fail(pos ir.Pos, hint, format string, args ...any) {
	if r.quiet {
		r.quietFailure = true
		return
	}
	if r.err == nil {
		r.err = &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint}
	}
}

// note records an approximation or an assumption, once for each text.
func (r *reader) note(kind ir.NoteKind, pos ir.Pos, format string, args ...any) {
	r.noteAbout(ir.NoAspect, kind, pos, format, args...)
}

// noteAbout is note about a part of the surroundings of the entry.
func (r *reader) noteAbout(a ir.Aspect, kind ir.NoteKind, pos ir.Pos, format string, args ...any) {
	if r.quiet || kind == ir.Assumption && r.surrounds(pos) {
		return
	}
	if pos.InModel() { // the text names the function
		pos = ir.Pos{}
	}
	k := noteKey{kind, fmt.Sprintf(format, args...)}
	if i, ok := r.notes[k]; ok {
		r.prog.Notes[i].Count++
		return
	}
	r.notes[k] = len(r.prog.Notes)
	r.prog.Notes = append(r.prog.Notes, ir.Note{Pos: pos, Kind: kind, Text: k.text, Aspect: a})
}

func (r *reader) pos(n cc.Node) ir.Pos {
	if n == nil {
		return ir.Pos{}
	}
	p := n.Position()
	return r.files.Pos(p.Filename, p.Line, p.Column)
}

func (r *reader) posOfToken(t cc.Token) ir.Pos {
	p := t.Position()
	return r.files.Pos(p.Filename, p.Line, p.Column)
}

// uniqueNames gives functions and variables of static storage duration names that are unique in
// the program: what is internal to a file gets the file's name if it needs one.
func (r *reader) uniqueNames() {
	count := map[string]int{}
	for _, f := range r.functions {
		if f.used {
			count[f.name]++
		}
	}
	for _, f := range r.functions {
		if f.used && count[f.name] > 1 && r.externs[f.cname] != f {
			f.name = f.cname + "@" + filepath.Base(f.unit.file)
			for count[f.name] > 0 {
				f.name += "'"
			}
			count[f.name]++
		}
	}
}
