package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"craig/internal/cover"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// UnreachableCode is the name of the property that DeadText and WriteDeadSARIF speak of.
const UnreachableCode = "unreachable-code"

// deadVerdict is FALSE with a finding, TRUE if each statement has an execution.
func deadVerdict(d *cover.Dead) verdict.Verdict {
	switch {
	case len(d.Findings()) > 0:
		return verdict.False
	case d.Open() == 0 && d.Program != nil:
		return verdict.True
	}
	return verdict.Unknown
}

// DeadText writes what of a program nothing executes, with the verdict on the last line, and returns that.
func DeadText(w io.Writer, d *cover.Dead, opts TextOptions) (verdict.Verdict, error) {
	b := bufio.NewWriter(w)
	v := deadVerdict(d)
	line := map[verdict.Verdict]string{verdict.True: "TRUE", verdict.False: "FALSE(" + UnreachableCode + ")", verdict.Unknown: "UNKNOWN(" + string(d.Reason) + ")"}[v]
	colour := map[verdict.Verdict]string{verdict.True: green, verdict.False: red, verdict.Unknown: yellow}[v]
	if opts.Colour {
		line = colour + line + plain
	}
	if !opts.Quiet {
		for _, r := range d.Regions {
			if r.Cause.Dead() || opts.Full {
				fmt.Fprintf(b, "%s: %s: %s%s\n", d.Lines[r.First].Pos, d.Lines[r.First].Func, deadWhy(d, r), extent(d, r))
				if text := sourceLine(d, d.Lines[r.First].Pos); text != "" {
					fmt.Fprintf(b, "    %s\n", text)
				}
			}
		}
		writeDeadTable(b, d, opts)
		for _, n := range d.Notes {
			writeNote(b, n, opts.Drop)
		}
		if opts.Stats {
			for _, s := range d.Stats {
				fmt.Fprintf(b, "  %-14s %12.6g  %s\n", s.Name, s.Value, s.Doc)
			}
		}
		deadSentence(b, d, v, opts)
	}
	fmt.Fprintln(b, line)
	return v, b.Flush()
}

// deadWhy says why nothing executes a region.
func deadWhy(d *cover.Dead, r cover.Region) string {
	first := d.Lines[r.First]
	switch r.Cause {
	case cover.Uncalled:
		return "unreachable: nothing calls the function"
	case cover.Constant:
		return fmt.Sprintf("switched off by the constant condition in line %d", first.Of.Line)
	case cover.Defensive:
		return "unreachable, as the program expects"
	}
	switch first.Role {
	case ir.Then:
		return fmt.Sprintf("unreachable: the condition in line %d is never true", first.Of.Line)
	case ir.Else:
		return fmt.Sprintf("unreachable: the condition in line %d is never false", first.Of.Line)
	case ir.Body:
		return fmt.Sprintf("unreachable: the loop in line %d has no round", first.Of.Line)
	case ir.Case:
		return "unreachable: the switch never comes to this case"
	case ir.Default:
		return "unreachable: the switch never comes to its default"
	}
	if r.Cause == cover.NoPath {
		return "unreachable: no path leads here"
	}
	return "unreachable: what stands before never goes on to here"
}

// extent says how much more belongs to a region than its first statement.
func extent(d *cover.Dead, r cover.Region) string {
	n, last := r.Last-r.First, d.Lines[r.Last].Pos.Line
	switch {
	case n == 0:
		return ""
	case last == d.Lines[r.First].Pos.Line:
		return fmt.Sprintf(" (%d statements)", n+1)
	}
	return fmt.Sprintf(" (%d statements, to line %d)", n+1, last)
}

// sourceLine is the text of a line, "" if it is not there.
func sourceLine(d *cover.Dead, pos ir.Pos) string {
	for _, s := range d.Sources {
		if s.Name == pos.File {
			if lines := bytes.Split(s.Text, []byte{'\n'}); pos.Line > 0 && pos.Line <= len(lines) {
				return string(bytes.TrimSpace(lines[pos.Line-1]))
			}
		}
	}
	return ""
}

// writeDeadTable writes how many statements of each function are executed, or with Full what is known of each.
func writeDeadTable(b *bufio.Writer, d *cover.Dead, opts TextOptions) {
	if len(d.Lines) == 0 {
		return
	}
	if opts.Full {
		for _, l := range d.Lines {
			fmt.Fprintf(b, "%s: %s: %s\n", l.Pos, l.Func, statusWord(l))
		}
	}
	fmt.Fprintf(b, "%10s %10s %10s %6s  %s\n", "statements", "executed", "never", "open", "function")
	count := func(from, to int, name string) {
		var n [3]int
		for _, l := range d.Lines[from:to] {
			n[l.Status]++
		}
		fmt.Fprintf(b, "%10d %10d %10d %6d  %s\n", to-from, n[cover.Covered], n[cover.Unreachable], n[cover.Open], name)
	}
	from, functions := 0, 0
	for i := range d.Lines {
		if i+1 == len(d.Lines) || d.Lines[i+1].FuncPos != d.Lines[from].FuncPos {
			count(from, i+1, d.Lines[from].Func)
			from, functions = i+1, functions+1
		}
	}
	if functions > 1 {
		count(0, len(d.Lines), "all")
	}
}

func statusWord(l cover.Line) string {
	if l.Status == cover.Covered {
		return "executed"
	}
	return l.Status.String()
}

func deadSentence(b *bufio.Writer, d *cover.Dead, v verdict.Verdict, opts TextOptions) {
	open := d.Open()
	switch v {
	case verdict.True:
		text := "Each statement is executed by one of the tests that were found; the interpreter has run them."
		if len(d.Regions) > 0 {
			text = "What nothing executes is switched off by constants or says so itself; the interpreter has run tests of the rest."
			if opts.FullBy != "" && !opts.Full {
				text += " " + opts.FullBy + " shows it."
			}
		}
		fmt.Fprintln(b, text)
		return
	case verdict.False:
		fmt.Fprintf(b, "Nothing executes %s; the certifier has checked the proofs.\n", count(len(d.Findings()), "part of the program", "parts of the program"))
	}
	if open > 0 || v == verdict.Unknown {
		fmt.Fprintf(b, "%s open: %s\n", map[bool]string{true: "One statement is", false: fmt.Sprintf("%d statements are", open)}[open == 1], strings.TrimRight(d.Detail, "\n"))
		if opts.Hint != nil && d.Reason == verdict.Timeout {
			fmt.Fprintln(b, opts.Hint(verdict.MoreTime))
		}
	}
}

// WriteDeadSARIF writes what nothing executes as SARIF 2.1.0: a finding is a warning, what the program expects or
// switches off a note for the reader, and an open statement is open.
func WriteDeadSARIF(w io.Writer, version string, d *cover.Dead) error {
	driver := newSarifDriver(version)
	driver.Rules = append(driver.Rules, ruleOf(UnreachableCode, "no execution comes to a statement"))
	at := func(i int) []sarifLocation {
		p := d.Lines[i].Pos
		return []sarifLocation{sarifAt(resultfile.Place{File: p.File, Line: p.Line, Column: p.Col}, "")}
	}
	results := []sarifResult{}
	for _, r := range d.Regions {
		x := sarifResult{RuleID: UnreachableCode, Kind: "fail", Level: "warning", Message: sarifText{d.Lines[r.First].Func + ": " + deadWhy(d, r) + extent(d, r)}, Locations: at(r.First)}
		if !r.Cause.Dead() {
			x.Kind, x.Level = "informational", "none"
		} else if last := d.Lines[r.Last].Pos.Line; last > d.Lines[r.First].Pos.Line {
			x.Locations[0].Physical.Region.EndLine = last
		}
		results = append(results, x)
	}
	for i, l := range d.Lines {
		if l.Status == cover.Open {
			results = append(results, sarifResult{RuleID: UnreachableCode, Kind: "open", Level: "none", Message: sarifText{string(d.Reason) + ": " + d.Detail}, Locations: at(i)})
		}
	}
	return writeSarif(w, *driver, results)
}
