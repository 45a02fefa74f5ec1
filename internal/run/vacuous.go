package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"craig/internal/evidence/certexec"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/unblock"
	"craig/logic/num"
)

// Limits of the search for executions of a program that has been proved.
const (
	vacuousRuns  = 8
	vacuousSteps = 20_000
	seekSteps    = 2_000_000 // of an execution
	seekAll      = 4_000_000 // of all
	seekTime     = 2 * time.Second
	vacuousTime  = 500 * time.Millisecond
	blockedTime  = 5 * time.Second // where all tried executions stop at assumptions
)

// says notes of a proof whether an execution ends that it speaks of: returns from the program, or exits. If none does, all stop at assumptions, such as
// that nothing overflows, or that no memory is accessed outside of objects, and the proof says nothing; or some come to a loop that
// nothing leads out of, or go on for longer than is tried. What is not known within vacuousTime, or blockedTime, is not noted.
func (v *verifier) says(ctx context.Context, a *answer) {
	p := a.form.prog
	if a.Verdict != verdict.True || ctx.Err() != nil {
		return
	}
	v.clock.begin("vacuity")
	ends, loops, returns := ending(p)
	of := "the program"
	if env := p.Environment; env != nil {
		of = env.Function
	}
	last := goals(p, ends)
	e, one := a.Proof.(verdict.Execution)
	one = one && e.Cases == 0
	tried, ended, long := stopped(ctx, last, one, returns)
	if ended {
		return
	}
	within := vacuousTime
	if !long {
		within = blockedTime
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	endless := remark(p, "no execution comes to an end of %s: TRUE is about executions that go on for ever, or stop at assumptions", of)
	switch {
	case !returns:
		endless = remark(p, "%s never returns: TRUE is about executions that go on for ever, or stop at assumptions", of)
	case v.reach(ctx, form{last, a.form.calls}, long) != verdict.True:
		return
	}
	if long || len(loops) > 0 && v.reach(ctx, form{goals(p, loops), a.form.calls}, long) != verdict.True {
		a.endless = &endless
		return
	}
	note := remark(p, "no execution comes to an end of %s: those that were tried stop at assumptions, one at %s; TRUE says nothing about it", of, tried)
	if required := goals(p, requiring(p)); len(required.ErrorLocs()) > 0 && v.reach(ctx, form{required, a.form.calls}, long) == verdict.True {
		note = remark(p, "no call meets what the contract of %s requires; TRUE says nothing about it", of)
	}
	a.vacuity = &note
}

// remark is a note about an answer, at the entry of p.
func remark(p *ir.Program, format string, args ...any) ir.Note {
	return ir.Note{Pos: p.Main.Pos, Kind: ir.Assumption, Count: 1, Text: fmt.Sprintf(format, args...)}
}

// reach decides whether goals of f can be reached; long says that an execution of f is.
func (v *verifier) reach(ctx context.Context, f form, long bool) verdict.Verdict {
	of := newVerifier(nil, Options{NewSolver: v.opts.NewSolver, NewInterpolator: v.opts.NewInterpolator, Workers: v.opts.Workers, Memory: v.opts.Memory})
	of.endless = long
	return of.attempts(ctx, nil, f).Verdict
}

// goals is p with these goals instead of its own.
func goals(p *ir.Program, is map[ir.Loc]bool) *ir.Program {
	q := *p
	q.Plain = nil // package checkcoverage would ask for the goals of p
	q.Locs, q.Edges = slices.Clone(p.Locs), slices.Clone(p.Edges)
	change := func(l ir.Loc) *ir.LocInfo {
		if q.Locs[l] == p.Locs[l] {
			other := *p.Locs[l]
			q.Locs[l] = &other
		}
		return q.Locs[l]
	}
	for i, info := range p.Locs {
		l := ir.Loc(i)
		switch {
		case info == nil:
		case is[l]:
			change(l).Goal = ir.Violates("end")
			for _, id := range info.Out {
				to := change(p.Edges[id].To)
				to.In = slices.DeleteFunc(slices.Clone(to.In), func(e ir.EdgeID) bool { return e == id })
				q.Edges[id] = nil
			}
			change(l).Out = nil
		case info.IsGoal():
			change(l).Goal = ir.Goal{}
		}
	}
	return &q
}

// ending are the locations of p where executions end that no assumption blocks, and the heads of loops from which no edges lead to such an
// end, or back to a caller. returns says that edges lead from the entry to an end.
func ending(p *ir.Program) (ends, loops map[ir.Loc]bool, returns bool) {
	type way struct {
		from ir.Loc
		end  bool // to an end; otherwise to the exit of the function
	}
	ends, loops = map[ir.Loc]bool{}, map[ir.Loc]bool{}
	leads := map[way]bool{}
	after := map[ir.Loc][]way{}      // where calls begin, and where the locations after them lead, by the entries of what they call
	callers := map[ir.Loc][]ir.Loc{} // where calls begin, by the same
	var queue []way
	lead := func(w way) {
		if !leads[w] {
			leads[w] = true
			queue = append(queue, w)
		}
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if s, is := e.Stmt.(*ir.Call); is {
			callers[s.Callee.Entry] = append(callers[s.Callee.Entry], e.From)
		}
	}
	for i, info := range p.Locs {
		l := ir.Loc(i)
		if info == nil || len(info.Out) > 0 || info.IsGoal() || info.Why == ir.LeftOut {
			continue
		}
		ends[l] = info.Func == p.Main || info.Func.Exit != l
		lead(way{l, ends[l]})
	}
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		if w.end {
			for _, from := range callers[w.from] {
				lead(way{from, true})
			}
		} else {
			for _, w := range after[w.from] {
				lead(w)
			}
		}
		for _, id := range p.Locs[w.from].In {
			e := p.Edges[id]
			before := way{e.From, w.end}
			switch s := e.Stmt.(type) {
			case *ir.Assume:
				if s.Cond.IsFalse() {
					continue
				}
			case *ir.Call:
				if to := s.Callee.Entry; !leads[way{to, false}] {
					after[to] = append(after[to], before)
					continue
				}
			}
			lead(before)
		}
	}
	for i, info := range p.Locs {
		l := ir.Loc(i)
		if info != nil && info.Loop && !leads[way{l, true}] && !leads[way{l, false}] {
			loops[l] = true
		}
	}
	return ends, loops, leads[way{p.Main.Entry, true}]
}

// requiring are the locations of p to which executions come that meet what the entry requires.
func requiring(p *ir.Program) map[ir.Loc]bool {
	is := map[ir.Loc]bool{}
	for l, info := range p.Locs {
		if info != nil && info.Why == ir.Required {
			is[ir.Loc(l)] = true
		}
	}
	return is
}

// stopped executes p, whose goals are its ends, with guessed inputs, and then, if an execution may return, with those that lead past assumptions. one says that p has
// one execution, and that this ends, as far as its assumptions hold. ended says that an execution comes to an end, or that it is not
// known; long that one goes on for longer than is tried; at is where the last one is blocked.
func stopped(ctx context.Context, p *ir.Program, one, returns bool) (at ir.Pos, ended, long bool) {
	blocked := false
	for seed := range uint64(vacuousRuns) {
		o := interp.Run(ctx, p, inputs(seed), interp.Options{MaxSteps: vacuousSteps, NoPath: true})
		switch o.End {
		case interp.Cancelled, interp.Exited, interp.Reached:
			return ir.Pos{}, true, long
		case interp.StepLimit:
			long = true
		case interp.Blocked, interp.OutOfRange:
			at, blocked = p.Locs[o.At].Pos, true
		}
	}
	if one {
		if !blocked { // on assumptions about what is unknown
			o := certexec.Run(ctx, p, certexec.Options{MaxSteps: certify.MaxSteps})
			return p.Locs[o.At].Pos, o.End == certexec.Exited || o.End == certexec.Reached, false
		}
		return at, false, false
	}
	if !returns {
		return at, false, long
	}
	ctx, cancel := context.WithTimeout(ctx, seekTime)
	defer cancel()
	switch o := unblock.Run(ctx, p, unblock.Limits{Steps: seekSteps, All: seekAll}); o.End {
	case interp.Exited, interp.Reached:
		return ir.Pos{}, true, long
	case interp.StepLimit, interp.Cancelled:
		long = true
	case interp.Blocked, interp.OutOfRange:
		at = p.Locs[o.At].Pos
	}
	return at, false, long
}

// inputs are zeros for the seed 0, and otherwise numbers that are mostly small.
func inputs(seed uint64) interp.Inputs {
	if seed == 0 {
		return interp.Inputs{}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	number := func() num.Int {
		if r.IntN(4) == 0 {
			return num.I(int64(r.Uint32()) - 1<<31)
		}
		return num.I(int64(r.IntN(12) - 3))
	}
	return interp.Inputs{
		Scalar:  func(*ir.Edge, int) num.Int { return number() },
		Initial: func(*ir.Var) num.Int { return number() },
		Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return number() },
		Choose:  func(_ ir.Loc, open []ir.EdgeID) int { return r.IntN(len(open)) },
	}
}
