package equiv

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/evidence/explain"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/product"
	"craig/internal/program/ir"
	"craig/internal/property"
)

// Class says what is known of two functions.
type Class string

const (
	Equal  Class = "equal"  // where both return, they do the same, and the new one is defined where the old one is
	Differ Class = "differ" // there is an input on which they do not
	Open   Class = "open"
)

// Document is the answers for other programs.
type Document struct {
	Pairs []Pair `json:"pairs"`
}

// Pair is the answer on two functions.
type Pair struct {
	Old     Place    `json:"old"`
	New     Place    `json:"new"`
	Class   Class    `json:"class"`
	Why     string   `json:"why,omitempty"`     // of Open
	Merged  bool     `json:"merged,omitempty"`  // loops were run side by side
	Same    bool     `json:"same,omitempty"`    // they are the same but for what means nothing: there is no proof
	Places  int      `json:"places,omitempty"`  // of Same: and but for so many places, at which both do the same from any state
	Assumes []string `json:"assumes,omitempty"` // what the answer takes for granted
	// Of Differ.
	Input        []Value `json:"input,omitempty"`
	OldResult    string  `json:"old_result,omitempty"`
	NewResult    string  `json:"new_result,omitempty"`
	Property     string  `json:"property,omitempty"` // which one the new function violates; "": results, memory or calls differ
	Wrong        string  `json:"wrong,omitempty"`
	Confirmation string  `json:"confirmation,omitempty"` // confirmed, rejected or undecided by a compiler, or interpreted
	Said         string  `json:"said,omitempty"`
}

// Place is where a function is.
type Place struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
}

// Value is something that both functions are given.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Document is an answer for people and programs. If run is set a C compiler is asked about an execution in which the functions differ: then they are really
// run.
func (a *Answer) Document(ctx context.Context, sides [2]cfront.Side, run bool) Pair {
	p := Pair{Old: Place{Function: sides[0].Function, File: sides[0].File}, New: Place{Function: sides[1].Function, File: sides[1].File}, Class: Open, Why: a.Why}
	if a.Both != nil {
		p.Old.Line, p.New.Line = a.Both.At[0].Line, a.Both.At[1].Line
	}
	switch a.Verdict {
	case verdict.True:
		p.Class, p.Merged, p.Same, p.Places = Equal, a.Plan.Lockstep(), a.Both.Same, a.Both.Places
	case verdict.False:
		p.Class = Differ
		a.tell(&p)
		p.Confirmation = "interpreted"
		if run {
			a.confirmed(ctx, &p)
		}
	}
	if a.Both != nil && !p.Same && p.Class != Open {
		p.Assumes = a.assumes()
	}
	if p.Places > 0 {
		p.Assumes = []string{bothReturn, allSet, "operands and arguments are evaluated from left to right", "a function without a body that is given the same again, in memory that is the same, does the same"}
	}
	return p
}

// What every answer takes for granted.
const (
	bothReturn = "both return: whether they do is not asked"
	allSet     = "the new function reads no variable that has no value: this is not looked for"
)

// assumes are what an answer takes for granted.
func (a *Answer) assumes() (list []string) {
	list = append(list, bothReturn, allSet)
	for _, n := range a.Both.Notes {
		if n.Kind == ir.Assumption {
			list = append(list, n.Text)
		}
	}
	list = append(list, a.Both.Said...)
	if len(a.Both.Calls) > 0 {
		list = append(list, "the n-th call of a function without a body gives both the same, writes nothing that they use, and reads of it only its arguments and global numbers: "+strings.Join(a.Both.Calls, ", "))
	}
	for _, n := range a.Result.Notes {
		if n.Kind == ir.Assumption && !strings.Contains(n.Text, "__VERIFIER_") && !slices.Contains(list, n.Text) {
			list = append(list, n.Text)
		}
	}
	return list
}

// temporary matches the names of temporaries of a product.
var temporary = pattern.New(`^t\d+$`)

// tell adds what both were given, and what became of it.
func (a *Answer) tell(p *Pair) {
	s := explain.Of(a.Result.Program, a.Result.Trace)
	if s.Function != product.Differ {
		p.Property, p.Wrong = a.Result.Trace.Goal.Property, s.Wrong
	}
	depth, last := 0, 0 // of calls: the driver, and where it goes wrong
	for _, l := range s.Lines {
		if last = l.Depth; l.Function != a.Both.Entry {
			continue
		}
		depth = l.Depth
		for _, c := range l.Changes {
			switch {
			case strings.HasSuffix(c.Name, "result_old"):
				p.OldResult = c.Value
			case strings.HasSuffix(c.Name, "result_new"):
				p.NewResult = c.Value
			case temporary.MatchString(c.Name) && !slices.Contains(a.Both.Params, c.Name), strings.HasPrefix(strings.TrimPrefix(c.Name, "*"), product.Prefix), p.OldResult != "" || p.NewResult != "":
			default:
				p.Input = slices.DeleteFunc(p.Input, func(v Value) bool { return v.Name == c.Name })
				p.Input = append(p.Input, Value{c.Name, c.Value})
			}
		}
	}
	switch {
	case p.Property != "": // it has not returned
		p.NewResult = ""
	case last > depth+1: // neither: they differ in a call
		p.OldResult, p.NewResult = "", ""
	}
}

func (a *Answer) confirmed(ctx context.Context, p *Pair) {
	out, err := a.Confirm(ctx, replay.Limits{})
	switch {
	case err != nil:
		p.Said = err.Error()
	case out.Compiler == "":
		p.Said = out.Reason
	default:
		p.Confirmation = out.Answer.String()
		if out.Answer != replay.Confirmed {
			p.Said = out.Reason
		}
	}
}

// Class is what is known of all pairs: that they are equal, that some differ, or neither.
func (d *Document) Class() Class {
	all := Equal
	for _, p := range d.Pairs {
		switch {
		case p.Class == Differ:
			return Differ
		case p.Class == Open:
			all = Open
		}
	}
	return all
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
	for _, p := range d.Pairs {
		p.text(&b)
	}
	if len(d.Pairs) == 0 {
		b.WriteString("no function is changed\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p Pair) text(b *strings.Builder) {
	names := p.New.Function
	if p.Old.Function != p.New.Function {
		names = p.Old.Function + ", " + names
	}
	if names == "" {
		names = "its functions"
	}
	at := p.New.File
	if p.New.Line > 0 {
		at = fmt.Sprint(at, ":", p.New.Line)
	}
	fmt.Fprintf(b, "%s: %s: %s\n", at, names, p.sentence())
	if p.Class == Differ {
		var with []string
		for _, v := range p.Input {
			with = append(with, v.Name+" = "+v.Value)
		}
		if len(with) > 0 {
			fmt.Fprintf(b, "    with       %s\n", strings.Join(with, ", "))
		}
		if p.Property == "" && p.OldResult != p.NewResult {
			fmt.Fprintf(b, "    old        returns %s\n    new        returns %s\n", p.OldResult, p.NewResult)
		}
		if p.Property != "" {
			fmt.Fprintf(b, "    new        %s: %s", p.Property, property.Of(p.Property).Finding)
			if p.Wrong != "" {
				fmt.Fprintf(b, ": %s", p.Wrong)
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "    %s", p.Confirmation)
		if p.Said != "" {
			fmt.Fprintf(b, ": %s", p.Said)
		}
		b.WriteString("\n")
	}
	for _, a := range p.Assumes {
		fmt.Fprintf(b, "    assumed    %s\n", a)
	}
}

// sentence says what the class means.
func (p Pair) sentence() string {
	switch {
	case p.Places == 1:
		return "equal if both return: they and what they call are the same, but for one place at which they do the same from any state"
	case p.Places > 1:
		return fmt.Sprintf("equal if both return: they and what they call are the same, but for %d places at which they do the same from any state", p.Places)
	case p.Same:
		return "equal: they and what they call are the same, but for names and what else means nothing"
	case p.Class == Equal:
		return "equal if both return; the certifier has checked the proof"
	case p.Class == Differ && p.Property != "":
		return "differ: the new function goes wrong where the old one does not"
	case p.Class == Differ && p.OldResult != p.NewResult:
		return "differ"
	case p.Class == Differ:
		return "differ in memory that they leave or in calls that they make"
	}
	return "open: " + p.Why
}
