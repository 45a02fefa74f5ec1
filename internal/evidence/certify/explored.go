package certify

import (
	"context"

	"craig/internal/evidence/certstates"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Explored checks that no error of p, which has no calls, can be reached, by visiting its states, which are told apart as the proof says: package
// certstates. An error that it comes to may be one that cannot be reached with all variables told apart; so no proof is refuted.
func Explored(ctx context.Context, p *ir.Program, proof verdict.Explored) error {
	if HasCalls(p) {
		return &Rejection{Reason: "states of a program with calls", Prog: p}
	}
	out := certstates.Visit(ctx, p, proof.Kept)
	switch {
	case out.Why != "":
		return &Rejection{Cond: Safety, From: p.Main.Entry, Undecided: true, Reason: out.Why, Prog: p}
	case out.Error != 0:
		return &Rejection{Cond: Safety, From: p.Main.Entry, To: out.Error, Undecided: true, Reason: "with the variables that are kept an error is reached", Prog: p}
	}
	return nil
}
