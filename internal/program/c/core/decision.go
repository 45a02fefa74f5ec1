package core

// A Decision is a Boolean expression in a file that was named: what if, while, do, for and ?: ask, and each largest expression of &&, ||
// and ! with && or ||. Its conditions are what these operators combine. One that is a constant is none.
//
// At the end of an evaluation come its marks, each a Remark with a number of Program.Statements: they say what happened in it.
type Decision struct {
	At         Pos
	Func       *Func
	Text       string // as it is written
	Conditions []Condition
	Root       *Operator
	Words      []Word
	Marks      []Mark // what was asked for
}

// Word is a mark in front of an assignment of what tells the values of conditions, from First up to before End: 0 for one that was not evaluated, 1 for
// false and 2 for true, in two bits, the first one in the lowest bits.
type Word struct{ First, End, Statement int }

// Condition is an operand of a decision that is none of its operators.
type Condition struct {
	At   Pos
	Text string
}

// Operator is how a decision is made of its conditions: X && Y, or X || Y where Or is set, or, where X is nil, the condition with this
// index; negated where Not is set.
type Operator struct {
	Or, Not   bool
	X, Y      *Operator
	Condition int
}

// Mark is a place that an evaluation of a decision comes to if the condition with the index had the value, or, if that is -1, if the
// decision had it.
type Mark struct {
	Condition int
	Value     bool
	Statement int // its number, as in Remark
}

// Decisions says which marks decisions have.
type Decisions uint8

const (
	NoDecisions Decisions = iota
	Outcomes              // that a decision was true, and that it was false
	Values                // that a condition was true, and that it was false
	Effects               // the same, where the outcome was due to the value of the condition, since nothing evaluated after it has masked it
)
