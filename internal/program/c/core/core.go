// Package core is what C means: a tree in which every conversion is written, no expression has a side effect, each
// access names its type and its place, and the order of evaluation is that of the statements. Each node has its
// position in the text of the program. Package elab makes it; package corecheck finds what is ill-formed; package
// coreprint writes it as C that does what the program does.
//
// There are places, which are objects or parts of them; expressions, which are values; initializers; and statements. The
// nodes are shared nowhere: a tree has each of them once, but for expressions without positions of their own that elab
// needs twice, and variables, literals and labels, which are what their uses point to.
package core

import (
	"craig/internal/program/c/pp"
	"craig/internal/program/c/types"
)

// Pos is where a construct is: where its token was written, which is in the definition of a macro for one that comes from
// there, and where it is in the text. Unit is the index of the file in Program.Units. The zero Pos is nowhere.
type Pos struct {
	Written, Used pp.Loc
	Unit          int32
}

// Program is the core of one or several files.
type Program struct {
	Types     *types.Table
	Units     []*Unit
	Contracts []*Contract
	Partial   bool   // bodies that functions have are left out
	Older     *Var   // the address that a call has chosen, see Fresh; nil: none does
	Notes     []Note // what somebody who relies on the program should know, in order

	Statements []*Statement // those of the files, in their order, if elaboration was asked for them; the marks of decisions, if for those
	Decisions  []*Decision  // those of the files, in their order, if elaboration was asked for them
}

// Unit is what one file and its headers define.
type Unit struct {
	Name    string
	Source  *pp.Preprocessor
	Globals []Global
}

// Note says something of a construct that decides whether results can be compared: that its value depends on the order of
// evaluation, for example.
type Note struct {
	Pos  Pos
	Kind NoteKind
	Text string
}

// NoteKind sorts notes.
type NoteKind uint8

const (
	OrderNote NoteKind = iota // the program's result may depend on the order of evaluation
	OtherNote
)

// Global is something at file scope.
type Global interface{ global() }

type (
	// VarDef declares or defines an object or declares a function. A variable is declared once, before its first use;
	// its definition may come later. Objects of static storage duration that are declared in blocks, and compound
	// literals at file scope, are variables at file scope here.
	VarDef struct{ Var *Var }

	// FuncDef defines a function.
	FuncDef struct{ Func *Func }

	// FileAsm is asm("…") at file scope.
	FileAsm struct {
		At   Pos
		Text string // what the assembler gets
	}
)

func (*VarDef) global()  {}
func (*FuncDef) global() {}
func (*FileAsm) global() {}

// Storage is where a variable is and how long.
type Storage uint8

const (
	Auto   Storage = iota // in a block
	Param                 // a parameter
	Static                // as long as the program
	Thread                // as long as a thread
)

// Linkage says which declarations of a name mean the same variable.
type Linkage uint8

const (
	NoLinkage Linkage = iota
	Internal          // static
	External
)

// Var is a variable or a function. All its uses point to it; in a program of several files those of all files.
type Var struct {
	Name    string      // as written; "" of temporaries and compound literals
	Type    *types.Type // with qualifiers; of a parameter the adjusted one; composite of all declarations
	Pos     Pos
	Unit    int // the file of its definition or first declaration: statics of two files may have the same name
	Storage Storage
	Linkage Linkage
	Temp    bool // the program did not declare it
	Local   bool // the scope of the name is a block, though Storage is Static

	Defined   bool // of variables with linkage: this program defines it. Tentative definitions define
	Init      Init // of Static and Thread: constant; nil is zero, where it is defined
	Align     int64
	Attrs     []Attr // those that change what a program does or may do, in the order of the text
	Cleanup   *Var   // attribute cleanup: the function that is called where the scope of the variable is left
	AsmName   string // asm("name")
	Inline    bool   // of functions: declared inline
	Extern    bool   // of functions: a declaration says extern, which with Inline decides what is emitted
	NoReturn  bool
	Register  string // of a variable that lives in a register: its name, in asm
	Undefined bool   // an implicit declaration of a function
	Mentioned bool   // the text names it in an expression
	Elements  int64  // of a parameter that is written as an array of known length, in a prototype: that length
}

// Written is the name that the program has for a variable; "" if it has none.
func (v *Var) Written() string {
	if v.Temp {
		return ""
	}
	return v.Name
}

// Attr is an attribute, with its arguments as they are written in C.
type Attr struct {
	Name string
	Args []string
}

// Func is the definition of a function.
type Func struct {
	Var    *Var
	Pos    Pos    // of its name here
	Params []*Var // as many as the type says; of an old-style definition in the order of the names
	Temps  []*Var // temporaries whose types are not variably modified. Others are declared where they are made
	Body   *Block
	End    Pos  // of the closing brace
	Once   bool // it is not called while it is active: a pointer to a function that was in it leads to variables of it

	Leave  *Block // what is done wherever the function is left; nil: nothing
	Result *Var   // in which Leave finds the result; nil if it does not look
}

// Literal is a string literal with its identity: it is one object, whose elements are Units and a 0.
type Literal struct {
	Pos   Pos
	Type  *types.Type // an array
	Units []uint32    // without the 0 at the end
	Text  string      // as it is spelled
}

// Text is a literal with the characters of a text.
func Text(tt *types.Table, text string) *Literal {
	l := &Literal{Type: tt.Array(tt.Basic(types.Char), int64(len(text))+1)}
	for i := range len(text) {
		l.Units = append(l.Units, uint32(text[i]))
	}
	return l
}

// Label is a label of a function.
type Label struct {
	Name string // as written; "" of those that elab makes
	Pos  Pos
}

// Written is the text from one position up to another in the same file; "" if there is none.
func (p *Program) Written(from, to Pos) string {
	if from.Unit != to.Unit || int(from.Unit) >= len(p.Units) || p.Units[from.Unit].Source == nil {
		return ""
	}
	return p.Units[from.Unit].Source.Written(from.Used, to.Used)
}

// Place finds a position in the text.
func (p *Program) Place(at Pos) pp.Place {
	if at == (Pos{}) || int(at.Unit) >= len(p.Units) || p.Units[at.Unit].Source == nil {
		return pp.Place{}
	}
	return p.Units[at.Unit].Source.Place(at.Used)
}
