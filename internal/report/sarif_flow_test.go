package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"craig/internal/resultfile"
	"craig/internal/resultfile/schematest"
)

// TestFlowOfThreads: each thread has its steps, numbered across all of them; calls, both accesses of a race, where a finding comes from and a fix are there,
// and the whole has the structure of the standard.
func TestFlowOfThreads(t *testing.T) {
	step := func(thread, depth, line int, matters bool, name, value string) resultfile.Step {
		s := resultfile.Step{Place: resultfile.Place{File: "a b.c", Line: line}, Function: fmt.Sprint("f", depth), Thread: thread, Depth: depth, Matters: matters}
		if name != "" {
			s.Changes = []resultfile.Change{{Name: name, Value: value}}
		}
		return s
	}
	d := &resultfile.Document{Verdict: "FALSE", Property: "no-data-race", Trace: &resultfile.Trace{
		At:    &resultfile.Place{File: "a b.c", Line: 9},
		Entry: []resultfile.Change{{Name: "n", Value: "1"}},
		Steps: []resultfile.Step{step(0, 0, 1, true, "x", "2"), step(1, 0, 5, false, "y", "3"), {}, step(0, 0, 2, false, "", ""), step(1, 1, 6, false, "", ""), step(1, 2, 7, false, "", "")},
		Race:  []resultfile.Access{{Thread: 1, Place: resultfile.Place{File: "a b.c", Line: 9}}, {Thread: 0, Place: resultfile.Place{File: "a b.c", Line: 2}, Calls: []resultfile.Place{{File: "a b.c", Line: 30}}}},
	}}
	var b bytes.Buffer
	fix := &Fix{Why: "write it down", File: "a b.c", Before: 4, Text: "/*@ requires n > 0; */\n"}
	if err := WriteFindings(&b, "1", []Finding{{Document: d, At: *d.Trace.At, Message: "m", Fingerprint: "0123456789abcdef", From: []Origin{{"f", resultfile.Place{File: "a b.c", Line: 4}}}, Fix: fix}},
		[]Contract{{At: resultfile.Place{File: "a b.c", Line: 4}, Message: "n > 0", Fix: &Fix{}}}); err != nil {
		t.Fatal(err)
	}
	var s schematest.Schema
	var any map[string]any
	var log sarifLog
	for _, err := range []error{json.Unmarshal([]byte(sarifStructure), &s.Root), json.Unmarshal(b.Bytes(), &any), json.Unmarshal(b.Bytes(), &log)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if wrong := s.Check("sarif", s.Root, any); len(wrong) > 0 {
		t.Errorf("%s\n%s", strings.Join(wrong, "\n"), &b)
	}
	var said []string
	r := log.Runs[0].Results[0]
	for _, thread := range r.CodeFlows[0].Threads {
		for _, s := range thread.Locations {
			said = append(said, fmt.Sprintf("%s/%d:%d/%d%.1s", thread.ID, s.Order, s.Location.Physical.Region.Line, s.Nesting, s.Importance))
		}
	}
	if is, want := strings.Join(said, " "), "0/1:1/0e 0/3:2/0 1/2:5/0 1/4:6/1 1/5:7/2 1/6:9/2e"; is != want {
		t.Errorf("steps %s, want %s", is, want)
	}
	said = nil
	for _, l := range r.Related {
		said = append(said, fmt.Sprintf("%d:%d %s", l.ID, l.Physical.Region.Line, l.Message.Text))
	}
	if is, want := strings.Join(said, ", "), "1:6 f1 calls from here, 2:2 the other access, by main, 3:30 called here, 4:4 reached from f"; is != want {
		t.Errorf("related %s, want %s", is, want)
	}
	if r.CodeFlows[0].Threads[0].Initial["n"].Text != "1" || len(r.Fixes) != 1 || r.Fixes[0].Changes[0].Replacements[0].Inserted.Text != fix.Text || r.Fixes[0].Changes[0].Artifact.URI != "a%20b.c" {
		t.Errorf("initial state or fix:\n%s", &b)
	}
	if note := log.Runs[0].Results[1]; note.Kind != "informational" || note.Level != "none" || note.Fixes != nil {
		t.Errorf("a contract is %+v", note)
	}
}
