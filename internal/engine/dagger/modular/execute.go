package modular

import (
	"context"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// maxSteps bounds executions of programs with calls.
const maxSteps = 20_000

// inputs are values of Havocs, by occurrence; those that are not there are 0.
type inputs map[ir.EdgeID][]term.Term

// take adds the inputs of a trace of a procedure's program, in the place of those of its edges that
// were there.
func (in inputs) take(t *verdict.Trace, st *term.Store) {
	for _, id := range t.Path {
		delete(in, id)
	}
	for i, id := range t.Path {
		if v, ok := t.Input[i]; ok {
			in[id] = append(in[id], st.IntNum(v))
		}
	}
}

// frame is an active call.
type frame struct {
	call  *ir.Edge
	saved map[*ir.Var]term.Term // of the procedure that is called, as they were
}

// execute runs p with inputs, depth first where both sides of a branch are open; nil if that does not
// come to a goal.
func execute(ctx context.Context, p *ir.Program, goals map[ir.Loc]bool, in inputs) *verdict.Trace {
	st := term.NewStore()
	state := sem.New(st, p).NewState()
	zero := func(v *ir.Var) term.Term {
		if v.Type.Kind == ir.Memory {
			return st.ConstArray(sem.Sort(v.Type), st.Int(0))
		}
		return st.Int(0)
	}
	p.AllVars(func(v *ir.Var) { state.Set(v, zero(v)) })
	t := &verdict.Trace{}
	var stack []frame
	times := map[ir.EdgeID]int{}
	at := p.Main.Entry
	for range maxSteps {
		if ctx.Err() != nil {
			return nil
		}
		if goals[at] {
			t.Error, t.Goal = at, p.Loc(at).Goal
			return t
		}
		if fn := p.Loc(at).Func; at == fn.Exit && len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			var result term.Term
			if fn.Result != nil {
				result = state.Get(fn.Result)
			}
			fn.AllVars(func(v *ir.Var) { state.Set(v, top.saved[v]) })
			if r := top.call.Stmt.(*ir.Call).Result; r != nil {
				state.Set(r, result)
			}
			at = top.call.To
			continue
		}
		e := enabled(p, at, state)
		if e == nil {
			return nil
		}
		at = e.To
		t.Path = append(t.Path, e.ID)
		switch s := e.Stmt.(type) {
		case *ir.Call:
			args := make([]term.Term, len(s.Args))
			for i, a := range s.Args {
				args[i] = state.Expr(a, state.Get)
			}
			f := frame{e, map[*ir.Var]term.Term{}}
			s.Callee.AllVars(func(v *ir.Var) {
				f.saved[v] = state.Get(v)
				state.Set(v, zero(v))
			})
			for i, v := range s.Callee.Params {
				state.Set(v, args[i])
			}
			stack = append(stack, f)
			at = s.Callee.Entry
		case *ir.Havoc:
			v := zero(s.Var)
			if n := times[e.ID]; n < len(in[e.ID]) {
				v = st.Import(in[e.ID][n])
			}
			times[e.ID]++
			state.Set(s.Var, v)
			t.Set(len(t.Path)-1, v)
		default:
			state.Exec(s)
		}
	}
	return nil
}

// enabled is the first edge from l that can be taken; nil if there is none, or if it is not known.
func enabled(p *ir.Program, l ir.Loc, state *sem.State) *ir.Edge {
	for _, id := range p.Loc(l).Out {
		e := p.Edge(id)
		a, ok := e.Stmt.(*ir.Assume)
		if !ok {
			return e
		}
		switch c := state.Expr(a.Cond, state.Get); {
		case c.IsTrue():
			return e
		case !c.IsFalse():
			return nil
		}
	}
	return nil
}
