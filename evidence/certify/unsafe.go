package certify

import (
	"context"
	"fmt"

	"craig/evidence/verdict"
	"craig/program/ir"
)

// NotReplayed is the error of Unsafe: the inputs of the trace do not lead to an error location.
type NotReplayed struct {
	At     ir.Loc // where the execution was when it ended, or could not be followed any more
	Reason string
	// Source is the edge of an unknown value that stands for something that C defines
	// (ir.FromApproximation) and that the execution depends on; 0 if there is none.
	Source ir.EdgeID

	prog *ir.Program
}

func (n *NotReplayed) Error() string {
	r := Rejection{prog: n.prog}
	return fmt.Sprintf("the execution is not confirmed: %s at %s", n.Reason, r.place(n.At))
}

// Unsafe runs p with the inputs of a trace, which may be of a program that a pass has made from
// p: an input belongs to the same occurrence of the same Havoc; a Havoc that the trace does not
// have gives 0. If the execution reaches an error location Unsafe returns its trace in p,
// otherwise a *NotReplayed.
func Unsafe(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	return nil, &NotReplayed{At: p.Main.Entry, Reason: "there is no interpreter yet", prog: p}
}
