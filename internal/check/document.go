package check

import (
	"encoding/json"
	"io"
	"slices"

	"craig/internal/infer"
)

// Schema is the version of the format of Write.
const Schema = 1

// Write writes the report as JSON.
func (r *Report) Write(w io.Writer, version string) error {
	type function struct {
		Name    string   `json:"name"`
		File    string   `json:"file"`
		Line    int      `json:"line"`
		Unit    string   `json:"unit"`
		Flags   []string `json:"flags,omitempty"`
		Static  bool     `json:"static,omitempty"`
		Verdict string   `json:"verdict"`
		Reason  string   `json:"reason,omitempty"`
		Detail  string   `json:"detail,omitempty"`
		Assumes []string `json:"assumes,omitempty"`
		Rounds  int      `json:"rounds"`

		Contract *infer.Document `json:"contract,omitempty"`
		Handles  []string        `json:"handles,omitempty"` // invariants that say all that the contract does
		Cached   bool            `json:"cached,omitempty"`
		Seconds  float64         `json:"seconds"`
	}
	doc := struct {
		Schema     int         `json:"schema"`
		Craig      string      `json:"craig"`
		Properties []string    `json:"properties"`
		Seconds    float64     `json:"seconds"`
		Unchanged  int         `json:"unchanged,omitempty"`
		Findings   []*Finding  `json:"findings"`
		Others     []*Finding  `json:"others,omitempty"`
		Invariants []Invariant `json:"invariants,omitempty"`
		Functions  []function  `json:"functions"`
		Skipped    []Skipped   `json:"skipped"`
		Remarks    []Remark    `json:"remarks"`
	}{Schema, version, r.Properties, r.Wall.Seconds(), r.Unchanged, append([]*Finding{}, r.Findings...), r.Others, r.Invariants, []function{}, append([]Skipped{}, r.Skipped...), append([]Remark{}, r.Remarks...)}
	for _, f := range r.Functions {
		doc.Functions = append(doc.Functions, function{f.Name, f.File, f.Line, f.Unit.File, f.Unit.Flags, f.Static, f.Verdict, f.Reason, f.Detail, f.Assumes, f.Rounds, f.Inferred, f.Handles, f.Cached, f.Wall.Seconds()})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// Open counts the findings that nobody has accepted.
func (r *Report) Open() (n int) {
	for _, g := range r.Findings {
		if g.Accepted == "" {
			n++
		}
	}
	return n
}

// Complete says that every function was proved, or has findings and nothing else to be decided, that this takes nothing of functions of
// the project for granted, and that nothing was skipped or is doubtful.
func (r *Report) Complete() bool {
	for _, f := range r.Functions {
		if f.Verdict == "FALSE" && f.underContract(infer.Necessary) {
			continue
		}
		if f.Verdict != "TRUE" && (f.Verdict != "FALSE" || f.Reason != "") || len(f.Assumes) > 0 {
			return false
		}
	}
	return len(r.Skipped) == 0 && !slices.ContainsFunc(r.Remarks, func(m Remark) bool { return m.Doubt })
}
