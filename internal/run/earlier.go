package run

import (
	"context"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/program/ir"
)

// Evidence is a verdict with its evidence from an earlier run. The program may have changed since: nothing of it is
// believed.
type Evidence struct {
	Calls  bool   // it speaks of the program with its calls, not inlined
	Engine string // that found it
	// Of makes it a verdict on p, the program in that form. The error says that it is none.
	Of func(p *ir.Program) (*verdict.Result, error)
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
	res, err := e.Of(p)
	if err != nil || res.Verdict == verdict.Unknown {
		return answer{}, false
	}
	ctx, cancel := limit.Part(ctx, 2)
	defer cancel()
	v.clock.begin("certify")
	a = answer{Result: *res, form: form{p, e.Calls}, engine: e.Engine}
	if res.Verdict == verdict.False {
		trace, err := certify.Unsafe(ctx, p, res.Trace)
		if err != nil || trace.Goal.Kind != ir.Violation {
			return answer{}, false
		}
		a.Trace = trace
		return a, true
	}
	if err := Certify(ctx, p, res, v.newSolver, v.opts.Workers); err != nil {
		return answer{}, false
	}
	if _, summaries := res.Proof.(verdict.Summaries); !summaries && v.vacuous(ctx, a.form) {
		a.notes = []ir.Note{{Pos: p.Main.Pos, Kind: ir.Assumption, Count: 1, Text: nothingRuns}}
	}
	return a, true
}
