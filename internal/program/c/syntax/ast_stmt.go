package syntax

// Stmt is a statement.
type Stmt interface {
	Pos() Pos
	stmt()
}

type (
	// Block is { List }.
	Block struct {
		Lbrace Pos
		Labels []Ident // of GNU's __label__
		List   []Stmt
		Rbrace Pos
	}

	// ExprStmt is X; and the empty statement, where X is nil.
	ExprStmt struct {
		At    Pos
		X     Expr
		Attrs []Attr // such as fallthrough
	}

	// DeclStmt is a declaration, pragma or annotation in a block.
	DeclStmt struct{ Decl Decl }

	// If is if (X) Then else Else; Else may be nil.
	If struct {
		At   Pos
		X    Expr
		Then Stmt
		Else Stmt
	}

	// Switch is switch (X) Body.
	Switch struct {
		At   Pos
		X    Expr
		Body Stmt
	}

	// While is while (X) Body.
	While struct {
		At      Pos
		X       Expr
		Clauses []Clause
		Body    Stmt
	}

	// DoWhile is do Body while (X);
	DoWhile struct {
		At      Pos
		Body    Stmt
		X       Expr
		Clauses []Clause
	}

	// For is for (Init; X; Step) Body. Init is nil, an ExprStmt or a DeclStmt.
	For struct {
		At   Pos
		Init Stmt
		X    Expr
		Step Expr

		Clauses []Clause
		Body    Stmt
	}

	// Goto is goto Label; or GNU's goto *X;
	Goto struct {
		At    Pos
		Label *Ident
		X     Expr
	}

	// Branch is break; or, where Continue is set, continue;
	Branch struct {
		At       Pos
		Continue bool
	}

	// Return is return X; X may be nil.
	Return struct {
		At Pos
		X  Expr
	}

	// Labeled is Label: Stmt. Stmt is nil before the end of a block and before a declaration.
	Labeled struct {
		Label Ident
		Attrs []Attr
		Stmt  Stmt
	}

	// Case is case X: Stmt, GNU's case X ... Last: Stmt, or, where X is nil, default: Stmt.
	Case struct {
		At   Pos
		X    Expr
		Last Expr
		Stmt Stmt
	}

	// Asm is asm("…" : outputs : inputs : clobbers : labels).
	Asm struct {
		At       Pos
		Volatile bool
		Goto     bool
		Inline   bool
		Text     *String
		Operands bool // there is a colon
		Outputs  []AsmOperand
		Inputs   []AsmOperand
		Clobbers []*String
		Labels   []Ident
	}
)

// AsmOperand is [Name] "Constraint" (X).
type AsmOperand struct {
	Name       string
	Constraint *String
	X          Expr
}

func (s *Block) Pos() Pos    { return s.Lbrace }
func (s *ExprStmt) Pos() Pos { return s.At }
func (s *DeclStmt) Pos() Pos { return s.Decl.Pos() }
func (s *If) Pos() Pos       { return s.At }
func (s *Switch) Pos() Pos   { return s.At }
func (s *While) Pos() Pos    { return s.At }
func (s *DoWhile) Pos() Pos  { return s.At }
func (s *For) Pos() Pos      { return s.At }
func (s *Goto) Pos() Pos     { return s.At }
func (s *Branch) Pos() Pos   { return s.At }
func (s *Return) Pos() Pos   { return s.At }
func (s *Labeled) Pos() Pos  { return s.Label.NamePos }
func (s *Case) Pos() Pos     { return s.At }
func (s *Asm) Pos() Pos      { return s.At }

func (*Block) stmt()    {}
func (*ExprStmt) stmt() {}
func (*DeclStmt) stmt() {}
func (*If) stmt()       {}
func (*Switch) stmt()   {}
func (*While) stmt()    {}
func (*DoWhile) stmt()  {}
func (*For) stmt()      {}
func (*Goto) stmt()     {}
func (*Branch) stmt()   {}
func (*Return) stmt()   {}
func (*Labeled) stmt()  {}
func (*Case) stmt()     {}
func (*Asm) stmt()      {}
