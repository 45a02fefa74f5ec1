package cfront_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"craig/internal/program/c/library"
	"craig/internal/testenv"
)

var writePage = flag.Bool("library.page", false, "write docs/library.md")

const libraryPage = "../../../../docs/library.md"

// TestLibraryPage: docs/library.md says what the table says, and how many calls TestGlibc compares. With
// -library.page it is written.
func TestLibraryPage(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	if !compiles(t, []string{"-m64"}) {
		testenv.Skip(t, "a gcc that makes programs")
	}
	page := pageText(comparedCalls(t), judgedFunctions(t))
	if *writePage {
		if err := os.WriteFile(libraryPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(libraryPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != page {
		t.Errorf("%s is out of date: run go test ./internal/program/c/cfront -run TestLibraryPage -library.page", libraryPage)
	}
}

// judgedFunctions are the functions of which TestArguments of package run has sanitizers report wrong arguments, with a letter for each.
func judgedFunctions(t *testing.T) map[string]string {
	text, err := os.ReadFile("testdata/judged.txt")
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, letters, _ := strings.Cut(line, " ")
		judged[name] = letters
	}
	return judged
}

// pageRuns is how often the page has each case run: the default of -glibc.count.
const pageRuns = 12

// comparedCalls runs the cases with the C library and counts the calls of each function that has one.
func comparedCalls(t *testing.T) map[string]int {
	calls := map[string]int{}
	for _, file := range caseFiles(t) {
		c := newCases(t, file)
		text, err := os.ReadFile(c.program(t, "glibc"))
		if err != nil {
			t.Fatal(err)
		}
		// A name, but not in CASE and RUN, also counts.
		var counts, names strings.Builder
		for i, f := range c.functions {
			fmt.Fprintf(&counts, "#define %s (++called[%d], %[1]s)\n", f, i)
			fmt.Fprintf(&names, "\tfprintf(stderr, \"%s %%d\\n\", called[%d]);\n", f, i)
		}
		program := strings.Replace(string(text), "\n#include \"", "\nstatic int called["+fmt.Sprint(len(c.functions))+"];\n"+counts.String()+"#include \"", 1)
		program = strings.Replace(program, "#define COUNT "+fmt.Sprint(*glibcCount)+"\n", fmt.Sprintf("#define COUNT %d\n", pageRuns), 1)
		program = "#include <stdio.h>\n" + strings.Replace(program, "\treturn 0;\n}\n", names.String()+"\treturn 0;\n}\n", 1)
		name := t.TempDir() + "/a.c"
		if err := os.WriteFile(name, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		exe := strings.TrimSuffix(name, ".c")
		if out, err := exec.Command("gcc", "-w", "-O0", "-fno-builtin", "-D_GNU_SOURCE", "-o", exe, name, "-lm").CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%.3000s", err, out)
		}
		run := exec.Command(exe)
		var out strings.Builder
		run.Stderr = &out
		if err := run.Run(); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			f, n := "", 0
			if _, err := fmt.Sscan(line, &f, &n); err != nil || n == 0 {
				t.Errorf("%s: no call is counted: %q", file, line)
			}
			calls[f] = n
		}
	}
	return calls
}

var kindTitles = []struct {
	kind        library.Kind
	title, what string
}{
	{library.Exact, "exact", "the same results and effects as glibc's, but for what C leaves open"},
	{library.Input, "input", "results come from outside the program, within what the function may give"},
	{library.Approximate, "approximated", "more results or effects than the function has: TRUE carries over, FALSE needs a replay"},
	{library.Unsupported, "unsupported", "UNKNOWN if a call can be reached: it calls back, frees or keeps what it is given, jumps, or makes threads or processes"},
}

func pageText(calls map[string]int, judged map[string]string) string {
	var b strings.Builder
	b.WriteString(`# The functions of the C library

What craig knows of each function, by the header that declares it. [semantics.md](semantics.md) says what the words mean and
what C leaves open. The page is made from the tables in internal/program/c/library/table by
` + "`go test ./internal/program/c/cfront -run TestLibraryPage -library.page`" + `, and a test compares the two.

What each row rests on, stands after the name of the function:

- a number: so many calls of it the tests compare with glibc. The function itself, its model compiled by GCC (where it is written in C) and craig's interpreter
  have to give the same results and effects, with 64 and with 32 bits.
- **a**: AddressSanitizer reports calls with wrong arguments, or they crash, and the answers about these calls are not TRUE.
- **m**: MemorySanitizer reports calls with an object that was never set, and the answers about these calls for property uninit are not TRUE.
- nothing: it rests on the prototype, which a test compares with glibc's header, and on the manual. Nor has anything judged the arguments of a function with a number alone,
  but where it is "followed".

What a function needs its pointers to lead to, which properties of memory look for, is listed behind "Arguments": an object of the type
of the parameter, a number of bytes, a text up to its end or to a number of characters, a stream or directory that is open. "followed" means that
the model or the front end reads and writes what the function does, and that is checked; with "not known" the answer is UNKNOWN. A pointer may be
null where that is said. Arguments that are "restrict" must not overlap, if one is written. TestArguments of internal/run calls each with null, an object or a text that is too short, a stream that is closed or
was never set, an object without values, and arguments that overlap, and compares the answers with what the sanitizers report.

`)
	headers, rows := []string{}, map[string][]*library.Function{}
	for _, f := range library.Functions() {
		if rows[f.Header] == nil {
			headers = append(headers, f.Header)
		}
		rows[f.Header] = append(rows[f.Header], f)
	}
	b.WriteString("| | functions | |\n|---|--:|---|\n")
	total, compared := 0, 0
	for _, k := range kindTitles {
		n := 0
		for _, f := range library.Functions() {
			if f.Kind == k.kind {
				n++
			}
		}
		total += n
		fmt.Fprintf(&b, "| %s | %d | %s |\n", k.title, n, k.what)
	}
	for _, n := range calls {
		compared += n
	}
	by, known := map[rune]int{}, map[string]bool{}
	for name, letters := range judged {
		known[name] = true
		for _, l := range letters {
			by[l]++
		}
	}
	for name := range calls {
		known[name] = true
	}
	fmt.Fprintf(&b, "| together | %d | %d calls of %d functions are compared; of %d AddressSanitizer, of %d MemorySanitizer judges arguments; %d rest on the manual alone |\n",
		total, compared, len(calls), by['a'], by['m'], total-len(known))
	for _, h := range headers {
		name := "`<" + h + ">`"
		switch h {
		case "GCC":
			name = "Builtin functions of GCC"
		case "SV-COMP", "CPROVER":
			name = "Functions of " + h
		}
		fmt.Fprintf(&b, "\n## %s\n", name)
		for _, k := range kindTitles {
			var list []string
			for _, f := range rows[h] {
				if f.Kind != k.kind {
					continue
				}
				s := "`" + f.Name + "`"
				if n := calls[f.Name]; n > 0 {
					s += fmt.Sprintf(" %d", n)
				}
				if letters := judged[f.Name]; letters != "" {
					s += " " + letters
				}
				if f.Remark != "" {
					s += " (" + f.Remark + ")"
				}
				list = append(list, s)
			}
			if len(list) > 0 {
				b.WriteString("\n" + wrap(strings.ToUpper(k.title[:1])+k.title[1:]+": "+strings.Join(list, ", ")+".", 120) + "\n")
			}
		}
		var needs []string
		for _, f := range rows[h] {
			if s := needsText(f); s != "" && f.Kind != library.Unsupported {
				needs = append(needs, s)
			}
		}
		if len(needs) > 0 {
			b.WriteString("\n" + wrap("Arguments: "+strings.Join(needs, "; ")+".", 120) + "\n")
		}
	}
	return b.String()
}

// needsText says what a function needs its pointers to lead to; "" if it is given none.
func needsText(f *library.Function) string {
	var list []string
	for i, p := range f.Params {
		if p.Class == library.Pointer && p.Elem.Class == library.Func || p.Class != library.Pointer && f.Use(i).Extent != library.OpenHandle {
			continue
		}
		u, what := f.Use(i), ""
		switch u.Extent {
		case library.Own:
			what = "followed"
		case library.Unlooked:
			what = "anything"
		case library.Object:
			what = "object"
		case library.Bytes:
			what = "bytes"
		case library.Text:
			what = "text"
		case library.OpenHandle:
			what = "open"
		case library.Unsaid:
			what = "not known"
		}
		var sizes []string
		for _, s := range u.Sizes {
			if s.Param >= 0 {
				sizes = append(sizes, f.Params[s.Param].Name)
			} else {
				sizes = append(sizes, fmt.Sprint(s.Number))
			}
		}
		if len(sizes) > 0 && u.Extent != library.Own {
			what = strings.Join(sizes, "*") + " " + what
		}
		if u.Closes {
			what += ", is closed"
		}
		if u.Null {
			what += " or null"
		}
		if p.Restrict {
			what += ", restrict"
		}
		list = append(list, p.Name+" "+what)
	}
	if len(list) == 0 {
		return ""
	}
	return "`" + f.Name + "` (" + strings.Join(list, ", ") + ")"
}

// wrap breaks a text into lines at spaces.
func wrap(s string, width int) string {
	var b strings.Builder
	n := 0
	for i, word := range strings.Split(s, " ") {
		switch {
		case i > 0 && n+1+len(word) > width:
			b.WriteString("\n")
			n = 0
		case i > 0:
			b.WriteString(" ")
			n++
		}
		b.WriteString(word)
		n += len(word)
	}
	return b.String()
}
