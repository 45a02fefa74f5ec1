package check

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"craig/internal/bounded"
)

// baseline is the format of a file of accepted findings.
type baseline struct {
	Schema   int        `json:"schema"`
	Findings []accepted `json:"findings"`
}

// accepted is a finding that counts no more. Only the fingerprint is looked at; the rest is for people.
type accepted struct {
	Fingerprint string `json:"fingerprint"`
	Property    string `json:"property"`
	File        string `json:"file"`
	Line        int    `json:"line"`
	Function    string `json:"function,omitempty"`
	Reason      string `json:"reason,omitempty"`
}

// Accept accepts the findings that are in a baseline, each of its lines one, and gives how many of it were not found.
func (r *Report) Accept(file string) (gone int, err error) {
	text, err := bounded.ReadFile(file, bounded.Most)
	if err != nil {
		return 0, err
	}
	var b baseline
	if err := readJSON(file, text, &b, "a baseline"); err != nil {
		return 0, err
	}
	if b.Schema != Schema {
		return 0, &FormatError{file, fmt.Errorf("a baseline of format %d; this craig reads format %d", b.Schema, Schema)}
	}
	left := map[string][]accepted{}
	for _, a := range b.Findings {
		if a.Fingerprint == "" {
			return 0, &FormatError{file, errors.New("a finding without a fingerprint")}
		}
		left[a.Fingerprint] = append(left[a.Fingerprint], a)
	}
	for _, g := range r.Findings {
		if list := left[g.Fingerprint]; len(list) > 0 && g.Accepted == "" {
			g.Accepted, g.inBaseline = cmp.Or(list[0].Reason, "baseline"), true
			left[g.Fingerprint] = list[1:]
		}
	}
	for _, list := range left {
		gone += len(list)
	}
	return gone, nil
}

// WriteBaseline writes the findings that do not count already by a comment, as accepted ones.
func (r *Report) WriteBaseline(w io.Writer) error {
	b := baseline{Schema: Schema, Findings: []accepted{}}
	for _, g := range r.Findings {
		if g.Accepted == "" || g.inBaseline {
			b.Findings = append(b.Findings, accepted{g.Fingerprint, g.Property, g.File, g.Line, g.In, g.Accepted})
		}
	}
	slices.SortStableFunc(b.Findings, func(x, y accepted) int { return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line)) })
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(b)
}
