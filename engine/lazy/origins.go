package lazy

import (
	"slices"

	"craig/program/ir"
)

// Origins follows an execution for pointers of unknown origin that one statement makes in several
// activations of its function. docs/semantics.md gives an object to each place of the program with
// its calls inlined; where calls are not inlined there is one object for all activations, so that
// what such an execution does may be an artefact.
type Origins struct {
	prog  *ir.Program
	calls []ir.EdgeID // those that are active
	made  map[ir.EdgeID][]ir.EdgeID
}

// NewOrigins begins an execution of p.
func NewOrigins(p *ir.Program) *Origins {
	return &Origins{prog: p, made: map[ir.EdgeID][]ir.EdgeID{}}
}

// Step is told of the next edge. It reports whether that makes a pointer for which there is only
// the object of another activation.
func (o *Origins) Step(id ir.EdgeID) (shared bool) {
	e := o.prog.Edge(id)
	switch s := e.Stmt.(type) {
	case *ir.Call:
		o.calls = append(o.calls, id)
		return false
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Pointer && s.Source != ir.FromApproximation {
			calls, again := o.made[id]
			shared = again && !slices.Equal(calls, o.calls)
			o.made[id] = slices.Clone(o.calls)
		}
	}
	if n := len(o.calls); n > 0 && e.To == o.prog.Loc(e.To).Func.Exit {
		o.calls = o.calls[:n-1]
	}
	return shared
}
