package cover

import (
	"context"
	"errors"
	"slices"

	"craig/internal/engine/lazy"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/logic/refuted"
	"craig/internal/program/calls"
	"craig/internal/program/graph"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// prove certifies that the goals left cannot be reached.
func (c *coverage) prove(out *lazy.Coverage) {
	for _, l := range out.Left {
		c.p.Locs[l].Goal = ir.Violates("goal")
	}
	var unchecked refuted.Tally
	newSolver := c.newSolver
	if c.opts.NewSolver == nil {
		newSolver = func(st *term.Store) smt.Solver {
			return solvers.Counting(solvers.Believed(&unchecked)(st), &c.opts.Progress.Queries)
		}
	}
	if c.p.Doubt != nil {
		c.suite.Reason, c.suite.Detail = verdict.Uncertified, "what the program's pointers point to could not be checked, which is a bug in craig: "+c.p.Doubt.Error()
		return
	}
	err := certify.Summaries(c.ctx, c.p, out.Summaries, newSolver, c.opts.Workers)
	var r *certify.Rejection
	switch {
	case err == nil:
		c.suite.unlimited = true
		c.suite.Unchecked = c.suite.Unchecked.And(unchecked.Unchecked())
		left := map[ir.Loc]bool{}
		for _, l := range out.Left {
			left[l] = true
		}
		for i := range c.suite.Goals {
			g := &c.suite.Goals[i]
			if len(g.locs) > 0 && !slices.ContainsFunc(g.locs, func(l ir.Loc) bool { return !left[l] }) {
				g.Status, g.Proof = Unreachable, "summaries of the procedures, found by lazy annotation"
			}
		}
	case c.ctx.Err() != nil || errors.As(err, &r) && r.Undecided:
		c.suite.Reason, c.suite.Detail = verdict.Uncertified, "the solver could not check the proof: "+err.Error()
	default:
		c.suite.Reason, c.suite.Detail = verdict.Uncertified, "the proof did not pass the certifier, which is a bug in craig"
		c.suite.Bug = &run.Bug{Engine: "lazy", Claim: verdict.True, Err: err}
	}
}

// others has the other engines look at the goals that are open, as errors of the program with its
// calls inlined: at all together, then at one after the other. What they prove is certified; an
// execution that they find becomes a test if the interpreter reaches the goal with its inputs.
func (c *coverage) others() {
	var open []int
	for i, g := range c.suite.Goals {
		if g.Status == Open && len(g.locs) > 0 {
			open = append(open, i)
		}
	}
	if len(open) == 0 || c.limit != 0 {
		return
	}
	proved := 0
	// attempt looks at goals in the n-th part of the time that is left; false if it has not become
	// known whether one of them can be reached, or which.
	attempt := func(goals []int, n int) (reached int, ok bool) {
		ctx, stop := limit.Part(c.ctx, n)
		defer stop()
		r, goal := c.attempt(ctx, goals)
		switch {
		case r == nil || r.Verdict == verdict.Unknown || r.Verdict == verdict.False && goal == nil:
			return 0, false
		case r.Verdict == verdict.False:
			c.run(c.inputsOf(r.Program, r.Trace), r.Trace.Len()+beyondTrace)
			return goal(r.Trace.Error), true
		}
		for _, i := range goals {
			c.suite.Goals[i].Status = Unreachable
			c.suite.Goals[i].Proof = "a proof of engine " + r.Engine
			proved++
		}
		return -1, true
	}
	isDone := func(i int) bool { return c.suite.Goals[i].Status != Open }
	for len(open) > 0 && c.ctx.Err() == nil && c.suite.Bug == nil {
		reached, ok := attempt(open, 2)
		if !ok {
			break
		}
		open = slices.DeleteFunc(open, func(i int) bool { return i == reached || isDone(i) })
	}
	for k, i := range open {
		if c.ctx.Err() == nil && c.suite.Bug == nil && !isDone(i) {
			attempt([]int{i}, len(open)-k)
		}
	}
	c.suite.Stats = append(c.suite.Stats, verdict.Stat{Name: "others", Value: float64(proved), Doc: "goals that other engines proved unreachable"})
}

// attempt verifies the program with its calls inlined, in which executions end at the goals, as
// errors. goal tells which one an error location is; it is nil at a limit. There is no result if
// the program cannot be inlined.
func (c *coverage) attempt(ctx context.Context, goals []int) (r *run.Result, goal func(ir.Loc) int) {
	copied := &coverage{suite: &Suite{}, goal: map[ir.Loc]int{}, words: map[ir.EdgeID]word{}, opts: c.opts}
	p, err := c.source.Edited(func(p *ir.Program) {
		copied.instrument(p, c.opts.Goals)
		for _, i := range goals {
			for _, l := range copied.suite.Goals[i].locs {
				info := p.Locs[l]
				info.Goal = ir.Violates("goal")
				for _, id := range slices.Clone(info.Out) {
					p.RemoveEdge(id)
				}
			}
		}
	}).Inlined(ctx)
	if err != nil {
		return nil, nil
	}
	r = run.Attempt(ctx, p, run.Options{NewSolver: c.opts.NewSolver, Workers: c.opts.Workers, Progress: c.opts.Progress})
	if r.Bug != nil {
		c.suite.Bug = r.Bug
		c.suite.Reason, c.suite.Detail = r.Reason, r.Detail
	}
	c.suite.Unchecked = c.suite.Unchecked.And(r.Unchecked)
	if r.Verdict == verdict.False && r.Trace.Goal.IsLimit() {
		return r, nil
	}
	return r, func(l ir.Loc) int { return copied.goal[p.Locs[l].Origin] }
}

// inputsOf are the inputs of an execution of p, the program with its calls inlined, for the one
// with its calls: the values of the same places of the source, in the same order.
func (c *coverage) inputsOf(p *ir.Program, t *verdict.Trace) interp.Inputs {
	type place struct {
		pos    ir.Pos
		source ir.Source
		name   string
	}
	of := func(e *ir.Edge) place {
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok {
			return place{}
		}
		if h.Name == "" {
			return place{e.Pos, h.Source, h.Var.Name}
		}
		return place{e.Pos, h.Source, h.Name}
	}
	values := map[place][]num.Int{}
	cells := map[place][]map[string]num.Int{}
	for i, id := range t.Path {
		e := p.Edges[id]
		if _, ok := e.Stmt.(*ir.Havoc); ok {
			at := of(e)
			values[at] = append(values[at], t.Input[i])
			cells[at] = append(cells[at], t.Memory[i])
		}
	}
	taken := map[place]int{}
	return interp.Inputs{
		Scalar: func(e *ir.Edge, _ int) num.Int {
			at := of(e)
			i := taken[at]
			if taken[at]++; i < len(values[at]) {
				return values[at][i]
			}
			return num.I(0)
		},
		Cell: func(e *ir.Edge, n int, addr num.Int, _ ir.Type) num.Int {
			if e == nil {
				return t.Memory[-1][addr.String()]
			}
			if m := cells[of(e)]; n < len(m) {
				return m[n][addr.String()]
			}
			return num.I(0)
		},
	}
}

// reason says why goals are open, if any are.
func (c *coverage) reason() {
	s := c.suite
	switch {
	case s.Bug != nil && s.Reason != "":
	case c.limit != 0 && s.Count(Open) > 0:
		s.Reason, s.Detail = verdict.Unsupported, c.p.Locs[c.limit].Pos.String()+": a construct that craig does not support can be reached"
	case s.Count(Open) == 0 && s.Bug == nil:
		s.Reason, s.Detail = "", ""
		if pos, ok := c.cut(); ok {
			s.Reason, s.Detail = verdict.Unsupported, pos.String()+": what comes after a construct that craig does not support has no goals"
		}
	case c.ctx.Err() != nil:
		s.Reason, s.Detail = c.ended()
	case s.Reason == "":
		s.Reason, s.Detail = verdict.Approximation, "the interpreter does not confirm an execution to it"
	}
}

// cut is a place of the files from where on the program has no goals, since craig does not follow what is there,
// unless it is proved that no execution comes there.
func (c *coverage) cut() (ir.Pos, bool) {
	if s := c.suite; s.unlimited || c.opts.Goals == Errors || c.opts.Goals == Statements {
		return ir.Pos{}, false // DeadCode looks at the limits itself
	}
	for _, f := range calls.Of(c.p).Funcs {
		part := graph.PartOf(c.p, f)
		for v, reached := range graph.Reachable(part.N, part.Succ, part.Vertex(f.Entry)) {
			if !reached {
				continue
			}
			if info := c.p.Locs[part.Loc(v)]; info.Goal.IsLimit() {
				return info.Pos, true
			}
		}
	}
	return ir.Pos{}, false
}
