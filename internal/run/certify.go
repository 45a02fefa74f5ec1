package run

import (
	"context"
	"errors"
	"runtime"

	"craig/internal/evidence/checkcoverage"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/logic/refuted"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// Certify checks a result for p again, which must be the inlined form of the result's files, or the
// interprocedural one if the result is from a program with calls. newSolver is nil for the native one, whose refutations are
// checked.
// workers is 0 for one on each processor. The error is a *certify.Rejection, a *checkcoverage.Missing,
// an *ir.Doubt, or a *counterexample.NotReplayed.
func Certify(ctx context.Context, p *ir.Program, res *verdict.Result, newSolver func(*term.Store) smt.Solver, workers int) (believed Believed, err error) {
	s := solving{newSolver, new(refuted.Tally), new(verdict.Unfollowed)}
	if newSolver == nil {
		s.newSolver = solvers.Believed(s.tally)
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	switch res.Verdict {
	case verdict.True:
		if p.Doubt != nil {
			return believed, p.Doubt
		}
		if err := check(ctx, p, res.Proof, res.Identities, s, workers); err != nil {
			return believed, err
		}
		err := checkcoverage.Check(ctx, p, s.newSolver)
		return Believed{s.tally.Unchecked(), *s.unfollowed}, err
	case verdict.False:
		if res.Trace.Forever != nil {
			if p.Doubt != nil {
				return believed, p.Doubt
			}
			if err := counterexample.Unending(ctx, p, res.Trace, s.newSolver, workers); err != nil {
				return believed, err
			}
			err := checkcoverage.Check(ctx, p, s.newSolver)
			return Believed{Solver: s.tally.Unchecked()}, err
		}
		t, err := counterexample.Unsafe(ctx, p, res.Trace)
		if err == nil {
			believed.Unfollowed = t.Unfollowed
		}
		if err == nil && (t.Goal != res.Trace.Goal || t.Goal.IsLimit()) {
			err = &counterexample.NotReplayed{At: t.Error, Reason: "another error is reached, " + t.Goal.Property}
		}
		return believed, err
	}
	return believed, errors.New("UNKNOWN has no evidence to check")
}

// Believed is what a confirmed result rests on that was not checked: answers of the certifier's solver, and its fast executor.
type Believed struct {
	Solver     solver.Unchecked
	Unfollowed verdict.Unfollowed
}

// solving is what a proof is checked with: solvers, what is believed of them, and of the certifier's fast executor.
type solving struct {
	newSolver  func(*term.Store) smt.Solver
	tally      *refuted.Tally
	unfollowed *verdict.Unfollowed
}

// solving makes what one proof is checked with: the solver that the user has named, or the native one, whose refutations are checked.
func (v *verifier) solving() solving {
	s := solving{v.newSolver, new(refuted.Tally), new(verdict.Unfollowed)}
	if v.checks {
		s.newSolver = func(st *term.Store) smt.Solver { return v.monitored(solvers.Believed(s.tally)(st)) }
	}
	return s
}

// guarded is what checkcoverage.Check says of p, which is asked once.
func (v *verifier) guarded(ctx context.Context, p *ir.Program) (solver.Unchecked, error) {
	v.guards.Lock()
	defer v.guards.Unlock()
	g, known := v.guardings[p]
	if !known {
		s := v.solving()
		g.missing = checkcoverage.Check(ctx, p, s.newSolver)
		g.unchecked = s.tally.Unchecked()
		if ctx.Err() == nil {
			if v.guardings == nil {
				v.guardings = map[*ir.Program]guarding{}
			}
			v.guardings[p] = g
		}
	}
	return g.unchecked, g.missing
}

// guarding is what checkcoverage.Check has said of a program.
type guarding struct {
	missing   error
	unchecked solver.Unchecked
}
