package playground

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/property"
	"craig/internal/report"
	"craig/internal/resultfile"
)

// Finding is what the editor marks.
type Finding struct {
	Line   int    `json:"line"`
	Column int    `json:"column"` // in bytes, from 1; 0: the line
	Kind   string `json:"kind"`   // error, open, or note
	Text   string `json:"text"`
}

// Remark is what the editor shows behind a line: an invariant, or values of an execution.
type Remark struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// findings are the errors, what is open, and what is assumed.
func findings(d *resultfile.Document) (list []Finding) {
	add := func(p resultfile.Place, kind, text string) {
		f := Finding{p.Line, p.Column, kind, text}
		if p.File == Name && p.Line > 0 && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	if t := d.Trace; t != nil && t.At != nil {
		text := d.Property
		for _, p := range property.Decided {
			if p.Name == d.Property {
				text += ": " + p.Finding
			}
		}
		if t.Forever != nil {
			text = "from here on it goes on for ever"
		}
		if t.Memory != nil {
			text = t.Memory.Kind + ": " + t.Memory.Text
		}
		add(*t.At, "error", text)
		for _, r := range t.Race {
			add(r.Place, "error", "an access of the data race")
		}
	}
	if w := d.Why; w != nil {
		for _, u := range w.Unproved {
			add(u.Place, "open", "not proved: "+u.Property)
		}
		if w.Growing != nil {
			add(w.Growing.Place, "open", fmt.Sprintf("this %s kept being unrolled", w.Growing.Kind))
		}
		if w.Approximated != nil {
			add(*w.Approximated, "open", "the value is only approximated")
		}
		for _, n := range w.Unmodelled {
			add(n.Place, "open", n.Text)
		}
	}
	for _, n := range d.Notes {
		if n.Kind != "remark" {
			add(n.Place, "note", n.Kind+": "+n.Text)
		}
	}
	return list
}

// remarks are those of the result's page, but for what findings says too.
func remarks(d *resultfile.Document) (list []Remark) {
	for at, texts := range report.Remarks(d) {
		if at.File != Name {
			continue
		}
		texts = slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return strings.HasPrefix(t, "error: ") || strings.HasPrefix(t, "not proved: ") })
		if len(texts) > 0 {
			list = append(list, Remark{at.Line, strings.Join(texts, "; ")})
		}
	}
	slices.SortFunc(list, func(a, b Remark) int { return a.Line - b.Line })
	return list
}
