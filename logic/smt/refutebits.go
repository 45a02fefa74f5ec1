package smt

import (
	"context"
	"errors"
	"fmt"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/blast"
	"craig/internal/logic/proof"
	"craig/logic/term"
)

// Finder finds refutations for those who check them (internal/logic/refuted). It is a value without state.
type Finder struct{}

var errModel = errors.New("there is a model")

// Numbers is a refutation of the conjunction of fs by the rules of Refute.
func (Finder) Numbers(ctx context.Context, st *term.Store, fs ...term.Term) (*proof.Refutation, error) {
	ans, x := refute(ctx, st, fs)
	switch ans.Status {
	case Sat:
		return nil, errModel
	case Unknown:
		return nil, fmt.Errorf("no refutation was found: %s", ans.Reason)
	}
	return x.refutation(), nil
}

// Bits are clauses about c, each of which follows from those before by unit propagation, the last one empty. What decides
// questions by bits, or finds the clauses, shares no code with what makes c and checks them.
func (Finder) Bits(ctx context.Context, c *bitproof.Circuit) ([][]bitproof.Lit, error) {
	stop := func() bool { return ctx.Err() != nil }
	steps, status := blast.Refute(c, blast.Limits{Nodes: maxCircuitSize, Conflicts: maxRefuteConflicts, Stop: stop})
	switch status {
	case blast.Sat:
		return nil, errors.New("the checker's circuit can be true")
	case blast.Unknown:
		return nil, errors.New("no refutation was found")
	}
	return steps, nil
}

// maxRefuteConflicts bounds the search for a refutation.
const maxRefuteConflicts = 200_000
