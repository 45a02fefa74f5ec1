package enginetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/conditions"
	"craig/internal/evidence/recheck"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/solver"
)

// agreeTime is for the conditions of one proof: what takes longer is left.
const agreeTime = 20 * time.Second

// Agree fails the test unless the conditions that package conditions makes of a proof of p hold where the certifier has accepted it,
// which is certified, and do not all hold where it has rejected it. What either leaves open is passed over; it is
// false then.
func Agree(t interface{ Errorf(string, ...any) }, p *ir.Program, proof verdict.Proof, certified error) bool {
	if h, ok := t.(testing.TB); ok {
		h.Helper()
	}
	var r *certify.Rejection
	if errors.As(certified, &r) && r.Undecided {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), agreeTime)
	defer cancel()
	wrong := ""
	open := false
	possible := errors.New("a condition is possible")
	err := recheck.Conditions(p, proof, func(c conditions.Condition) error {
		s := smt.New(c.Goal.Store())
		for _, f := range c.Facts {
			s.Assert(f)
		}
		s.Assert(c.Goal)
		if ans := s.Check(ctx); ans.Status == solver.Sat {
			wrong = c.About
			return possible
		} else if ans.Status == solver.Unknown {
			open = true
		}
		return ctx.Err()
	})
	switch {
	case errors.Is(err, conditions.ErrOpen), err != nil && err == ctx.Err():
		return false
	case err != nil && err != possible:
		wrong = err.Error()
	}
	switch {
	case wrong == "" && open:
		return false
	case (certified == nil) != (wrong == ""):
		t.Errorf("the certifier says %v, the second generator of conditions: %q\n%s", certified, wrong, p)
	}
	return true
}
