package run

import (
	"context"
	"errors"
	"runtime"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/guards"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// Certify checks a result for p again, which must be the inlined form of the result's files, or the
// interprocedural one if the result is from a program with calls. newSolver is nil for the native one,
// workers 0 for one on each processor. The error is a *certify.Rejection, a *guards.Missing, or a *certify.NotReplayed.
func Certify(ctx context.Context, p *ir.Program, res *verdict.Result, newSolver func(*term.Store) smt.Solver, workers int) error {
	if newSolver == nil {
		newSolver = solvers.Native
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	switch res.Verdict {
	case verdict.True:
		if err := check(ctx, p, res.Proof, res.Identities, newSolver, workers); err != nil {
			return err
		}
		return guards.Check(ctx, p, newSolver)
	case verdict.False:
		t, err := certify.Unsafe(ctx, p, res.Trace)
		if err == nil && (t.Goal != res.Trace.Goal || t.Goal.IsLimit()) {
			err = &certify.NotReplayed{At: t.Error, Reason: "another error is reached, " + t.Goal.Property}
		}
		return err
	}
	return errors.New("UNKNOWN has no evidence to check")
}

// guarded is what guards.Check says of p, which is asked once.
func (v *verifier) guarded(ctx context.Context, p *ir.Program) error {
	v.guards.Lock()
	defer v.guards.Unlock()
	err, known := v.missing[p]
	if !known {
		err = guards.Check(ctx, p, v.newSolver)
		if ctx.Err() == nil {
			if v.missing == nil {
				v.missing = map[*ir.Program]error{}
			}
			v.missing[p] = err
		}
	}
	return err
}
