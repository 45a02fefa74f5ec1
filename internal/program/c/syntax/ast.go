package syntax

import "craig/internal/program/c/pp"

// An Expr is an expression, or the initializer in braces of a declaration, a compound literal or a member of either.
type Expr interface {
	Pos() Pos // of its first token, but for binary operators and calls: see Start
	expr()
}

// Expressions. A field OpPos is the place of the operator, which is where messages about the expression point.
type (
	// BadExpr stands where an expression was wanted and none was found.
	BadExpr struct{ At Pos }

	// Ident is a name that is not that of a type.
	Ident struct {
		NamePos Pos
		Sym     pp.Symbol
		Name    string
	}

	// Literal is a number or a character constant, as it is spelled.
	Literal struct {
		LitPos Pos
		Kind   LiteralKind
		Text   string
	}

	// String is one or more adjacent string literals, each as it is spelled, with prefix and quotation marks.
	String struct {
		LitPos Pos
		Parts  []string
	}

	// Paren is (X).
	Paren struct {
		Lparen Pos
		X      Expr
	}

	// Unary is Op X; Op is one of & * + - ~ ! ++ -- && __real__ __imag__ __extension__. && takes the address of
	// a label, and X is its name.
	Unary struct {
		OpPos Pos
		Op    Op
		X     Expr
	}

	// Postfix is X++ or X--.
	Postfix struct {
		X     Expr
		OpPos Pos
		Op    Op
	}

	// Binary is X Op Y, the comma operator included.
	Binary struct {
		X     Expr
		OpPos Pos
		Op    Op
		Y     Expr
		Exact bool // a comparison of ACSL, which is one of numbers whatever their types are
	}

	// Assign is X Op= Y, and X = Y where Op is None.
	Assign struct {
		X     Expr
		OpPos Pos
		Op    Op
		Y     Expr
	}

	// Cond is X ? Then : Else. Then is nil for GNU's X ?: Else.
	Cond struct {
		X          Expr
		OpPos      Pos
		Then, Else Expr
	}

	// Call is Fun(Args).
	Call struct {
		Fun    Expr
		Lparen Pos
		Args   []Expr
		Rparen Pos
	}

	// Index is X[Index].
	Index struct {
		X      Expr
		Lbrack Pos
		Index  Expr
	}

	// Member is X.Name, or X->Name where Arrow is set.
	Member struct {
		X     Expr
		OpPos Pos
		Arrow bool
		Name  Ident
	}

	// Cast is (Type)X.
	Cast struct {
		Lparen Pos
		Type   *TypeName
		X      Expr
	}

	// Compound is the compound literal (Type){…}.
	Compound struct {
		Lparen Pos
		Type   *TypeName
		Init   *InitList
	}

	// SizeOf is sizeof, or _Alignof where Align is set, of the expression X or, where X is nil, of Type. GNU says that
	// it is __alignof__, which gives what an object is aligned to by itself, and _Alignof what it is aligned to at least.
	SizeOf struct {
		OpPos Pos
		Align bool
		GNU   bool
		X     Expr
		Type  *TypeName
	}

	// Generic is _Generic(X, Type: Value, …); the Type of default is nil.
	Generic struct {
		KeyPos Pos
		X      Expr
		Assocs []Assoc
	}

	// StmtExpr is GNU's ({ … }).
	StmtExpr struct {
		Lparen Pos
		Body   *Block
	}

	// VaArg is __builtin_va_arg(X, Type).
	VaArg struct {
		KeyPos Pos
		X      Expr
		Type   *TypeName
	}

	// OffsetOf is __builtin_offsetof(Type, Path). The first designator of the path is a member.
	OffsetOf struct {
		KeyPos Pos
		Type   *TypeName
		Path   []Designator
	}

	// TypesCompatible is __builtin_types_compatible_p(A, B).
	TypesCompatible struct {
		KeyPos Pos
		A, B   *TypeName
	}

	// Quantifier is CBMC's __CPROVER_forall or, where Exists is set, __CPROVER_exists { Var; X }.
	Quantifier struct {
		KeyPos Pos
		Exists bool
		Var    *Declaration
		X      Expr
	}

	// Range is Low .. High in a formula of ACSL, either of which may be nil.
	Range struct {
		At        Pos
		Low, High Expr
	}

	// InitList is {…} as an initializer.
	InitList struct {
		Lbrace Pos
		Elems  []InitElem
		Rbrace Pos
	}
)

// Assoc is one association of _Generic.
type Assoc struct {
	Type  *TypeName // nil: default
	Value Expr
}

// InitElem is one initializer of a list, with the designators before it.
type InitElem struct {
	Designators []Designator
	Value       Expr
}

// Designator is .Name, [Index], or GNU's [Index ... Last].
type Designator struct {
	At    Pos
	Name  string // "": an index
	Index Expr
	Last  Expr // nil: one element
}

// LiteralKind tells what a Literal is.
type LiteralKind uint8

const (
	Int LiteralKind = iota
	Float
	Char
)

func (x *BadExpr) Pos() Pos         { return x.At }
func (x *Ident) Pos() Pos           { return x.NamePos }
func (x *Literal) Pos() Pos         { return x.LitPos }
func (x *String) Pos() Pos          { return x.LitPos }
func (x *Paren) Pos() Pos           { return x.Lparen }
func (x *Unary) Pos() Pos           { return x.OpPos }
func (x *Postfix) Pos() Pos         { return x.OpPos }
func (x *Binary) Pos() Pos          { return x.OpPos }
func (x *Assign) Pos() Pos          { return x.OpPos }
func (x *Cond) Pos() Pos            { return x.OpPos }
func (x *Call) Pos() Pos            { return x.Lparen }
func (x *Index) Pos() Pos           { return x.Lbrack }
func (x *Member) Pos() Pos          { return x.Name.NamePos }
func (x *Cast) Pos() Pos            { return x.Lparen }
func (x *Compound) Pos() Pos        { return x.Lparen }
func (x *SizeOf) Pos() Pos          { return x.OpPos }
func (x *Generic) Pos() Pos         { return x.KeyPos }
func (x *StmtExpr) Pos() Pos        { return x.Lparen }
func (x *VaArg) Pos() Pos           { return x.KeyPos }
func (x *OffsetOf) Pos() Pos        { return x.KeyPos }
func (x *TypesCompatible) Pos() Pos { return x.KeyPos }
func (x *Quantifier) Pos() Pos      { return x.KeyPos }
func (x *Range) Pos() Pos           { return x.At }
func (x *InitList) Pos() Pos        { return x.Lbrace }

func (*BadExpr) expr()         {}
func (*Ident) expr()           {}
func (*Literal) expr()         {}
func (*String) expr()          {}
func (*Paren) expr()           {}
func (*Unary) expr()           {}
func (*Postfix) expr()         {}
func (*Binary) expr()          {}
func (*Assign) expr()          {}
func (*Cond) expr()            {}
func (*Call) expr()            {}
func (*Index) expr()           {}
func (*Member) expr()          {}
func (*Cast) expr()            {}
func (*Compound) expr()        {}
func (*SizeOf) expr()          {}
func (*Generic) expr()         {}
func (*StmtExpr) expr()        {}
func (*VaArg) expr()           {}
func (*OffsetOf) expr()        {}
func (*TypesCompatible) expr() {}
func (*Quantifier) expr()      {}
func (*Range) expr()           {}
func (*InitList) expr()        {}

// Start returns the place of the first token of an expression.
func Start(x Expr) Pos {
	for {
		switch y := x.(type) {
		case *Postfix:
			x = y.X
		case *Binary:
			x = y.X
		case *Assign:
			x = y.X
		case *Cond:
			x = y.X
		case *Call:
			x = y.Fun
		case *Index:
			x = y.X
		case *Member:
			x = y.X
		default:
			return x.Pos()
		}
	}
}

// Words is a set of keywords among declaration specifiers. A word of which the number counts has a bit for each
// time that it may come: see LongLong.
type Words uint32

const (
	Void Words = 1 << iota
	CharWord
	Short
	IntWord
	Long
	LongLong // a second long
	FloatWord
	Double
	Signed
	Unsigned
	Bool
	Complex
	Imaginary
	Int128
	Float16
	Float32
	Float64
	Float128
	Float32x
	Float64x
	BitInt    // with Specs.Width
	AutoType  // GNU's __auto_type
	Decimal32 // the decimal formats of TS 18661-2, which are read and not understood
	Decimal64
	Decimal128
)

// Storage is a set of storage classes and function specifiers.
type Storage uint16

const (
	Typedef Storage = 1 << iota
	Extern
	Static
	Auto
	Register
	ThreadLocal
	Inline
	Noreturn
	Constexpr
)

// Quals is a set of type qualifiers.
type Quals uint8

const (
	Const Quals = 1 << iota
	Volatile
	Restrict
	Atomic
)

// Specs are declaration specifiers: what comes before the declarators. Exactly one of Words, Tag, Typedef, TypeOf
// and AtomicOf says what the type is; where none does, it is int by the rule of C89.
type Specs struct {
	Start   Pos
	Storage Storage
	Quals   Quals
	Align   []Align
	Attrs   []Attr

	Words    Words
	Width    Expr // of _BitInt(Width)
	Tag      *Tag
	Typedef  *Ident
	TypeOf   *TypeOf
	AtomicOf *TypeName // _Atomic(…)

	cut bool // a ';' is missing after them
}

// Align is _Alignas(X) or _Alignas(Type).
type Align struct {
	At   Pos
	X    Expr
	Type *TypeName
}

// TypeOf is typeof(X) or typeof(Type).
type TypeOf struct {
	At     Pos
	Unqual bool // C23's typeof_unqual
	X      Expr
	Type   *TypeName
}

// Attr is one attribute of __attribute__((…)) or [[…]]. The underscores around a name are left out.
type Attr struct {
	At    Pos
	Space string // gnu in [[gnu::packed]]
	Name  string
	Args  []Expr    // where they are expressions; a name such as that of a mode is an Ident
	Type  *TypeName // where the only argument is a type
}

// TagKind tells struct, union and enum apart.
type TagKind uint8

const (
	Struct TagKind = iota
	Union
	Enum
)

// Tag is struct, union or enum with its name, and with its members or enumerators where it defines them.
type Tag struct {
	At          Pos
	Kind        TagKind
	Name        *Ident // nil: none
	Attrs       []Attr
	Defined     bool
	Members     []*MemberDecl
	Enumerators []Enumerator
	Underlying  *TypeName // C23's enum E : Underlying
}

// MemberDecl is one declaration of members, or a static assertion between them.
type MemberDecl struct {
	Specs       *Specs
	Declarators []*Declarator // none: an anonymous structure or union
	Assert      *StaticAssert
}

// Enumerator is Name = Value; Value is nil where there is none.
type Enumerator struct {
	Name  Ident
	Attrs []Attr
	Value Expr
}

// Declarator is a name with what makes a type around it. Parts are in the order in which the type is read: in
// *a[3] first the array, then the pointer. Name is nil in abstract declarators and unnamed bit-fields.
type Declarator struct {
	Start Pos
	Name  *Ident
	Parts []Part
	Width Expr // of a bit-field
	Asm   *String
	Attrs []Attr

	Clauses []Clause // of a function
}

// Part is one step of a declarator.
type Part interface{ part() }

type (
	// Pointer is *.
	Pointer struct {
		At    Pos
		Quals Quals
		Attrs []Attr
	}

	// Array is [Len]. Len is nil for []; Star is set for [*].
	Array struct {
		Lbrack Pos
		Quals  Quals
		Static bool
		Star   bool
		Len    Expr
	}

	// Func is (Params). Names are the names of an old-style definition, which has no Params.
	Func struct {
		Lparen   Pos
		Params   []*Param
		Variadic bool
		Names    []Ident
		Empty    bool // (): says nothing of the parameters
	}
)

func (*Pointer) part() {}
func (*Array) part()   {}
func (*Func) part()    {}

// Param is a parameter.
type Param struct {
	Specs *Specs
	Decl  *Declarator // never nil
}

// TypeName is a type as it is written in casts and the like.
type TypeName struct {
	Specs *Specs
	Decl  *Declarator // without a name
}

// Decl is a declaration, at file scope or in a block.
type Decl interface {
	Pos() Pos
	decl()
}

type (
	// BadDecl stands for tokens that are no declaration.
	BadDecl struct{ At Pos }

	// Declaration declares what its declarators name.
	Declaration struct {
		Specs *Specs
		List  []*InitDecl
	}

	// FuncDef is the definition of a function; a nested one is in a block.
	FuncDef struct {
		Specs *Specs
		Decl  *Declarator
		Old   []*Declaration // between an old-style declarator and the body
		Body  *Block
	}

	// StaticAssert is _Static_assert(X, Message); Message may be nil.
	StaticAssert struct {
		At      Pos
		X       Expr
		Message *String
	}

	// FileAsm is asm("…") at file scope.
	FileAsm struct {
		At   Pos
		Text *String
	}

	// Pragma is a pragma, kept as its tokens' text, at file scope, between members or in a block.
	Pragma struct {
		At   Pos
		Text string
	}

	// Annotation is a contract comment, /*@ … */ or //@ …, as its tokens, with macros expanded.
	// Read tells that contracts are read, and Clauses are those of it.
	Annotation struct {
		At      Pos
		Text    string
		Clauses []Clause
		Read    bool
	}
)

// InitDecl is a declarator with its initializer, which is nil where there is none.
type InitDecl struct {
	Decl *Declarator
	Init Expr
}

func (d *BadDecl) Pos() Pos      { return d.At }
func (d *Declaration) Pos() Pos  { return d.Specs.Start }
func (d *FuncDef) Pos() Pos      { return d.Specs.Start }
func (d *StaticAssert) Pos() Pos { return d.At }
func (d *FileAsm) Pos() Pos      { return d.At }
func (d *Pragma) Pos() Pos       { return d.At }
func (d *Annotation) Pos() Pos   { return d.At }

func (*BadDecl) decl()      {}
func (*Declaration) decl()  {}
func (*FuncDef) decl()      {}
func (*StaticAssert) decl() {}
func (*FileAsm) decl()      {}
func (*Pragma) decl()       {}
func (*Annotation) decl()   {}

// Unit is what one file and its headers declare.
type Unit struct {
	Decls  []Decl
	Ends   []int // of each declaration: how many tokens of the source come before its end, see Config.Token
	Strays []Pos // of contract comments where neither a declaration nor a statement may begin
}
