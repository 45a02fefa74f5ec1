package check

import (
	"context"
	"fmt"

	"craig/logic/smt"
	"craig/logic/term"
)

// Refuted is s, with every Unsat refuted once more, and the refutation checked by code that shares none with the
// search: by Refutation, about numbers, or by bits, about a circuit of the checker (smt.RefuteBits). Where neither succeeds
// the answer is Unknown, with the reason.
func Refuted(st *term.Store, s smt.Solver) smt.Solver {
	r := &refuted{replaying: replaying{Solver: s, st: st, refute: refuteEither, levels: [][]term.Term{nil}}}
	r.report = func(err error) { r.err = err }
	return r
}

type refuted struct {
	replaying
	err error // of the last refutation
}

// Inner is the solver that answers first.
func (r *refuted) Inner() smt.Solver { return r.Solver }

// Close ends the solver's process, if it has one.
func (r *refuted) Close() {
	if c, ok := r.Solver.(interface{ Close() }); ok {
		c.Close()
	}
}

func (r *refuted) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	ans := r.replaying.Check(ctx, assumptions...)
	if ans.Status == smt.Unsat && r.err != nil {
		return smt.Answer{Reason: "the solver says that it is impossible, but " + r.err.Error()}
	}
	return ans
}

// refuteEither refutes by bits first where fs work on them, otherwise last.
func refuteEither(ctx context.Context, st *term.Store, fs ...term.Term) error {
	first := func() error { return Refutation(ctx, st, fs...) }
	second := func() error {
		r, err := smt.RefuteBits(ctx, fs...)
		if err != nil {
			return fmt.Errorf("by bits: %w", err)
		}
		return r.Check()
	}
	if onBits(fs) {
		first, second = second, first
	}
	err := first()
	if err == nil || ctx.Err() != nil {
		return err
	}
	if again := second(); again != nil {
		return fmt.Errorf("%w; %w", again, err)
	}
	return nil
}

// onBits reports whether an operator of fs is one that numbers are weak at.
func onBits(fs []term.Term) bool {
	found := false
	for _, f := range fs {
		term.Walk(f, func(t term.Term) {
			switch t.Op() {
			case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr, term.Mul:
				found = true
			}
		})
	}
	return found
}
