package lazy

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
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

// size is how large an object of unknown size may be.
const size = 1 << 16

// Step is told of the next edge, and of the value that it gives if it is a Havoc. near says that
// this makes a pointer to where one of another activation may point as well, equal that the two
// are the same; null points nowhere.
func (o *Origins) Step(id ir.EdgeID, value num.Int) (near, equal bool) {
	e := o.prog.Edge(id)
	switch s := e.Stmt.(type) {
	case *ir.Call:
		o.calls = append(o.calls, id)
		return false, false
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Pointer && s.Source != ir.FromApproximation && s.Source != ir.FromGhost {
			known := false
			for _, m := range o.made[id] {
				if slices.Equal(m.calls, o.calls) {
					known = known || m.value.Eq(value)
					continue
				}
				if value.IsZero() || m.value.IsZero() {
					continue
				}
				near = near || m.value.Sub(value).Abs().Less(num.I(size))
				equal = equal || m.value.Eq(value)
			}
			if !known {
				o.made[id] = append(o.made[id], origin{slices.Clone(o.calls), value})
			}
		}
	}
	if n := len(o.calls); n > 0 && e.To == o.prog.Loc(e.To).Func.Exit {
		o.calls = o.calls[:n-1]
	}
	return near, equal
}
