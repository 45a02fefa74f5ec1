package run

import (
	"context"
	"slices"

	"craig/internal/prepare"
	"craig/internal/program/ir"
)

// Ends decides whether an execution of prog comes to an end: returns, or exits, and violates no property of the program's options on the way.
// False has such an execution; its Program has the ends as goals. True is a proof that there is none: each execution violates a property,
// goes on for ever, or stops at one of the assumptions of the result. Certified as answers of Verify are; errors are as there.
func Ends(ctx context.Context, prog *prepare.Program, opts Options) (*Result, error) {
	return endsOf(ctx, prog, opts, func(*ir.Program) {})
}

// After says which executions EndsAfter is about.
type After struct {
	Edge  ir.EdgeID // of the inlined program, that they take
	Heads bool      // that they come to the head of a loop of the program then is an end too; models of the library have none without an end
}

// EndsAfter is Ends about some executions. The errors that the program leaves out are ends.
func EndsAfter(ctx context.Context, prog *prepare.Program, of After, opts Options) (*Result, error) {
	return endsOf(ctx, prog, opts, func(q *ir.Program) { of.edit(q) })
}

// endsOf is Ends of a program whose goals are its ends, changed by edit.
func endsOf(ctx context.Context, prog *prepare.Program, opts Options, edit func(*ir.Program)) (*Result, error) {
	v := newVerifier(prog, opts)
	ctx, cancel := v.budget.Watch(ctx)
	defer cancel()
	p, err := prog.Inlined(ctx)
	if err != nil {
		a, err := v.unprepared(ctx, err)
		if err != nil {
			return nil, err
		}
		return v.result(a), nil
	}
	ends, _, _ := ending(p)
	q := goals(p, ends).Clone()
	for l, info := range p.Locs { // what craig does not follow may end
		if info != nil && info.Goal.IsLimit() {
			q.Locs[l].Goal = info.Goal
		}
	}
	edit(q)
	a := v.attempts(ctx, nil, form{q, false})
	v.clock.end()
	return v.result(a), nil
}

// edit has the violations of q count in executions that have taken the edge.
func (of After) edit(q *ir.Program) {
	taken := q.NewGlobal("$taken", "", ir.Int(8, false), ir.Pos{})
	set := func(v int64) ir.Stmt { return &ir.Assign{Var: taken, Expr: ir.ConstInt(taken.Type, v)} }
	for _, info := range slices.Clone(q.Locs) {
		if info == nil || info.Goal.Kind != ir.Violation && info.Why != ir.LeftOut && !(of.Heads && info.Loop && !info.Pos.InModel()) {
			continue
		}
		to := q.NewLoc(info.Func, info.Pos)
		q.Locs[to].Goal, q.Locs[to].Instance = ir.Violates("end"), info.Instance
		info.Goal = ir.Goal{}
		q.NewEdge(info.ID, to, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.VarExpr(taken), ir.ConstInt(taken.Type, 1))}, info.Pos)
		if info.Func.Exit == info.ID {
			info.Func.Exit = to
		}
	}
	e := q.Edges[of.Edge]
	middle := q.NewLoc(q.Locs[e.From].Func, e.Pos)
	q.Locs[e.To].In = slices.DeleteFunc(q.Locs[e.To].In, func(id ir.EdgeID) bool { return id == of.Edge })
	q.Locs[middle].Instance, q.Locs[middle].In = q.Locs[e.From].Instance, []ir.EdgeID{of.Edge}
	to := e.To
	e.To = middle
	q.NewEdge(middle, to, set(1), e.Pos)
	entry := q.NewLoc(q.Main, q.Main.Pos)
	q.NewEdge(entry, q.Main.Entry, set(0), q.Main.Pos)
	q.Main.Entry = entry
}
