package lazy

import (
	"slices"

	"craig/logic/num"
	"craig/program/ir"
)

// Origins follows an execution for pointers of unknown origin that one statement makes in several
// activations of its function. docs/semantics.md gives an object to each place of the program with
// its calls inlined; where calls are not inlined there is one object for all activations, so that
// what such an execution does may be an artefact.
type Origins struct {
	prog  *ir.Program
	calls []ir.EdgeID // those that are active
	made  map[ir.EdgeID][]origin
}

// origin is a pointer that a statement has made.
type origin struct {
	calls []ir.EdgeID
	value num.Int
}

// NewOrigins begins an execution of p.
func NewOrigins(p *ir.Program) *Origins {
	return &Origins{prog: p, made: map[ir.EdgeID][]origin{}}
}

// Step is told of the next edge, and of the value that it gives if it is a Havoc. again says that
// this makes a pointer that another activation has made already, equal that both are the same and
// not null.
func (o *Origins) Step(id ir.EdgeID, value num.Int) (again, equal bool) {
	e := o.prog.Edge(id)
	switch s := e.Stmt.(type) {
	case *ir.Call:
		o.calls = append(o.calls, id)
		return false, false
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Pointer && s.Source != ir.FromApproximation {
			known := false
			for _, m := range o.made[id] {
				if slices.Equal(m.calls, o.calls) {
					known = known || m.value.Eq(value)
					continue
				}
				again = true
				equal = equal || m.value.Eq(value) && !value.IsZero()
			}
			if !known {
				o.made[id] = append(o.made[id], origin{slices.Clone(o.calls), value})
			}
		}
	}
	if n := len(o.calls); n > 0 && e.To == o.prog.Loc(e.To).Func.Exit {
		o.calls = o.calls[:n-1]
	}
	return again, equal
}
