package check

import (
	"context"
	"errors"
	"fmt"

	"craig/internal/logic/proof"
	"craig/internal/logic/proof/falsify"
	"craig/logic/smt"
	"craig/logic/term"
)

// Refutation checks that the conjunction of fs has no model: it is decided once more, by smt.Refute, and the
// refutation is checked. The error wraps ErrUndecided if smt.Refute gives up or the checker does.
func Refutation(ctx context.Context, st *term.Store, fs ...term.Term) error {
	switch ans, r := smt.Refute(ctx, st, fs...); {
	case ans.Status == smt.Sat:
		return errors.New("there is a model")
	case ans.Status == smt.Unknown:
		return fmt.Errorf("a refutation was %w: %s", ErrUndecided, ans.Reason)
	default:
		err := falsify.Check(r)
		if errors.Is(err, proof.ErrTooHard) {
			return fmt.Errorf("a refutation was %w: %w", ErrUndecided, err)
		}
		return err
	}
}

// Replaying is s, with every Unsat checked by Refutation: its core and the assertions for an answer with a core,
// otherwise assertions and assumptions. report is told the outcome of each.
func Replaying(st *term.Store, s smt.Solver, report func(error)) smt.Solver {
	return &replaying{Solver: s, st: st, report: report, refute: Refutation, levels: [][]term.Term{nil}}
}

type replaying struct {
	smt.Solver
	st     *term.Store
	report func(error)
	refute func(context.Context, *term.Store, ...term.Term) error
	levels [][]term.Term // what was asserted
}

func (r *replaying) Assert(f term.Term) {
	top := len(r.levels) - 1
	r.levels[top] = append(r.levels[top], f)
	r.Solver.Assert(f)
}

func (r *replaying) Push() {
	r.levels = append(r.levels, nil)
	r.Solver.Push()
}

func (r *replaying) Pop() {
	r.levels = r.levels[:len(r.levels)-1]
	r.Solver.Pop()
}

func (r *replaying) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	ans := r.Solver.Check(ctx, assumptions...)
	if ans.Status != smt.Unsat {
		return ans
	}
	var fs []term.Term
	for _, l := range r.levels {
		fs = append(fs, l...)
	}
	r.report(r.refute(ctx, r.st, append(fs, ans.Core...)...))
	return ans
}
