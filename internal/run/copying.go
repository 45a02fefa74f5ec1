package run

import (
	"context"

	"craig/internal/abstract/ranking"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Limits of the search for inputs that are computed from the state.
const (
	copiesTried   = 60
	copiesNumbers = 4 // values of the other inputs
	copiesShown   = 2 // of which it is tried to show that the execution has no end
)

// copying looks for an execution of p without an end in which one input of a cycle is each time what a variable is then, or one more or less.
func (v *verifier) copying(ctx context.Context, p *ir.Program, guesses *inputGuesses) (answer, bool) {
	tried, shown := 0, 0
	for _, c := range ranking.Components(p, nil) {
		for _, e := range p.Edges {
			if e == nil || !c.Inside(e.From) || counterexample.ChosenForever(e) == nil {
				continue
			}
			for _, x := range copied(p, c, e) {
				for i := range min(copiesNumbers, len(guesses.numbers)) {
					if tried++; tried > copiesTried || shown == copiesShown || ctx.Err() != nil {
						return answer{}, false
					}
					t := follow(ctx, p, map[ir.EdgeID]verdict.Copy{e.ID: x}, func(*ir.Edge) num.Int { return guesses.numbers[i] })
					if t == nil {
						continue
					}
					shown++
					if a, ok := v.unending(ctx, p, t, true, true); ok {
						return a, true
					}
				}
			}
		}
	}
	return answer{}, false
}

// copied are the copies that the input of an edge may be: of variables of its type that decide something in a component.
func copied(p *ir.Program, c *ranking.Component, e *ir.Edge) (list []verdict.Copy) {
	decides := map[*ir.Var]bool{}
	for _, o := range p.Edges {
		if o != nil && c.Inside(o.From) && o.Branch > 0 {
			ir.EachRead(o.Stmt, func(v *ir.Var) { decides[v] = true })
		}
	}
	p.AllVars(func(v *ir.Var) {
		if decides[v] && v != counterexample.Chosen(e).Var {
			for _, add := range []int{0, 1, -1} {
				if x := (verdict.Copy{Var: v.Name, Add: add}); counterexample.Copied(p, e, x) != nil {
					list = append(list, x)
				}
			}
		}
	})
	return list
}

// follow is the beginning of an execution that goes on for long with these inputs; nil if it does not.
func follow(ctx context.Context, p *ir.Program, copies map[ir.EdgeID]verdict.Copy, values func(*ir.Edge) num.Int) *verdict.Trace {
	in := interp.Inputs{Scalar: func(e *ir.Edge, n int) num.Int { return values(e) }}
	out := runCopying(ctx, p, copies, in, foreverSteps)
	if out.End != interp.StepLimit {
		return nil
	}
	t := stem(p, out, values)
	if t == nil || runCopying(ctx, p, copies, in, foreverLonger).End != interp.StepLimit {
		return nil
	}
	t.Forever.Copies = copies
	for id := range copies {
		delete(t.Forever.Inputs, id)
	}
	return t
}

// runCopying executes p where some inputs are copies. What these were is among the inputs of the outcome.
func runCopying(ctx context.Context, p *ir.Program, copies map[ir.EdgeID]verdict.Copy, in interp.Inputs, steps int) interp.Outcome {
	if len(copies) == 0 {
		return interp.Run(ctx, p, in, interp.Options{MaxSteps: steps})
	}
	q := p.Clone()
	q.Plain = nil
	for id, c := range copies {
		q.Edges[id].Stmt = counterexample.Copied(p, p.Edges[id], c)
	}
	were := map[ir.EdgeID][]num.Int{}
	out := interp.Run(ctx, q, in, interp.Options{MaxSteps: steps, Step: func(s interp.Step) {
		if _, copied := copies[s.Edge.ID]; copied {
			were[s.Edge.ID] = append(were[s.Edge.ID], s.Value)
		}
	}})
	if out.Input == nil {
		out.Input = map[int]num.Int{}
	}
	for i, id := range out.Path {
		if len(were[id]) > 0 {
			out.Input[i], were[id] = were[id][0], were[id][1:]
		}
	}
	return out
}
