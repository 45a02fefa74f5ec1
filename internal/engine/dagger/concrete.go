package dagger

import (
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// concretise executes the way from the entry that e describes; nil if it cannot be executed, or if
// the solver does not know.
func (r *interpretation) concretise(e *errorState) *verdict.Trace {
	var path []*ir.Edge
	for ; e.next != nil; e = e.next {
		path = append(path, e.edge.path...)
	}
	solver := r.task.NewSolver(r.st)
	r.task.Program.AllVars(func(v *ir.Var) {
		if v.Type.Kind != ir.Memory {
			solver.Assert(r.sem.Range(v.Type, r.sem.Var(v)))
		}
	})
	state := r.sem.NewState()
	inputs := map[int]term.Term{}
	for i, step := range path {
		solver.Assert(state.Exec(step.Stmt))
		if h, ok := step.Stmt.(*ir.Havoc); ok {
			inputs[i] = state.Get(h.Var)
		}
	}
	ans := solver.Check(r.ctx)
	if ans.Status != smt.Sat {
		return nil
	}
	last := path[len(path)-1].To
	t := &verdict.Trace{Error: last, Goal: r.task.Program.Loc(last).Goal}
	for i, step := range path {
		t.Path = append(t.Path, step.ID)
		if in, ok := inputs[i]; ok {
			t.Set(i, ans.Model.Eval(in))
		}
	}
	return t
}
