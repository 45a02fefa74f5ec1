package resultfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// Result makes the verdict with its evidence again, for p: the document's files by its options, inlined,
// or with calls if the document says Calls.
func (d *Document) Result(p *ir.Program) (*verdict.Result, error) {
	switch d.Verdict {
	case verdict.True.String():
		if d.ends() && (d.Execution == nil || d.Execution.Location != 0) { // no other proof shows that
			if err := d.boundNames(); err != nil {
				return nil, err
			}
			inv, err := d.readInvariants(p)
			if err != nil {
				return nil, err
			}
			proof, err := d.readRanks(p, inv)
			return &verdict.Result{Verdict: verdict.True, Proof: proof}, err
		}
		if len(d.Summaries) > 0 {
			sums, err := d.readSummaries(p)
			return &verdict.Result{Verdict: verdict.True, Proof: sums}, err
		}
		if d.Execution != nil {
			if d.Execution.Steps <= 0 {
				return nil, fmt.Errorf("its execution has %d steps", d.Execution.Steps)
			}
			if d.Execution.Cases < 0 || d.Execution.Cases > 0 && d.Execution.Location != 0 {
				return nil, fmt.Errorf("its execution has %d cases", d.Execution.Cases)
			}
			if d.Execution.Location == 0 {
				return &verdict.Result{Verdict: verdict.True, Proof: verdict.Execution{Steps: d.Execution.Steps, Cases: d.Execution.Cases}}, nil
			}
		}
		if d.Explored != nil {
			return &verdict.Result{Verdict: verdict.True, Proof: d.Explored.proof()}, nil
		}
		if err := d.boundNames(); err != nil {
			return nil, err
		}
		inv, err := d.readInvariants(p)
		if e := d.Execution; e != nil {
			proof := verdict.Prefix{Loc: e.Location, Visits: e.Visits, Steps: e.Steps, Invariants: inv}
			return &verdict.Result{Verdict: verdict.True, Proof: proof}, err
		}
		if u := d.Unrolled; u != nil {
			if u.Rounds < 0 {
				return nil, fmt.Errorf("its loops have %d rounds", u.Rounds)
			}
			return &verdict.Result{Verdict: verdict.True, Proof: verdict.Unrolled{Rounds: u.Rounds, Invariants: inv}}, err
		}
		if len(d.Forall) > 0 || len(d.Sums) > 0 {
			sums, wrong := d.readSums(p)
			return &verdict.Result{Verdict: verdict.True, Proof: verdict.Elements{Bound: d.Forall, Sums: sums, Invariants: inv}}, cmp.Or(err, wrong)
		}
		if d.Calls {
			return &verdict.Result{Verdict: verdict.True, Proof: verdict.Contracts(inv)}, err
		}
		if err != nil {
			return nil, err
		}
		ids, err := d.readIdentities(p)
		return &verdict.Result{Verdict: verdict.True, Proof: verdict.Invariants(inv), Identities: ids}, err
	case verdict.False.String():
		if d.Trace == nil {
			return nil, fmt.Errorf("there is no trace in it")
		}
		t := &verdict.Trace{Path: d.Trace.Path, Steps: max(d.Trace.Length, 0), Error: d.Trace.Error, Goal: ir.Violates(d.Property)}
		if !isPath(p, t) {
			return nil, fmt.Errorf("its execution is none of the program as this craig reads it; run craig verify again")
		}
		for _, in := range d.Trace.Inputs {
			if in.Value != "" {
				v, ok := num.ParseInt(in.Value)
				if !ok {
					return nil, fmt.Errorf("input %d: %q is not a number", in.Index, in.Value)
				}
				t.SetInput(in.Index, v)
			}
			for a, text := range in.Memory {
				v, ok := num.ParseInt(text)
				if !ok {
					return nil, fmt.Errorf("input %d: %q is not a number", in.Index, text)
				}
				if t.Memory == nil {
					t.Memory = map[int]map[string]num.Int{}
				}
				if t.Memory[in.Index] == nil {
					t.Memory[in.Index] = map[string]num.Int{}
				}
				t.Memory[in.Index][a] = v
			}
		}
		switch forever := d.Trace.Forever; {
		case d.ends() != (forever != nil), d.ends() != (d.Property == counterexample.NonTermination):
			return nil, fmt.Errorf("its execution is none that violates what was asked")
		case forever != nil:
			f, err := forever.read(p)
			if err != nil {
				return nil, err
			}
			t.Forever = f
		}
		return &verdict.Result{Verdict: verdict.False, Trace: t}, nil
	}
	return nil, fmt.Errorf("UNKNOWN has no evidence")
}

// boundName is how variables are called that stand for all integers: as none of a program. The second form is that
// of distinguished indices.
var boundName = pattern.New(`^(\$[a-z0-9]+|\w+::\$index[0-9]+)$`)

// boundNames complains about bound variables whose names are none of such.
func (d *Document) boundNames() error {
	for _, name := range d.Forall {
		if !boundName.MatchString(name) {
			return fmt.Errorf("%q is no name of a bound variable", name)
		}
	}
	return nil
}

// readInvariants reads the invariants for p.
func (d *Document) readInvariants(p *ir.Program) (map[ir.Loc]term.Term, error) {
	var texts []string
	for _, inv := range d.Invariants {
		texts = append(texts, inv.SMTLIB)
	}
	moments := []sem.Moment{sem.AtHere}
	if d.Calls {
		moments = append(moments, sem.AtEntry)
	}
	formulas, err := readFormulas(p, texts, d.names(), moments...)
	if err != nil {
		return nil, fmt.Errorf("the invariants cannot be read: %w", err)
	}
	inv := map[ir.Loc]term.Term{}
	for i, f := range formulas {
		inv[d.Invariants[i].Location] = f
	}
	return inv, nil
}

// Assumptions are those of the file, which say what the answer leaves out, each in one line.
func (d *Document) Assumptions() []ir.Note {
	var notes []ir.Note
	for _, n := range d.Notes {
		if n.Kind == noteKinds[ir.Assumption] {
			notes = append(notes, ir.Note{Kind: ir.Assumption, Pos: ir.Pos{File: OneLine(n.File), Line: n.Line, Col: n.Column}, Text: OneLine(n.Text), Count: n.Count, Aspect: n.Aspect})
		}
	}
	return notes
}

// OneLine is text without what would begin another line, or tell a terminal to do something.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, text)
}

// isPath tells whether the numbers of a trace are those of edges and of a location of p.
func isPath(p *ir.Program, t *verdict.Trace) bool {
	for _, id := range t.Path {
		if id <= 0 || int(id) >= len(p.Edges) || p.Edges[id] == nil {
			return false
		}
	}
	return t.Error > 0 && int(t.Error) < len(p.Locs) && p.Locs[t.Error] != nil
}

// Read reads a result file. It says what it says to every reader of JSON: there is nothing after it, no member is there twice, or
// under a name that differs from another in capitals only, and options, which say what the verdict is about, are all known.
func Read(r io.Reader) (*Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := new(Document)
	var question struct {
		Schema  int             `json:"schema"`
		Options json.RawMessage `json:"options"`
	}
	err = json.Unmarshal(text, &question)
	if err == nil && question.Schema != Schema {
		return nil, fmt.Errorf("a result file of format %d; this craig reads format %d", question.Schema, Schema)
	}
	if err == nil {
		err = json.Unmarshal(text, d)
	}
	if err == nil {
		err = unambiguous(json.NewDecoder(bytes.NewReader(text)), reflect.TypeFor[Document]())
	}
	if err != nil {
		return nil, fmt.Errorf("not a result file of craig: %w", err)
	}
	if len(question.Options) > 0 {
		options := json.NewDecoder(bytes.NewReader(question.Options))
		options.DisallowUnknownFields()
		if err := options.Decode(new(cfront.Options)); err != nil {
			return nil, fmt.Errorf("its options are of another craig: %w", err)
		}
	}
	if !slices.Contains([]string{verdict.True.String(), verdict.False.String(), verdict.Unknown.String()}, d.Verdict) {
		return nil, fmt.Errorf("not a result file of craig: %q is no verdict", d.Verdict)
	}
	for _, word := range []string{d.Property, d.Reason} {
		if strings.ContainsFunc(word, unicode.IsControl) {
			return nil, fmt.Errorf("not a result file of craig: %q is no word of a verdict line", word)
		}
	}
	if d.Options.Statements {
		return nil, errors.New("its options ask for unreachable-code, of which there are no result files: there is nothing to check")
	}
	return d, nil
}

// unambiguous reads one value of JSON, and complains if an object in it has two members of the same name, but for capitals. In
// the object itself, of type t, names are those of the format.
func unambiguous(d *json.Decoder, t reflect.Type) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		names := map[string]bool{}
		if t != nil {
			for _, f := range reflect.VisibleFields(t) {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				names[name] = true
			}
		}
		seen := map[string]bool{}
		for d.More() {
			token, err := d.Token()
			if err != nil {
				return err
			}
			name := token.(string)
			folded := strings.ToLower(name)
			if seen[folded] || names[folded] && !names[name] {
				return fmt.Errorf("the member %q is there twice, or in other letters", name)
			}
			seen[folded] = true
			if err := unambiguous(d, nil); err != nil {
				return err
			}
		}
	case json.Delim('['):
		for d.More() {
			if err := unambiguous(d, nil); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = d.Token()
	return err
}
