package infer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"craig/internal/evidence/explain"
	"craig/internal/evidence/replay"
	"craig/internal/program/ir"
	"craig/internal/property"
)

// Document is a contract for other programs.
type Document struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Class    Class  `json:"class"`
	// Never: no call is good. Requires has the one condition 0 then.
	Never    bool          `json:"never,omitempty"`
	Causes   []string      `json:"causes,omitempty"` // of Never: the properties that are violated
	Requires []Requirement `json:"requires"`
	ACSL     string        `json:"acsl,omitempty"`
	CProver  string        `json:"cprover,omitempty"`
	// Declaration is the text of the function's definition before its body.
	Declaration string   `json:"declaration,omitempty"`
	Why         string   `json:"why,omitempty"`     // what is not known
	Left        []string `json:"left,omitempty"`    // properties that could not be decided, and are left out
	Assumes     []string `json:"assumes,omitempty"` // what the proof takes for granted
	Asked       int      `json:"questions"`
	// Errors, if they were asked for, are places where calls go wrong.
	Errors []Place `json:"errors,omitempty"`
}

// Place is where calls go wrong.
type Place struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Property string `json:"property"`
	Doomed   int    `json:"doomed,omitempty"` // the line of a branch from which each execution goes wrong; 0: none is known
	// DoomedIn is the file of that branch, if it is not that of the function.
	DoomedIn string `json:"doomedIn,omitempty"`
	Mistake  string `json:"mistake,omitempty"` // why the function is to blame, whatever it could require; "": this is not known
}

// Requirement is a conjunct.
type Requirement struct {
	Text  string     `json:"text"`
	Needs *Execution `json:"needs,omitempty"`
}

// Execution is one that goes wrong where a conjunct does not hold and the others do.
type Execution struct {
	Entry        []Value `json:"entry"`
	Property     string  `json:"property"`
	File         string  `json:"file"`
	Line         int     `json:"line"`
	Column       int     `json:"column"`
	Wrong        string  `json:"wrong,omitempty"`
	Confirmation string  `json:"confirmation"` // confirmed, rejected or undecided by a compiler, or interpreted
	Said         string  `json:"said,omitempty"`
}

// Value is something that the function is called with.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Document is the contract with the executions that need its clauses. If run is set a C compiler is asked about each: then they are really run.
func (c *Contract) Document(ctx context.Context, run bool) *Document {
	d := &Document{Function: c.Function.Name, File: filepath.Clean(c.Function.Pos.File), Line: c.Function.Pos.Line, Class: c.Class, Never: c.Never, Causes: c.Causes,
		Requires: []Requirement{}, Why: c.Why, Left: c.Left, Asked: c.Asked}
	for i, x := range c.Clauses {
		r := Requirement{Text: x.Text}
		if x.Needs != nil {
			r.Needs = c.execution(ctx, i, run)
		}
		d.Requires = append(d.Requires, r)
	}
	if len(c.Clauses) > 0 {
		d.ACSL, d.CProver, d.Declaration = c.ACSL(), c.CProver(), c.place.declaration()
	}
	for _, x := range c.Errors {
		at := Place{File: filepath.Clean(x.Pos.File), Line: x.Pos.Line, Property: x.Property, Mistake: x.Mistake}
		if x.Doomed != nil {
			at.Doomed = x.Doomed.Line
			if file := filepath.Clean(x.Doomed.File); file != d.File {
				at.DoomedIn = file
			}
		}
		d.Errors = append(d.Errors, at)
	}
	for _, n := range c.Notes {
		if n.Kind == ir.Assumption && n.Text != c.Function.Name+" is called as its contract requires" {
			d.Assumes = append(d.Assumes, n.Text)
		}
	}
	return d
}

// execution is that which needs the i-th clause.
func (c *Contract) execution(ctx context.Context, i int, run bool) *Execution {
	clause, needs := c.Clauses[i], c.Clauses[i].Needs
	s := explain.Of(needs.Program, needs.Trace)
	x := &Execution{Entry: []Value{}, Property: needs.Trace.Goal.Property, File: filepath.Clean(s.End.File), Line: s.End.Line,
		Column: c.place.column(s.End, clause.bytes), Wrong: s.Wrong, Confirmation: "interpreted"}
	for _, e := range s.Entry {
		x.Entry = append(x.Entry, Value{e.Name, e.Value})
	}
	if !run {
		return x
	}
	out, err := c.Confirm(ctx, i, replay.Limits{})
	switch {
	case err != nil:
		x.Said = err.Error()
	case out.Compiler == "":
		x.Said = out.Reason
	default:
		x.Confirmation, x.Said = out.Answer.String(), out.Reason
	}
	return x
}

// Lines visits the lines that the document names, each with its file.
func (d *Document) Lines(visit func(file string, line *int)) {
	visit(d.File, &d.Line)
	for _, r := range d.Requires {
		if r.Needs != nil {
			visit(r.Needs.File, &r.Needs.Line)
		}
	}
	for i := range d.Errors {
		x := &d.Errors[i]
		visit(x.File, &x.Line)
		if x.Doomed > 0 {
			visit(cmp.Or(x.DoomedIn, d.File), &x.Doomed)
		}
	}
}

// Conditions are what is required, as one condition in C.
func (d *Document) Conditions() string {
	if len(d.Requires) == 1 {
		return d.Requires[0].Text
	}
	var list []string
	for _, r := range d.Requires {
		text := r.Text
		if strings.Contains(text, "||") {
			text = "(" + text + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, " && ")
}

// Write writes the document as JSON.
func (d *Document) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(d)
}

// Text writes the document for people.
func (d *Document) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: %s: %s\n", d.File, d.Line, d.Function, d.sentence())
	for _, r := range d.Requires {
		if !d.Never {
			fmt.Fprintf(&b, "    requires   %s\n", r.Text)
		}
		if r.Needs != nil {
			r.Needs.text(&b, d.Never)
		}
	}
	if d.Why != "" {
		fmt.Fprintf(&b, "    open       %s\n", d.Why)
	}
	if len(d.Left) > 0 {
		fmt.Fprintf(&b, "    left out   %s, which could not be decided\n", strings.Join(d.Left, ", "))
	}
	for _, x := range d.Errors {
		if x.Doomed > 0 {
			fmt.Fprintf(&b, "    doomed     from line %d on each execution goes wrong, such as at %s:%d: %s\n", x.Doomed, x.File, x.Line, x.Property)
		}
		if x.Mistake != "" {
			fmt.Fprintf(&b, "    mistake    %s:%d: %s: %s\n", x.File, x.Line, x.Property, x.Mistake)
		}
	}
	for _, a := range d.Assumes {
		fmt.Fprintf(&b, "    assumed    %s\n", a)
	}
	if d.ACSL != "" && !d.Never {
		fmt.Fprintf(&b, "\n%s\n%s\n", d.ACSL, d.CProver)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// sentence says what the class means.
func (d *Document) sentence() string {
	switch {
	case d.Never:
		return "every call goes wrong"
	case d.Class == Open:
		return "no contract was found"
	case len(d.Requires) == 0 && d.Why == sizesGuessed:
		return "sufficient: proved where what is assumed holds"
	case len(d.Requires) == 0:
		return "proved, whatever callers do"
	case d.Class == Necessary:
		return "necessary: proved where this holds, and every other call goes wrong"
	}
	return "sufficient: proved where this holds; other calls may go well"
}

func (x *Execution) text(b *strings.Builder, never bool) {
	var with []string
	for _, v := range x.Entry {
		with = append(with, v.Name+" = "+v.Value)
	}
	of := "without it"
	if never {
		of = "as with"
	}
	fmt.Fprintf(b, "    %-10s %s\n", of, strings.Join(with, ", "))
	fmt.Fprintf(b, "               %s:%d:%d: %s: %s", x.File, x.Line, x.Column, x.Property, property.Of(x.Property).Finding)
	if x.Wrong != "" {
		fmt.Fprintf(b, ": %s", x.Wrong)
	}
	fmt.Fprintf(b, "\n               %s", x.Confirmation)
	if x.Said != "" {
		fmt.Fprintf(b, ": %s", x.Said)
	}
	b.WriteString("\n")
}
