package resultfile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/csource"
	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
	"craig/logic/num"
	"craig/logic/term"
)

// Rank is the tuple of a location: it gets smaller in lexicographic order each time that an execution comes from there to the next location with one.
type Rank struct {
	Place
	Location ir.Loc   `json:"location"`
	C        []string `json:"c,omitempty"` // for people
	SMTLIB   []string `json:"smtlib"`      // integers over the variables of the program
	Bounds   Bound    `json:"bounds,omitempty"`
}

// Ranking is a proof that executions end, with the invariants of the document.
type Ranking struct {
	Ranks   []Rank           `json:"ranks,omitempty"`
	Grows   bool             `json:"grows,omitempty"`   // of a machine whose memory has no end, see certify.Growing
	Results []ir.ResultBound `json:"results,omitempty"` // bounds of what calls return that functions keep to
	Ends    json.RawMessage  `json:"ends,omitempty"`    // of other properties: the result file of property termination, which is TRUE as well
}

// Forever says how an execution goes on for ever.
type Forever struct {
	Inputs     []EdgeInput `json:"inputs"`            // whenever the execution comes to their edges
	Invariants []Invariant `json:"invariants"`        // of the program whose executions go on from the end of the path with these inputs
	Steps      []Step      `json:"steps,omitempty"`   // for people: those of the first time round the loop
	EndsIf     string      `json:"ends_if,omitempty"` // a condition in C on a parameter of the entry function under which each execution ends
}

// EdgeInput is the input that an edge asks for.
type EdgeInput struct {
	Place
	Edge  ir.EdgeID `json:"edge"`
	Name  string    `json:"name"`
	Value string    `json:"value"`
	Of    string    `json:"of,omitempty"` // a variable: it is that, and Value more
}

// Inside says that a step of the first time round the loop is in the line of a place.
func (f *Forever) Inside(at Place) bool {
	return slices.ContainsFunc(f.Steps, func(s Step) bool { return s.File == at.File && s.Line == at.Line })
}

// String is the value for people.
func (e EdgeInput) String() string {
	of := e.Of[strings.LastIndex(e.Of, ":")+1:]
	switch {
	case of == "":
		return e.Value
	case e.Value == "0":
		return of
	case strings.HasPrefix(e.Value, "-"):
		return of + " - " + e.Value[1:]
	}
	return of + " + " + e.Value
}

// ends says that the question is whether executions end.
func (d *Document) ends() bool {
	return slices.Contains(d.Options.Properties, counterexample.NonTermination)
}

// Too is the document about termination that d has besides its own answer; nil if there is none. It is about the same files, read by the same options.
func (d *Document) Too() (*Document, error) {
	if d.Ends == nil {
		return nil, nil
	}
	t, err := Read(bytes.NewReader(d.Ends))
	if err != nil {
		return nil, fmt.Errorf("what it says of termination: %w", err)
	}
	same := t.Options
	same.Properties, same.Threads = d.Options.Properties, d.Options.Threads
	files := slices.EqualFunc(t.Files, d.Files, func(a, b File) bool { return a.Name == b.Name && a.SHA256 == b.SHA256 })
	if !files || !reflect.DeepEqual(same, d.Options) || !slices.Equal(t.Options.Properties, []string{counterexample.NonTermination}) || t.Verdict != d.Verdict || t.Ends != nil || d.Verdict != verdict.True.String() {
		return nil, errors.New("what it says of termination is about another program, or is no proof")
	}
	return t, nil
}

func (d *Document) ranks(r *run.Result, proof verdict.Ranks) {
	v, names := csource.NewScopes(r.Program, Texts(r.Sources)...), sem.ValuesOf(r.Program)
	for _, l := range slices.Sorted(maps.Keys(proof.Tuples)) {
		k := Rank{Place: place(csource.HeadPos(r.Program.Locs[l])), Location: l, SMTLIB: []string{}, Bounds: BoundOf(r.Program, proof, l)}
		for _, t := range proof.Tuples[l] {
			text, ok := v.Text(l, t)
			if !ok {
				text = "…"
			}
			k.C, k.SMTLIB = append(k.C, text), append(k.SMTLIB, formulaText(names, t))
		}
		d.Ranks = append(d.Ranks, k)
	}
}

func (d *Document) readRanks(p *ir.Program, inv map[ir.Loc]term.Term) (verdict.Ranks, error) {
	var texts []string
	for _, k := range d.Ranks {
		texts = append(texts, k.SMTLIB...)
	}
	proof := verdict.Ranks{Invariants: inv, Tuples: map[ir.Loc][]term.Term{}, Bound: d.Forall, Grows: d.Grows, Results: d.Results}
	terms, err := readTerms(p, "get-value (%s)", texts, nil, sem.AtHere)
	if err != nil {
		return proof, fmt.Errorf("the ranks cannot be read: %w", err)
	}
	for _, k := range d.Ranks {
		if _, twice := proof.Tuples[k.Location]; twice {
			return proof, fmt.Errorf("location %d has two ranks", k.Location)
		}
		proof.Tuples[k.Location] = terms[:len(k.SMTLIB)]
		terms = terms[len(k.SMTLIB):]
	}
	return proof, nil
}

// Told is the story of the execution that r has. Of one without an end, round are the lines of the first time round its loop, and what the story says to matter does so for the loop as well.
func Told(r *run.Result) (s *explain.Story, round []explain.Line) {
	s = explain.Of(r.Program, r.Trace)
	if r.Trace.Forever == nil {
		return s, nil
	}
	more := explain.Of(r.Program, run.Round(context.Background(), r.Program, r.Trace))
	k := min(len(s.Lines), len(more.Lines))
	for i := range k {
		if a, b := &s.Lines[i], more.Lines[i]; a.Pos == b.Pos && len(a.Events) == len(b.Events) {
			a.Matters, a.Events = b.Matters, b.Events
		}
	}
	if k == len(more.Lines) && k > 0 { // it goes on in the line that leads to the loop
		k--
	}
	s.Entry = more.Entry
	return s, more.Lines[k:]
}

func newForever(r *run.Result, round []explain.Line) *Forever {
	p, t := r.Program, r.Trace
	if t.Forever == nil {
		return nil
	}
	f, names := &Forever{Inputs: []EdgeInput{}, Invariants: []Invariant{}, EndsIf: r.EndsIf}, sem.ValuesOf(p)
	for _, id := range slices.Sorted(maps.Keys(t.Forever.Inputs)) {
		e := p.Edges[id]
		f.Inputs = append(f.Inputs, EdgeInput{place(e.Pos), id, e.Stmt.(*ir.Havoc).Name, t.Forever.Inputs[id].String(), ""})
	}
	for _, id := range slices.Sorted(maps.Keys(t.Forever.Copies)) {
		e, c := p.Edges[id], t.Forever.Copies[id]
		f.Inputs = append(f.Inputs, EdgeInput{place(e.Pos), id, e.Stmt.(*ir.Havoc).Name, fmt.Sprint(c.Add), c.Var})
	}
	v := csource.NewScopes(p, Texts(r.Sources)...)
	for _, l := range slices.Sorted(maps.Keys(t.Forever.Invariants)) {
		inv := Invariant{Place: place(csource.HeadPos(p.Locs[l])), Location: l, Loop: p.Locs[l].Loop, SMTLIB: formulaText(names, t.Forever.Invariants[l])}
		if l == t.Error {
			inv.C, _ = v.Text(l, named(t.Forever.Invariants[l]))
		}
		f.Invariants = append(f.Invariants, inv)
	}
	f.Steps = steps(round)
	return f
}

// named is what f says of variables that the program has itself.
func named(f term.Term) term.Term {
	return f.Store().And(slices.DeleteFunc(slices.Clone(term.Conjuncts(f)), func(g term.Term) bool {
		return slices.ContainsFunc(term.Vars(g, map[term.Term]bool{}, nil), func(x term.Term) bool { return strings.Contains(x.Name(), "$") })
	})...)
}

func (f *Forever) read(p *ir.Program) (*verdict.Forever, error) {
	to := &verdict.Forever{Inputs: map[ir.EdgeID]num.Int{}, Copies: map[ir.EdgeID]verdict.Copy{}, Invariants: verdict.Invariants{}}
	for _, in := range f.Inputs {
		v, ok := num.ParseInt(in.Value)
		if !ok {
			return nil, fmt.Errorf("input of edge %d: %q is not a number", in.Edge, in.Value)
		}
		if add, small := v.Int64(); in.Of != "" && small {
			to.Copies[in.Edge] = verdict.Copy{Var: in.Of, Add: int(add)}
			continue
		}
		to.Inputs[in.Edge] = v
	}
	var texts []string
	for _, inv := range f.Invariants {
		texts = append(texts, inv.SMTLIB)
	}
	formulas, err := readFormulas(p, texts, nil, sem.AtHere)
	if err != nil {
		return nil, fmt.Errorf("the invariants cannot be read: %w", err)
	}
	for i, g := range formulas {
		to.Invariants[f.Invariants[i].Location] = g
	}
	return to, nil
}
