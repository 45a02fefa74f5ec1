package review

import (
	"strings"
	"testing"

	"craig/internal/check"
	"craig/internal/equiv"
)

// TestCompare: a finding is as before if one with its fingerprint was there, each of several for itself; or if its line was edited. What is accepted now is not gone.
func TestCompare(t *testing.T) {
	finding := func(print, in string) *check.Finding {
		return &check.Finding{Place: check.Place{File: "a.c"}, Property: "null", In: in, Fingerprint: print}
	}
	accepted := finding("d", "f")
	accepted.Accepted = "yes"
	now := []*check.Finding{finding("a", "f"), finding("a", "f"), finding("e", "g"), finding("n", "h"), finding("m", "")}
	before := []*check.Finding{finding("a", "f"), finding("o", "g"), finding("d", "f"), finding("x", "k"), finding("y", "")}
	var c Change
	c.compare(now, append(now[:len(now):len(now)], accepted), before)
	prints := func(list []*check.Finding) (text string) {
		for _, g := range list {
			text += g.Fingerprint
		}
		return text
	}
	if is, want := prints(c.New)+" "+prints(c.Same)+" "+prints(c.Gone), "anm ae xy"; is != want {
		t.Errorf("new, same, gone: %s, want %s", is, want)
	}
}

// TestHostileSummary: texts of the program stay in their cells and spans.
func TestHostileSummary(t *testing.T) {
	evil := "a|b`\n</details>\n@all ![x](http://y) <script> #1 \u202e"
	c := &Change{Since: evil, Properties: []string{evil}, Functions: []Function{{Function: &check.Function{Name: evil, File: evil, Answer: check.Answer{Verdict: "UNKNOWN", Reason: evil, Detail: evil}},
		Pair: &equiv.Pair{Class: equiv.Differ, Input: []equiv.Value{{Name: evil, Value: evil}}, OldResult: evil, NewResult: "1", Confirmation: "confirmed"}}},
		New: []*check.Finding{{Place: check.Place{File: evil}, Property: evil, Message: evil, In: evil, Inputs: []string{evil}}}, Skipped: []check.Skipped{{What: evil, Why: evil}},
		Removed: []check.Entry{{Name: evil}}, Before: evil}
	var b strings.Builder
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(b.String()) {
		outside := line
		for strings.Contains(outside, "``") { // each text has a backquote, so that its span has two
			i := strings.Index(outside, "``")
			n := strings.Index(outside[i+2:], "``")
			if n < 0 {
				t.Fatalf("a span without an end: %q", line)
			}
			outside = outside[:i] + outside[i+2+n+2:]
		}
		if strings.ContainsAny(outside, "<>@![\u202e") {
			t.Errorf("not in a span: %q", line)
		}
		if strings.HasPrefix(line, "| ``") {
			if rows++; strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
				t.Errorf("a row of %q", line)
			}
		}
	}
	if rows != 1 {
		t.Errorf("%d rows:\n%s", rows, &b)
	}
}
