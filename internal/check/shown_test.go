package check

import (
	"strings"
	"testing"

	"craig/internal/resultfile"
)

// TestShownElsewhere: a compiler is asked once about a finding of several functions, unless it would be likelier of another one.
func TestShownElsewhere(t *testing.T) {
	r := &runner{}
	c := &checker{opts: Options{Commands: words{}, Runner: r, Confirm: ConfirmAll}, report: &Report{}}
	ask := func(name string, line int, guess bool) *Finding {
		f := &Function{Unit: &Unit{}, Name: name}
		g := &Finding{Place: Place{File: "a.c", Line: line}, Property: "null", Entries: []Entry{{Name: name}}}
		if guess {
			g.Guesses = []string{"callers pass any values"}
		}
		c.confirm(t.Context(), f, g, &resultfile.Document{})
		return g
	}
	if g := ask("f", 1, true); g.Confirmation != "confirmed" {
		t.Errorf("at first: %s %s", g.Confirmation, g.Said)
	}
	if g := ask("g", 1, true); g.Confirmation != "not run" || g.Said != shownElsewhere {
		t.Errorf("again: %s %s", g.Confirmation, g.Said)
	}
	if g := ask("main", 1, false); g.Confirmation != "confirmed" {
		t.Errorf("without a guess: %s %s", g.Confirmation, g.Said)
	}
	if g := ask("g", 2, true); g.Confirmation != "confirmed" {
		t.Errorf("at another place: %s %s", g.Confirmation, g.Said)
	}
	if n := strings.Count(strings.Join(r.jobs, "\n"), "replay"); n != 3 {
		t.Errorf("%d were asked about, want 3", n)
	}
}

// TestAnswered: what a compiler has said where a finding was found is not asked again, unless the result is another one now.
func TestAnswered(t *testing.T) {
	r := &runner{}
	c := &checker{opts: Options{Commands: words{}, Runner: r, Confirm: ConfirmAll}, report: &Report{}}
	first, second, other := &resultfile.Document{}, &resultfile.Document{}, &resultfile.Document{}
	f := &Function{Unit: &Unit{}, held: held{results: []*resultfile.Document{first, second}, compiler: []Said{{"undecided", "there was a limit"}, {}}}}
	for i, doc := range []*resultfile.Document{first, second, other} {
		g := &Finding{Place: Place{File: "a.c", Line: i + 1}, Property: "null", Entries: []Entry{{Name: "f"}}}
		c.confirm(t.Context(), f, g, doc)
		if want := []string{"undecided", "confirmed", "confirmed"}[i]; g.Confirmation != want || len(r.jobs) != i {
			t.Errorf("%s after %d jobs, want %s after %d", g.Confirmation, len(r.jobs), want, i)
		}
	}
}
