// Package report shows results to people and to other tools.
//
//	Text                   the output of craig verify          (text.go, trace.go, why.go)
//	Explain                the story of an error              (explain.go)
//	WriteSARIF, WriteHTML  the verdict for other tools, as a page (sarif.go, html.go)
//	WriteMetadata, ...     test suites                         (suite.go, plot.go, gcov.go)
//	Loops, Regions, Dot    programs                            (program.go)
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/run"

	"craig/logic/solver"
)

// TextOptions choose what Text writes.
type TextOptions struct {
	Quiet  bool // the verdict line only
	Stats  bool // counters, times and remarks on how the program was read too
	Full   bool // every line and value of an execution, not only what matters to the error; invariants of any length
	Colour bool // escape sequences for a terminal
	Sealed bool // no file is read to show a line of it: line markers of a program can name any
	// FullBy is what the reader can do to see all; "" names nothing.
	FullBy string
	// Hint is a sentence about what would help, for an UNKNOWN; nil is one of our own.
	Hint func(verdict.Hint) string
	// Caller says what to do if no caller of the entry function does what an execution begins with; null says that
	// a pointer inside of an object is null there. nil says nothing.
	Caller func(function string, null bool) string
	// Drop names the option without which an assumption about the entry's surroundings is not made; nil names none.
	Drop func(ir.Aspect) string
}

// Escape sequences of terminals.
const (
	red    = "\x1b[1;31m"
	green  = "\x1b[1;32m"
	yellow = "\x1b[1;33m"
	plain  = "\x1b[0m"
)

// Text writes a result: evidence, notes, a sentence, and on the last line the verdict.
func Text(w io.Writer, r *run.Result, opts TextOptions) error {
	b := bufio.NewWriter(w)
	if !opts.Quiet {
		if first := r.Vacuous + r.Endless; first != "" { // one of them
			fmt.Fprintf(b, "note: %s\n", first)
		}
		switch r.Verdict {
		case verdict.True:
			writeContracts(b, r, opts)
			writeInvariants(b, r, opts)
		case verdict.False:
			writeTrace(b, r, opts)
		}
		writeNotes(b, r, opts)
		if opts.Stats {
			writeStats(b, r)
		}
		fmt.Fprintln(b, sentence(r, opts.Hint))
		if r.Verdict == verdict.True && r.Unchecked.Answers > 0 {
			fmt.Fprintf(b, "Certified by the unchecked solver: %s\n", Unchecked(r.Unchecked))
		}
		if r.Unfollowed.Steps > 0 {
			fmt.Fprintf(b, "Certified by the fast executor: %s\n", Unfollowed(r.Unfollowed))
		}
		if r.Verdict == verdict.False {
			writeCaller(b, r, opts)
		}
	}
	line := Line(r)
	if opts.Colour {
		line = map[verdict.Verdict]string{verdict.True: green, verdict.False: red, verdict.Unknown: yellow}[r.Verdict] + line + plain
	}
	fmt.Fprintln(b, line)
	return b.Flush()
}

// Unchecked says what was believed of a solver.
func Unchecked(u solver.Unchecked) string {
	if u.Answers == 1 {
		return "of one of its answers no refutation could be checked: " + firstLine(u.Why) + "."
	}
	return fmt.Sprintf("of %d of its answers no refutation could be checked; of the first: %s.", u.Answers, firstLine(u.Why))
}

// Unfollowed says what was believed of the certifier's fast executor.
func Unfollowed(u verdict.Unfollowed) string {
	return fmt.Sprintf("the interpreter has not followed the %d steps of the execution: %s.", u.Steps, u.Why)
}

// firstLine is the beginning of a text.
func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return s
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
		at := r.Program.Locs[r.Trace.Error].Pos
		if list := r.Program.Locs[r.Trace.Error].Places(); len(list) > 0 {
			at = list[0]
		}
		if r.Trace.Long() {
			return fmt.Sprintf("This execution reaches the error at %s after %d steps; the certifier has executed it again.", at, r.Trace.Steps)
		}
		return fmt.Sprintf("The execution above reaches the error at %s; the interpreter has run it.", at)
	}
	text := "The question is open."
	if r.Detail != "" {
		text = strings.TrimRight(r.Detail, "\n")
	}
	return text + whyText(r, hint)
}

// longest bounds the characters of a formula that is printed; more of it is in the result file.
const longest = 400

// brief is a formula that is not too long, cut where a part of it ends.
func brief(text string, full bool) string {
	if full || utf8.RuneCountInString(text) <= longest {
		return text
	}
	cut := text[:longest]
	if i := max(strings.LastIndex(cut, " && "), strings.LastIndex(cut, " || ")); i > 0 {
		cut = cut[:i+3]
	}
	return fmt.Sprintf("%s … (%d characters in all)", strings.ToValidUTF8(cut, ""), utf8.RuneCountInString(text))
}

func writeInvariants(b *bufio.Writer, r *run.Result, opts TextOptions) {
	models, interrupts, cut := 0, 0, false
	line := func(format, text string) {
		short := brief(text, opts.Full)
		cut = cut || short != text
		fmt.Fprintf(b, format, short)
	}
	for _, inv := range csource.LoopInvariants(r.Program, r.Proof, resultfile.Texts(r.Sources)...) {
		if inv.Pos.File == ir.InterruptFile && !opts.Full {
			interrupts++
			continue
		}
		if inv.Pos.InModel() && !opts.Full {
			models++
			continue
		}
		fmt.Fprintf(b, "%s: loop invariant", inv.Pos)
		if inv.Function != "" && inv.Function != "main" {
			fmt.Fprintf(b, " (%s)", inv.Function)
		}
		fmt.Fprintln(b, ":")
		for _, f := range inv.All {
			line("    %s\n", f)
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
				line(" || %s\n", d)
			default:
				line("    %s\n", d)
			}
		}
		if inv.More > 0 {
			fmt.Fprintf(b, "    … and %d more, too long to print; the result file has them\n", inv.More)
		}
	}
	if models > 0 {
		fmt.Fprintf(b, "%s in functions of the C library", count(models, "more loop invariant, of a loop", "more loop invariants, of loops"))
		if opts.FullBy != "" {
			fmt.Fprintf(b, "; %s shows them", opts.FullBy)
		}
		fmt.Fprintln(b)
	}
	if interrupts > 0 && opts.FullBy != "" {
		fmt.Fprintf(b, "What holds before and after each interrupt is left out; %s shows it\n", opts.FullBy)
	}
	if cut {
		b.WriteString("Long formulas are cut; the result file has them")
		if opts.FullBy != "" {
			fmt.Fprintf(b, ", and %s shows them", opts.FullBy)
		}
		fmt.Fprintln(b)
	}
}

// writeContracts writes what the calls of each function do, and what has to hold before.
func writeContracts(b *bufio.Writer, r *run.Result, opts TextOptions) {
	if !r.Calls {
		return
	}
	for _, c := range csource.Contracts(r.Program, r.Proof) {
		if c.TooLong {
			fmt.Fprintf(b, "%s: summary of %s: too long to print; the result file has it\n", c.Func.Pos, c.Func.Name)
			continue
		}
		fmt.Fprintf(b, "%s: summary of %s:\n    %s\n", c.Func.Pos, c.Func.Name, brief(c.Does, opts.Full))
		if c.Needs != "true" {
			fmt.Fprintf(b, "    if called with %s\n", brief(c.Needs, opts.Full))
		}
	}
}

func writeNotes(b *bufio.Writer, r *run.Result, opts TextOptions) {
	for _, n := range r.Notes {
		if n.Kind == ir.Remark && !opts.Stats {
			continue // the answer does not depend on it
		}
		if r.Verdict == verdict.True && n.Kind == ir.Unmodelled {
			continue // proved to be unreachable
		}
		if n.Text == r.Vacuous+r.Endless {
			continue // that is said first
		}
		writeNote(b, n, opts.Drop)
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
	words := map[ir.NoteKind]string{ir.Assumption: "assumed", ir.Overapproximated: "approximated", ir.Unmodelled: "not supported", ir.Remark: "note"}
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
