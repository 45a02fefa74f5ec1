package craig

import (
	"context"
	"errors"
	"slices"
	"time"

	"craig/engine/lazy"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/program/interp"
	"craig/program/ir"
)

// prove certifies that the goals left cannot be reached.
func (c *coverage) prove(v *verifier, out *lazy.Coverage) {
	for _, l := range out.Left {
		c.p.Locs[l].Error = "goal"
	}
	err := certify.Summaries(c.ctx, c.p, out.Summaries, v.newSolver, v.opts.Workers)
	var r *certify.Rejection
	switch {
	case err == nil:
		for _, l := range out.Left {
			if i, ok := c.goal[l]; ok {
				c.suite.Goals[i].Status = Unreachable
			}
		}
	case c.ctx.Err() != nil || errors.As(err, &r) && r.Undecided:
		c.suite.Reason, c.suite.Detail = "uncertified", "the solver could not check the proof: "+err.Error()
	default:
		c.suite.Reason, c.suite.Detail = "uncertified", "the proof did not pass the certifier, which is a bug in craig"
		c.suite.Bug = &Bug{Engine: "lazy", Claim: verdict.True, Err: err}
	}
}

// within is ctx with the n-th part of the time that is left, if it is limited.
func within(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(n))
}

// others has the other engines look at the goals that are open, as errors of the program with its
// calls inlined: at all together, then at one after the other. What they prove is certified; an
// execution that they find becomes a test if the interpreter reaches the goal with its inputs.
func (c *coverage) others(v *verifier, opts CoverOptions, files []string) {
	open := map[int]bool{}
	for i, g := range c.suite.Goals {
		if g.Status == Open {
			open[i] = true
		}
	}
	if len(open) == 0 || c.limit != 0 || c.ctx.Err() != nil {
		return
	}
	copied := &coverage{suite: &Suite{}, goal: map[ir.Loc]int{}}
	p, err := load(c.ctx, opts.C, files, inlined, v.begin, func(p *ir.Program) {
		copied.instrument(p, opts.Goals)
		for i, g := range copied.suite.Goals {
			if open[i] {
				p.Locs[g.loc].Error = "goal"
			}
		}
	})
	if err != nil { // too large; the goals stay open
		return
	}
	of := func(l ir.Loc) int { return copied.goal[p.Locs[l].Origin] } // the goal of an error
	proved := 0
	for n := 2; len(open) > 0 && c.ctx.Err() == nil; {
		r := c.attempt(v, p, n)
		switch {
		case r.Verdict == verdict.True:
			proved += len(open)
			for i := range open {
				c.suite.Goals[i].Status = Unreachable
			}
			clear(open)
		case r.Verdict == verdict.False && !isLimit(r.Trace.Property):
			i := of(r.Trace.Error)
			c.run(c.inputsOf(p, r.Trace), beyondTrace+len(r.Trace.Path))
			for k := range open {
				if k == i || c.suite.Goals[k].Status == Covered {
					delete(open, k)
				}
			}
			for _, l := range p.ErrorLocs() {
				if !isLimit(p.Locs[l].Error) && !open[of(l)] {
					p.Locs[l].Error = ""
				}
			}
		default:
			proved += c.oneByOne(v, p, open, of)
			clear(open)
		}
	}
	c.suite.Stats = append(c.suite.Stats, verdict.Stat{Name: "others", Value: float64(proved), Doc: "goals that other engines proved unreachable"})
}

// oneByOne is others for each open goal alone. It counts the proofs.
func (c *coverage) oneByOne(v *verifier, p *ir.Program, open map[int]bool, of func(ir.Loc) int) (proved int) {
	errs := slices.DeleteFunc(slices.Clone(p.ErrorLocs()), func(l ir.Loc) bool { return isLimit(p.Locs[l].Error) })
	left := len(open)
	for i := range c.suite.Goals {
		if !open[i] || c.suite.Goals[i].Status != Open {
			continue
		}
		for _, l := range errs {
			p.Locs[l].Error = ""
			if of(l) == i {
				p.Locs[l].Error = "goal"
			}
		}
		r := c.attempt(v, p, left)
		left--
		switch {
		case r.Verdict == verdict.True:
			c.suite.Goals[i].Status = Unreachable
			proved++
		case r.Verdict == verdict.False && !isLimit(r.Trace.Property):
			c.run(c.inputsOf(p, r.Trace), beyondTrace+len(r.Trace.Path))
		}
	}
	return proved
}

// attempt verifies p in the n-th part of the time that is left.
func (c *coverage) attempt(v *verifier, p *ir.Program, n int) *Result {
	ctx, stop := within(c.ctx, n)
	defer stop()
	w := newVerifier(v.opts)
	w.opts.Engine = nil
	w.res.Program = p
	w.attempt(ctx, nil, p, true)
	if w.res.Bug != nil {
		c.suite.Bug = w.res.Bug
	}
	return w.res
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
func (c *coverage) reason(v *verifier) {
	s := c.suite
	switch {
	case s.Bug != nil && s.Reason != "":
	case c.limit != 0 && s.Count(Open) > 0:
		s.Reason, s.Detail = "unsupported", c.p.Locs[c.limit].Pos.String()+": a construct that craig does not support can be reached"
	case s.Count(Open) == 0 && s.Bug == nil:
		s.Reason, s.Detail = "", ""
	case c.ctx.Err() != nil:
		r := v.unknownBy(c.ctx)
		s.Reason, s.Detail = r.Reason, r.Detail
	case s.Reason == "":
		s.Reason, s.Detail = "approximation", "the interpreter does not confirm an execution to it"
	}
}

// minimised is a part of the tests that reaches all goals which all of them reach, chosen as greedy
// algorithms cover sets: what reaches most of the rest comes first, so that it is larger than the
// smallest one by a factor of at most ln goals + 1. What the choice has made superfluous goes.
func minimised(tests []Test, goals int) (chosen []Test) {
	times := make([]int, goals) // in the chosen ones
	for {
		best, most := -1, 0
		for i, t := range tests {
			n := 0
			for _, g := range t.Goals {
				if times[g] == 0 {
					n++
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		for _, g := range tests[best].Goals {
			times[g]++
		}
		chosen = append(chosen, tests[best])
	}
	return slices.DeleteFunc(chosen, func(t Test) bool {
		if slices.ContainsFunc(t.Goals, func(g int) bool { return times[g] == 1 }) {
			return false
		}
		for _, g := range t.Goals {
			times[g]--
		}
		return true
	})
}
