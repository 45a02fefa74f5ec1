package resultfile

import (
	"craig/internal/evidence/verdict"
	"craig/internal/run"
)

// Why says in a result file what an UNKNOWN lacks; see run.Why.
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

func newWhy(w *run.Why, option func(verdict.Hint) string) *Why {
	if w == nil {
		return nil
	}
	d := &Why{}
	if option != nil {
		d.Option = option(w.Hint)
	}
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
		d.Unmodelled = append(d.Unmodelled, Note{Place: place(n.Pos), Kind: noteKinds[n.Kind], Text: n.Text, Count: n.Count, Aspect: n.Aspect})
	}
	return d
}
