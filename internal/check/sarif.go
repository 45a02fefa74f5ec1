package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/infer"
	"craig/internal/report"
	"craig/internal/resultfile"
)

// WriteSARIF writes the findings as SARIF 2.1.0, each with the contract that excludes it as a fix, if one is known; with contracts, those that were inferred
// are notes after them.
func (r *Report) WriteSARIF(w io.Writer, version string, contracts bool) error {
	var list []report.Finding
	for _, g := range r.Findings {
		f := report.Finding{
			Document: g.Document, At: resultfile.Place{File: g.File, Line: g.Line, Column: g.Column}, Message: g.Message,
			Certain: g.Certain(), Accepted: g.Accepted, InSource: !g.inBaseline, Fingerprint: g.Fingerprint,
		}
		for _, e := range g.Entries {
			f.From = append(f.From, report.Origin{Name: e.Name, Place: resultfile.Place{File: e.File, Line: e.Line}})
			if from := r.function(e); f.Fix == nil && from != nil && !g.Mistake() {
				f.Fix = from.fix()
			}
		}
		list = append(list, f)
	}
	var notes []report.Contract
	for _, f := range r.Functions {
		if contracts && f.contracted() && f.underContract(f.Inferred.Class) {
			notes = append(notes, report.Contract{At: resultfile.Place{File: f.File, Line: f.Line}, Message: f.Name + ": " + contractWords(f.Inferred), Fix: f.fix()})
		}
	}
	return report.WriteFindings(w, version, list, notes)
}

// Certain says that the finding is an error whatever callers do, as far as craig knows.
func (g *Finding) Certain() bool {
	return g.sure || g.Confirmation == "confirmed" || g.Class == Bug || g.Class == AtCaller
}

// function is what came of an entry; nil if nothing did.
func (r *Report) function(e Entry) *Function {
	for _, f := range r.Functions {
		if f.Name == e.Name && f.File == e.File && f.Line == e.Line {
			return f
		}
	}
	return nil
}

// contracted says that a contract was inferred that some calls meet.
func (f *Function) contracted() bool {
	d := f.Inferred
	return d != nil && d.Class != infer.Open && !d.Never && len(d.Requires) > 0
}

// contractWords say what a contract requires and is.
func contractWords(d *infer.Document) string {
	text := "callers have to guarantee " + d.Conditions()
	if d.Class == infer.Necessary {
		return text + ": the function is proved under this contract, and every call outside of it goes wrong"
	}
	return text + ": the function is proved under this contract; calls outside of it may go well"
}

// fix writes the contract of a function that was inferred down in front of it; nil if there is none, or it is not seen in the text where the function begins.
func (f *Function) fix() *report.Fix {
	if !f.contracted() || f.Inferred.Declaration == "" || f.Inferred.ACSL == "" {
		return nil
	}
	text, err := readFile(f.File)
	if err != nil {
		return nil
	}
	lines := strings.SplitAfter(string(text), "\n")
	begins := beginsAt(lines, f.Line, f.Inferred.Declaration)
	if begins == 0 {
		return nil
	}
	first := strings.TrimRight(lines[begins-1], "\r\n")
	end := "\n"
	if strings.HasSuffix(lines[begins-1], "\r\n") {
		end = "\r\n"
	}
	indent := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
	return &report.Fix{Why: fmt.Sprintf("write down what callers of %s have to guarantee", f.Name), File: f.File, Before: begins, Text: indent + f.Inferred.ACSL + end}
}

// beginsAt is the line in which a declaration begins, which has the function's name in a line, and nothing else before it; 0 if there is none. Between words the text may have any blanks.
func beginsAt(lines []string, name int, declaration string) int {
	words := strings.Fields(declaration)
	for line := name; line >= 1 && line > name-8 && line <= len(lines); line-- {
		if is := strings.Fields(strings.Join(lines[line-1:min(len(lines), name+64)], "")); len(is) >= len(words) && slices.Equal(is[:len(words)-1], words[:len(words)-1]) &&
			strings.HasPrefix(is[len(words)-1], words[len(words)-1]) {
			return line
		}
	}
	return 0
}
