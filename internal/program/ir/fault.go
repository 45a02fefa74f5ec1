package ir

// Fault is what goes wrong where an execution goes on behind an Assume: an operation, with its operands. For people: nothing depends on it, and
// passes may drop it. Not part of the text form.
type Fault struct {
	Kind     FaultKind
	Op       Op      // of a FaultResult
	Type     Type    // that the result, or the converted value, is not of
	Operands []*Expr // of the operation; of the others the value that is wrong
	Limit    int64   // of FaultShift the bits of the number, of FaultIndex the elements
	Name     string  // of FaultUnset the variable
}

// FaultKind says what goes wrong.
type FaultKind uint8

const (
	FaultResult     FaultKind = iota // the mathematical result does not fit the type
	FaultConversion                  // the other type does not have the value
	FaultShift                       // the distance of a shift is negative, or not less than Limit
	FaultShifted                     // the number that is shifted is negative
	FaultIndex                       // the index is not below Limit, or negative
	FaultUnset                       // the variable Name has no value
)

// ResultFault is the fault of an operation whose result does not fit.
func ResultFault(op *Expr) *Fault {
	return &Fault{Kind: FaultResult, Op: op.Op, Type: op.Type, Operands: op.Args}
}

// ValueFault is the fault of a value.
func ValueFault(kind FaultKind, x *Expr, limit int64) *Fault {
	return &Fault{Kind: kind, Operands: []*Expr{x}, Limit: limit}
}

// Map is f with what by makes of the operands; nil if f is nil, or by gives nil of one.
func (f *Fault) Map(by func(*Expr) *Expr) *Fault {
	if f == nil {
		return nil
	}
	g, changed := *f, false
	g.Operands = make([]*Expr, len(f.Operands))
	for i, x := range f.Operands {
		if g.Operands[i] = by(x); g.Operands[i] == nil {
			return nil
		}
		changed = changed || g.Operands[i] != x
	}
	if !changed {
		return f
	}
	return &g
}
