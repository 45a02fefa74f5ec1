package smt

import (
	"context"
	"errors"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/blast"
	"craig/logic/term"
)

// ErrNotRefuted says that no refutation was found; ErrSatisfiable that the circuit that the checker makes of
// formulas can be true, so that no refutation exists.
var (
	ErrNotRefuted  = errors.New("no refutation was found")
	ErrSatisfiable = errors.New("the checker's circuit can be true")
)

// RefuteBits looks for a refutation of the conjunction of fs by bits, as clauses about the circuit that package
// internal/logic/bitproof makes of fs: its Check shares no code with what decides questions by bits, or finds the clauses.
// Where fs speak of what has no bits there, refutations may exist or not, and ErrSatisfiable says nothing of fs.
func RefuteBits(ctx context.Context, fs ...term.Term) (Refutation, error) {
	c, err := bitproof.Of(fs, maxCircuitSize)
	if err != nil {
		return nil, err
	}
	stop := func() bool { return ctx.Err() != nil }
	steps, status := blast.Refute(c, blast.Limits{Nodes: maxCircuitSize, Conflicts: maxRefuteConflicts, Stop: stop})
	switch status {
	case blast.Sat:
		return nil, ErrSatisfiable
	case blast.Unknown:
		return nil, ErrNotRefuted
	}
	return &bitRefutation{circuit: c, steps: steps, stop: stop}, nil
}

// maxRefuteConflicts bounds the search for a refutation.
const maxRefuteConflicts = 200_000

// bitRefutation is a list of clauses about a circuit of the checker.
type bitRefutation struct {
	circuit *bitproof.Circuit
	steps   [][]bitproof.Lit
	stop    func() bool
}

func (r *bitRefutation) Check() error { return r.circuit.Check(r.steps, r.stop) }
func (r *bitRefutation) Len() int     { return len(r.steps) }
