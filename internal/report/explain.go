package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// explainWidth is how long the lines of an explanation are.
const explainWidth = 78

// Explain tells the story of the error of r in sentences: what goes wrong, what inputs it takes, which steps and
// conditions lead there, and with what object. r has a trace, its program and its sources.
func Explain(w io.Writer, r *run.Result, drop func(ir.Aspect) string) error {
	b := bufio.NewWriter(w)
	s := explain.Of(r.Program, r.Trace)
	name := r.Trace.Goal.Property
	what := property.Of(name).Wrong
	if what == "" {
		what = "it violates " + name
	}
	place := fmt.Sprintf("line %d of %s", s.End.Line, s.End.File)
	if s.Function != "" {
		place += ", in " + s.Function
	}
	lead := "What goes wrong: at " + place + ", " + what
	if s.Model != "" {
		lead += ", inside " + s.Model
	}
	paragraph(b, "", lead+" ("+name+").")
	code := newSourceText(r, false)
	if text := code.line(s.End); text != "" {
		fmt.Fprintf(b, "    %s\n", text)
	}
	if s.Wrong != "" {
		paragraph(b, "", capital(s.Wrong)+".")
	}
	if m := csource.MemoryOf(r.Program, r.Trace); m != nil {
		for _, line := range m.Lines() {
			paragraph(b, "", capital(line)+".")
		}
	}
	fmt.Fprintln(b)

	if e := r.Program.Environment; e != nil && len(s.Entry) > 0 {
		paragraph(b, "", "It takes a call of "+e.Function+" with these values:")
		for _, c := range s.Entry {
			fmt.Fprintf(b, "    %s = %s\n", c.Name, c.Value)
		}
		fmt.Fprintln(b)
	}
	var ins []explain.Input
	for _, in := range s.Inputs {
		if in.Matters || r.Trace.Forever != nil {
			ins = append(ins, in)
		}
	}
	switch {
	case len(ins) > 0:
		paragraph(b, "", "These values from outside decide it, in their order:")
		for i, in := range ins {
			if i == maxExplained {
				fmt.Fprintf(b, "    … and %d more\n", len(ins)-i)
				break
			}
			at := fmt.Sprintf("line %d", in.Pos.Line)
			if in.Pos.File != s.End.File {
				at += " of " + in.Pos.File
			}
			fmt.Fprintf(b, "    at %s: %s\n", at, in.Text)
		}
		fmt.Fprintln(b)
	case (r.Program.Environment == nil || r.Program.Environment.Function == "main") && len(s.Entry) == 0 && !r.Trace.Long():
		paragraph(b, "", "No value from outside is needed: every run goes this way.")
		fmt.Fprintln(b)
	}

	if r.Trace.Long() {
		paragraph(b, "", fmt.Sprintf("The execution has %d steps, too many to be told.", r.Trace.Steps))
	} else {
		happens(b, s, code, r.Trace.Forever != nil)
	}
	if strings.Contains(fmt.Sprint(s.Lines), "block@") {
		paragraph(b, "", "(block@N is what line N allocates.)")
	}
	if e := r.Program.Environment; e != nil && e.Function != "main" {
		fmt.Fprintln(b)
		paragraph(b, "", "Whether a caller does this is not known. What was assumed:")
		Assumptions(b, slices.DeleteFunc(slices.Clone(r.Notes), func(n ir.Note) bool { return n.Aspect == ir.NoAspect }), drop)
	}
	return b.Flush()
}

// maxExplained bounds the inputs that an explanation lists.
const maxExplained = 20

// unknownCondition matches what conditions are called that have no short form in C.
var unknownCondition = pattern.New(`^the condition is (true|false)$|^the value is `)

// happens tells the lines that matter.
func happens(b *bufio.Writer, s *explain.Story, code *sourceText, forever bool) {
	paragraph(b, "", "What happens:")
	var lines []explain.Line
	visits := map[string]int{} // of a line in one call
	for _, l := range s.Lines {
		if !l.Matters {
			continue
		}
		key := fmt.Sprint(l.Pos.File, l.Pos.Line, l.Function, l.Calls)
		visits[key]++
		// Of a line that is passed often the last visit is told, where the first was.
		if i := slices.IndexFunc(lines, func(k explain.Line) bool {
			return fmt.Sprint(k.Pos.File, k.Pos.Line, k.Function, k.Calls) == key
		}); i >= 0 {
			lines[i] = l
			continue
		}
		lines = append(lines, l)
	}
	where := ""
	for _, l := range lines {
		text := ""
		if l.Function != where {
			where = l.Function
			text = "In " + where
			if n := len(l.Calls); n > 1 && l.Calls[n-1].File == ir.InterruptFile {
				text += fmt.Sprintf(", an interrupt at line %d", l.Calls[n-2].Line)
			} else if n > 0 {
				text += fmt.Sprintf(", called at line %d", l.Calls[n-1].Line)
			}
			text += ": "
		}
		n := visits[fmt.Sprint(l.Pos.File, l.Pos.Line, l.Function, l.Calls)]
		line := fmt.Sprintf("line %d", l.Pos.Line)
		if l.Pos.File != s.End.File {
			line += " of " + l.Pos.File
		}
		var holds, sets []string
		for _, e := range l.Events {
			switch {
			case !e.Matters:
			case strings.HasPrefix(e.Text, "return value = "):
				sets = append(sets, "the result is "+strings.TrimPrefix(e.Text, "return value = "))
			case slices.Contains(l.Branches, e.Text) && !unknownCondition.MatchString(e.Text):
				holds = append(holds, e.Text+" holds")
			case slices.Contains(l.Branches, e.Text):
				holds = append(holds, e.Text)
			default:
				sets = append(sets, e.Text)
			}
		}
		if n > 1 {
			line += fmt.Sprintf(", passed %d times; the last time", n)
		}
		text += line + ": " + strings.Join(append(sets, holds...), ", ") + "."
		if source := code.line(l.Pos); source != "" && len(source) < 60 {
			text += "  [" + source + "]"
		}
		paragraph(b, "  - ", text)
	}
	what := "the error"
	if forever {
		what = "from here on it goes on for ever"
	}
	paragraph(b, "  - ", fmt.Sprintf("line %d: %s.", s.End.Line, what))
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// paragraph writes text in lines that fit, those after the first indented as far as the mark goes.
func paragraph(b *bufio.Writer, mark, text string) {
	line := mark
	for i, word := range strings.Fields(text) {
		if i > 0 && len(line)+1+len(word) > explainWidth {
			fmt.Fprintln(b, line)
			line = strings.Repeat(" ", len(mark))
			i = 0
		}
		if i > 0 && line != strings.Repeat(" ", len(mark)) {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(b, line)
}

// ExplainOther says what a verdict means that is not FALSE.
func ExplainOther(w io.Writer, d *resultfile.Document, drop func(ir.Aspect) string) error {
	b := bufio.NewWriter(w)
	asked := strings.Join(d.Options.Properties, ", ")
	if asked == "" {
		asked = "unreach-call"
	}
	if d.Verdict == verdict.True.String() {
		loops, contracts := 0, len(d.Summaries)
		for _, i := range d.Invariants {
			if i.Loop {
				loops++
			}
		}
		text := "No run of the program violates " + asked + "."
		switch {
		case contracts > 0:
			text += fmt.Sprintf(" The proof has %s of functions", count(contracts, "summary", "summaries"))
		case d.Execution != nil && d.Execution.Location == 0:
			text += " No input decides where it goes, and its execution was followed to the end"
		default:
			text += fmt.Sprintf(" The proof has %s", count(loops, "loop invariant", "loop invariants"))
		}
		if first := d.Vacuous + d.Endless; first != "" { // one of them
			paragraph(b, "", "Note: "+first+".")
		}
		paragraph(b, "", text+"; craig certify checks it again.")
		if list := d.Assumptions(); len(list) > 0 {
			paragraph(b, "", "This is taken for granted:")
			Assumptions(b, list, drop)
		}
		return b.Flush()
	}
	paragraph(b, "", "Whether a run of the program violates "+asked+" is not known.")
	for _, line := range strings.Split(strings.TrimSpace(d.Detail), "\n") {
		paragraph(b, "", line)
	}
	if d.Why != nil {
		for i, u := range d.Why.Unproved {
			if i == maxExplained {
				fmt.Fprintf(b, "  … and %d more\n", len(d.Why.Unproved)-i)
				break
			}
			fmt.Fprintf(b, "  open: %s:%d: %s\n", u.File, u.Line, u.Property)
		}
	}
	return b.Flush()
}
