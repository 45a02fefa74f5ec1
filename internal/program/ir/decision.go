package ir

// Decision is a Boolean expression of the files: what if, while, do, for or ?: ask, or a largest expression of &&, || and ! with && or ||. It is
// part of a function that has an automaton.
type Decision struct {
	Pos        Pos
	Func       string
	Text       string // as it is written
	Conditions []Condition
	Root       *Operator
	Words      []ConditionWord
	Marks      []Mark
}

// ConditionWord is where, at the end of an evaluation, an assignment follows of what tells the values of the conditions from First up to before End: 0 for one
// that was not evaluated, 1 for false and 2 for true, in two bits, the first one in the lowest bits.
type ConditionWord struct {
	First, End int
	Edges      []EdgeID // before the assignment
}

// Condition is an operand of a decision that is none of its operators.
type Condition struct {
	Pos  Pos
	Text string
}

// Operator is X && Y, or X || Y where Or is set, or, where X is nil, the condition with this index; negated where Not is set.
type Operator struct {
	Or, Not   bool
	X, Y      *Operator
	Condition int
}

// Mark is where an evaluation comes to in which the condition with the index, or the decision if that is -1, had the value and did what was
// asked for.
type Mark struct {
	Condition int
	Value     bool
	Edges     []EdgeID // that begin there; none if no path of the automaton does
}

// Evaluation is the values of the conditions in one evaluation of a decision, by their indices: 0 for one that was not evaluated, 1 for false
// and 2 for true.
type Evaluation []byte

// Value is the value of an operator in an evaluation, likewise.
func (e Evaluation) Value(o *Operator) byte {
	v := byte(0)
	if o.X == nil {
		v = e[o.Condition]
	} else if v = e.Value(o.X); v != 0 && (v == 2) != o.Or {
		v = e.Value(o.Y)
	}
	if o.Not && v != 0 {
		v = 3 - v
	}
	return v
}
