package ir

// opRow is what the text form, the checker and C have of an operation. What it means on values is in mode.go and package interp, as a term in
// package sem, in intervals in bounds.go and abstract/domain/interval.
type opRow struct {
	text string // in the text form
	args int
	form opForm
	c    string // the operator in C, or the function of math.h
	prec int    // of the operator in C: higher binds tighter
}

// opForm is how the text form writes an operation.
type opForm uint8

const (
	ownForm   opForm = iota // as no other
	prefix                  // before its operand
	infix                   // between its operands
	question                // a word with operands in parentheses, of type Logical
	typedWord               // a word with its type, likewise
)

// The precedence of C's operators that are not in ops.
const (
	unaryPrec = 13
	itePrec   = 2
)

var ops = [...]opRow{
	OpConst: {}, OpVar: {}, OpAddr: {}, OpLoad: {"load", 1, typedWord, "", 0}, OpNeg: {"-", 1, prefix, "-", unaryPrec},
	OpCompl: {"~", 1, prefix, "~", unaryPrec}, OpAdd: {"+", 2, infix, "+", 11}, OpSub: {"-", 2, infix, "-", 11}, OpMul: {"*", 2, infix, "*", 12},
	OpDiv: {"/", 2, infix, "/", 12}, OpRem: {"%", 2, infix, "%", 12}, OpShl: {"<<", 2, infix, "<<", 10}, OpShr: {">>", 2, infix, ">>", 10},
	OpAnd: {"&", 2, infix, "&", 7}, OpOr: {"|", 2, infix, "|", 5}, OpXor: {"^", 2, infix, "^", 6}, OpPtrAdd: {"+p", 2, infix, "+", 11},
	OpPtrDiff: {"diff", 2, typedWord, "-", 11}, OpCast: {"cast", 1, typedWord, "", 0}, OpOfBool: {"num", 1, typedWord, "", 0},
	OpEq: {"==", 2, infix, "==", 8}, OpNe: {"!=", 2, infix, "!=", 8}, OpLt: {"<", 2, infix, "<", 9}, OpLe: {"<=", 2, infix, "<=", 9},
	OpGt: {">", 2, infix, ">", 9}, OpGe: {">=", 2, infix, ">=", 9}, OpNot: {"!", 1, prefix, "!", unaryPrec}, OpLAnd: {"&&", 2, infix, "&&", 4},
	OpLOr: {"||", 2, infix, "||", 3}, OpIte: {args: 3}, OpInRange: {"inrange", 1, question, "", 0}, OpInObject: {"inobject", 2, question, "", 0},
	OpInDevice: {"indevice", 2, question, "", 0}, OpKnown: {"known", 1, question, "", 0}, OpWritable: {"writable", 1, question, "", 0},
	OpNoneDangling: {"forgotten", 1, question, "", 0}, OpCounted: {"counted", 0, question, "", 0}, OpAllFreed: {"allfreed", 0, question, "", 0},
	OpTracked: {"tracked", 1, question, "", 0}, OpTraceable: {"traceable", 1, question, "", 0}, OpDefined: {"defined", 3, question, "", 0},
	OpFreeable: {"freeable", 1, question, "", 0}, OpAmong: {"among", 3, question, "", 0}, OpOverlap: {"overlap", 4, question, "", 0},
	OpStart: {"start", 2, typedWord, "", 0}, OpExtent: {"extent", 2, typedWord, "", 0}, OpFAdd: {"fadd", 2, typedWord, "+", 11},
	OpFSub: {"fsub", 2, typedWord, "-", 11}, OpFMul: {"fmul", 2, typedWord, "*", 12}, OpFDiv: {"fdiv", 2, typedWord, "/", 12},
	OpFMod: {"fmod", 2, typedWord, "fmod", 0}, OpFRem: {"frem", 2, typedWord, "remainder", 0}, OpFFma: {"ffma", 3, typedWord, "fma", 0},
	OpFSqrt: {"fsqrt", 1, typedWord, "sqrt", 0}, OpFRint: {"frint", 1, typedWord, "rint", 0}, OpFRound: {"fround", 1, typedWord, "round", 0},
	OpFFloor: {"ffloor", 1, typedWord, "floor", 0}, OpFCeil: {"fceil", 1, typedWord, "ceil", 0}, OpFTrunc: {"ftrunc", 1, typedWord, "trunc", 0},
	OpFNeg: {"fneg", 1, typedWord, "-", unaryPrec}, OpFAbs: {"fabs", 1, typedWord, "fabs", 0}, OpFConvert: {"fconvert", 1, typedWord, "", 0},
	OpFOfInt: {"fofint", 1, typedWord, "", 0}, OpFToInt: {"ftoint", 1, typedWord, "", 0}, OpFEq: {"feq", 2, question, "==", 8},
	OpFLt: {"flt", 2, question, "<", 9}, OpFLe: {"fle", 2, question, "<=", 9},
}

// row is what is known of op; ok is false if it is no operation.
func (op Op) row() (r opRow, ok bool) {
	if op == OpInvalid || int(op) >= len(ops) {
		return opRow{}, false
	}
	return ops[op], true
}

// Args is how many arguments op has; ok is false if it is no operation.
func (op Op) Args() (n int, ok bool) {
	r, ok := op.row()
	return r.args, ok
}

// Infix is the operation that texts have between its operands, written so; OpInvalid if none is.
func Infix(text string) Op { return spelled(text, infix) }

// Word is the operation that texts have as this word before its operands; OpInvalid if none is. typed says that its type follows.
func Word(text string) (op Op, typed bool) {
	op = spelled(text, question, typedWord)
	return op, ops[op].form == typedWord
}

// spelled is the operation that is written so in one of the forms; OpInvalid if none is.
func spelled(text string, forms ...opForm) Op {
	for op, r := range ops {
		for _, f := range forms {
			if r.form == f && r.text == text {
				return Op(op)
			}
		}
	}
	return OpInvalid
}
