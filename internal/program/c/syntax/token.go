package syntax

// kind is what a token is to the grammar: a class of tokens, a punctuator, or a keyword.
type kind uint8

const (
	eof kind = iota
	name
	number
	char
	text // a string literal
	pragma
	annotation
	other // a character that begins no token of C
	implies
	iff
	between

	// Punctuators. Those from mulAssign on to orAssign are assignments, in the order of the operators.
	lparen
	rparen
	lbrack
	rbrack
	lbrace
	rbrace
	semicolon
	comma
	colon
	question
	dot
	arrow
	ellipsis
	inc
	dec
	tilde
	not
	star
	slash
	percent
	plus
	minus
	shl
	shr
	less
	greater
	lessEq
	greaterEq
	equal
	notEqual
	and
	xor
	or
	andAnd
	orOr
	assign
	mulAssign
	divAssign
	remAssign
	addAssign
	subAssign
	shlAssign
	shrAssign
	andAssign
	xorAssign
	orAssign

	// Keywords of statements and expressions.
	kwBreak
	kwCase
	kwContinue
	kwDefault
	kwDo
	kwElse
	kwFor
	kwGoto
	kwIf
	kwReturn
	kwSwitch
	kwWhile
	kwAsm
	kwLabel
	kwSizeof
	kwAlignof
	kwGeneric
	kwReal
	kwImag
	kwVaArg
	kwOffsetof
	kwTypesCompatible
	kwTrue
	kwFalse
	kwNullptr

	// Keywords with which a declaration may begin.
	kwExtension
	kwStaticAssert
	kwAttribute
	kwAlignas
	kwAtomic
	kwTypeof
	kwTypeofUnqual
	kwStruct
	kwUnion
	kwEnum
	kwBitInt
	kwStorage // with the bit of Storage in the keyword's row
	kwQual    // with that of Quals
	kwWord    // with that of Words
)

// Op is an operator of C.
type Op uint8

const (
	None Op = iota
	Mul
	Div
	Rem
	Add
	Sub
	Shl
	Shr
	And
	Xor
	Or
	Lt
	Gt
	Le
	Ge
	Eq
	Ne
	LAnd
	LOr
	Comma
	Implies // CBMC's

	Addr
	Deref
	Plus
	Neg
	Compl
	Not
	Inc
	Dec
	LabelAddr
	Real
	Imag
	Extension
)

var opText = [...]string{
	None: "", Mul: "*", Div: "/", Rem: "%", Add: "+", Sub: "-", Shl: "<<", Shr: ">>", And: "&", Xor: "^", Or: "|",
	Lt: "<", Gt: ">", Le: "<=", Ge: ">=", Eq: "==", Ne: "!=", LAnd: "&&", LOr: "||", Comma: ",", Implies: "==>",
	Addr: "&", Deref: "*", Plus: "+", Neg: "-", Compl: "~", Not: "!", Inc: "++", Dec: "--",
	LabelAddr: "&&", Real: "__real__", Imag: "__imag__", Extension: "__extension__",
}

// String is the operator as it is spelled in C.
func (o Op) String() string { return opText[o] }

// binary has the operator and the precedence of each punctuator between two operands; precedence 0 is none.
var binary = [256]struct {
	op   Op
	prec uint8
}{
	star: {Mul, 10}, slash: {Div, 10}, percent: {Rem, 10},
	plus: {Add, 9}, minus: {Sub, 9},
	shl: {Shl, 8}, shr: {Shr, 8},
	less: {Lt, 7}, greater: {Gt, 7}, lessEq: {Le, 7}, greaterEq: {Ge, 7},
	equal: {Eq, 6}, notEqual: {Ne, 6},
	and: {And, 5}, xor: {Xor, 4}, or: {Or, 3}, andAnd: {LAnd, 2}, orOr: {LOr, 1},
}

// prefix has the operator of each punctuator and keyword before an operand that is a cast expression.
var prefix = [256]Op{
	and: Addr, star: Deref, plus: Plus, minus: Neg, tilde: Compl, not: Not,
	kwReal: Real, kwImag: Imag, kwExtension: Extension,
}

// assignOps has the operator of each compound assignment.
var assignOps = [256]Op{
	mulAssign: Mul, divAssign: Div, remAssign: Rem, addAssign: Add, subAssign: Sub,
	shlAssign: Shl, shrAssign: Shr, andAssign: And, xorAssign: Xor, orAssign: Or,
}

var punctuators = map[string]kind{
	"(": lparen, ")": rparen, "[": lbrack, "]": rbrack, "{": lbrace, "}": rbrace,
	"<:": lbrack, ":>": rbrack, "<%": lbrace, "%>": rbrace,
	";": semicolon, ",": comma, ":": colon, "?": question, ".": dot, "->": arrow, "...": ellipsis,
	"++": inc, "--": dec, "~": tilde, "!": not, "*": star, "/": slash, "%": percent, "+": plus, "-": minus,
	"<<": shl, ">>": shr, "<": less, ">": greater, "<=": lessEq, ">=": greaterEq, "==": equal, "!=": notEqual,
	"&": and, "^": xor, "|": or, "&&": andAnd, "||": orOr, "=": assign,
	"==>": implies, "<==>": iff, "..": between,
	"*=": mulAssign, "/=": divAssign, "%=": remAssign, "+=": addAssign, "-=": subAssign,
	"<<=": shlAssign, ">>=": shrAssign, "&=": andAssign, "^=": xorAssign, "|=": orAssign,
}

// keyword is a reserved word, with the specifier that it is.
type keyword struct {
	kind kind
	bit  uint32
}

// keywords are the words that C11 and GNU C reserve.
var keywords = map[string]keyword{
	"break": {kind: kwBreak}, "case": {kind: kwCase}, "continue": {kind: kwContinue}, "default": {kind: kwDefault},
	"do": {kind: kwDo}, "else": {kind: kwElse}, "for": {kind: kwFor}, "goto": {kind: kwGoto}, "if": {kind: kwIf},
	"return": {kind: kwReturn}, "switch": {kind: kwSwitch}, "while": {kind: kwWhile},
	"asm": {kind: kwAsm}, "__asm": {kind: kwAsm}, "__asm__": {kind: kwAsm}, "__label__": {kind: kwLabel},
	"sizeof": {kind: kwSizeof}, "_Alignof": {kind: kwAlignof}, "__alignof": {kind: kwAlignof}, "__alignof__": {kind: kwAlignof},
	"_Generic": {kind: kwGeneric},
	"__real":   {kind: kwReal}, "__real__": {kind: kwReal}, "__imag": {kind: kwImag}, "__imag__": {kind: kwImag},
	"__builtin_va_arg": {kind: kwVaArg}, "__builtin_offsetof": {kind: kwOffsetof},
	"__builtin_types_compatible_p": {kind: kwTypesCompatible},

	"__extension__": {kind: kwExtension}, "_Static_assert": {kind: kwStaticAssert},
	"__attribute": {kind: kwAttribute}, "__attribute__": {kind: kwAttribute}, "_Alignas": {kind: kwAlignas},
	"_Atomic": {kind: kwAtomic}, "typeof": {kind: kwTypeof}, "__typeof": {kind: kwTypeof}, "__typeof__": {kind: kwTypeof},
	"struct": {kind: kwStruct}, "union": {kind: kwUnion}, "enum": {kind: kwEnum}, "_BitInt": {kind: kwBitInt},

	"typedef": {kwStorage, uint32(Typedef)}, "extern": {kwStorage, uint32(Extern)}, "static": {kwStorage, uint32(Static)},
	"auto": {kwStorage, uint32(Auto)}, "register": {kwStorage, uint32(Register)},
	"_Thread_local": {kwStorage, uint32(ThreadLocal)}, "__thread": {kwStorage, uint32(ThreadLocal)},
	"inline": {kwStorage, uint32(Inline)}, "__inline": {kwStorage, uint32(Inline)}, "__inline__": {kwStorage, uint32(Inline)},
	"_Noreturn": {kwStorage, uint32(Noreturn)},

	"const": {kwQual, uint32(Const)}, "__const": {kwQual, uint32(Const)}, "__const__": {kwQual, uint32(Const)},
	"volatile": {kwQual, uint32(Volatile)}, "__volatile": {kwQual, uint32(Volatile)}, "__volatile__": {kwQual, uint32(Volatile)},
	"restrict": {kwQual, uint32(Restrict)}, "__restrict": {kwQual, uint32(Restrict)}, "__restrict__": {kwQual, uint32(Restrict)},

	"void": {kwWord, uint32(Void)}, "char": {kwWord, uint32(CharWord)}, "short": {kwWord, uint32(Short)},
	"int": {kwWord, uint32(IntWord)}, "long": {kwWord, uint32(Long)}, "float": {kwWord, uint32(FloatWord)},
	"double": {kwWord, uint32(Double)}, "_Bool": {kwWord, uint32(Bool)},
	"signed": {kwWord, uint32(Signed)}, "__signed": {kwWord, uint32(Signed)}, "__signed__": {kwWord, uint32(Signed)},
	"unsigned": {kwWord, uint32(Unsigned)},
	"_Complex": {kwWord, uint32(Complex)}, "__complex": {kwWord, uint32(Complex)}, "__complex__": {kwWord, uint32(Complex)},
	"_Imaginary": {kwWord, uint32(Imaginary)}, "__int128": {kwWord, uint32(Int128)},
	"_Float16": {kwWord, uint32(Float16)}, "_Float32": {kwWord, uint32(Float32)}, "_Float64": {kwWord, uint32(Float64)},
	"_Float128": {kwWord, uint32(Float128)}, "__float128": {kwWord, uint32(Float128)},
	"__float80": {kwWord, uint32(Long | Double)}, // which gcc has on x86 only
	"_Float32x": {kwWord, uint32(Float32x)}, "_Float64x": {kwWord, uint32(Float64x)},
	"__auto_type": {kwWord, uint32(AutoType)},
	"_Decimal32":  {kwWord, uint32(Decimal32)}, "_Decimal64": {kwWord, uint32(Decimal64)}, "_Decimal128": {kwWord, uint32(Decimal128)},
}

// Reserved tells whether C11 or GNU C reserves a word.
func Reserved(word string) bool { return keywords[word].kind != eof }

// keywords23 are the words that C23 reserves besides.
var keywords23 = map[string]keyword{
	"alignas": {kind: kwAlignas}, "alignof": {kind: kwAlignof}, "static_assert": {kind: kwStaticAssert},
	"typeof_unqual": {kind: kwTypeofUnqual}, "true": {kind: kwTrue}, "false": {kind: kwFalse}, "nullptr": {kind: kwNullptr},
	"bool": {kwWord, uint32(Bool)}, "thread_local": {kwStorage, uint32(ThreadLocal)}, "constexpr": {kwStorage, uint32(Constexpr)},
}
