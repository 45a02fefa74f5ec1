package counterexample

import (
	"context"

	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// first is the trace to the first error that the execution of tr comes to, whichever object its checks
// of memory are about. A choice of that object (ir.FromGhost) decides nothing but which errors are
// noticed: an execution that goes on to another error may have passed one that its choice did not
// look at.
func first(ctx context.Context, p *ir.Program, tr *verdict.Trace, open ir.EdgeID) (*verdict.Trace, ir.EdgeID) {
	ghosts := map[*ir.Var]bool{}
	for _, id := range tr.Path {
		if h, ok := p.Edges[id].Stmt.(*ir.Havoc); ok && h.Source == ir.FromGhost {
			ghosts[h.Var] = true
		}
	}
	if len(ghosts) == 0 {
		return tr, open
	}
	const most = 1 << 23 // steps altogether
	for i, v := range choices(ctx, p, tr, ghosts) {
		if (i+1)*len(tr.Path) > most {
			break
		}
		in := Inputs(tr)
		scalar := in.Scalar
		in.Scalar = func(e *ir.Edge, n int) num.Int {
			if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source == ir.FromGhost {
				return v
			}
			return scalar(e, n)
		}
		if other, o, err := follow(ctx, p, in, len(tr.Path)); err == nil && len(other.Path) < len(tr.Path) && !p.Locs[other.Error].Goal.IsLimit() {
			tr, open = other, o
		}
	}
	return tr, open
}

// choices are the addresses that the ghosts are compared with in the execution of tr: each once, in
// order.
func choices(ctx context.Context, p *ir.Program, tr *verdict.Trace, ghosts map[*ir.Var]bool) (list []num.Int) {
	places := map[*ir.Var]bool{} // variables that hold such addresses
	fixed := map[string]bool{}
	add := func(v num.Int) {
		if s := v.String(); !fixed[s] {
			fixed[s] = true
			list = append(list, v)
		}
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		a, ok := e.Stmt.(*ir.Assign)
		if !ok || a.Expr.Op != ir.OpIte {
			continue
		}
		ir.Walk(a.Expr.Args[0], func(c *ir.Expr) bool {
			if c.Op == ir.OpEq && c.Args[1].Op == ir.OpVar && ghosts[c.Args[1].Var] && c.Args[0].Op == ir.OpVar {
				places[c.Args[0].Var] = true
			}
			return true
		})
	}
	interp.Run(ctx, p, Inputs(tr), interp.Options{NoPath: true, Step: func(s interp.Step) {
		if a, ok := s.Edge.Stmt.(*ir.Assign); ok && places[a.Var] {
			add(s.Value)
		}
	}})
	return list
}
