package run

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/says"
	"craig/internal/evidence/trim"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/portfolio"
	"craig/internal/prepare/reduce"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// outcome is what an attempt led to.
type outcome uint8

const (
	decided     outcome = iota // a certified verdict, or an Unknown that settles the matter
	unconfirmed                // Unknown: the interpreter does not confirm the engine's trace
	atLimit                    // Unknown: a limit of craig is reachable
)

// answer is what an attempt has come to.
type answer struct {
	verdict.Result
	outcome outcome
	form    form     // that the evidence is of
	vacuity *ir.Note // of a proof that says nothing; nil: it says something, as far as is known
	endless *ir.Note // of a proof that says nothing of executions that end
	endsIf  string   // of an execution without an end: a condition in C under which all end
	engine  string   // that gave it
	loops   loops
	obstacle
}

// obstacle is what an execution ran into.
type obstacle struct {
	approximated ir.Pos
	call         ir.Pos // of the recursion
	number       bool   // that becomes a pointer
}

// attempt runs the engine e, or the portfolio if it is nil, once on f, reduced to what matters to
// its goals or as it is.
func (v *verifier) attempt(ctx context.Context, e *engine.Engine, f form, reduced bool) answer {
	small, lift, callLift := f.prog, pass.Lift(pass.Lifts(nil)), (*pass.CallLift)(nil)
	if reduced {
		v.clock.begin("reduce")
		var err error
		if f.calls {
			small, callLift, err = reduce.Calls(ctx, f.prog)
		} else {
			small, lift, err = reduce.Program(ctx, f.prog)
		}
		if err != nil {
			return v.ended(ctx, answer{form: f})
		}
	}
	v.clock.begin("engine")
	visits := loops{prog: f.prog, times: map[ir.Loc]int{}}
	task := v.task(small, visits)
	j := &judgement{v: v, form: f, small: small, lift: lift, callLift: callLift}
	lanes := []portfolio.Lane{portfolio.Of(1, e)}
	var said portfolio.Answer
	var settled bool
	var losses []portfolio.Loss
	if e == nil && v.opts.Modular {
		lanes = portfolio.PlanCalls()
	} else if e == nil {
		executions := portfolio.NewExecutions(small)
		if first, ok := executions.First(ctx); ok && !v.endless {
			said, settled, losses = portfolio.Run(ctx, task, j.judge, v.budget, first)
		}
		var visit *portfolio.Visit
		if !settled && !f.calls && !v.endless {
			if visit = portfolio.NewVisit(small); visit != nil {
				var lost []portfolio.Loss
				said, settled, lost = portfolio.Run(ctx, task, j.judge, v.budget, visit.First())
				losses = append(losses, lost...)
			}
		}
		if !settled {
			if f.calls {
				lanes = portfolio.PlanCalls()
			} else {
				lanes, task.Assume = portfolio.Plan(ctx, small, v.newSolver)
			}
			if visit != nil && !visit.Over() {
				lanes = append(lanes, visit.Lane())
			}
			if !v.endless {
				lanes = append(lanes, executions.Lanes()...)
			}
			if !f.calls {
				lanes = append(lanes, v.elements(small)...)
				lanes = append(lanes, v.lists(f.prog)...)
			}
			if !f.calls && executions.Parted() >= leastPrefix {
				if x, ok := newPrefix(ctx, f.prog); ok {
					lanes = append(lanes, x.lanes(ctx, v)...)
				}
			}
		}
	}
	if !settled {
		var lost []portfolio.Loss
		said, settled, lost = portfolio.Run(ctx, task, j.judge, v.budget, lanes...)
		losses = append(losses, lost...)
	}
	for _, l := range losses {
		v.lose(&Bug{Engine: l.Engine.Name, Claim: l.Claim, Err: l.Err, Stack: l.Stack})
	}
	var a answer
	switch {
	case settled:
		a = j.answer
	case ctx.Err() != nil:
		a = v.ended(ctx, answer{form: f, loops: visits})
	case said.Engine == nil, len(losses) > 0 && e != nil:
		a = failed(v.lost[len(v.lost)-1])
	case j.undecided != nil:
		a = unknown(verdict.Uncertified, "The solver could not check the proof: "+j.undecided.Error()+".")
	default:
		a = unknown(said.Result.Reason, said.Result.Detail)
	}
	if said.Engine != nil {
		a.engine, a.Stats = said.Engine.Name, said.Result.Stats
	}
	if len(losses) > 0 && !settled {
		v.bug = v.lost[len(v.lost)-len(losses)]
	}
	if d := f.prog.Doubt; d != nil && settled && a.Reason == verdict.Uncertified {
		v.bug = &Bug{Engine: said.Engine.Name, Claim: verdict.True, Err: d}
		v.lose(v.bug)
	}
	a.form, a.loops = f, visits
	return a
}

// lose keeps a failure of craig, and tells tests of it.
func (v *verifier) lose(b *Bug) {
	v.lost = append(v.lost, b)
	if OnBug != nil {
		OnBug(b)
	}
}

// execute decides the program with its calls by executing it, where inlining would have to cut off
// recursion. ok is false if an input decides where it goes.
func (v *verifier) execute(ctx context.Context) (a answer, ok bool) {
	p, err := v.prog.Interprocedural(ctx)
	if err != nil || watches(p) {
		return answer{}, false
	}
	v.clock.begin("engine")
	executions := portfolio.NewExecutions(p)
	lane, ok := executions.First(ctx)
	if !ok {
		if !executions.Long() {
			return answer{}, false
		}
		var cancel context.CancelFunc
		ctx, cancel = limit.Part(ctx, 2)
		defer cancel()
		lane = executions.Lanes()[0]
	}
	f := form{p, true}
	visits := loops{prog: p, times: map[ir.Loc]int{}}
	j := &judgement{v: v, form: f, small: p}
	said, settled, _ := portfolio.Run(ctx, v.task(p, visits), j.judge, v.budget, lane)
	if !settled || j.answer.outcome != decided {
		return answer{}, false
	}
	a = j.answer
	a.form, a.loops, a.engine, a.Stats = f, visits, said.Engine.Name, said.Result.Stats
	return a, true
}

// watches says that p has checks of memory, of which an execution sees those of the objects that it watches
// only: the first error that it comes to may be a later one.
func watches(p *ir.Program) bool {
	return slices.ContainsFunc(p.Locs, func(l *ir.LocInfo) bool {
		return l != nil && l.Goal.Kind == ir.Violation && strings.HasPrefix(l.Goal.Property, "valid-")
	})
}

// task is what engines are given of p; visits counts how often they come to loops.
func (v *verifier) task(p *ir.Program, visits loops) *engine.Task {
	goals := p.ErrorLocs()
	v.opts.Progress.Goals.Store(int64(len(goals)))
	return &engine.Task{
		Program:         p,
		Goals:           goals,
		NewSolver:       v.newSolver,
		NewInterpolator: v.newInterpolator,
		Detail:          v.opts.Detail,
		Event: func(ev engine.Event) {
			v.opts.Progress.Count(ev)
			if info := p.Locs[ev.Loc]; info != nil {
				ev.Pos = info.Pos
			}
			ev.Program = p
			if ev.Kind == engine.Expand && p.Locs[ev.Loc] != nil && p.Locs[ev.Loc].Loop {
				visits.times[ev.Loc]++
			}
			if v.opts.Event != nil {
				v.opts.Event(ev)
			}
		},
	}
}

// judgement is what becomes of the verdicts of an attempt.
type judgement struct {
	v    *verifier
	form form
	// small is what the engines see, and lift the way back to the form.
	small    *ir.Program
	lift     pass.Lift
	callLift *pass.CallLift // of a program with its calls; nil: small is the form

	mu        sync.Mutex
	settled   bool
	answer    answer // if one has settled the matter: the first
	undecided error  // the certifier could not decide about a proof
}

// settle makes a the answer, unless there is one.
func (j *judgement) settle(a answer) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.settled {
		return false
	}
	j.settled, j.answer = true, a
	return true
}

// judge certifies a verdict. If that succeeds, or a limit of craig is in the way, the matter is settled.
func (j *judgement) judge(ctx context.Context, e *engine.Engine, res *verdict.Result) (settled bool, fault error) {
	defer func() {
		if !settled {
			j.v.clock.begin("engine")
		}
	}()
	if res.Verdict == verdict.False {
		return j.execution(ctx, e, res)
	}
	return j.proof(ctx, res)
}

// execution replays a counterexample.
func (j *judgement) execution(ctx context.Context, e *engine.Engine, res *verdict.Result) (settled bool, fault error) {
	j.v.clock.begin("replay")
	trace, err := counterexample.Unsafe(ctx, j.form.prog, res.Trace)
	if counterexample.UnknownAliases(err) {
		if other := counterexample.Apart(ctx, j.form.prog, res.Trace, j.v.newSolver); other != nil {
			if t, again := counterexample.Unsafe(ctx, j.form.prog, other); again == nil {
				trace, err = t, nil
			}
		}
	}
	switch {
	case err != nil && (e.Name == portfolio.ExecutionName || strings.HasPrefix(e.Name, prefixName)):
		return false, nil // a guess
	case err != nil && ctx.Err() != nil:
		return false, nil
	case err != nil:
		return j.settle(notReplayed(j.form, err)), nil
	case trace.Goal.IsLimit():
		return j.settle(limited(j.form, trace.Error)), nil
	}
	return j.settle(answer{Result: verdict.Result{Verdict: verdict.False, Trace: trace, Unfollowed: trace.Unfollowed}}), nil
}

// proof checks the conditions of a proof.
func (j *judgement) proof(ctx context.Context, res *verdict.Result) (settled bool, fault error) {
	j.v.clock.begin("certify")
	if d := j.form.prog.Doubt; d != nil { // a proof of another form or by another engine is worth as little
		return j.settle(unknown(verdict.Uncertified, "What the program's pointers point to could not be checked, which is a bug in craig: "+d.Error()+".")), nil
	}
	proof := res.Proof
	if sums, ok := proof.(verdict.Summaries); ok && !j.form.calls {
		proof = says.Invariants(sums)
	}
	whole, ofForm := proof.(unlifted)
	if ofForm {
		proof = whole.Proof
	}
	var full verdict.Proof                                    // what proof was before it was made shorter
	if inv, ok := proof.(verdict.Invariants); ok && !ofForm { // others are of programs that were not reduced
		inv = j.lifted(inv)
		full, proof = inv, trim.Invariants(j.form.prog, inv)
	}
	if all, ok := proof.(verdict.Elements); ok && !ofForm {
		all.Invariants = j.lifted(all.Invariants)
		proof = all
	}
	if j.callLift != nil {
		proof = calledProof(j.callLift, proof)
	}
	var err error
	var ids []verdict.Identity
	s := j.v.solving()
	switch of := proof.(type) {
	case verdict.Execution:
		if of.Cases > 0 { // the whole program takes more steps, but if one execution takes as many as all did it is more likely to have no end
			limits := interp.Limits{Steps: 8*of.Steps + portfolio.CaseSteps, Each: 16*of.Steps/of.Cases + portfolio.CaseSteps, Cases: 8 * of.Cases}
			proof, err = certify.Cases(ctx, j.form.prog, limits)
			break
		}
		var steps int
		steps, err = certify.Execute(ctx, j.form.prog, s.unfollowed)
		proof = verdict.Execution{Steps: steps}
	case verdict.Unrolled:
		unrolled := verdict.Unrolled{Invariants: unneeded(j.form.prog, j.small, of)}
		unrolled.Rounds, err = certify.Unroll(ctx, j.form.prog, unrolled.Invariants, 4*of.Rounds+4, s.newSolver)
		// Loops that are not in small may have been dissolved, and matter; and a loop whose rounds end as they begin may write what matters in between.
		for _, fewer := range []verdict.Invariants{kept(unrolled.Invariants, of.Invariants), {}} {
			var no *certify.Rejection
			if !errors.As(err, &no) || len(fewer) >= len(unrolled.Invariants) {
				continue
			}
			unrolled.Invariants = fewer
			s.tally.Reset()
			unrolled.Rounds, err = certify.Unroll(ctx, j.form.prog, fewer, 4*of.Rounds+dissolved, s.newSolver)
		}
		proof = unrolled
	case verdict.Explored:
		proof, err = visited(ctx, j.form.prog, j.small, of)
	default:
		ids = identities(ctx, j.form.prog, proof)
		err = check(ctx, j.form.prog, proof, ids, s, j.v.opts.Workers)
		var no *certify.Rejection
		if full != nil && errors.As(err, &no) && !no.Undecided {
			proof, ids = full, identities(ctx, j.form.prog, full)
			s.tally.Reset()
			err = check(ctx, j.form.prog, proof, ids, s, j.v.opts.Workers)
		}
	}
	var guards solver.Unchecked
	if err == nil {
		guards, err = j.v.guarded(ctx, j.form.prog)
	}
	var r *certify.Rejection
	switch {
	case err == nil:
		return j.settle(answer{Result: verdict.Result{Verdict: verdict.True, Proof: proof, Identities: ids, Unchecked: s.tally.Unchecked().And(guards), Unfollowed: *s.unfollowed}}), nil
	case ctx.Err() != nil:
		return false, nil
	case errors.As(err, &r) && r.Undecided: // a limit of the solver
		j.mu.Lock()
		defer j.mu.Unlock()
		j.undecided = err
		return false, nil
	}
	return false, err // a violated condition
}

// identities are hints for the certifier about a proof with products.
func identities(ctx context.Context, p *ir.Program, proof verdict.Proof) []verdict.Identity {
	if inv, ok := proof.(verdict.Invariants); ok {
		return portfolio.Identities(ctx, p, inv)
	}
	return nil
}

// dissolved is how many rounds a loop may have that a pass has made something else of.
const dissolved = 64

// kept has those of the invariants whose locations have one in of.
func kept(inv, of verdict.Invariants) verdict.Invariants {
	some := verdict.Invariants{}
	for l, f := range inv {
		if of[l].Valid() {
			some[l] = f
		}
	}
	return some
}

// unneeded has the invariant true for the loops of p that cannot matter: those of which nothing is left in
// small, and those that the proof of small says it of.
func unneeded(p, small *ir.Program, proof verdict.Unrolled) verdict.Invariants {
	loops := looptree.Of(p, p.Main)
	matters := map[ir.Loc]bool{}
	for _, l := range looptree.Of(small, small.Main).Heads {
		for h := loops.Head[l]; h != 0 && !proof.Invariants[l].Valid(); h, l = loops.Outer[h], loops.Outer[h] {
			matters[h] = true
		}
	}
	inv, st := verdict.Invariants{}, term.NewStore()
	for _, h := range loops.Heads {
		if !matters[h] {
			inv[h] = st.True()
		}
	}
	return inv
}

// lifted is a proof of the form that was attempted, from one of its reduced program.
func (j *judgement) lifted(inv verdict.Invariants) verdict.Invariants { return lifted(j.lift, inv) }

// lifted is a proof of the program that lift leads back to.
func lifted(lift pass.Lift, inv verdict.Invariants) verdict.Invariants {
	for _, t := range inv {
		return lift.Invariants(t.Store(), inv)
	}
	return inv
}

// newSolver makes a solver that counts its queries, and writes them if that was asked for.
func (v *verifier) newSolver(st *term.Store) smt.Solver { return v.monitored(v.opts.NewSolver(st)) }

func (v *verifier) monitored(s smt.Solver) smt.Solver {
	if v.opts.DumpQueries != "" {
		s = solvers.Dumping(s, v.opts.DumpQueries, &v.dumped)
	}
	return solvers.Counting(s, &v.opts.Progress.Queries)
}

func (v *verifier) newInterpolator(st *term.Store) smt.Interpolator {
	ip := v.opts.NewInterpolator(st)
	if v.opts.CheckInterpolants {
		ip = solvers.Checking(ip, func() smt.Solver { return v.opts.NewSolver(st) })
	}
	return ip
}

// result is the answer for the caller.
func (v *verifier) result(a answer) *Result {
	res := &Result{
		Result: a.Result, Program: a.form.prog, Calls: a.form.calls, Engine: a.engine,
		EndsIf: a.endsIf, Notes: a.form.notes(), Phases: v.clock.phases, Lost: v.lost,
	}
	switch {
	case a.vacuity != nil:
		res.Vacuous, res.Notes = a.vacuity.Text, slices.Insert(slices.Clone(res.Notes), 0, *a.vacuity)
	case a.endless != nil:
		res.Endless, res.Notes = a.endless.Text, slices.Insert(slices.Clone(res.Notes), 0, *a.endless)
	}
	if v.prog != nil {
		res.Ends, res.Threads = askedToEnd(v.prog), v.prog.Options().Threads
		res.Sources, _ = v.prog.Sources() // an error is one of Verify already, or of time that was up
	}
	if a.Verdict == verdict.Unknown {
		res.Bug, res.Why = v.bug, a.why(v.opts.Engine, v.bug != nil)
	}
	return res
}
