// Package refuted believes what a solver calls impossible only where it has checked a refutation. It shares no code with
// any search: refutations are found by a Finder, and checked by packages proof and bitproof.
//
// Files: refuted.go (the solver), tally.go (what is believed all the same).
package refuted

import (
	"context"
	"fmt"
	"slices"
	"time"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/proof"
	"craig/logic/solver"
	"craig/logic/term"
)

// Finder looks for refutations. Nothing of what it gives is believed.
type Finder interface {
	// Numbers looks for a refutation of the conjunction of fs, formulas of st. The error says why there is none.
	Numbers(ctx context.Context, st *term.Store, fs ...term.Term) (*proof.Refutation, error)
	// Bits looks for clauses that c.Check accepts. The error says why there are none.
	Bits(ctx context.Context, c *bitproof.Circuit) ([][]bitproof.Lit, error)
}

// New is s, with every Unsat refuted once more, by what find gives, and the refutation checked: about numbers (package proof), or by
// bits (package bitproof). Where neither succeeds, the answer is Unknown, with the reason; but with a tally, s is believed then, and the tally counts it.
// Without one, a refutation may take all the time that there is.
func New(st *term.Store, s solver.Solver, find Finder, tally *Tally) solver.Solver {
	return &refuted{Solver: s, st: st, find: find, tally: tally, levels: [][]term.Term{nil}}
}

type refuted struct {
	solver.Solver
	st     *term.Store
	find   Finder
	tally  *Tally
	levels [][]term.Term // what was asserted
}

// Inner is the solver that answers first.
func (r *refuted) Inner() solver.Solver { return r.Solver }

// Close ends the solver's process, if it has one.
func (r *refuted) Close() { solver.Close(r.Solver) }

func (r *refuted) Assert(f term.Term) {
	top := len(r.levels) - 1
	r.levels[top] = append(r.levels[top], f)
	r.Solver.Assert(f)
}

func (r *refuted) Push() {
	r.levels = append(r.levels, nil)
	r.Solver.Push()
}

func (r *refuted) Pop() {
	r.levels = r.levels[:len(r.levels)-1]
	r.Solver.Pop()
}

func (r *refuted) Check(ctx context.Context, assumptions ...term.Term) solver.Answer {
	begun := time.Now()
	ans := r.Solver.Check(ctx, assumptions...)
	if ans.Status != solver.Unsat {
		return ans
	}
	var fs []term.Term
	for _, l := range r.levels {
		fs = append(fs, l...)
	}
	for _, a := range assumptions { // as many as the answer needs
		if slices.Contains(ans.Core, a) {
			fs = append(fs, a)
		}
	}
	if r.tally == nil {
		if err := Refute(ctx, r.st, r.find, fs...); err != nil {
			return solver.Answer{Reason: "the solver says that it is impossible, but " + err.Error()}
		}
		return ans
	}
	answered := time.Now()
	part, cancel := r.tally.part(ctx, answered.Sub(begun))
	defer cancel()
	if err := Refute(part, r.st, r.find, fs...); err != nil {
		r.tally.believed(err, time.Since(answered))
	}
	return ans
}

// Refute is nil if fs, formulas of st, have no model: a refutation that find gives was checked. It is looked for
// by bits first where fs work on them, otherwise among numbers.
func Refute(ctx context.Context, st *term.Store, find Finder, fs ...term.Term) error {
	first, second := byNumbers, byBits
	if onBits(fs) {
		first, second = second, first
	}
	err := first(ctx, st, find, fs)
	if err == nil || ctx.Err() != nil {
		return err
	}
	if again := second(ctx, st, find, fs); again != nil {
		return fmt.Errorf("%w; %w", again, err)
	}
	return nil
}

func byNumbers(ctx context.Context, st *term.Store, find Finder, fs []term.Term) error {
	r, err := find.Numbers(ctx, st, fs...)
	if err != nil {
		return err
	}
	r.Inputs = fs // whatever find says that it has refuted
	return r.Check()
}

func byBits(ctx context.Context, _ *term.Store, find Finder, fs []term.Term) error {
	c, err := bitproof.Of(fs, maxGates)
	if err != nil {
		return fmt.Errorf("by bits: %w", err)
	}
	steps, err := find.Bits(ctx, c)
	if err != nil {
		return fmt.Errorf("by bits: %w", err)
	}
	return c.Check(steps, func() bool { return ctx.Err() != nil })
}

// maxGates is how large a circuit may be.
const maxGates = 4_000_000

// onBits reports whether an operator of fs is one that numbers are weak at.
func onBits(fs []term.Term) bool {
	found := false
	for _, f := range fs {
		term.Walk(f, func(t term.Term) {
			switch t.Op() {
			case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr:
				found = true
			}
		})
	}
	return found
}
