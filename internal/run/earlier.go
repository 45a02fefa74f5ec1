package run

import (
	"context"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/ir"
)

// Evidence is a verdict with its evidence from an earlier run. The program may have changed since: nothing of it is
// believed.
type Evidence struct {
	Calls  bool   // it speaks of the program with its calls, not inlined
	Engine string // that found it
	// Of makes it a verdict on p, the program in that form. The error says that it is none.
	Of func(p *ir.Program) (*verdict.Result, error)
	// Moved is Of if p is not the program that the evidence speaks of, but one that was edited since; nil if there is no such guess.
	Moved func(p *ir.Program) (*verdict.Result, error)
}

// Again certifies evidence for the program as it is now, without engines. ok is false if the certifier does not accept it.
func Again(ctx context.Context, prog *prepare.Program, opts Options, e *Evidence) (res *Result, ok bool) {
	opts.Earlier = e
	v := newVerifier(prog, opts)
	ctx, cancel := v.budget.Watch(ctx)
	defer cancel()
	a, ok := v.earlier(ctx)
	if ok {
		v.says(ctx, &a)
	}
	v.clock.end()
	if !ok {
		return nil, false
	}
	return v.result(a), true
}

// earlier is the answer of Options.Earlier if the certifier accepts it for the program as it is now. It takes half
// of the time at most. ok is false if it does not.
func (v *verifier) earlier(ctx context.Context) (a answer, ok bool) {
	e := v.opts.Earlier
	if e == nil {
		return answer{}, false
	}
	load := v.prog.Inlined
	if e.Calls {
		load = v.prog.Interprocedural
	}
	p, err := load(ctx)
	if err != nil {
		return answer{}, false
	}
	ctx, cancel := limit.Part(ctx, 2)
	defer cancel()
	v.clock.begin("certify")
	res, err := e.Of(p)
	if err == nil && res.Verdict == verdict.False {
		trace, err := counterexample.Unsafe(ctx, p, res.Trace)
		if err != nil || trace.Goal.Kind != ir.Violation {
			return answer{}, false
		}
		return answer{Result: verdict.Result{Verdict: verdict.False, Trace: trace, Unfollowed: trace.Unfollowed}, form: form{p, e.Calls}, engine: e.Engine}, true
	}
	certified := func() bool {
		if err != nil || res.Verdict != verdict.True || p.Doubt != nil {
			return false
		}
		s := v.solving()
		if check(ctx, p, res.Proof, res.Identities, s, v.opts.Workers) != nil {
			return false
		}
		guards, err := v.guarded(ctx, p)
		res.Unchecked, res.Unfollowed = s.tally.Unchecked().And(guards), *s.unfollowed
		return err == nil
	}
	if ok = certified(); !ok && e.Moved != nil {
		res, err = e.Moved(p)
		ok = certified()
	}
	if !ok {
		return answer{}, false
	}
	return answer{Result: *res, form: form{p, e.Calls}, engine: e.Engine}, true
}
