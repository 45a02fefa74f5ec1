package report

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/explain"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// codeColumn is where what happens at a line begins, after its text.
const codeColumn = 48

// longestRound bounds the lines that are shown of a loop which goes on for ever.
const longestRound = 12

// writeTrace writes the execution to the error: what decides it, or all of it.
func writeTrace(b *bufio.Writer, r *run.Result, opts TextOptions) {
	s, round := resultfile.Told(r)
	code := newSourceText(r, opts.Sealed)
	file := s.End.File

	if len(s.Entry) > 0 {
		fmt.Fprintf(b, "%s is called with:\n", r.Program.Environment.Function)
		for _, c := range s.Entry {
			fmt.Fprintf(b, "    %s = %s\n", c.Name, c.Value)
		}
	}
	ins, hidden := s.Inputs, 0
	if !opts.Full && r.Trace.Forever == nil {
		ins = slices.DeleteFunc(slices.Clone(ins), func(in explain.Input) bool { return !in.Matters })
		hidden = len(s.Inputs) - len(ins)
	}
	if len(ins) > 0 {
		fmt.Fprintf(b, "Inputs in %s:\n", file)
		for _, in := range ins {
			at := fmt.Sprintf("line %d:", in.Pos.Line)
			if in.Pos.File != file {
				at = fmt.Sprintf("%s:%d:", in.Pos.File, in.Pos.Line)
			}
			if in.Pos.Line == 0 {
				at = "at first:"
			}
			fmt.Fprintf(b, "  %-10s %s\n", at, in.Text)
		}
	}
	lines, more := s.Essential()
	if opts.Full {
		lines, more = s.Lines, nil
	}
	fmt.Fprintf(b, "Execution in %s:\n", file)
	for i, l := range lines {
		if n := more[i]; n > 0 {
			fmt.Fprintf(b, "      … %s\n", count(n, "more line", "more lines"))
		}
		if l.Entered {
			fmt.Fprintf(b, "  %s\n", heading(l, file))
		}
		writeLine(b, l, code.line(l.Pos), opts.Full)
	}
	if n := more[len(lines)]; n > 0 {
		fmt.Fprintf(b, "      … %s\n", count(n, "more line", "more lines"))
	}
	if k := len(lines); k == 0 || lines[k-1].Function != s.Function || lines[k-1].Thread != s.Thread || lines[k-1].Pos.File != s.End.File {
		fmt.Fprintf(b, "  %s\n", heading(explain.Line{Pos: s.End, Function: s.Function, Thread: s.Thread, Calls: reversed(s.Calls)}, file))
	}
	fmt.Fprintf(b, "%7d  %s\n", s.End.Line, code.line(s.End))
	wrong := "error: " + r.Trace.Goal.Property
	if r.Trace.Forever != nil {
		wrong = "from here on it goes on for ever"
		if len(round) > 0 {
			wrong += "; the first time round:"
		}
	}
	if s.Model != "" {
		wrong += ", in " + s.Model
	}
	if opts.Colour {
		wrong = red + wrong + plain
	}
	fmt.Fprintf(b, "         %s\n", wrong)
	for i, l := range round {
		if i == longestRound && !opts.Full {
			fmt.Fprintf(b, "      … %s\n", count(len(round)-i, "more line", "more lines"))
			break
		}
		writeLine(b, l, code.line(l.Pos), true)
	}
	if s.Wrong != "" && s.Race == nil {
		fmt.Fprintf(b, "         %s\n", s.Wrong)
	}
	for _, text := range accessTexts(s.Race) {
		fmt.Fprintf(b, "         %s\n", text)
	}
	if m := csource.MemoryOf(r.Program, r.Trace); m != nil {
		for _, line := range m.Lines() {
			fmt.Fprintf(b, "         %s\n", line)
		}
	}
	writeBeside(b, lines, s, code)
	if hidden > 0 || !opts.Full && len(lines) < len(s.Lines) {
		b.WriteString("  (What does not matter to the error is left out")
		if opts.FullBy != "" {
			b.WriteString("; " + opts.FullBy + " shows it")
		}
		b.WriteString(".)\n")
	}
}

// writeCaller says what to do if no caller of the entry function does what the execution begins with.
func writeCaller(b *bufio.Writer, r *run.Result, opts TextOptions) {
	e := r.Program.Environment
	if e == nil || e.Function == "main" || opts.Caller == nil {
		return
	}
	null := r.Trace.Goal.Property == "null" && slices.ContainsFunc(explain.Of(r.Program, r.Trace).Entry, func(c csource.Change) bool {
		return c.Value == "NULL" && strings.ContainsAny(c.Name, ".>[*")
	})
	fmt.Fprintln(b, opts.Caller(e.Function, null))
}

func reversed(list []ir.Pos) []ir.Pos {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// heading says which function the lines after it are in.
func heading(l explain.Line, file string) string {
	text := "in " + l.Function
	if l.Thread > 0 {
		text += fmt.Sprintf(" (thread %d)", l.Thread)
	}
	if l.Function == cfront.EnvironmentEntry {
		text = "before the first call"
	}
	if l.Pos.File != file {
		text += " (" + l.Pos.File + ")"
	}
	if n := len(l.Calls); n > 0 {
		at, how := l.Calls[n-1], "called at"
		if at.File == ir.InterruptFile && n > 1 {
			at, how = l.Calls[n-2], "an interrupt at"
		}
		if at.File == l.Pos.File {
			text += fmt.Sprintf(", %s line %d", how, at.Line)
		} else {
			text += fmt.Sprintf(", %s %s:%d", how, at.File, at.Line)
		}
	}
	return text + ":"
}

// writeLine writes a line of the program with what happens at it.
func writeLine(b *bufio.Writer, l explain.Line, code string, full bool) {
	var what []string
	for _, e := range l.Events {
		if e.Matters || full {
			what = append(what, e.Text)
		}
	}
	if n := utf8.RuneCountInString(code); n > codeColumn-9 && len(what) > 0 {
		fmt.Fprintf(b, "%7d  %s\n%13s%s\n", l.Pos.Line, code, "", strings.Join(what, ", "))
		return
	}
	if len(what) == 0 {
		fmt.Fprintf(b, "%7d  %s\n", l.Pos.Line, code)
		return
	}
	pad := strings.Repeat(" ", codeColumn-7-utf8.RuneCountInString(code))
	fmt.Fprintf(b, "%7d  %s%s%s\n", l.Pos.Line, code, pad, strings.Join(what, ", "))
}

// sourceText finds the lines of the program's files.
type sourceText struct {
	files map[string][]string       // as the positions say
	lines map[string]map[int]string // of files with line markers
	seal  bool                      // no other file is read
}

func newSourceText(r *run.Result, seal bool) *sourceText {
	t := &sourceText{map[string][]string{}, map[string]map[int]string{}, seal}
	for _, s := range r.Sources {
		src, at := ctext.New(s.Name, s.Text), 0
		for _, line := range strings.Split(string(s.Text), "\n") {
			if at == len(s.Text) { // what follows the last line end
				break
			}
			pos := src.Marked(at)
			at += len(line) + 1
			if t.lines[pos.File] == nil {
				t.lines[pos.File] = map[int]string{}
			}
			t.lines[pos.File][pos.Line] = line
		}
	}
	if e := r.Program.Environment; e != nil {
		t.files[e.Name()] = strings.Split(e.Text, "\n")
	}
	return t
}

// maxHeader bounds the files that are read to show a line of them.
const maxHeader = 4 << 20

// maxSource bounds the files of a program likewise.
const maxSource = 64 << 20

// linesOf are the lines of a file to show some of them; nil for what is no file, such as a device, or too large.
func linesOf(name string, most int64) []string {
	if info, err := os.Stat(filepath.FromSlash(name)); err != nil || !info.Mode().IsRegular() || info.Size() >= most {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}

// line is the text at a position, without what is around it; "" if it is not at hand.
func (t *sourceText) line(at ir.Pos) string {
	if text, ok := t.lines[at.File]; ok {
		return strings.TrimSpace(text[at.Line])
	}
	lines, ok := t.files[at.File]
	if !ok && !t.seal { // a line marker can name any file of the disk
		lines = linesOf(at.File, maxHeader)
		t.files[at.File] = lines
	}
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[at.Line-1])
}
