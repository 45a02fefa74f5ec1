package certify

import (
	"context"
	"fmt"

	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/program/interp"
	"craig/program/ir"
)

// NotReplayed is the error of Unsafe: the inputs of the trace do not lead to an error location.
type NotReplayed struct {
	At     ir.Loc // where the execution was when it ended, or could not be followed any more
	Reason string
	// Source is the edge of an unknown value that stands for something that C defines
	// (ir.FromApproximation) and that the execution depends on; 0 if there is none.
	Source ir.EdgeID
	Open   bool // Source is a choice that C leaves open

	prog *ir.Program
}

func (n *NotReplayed) Error() string {
	r := Rejection{prog: n.prog}
	return fmt.Sprintf("the execution is not confirmed: %s at %s", n.Reason, r.place(n.At))
}

// Unsafe runs p with the inputs of a trace, which may be of a program that a pass has made from
// p: an input belongs to the same occurrence of the same Havoc; a Havoc that the trace does not
// have gives 0. If the execution reaches an error location, and no branch on the way depends on
// a value that is only an approximation of what C says, Unsafe returns its trace in p; otherwise
// a *NotReplayed.
//
// What C leaves open (ir.FromOpen) must not decide either: with other choices the execution has to
// reach an error location too. Then it is the C compiler's and the C library's freedom no longer.
func Unsafe(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	tr, err := follow(ctx, p, Inputs(t))
	if err != nil {
		return nil, err
	}
	open := openChoice(p, tr)
	if open == 0 {
		return tr, nil
	}
	for _, choice := range openChoices {
		in := Inputs(tr)
		scalar := in.Scalar
		in.Scalar = func(e *ir.Edge, n int) num.Int {
			if e.Stmt.(*ir.Havoc).Source == ir.FromOpen {
				return num.I(choice)
			}
			return scalar(e, n)
		}
		if _, err := follow(ctx, p, in); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			return nil, &NotReplayed{At: p.Edges[open].From, Source: open, Open: true, prog: p,
				Reason: "whether it reaches the error depends on what C leaves open"}
		}
	}
	return tr, nil
}

// openChoices are what an execution is tried with: whatever stands for a truth value or a sign is
// then 1, 255, 256 (no char), 1024 and 2^30, or the negative of these.
var openChoices = []int64{0, 254, 255, 1023, 1<<30 - 1}

// openChoice is the first edge of the execution that chooses what C leaves open; 0 if there is none.
func openChoice(p *ir.Program, t *verdict.Trace) ir.EdgeID {
	for _, id := range t.Path {
		if h, ok := p.Edges[id].Stmt.(*ir.Havoc); ok && h.Source == ir.FromOpen {
			return id
		}
	}
	return 0
}

// follow runs p with the inputs.
func follow(ctx context.Context, p *ir.Program, in interp.Inputs) (*verdict.Trace, error) {
	taint := taint{source: map[*ir.Var]ir.EdgeID{}}
	out := interp.Run(ctx, p, in, interp.Options{Step: func(s interp.Step) { taint.step(s.Edge) }})
	no := &NotReplayed{At: out.At, prog: p}
	switch {
	case taint.depends != 0:
		e := p.Edges[taint.depends]
		no.At, no.Source = e.From, taint.from
		no.Reason = "the branch depends on an approximated value"
	case out.End == interp.Reached && stray(p, out) != 0:
		no.Source = stray(p, out)
		no.Reason = "a pointer of unknown origin has the address of a known object"
	case out.End == interp.Reached:
		return &verdict.Trace{Path: out.Path, Input: out.Input, Memory: out.Memory, Error: out.At, Property: p.Locs[out.At].Error}, nil
	case out.End == interp.Undefined:
		no.Reason = out.Reason
	case out.End == interp.Exited:
		no.Reason = "the program ends"
	case out.End == interp.Blocked || out.End == interp.OutOfRange:
		no.Reason = "an assumption does not hold"
	default:
		no.Reason = out.End.String()
	}
	return nil, no
}

// stray is an edge of the execution where an unknown pointer gets an address among those of the
// objects of the program, although p was made on the assumption that none does; 0 if there is none.
func stray(p *ir.Program, out interp.Outcome) ir.EdgeID {
	if !p.FreshPointers {
		return 0
	}
	for at, id := range out.Path {
		h, ok := p.Edges[id].Stmt.(*ir.Havoc)
		if !ok || h.Var.Type.Kind != ir.Pointer {
			continue
		}
		if v := out.Input[at]; !v.IsZero() && amongObjects(p, v) {
			return id
		}
	}
	return 0
}

// amongObjects says that v is an address from the first to the last object that the program has,
// and not in the room of an unknown one.
func amongObjects(p *ir.Program, v num.Int) bool {
	var first, end num.Int
	for _, o := range p.Objects {
		switch {
		case o.Addr.IsZero():
		case o.Kind != ir.UnknownObject:
			if first.IsZero() || o.Addr.Less(first) {
				first = o.Addr
			}
			if last := o.Addr.Add(num.I(max(o.Size, 1))); end.Less(last) {
				end = last
			}
		case v.Sub(o.Addr).Abs().Cmp(num.I(ir.UnknownRoom)) <= 0:
			return false
		}
	}
	return !v.Less(first) && v.Less(end)
}

// Inputs are the unknown values of a trace for the interpreter, by occurrence of their edge.
func Inputs(t *verdict.Trace) interp.Inputs {
	at := map[ir.EdgeID][]int{} // the indices in t.Path
	for i, e := range t.Path {
		at[e] = append(at[e], i)
	}
	index := func(e *ir.Edge, n int) int {
		switch {
		case e == nil:
			return -1
		case n < len(at[e.ID]):
			return at[e.ID][n]
		}
		return len(t.Path) // none
	}
	return interp.Inputs{
		Scalar: func(e *ir.Edge, n int) num.Int { return t.Input[index(e, n)] },
		Cell: func(e *ir.Edge, n int, addr num.Int, _ ir.Type) num.Int {
			return t.Memory[index(e, n)][addr.String()]
		},
	}
}

// taint follows approximated values through an execution: by variable, a region as a whole.
type taint struct {
	source  map[*ir.Var]ir.EdgeID // tainted variable → the Havoc that its value comes from
	depends ir.EdgeID             // the first branch that depends on a tainted value
	from    ir.EdgeID             // the Havoc it depends on
}

// step is told of every edge taken.
func (t *taint) step(e *ir.Edge) {
	if h, ok := e.Stmt.(*ir.Havoc); ok {
		if h.Source == ir.FromApproximation {
			t.source[h.Var] = e.ID
		} else {
			delete(t.source, h.Var)
		}
		return
	}
	if len(t.source) == 0 {
		return
	}
	var from ir.EdgeID
	ir.EachRead(e.Stmt, func(v *ir.Var) {
		if s := t.source[v]; s != 0 && from == 0 {
			from = s
		}
	})
	switch s := e.Stmt.(type) {
	case *ir.Assume:
		if from != 0 && t.depends == 0 {
			t.depends, t.from = e.ID, from
		}
	case *ir.Assign:
		if from != 0 {
			t.source[s.Var] = from
		} else {
			delete(t.source, s.Var)
		}
	case *ir.Store:
		if from != 0 {
			t.source[s.Region] = from
		}
	}
}
