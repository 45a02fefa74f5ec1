package core

import "craig/internal/program/c/types"

// Place is an object, or a part of one. Its type has the qualifiers of the lvalue.
type Place interface {
	Pos() Pos
	Type() *types.Type
	place()
}

// Places.
type (
	// VarPlace is a variable; of function type only below AddrOf.
	VarPlace struct {
		At  Pos
		Var *Var
	}

	// DerefPlace is what a pointer points to.
	DerefPlace struct {
		At  Pos
		X   Expr
		Typ *types.Type // what the type of X points to
	}

	// FieldPlace is a member of a structure or union. For a member of an anonymous member there are two.
	FieldPlace struct {
		At    Pos
		X     Place
		Field *types.Field
		Typ   *types.Type // of the member, with the qualifiers of X
	}

	// LiteralPlace is a string literal.
	LiteralPlace struct {
		At      Pos
		Literal *Literal
	}

	// PartPlace is the real part, or the imaginary part where Imag is set, of a complex object.
	PartPlace struct {
		At   Pos
		X    Place
		Imag bool
		Typ  *types.Type
	}
)

// Expr is a value, which is found without a side effect. Its type is unqualified.
type Expr interface {
	Pos() Pos
	Type() *types.Type
	expr()
}

// Expressions.
type (
	// IntConst is a constant of integer or enumeration type.
	IntConst struct {
		At    Pos
		Value types.Integer
		Typ   *types.Type
		Text  string // as it is spelled: a literal, an enumerator, sizeof; "" if the program did not write it
	}

	// RealConst is a constant of a real floating type, or, where Imag is set, of the complex type with that imaginary part.
	RealConst struct {
		At    Pos
		Value types.Real
		Imag  bool
		Typ   *types.Type
		Text  string
	}

	// Load reads a place that is neither an array nor a function. A volatile place is read only by a Load that is the whole
	// right side of an Assign. The value of a bit-field has the type of types.Field.ValueType. Goals, which are Given alone, hold before
	// it is read.
	Load struct {
		At    Pos
		X     Place
		Goals []Goal
	}

	// AddrOf is the address of a place that is no bit-field.
	AddrOf struct {
		At  Pos
		X   Place
		Typ *types.Type
	}

	// Decay is the pointer to the first element of an array.
	Decay struct {
		At  Pos
		X   Place
		Typ *types.Type
	}

	// LabelAddr is the address of a label of the function, of type void *.
	LabelAddr struct {
		At    Pos
		Label *Label
		Typ   *types.Type
	}

	// Unary is an operation on one operand.
	Unary struct {
		At  Pos
		Op  UnaryOp
		X   Expr
		Typ *types.Type
	}

	// Binary is an arithmetic operation, both of whose operands have its type, but for shifts, whose right operand has a type of
	// its own; or a comparison, whose operands have the same arithmetic type or are both pointers, with type int, or vectors, whose
	// result has a signed integer for each element, 0 or -1. Beside a complex operand the other one may have the type of its parts.
	Binary struct {
		At   Pos
		Op   BinaryOp
		X, Y Expr
		Typ  *types.Type
	}

	// PtrAdd is the pointer X plus, or minus where Sub is set, N elements. N has any integer type.
	PtrAdd struct {
		At  Pos
		Sub bool
		X   Expr
		N   Expr
		Typ *types.Type
	}

	// PtrDiff is how many elements X is behind Y, of type ptrdiff_t.
	PtrDiff struct {
		At   Pos
		X, Y Expr
		Typ  *types.Type
	}

	// Convert is a conversion of a scalar, to void, or between compatible structure types.
	Convert struct {
		At       Pos
		X        Expr
		Typ      *types.Type
		Explicit bool // the program has a cast
	}

	// Cond is X ? Then : Else. Only the chosen operand is evaluated. X is a scalar; Then and Else have its type.
	Cond struct {
		At         Pos
		X          Expr
		Then, Else Expr
		Typ        *types.Type
	}

	// Logical is X && Y, or X || Y where Or is set, of type int. Y is evaluated only if X does not decide.
	Logical struct {
		At   Pos
		Or   bool
		X, Y Expr
		Typ  *types.Type
	}
)

// UnaryOp is an operator with one operand.
type UnaryOp uint8

const (
	Neg    UnaryOp = iota // arithmetic
	BitNot                // of integers; of complex numbers the conjugate
	Not                   // of scalars, with type int
	Real                  // the real part of a complex number
	Imag
)

// BinaryOp is an operator with two operands.
type BinaryOp uint8

const (
	Add BinaryOp = iota
	Sub
	Mul
	Div
	Rem
	Shl
	Shr
	And
	Or
	Xor
	Eq // the comparisons are the last
	Ne
	Lt
	Le
	Gt
	Ge
)

// IsComparison tells whether the result is an int that is 0 or 1.
func (o BinaryOp) IsComparison() bool { return o >= Eq }

// String is the operator in C.
func (o UnaryOp) String() string { return [...]string{"-", "~", "!", "__real__ ", "__imag__ "}[o] }

// String is the operator in C.
func (o BinaryOp) String() string {
	return [...]string{"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="}[o]
}

func (x *VarPlace) Pos() Pos     { return x.At }
func (x *DerefPlace) Pos() Pos   { return x.At }
func (x *FieldPlace) Pos() Pos   { return x.At }
func (x *LiteralPlace) Pos() Pos { return x.At }
func (x *PartPlace) Pos() Pos    { return x.At }

func (x *VarPlace) Type() *types.Type     { return x.Var.Type }
func (x *DerefPlace) Type() *types.Type   { return x.Typ }
func (x *FieldPlace) Type() *types.Type   { return x.Typ }
func (x *LiteralPlace) Type() *types.Type { return x.Literal.Type }
func (x *PartPlace) Type() *types.Type    { return x.Typ }

func (*VarPlace) place()     {}
func (*DerefPlace) place()   {}
func (*FieldPlace) place()   {}
func (*LiteralPlace) place() {}
func (*PartPlace) place()    {}

func (x *IntConst) Pos() Pos  { return x.At }
func (x *RealConst) Pos() Pos { return x.At }
func (x *Load) Pos() Pos      { return x.At }
func (x *AddrOf) Pos() Pos    { return x.At }
func (x *Decay) Pos() Pos     { return x.At }
func (x *LabelAddr) Pos() Pos { return x.At }
func (x *Unary) Pos() Pos     { return x.At }
func (x *Binary) Pos() Pos    { return x.At }
func (x *PtrAdd) Pos() Pos    { return x.At }
func (x *PtrDiff) Pos() Pos   { return x.At }
func (x *Convert) Pos() Pos   { return x.At }
func (x *Cond) Pos() Pos      { return x.At }
func (x *Logical) Pos() Pos   { return x.At }

func (x *IntConst) Type() *types.Type  { return x.Typ }
func (x *RealConst) Type() *types.Type { return x.Typ }
func (x *AddrOf) Type() *types.Type    { return x.Typ }
func (x *Decay) Type() *types.Type     { return x.Typ }
func (x *LabelAddr) Type() *types.Type { return x.Typ }
func (x *Unary) Type() *types.Type     { return x.Typ }
func (x *Binary) Type() *types.Type    { return x.Typ }
func (x *PtrAdd) Type() *types.Type    { return x.Typ }
func (x *PtrDiff) Type() *types.Type   { return x.Typ }
func (x *Convert) Type() *types.Type   { return x.Typ }
func (x *Cond) Type() *types.Type      { return x.Typ }
func (x *Logical) Type() *types.Type   { return x.Typ }

// Type is that of the value.
func (x *Load) Type() *types.Type {
	if f, ok := x.X.(*FieldPlace); ok {
		return f.Field.ValueType()
	}
	return x.X.Type().Main()
}

func (*IntConst) expr()  {}
func (*RealConst) expr() {}
func (*Load) expr()      {}
func (*AddrOf) expr()    {}
func (*Decay) expr()     {}
func (*LabelAddr) expr() {}
func (*Unary) expr()     {}
func (*Binary) expr()    {}
func (*PtrAdd) expr()    {}
func (*PtrDiff) expr()   {}
func (*Convert) expr()   {}
func (*Cond) expr()      {}
func (*Logical) expr()   {}
