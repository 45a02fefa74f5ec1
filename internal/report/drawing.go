package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"craig/internal/engine"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// maxDrawn is how many nodes a drawing has: nobody reads more, and for those there is the page.
const maxDrawn = 400

// Drawing keeps the steps of engines to draw the graph of a search in full: every node with its place in the source,
// its labels in C, and why nothing comes after it. Its Event may be called by several goroutines. The zero Drawing is ready.
type Drawing struct {
	mu     sync.Mutex
	store  *term.Store
	scopes map[*ir.Program]*csource.Scopes
	runs   []*drawnRun
	nodes  int
	lost   int // nodes that are not kept
}

// drawnRun is an engine at work; numbers of nodes are its own.
type drawnRun struct {
	engine string
	roots  []*drawnNode
	nodes  []*drawnNode
	known  map[int]*drawnNode
	steps  int
	more   []drawnArc  // besides those from a node to its children
	early  []drawnNote // of the node that comes next
}

// drawnNode is a node, or a place at which the search goes no further.
type drawnNode struct {
	id    int // 0: it has none
	up    *drawnNode
	kids  []*drawnNode
	prog  *ir.Program
	loc   ir.Loc
	pos   ir.Pos
	step  int
	state engine.Kind // Expand, Infeasible, Cover or Subsume
	goal  bool
	notes []drawnNote
	says  []string // lines below the place; made when it is drawn

	edge       []string // what is executed on the way here
	x, y, w, h float64  // in a drawing; x is its middle
}

// drawnNote is what happened to a node.
type drawnNote struct {
	step  int
	kind  engine.Kind
	text  string
	times int

	dropped int // the step at which it turned out not to hold; 0 if it has not
}

// drawnArc is an arrow besides the tree: to a node that covers another or was come to once more.
type drawnArc struct {
	from, to *drawnNode
	kind     engine.Kind
}

// Event is for engine.Task.Event.
func (d *Drawing) Event(e engine.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := "engine"
	if e.By != nil {
		name = e.By.Name
	}
	if name == "elements" {
		e.Other, e.Node = 0, 0 // rounds, not nodes
	}
	r := d.run(name, e)
	r.steps++
	if name == "elements" {
		d.fact(r, e)
		return
	}
	n, other := r.known[e.Node], r.known[e.Other]
	if e.Kind != engine.Expand && e.Node == 0 {
		n = nil
	}
	switch e.Kind {
	case engine.Expand:
		d.add(r, e, e.Node)
	case engine.Infeasible, engine.Cover, engine.Subsume:
		switch {
		case n != nil && e.From == e.Node: // what is come to has no number
			n.note(r.steps, e.Kind, fmt.Sprintf("line %d", e.Pos.Line))
		case n == nil:
			if n = d.add(r, e, e.Node); n == nil {
				return
			}
			fallthrough
		default:
			n.state = e.Kind
			if other != nil {
				r.arc(drawnArc{n, other, e.Kind})
			}
		}
	case engine.Arrive:
		if from := r.known[e.From]; n != nil && from != nil && from != n.up {
			r.arc(drawnArc{from, n, e.Kind})
		}
	case engine.Refine:
		if other != nil {
			n = other
		}
		n.note(r.steps, e.Kind, d.text(e))
	case engine.Widen:
		note := drawnNote{step: r.steps, kind: e.Kind, text: d.text(e), times: 1}
		if note.text == "" && other != nil {
			note.text = fmt.Sprintf("over node %d", other.id)
		}
		if n == nil { // it is told before the node is made
			r.early = append(r.early, note)
		} else {
			n.notes = append(n.notes, note)
		}
	case engine.Label, engine.Restart:
		if e.Loc != 0 || e.Kind == engine.Label { // a round of values begins anew as a whole
			n.note(r.steps, e.Kind, d.text(e))
		}
	}
}

// fact keeps a step of an engine that guesses facts of loop heads and drops those that do not hold: a node is a loop head.
func (d *Drawing) fact(r *drawnRun, e engine.Event) {
	n := r.known[int(e.Loc)]
	switch e.Kind {
	case engine.Label:
		if n == nil {
			if n = d.add(r, e, 0); n == nil {
				return
			}
			r.known[int(e.Loc)] = n
		}
		n.note(r.steps, e.Kind, d.text(e))
	case engine.Refine:
		text := d.text(e)
		for i := 0; n != nil && i < len(n.notes); i++ {
			if n.notes[i].text == text {
				n.notes[i].dropped = r.steps
			}
		}
	}
}

// run is the run that an event belongs to: an engine that makes a node again has begun again.
func (d *Drawing) run(name string, e engine.Event) *drawnRun {
	for _, r := range slices.Backward(d.runs) {
		if r.engine == name {
			if e.Kind == engine.Expand && r.known[e.Node] != nil && e.Node != 0 {
				break
			}
			return r
		}
	}
	r := &drawnRun{engine: name, known: map[int]*drawnNode{}}
	d.runs = append(d.runs, r)
	return r
}

// add makes the node of an event; nil if there are too many.
func (d *Drawing) add(r *drawnRun, e engine.Event, id int) *drawnNode {
	if d.nodes == maxDrawn {
		d.lost++
		return nil
	}
	d.nodes++
	n := &drawnNode{id: id, prog: e.Program, loc: e.Loc, pos: e.Pos, step: r.steps, state: engine.Expand}
	if e.Program != nil && e.Program.Locs[e.Loc] != nil {
		n.goal = e.Program.Locs[e.Loc].IsGoal()
	}
	n.goal = n.goal || e.Kind == engine.Expand && e.Loc == 0 // where all error locations are one
	if n.up = r.known[e.From]; e.From == 0 || n.up == nil {
		r.roots = append(r.roots, n)
	} else {
		n.up.kids = append(n.up.kids, n)
	}
	r.nodes = append(r.nodes, n)
	n.notes, r.early = r.early, nil
	if id != 0 {
		r.known[id] = n
	}
	return n
}

// arc adds an arrow, once.
func (r *drawnRun) arc(a drawnArc) {
	if !slices.Contains(r.more, a) {
		r.more = append(r.more, a)
	}
}

// note adds what happened to a node, once for the same; n may be nil.
func (n *drawnNode) note(step int, kind engine.Kind, text string) {
	if n == nil {
		return
	}
	if last := len(n.notes) - 1; last >= 0 && n.notes[last].kind == kind && n.notes[last].text == text {
		n.notes[last].times++
		return
	}
	n.notes = append(n.notes, drawnNote{step: step, kind: kind, text: text, times: 1})
}

// text is the formula of an event in C; "" if it has none.
func (d *Drawing) text(e engine.Event) string {
	if !e.Term.Valid() {
		return ""
	}
	left := maxLabelSize
	if !small(e.Term, &left) {
		return "a long formula"
	}
	if e.Program == nil || e.Program.Locs[e.Loc] == nil {
		return e.Term.String()
	}
	if d.store == nil {
		d.store, d.scopes = term.NewStore(), map[*ir.Program]*csource.Scopes{}
	}
	v := d.scopes[e.Program]
	if v == nil {
		v = csource.NewScopes(e.Program)
		d.scopes[e.Program] = v
	}
	formula := d.store.Import(e.Term) // in a store of its own, since nothing may depend on being told
	var bound []string
	for _, x := range term.Vars(formula, map[term.Term]bool{}, nil) {
		if _, ok := v.Value(x); !ok && strings.HasPrefix(x.Name(), "$k") {
			bound = append(bound, x.Name())
		}
	}
	if len(bound) > 0 { // of all elements
		text, ok := v.Elements(e.Loc, verdict.Elements{Bound: bound, Invariants: verdict.Invariants{e.Loc: formula}})
		return cmp.Or(map[bool]string{true: strings.Trim(text, "()")}[ok], "a long formula")
	}
	var parts []string
	for _, f := range term.Conjuncts(formula) {
		text, ok := v.Text(e.Loc, f)
		if !ok {
			return "a long formula"
		}
		if f.Op() == term.Or {
			text = "(" + text + ")"
		}
		if text = owner.ReplaceAllString(text, ""); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return cmp.Or(strings.Join(parts, " && "), "true")
}

// Write writes the searches of an engine, or of the one with the most nodes if it has none: as SVG, or for Graphviz if dot is
// set. The sources give the lines that nodes are at.
func (d *Drawing) Write(w io.Writer, by string, sources []cfront.Source, dot bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	most := map[string]int{}
	for _, r := range d.runs {
		most[r.engine] += len(r.nodes)
		if len(r.nodes) > 0 && (most[by] == 0 || most[r.engine] > most[by] && by == "") {
			by = r.engine
		}
	}
	var runs []*drawnRun
	for _, r := range d.runs {
		if r.engine == by && len(r.nodes) > 0 {
			runs = append(runs, r)
		}
	}
	lines := map[ir.Pos]string{}
	for _, s := range sources {
		for i, l := range strings.Split(string(s.Text), "\n") {
			lines[ir.Pos{File: s.Name, Line: i + 1}] = strings.Join(strings.Fields(l), " ")
		}
	}
	for _, r := range runs {
		at := map[ir.Loc]bool{}
		for _, n := range r.nodes {
			at[n.loc] = true
		}
		for _, n := range r.nodes {
			n.describe(lines[ir.Pos{File: n.pos.File, Line: n.pos.Line}])
			n.edge = n.way(at)
		}
	}
	if dot {
		return writeDot(w, runs)
	}
	return writeSVG(w, runs, d.lost)
}

// words of what happens to nodes, in drawings.
var drawnWords = map[engine.Kind]string{
	engine.Infeasible: "infeasible", engine.Cover: "covered", engine.Subsume: "subsumed",
	engine.Widen: "weakened", engine.Refine: "refined", engine.Restart: "restarted",
}

// describe makes the lines of a node: its place, and what happened to it.
func (n *drawnNode) describe(source string) {
	n.says = nil
	if source != "" {
		n.says = append(n.says, cut(source, 34))
	}
	for _, note := range n.notes {
		text := note.text
		switch note.kind {
		case engine.Label:
		case engine.Infeasible, engine.Cover:
			text = drawnWords[note.kind] + ": " + text
		case engine.Widen, engine.Refine, engine.Restart:
			if text = drawnWords[note.kind]; strings.HasPrefix(note.text, "over node ") {
				text = "widened " + note.text
			} else if note.text != "" {
				text += ": " + note.text
			}
		}
		if note.dropped > 0 {
			text += fmt.Sprintf(" ✗ %d", note.dropped)
		}
		if note.times > 1 {
			text += fmt.Sprintf(" (%d times)", note.times)
		}
		n.says = append(n.says, fold(fmt.Sprintf("%d  %s", note.step, text), 36, "   ")...)
	}
}

// head is the first line of a node.
func (n *drawnNode) head() string {
	var parts []string
	if n.id != 0 {
		parts = append(parts, fmt.Sprint(n.id))
	}
	if n.goal {
		parts = append(parts, "error")
	}
	if w := drawnWords[n.state]; w != "" {
		parts = append(parts, w)
	}
	if n.pos.Line > 0 {
		parts = append(parts, fmt.Sprintf("line %d", n.pos.Line))
	}
	return strings.Join(parts, " · ")
}

// owner is the function that a variable is of, where its name does not say enough without.
var owner = pattern.New(`\b\w+::`)

// maxWay is how many statements are written at an arrow.
const maxWay = 7

// way is what is executed on the way to a node from the one above it, if there is one way past no other node.
func (n *drawnNode) way(nodes map[ir.Loc]bool) []string {
	if n.up == nil || n.prog == nil || n.up.prog != n.prog {
		return nil
	}
	var found [][]string
	ways := 0
	var walk func(l ir.Loc, path []string)
	walk = func(l ir.Loc, path []string) {
		if ways > 100 || len(path) > 60 || n.prog.Locs[l] == nil {
			return
		}
		for _, id := range n.prog.Locs[l].Out {
			e := n.prog.Edge(id)
			next := path
			if text := ir.CStmt(e.Stmt); text != "" && text != "skip" {
				next = append(slices.Clone(path), text)
			}
			switch {
			case e.To == n.loc:
				ways++
				found = append(found, next)
			case !nodes[e.To]:
				walk(e.To, next)
			}
		}
	}
	walk(n.up.loc, nil)
	switch {
	case ways == 0:
		return nil
	case ways > 1:
		return []string{fmt.Sprintf("%d paths", ways)}
	}
	var text []string
	for _, s := range found[0] {
		text = append(text, cut(owner.ReplaceAllString(s, ""), 30))
	}
	if len(text) > maxWay {
		text = append(text[:maxWay-1], fmt.Sprintf("… %d more", len(text)-maxWay+1))
	}
	return text
}

// cut is a text of at most so many letters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// fold breaks a text into lines of about so many letters, the later ones indented.
func fold(text string, most int, indent string) (lines []string) {
	line := ""
	for _, word := range strings.SplitAfter(text, " ") {
		if line != "" && len(line)+len(strings.TrimRight(word, " ")) > most {
			lines = append(lines, strings.TrimRight(line, " "))
			line = indent
		}
		line += word
	}
	if lines = append(lines, line); len(lines) > 8 {
		lines = append(lines[:7], indent+"…")
	}
	return lines
}
