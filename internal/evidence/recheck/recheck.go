// Package recheck has package conditions, which knows nothing of verdicts, make the conditions of a verdict's proof.
package recheck

import (
	"fmt"

	"craig/internal/evidence/conditions"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Conditions hands out those of a proof of p, one after the other. Errors are those of conditions.Each.
func Conditions(p *ir.Program, proof verdict.Proof, yield func(conditions.Condition) error) error {
	if e, ok := proof.(verdict.Explored); ok {
		return fmt.Errorf("%w: a proof by visiting %d states has none", conditions.ErrOpen, e.States)
	}
	if e, ok := proof.(verdict.Execution); ok && e.Cases > 0 {
		return fmt.Errorf("%w: a proof by %d executions that inputs tell apart has none", conditions.ErrOpen, e.Cases)
	}
	return conditions.Each(p, of(proof), yield)
}

// of is a verdict's proof as package conditions has it.
func of(proof verdict.Proof) conditions.Proof {
	switch proof := proof.(type) {
	case verdict.Invariants:
		return conditions.Proof{At: proof}
	case verdict.Elements:
		q := conditions.Proof{At: proof.Invariants, Bound: proof.Bound}
		for _, s := range proof.Sums {
			q.Sums = append(q.Sums, conditions.Sum(s))
		}
		return q
	case verdict.Contracts:
		return conditions.Proof{Kind: conditions.Contracts, At: proof}
	case verdict.Execution:
		return conditions.Proof{Kind: conditions.Execution, Steps: proof.Steps}
	case verdict.Unrolled:
		return conditions.Proof{Kind: conditions.Unrolled, At: proof.Invariants, Rounds: proof.Rounds}
	case verdict.Summaries:
		q := conditions.Proof{Kind: conditions.Summaries, At: map[ir.Loc]term.Term{}, Excludes: map[ir.Loc]term.Term{}}
		for l, s := range proof {
			q.At[l], q.Excludes[l] = s.Safe, s.Excludes
		}
		return q
	case verdict.Ranks:
		return conditions.Proof{Kind: conditions.Ranks, At: proof.Invariants, Ranks: proof.Tuples, Bound: proof.Bound, Grows: proof.Grows}
	case verdict.Prefix:
		return conditions.Proof{Kind: conditions.Prefix, At: proof.Invariants, Loc: proof.Loc, Visits: proof.Visits, Steps: proof.Steps}
	}
	panic(fmt.Sprintf("recheck: proof %T", proof))
}
