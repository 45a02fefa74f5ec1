package ir

// Plain is a program as it was before package alias split its memory, with what that package says of its checks: what
// package checkcoverage looks at.
type Plain struct {
	Program *Program
	Asked   []string         // the properties that are asked for
	Left    map[Loc]bool     // goals that are left out on purpose
	Claims  map[EdgeID]Claim // by the edge of the plain program: that of a check that goes on, or of a Free
}

// Claim is what package alias says of the pointer that a check or a Free is about.
type Claim struct {
	Addr    *Expr     // the address in the split program
	Targets []*Object // what the points-to analysis lets the pointer point to
	Owners  []Owner   // those that the condition speaks of
}

// Declared is a declaration of an object, or a compound literal, whose Name is "". Several in one macro have one position.
type Declared struct {
	Pos  Pos
	Name string
}

// Span is the part of a file from the first to the last token of a block.
type Span struct{ From, To Pos }

// Holds says that pos is in the span, or in another file.
func (e Span) Holds(pos Pos) bool {
	return pos.File != e.From.File || !pos.Before(e.From) && !e.To.Before(pos)
}

// Before says that p comes before q, which is in the same file.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}
