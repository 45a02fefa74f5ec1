package infer

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/harness"
	"craig/internal/run"
)

// TestProved: a proof counts if some call is one of those that it is about, and, where a call goes wrong by going on for ever, if some of these ends.
func TestProved(t *testing.T) {
	for _, x := range []struct {
		property, clause string
		verdict          verdict.Verdict
		vacuous          string
		want             bool
	}{
		{"null", "n == 3", verdict.True, "", true},
		{"null", "n == 3", verdict.True, "no execution comes to an end", false},
		{"null", "n == 3", verdict.Unknown, "", false},
		{"null", "n == 3", verdict.False, "", false},
		{termination, "n == 3", verdict.True, "", true},
		{termination, "n == -1", verdict.True, "", false},
		{termination, "n == 3", verdict.True, "no execution comes to an end", false},
	} {
		o := cfront.Options{Entry: "drain", Properties: []string{x.property}, Environment: harness.Options{Valid: true}}
		s, err := newSearch(t.Context(), prepare.New(o, nil, "testdata/endless.c"), Options{Query: DefaultQuery, Time: DefaultTime, Asked: DefaultAsked})
		if err != nil {
			t.Fatal(err)
		}
		r := &run.Result{}
		r.Verdict, r.Vacuous = x.verdict, x.vacuous
		if ok, err := s.proved(t.Context(), r, []string{x.clause}); err != nil || ok != x.want {
			t.Errorf("%s, %s, %v, %q: %v, %v", x.property, x.clause, x.verdict, x.vacuous, ok, err)
		}
	}
}
