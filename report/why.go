package report

import (
	"fmt"
	"strings"

	"craig"
)

// Why says in a result file what an UNKNOWN lacks; see craig.Why.
type Why struct {
	Unproved     []Unproved `json:"unproved,omitempty"`
	Growing      *Growing   `json:"growing,omitempty"`
	Approximated *Place     `json:"approximated,omitempty"`
	Unmodelled   []Note     `json:"unmodelled,omitempty"`
	Option       string     `json:"option,omitempty"`
}

// Unproved is an error that may still be open.
type Unproved struct {
	Place
	Property string `json:"property"`
}

// Growing is a loop or a recursive call that kept being unrolled.
type Growing struct {
	Place
	Kind  string `json:"kind"`            // loop, call
	Times int    `json:"times,omitempty"` // of a loop
}

func newWhy(w *craig.Why) *Why {
	if w == nil {
		return nil
	}
	d := &Why{Option: w.Option}
	for _, u := range w.Unproved {
		d.Unproved = append(d.Unproved, Unproved{place(u.Pos), u.Property})
	}
	if g := w.Growing; g != nil {
		d.Growing = &Growing{place(g.Pos), "loop", g.Times}
		if g.Call {
			d.Growing.Kind = "call"
		}
	}
	if w.Approximated.Line > 0 {
		at := place(w.Approximated)
		d.Approximated = &at
	}
	for _, n := range w.Unmodelled {
		d.Unmodelled = append(d.Unmodelled, Note{place(n.Pos), noteKinds[n.Kind], n.Text, n.Count})
	}
	return d
}

// maxUnproved bounds the errors that are named in text; result files have all.
const maxUnproved = 3

// whyText are lines about what the detail of an UNKNOWN does not say.
func whyText(r *craig.Result) string {
	if r.Why == nil {
		return ""
	}
	var b strings.Builder
	for i, u := range r.Why.Unproved {
		if i == maxUnproved {
			fmt.Fprintf(&b, "\nand %d more", len(r.Why.Unproved)-i)
			break
		}
		fmt.Fprintf(&b, "\n%s: not proved: %s", u.Pos, u.Property)
	}
	if option := r.Why.Option; option != "" && !strings.Contains(r.Detail, strings.Fields(option)[0]) {
		fmt.Fprintf(&b, "\nThis would help, or might: %s.", option)
	}
	return b.String()
}
