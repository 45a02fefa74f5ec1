package run

import (
	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// calledProof is a proof of a program with its calls, from one of what SliceCalls has left of it. Where nothing is left
// no error is reached, and nothing is known of what comes out.
func calledProof(lift *pass.CallLift, proof verdict.Proof) verdict.Proof {
	switch small := proof.(type) {
	case verdict.Contracts:
		big := verdict.Contracts{}
		for _, p := range lift.Places {
			if p.At == 0 {
				big[p.Loc] = storeOf(small).True()
			} else if f, ok := small[p.At]; ok {
				big[p.Loc] = f
			}
		}
		return big
	case verdict.Summaries:
		big := verdict.Summaries{}
		for _, p := range lift.Places {
			if s, ok := small[p.At]; ok {
				big[p.Loc] = s
			} else if p.At == 0 {
				st := storeOf(says.Invariants(small))
				big[p.Loc] = verdict.Summary{Safe: st.True(), Excludes: st.False()}
			}
		}
		return big
	}
	return proof
}

// storeOf is the store of the formulas of a proof.
func storeOf[M ~map[L]term.Term, L comparable](proof M) *term.Store {
	for _, f := range proof {
		return f.Store()
	}
	return term.NewStore()
}
