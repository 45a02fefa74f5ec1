package run

import (
	"context"
	"fmt"

	"craig/internal/engine"
	"craig/internal/evidence/certexec"
	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/prepare/reduce"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/num"
)

// Limits of prefixes: how long they are, so that it is worth while to execute them, and so that it costs
// little, in edges.
const (
	leastPrefix = 1_000
	mostPrefix  = 10_000_000
)

// prefix is where the executions of a program stop being all the same, and the program begun there.
type prefix struct {
	out  certexec.Outcome
	from *ir.Program
}

// newPrefix executes p; ok is false if its executions part soon, or never.
func newPrefix(ctx context.Context, p *ir.Program) (x *prefix, ok bool) {
	out := certexec.Run(ctx, p, certexec.Options{MaxSteps: mostPrefix, State: true})
	if out.End != certexec.Open || out.Steps < leastPrefix {
		return nil, false
	}
	if u := out.Used; u.Steps >= leastPrefix { // where less is lost
		if early := certexec.Run(ctx, p, certexec.Options{MaxSteps: mostPrefix, State: true, At: u.At, Visits: u.Visits}); early.End == certexec.Arrived {
			out = early
		}
	}
	from, ok := out.State.From(p, out.At)
	return &prefix{out, from}, ok
}

// lanes are those of the plan for what comes after the prefix, as lanes for the whole program.
func (x *prefix) lanes(ctx context.Context, v *verifier) []portfolio.Lane {
	small, lift, err := reduce.Program(ctx, x.from)
	if err != nil {
		return nil
	}
	task := v.task(small, loops{prog: small, times: map[ir.Loc]int{}})
	task.Event = nil
	plan, assume := portfolio.Plan(ctx, small, v.newSolver)
	task.Assume = assume
	for i, l := range plan {
		plan[i].Share = portfolio.PrefixShare * max(1, l.Share)
		for k, e := range l.Engines {
			plan[i].Engines[k] = x.after(e, task, lift)
		}
	}
	return plan
}

// prefixName is the beginning of the name of an engine that looks at what comes after a prefix.
const prefixName = "execution, then "

// after is e for what comes after the prefix, with answers for the whole program.
func (x *prefix) after(e *engine.Engine, task *engine.Task, lift pass.Lift) *engine.Engine {
	return &engine.Engine{
		Name: prefixName + e.Name,
		Doc:  "Executes the program until an input decides; from there on: " + e.Doc,
		Run: func(ctx context.Context, _ *engine.Task) (*verdict.Result, error) {
			res, err := e.Run(ctx, task)
			if err != nil {
				return nil, err
			}
			switch res.Verdict {
			case verdict.True:
				proof := res.Proof
				if sums, ok := proof.(verdict.Summaries); ok {
					proof = says.Invariants(sums)
				}
				inv, ok := proof.(verdict.Invariants)
				if _, unrolled := proof.(verdict.Unrolled); unrolled { // the whole program is unrolled as well
					return res, nil
				}
				if !ok {
					return nil, fmt.Errorf("a proof %T of a program without calls", proof)
				}
				res.Proof = x.proof(lift, inv)
			case verdict.False:
				res.Trace = x.trace(res.Trace)
			}
			return res, nil
		},
	}
}

func (x *prefix) proof(lift pass.Lift, inv verdict.Invariants) verdict.Prefix {
	inv = lifted(lift, inv)
	proof := verdict.Prefix{Loc: x.out.At, Visits: x.out.Visits, Steps: x.out.Steps, Invariants: verdict.Invariants{}}
	for l, f := range inv {
		if l < x.from.Main.Entry {
			proof.Invariants[l] = f
		}
	}
	return proof
}

// trace is a long trace with the inputs of the prefix and those of t.
func (x *prefix) trace(t *verdict.Trace) *verdict.Trace {
	long := &verdict.Trace{Steps: x.out.Steps + t.Len(), Error: t.Error, Goal: t.Goal}
	give := func(id ir.EdgeID, v num.Int, scalar bool, cells map[string]num.Int) {
		i := len(long.Path)
		long.Path = append(long.Path, id)
		if scalar {
			long.SetInput(i, v)
		}
		for a, c := range cells {
			if addr, ok := num.ParseInt(a); ok {
				long.SetCell(i, addr, c)
			}
		}
	}
	first, values, cells := x.out.State.Inputs(x.from, t.Path, t.Input, t.Memory)
	for i, id := range first {
		v, ok := values[i]
		give(id, v, ok, cells[i])
	}
	for i, id := range t.Path {
		e := x.from.Edges[id]
		if _, ok := e.Stmt.(*ir.Havoc); ok && e.From < x.from.Main.Entry {
			v, ok := t.Input[i]
			give(id, v, ok, t.Memory[i])
		}
	}
	return long
}
