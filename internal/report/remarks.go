package report

import (
	"fmt"

	"craig/internal/evidence/verdict"
	"craig/internal/resultfile"
)

// Bounds of what stands beside one line: a loop may be passed many times; and if the execution is long, less, since the
// steps of the page have it all, and a browser is slow with very many.
const (
	maxRemarks    = 20
	fewRemarks    = 3
	manyRemarksOf = 10_000 // steps
)

// Remarks are what there is to say of lines.
func Remarks(d *resultfile.Document) map[resultfile.Place][]string {
	remarks := map[resultfile.Place][]string{}
	maxRemarks := maxRemarks
	if d.Trace != nil && len(d.Trace.Steps) > manyRemarksOf {
		maxRemarks = fewRemarks
	}
	add := func(p resultfile.Place, format string, args ...any) {
		p.Column = 0
		switch list := remarks[p]; {
		case len(list) < maxRemarks:
			remarks[p] = append(list, fmt.Sprintf(format, args...))
		case len(list) == maxRemarks:
			remarks[p] = append(list, "… and more")
		}
	}
	for _, inv := range d.Invariants {
		if inv.Loop && inv.C != "" {
			add(inv.Place, "invariant: %s", inv.C)
		}
	}
	for _, s := range d.Summaries {
		add(s.Place, "safe from: %s; excludes: %s", s.Safe, s.Excludes)
	}
	if d.Trace != nil {
		for i, s := range d.Trace.Steps {
			for _, c := range s.Conditions {
				add(s.Place, "step %d: %s", i+1, c)
			}
			for _, c := range s.Changes {
				add(s.Place, "step %d: %s = %s", i+1, c.Name, c.Value)
			}
		}
		if d.Trace.At != nil {
			maxRemarks += 10 // there is always room for that
			if d.Trace.Forever != nil {
				add(*d.Trace.At, "from here on it goes on for ever")
			} else {
				add(*d.Trace.At, "error: %s", d.Property)
			}
		}
		if m := d.Trace.Memory; m != nil {
			if d.Trace.At != nil {
				add(*d.Trace.At, "%s: %s", m.Kind, m.Text)
			}
			for _, at := range [...]struct {
				text   string
				places []resultfile.Place
			}{{m.Began, m.Made}, {m.Over, m.Ended}} {
				for i, p := range at.places {
					if i > 0 {
						at.text = "called here"
					}
					add(p, "the object of the error: %s", at.text)
				}
			}
		}
	}
	if d.Verdict == verdict.Unknown.String() && d.Why != nil {
		for _, u := range d.Why.Unproved {
			add(u.Place, "not proved: %s", u.Property)
		}
		if g := d.Why.Growing; g != nil {
			add(g.Place, "this %s kept being unrolled", g.Kind)
		}
		if d.Why.Approximated != nil {
			add(*d.Why.Approximated, "the value is only approximated")
		}
	}
	return remarks
}
