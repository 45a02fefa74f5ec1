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
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/run"

	"craig/logic/solver"
	"craig/logic/term"
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
			writeRanks(b, r, opts)
		case verdict.False:
			writeTrace(b, r, opts)
		}
		writeNotes(b, r, opts)
		if opts.Stats {
			writeStats(b, r)
		}
		fmt.Fprintln(b, sentence(r, opts.Hint))
		writeBelieved(b, r)
		if t := r.Too; t != nil {
			writeRanks(b, t, opts)
			more := *t
			more.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(n ir.Note) bool { return slices.Contains(r.Notes, n) })
			writeNotes(b, &more, opts)
			fmt.Fprintln(b, sentence(t, opts.Hint))
			writeBelieved(b, t)
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

// writeBelieved writes what the certifier has believed.
func writeBelieved(b *bufio.Writer, r *run.Result) {
	if r.Verdict == verdict.True && r.Unchecked.Answers > 0 {
		fmt.Fprintf(b, "Certified by the unchecked solver: %s\n", Unchecked(r.Unchecked))
	}
	if r.Unfollowed.Steps > 0 {
		fmt.Fprintf(b, "Certified by the fast executor: %s\n", Unfollowed(r.Unfollowed))
	}
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
		if ranks, ok := r.Proof.(verdict.Ranks); ok && len(ranks.Tuples) == 0 {
			return "Every execution ends: none comes to a loop or recursion."
		} else if ok {
			return "Every execution ends, or does something undefined first; the certifier has checked that each rank above gets smaller, and cannot do so for ever."
		}
		if e, ok := r.Proof.(verdict.Execution); ok && e.Cases > 0 {
			return fmt.Sprintf("Inputs tell %d executions apart, of %d steps in all; the certifier has made them all: each ends without an error.", e.Cases, e.Steps)
		}
		if e, ok := r.Proof.(verdict.Execution); ok && r.Ends {
			return fmt.Sprintf("No input decides where the program goes: its execution ends after %d steps; the certifier has executed it again.", e.Steps)
		}
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
		if e, ok := r.Proof.(verdict.Explored); ok {
			return fmt.Sprintf("No execution reaches an error location: none of the %d states leads to one, as far as they matter; the certifier has visited them all again.", e.States)
		}
		if _, ok := r.Proof.(verdict.Elements); ok {
			return "No execution reaches an error location; the certifier has checked the proof, by instances of its facts about all elements."
		}
		return "No execution reaches an error location; the certifier has checked the proof."
	case verdict.False:
		if r.Trace.Forever != nil {
			return foreverText(r)
		}
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

// writeRanks writes why loops and recursion end.
func writeRanks(b *bufio.Writer, r *run.Result, opts TextOptions) {
	proof, ok := r.Proof.(verdict.Ranks)
	if !ok {
		return
	}
	v := csource.NewScopes(r.Program, resultfile.Texts(r.Sources)...)
	models := 0
	for _, l := range slices.Sorted(maps.Keys(proof.Tuples)) {
		info, tuple := r.Program.Locs[l], proof.Tuples[l]
		pos := csource.HeadPos(info)
		if pos.InModel() && !opts.Full {
			models++
			continue
		}
		var places []string
		for _, t := range tuple {
			if text, ok := v.Text(l, t); ok {
				places = append(places, brief(text, opts.Full))
			} else {
				places = append(places, "…")
			}
		}
		switch {
		case proof.Grows && slices.ContainsFunc(tuple, func(t term.Term) bool { return speaksOfPointers(r.Program, t) }):
			fmt.Fprintf(b, "%s: ends: each time, this gets smaller in lexicographic order, where each block has a higher address than older ones:\n    (%s)\n", pos, strings.Join(places, ", "))
		case len(places) != 1:
			fmt.Fprintf(b, "%s: ends: each time, this gets smaller in lexicographic order:\n    (%s)\n", pos, strings.Join(places, ", "))
		case resultfile.BoundOf(r.Program, proof, l) == resultfile.Depth:
			fmt.Fprintf(b, "%s: calls nest at most n + 1 deep in the first one (0 if that is negative), with what n is there:\n    n = %s\n", pos, places[0])
		case resultfile.BoundOf(r.Program, proof, l) == resultfile.Rounds:
			fmt.Fprintf(b, "%s: ends after at most n + 1 rounds (0 if that is negative), with what n is at first:\n    n = %s\n", pos, places[0])
		default:
			fmt.Fprintf(b, "%s: ends: each time, this gets smaller:\n    %s\n", pos, places[0])
		}
	}
	if models > 0 {
		fmt.Fprintf(b, "%s in functions of the C library\n", count(models, "more loop ends", "more loops end"))
	}
}

// speaksOfPointers says that t has a variable of the program which is a pointer.
func speaksOfPointers(p *ir.Program, t term.Term) (speaks bool) {
	names := map[string]bool{}
	for _, x := range term.Vars(t, map[term.Term]bool{}, nil) {
		names[x.Name()] = true
	}
	p.AllVars(func(v *ir.Var) { speaks = speaks || v.Type.Kind == ir.Pointer && names[v.Name] })
	return speaks
}

// reaching are the locations to which next leads from l, and l.
func reaching(l ir.Loc, next func(ir.Loc) []ir.Loc) map[ir.Loc]bool {
	seen := map[ir.Loc]bool{l: true}
	for stack := []ir.Loc{l}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range next(at) {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return seen
}

// foreverText says how an execution goes on for ever.
func foreverText(r *run.Result) string {
	text := fmt.Sprintf("An execution does not end: it stays in the loop at %s", csource.HeadPos(r.Program.Locs[r.Trace.Error]))
	n, succ := graph.OfFunc(r.Program, r.Program.Main)
	live := graph.LiveVars(r.Program, graph.ReversePostOrder(n, succ, int(r.Program.Main.Entry)))
	asked := map[ir.EdgeID]bool{}
	seen := map[ir.Loc]bool{} // where it may come round
	back := reaching(r.Trace.Error, func(l ir.Loc) (from []ir.Loc) {
		for _, e := range r.Program.Locs[l].In {
			from = append(from, r.Program.Edges[e].From)
		}
		return from
	})
	for l := range reaching(r.Trace.Error, func(l ir.Loc) []ir.Loc { return r.Program.Succs(l, nil) }) {
		seen[l] = back[l]
	}
	for l := range r.Program.Locs {
		if !seen[ir.Loc(l)] {
			continue
		}
		for _, id := range r.Program.Locs[l].Out {
			e := r.Program.Edges[id]
			if !seen[e.To] {
				continue
			}
			_, copied := r.Trace.Forever.Copies[id]
			if _, ok := r.Trace.Forever.Inputs[id]; (ok || copied) && slices.Contains(live[e.To], e.Stmt.(*ir.Havoc).Var) {
				asked[id] = true
			}
		}
	}
	if len(asked) > 0 {
		text += ", if from there on"
		for i, id := range slices.Sorted(maps.Keys(asked)) {
			h := r.Program.Edges[id].Stmt.(*ir.Havoc)
			if i > 0 {
				text += ","
			}
			if c, copied := r.Trace.Forever.Copies[id]; copied {
				text += fmt.Sprintf(" %s in line %d is each time %s", h.Name, r.Program.Edges[id].Pos.Line, resultfile.EdgeInput{Value: fmt.Sprint(c.Add), Of: c.Var})
				continue
			}
			text += fmt.Sprintf(" %s in line %d is always %s", h.Name, r.Program.Edges[id].Pos.Line, r.Trace.Forever.Inputs[id])
		}
	}
	text += "; the certifier has proved that it never leaves it, nor does anything undefined that it checks for."
	outside, decides := false, false
	for l, is := range seen {
		if !is {
			continue
		}
		for _, id := range r.Program.Locs[l].Out {
			switch s := r.Program.Edges[id].Stmt.(type) {
			case *ir.Havoc:
				outside = outside || s.Source == ir.FromCall || s.Source == ir.FromVolatile || s.Source == ir.FromEffect
			case *ir.Assume:
				decides = decides || r.Program.Edges[id].Branch > 0
			}
		}
	}
	if !outside && decides && !resultfile.Nests(r.Program, r.Trace.Error) {
		text += "\nC lets compilers take a loop to end that has no input, output or other side effect, and a condition that is no constant (C11 6.8.5p6)."
	}
	if r.EndsIf != "" {
		text += "\nEach execution ends if " + r.EndsIf + ", which the certifier has checked; as a contract: /*@ requires " + r.EndsIf + "; */"
	}
	return text
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
