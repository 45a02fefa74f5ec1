package report

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"sync"

	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Bounds of what a Recorder keeps.
const (
	maxEvents     = 40_000 // of which half may be infeasible ones: there can be many for each node
	maxPlaces     = 100_000
	maxLabelSize  = 60  // terms
	maxLabelText  = 400 // bytes
	maxRecordText = 4 << 20
)

// Recorder keeps the steps of engines, for a page that shows the search. Its Event may be called by several goroutines.
// The zero Recorder is ready.
//
// If there are Lines, each step is written there as it comes, in lines of JSON:
//
//	{"run": "tracer"}          the next run, from 0
//	{"label": "x <= 4"}        the text of the next label, from 1
//	[1, 0, 17, 16, 0, 42, 3]   a step: kind, run, node, the one before, the other, line, label; what is not known is 0
//	{"lost": 1000, "kinds": [0, 41000]}
//
// The last kind comes every so often when there are more steps than are kept: how many were left out, and how many
// there were of each kind. What is written after an error of Lines is dropped.
type Recorder struct {
	Lines io.Writer

	mu     sync.Mutex
	kinds  [engine.Unwind + 1]int
	places map[ir.Pos]int // how many nodes were expanded at each line
	dull   int            // infeasible steps that are kept
	deaf   bool           // Lines has failed
	runs   []searchRun
	events []searchEvent
	labels []string
	known  map[string]int
	text   int
	lost   int
}

// searchRun is an engine at work: numbers of nodes are its own.
type searchRun struct {
	Engine string `json:"engine"`
	nodes  map[int]bool
}

// searchEvent is an event as the page reads it: kind, run, node, the one before, the other, line, label from 1.
type searchEvent [7]int

// Event is for engine.Task.Event.
func (r *Recorder) Event(e engine.Event) {
	if e.Kind > engine.Unwind {
		return // it is for drawings
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if int(e.Kind) < len(r.kinds) {
		r.kinds[e.Kind]++
	}
	if at := (ir.Pos{File: e.Pos.File, Line: e.Pos.Line}); e.Kind == engine.Expand && at.Line > 0 && (r.places[at] > 0 || len(r.places) < maxPlaces) {
		if r.places == nil {
			r.places = map[ir.Pos]int{}
		}
		r.places[at]++
	}
	dull := e.Kind == engine.Infeasible
	if dull && r.dull < maxEvents/2 {
		r.dull++
		dull = false
	}
	if len(r.events) >= maxEvents || dull {
		if r.lost++; r.lost%lostSteps == 0 {
			r.tell(map[string]any{"lost": r.lost, "kinds": r.kinds})
		}
		return
	}
	label := 0
	if e.Term.Valid() && r.text < maxRecordText {
		label = r.label(e.Term)
	}
	step := searchEvent{int(e.Kind), r.run(e), e.Node, e.From, e.Other, e.Pos.Line, label}
	r.events = append(r.events, step)
	r.tell(step)
}

// lostSteps is how often it is told that steps were not kept.
const lostSteps = 500

// tell writes a line, if there is anybody to read it.
func (r *Recorder) tell(v any) {
	if r.Lines == nil || r.deaf {
		return
	}
	text, err := json.Marshal(v)
	if err == nil {
		_, err = r.Lines.Write(append(text, '\n'))
	}
	r.deaf = err != nil
}

// run is the number of the run that an event belongs to: an engine that makes a node again has begun again.
func (r *Recorder) run(e engine.Event) int {
	name := "engine"
	if e.By != nil {
		name = e.By.Name
	}
	at := -1
	for i := len(r.runs) - 1; i >= 0; i-- {
		if r.runs[i].Engine == name {
			at = i
			break
		}
	}
	if at < 0 || e.Kind == engine.Expand && r.runs[at].nodes[e.Node] {
		r.runs = append(r.runs, searchRun{Engine: name, nodes: map[int]bool{}})
		r.tell(map[string]string{"run": name})
		at = len(r.runs) - 1
	}
	if e.Kind == engine.Expand {
		r.runs[at].nodes[e.Node] = true
	}
	return at
}

// label is the number of a formula's text, from 1.
func (r *Recorder) label(f term.Term) int {
	text := "a long formula"
	if left := maxLabelSize; small(f, &left) {
		if text = f.String(); len(text) > maxLabelText {
			text = text[:maxLabelText] + "…"
		}
	}
	if n, ok := r.known[text]; ok {
		return n
	}
	if r.known == nil {
		r.known = map[string]int{}
	}
	r.labels = append(r.labels, text)
	r.tell(map[string]string{"label": text})
	r.text += len(text)
	r.known[text] = len(r.labels)
	return len(r.labels)
}

// small says whether a formula has no more subterms than are left, shared ones counted each time.
func small(f term.Term, left *int) bool {
	*left--
	for _, a := range f.Args() {
		if *left < 0 || !small(a, left) {
			return false
		}
	}
	return *left >= 0
}

// searchData is what the page reads of a search.
type searchData struct {
	Runs   []searchRun   `json:"runs"`
	Events []searchEvent `json:"events"`
	Labels []string      `json:"labels"`
	Lost   int           `json:"lost"`
}

// small says why a search has next to no nodes; "" if it has.
func (d *searchData) small() string {
	nodes, by := 0, map[string]bool{}
	for _, e := range d.Events {
		if engine.Kind(e[0]) == engine.Expand {
			nodes++
		}
		by[d.Runs[e[1]].Engine] = true
	}
	if nodes > 4 {
		return ""
	}
	text := "The engines needed next to no nodes: what is left of the program after it was simplified has few cut points, and all paths between two of them are one formula."
	if !by["lazy"] || len(by) > 1 {
		text += " The engine lazy does not join blocks: its graph has a node for each."
	}
	return text
}

// reached are the lines at which nodes were expanded, and how many; r may be nil.
func (r *Recorder) reached() map[ir.Pos]int {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.places)
}

// data is what was recorded; r may be nil.
func (r *Recorder) data() searchData {
	if r == nil {
		return searchData{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return searchData{slices.Clone(r.runs), slices.Clone(r.events), slices.Clone(r.labels), r.lost}
}
