package ir

// Statement is a statement of C, or a declaration with an initialiser. What a macro expands to is one statement, since all
// of it stands at one place of the text.
type Statement struct {
	Pos      Pos
	Func     string // the function that it stands in
	FuncPos  Pos
	Addr     bool // and takes its address
	Made     bool // it has an automaton
	Lowered  bool // and the statement is in that
	Role     Role
	Of       Pos  // of the if, the loop or the switch that gives it its role
	Constant bool // the condition there is a constant, so that the text says whether the statement is executed
	Depth    int  // of the statements around it
	Fails    bool // it only says that it is not to be reached, such as abort() and assert(0)
	Empty    bool // break; or return without a value: nothing is done
	// Edges are those before which the statement begins, all of them, if it is there several times. Without any, no path
	// of the automaton leads to it.
	Edges []EdgeID
}

// Role says what a statement is to the one around it.
type Role uint8

const (
	Follows  Role = iota // it is the next one
	Then                 // what an if does
	Else                 // what it does otherwise
	Body                 // of a loop
	Case                 // it has a case label
	Default              // it has the label default
	Labelled             // it has a label of another kind
)
