package run

import (
	"context"

	"craig/internal/prepare"
)

// Ends decides whether an execution of prog comes to an end: returns, or exits, and violates no property of the program's options on the way.
// False has such an execution; its Program has the ends as goals. True is a proof that there is none: each execution violates a property,
// goes on for ever, or stops at one of the assumptions of the result. Certified as answers of Verify are; errors are as there.
func Ends(ctx context.Context, prog *prepare.Program, opts Options) (*Result, error) {
	v := newVerifier(prog, opts)
	ctx, cancel := v.budget.Watch(ctx)
	defer cancel()
	p, err := prog.Inlined(ctx)
	if err != nil {
		a, err := v.unprepared(ctx, err)
		if err != nil {
			return nil, err
		}
		return v.result(a), nil
	}
	ends, _, _ := ending(p)
	q := goals(p, ends)
	for l, info := range p.Locs { // what craig does not follow may end
		if info != nil && info.Goal.IsLimit() {
			limit := *q.Locs[l]
			limit.Goal = info.Goal
			q.Locs[l] = &limit
		}
	}
	a := v.attempts(ctx, nil, form{q, false})
	v.clock.end()
	return v.result(a), nil
}
