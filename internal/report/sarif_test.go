package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"craig/internal/resultfile"
	"craig/internal/resultfile/schematest"
)

// sarifStructure is what SARIF 2.1.0 (OASIS, March 2020) says of the objects that are written: the
// properties that it requires, and of those that are written the types and words, by section.
const sarifStructure = `{
	"type": "object", "required": ["version", "runs"], "additionalProperties": false,
	"properties": {
		"$schema": {"type": "string"}, "version": {"enum": ["2.1.0"]},
		"runs": {"type": "array", "items": {"$ref": "#/$defs/run"}}},
	"$defs": {
		"run": {"title": "3.14", "type": "object", "required": ["tool"], "additionalProperties": false, "properties": {
			"tool": {"title": "3.18", "type": "object", "required": ["driver"], "additionalProperties": false, "properties": {
				"driver": {"title": "3.19", "type": "object", "required": ["name"], "additionalProperties": false, "properties": {
					"name": {"type": "string"}, "version": {"type": "string"},
					"rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}}}}}},
			"results": {"type": "array", "items": {"$ref": "#/$defs/result"}}}},
		"rule": {"title": "3.49", "type": "object", "required": ["id"], "additionalProperties": false, "properties": {
			"id": {"type": "string"}, "shortDescription": {"$ref": "#/$defs/text"}, "help": {"$ref": "#/$defs/text"}, "helpUri": {"type": "string", "pattern": "^https://[^ ]+$"},
			"properties": {"title": "3.8", "type": "object", "additionalProperties": false, "properties": {"tags": {"type": "array", "items": {"type": "string", "pattern": "^external/cwe/cwe-[0-9]+$"}}}}}},
		"text": {"title": "3.11, 3.12", "type": "object", "required": ["text"], "additionalProperties": false, "properties": {"text": {"type": "string"}}},
		"result": {"title": "3.27", "type": "object", "required": ["message"], "additionalProperties": false, "properties": {
			"ruleId": {"type": "string"}, "message": {"$ref": "#/$defs/text"},
			"kind": {"enum": ["pass", "open", "informational", "notApplicable", "review", "fail"]},
			"level": {"enum": ["warning", "error", "note", "none"]},
			"locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
			"relatedLocations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
			"partialFingerprints": {"type": "object"},
			"suppressions": {"type": "array", "items": {"title": "3.35", "type": "object", "required": ["kind"], "additionalProperties": false, "properties": {
				"kind": {"enum": ["inSource", "external"]}, "justification": {"type": "string"}}}},
			"fixes": {"type": "array", "items": {"title": "3.55", "type": "object", "required": ["artifactChanges"], "additionalProperties": false, "properties": {
				"description": {"$ref": "#/$defs/text"},
				"artifactChanges": {"type": "array", "minItems": 1, "items": {"title": "3.56", "type": "object", "required": ["artifactLocation", "replacements"], "additionalProperties": false, "properties": {
					"artifactLocation": {"$ref": "#/$defs/artifact"},
					"replacements": {"type": "array", "minItems": 1, "items": {"title": "3.57", "type": "object", "required": ["deletedRegion"], "additionalProperties": false, "properties": {
						"deletedRegion": {"$ref": "#/$defs/region"}, "insertedContent": {"$ref": "#/$defs/text"}}}}}}}}}},
			"codeFlows": {"type": "array", "items": {"$ref": "#/$defs/codeFlow"}}}},
		"location": {"title": "3.28", "type": "object", "additionalProperties": false, "properties": {
			"id": {"type": "integer", "minimum": 0}, "message": {"$ref": "#/$defs/text"},
			"physicalLocation": {"title": "3.29", "type": "object", "required": ["artifactLocation"], "additionalProperties": false, "properties": {
				"artifactLocation": {"$ref": "#/$defs/artifact"}, "region": {"$ref": "#/$defs/region"}}}}},
		"artifact": {"title": "3.4", "type": "object", "required": ["uri"], "additionalProperties": false, "properties": {"uri": {"type": "string"}}},
		"region": {"title": "3.30", "type": "object", "required": ["startLine"], "additionalProperties": false, "properties": {
			"startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1}, "endLine": {"type": "integer", "minimum": 1}, "endColumn": {"type": "integer", "minimum": 1}}},
		"codeFlow": {"title": "3.36", "type": "object", "required": ["threadFlows"], "additionalProperties": false, "properties": {
			"threadFlows": {"type": "array", "minItems": 1, "items": {"title": "3.37", "type": "object", "required": ["locations"], "additionalProperties": false, "properties": {
				"id": {"type": "string"}, "message": {"$ref": "#/$defs/text"}, "initialState": {"type": "object"},
				"locations": {"type": "array", "minItems": 1, "items": {"title": "3.38", "type": "object", "additionalProperties": false, "properties": {
					"location": {"$ref": "#/$defs/location"}, "nestingLevel": {"type": "integer", "minimum": 0}, "executionOrder": {"type": "integer", "minimum": 0},
					"importance": {"enum": ["important", "essential", "unimportant"]}}}}}}}}}}
}`

// TestSARIF: what is written has the structure of the standard, and keeps what it says besides: level is
// none unless kind is fail (3.27.10), rules are found by their id, places are URI references.
func TestSARIF(t *testing.T) {
	var s schematest.Schema
	if err := json.Unmarshal([]byte(sarifStructure), &s.Root); err != nil {
		t.Fatal(err)
	}
	odd := "/tmp/a b/ü%41#1.c"
	files := []resultfile.File{{Name: odd, SHA256: "00"}, {Name: "c:d.c", SHA256: "00"}}
	for _, d := range []*resultfile.Document{
		{Craig: "1", Verdict: "TRUE", Files: files},
		{Craig: "1", Verdict: "FALSE", Property: "bounds", Files: files},
		{Craig: "1", Verdict: "FALSE", Property: "unreach-call", Files: files, Trace: &resultfile.Trace{
			At:    at(odd, 7, 3),
			Steps: []resultfile.Step{{Place: *at(odd, 1, 5), Changes: []resultfile.Change{{Name: "x", Value: "1"}, {Name: "y", Value: "2"}}}, {}, {Place: *at(odd, 2, 0)}},
		}},
		{Verdict: "FALSE", Property: "valid-deref", Files: files, Trace: &resultfile.Trace{
			At: at(odd, 7, 3),
			Memory: &resultfile.Memory{Kind: "heap-use-after-free", Text: "an access", Began: "it was allocated", Over: "it was freed",
				Made: []resultfile.Place{*at(odd, 2, 1), *at(odd, 5, 1)}, Ended: []resultfile.Place{*at(odd, 6, 1)}},
		}},
		{Verdict: "UNKNOWN", Reason: "timeout", Detail: "Time was up.", Files: files},
		{Verdict: "UNKNOWN", Reason: "timeout", Files: files, Why: &resultfile.Why{Unproved: []resultfile.Unproved{{Place: *at(odd, 1, 1), Property: "null"}, {Place: *at(odd, 2, 1), Property: "null"}}}},
	} {
		var b bytes.Buffer
		if err := WriteSARIF(&b, d); err != nil {
			t.Fatal(err)
		}
		var log map[string]any
		if err := json.Unmarshal(b.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		if wrong := s.Check("sarif", s.Root, log); len(wrong) > 0 {
			t.Errorf("%s\n%s", strings.Join(wrong, "\n"), &b)
		}
		var typed sarifLog
		if err := json.Unmarshal(b.Bytes(), &typed); err != nil {
			t.Fatal(err)
		}
		rules := map[string]int{}
		for _, r := range typed.Runs[0].Tool.Driver.Rules {
			rules[r.ID]++
		}
		places := func(l sarifLocation) {
			uri := l.Physical.Artifact.URI
			if u, err := url.Parse(uri); err != nil || uri == "" || u.Scheme != "" || u.Fragment != "" || strings.ContainsAny(uri, " ü") {
				t.Errorf("%q is no relative URI reference: %v", uri, err)
			}
		}
		if len(typed.Runs[0].Results) == 0 {
			t.Error("no result")
		}
		for _, r := range typed.Runs[0].Results {
			if rules[r.RuleID] != 1 || (r.Kind == "fail") != (r.Level != "none") {
				t.Errorf("rule %q, kind %s, level %s", r.RuleID, r.Kind, r.Level)
			}
			for _, l := range append(r.Locations, r.Related...) {
				places(l)
			}
			if d.Property == "valid-deref" {
				var said []string
				for _, l := range r.Related {
					said = append(said, fmt.Sprintf("%d %s", l.Physical.Region.Line, l.Message.Text))
				}
				if want := "2 it was allocated, 5 called here, 6 it was freed"; strings.Join(said, ", ") != want {
					t.Errorf("related: %v, want %s", said, want)
				}
			}
			for _, f := range r.CodeFlows {
				for _, step := range f.Threads[0].Locations {
					places(step.Location)
				}
			}
		}
		for key, bad := range map[string]any{"version": "2.0.0", "runs": map[string]any{}, "surprise": 1.0} {
			damaged := map[string]any{"version": log["version"], "runs": log["runs"]}
			damaged[key] = bad
			if len(s.Check("sarif", s.Root, damaged)) == 0 {
				t.Errorf("with %s = %v it passes", key, bad)
			}
		}
	}
}
