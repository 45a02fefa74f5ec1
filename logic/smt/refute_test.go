package smt

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"craig/internal/logic/proof"
	"craig/internal/logic/proof/falsify"
	"craig/logic/term"
)

// TestRefutations: what random formulas are refuted with is a proof.
func TestRefutations(t *testing.T) {
	for _, ops := range []string{"", "i", "m", "mi", "a", "ae", "aei", "f", "n", "r", "miw", "b", "s", "nvmi", "fu", "aefui", "ri", "v"} {
		t.Run("ops="+ops, func(t *testing.T) {
			rules, unsat, hard, spoiled := map[proof.Rule]int{}, 0, 0, 0
			for seed := range uint64(seeds(20)) {
				g := newGen(seed, ops)
				var fs []term.Term
				for range 2 + g.pick(8) {
					fs = append(fs, g.bool(g.pick(3)))
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				ans, r := Refute(ctx, g.st, fs...)
				cancel()
				if ans.Status != Unsat {
					continue
				}
				unsat++
				for rule, n := range r.(*proof.Refutation).Counts() {
					rules[rule] += n
				}
				switch err := falsify.Check(r); {
				case errors.Is(err, proof.ErrTooHard):
					hard++
					t.Logf("seed %d: %v", seed, err)
				case err != nil:
					t.Errorf("seed %d: %v\n%v", seed, err, fs)
				default:
					spoiled += spoil(t, g, r.(*proof.Refutation))
				}
			}
			t.Logf("%d unsatisfiable, %d too hard to check: %v; %d spoiled and rejected", unsat, hard, rules, spoiled)
		})
	}
}

// spoil changes one literal of a step and one premise of r, and takes an input away that it needs; none of which
// may be accepted.
func spoil(t *testing.T, g *gen, r *proof.Refutation) (spoiled int) {
	try := func(what string) {
		if proof.Check(r) == nil {
			t.Errorf("%s is accepted: %v", what, r)
		}
		spoiled++
	}
	i := g.pick(len(r.Steps))
	if s := &r.Steps[i]; len(s.Clause) > 0 {
		k := g.pick(len(s.Clause))
		old := s.Clause[k]
		s.Clause[k] = -old
		try("another literal")
		s.Clause[k] = old
	}
	last := &r.Steps[len(r.Steps)-1]
	if k := len(last.Premises); k > 1 {
		old := last.Premises
		last.Premises = old[:k-1]
		try("a premise less")
		last.Premises = old
	}
	for k, f := range r.Inputs {
		rest := slices.Delete(slices.Clone(r.Inputs), k, k+1)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		if ans, _ := Refute(ctx, g.st, rest...); ans.Status == Sat {
			r.Inputs[k] = g.st.True()
			try("an input less")
			r.Inputs[k] = f
		}
		cancel()
	}
	return spoiled
}
