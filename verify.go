package craig

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"craig/engine"
	"craig/engine/lazy"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/internal/prepare"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/portfolio"
	"craig/program/ir"
	"craig/program/pass"
)

// verifier is one run of Verify.
type verifier struct {
	opts     Options
	prog     *prepare.Program
	res      *Result
	start    time.Time      // of the current phase
	dumped   atomic.Int64   // queries written to Options.DumpQueries
	obstacle obstacle       // what a verdict of Unknown was owed to
	loops    map[ir.Loc]int // how often engines came to each loop head
}

func newVerifier(opts Options) *verifier {
	if opts.NewSolver == nil {
		opts.NewSolver = nativeSolver
	}
	if opts.NewInterpolator == nil {
		opts.NewInterpolator = nativeInterpolator
	}
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.Progress == nil {
		opts.Progress = new(Progress)
	}
	return &verifier{opts: opts, res: &Result{}}
}

// begin ends the current phase and begins another.
func (v *verifier) begin(phase string) {
	v.end()
	v.start = time.Now()
	v.res.Phases = append(v.res.Phases, Phase{Name: phase})
	v.opts.Progress.phase.Store(&phase)
}

func (v *verifier) end() {
	if n := len(v.res.Phases); n > 0 && !v.start.IsZero() {
		v.res.Phases[n-1].Time = time.Since(v.start)
	}
}

// unknown makes the result Unknown; what was found out besides stays.
func (v *verifier) unknown(reason, detail string) *Result {
	stats := v.res.Stats
	v.res.Result = verdict.Result{Reason: reason, Detail: detail, Stats: stats}
	return v.res
}

// stands makes a certified answer the result: why earlier ones were open is no part of it.
func (v *verifier) stands(res verdict.Result) {
	res.Stats = v.res.Stats
	v.res.Result = res
}

// unknownBy makes the result Unknown because ctx has ended.
func (v *verifier) unknownBy(ctx context.Context) *Result {
	phase := v.opts.Progress.Phase()
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrMemory):
		return v.unknown("memory", "The memory limit was reached ("+phase+"). A larger --memory would help."+v.unrolled())
	case errors.Is(cause, context.DeadlineExceeded):
		return v.unknown("timeout", "Time was up ("+phase+"). A longer --timeout would help."+v.unrolled())
	default:
		return v.unknown("interrupted", "The run was interrupted ("+phase+")."+v.unrolled())
	}
}

// manyTimes is how often an engine has to come to a loop head for the loop to be worth a word.
const manyTimes = 50

// mostUnrolled is the loop head that engines came to most often, if that was often.
func (v *verifier) mostUnrolled() (most ir.Loc, times int) {
	for l, n := range v.loops {
		if n > v.loops[most] || n == v.loops[most] && l < most {
			most = l
		}
	}
	if v.loops[most] < manyTimes {
		return 0, 0
	}
	return most, v.loops[most]
}

// unrolled is a line about that loop.
func (v *verifier) unrolled() string {
	most, times := v.mostUnrolled()
	if times == 0 {
		return ""
	}
	return fmt.Sprintf("\n%s: this loop kept being unrolled (%d times).", loopPos(v.res.Program.Locs[most]), times)
}

// limits are error locations that stand for what craig does not follow (recursion beyond the
// inlining depth, an unsupported construct) rather than for an error of the program.
func isLimit(property string) bool { return strings.HasPrefix(property, "?") }

// verify decides p and certifies the answer, in v.res.
func (v *verifier) verify(ctx context.Context, p *ir.Program) {
	if e := v.opts.Engine; e != nil && e.Calls {
		v.beyondLimits(ctx, e, p, v.attempt(ctx, e, p, false), false)
		return
	}
	// First with everything that does not matter taken away. What that finds may be an artefact
	// of what was removed, or a limit of craig that lies before the real error: then look again.
	outcome := v.attempt(ctx, v.opts.Engine, p, true)
	if outcome == unconfirmed && ctx.Err() == nil {
		outcome = v.attempt(ctx, v.opts.Engine, p, false)
	}
	v.beyondLimits(ctx, v.opts.Engine, p, outcome, true)
}

// beyondLimits looks for an error elsewhere if an attempt has ended at a limit of craig.
func (v *verifier) beyondLimits(ctx context.Context, e *engine.Engine, p *ir.Program, outcome outcome, reduced bool) {
	if outcome != atLimit || ctx.Err() != nil {
		return
	}
	limit := *v.res
	if q, ok := withoutLimits(p); ok && v.attempt(ctx, e, q, reduced) == decided && v.res.Verdict == verdict.False {
		return
	}
	v.res.Result = limit.Result
}

// verifyCalls decides the program without inlining its calls, where that has been of no use. The
// result stays as it was unless that gives a verdict; false if it does not.
func (v *verifier) verifyCalls(ctx context.Context) bool {
	e := lazy.New(lazy.Config{})
	if v.opts.Engine != nil {
		e = v.opts.Engine.WithCalls
	}
	if e == nil || ctx.Err() != nil {
		return false
	}
	p, err := v.prog.Interprocedural(ctx)
	if err != nil {
		return false
	}
	before := *v.res
	v.res.Program, v.res.Calls, v.res.Notes = p, true, p.Notes
	v.beyondLimits(ctx, e, p, v.attempt(ctx, e, p, false), false)
	if v.res.Verdict != verdict.Unknown {
		return true
	}
	v.res.Program, v.res.Calls, v.res.Notes = before.Program, before.Calls, before.Notes
	v.res.Engine, v.res.Result = before.Engine, before.Result
	return false
}

// cutOff says that inlining has cut off recursion.
func cutOff(p *ir.Program) bool {
	return slices.ContainsFunc(p.Locs, func(l *ir.LocInfo) bool { return l != nil && l.Error == pass.Recursion })
}

// summariesFirst is verifyCalls for half of the time that is left, since unfolded recursion is large.
func (v *verifier) summariesFirst(ctx context.Context) bool {
	if end, ok := ctx.Deadline(); ok {
		half, cancel := context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
		ctx = half
	}
	return v.verifyCalls(ctx)
}

// outcome is what an attempt led to.
type outcome uint8

const (
	decided     outcome = iota // a certified verdict, or an Unknown that stands
	unconfirmed                // Unknown: the interpreter does not confirm the engine's trace
	atLimit                    // Unknown: a limit of craig is reachable
)

// attempt runs the engine e, or the portfolio if it is nil, once on p, reduced to what matters to
// its goals or as it is.
func (v *verifier) attempt(ctx context.Context, e *engine.Engine, p *ir.Program, reduced bool) outcome {
	small, back := p, prepare.Lift(nil)
	if reduced {
		v.begin("reduce")
		var err error
		if small, back, err = prepare.Reduce(ctx, p); err != nil {
			v.unknownBy(ctx)
			return decided
		}
	}
	v.begin("engine")
	v.loops = map[ir.Loc]int{}
	task := &engine.Task{
		Program:         small,
		Goals:           small.ErrorLocs(),
		NewSolver:       v.newSolver,
		NewInterpolator: v.newInterpolator,
		Event: func(ev engine.Event) {
			v.opts.Progress.event(ev)
			if ev.Kind == engine.Expand && small.Locs[ev.Loc] != nil && small.Locs[ev.Loc].Loop {
				v.loops[ev.Loc]++
			}
			if v.opts.Event != nil {
				v.opts.Event(ev)
			}
		},
	}
	lanes := []portfolio.Lane{portfolio.Of(1, e)}
	limits := portfolio.Limits{Processors: runtime.GOMAXPROCS(0), Memory: v.opts.Memory, Used: memoryUsed}
	if e == nil {
		var facts map[ir.Loc]term.Term
		lanes, facts = plan(ctx, small, v.newSolver)
		task.Assume = facts
	}
	j := &judgement{v: v, p: p, back: back}
	answer, ok, losses := portfolio.Run(ctx, task, j.judge, limits, lanes...)
	for _, l := range losses {
		v.res.Lost = append(v.res.Lost, &Bug{Engine: l.Engine.Name, Claim: l.Claim, Err: l.Err, Stack: l.Stack})
	}
	if answer.Engine != nil {
		v.res.Engine = answer.Engine.Name
		v.res.Stats = answer.Result.Stats
	}
	switch {
	case ok:
		return j.outcome
	case ctx.Err() != nil:
		v.unknownBy(ctx)
	case answer.Engine == nil, len(losses) > 0 && e != nil:
		v.bug()
	case j.undecided != nil:
		v.unknown("uncertified", "The solver could not check the proof: "+j.undecided.Error()+". An external one may: --solver z3.")
	default:
		v.unknown(answer.Result.Reason, answer.Result.Detail)
	}
	if len(losses) > 0 {
		v.res.Bug = v.res.Lost[len(v.res.Lost)-len(losses)]
	}
	return decided
}

// judgement is what becomes of the verdicts of an attempt on p.
type judgement struct {
	v         *verifier
	p         *ir.Program
	back      prepare.Lift
	outcome   outcome // of a verdict that stands
	undecided error   // the certifier could not decide about a proof
}

// nothingRuns is the note on a proof that says nothing.
const nothingRuns = "all executions end at assumptions, before they come to a loop or to the end: TRUE says nothing about this program"

// judge certifies a verdict. Where that succeeds the result has it.
func (j *judgement) judge(ctx context.Context, e *engine.Engine, res *verdict.Result) (stands bool, fault error) {
	v := j.v
	defer func() {
		if !stands {
			v.begin("engine")
		}
	}()
	if res.Verdict == verdict.False {
		v.begin("replay")
		trace, err := certify.Unsafe(ctx, j.p, res.Trace)
		switch {
		case err != nil && ctx.Err() != nil:
			return false, nil
		case err != nil:
			j.outcome = v.notReplayed(err)
		case isLimit(trace.Property):
			v.limit(j.p, trace.Error)
			j.outcome = atLimit
		default:
			v.stands(verdict.Result{Verdict: verdict.False, Trace: trace})
		}
		return true, nil
	}
	v.begin("certify")
	inv := j.back.Invariants(res.Invariants)
	var err error
	if res.Summaries != nil {
		err = certify.Summaries(ctx, j.p, res.Summaries, v.newSolver, v.opts.Workers)
	} else {
		err = certify.Safe(ctx, j.p, inv, v.newSolver, v.opts.Workers)
	}
	var r *certify.Rejection
	switch {
	case err == nil && res.Summaries != nil:
		v.stands(verdict.Result{Verdict: verdict.True, Summaries: res.Summaries})
	case err == nil:
		v.stands(verdict.Result{Verdict: verdict.True, Invariants: inv})
		if v.vacuous(ctx, j.p) {
			v.res.Notes = append(slices.Clip(v.res.Notes), ir.Note{Pos: j.p.Main.Pos, Kind: ir.Assumption, Count: 1, Text: nothingRuns})
		}
	case ctx.Err() != nil:
		return false, nil
	case errors.As(err, &r) && r.Undecided: // a limit of the solver
		j.undecided = err
		return false, nil
	default: // a violated condition
		return false, err
	}
	return true, nil
}

// newSolver makes a solver that counts its queries, and writes them if that was asked for.
func (v *verifier) newSolver(st *term.Store) smt.Solver {
	s := v.opts.NewSolver(st)
	if v.opts.DumpQueries != "" {
		s = &dumpingSolver{Solver: s, dir: v.opts.DumpQueries, count: &v.dumped, levels: make([][]term.Term, 1)}
	}
	return countingSolver{Solver: s, queries: &v.opts.Progress.Queries}
}

func (v *verifier) newInterpolator(st *term.Store) smt.Interpolator {
	ip := v.opts.NewInterpolator(st)
	if v.opts.Interpolants == Checked {
		ip = checkingInterpolator{ip, func() smt.Solver { return v.opts.NewSolver(st) }}
	}
	return ip
}

// bug makes the result Unknown because of the engines that have been lost.
func (v *verifier) bug() {
	last := v.res.Lost[len(v.res.Lost)-1]
	if last.Claim == verdict.Unknown {
		v.unknown("bug", "The engine failed, which is a bug in craig.")
		return
	}
	v.unknown("uncertified", "The engine's answer did not pass the certifier, which is a bug in craig.")
}

// notReplayed makes the result Unknown because the interpreter does not follow the trace.
func (v *verifier) notReplayed(err error) outcome {
	detail := err.Error()
	var n *certify.NotReplayed
	if errors.As(err, &n) && n.Source != 0 {
		v.obstacle.approximated = v.res.Program.Edges[n.Source].Pos
		detail = "A path to an error depends on a value that is only approximated, from " + v.res.Program.Edges[n.Source].Pos.String() + "."
		if n.Open {
			detail = "A path to an error depends on a value that C leaves open, from " + v.res.Program.Edges[n.Source].Pos.String() + "."
		}
	}
	v.unknown("approximation", detail+v.notes(ir.Over))
	return unconfirmed
}

// limit makes the result Unknown because a limit of craig can be reached.
func (v *verifier) limit(p *ir.Program, at ir.Loc) {
	info := p.Locs[at]
	word := strings.TrimPrefix(info.Error, "?")
	detail := info.Pos.String() + ": "
	switch word {
	case "recursion":
		v.obstacle.call = info.Pos
		detail += "the recursion goes deeper than craig follows it."
	case "unsupported property":
		detail += "here it is not known in which object a pointer may be used, which keeps craig from deciding the property."
	default:
		detail += "a construct that craig does not support can be reached."
	}
	v.unknown(word, detail+v.notes(ir.Unsound))
}

// maxNotes bounds how many notes an Unknown quotes; all are in Result.Notes.
const maxNotes = 5

// notes are lines about the approximations of a kind.
func (v *verifier) notes(kind ir.NoteKind) string {
	text, n := "", 0
	for _, note := range v.res.Notes {
		if note.Kind == kind {
			if n++; n <= maxNotes {
				text += "\n" + note.Pos.String() + ": " + note.Text
			}
		}
	}
	if n > maxNotes {
		text += fmt.Sprintf("\nand %d more", n-maxNotes)
	}
	return text
}

// withoutLimits is p with the limits taken out of its error locations, so that executions just
// end there; ok is false if no other error location is left.
func withoutLimits(p *ir.Program) (q *ir.Program, ok bool) {
	c := *p
	c.Locs = append([]*ir.LocInfo(nil), p.Locs...)
	for i, info := range c.Locs {
		switch {
		case info == nil || info.Error == "":
		case isLimit(info.Error):
			plain := *info
			plain.Error = ""
			c.Locs[i] = &plain
		default:
			ok = true
		}
	}
	return &c, ok
}
