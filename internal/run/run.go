// Package run decides one program: it prepares it, has engines look at it, and certifies what they
// say.
//
//	run.go       Verify: which forms of the program are tried, in which order
//	attempt.go   one attempt: engines side by side on one form, and what becomes of their verdicts
//	earlier.go   evidence of an earlier run, which the certifier may accept
//	unknown.go   UNKNOWNs, with what is to be said of each
//	why.go       what an UNKNOWN lacks, for programs to read
//	elements.go  engines for facts about elements of arrays
//	lists.go     the engine for facts about blocks of lists
//	prefix.go    what comes after an execution that no input decides
//	waypoints.go what a proof by bounds says on the way, for the certifier
//	vacuous.go   whether a proof says anything
//	ends.go      whether executions end that violate nothing
//	called.go    proofs of programs with calls, from what engines see of them
//	certify.go   the certifier by itself
//	termination.go  whether executions end, which is asked by itself
//	result.go    what comes out; progress.go  what is seen meanwhile
//
// An attempt returns what it has come to; nothing but the clock of phases, the progress and the list
// of failed engines is shared.
package run

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/bmc"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// Options say how to verify; the zero value is the recommended one.
type Options struct {
	// Engine is the algorithm; nil is the portfolio: a cheap front, then the engines.
	Engine *engine.Engine

	// Modular: procedures are proved one by one, by contracts or summaries; calls are not inlined. Engine is nil, or one that is
	// modular itself.
	Modular bool

	// NewSolver makes the solver of engines and of the certifier; nil is the native one, whose refutations the certifier checks.
	NewSolver func(*term.Store) smt.Solver
	// NewInterpolator likewise.
	NewInterpolator func(*term.Store) smt.Interpolator
	// CheckInterpolants has each checked by definition, with NewSolver; a wrong one is a panic.
	CheckInterpolants bool
	// DumpQueries is a folder that gets a script for every solver query; "" is none.
	DumpQueries string

	// Earlier is evidence to begin with, or nil.
	Earlier *Evidence

	// RanksRequired says that a proof of termination has to have a rank of each loop and recursion: that a program has been executed to its end is none. If
	// another property is asked for, True is the answer only if executions end, too: see Result.Too.
	RanksRequired bool

	Workers int // conditions certified at a time; 0 is one for each processor

	// Memory is how many bytes the process may have from the operating system, for the Go heap and what
	// belongs to it; 0 is no limit. When three quarters are taken the portfolio goes on with fewer
	// engines; beyond all of it the result is Unknown, by limit.ErrMemory. What the process has besides
	// counts as well.
	Memory int64

	Progress *Progress          // nil, or updated during the run
	Event    func(engine.Event) // nil, or told the engine's steps
	Detail   bool               // Event wants more of them: engine.Task
}

// Verify decides whether the program can reach an error location, and certifies the answer. A True
// result has a proof that Certify accepts, a False one a trace that the interpreter follows to the
// error.
//
// When ctx ends the result is Unknown, with the reason: that of the deadline, or of limit.ErrMemory or
// limit.ErrInterrupted if ctx was cancelled with it as its cause. Verify returns within a fraction of
// a second then.
//
// The error is a *cfront.Error: the files are not a program that can be checked. What is a program, but
// too large, or with a property that is not supported, is Unknown.
func Verify(ctx context.Context, prog *prepare.Program, opts Options) (*Result, error) {
	res, err := asked(ctx, prog, opts)
	if err != nil || !opts.RanksRequired || askedToEnd(prog) || res.Verdict != verdict.True {
		return res, err
	}
	return alsoEnds(ctx, prog, opts, res)
}

// asked is the answer on the properties of prog.
func asked(ctx context.Context, prog *prepare.Program, opts Options) (*Result, error) {
	v := newVerifier(prog, opts)
	ctx, cancel := v.budget.Watch(ctx)
	defer cancel()
	decide := v.decide
	if askedToEnd(prog) {
		decide = v.ends
	}
	a, err := decide(ctx)
	if !askedToEnd(prog) {
		v.says(ctx, &a)
	}
	v.clock.end()
	if err != nil {
		return nil, err
	}
	return v.result(a), nil
}

// Attempt has the engines look once at p, which is inlined, and certifies what they say.
func Attempt(ctx context.Context, p *ir.Program, opts Options) *Result {
	v := newVerifier(nil, opts)
	a := v.attempt(ctx, opts.Engine, form{prog: p}, true)
	v.clock.end()
	return v.result(a)
}

// AttemptWhole is Attempt without taking from p what cannot matter to its errors.
func AttemptWhole(ctx context.Context, p *ir.Program, opts Options) *Result {
	v := newVerifier(nil, opts)
	a := v.attempt(ctx, opts.Engine, form{prog: p}, false)
	v.clock.end()
	return v.result(a)
}

// verifier is one run of Verify.
type verifier struct {
	opts   Options
	prog   *prepare.Program // nil for Attempt
	budget limit.Budget
	clock  clock
	lost   []*Bug       // the engines that have failed so far
	bug    *Bug         // one of them that nobody answered in place of
	dumped atomic.Int64 // queries written to Options.DumpQueries

	guards    sync.Mutex
	guardings map[*ir.Program]guarding

	endless bool // the execution of a program without inputs is known to be long: it is not executed

	rounds *rounds // once it is asked for; see inRounds

	checks bool // refutations of the certifier's solver are checked
}

func newVerifier(prog *prepare.Program, opts Options) *verifier {
	checks := opts.NewSolver == nil
	if checks {
		opts.NewSolver = solvers.Native
	}
	if opts.NewInterpolator == nil {
		opts.NewInterpolator = solvers.NativeInterpolator
	}
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.Progress == nil {
		opts.Progress = new(Progress)
	}
	v := &verifier{opts: opts, prog: prog, checks: checks}
	v.budget = limit.Budget{Processors: runtime.GOMAXPROCS(0), Memory: opts.Memory, Used: limit.HeapUsed}
	v.clock.progress = opts.Progress
	if prog != nil {
		prog.Observe(v.clock.begin)
	}
	return v
}

// clock measures phases. Those of judgements that overlap end where the next one begins.
type clock struct {
	progress *Progress
	mu       sync.Mutex
	start    time.Time // of the current phase
	phases   []Phase
}

// begin ends the current phase and begins another.
func (c *clock) begin(phase string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
	c.start = time.Now()
	c.phases = append(c.phases, Phase{Name: phase})
	c.progress.Begin(phase)
}

// end ends the current phase, after which none may begin.
func (c *clock) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
}

func (c *clock) stop() {
	if n := len(c.phases); n > 0 {
		c.phases[n-1].Time = time.Since(c.start)
	}
}

// form is a program in one of its forms. It is what evidence speaks of.
type form struct {
	prog  *ir.Program // nil if there is none, since time was up before
	calls bool        // with its calls
}

// notes are the form's approximations and assumptions.
func (f form) notes() []ir.Note {
	if f.prog == nil {
		return nil
	}
	return f.prog.Notes
}

// decide tries the forms of the program: inlined, unless the engine is for the one with calls; and with
// calls where inlining is of no use.
func (v *verifier) decide(ctx context.Context) (answer, error) {
	if a, ok := v.earlier(ctx); ok {
		return a, nil
	}
	e := v.opts.Engine
	if v.opts.Modular || e != nil && e.Modular {
		p, err := v.prog.Interprocedural(ctx)
		if err != nil {
			return v.unprepared(ctx, err)
		}
		return v.attempts(ctx, e, form{p, true}), nil
	}
	if a, ok := v.fewerThreads(ctx); ok {
		return a, nil
	}
	r := v.inRounds(ctx)
	if r == nil {
		return v.inProduct(ctx, e)
	}
	if r.many { // the product of all threads is of few
		part, cancel := limit.Percent(ctx, manyRounds)
		defer cancel()
		if a, ok := v.search(part, r); ok {
			return a, nil
		}
		return v.forms(ctx, e)
	}
	first, cancel := limit.Percent(ctx, fewFirst)
	defer cancel()
	a, err := v.inProduct(first, e)
	if err != nil || a.Verdict != verdict.Unknown || first.Err() == nil || ctx.Err() != nil {
		return a, err
	}
	if b, ok := v.search(ctx, r); ok {
		return b, nil
	}
	return a, nil
}

// inProduct tries the product of all threads, and for a while the one in which steps that have nothing to do with each other come in one order: that is smaller, but its proofs have
// no witnesses. A program without threads is tried as it is.
func (v *verifier) inProduct(ctx context.Context, e *engine.Engine) (answer, error) {
	if opts := v.prog.Options(); opts.Threads != 0 || opts.Ghosts != "" || askedToEnd(v.prog) || !v.prog.MakesThreads(ctx) {
		return v.forms(ctx, e)
	}
	part, cancel := limit.Percent(ctx, allOrders)
	defer cancel()
	a, err := v.forms(part, e)
	if err != nil || a.Verdict != verdict.Unknown || part.Err() == nil || ctx.Err() != nil {
		return a, err
	}
	all := v.prog
	if a = v.following(ctx, prepare.ReducedThreads, 2); a.Verdict != verdict.Unknown {
		return a, nil
	}
	v.prog = all
	return v.forms(ctx, e)
}

// following tries the program with so many threads for the part-th part of the time. v.prog is that program afterwards.
func (v *verifier) following(ctx context.Context, threads, part int) (a answer) {
	opts := v.prog.Options()
	opts.Threads = threads
	v.prog = v.prog.With(opts)
	ctx, cancel := limit.Part(ctx, part)
	defer cancel()
	if p, err := v.prog.Inlined(ctx); err == nil {
		a = v.attempts(ctx, v.opts.Engine, form{p, false})
	}
	return a
}

// forms tries the forms of the program.
func (v *verifier) forms(ctx context.Context, e *engine.Engine) (answer, error) {
	if e == nil && v.prog.NothingToReach(ctx) { // inlining would take time for nothing
		if a, ok := v.withCalls(ctx); ok {
			return a, nil
		}
	}
	p, err := v.prog.Inlined(ctx)
	if err != nil {
		if prepare.TooLarge(err) {
			if a, ok := v.withCalls(ctx); ok {
				return a, nil
			}
		}
		return v.unprepared(ctx, err)
	}
	if e == nil && recursionBounded(p) {
		if a, ok := v.execute(ctx); ok {
			return a, nil
		}
	}
	early := e != nil && e.Fallback != nil && recursionBounded(p)
	if early { // unfolded recursion is large: first the calls, for half of the time that is left
		half, cancel := limit.Part(ctx, 2)
		a, ok := v.withCalls(half)
		cancel()
		if ok {
			return a, nil
		}
	}
	a := v.attempts(ctx, e, form{p, false})
	if a.Reason == verdict.Recursion && !early {
		if b, ok := v.withCalls(ctx); ok {
			return b, nil
		}
	}
	return a, nil
}

// fewerThreads looks at fewer threads than there may be, whose interleavings are far fewer: an error of theirs is one of the program, and where
// there are no others, that is all. ok is false if that gives no verdict.
func (v *verifier) fewerThreads(ctx context.Context) (a answer, ok bool) {
	all := v.prog
	if all.Options().Threads != 0 || !all.MakesThreads(ctx) {
		return answer{}, false
	}
	attempts := []struct{ threads, share int }{{1, 6}, {prepare.GuardedThreads, 4}, {prepare.RoundThreads, 8}, {2, 5}, {prepare.InTurnThreads, 2}, {prepare.AnyThreads, 2}}
	for _, n := range attempts {
		properties := all.Options().Properties
		if (n.threads < 0 || n.threads == prepare.InTurnThreads) && (askedToEnd(all) || slices.Contains(properties, "no-deadlock")) || n.threads == prepare.InTurnThreads && slices.Contains(properties, "locks") {
			continue
		}
		if n.threads < 0 && all.Options().Ghosts != "" { // in those, threads take turns only where they may race
			continue
		}
		if n.threads == prepare.RoundThreads {
			v.prog = all
			if r := v.inRounds(ctx); r != nil && r.many {
				part, cancel := limit.Part(ctx, n.share)
				early, cancelEarly := context.WithTimeout(part, earlyRounds)
				a, ok = v.search(early, r)
				cancelEarly()
				cancel()
				if ok {
					return a, true
				}
			}
			continue
		}
		v.prog = all
		if a = v.following(ctx, n.threads, n.share); a.Verdict == verdict.True || a.Verdict == verdict.False && n.threads > 0 {
			return a, true
		}
	}
	v.prog = all
	return answer{}, false
}

// Shares of time in percent of what is left: of rounds where more threads are made than the product has, of the product where it has all, and of the
// one in all orders before the one that is reduced.
const (
	manyRounds = 70
	fewFirst   = 80
	allOrders  = 20
)

// earlyRounds is how long rounds are looked at before proofs, at most: most errors are found in less.
const earlyRounds = 2 * time.Second

// unlimited is how many rounds there are, and back edges of loops, where time has no limit.
const unlimited = 20

// rounds is the program with threads that take turns in rounds, which finds errors of more threads than the product has.
type rounds struct {
	prog *prepare.Program
	many bool // there are more
}

// inRounds is that program; nil if it cannot be made, if it is asked for executions that end, or if the program makes no threads or is asked for fewer.
func (v *verifier) inRounds(ctx context.Context) *rounds {
	opts := v.prog.Options()
	if opts.Threads != 0 || opts.Ghosts != "" || askedToEnd(v.prog) || slices.Contains(opts.Properties, "no-deadlock") || !v.prog.MakesThreads(ctx) {
		return nil
	}
	if v.rounds == nil {
		opts.Threads = prepare.RoundThreads
		r := v.prog.With(opts)
		p, err := r.Inlined(ctx)
		if err != nil {
			return nil
		}
		v.rounds = &rounds{r, prepare.ManyThreads(p)}
	}
	return v.rounds
}

// search looks for errors in rounds.
func (v *verifier) search(ctx context.Context, r *rounds) (a answer, ok bool) {
	all := v.prog
	v.prog = r.prog
	defer func() {
		if !ok {
			v.prog = all
		}
	}()
	e := v.opts.Engine
	if _, limited := ctx.Deadline(); e == nil && limited {
		e = bmc.New(bmc.Config{})
	} else if e == nil { // there is always one more round
		e = bmc.New(bmc.Config{Unwind: unlimited})
	}
	p, err := r.prog.Inlined(ctx)
	if err != nil {
		return answer{}, false
	}
	q, found := without(p, ir.Goal.IsLimit) // there is nothing to prove
	if !found {
		return answer{}, false
	}
	a = v.attempt(ctx, e, form{q, false}, true)
	a.form = form{p, false}
	return a, a.Verdict == verdict.False
}

// unprepared is the answer where a form of the program could not be made.
func (v *verifier) unprepared(ctx context.Context, err error) (answer, error) {
	var unsupported *cfront.Unsupported
	switch {
	case ctx.Err() != nil:
		return v.ended(ctx, answer{}), nil
	case prepare.TooLarge(err):
		return unknown(verdict.Size, err.Error()), nil
	case errors.As(err, &unsupported):
		reason := verdict.UnsupportedProperty
		if unsupported.Property == "" {
			reason = verdict.Unsupported
		}
		a := unknown(reason, unsupported.Detail())
		a.number = unsupported.Number
		return a, nil
	}
	return answer{}, err
}

// withCalls decides the program without inlining its calls: with the engine's fallback, or with the
// portfolio for programs with calls. ok is false if that gives no verdict.
func (v *verifier) withCalls(ctx context.Context) (a answer, ok bool) {
	e := v.opts.Engine
	if e != nil {
		if e = e.Fallback; e == nil {
			return answer{}, false
		}
	}
	if ctx.Err() != nil {
		return answer{}, false
	}
	p, err := v.prog.Interprocedural(ctx)
	if err != nil {
		return answer{}, false
	}
	a = v.attempts(ctx, e, form{p, true})
	return a, a.Verdict != verdict.Unknown
}

// recursionBounded says that inlining has cut off recursion.
func recursionBounded(p *ir.Program) bool {
	return slices.ContainsFunc(p.Locs, func(l *ir.LocInfo) bool { return l != nil && l.Goal.Kind == ir.Recursion })
}

// attempts decides f: first with everything that does not matter taken away, if it is inlined. What
// that finds may be an artefact of what was removed, or a limit of craig that lies before the real
// error: then it looks again.
func (v *verifier) attempts(ctx context.Context, e *engine.Engine, f form) answer {
	begun := time.Now()
	a := v.attempt(ctx, e, f, true)
	if a.Verdict == verdict.False && leak(a.Trace.Goal) {
		return v.preferOtherViolation(ctx, e, f, a, time.Since(begun))
	}
	if a.outcome == unconfirmed && ctx.Err() == nil {
		a = v.attempt(ctx, e, f, false)
	}
	if a.outcome == atLimit && ctx.Err() == nil {
		if q, ok := without(f.prog, ir.Goal.IsLimit); ok {
			b := v.attempt(ctx, e, form{q, f.calls}, true)
			if b.outcome == unconfirmed && ctx.Err() == nil {
				b = v.attempt(ctx, e, form{q, f.calls}, false)
			}
			if b.Verdict == verdict.False {
				b.form = f
				return b
			}
		}
	}
	return a
}

// leak says that the goal is a leak of memory.
func leak(g ir.Goal) bool {
	return g.Kind == ir.Violation && property.Of(g.Property).Leak
}

// preferOtherViolation is a, the answer that memory leaks, unless some other violation is found as fast: that matters
// more to users, and many programs that show one leak besides.
func (v *verifier) preferOtherViolation(ctx context.Context, e *engine.Engine, f form, a answer, took time.Duration) answer {
	q, ok := without(f.prog, func(g ir.Goal) bool { return g.IsLimit() || leak(g) })
	if !ok {
		return a
	}
	ctx, cancel := context.WithTimeout(ctx, min(2*took+100*time.Millisecond, 2*time.Second))
	defer cancel()
	if b := v.attempt(ctx, e, form{q, f.calls}, true); b.Verdict == verdict.False {
		b.form = f
		return b
	}
	return a
}

// without is p without the goals that drop says, so that executions just end there; ok is false if no
// error location is left.
func without(p *ir.Program, drop func(ir.Goal) bool) (q *ir.Program, ok bool) {
	c := *p
	c.Plain = nil // package checkcoverage would ask for the goals; a proof without them is no answer
	c.Locs = append([]*ir.LocInfo(nil), p.Locs...)
	for i, info := range c.Locs {
		switch {
		case info == nil || !info.IsGoal():
		case drop(info.Goal):
			plain := *info
			plain.Goal = ir.Goal{}
			c.Locs[i] = &plain
		default:
			ok = true
		}
	}
	return &c, ok
}
