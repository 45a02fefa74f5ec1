package check

import (
	"bytes"
	"encoding/xml"
	"testing"
	"time"
)

// TestJUnit: every function is a test case that passes, fails or is skipped, the sums are right, and the text is XML
// whatever is in names and messages.
func TestJUnit(t *testing.T) {
	u := &Unit{File: "a.c"}
	odd := "<b>&\x00\x1b]]>\xff\""
	r := &Report{Wall: time.Second, Functions: []*Function{
		{Unit: u, Name: "right", File: "a.c", Line: 1, Answer: Answer{Verdict: "TRUE", Wall: 1500 * time.Millisecond}}, {Unit: u, Name: "wrong", File: "a.c", Line: 5, Answer: Answer{Verdict: "FALSE"}},
		{Unit: u, Name: "accepted", File: "a.c", Line: 7, Answer: Answer{Verdict: "FALSE"}}, {Unit: u, Name: "open", File: odd, Line: 9, Answer: Answer{Verdict: "UNKNOWN", Reason: "timeout", Detail: odd}},
	}, Findings: []*Finding{
		{Place: Place{"a.h", 2, 1}, Property: "null", Message: odd, Inputs: []string{odd}, Entries: []Entry{{"wrong", "a.c", 5}, {"right", "b.c", 1}}},
		{Place: Place{"a.h", 3, 1}, Property: "bounds", Message: "far", Entries: []Entry{{"wrong", "a.c", 5}}},
		{Place: Place{"a.c", 7, 1}, Property: "null", Accepted: "baseline", Entries: []Entry{{"accepted", "a.c", 7}}},
	}, Skipped: []Skipped{{"b.c", "no C"}}}
	var b bytes.Buffer
	if err := r.WriteJUnit(&b); err != nil {
		t.Fatal(err)
	}
	var got junitSuites
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v in\n%s", err, &b)
	}
	if got.Tests != 5 || got.Failures != 1 || got.Skipped != 2 || len(got.Suites) != 3 || got.Suites[0].Time != "1.500" {
		t.Errorf("%+v", got)
	}
	cases := got.Suites[0].Cases
	if len(cases) != 3 || cases[0].Failure != nil || cases[0].Skipped != nil || cases[1].Failure == nil || cases[1].Failure.Type != "null" || cases[2].Failure != nil {
		t.Errorf("%+v", cases)
	}
	if !bytes.Contains(b.Bytes(), []byte("a.h:3:1: bounds: far")) || bytes.ContainsRune(b.Bytes(), 0x1b) {
		t.Errorf("%s", &b)
	}
}
