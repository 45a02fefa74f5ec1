package certify_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// TestForgedAtErrors: what a proof says of an error location is not believed, wherever that lies.
func TestForgedAtErrors(t *testing.T) {
	p := parse(t, counter)
	for _, name := range []string{"true", "what holds there", "false"} {
		q := newProof(p)
		x, y := q.var_("x"), q.var_("y")
		q.inv[1] = q.st.True()
		q.inv[3] = q.st.Eq(x, y) // which is too weak
		q.inv[8] = map[string]term.Term{"true": q.st.True(), "what holds there": q.st.Not(q.st.Eq(y, q.st.Int(10))), "false": q.st.False()}[name]
		var r *certify.Rejection
		if err := certify.Safe(t.Context(), p, q.inv, native, 1); !errors.As(err, &r) || r.Undecided || r.Cond != certify.Safety {
			t.Errorf("an error location with the invariant %q: %v", name, err)
		}
	}
}

// TestForgedVariables: a proof may speak of the program's variables, of bound ones with names of their own, and of nothing else.
func TestForgedVariables(t *testing.T) {
	p := parse(t, memory)
	q := newProof(p)
	other := q.st.Var("take3", term.Bool) // as the certifier may call something
	for name, inv := range map[string]verdict.Invariants{
		"a proposition":     {2: other},
		"a number":          {2: q.st.Le(q.st.Var("main::j", term.Int), q.st.Int(3))},
		"of no location":    {ir.Loc(len(p.Locs) + 3): q.st.True()},
		"location 0":        {0: q.st.True()},
		"no formula":        {2: q.var_("i")},
		"a missing formula": {2: term.Term{}},
	} {
		var r *certify.Rejection
		if err := certify.Safe(t.Context(), p, inv, native, 1); !errors.As(err, &r) || r.Cond != certify.WellFormed || r.Undecided {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bound := range []string{"main::i", "mem", "main::i@", "main::i'", ""} {
		proof := verdict.Elements{Bound: []string{bound}, Invariants: verdict.Invariants{2: q.st.True()}}
		if err := certify.Elements(t.Context(), p, proof, native, 1); err == nil || !strings.Contains(err.Error(), "has the name of another one") {
			t.Errorf("the bound variable %q: %v", bound, err)
		}
	}
}
