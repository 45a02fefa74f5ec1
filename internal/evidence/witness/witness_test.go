package witness_test

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

const declarations = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

// written is the witness that craig writes of a program, and the program's file.
func written(t *testing.T, text string) (*witness.Entry, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(declarations+text), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := run.Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), run.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	about := witness.About{Version: "2.0", Craig: "test", Options: cfront.Options{}, Sources: res.Sources, Now: time.Unix(0, 0)}
	e, err := witness.Of(res.Program, &res.Result, about)
	if err != nil || e == nil {
		t.Fatal(res.Verdict, err)
	}
	return e, file
}

// safe are programs with loops.
var safe = []string{
	"int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0; if (n < 0 || n > 100) return 0;\n  while (x < n) { x++; y += 2; }\n  if (y != 2 * x) reach_error(); }",
	"int f(int n) { int s = 0;\n for (int i = 0; i < n; i++) s += 2;\n return s; }\nint main(void) { int k = __VERIFIER_nondet_int(); if (k > 0 && k < 9 && (f(3) != 6 || f(k) < 0)) reach_error(); }",
	"int x;\nint main(void) { int y = 2000000000; x = 2000000000;\n do { if (__VERIFIER_nondet_int()) { x--; y--; } } while (x > 5);\n if (x != y) reach_error(); }",
	"int main(void) { unsigned u = 4000000000u, v = 0;\n while (u > 7) { int u = 3; v = u; v -= 3; }\n if (v) reach_error(); }",
	"int main(void) { int x = 0, y = 0;\n while (1) {\nagain: x++; y++; if (x > 9) x = y = 0;\n if (x != y) reach_error();\n if (__VERIFIER_nondet_int()) goto again; if (__VERIFIER_nondet_int()) break; } }",
	"int main(void) { int x = 0, y = 0;\n for (;;) { unused: if (x > 9) x = y = 0;\n if (x != y) reach_error();\n x++; y++; } }",
	"int main(void) { int x = 0, y = 0;\nagain: /* here */ x++; y++; if (x > 9) x = y = 0;\n if (x != y) reach_error();\n if (__VERIFIER_nondet_int()) goto again; }",
	"int main(void) { unsigned long a = 0, b = 0;\n while (a < 1000) { a++; b++; }\n if (a != b) reach_error(); }",
	inMemory,
}

// inMemory has a loop that needs to know what is in arrays, and where pointers lead.
const inMemory = "#include <stdlib.h>\nunsigned char g[4]; int b, c[3];\nint main(void) { int a[10], *p = &c[1], *q = &c[1], * const h = malloc(4);" +
	" unsigned n = __VERIFIER_nondet_int(); if (n > 9 || !h) return 0;\n a[n] = 4; g[n % 4] = 200; *h = 3;\n" +
	" while (__VERIFIER_nondet_int()) { if (a[n] != 4 || g[n % 4] < 100 || (n > 2 ? p != q : q != &c[1]) || h == 0) reach_error();\n" +
	" if (n > 2) p = q = __VERIFIER_nondet_int() ? &b : &c[1]; *q = 5; } }"

// TestInvariantsAboutMemory: elements of arrays are named, at an index that is inside of them or else leaves the comparison out,
// and so are pointers.
func TestInvariantsAboutMemory(t *testing.T) {
	e, _ := written(t, inMemory)
	if len(e.Content) != 1 {
		t.Fatalf("%d invariants", len(e.Content))
	}
	value := e.Content[0].Invariant.Value
	for _, part := range []string{"((long long)a[(long long)n] == 4)", "(long long)g[((long long)n % 4)]", "(void *)p == (void *)q", "(void *)&c[1]", "(h != 0)"} {
		if !strings.Contains(value, part) {
			t.Errorf("no %s in %s", part, value)
		}
	}
	if bound := "n <= 9)"; !strings.Contains(value, bound) && !strings.Contains(value, "!(((long long)n) < 10)") {
		t.Errorf("nothing says in %s that n is an index of a", value)
	}
}

// TestEntered: what a recursive function requires is said where its body begins, by its parameters and globals; of one that requires nothing,
// nothing.
func TestEntered(t *testing.T) {
	text := "int g;\nint f(int n) {\n  /* here */ if (n < g) reach_error();\n  return n == g ? 0 : f(n - 1); }\n" +
		"int id(int n) { return n < 1 ? n : id(n - 1) + 1; }\nint main(void) { int k = __VERIFIER_nondet_int(); if (k >= 0 && id(k) < 0) reach_error(); if (k >= 0) f(k); }"
	e, file := written(t, text)
	if len(e.Content) == 0 {
		t.Fatal("nothing is said")
	}
	for _, item := range e.Content {
		inv := item.Invariant
		line := strings.SplitAfter(declarations+text, "\n")[inv.Location.Line-1][inv.Location.Column-1:]
		if inv.Type != "location_invariant" || inv.Location.Function == "f" != strings.HasPrefix(line, "if (n < g)") || strings.Contains(inv.Value, "k") {
			t.Errorf("%+v is at %q", inv, line)
		}
		if inv.Location.Function == "f" && !(strings.Contains(inv.Value, "n") && strings.Contains(inv.Value, "g")) {
			t.Errorf("%s does not say that n is not below g", inv.Value)
		}
	}
	emitted(t, file, "", e)
}

// TestInvariants: a C compiler takes the invariants at their loops.
func TestInvariants(t *testing.T) {
	for _, text := range safe {
		e, file := written(t, text)
		if len(e.Content) == 0 {
			t.Errorf("no invariant of\n%s", text)
		}
		lines := strings.SplitAfter(declarations+text, "\n")
		for _, item := range e.Content {
			inv := item.Invariant
			line := lines[inv.Location.Line-1][inv.Location.Column-1:]
			if inv.Type == "location_invariant" && strings.HasPrefix(line, "x++") {
				continue
			}
			if inv.Type != "loop_invariant" || !strings.HasPrefix(line, "while") && !strings.HasPrefix(line, "for") && !strings.HasPrefix(line, "do") {
				t.Errorf("%+v is at %q", inv, line)
			}
			if strings.HasPrefix(line, "for") {
				continue // its variable is declared after the keyword
			}
			copied := append([]string{}, lines...)
			at := inv.Location.Column - 1
			copied[inv.Location.Line-1] = lines[inv.Location.Line-1][:at] + ";(void)(" + inv.Value + ");" + line
			if err := os.WriteFile(file, []byte(strings.Join(copied, "")), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("cc", "-fsyntax-only", "-Wno-all", file).CombinedOutput(); err != nil && len(out) > 0 {
				t.Errorf("%s\n%s", inv.Value, out)
			}
		}
	}
}

// TestRead: what is written is read; what is not a witness is an error with a place.
func TestRead(t *testing.T) {
	e, _ := written(t, safe[0])
	file := filepath.Join(t.TempDir(), "w.yml")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := witness.Write(f, e); err != nil {
		t.Fatal(err)
	}
	f.Close()
	got, err := witness.Read(file)
	if err != nil || len(got) != 1 || *got[0].Content[0].Invariant != *e.Content[0].Invariant {
		t.Errorf("%+v %v", got, err)
	}
	for _, text := range []string{"", "[", "- entry_type: [1]", "a: b", "- - -", "- content: 5\n  metadata: x", "- &a [*a, *a]", "\x00\xff"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := witness.Read(file); err == nil || !strings.HasPrefix(err.Error(), file+":") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestNames: a file may have any name that the system takes; its witness is YAML, and is read with that name.
func TestNames(t *testing.T) {
	e, _ := written(t, safe[0])
	for name, want := range map[string]string{
		"new\nline.c": "", "x: - [y].c": "", "'a\"b\\c.c": "", "\x1b[31m.c": "", "\u0080.c": "", "\u2028.c": "", "\x7f.c": "", "\t.c": "", "1": "", "~": "", "\U0001f600\n.c": "",
		"\xff.c": "\ufffd.c",
	} {
		task := &e.Metadata.Task
		task.Files, task.Hashes = []string{name}, map[string]string{name: strings.Repeat("0", 64)}
		e.Content[0].Invariant.Location.File = name
		var b bytes.Buffer
		if err := witness.Write(&b, e); err != nil {
			t.Fatal(err)
		}
		if err := witness.Conforms(b.Bytes()); err != nil {
			t.Errorf("%q: %v\n%s", name, err, &b)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }); i >= 0 {
			t.Errorf("%q: a character that is not printed\n%s", name, &b)
		}
		file := filepath.Join(t.TempDir(), "w.yml")
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := witness.Read(file)
		if err != nil {
			t.Errorf("%q: %v\n%s", name, err, &b)
			continue
		}
		want = cmp.Or(want, name)
		if task := got[0].Metadata.Task; task.Files[0] != want || task.Hashes[want] == "" || got[0].Content[0].Invariant.Location.File != want {
			t.Errorf("%q is read as %q", name, task.Files[0])
		}
	}
}
