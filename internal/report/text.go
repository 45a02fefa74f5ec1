// Package report shows results to people and to other tools.
//
//	Text                   the output of craig verify          (text.go, why.go)
//	WriteSARIF, WriteHTML  the verdict for other tools, as a page (sarif.go, html.go)
//	WriteMetadata, ...     test suites                         (suite.go, plot.go, gcov.go)
//	Loops, Regions, Dot    programs                            (program.go)
package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/run"
)

// TextOptions choose what Text writes.
type TextOptions struct {
	Quiet bool // the verdict line only
	Stats bool // counters and times too
	// Hint is a sentence about what would help, for an UNKNOWN; nil is one of our own.
	Hint func(verdict.Hint) string
	// Drop names the option without which an assumption about the entry's surroundings is not made; nil names none.
	Drop func(ir.Aspect) string
}

// Text writes a result: evidence, notes, a sentence, and on the last line the verdict.
func Text(w io.Writer, r *run.Result, opts TextOptions) error {
	b := bufio.NewWriter(w)
	if !opts.Quiet {
		switch r.Verdict {
		case verdict.True:
			writeContracts(b, r)
			writeInvariants(b, r)
		case verdict.False:
			writeTrace(b, r)
		}
		writeNotes(b, r, opts.Drop)
		if opts.Stats {
			writeStats(b, r)
		}
		fmt.Fprintln(b, sentence(r, opts.Hint))
	}
	fmt.Fprintln(b, Line(r))
	return b.Flush()
}

// Line is the verdict as SV-COMP writes it.
func Line(r *run.Result) string {
	switch r.Verdict {
	case verdict.True:
		return "TRUE"
	case verdict.False:
		return "FALSE(" + r.Trace.Goal.Property + ")"
	}
	return "UNKNOWN(" + string(r.Reason) + ")"
}

// sentence says what the verdict means.
func sentence(r *run.Result, hint func(verdict.Hint) string) string {
	switch r.Verdict {
	case verdict.True:
		if len(r.Program.ErrorLocs()) == 0 {
			return NothingToReach
		}
		if e, ok := r.Proof.(verdict.Execution); ok {
			return fmt.Sprintf("No input decides where the program goes: its execution of %d steps ends without an error; the certifier has executed it again.", e.Steps)
		}
		if e, ok := r.Proof.(verdict.Prefix); ok {
			return fmt.Sprintf("No execution reaches an error location: no input decides anything in the first %d steps, which the certifier has executed, to %s; from there on there is a proof, which it has checked.", e.Steps, r.Program.Locs[e.Loc].Pos)
		}
		if e, ok := r.Proof.(verdict.Unrolled); ok {
			return fmt.Sprintf("No execution reaches an error location: each loop that matters ends, the longest after %d rounds; the certifier has unrolled them all.", e.Rounds)
		}
		if _, ok := r.Proof.(verdict.Elements); ok {
			return "No execution reaches an error location; the certifier has checked the proof, by instances of its facts about all elements."
		}
		return "No execution reaches an error location; the certifier has checked the proof."
	case verdict.False:
		if r.Trace.Long() {
			return fmt.Sprintf("This execution reaches the error at %s after %d steps; the certifier has executed it again.", r.Program.Locs[r.Trace.Error].Pos, r.Trace.Steps)
		}
		return fmt.Sprintf("The execution above reaches the error at %s; the interpreter has run it.", r.Program.Locs[r.Trace.Error].Pos)
	}
	text := "The question is open."
	if r.Detail != "" {
		text = strings.TrimRight(r.Detail, "\n")
	}
	return text + whyText(r, hint)
}

func writeInvariants(b *bufio.Writer, r *run.Result) {
	for _, inv := range csource.LoopInvariants(r.Program, r.Proof) {
		fmt.Fprintf(b, "%s: loop invariant", inv.Pos)
		if inv.Function != "" && inv.Function != "main" {
			fmt.Fprintf(b, " (%s)", inv.Function)
		}
		fmt.Fprintln(b, ":")
		for _, f := range inv.All {
			fmt.Fprintf(b, "    %s\n", f)
		}
		if inv.MoreAll > 0 {
			fmt.Fprintf(b, "    … and %d facts about all elements that have no short form in C; the result file has them\n", inv.MoreAll)
		}
		if len(inv.All) > 0 && len(inv.Disjuncts) == 1 && inv.Disjuncts[0] == "true" {
			continue
		}
		for i, d := range inv.Disjuncts {
			switch {
			case i > 0:
				fmt.Fprintf(b, " || %s\n", d)
			default:
				fmt.Fprintf(b, "    %s\n", d)
			}
		}
		if inv.More > 0 {
			fmt.Fprintf(b, "    … and %d more, too long to print; the result file has them\n", inv.More)
		}
	}
}

// writeContracts writes what the calls of each function do, and what has to hold before.
func writeContracts(b *bufio.Writer, r *run.Result) {
	if !r.Calls {
		return
	}
	for _, c := range csource.Contracts(r.Program, r.Proof) {
		if c.TooLong {
			fmt.Fprintf(b, "%s: summary of %s: too long to print; the result file has it\n", c.Func.Pos, c.Func.Name)
			continue
		}
		fmt.Fprintf(b, "%s: summary of %s:\n    %s\n", c.Func.Pos, c.Func.Name, c.Does)
		if c.Needs != "true" {
			fmt.Fprintf(b, "    if called with %s\n", c.Needs)
		}
	}
}

func writeTrace(b *bufio.Writer, r *run.Result) {
	ins, list := csource.Inputs(r.Program, r.Trace), csource.Steps(r.Program, r.Trace)
	ins = slices.DeleteFunc(ins, func(i csource.Input) bool { return i.Ghost || i.Name == "" && i.Value == "0" }) // of a new block
	end := r.Program.Locs[r.Trace.Error].Pos

	// The file is named once if there is only one.
	at := func(p ir.Pos) string { return fmt.Sprintf("line %d:", p.Line) }
	where := " in " + end.File
	several := func(p ir.Pos) bool { return p.File != end.File }
	if slices.ContainsFunc(ins, func(i csource.Input) bool { return several(i.Pos) }) ||
		slices.ContainsFunc(list, func(s csource.Step) bool { return several(s.Pos) }) {
		at = func(p ir.Pos) string { return fmt.Sprintf("%s:%d:", p.File, p.Line) }
		where = ""
	}
	if len(ins) > 0 {
		fmt.Fprintf(b, "Inputs%s:\n", where)
		n := csource.NamesOf(r.Program)
		for _, in := range ins {
			fmt.Fprintf(b, "  %-10s %s\n", at(in.Pos), in.Text(n))
		}
	}
	fmt.Fprintf(b, "Execution%s:\n", where)
	for _, s := range list {
		var changes []string
		for _, c := range s.Changes {
			changes = append(changes, c.Name+" = "+c.Value)
		}
		fmt.Fprintf(b, "  %-10s %s\n", at(s.Pos), strings.Join(changes, ", "))
	}
	fmt.Fprintf(b, "  %-10s error: %s\n", at(end), r.Trace.Goal.Property)
	if m := csource.MemoryOf(r.Program, r.Trace); m != nil {
		for _, line := range m.Lines() {
			fmt.Fprintf(b, "  %-10s %s\n", "", line)
		}
	}
	if info := r.Program.Locs[r.Trace.Error]; strings.HasPrefix(end.File, "<craig>/") {
		for _, call := range slices.Backward(info.Calls()) {
			fmt.Fprintf(b, "  %-10s called at %s\n", "", call)
		}
	}
}

func writeNotes(b *bufio.Writer, r *run.Result, drop func(ir.Aspect) string) {
	for _, n := range r.Notes {
		if r.Verdict == verdict.True && n.Kind == ir.Unmodelled {
			continue // proved to be unreachable
		}
		writeNote(b, n, drop)
	}
}

// NothingToReach is the sentence on a proof for a program without error locations.
const NothingToReach = "The program has no error location for this property: there is nothing to reach."

// Assumptions writes those of notes that say what an answer leaves out, as Text does with such a drop.
func Assumptions(w io.Writer, notes []ir.Note, drop func(ir.Aspect) string) {
	b := bufio.NewWriter(w)
	defer b.Flush()
	for _, n := range notes {
		if n.Kind == ir.Assumption {
			writeNote(b, n, drop)
		}
	}
}

func writeNote(b *bufio.Writer, n ir.Note, drop func(ir.Aspect) string) {
	words := map[ir.NoteKind]string{ir.Assumption: "assumed", ir.Overapproximated: "approximated", ir.Unmodelled: "not supported"}
	if n.Pos.Line != 0 {
		fmt.Fprintf(b, "%s: ", n.Pos)
	}
	fmt.Fprintf(b, "%s: %s", words[n.Kind], n.Text)
	if n.Count > 1 {
		fmt.Fprintf(b, " (%d places)", n.Count)
	}
	if n.Aspect != ir.NoAspect && drop != nil {
		if option := drop(n.Aspect); option != "" {
			fmt.Fprintf(b, " [not with %s]", option)
		}
	}
	fmt.Fprintln(b)
}

func writeStats(b *bufio.Writer, r *run.Result) {
	if r.Engine != "" {
		fmt.Fprintf(b, "engine %s\n", r.Engine)
	}
	for _, s := range r.Stats {
		fmt.Fprintf(b, "  %-14s %12.6g%s", s.Name, s.Value, s.Unit)
		if s.Doc != "" {
			fmt.Fprintf(b, "  %s", s.Doc)
		}
		fmt.Fprintln(b)
	}
	var total time.Duration
	for _, p := range r.Phases {
		fmt.Fprintf(b, "  time %-9s %12.3fs\n", p.Name, p.Time.Seconds())
		total += p.Time
	}
	fmt.Fprintf(b, "  time %-9s %12.3fs\n", "in all", total.Seconds())
}
