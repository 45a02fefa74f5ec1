// Package recheck has package conditions, which knows nothing of verdicts, make the conditions of a verdict's proof.
package recheck

import (
	"fmt"

	"craig/internal/evidence/conditions"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Conditions are those of a proof of p. Errors are those of conditions.Of.
func Conditions(p *ir.Program, proof verdict.Proof) ([]conditions.Condition, error) {
	switch proof := proof.(type) {
	case verdict.Invariants:
		return conditions.Of(p, conditions.Proof{At: proof})
	case verdict.Elements:
		return conditions.Of(p, conditions.Proof{At: proof.Invariants, Bound: proof.Bound})
	case verdict.Contracts:
		return conditions.Of(p, conditions.Proof{Kind: conditions.Contracts, At: proof})
	case verdict.Execution:
		return conditions.Of(p, conditions.Proof{Kind: conditions.Execution})
	case verdict.Unrolled:
		return conditions.Of(p, conditions.Proof{Kind: conditions.Unrolled, At: proof.Invariants, Rounds: proof.Rounds})
	case verdict.Summaries:
		q := conditions.Proof{Kind: conditions.Summaries, At: map[ir.Loc]term.Term{}, Excludes: map[ir.Loc]term.Term{}}
		for l, s := range proof {
			q.At[l], q.Excludes[l] = s.Safe, s.Excludes
		}
		return conditions.Of(p, q)
	}
	return nil, fmt.Errorf("%w: it begins with an execution", conditions.ErrOpen)
}
