package core

// Statement is a statement of C in a file that was named, or a declaration there that gives a variable its value when it is executed. What a macro
// expands to is one statement, and so are all at one place. Those in expressions are none.
type Statement struct {
	At       Pos
	Funcs    []*Func // in which it is; several where a header is included several times
	Role     Role
	Of       Pos  // of the if, the loop or the switch that gives it its role
	Constant bool // the condition there is a constant
	Depth    int  // of the statements around it
	Calls    *Var // the function that it calls and does nothing else; nil if it is none such
	Empty    bool // break; or return without a value
}

// Role says what a statement is to the one around it.
type Role uint8

const (
	Follows      Role = iota // it is the next one
	OfThen                   // what an if does
	OfElse                   // what it does otherwise
	OfBody                   // of a loop
	AfterCase                // it has a case label
	AfterDefault             // it has the label default
	AfterLabel               // it has a label of another kind
)
