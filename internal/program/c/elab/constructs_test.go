package elab_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

var update = flag.Bool("constructs.update", false, "write the results of TestConstructs and TestMistakes")

// TestConstructs compares the core that is made of each construct with what the files say.
func TestConstructs(t *testing.T) { golden(t, "testdata/constructs.txt", printFunction) }

// TestMistakes compares what is said of invalid programs with what the file says.
func TestMistakes(t *testing.T) { golden(t, "testdata/mistakes.txt", reported) }

// golden compares the sections of a file with what f gives of their first parts.
func golden(t *testing.T, file string, f func(t *testing.T, text string) string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(data), "---- ")
	var out strings.Builder
	out.WriteString(head)
	for _, section := range strings.Split(rest, "\n---- ") {
		text, want, _ := strings.Cut(section, "\n====\n")
		name, text, _ := strings.Cut(text, "\n")
		text = strings.TrimSuffix(text, "\n====")
		want = strings.TrimSuffix(want, "\n")
		got := strings.TrimSuffix(f(t, text), "\n")
		fmt.Fprintf(&out, "---- %s\n%s\n====\n%s\n", name, text, got)
		if got != want && !*update {
			t.Errorf("%s:\n%s\ngives\n%s\nand not\n%s", name, text, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// read elaborates a text; the report is empty but for what is wrong with it.
func read(t testing.TB, text string) (*core.Program, *elab.Report, *pp.Preprocessor) {
	t.Helper()
	source := pp.New(pp.Config{})
	source.Open("a.c", []byte(text))
	tree, errs := syntax.Parse(syntax.Config{}, source)
	if len(errs) > 0 {
		t.Fatalf("%s: %s", text, errs[0].Msg)
	}
	prog, report := elab.Elaborate(elab.Config{Machine: types.MachineOf("", false)}, elab.File{Name: "a.c", Tree: tree, Source: source})
	return prog, report, source
}

// printFunction is the function f of a text, as its core is printed.
func printFunction(t *testing.T, text string) string {
	t.Helper()
	if s := reported(t, text); s != "" {
		return s
	}
	prog, _, _ := read(t, text)
	if err := corecheck.Check(prog); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	var b bytes.Buffer
	if err := coreprint.Print(&b, prog, coreprint.PrintConfig{}); err != nil {
		t.Fatal(err)
	}
	body := b.String() // f is the last function
	body = body[strings.LastIndex(body, "\n{\n")+3:]
	body, _, _ = strings.Cut(body, "\n}\n")
	return body
}

// reported is what is wrong with a text, one a line.
func reported(t *testing.T, text string) string {
	t.Helper()
	_, report, source := read(t, text)
	var b strings.Builder
	for _, m := range report.Mistakes {
		at := source.Place(m.Pos.Used)
		fmt.Fprintf(&b, "%d:%d: %s", at.Line, at.Col, m.Msg)
		if m.Hint != "" {
			fmt.Fprintf(&b, " (%s)", m.Hint)
		}
		for _, n := range m.Notes {
			at := source.Place(n.Pos.Used)
			fmt.Fprintf(&b, " [%d:%d: %s]", at.Line, at.Col, n.Msg)
		}
		b.WriteByte('\n')
	}
	for _, r := range report.Refusals {
		at := source.Place(r.Pos.Used)
		fmt.Fprintf(&b, "%d:%d: not supported, %s: %s\n", at.Line, at.Col, r.Reason, r.Msg)
	}
	return b.String()
}

// TestOrder tells programs whose result depends on the order of evaluation from others.
func TestOrder(t *testing.T) {
	for text, want := range map[string]bool{
		"int x, g(void); int f(void) { return x + g(); }":                                true,
		"int x, g(void); int f(void) { return g() + x; }":                                true,
		"int f(int i) { return i + i++; }":                                               true,
		"int f(int i) { return i++ + i; }":                                               true,
		"int a[3]; int f(int i) { a[i] = i++; return 0; }":                               true,
		"int g(int, int); int f(int i) { return g(i, i++); }":                            true,
		"int g(int *); int f(int i) { return i + g(&i); }":                               true,
		"int *p, g(void); int f(void) { return g() - *p; }":                              true,
		"int g(void); int f(int i) { return i + g(); }":                                  false,
		"int g(int); int f(int i) { return g(i) + 1; }":                                  false,
		"int f(int i, int j) { return i++ + j; }":                                        false,
		"int g(void); int f(int i) { return g() && i++ ? i : 2; }":                       false,
		"int x; int f(int i) { x = i++; return x; }":                                     false,
		"int g(void); int f(int i) { int a[2]; a[0] = i; a[1] = g(); return a[0]; }":     false,
		"int g(void), x; int f(void) { return x, g(); }":                                 false,
		"int a[4]; int f(int i) { a[i] = a[i + 1]; a[i++] = 2; a[0] += a[1]; return 0;}": false,
	} {
		prog, report, _ := read(t, text)
		if len(report.Mistakes)+len(report.Refusals) > 0 {
			t.Errorf("%s: %s", text, reported(t, text))
		}
		if got := len(prog.Notes) > 0; got != want {
			t.Errorf("%s: %v, and not %v", text, got, want)
		}
	}
}
