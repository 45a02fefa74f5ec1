package values

import (
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// perRound is how many spurious errors at one location a round takes along.
const perRound = 3

// atError looks at the path to an error.
func (w *walk) atError(l ir.Loc) {
	path := w.whole()
	states := []state{{}}
	for i, id := range path {
		next := w.post(states[i], w.prog.Edge(id))
		if w.isBottom(next) {
			switch {
			case w.track(path[:i+1], states) || !w.exact && w.divide(path[:i+1]):
				w.grown = true
				w.counts.refinements++
				w.event(engine.Event{Kind: engine.Refine, Loc: l})
			case !w.grown:
				w.giveUp(verdict.Incomplete, "an error at %s is excluded by values that are not tracked", w.prog.Loc(l).Pos)
				w.done = true
			}
			if w.refuted[l]++; w.refuted[l] >= perRound {
				w.done = true
			}
			return
		}
		states = append(states, next)
	}
	w.decide(path, l)
}

// whole is the path from the entry to where the walk is.
func (w *walk) whole() []ir.EdgeID {
	parts := [][]ir.EdgeID{w.path}
	for n := w.from; n != nil; n = n.from {
		parts = append(parts, n.path)
	}
	var path []ir.EdgeID
	for _, p := range slices.Backward(parts) {
		path = append(path, p...)
	}
	return path
}

// track adds to the precision the variables on which it depends that the last edge of the path cannot be taken, given the states
// before its edges. It reports whether that is more than before.
func (s *search) track(path []ir.EdgeID, states []state) (more bool) {
	last := len(path) - 1
	need := map[*ir.Var]bool{}
	ir.EachRead(s.prog.Edge(path[last]).Stmt, func(v *ir.Var) { s.want(need, states[last], v) })
	for i := last; i >= 0; i-- {
		e := s.prog.Edge(path[i])
		if i < last {
			s.before(need, states[i], states[i+1], e)
		}
		if s.join[e.From] || s.head[e.From] {
			for v := range need {
				excluded := len(states[i].of(v)) > 0
				more = more || !s.tracked[v] || excluded && !s.differ[v]
				s.tracked[v] = true
				s.differ[v] = s.differ[v] || excluded
			}
		}
	}
	return more
}

// want adds v to what is needed, if a state says something of it.
func (s *search) want(need map[*ir.Var]bool, x state, v *ir.Var) {
	if isTracked(v) && s.knows(x, v) {
		need[v] = true
	}
}

// before turns what is needed after an edge into what is needed before it.
func (s *search) before(need map[*ir.Var]bool, before, after state, e *ir.Edge) {
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if need[stmt.Var] {
			delete(need, stmt.Var)
			ir.EachVar(stmt.Expr, func(v *ir.Var) { s.want(need, before, v) })
		}
	case *ir.Havoc:
		delete(need, stmt.Var)
	case *ir.Assume:
		var others []*ir.Var
		alone := s.post(state{}, e) // what the condition says by itself
		ir.EachVar(stmt.Cond, func(v *ir.Var) {
			if !need[v] || s.same(before, after, v) {
				return
			}
			if s.same(alone, after, v) {
				delete(need, v)
				return
			}
			ir.EachVar(stmt.Cond, func(u *ir.Var) { others = append(others, u) })
		})
		for _, u := range others {
			s.want(need, before, u)
		}
	}
}

// decide asks a solver whether an execution takes the path, which the values of variables do not exclude.
func (w *walk) decide(path []ir.EdgeID, l ir.Loc) {
	st := term.NewStore()
	c := sem.New(st, w.prog)
	solver := w.task.NewSolver(st)
	if c, ok := solver.(interface{ Close() }); ok {
		defer c.Close()
	}
	state := c.NewState()
	w.prog.AllVars(func(v *ir.Var) {
		if v.Type.Kind != ir.Memory {
			solver.Assert(c.Range(v.Type, c.Var(v)))
		}
	})
	inputs := map[int]term.Term{}
	for i, id := range path {
		stmt := w.prog.Edge(id).Stmt
		solver.Assert(state.Exec(stmt))
		if h, ok := stmt.(*ir.Havoc); ok {
			inputs[i] = state.Get(h.Var)
		}
	}
	switch ans := solver.Check(w.ctx); ans.Status {
	case smt.Sat:
		t := &verdict.Trace{Error: l, Goal: w.prog.Loc(l).Goal, Path: path}
		for i, in := range inputs {
			t.Set(i, ans.Model.Eval(in))
		}
		w.trace = t
	case smt.Unsat:
		w.giveUp(verdict.Incomplete, "an error at %s is excluded by relations between variables, which explicit values do not show", w.prog.Loc(l).Pos)
		w.done, w.hopeless = true, true
	default:
		w.giveUp(verdict.Solver, "the solver gave up: %s", ans.Reason)
		w.done = true
	}
}
