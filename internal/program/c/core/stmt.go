package core

import "craig/internal/program/c/types"

// Init is the initializer of an object.
type Init interface{ init() }

type (
	// ExprInit initializes an object that is no array with a value of its type; of a static object it is a constant.
	ExprInit struct{ X Expr }

	// LiteralInit initializes an array of characters with a string literal, cut to its length or filled with zeros.
	LiteralInit struct{ Literal *Literal }

	// ListInit initializes an array, structure or union: the elements or members in Elems, in their order, each once;
	// the rest is zero.
	ListInit struct {
		At    Pos
		Typ   *types.Type
		Elems []InitElem
	}
)

// InitElem initializes a member, or the elements of an array from Index to Last.
type InitElem struct {
	Field       *types.Field // nil: an array
	Index, Last int64
	Init        Init
}

func (*ExprInit) init()    {}
func (*LiteralInit) init() {}
func (*ListInit) init()    {}

// Stmt is a statement.
type Stmt interface {
	Pos() Pos
	stmt()
}

// Statements.
type (
	// Assign stores a value of the type of Dst without its qualifiers; of a bit-field, of its ValueType. Dst may be const where
	// this is what initializes it.
	Assign struct {
		At  Pos
		Dst Place
		Src Expr
	}

	// Call calls the function that Fun points to. Arguments for parameters have their types, the others are promoted. Dst, which is
	// nil where the result is not used, has the type of the result without qualifiers. Goals, which are Given alone, are about the result.
	Call struct {
		At    Pos
		Dst   Place
		Fun   Expr
		Args  []Expr
		Goals []Goal
	}

	// Builtin calls a function that the compiler has and that no prototype describes: it has types or places as arguments, such as
	// __builtin_va_arg and __builtin_va_start, or works on types of any size, such as __atomic_fetch_add. Dst may be nil. Type is
	// that of the result.
	Builtin struct {
		At   Pos
		Dst  Place
		Name string
		Args []Arg
		Type *types.Type
	}

	// Eval finds a value and drops it.
	Eval struct {
		At Pos
		X  Expr
	}

	// Declare begins the life of a variable of the block: it ends with the block. Init is nil where it has no value yet. The
	// variable may be read in its own initializer. Its scope begins here, and control may jump past it, unless its
	// type is variably modified.
	Declare struct {
		At   Pos
		Var  *Var
		Init Init
	}

	// Block is { List }.
	Block struct {
		At   Pos
		List []Stmt
		End  Pos
	}

	// If is if (X) Then else Else. X is a scalar; Else may be nil.
	If struct {
		At   Pos
		X    Expr
		Then *Block
		Else *Block
	}

	// Loop repeats Body and then Step until a Break ends it. Continue, in Body alone, goes to Step. A Break in Step or in Body ends the
	// loop. Step may be nil. How says which statement the program has.
	Loop struct {
		At   Pos
		How  LoopKind
		Body *Block
		Step *Block
	}

	// Switch jumps to the Case in Body with the value of X, which is an integer of a promoted type, or to the default, or behind
	// itself. Case values have the type of X.
	Switch struct {
		At   Pos
		X    Expr
		Body *Block
	}

	// Case is a label of the switch around it: for the values from Low to High, or all the others where Default is set.
	Case struct {
		At        Pos
		Default   bool
		Low, High types.Integer
		Text      string // the value as it is spelled, if that is a name
	}

	// Labeled is a label before the statement that follows.
	Labeled struct {
		At    Pos
		Label *Label
	}

	// Goto jumps to a label of the function.
	Goto struct {
		At    Pos
		Label *Label
	}

	// GotoPtr jumps to the label whose address X is.
	GotoPtr struct {
		At Pos
		X  Expr
	}

	// Break leaves the innermost loop or switch.
	Break struct{ At Pos }

	// Continue goes to the Step of the innermost loop.
	Continue struct{ At Pos }

	// Return leaves the function. X has the type of its result without qualifiers, and is nil where there is no value.
	Return struct {
		At Pos
		X  Expr
	}

	// Asm is an asm statement. Its operands are as in C.
	Asm struct {
		At       Pos
		Volatile bool
		Operands bool   // there is a colon: % is special in Text
		Text     string // as it is spelled, with quotation marks
		Outputs  []AsmOperand
		Inputs   []AsmOperand
		Clobbers []string // as they are spelled
		Labels   []*Label // of asm goto
	}

	// Remark is a pragma or an annotation in a block, which stands before the statement that follows.
	Remark struct {
		At     Pos
		Pragma bool
		Text   string

		Statement int // not 0: it is neither, and the statement or mark with this number of Program.Statements, from 1 on, begins here
	}

	// Opaque stands for what the core does not describe. A program that has one cannot be printed, and nothing is known of executions that
	// come to it.
	Opaque struct {
		At  Pos
		Why string // what it is: "asm goto"
	}
)

// Arg is an argument of a Builtin: exactly one of its fields is set.
type Arg struct {
	X     Expr
	Place Place
	Type  *types.Type
}

// AsmOperand is an operand of an Asm. Outputs have a Place; inputs have a Place where memory is asked for, or an Expr.
type AsmOperand struct {
	Name       string
	Constraint string // as it is spelled, with quotation marks
	Place      Place
	X          Expr
}

// LoopKind is the keyword of a loop.
type LoopKind uint8

const (
	While LoopKind = iota
	DoWhile
	For
)

func (s *Assign) Pos() Pos   { return s.At }
func (s *Call) Pos() Pos     { return s.At }
func (s *Builtin) Pos() Pos  { return s.At }
func (s *Eval) Pos() Pos     { return s.At }
func (s *Declare) Pos() Pos  { return s.At }
func (s *Block) Pos() Pos    { return s.At }
func (s *If) Pos() Pos       { return s.At }
func (s *Loop) Pos() Pos     { return s.At }
func (s *Switch) Pos() Pos   { return s.At }
func (s *Case) Pos() Pos     { return s.At }
func (s *Labeled) Pos() Pos  { return s.At }
func (s *Goto) Pos() Pos     { return s.At }
func (s *GotoPtr) Pos() Pos  { return s.At }
func (s *Break) Pos() Pos    { return s.At }
func (s *Continue) Pos() Pos { return s.At }
func (s *Return) Pos() Pos   { return s.At }
func (s *Asm) Pos() Pos      { return s.At }
func (s *Remark) Pos() Pos   { return s.At }
func (s *Opaque) Pos() Pos   { return s.At }

func (*Assign) stmt()   {}
func (*Call) stmt()     {}
func (*Builtin) stmt()  {}
func (*Eval) stmt()     {}
func (*Declare) stmt()  {}
func (*Block) stmt()    {}
func (*If) stmt()       {}
func (*Loop) stmt()     {}
func (*Switch) stmt()   {}
func (*Case) stmt()     {}
func (*Labeled) stmt()  {}
func (*Goto) stmt()     {}
func (*GotoPtr) stmt()  {}
func (*Break) stmt()    {}
func (*Continue) stmt() {}
func (*Return) stmt()   {}
func (*Asm) stmt()      {}
func (*Remark) stmt()   {}
func (*Opaque) stmt()   {}
