package cfront_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/ir"
)

// TestSurroundings: what the surroundings of a function do is no error, and macros of the file mean nothing in them.
func TestSurroundings(t *testing.T) {
	const text = `
struct list { struct list *next; unsigned v; char *name; };
static unsigned table[4], count = 1;
static const int limit = 2;
#define l_object 3
#define p 4 +
#define __VERIFIER_assume(x)
void put(unsigned i) { table[i & 3] = count++; }
#define table 5
unsigned f(struct list *l, const int *v, unsigned len, int (*call)(int)) {
	unsigned s = call(limit);
	for (unsigned i = 0; i < len; i++) s += v[i];
	return s / l->next->v + count + (l->name ? l->name[0] : 0);
}
#undef table
unsigned g(void) { return table[1]; }
unsigned h(struct list *l, int (*call)(int), const char *key, int key_bits) { return key_bits > 8 && key[1] ? 0 : g() + f(l, 0, 0, call); }
`
	opts := cfront.Options{Entry: "h", Properties: []string{"null", "no-overflow", "unsigned-wrap", "conversion", "div-by-zero"}, Environment: cfront.Environment{Valid: true}}
	got, err := cfront.ReadFrom(t.Context(), opts, cfront.NewFiles(fstest.MapFS{"main.c": {Data: []byte(text)}}), "main.c")
	if err != nil {
		t.Fatal(err)
	}
	if got.Environment == nil {
		t.Fatal("there are none")
	}
	for _, n := range got.Notes {
		if got.Surrounds(n.Pos) {
			t.Errorf("a note about the surroundings: %v", n)
		}
	}
	errors := 0
	for _, l := range got.Locs {
		if l == nil || l.Goal == (ir.Goal{}) {
			continue
		}
		if errors++; got.Surrounds(l.Pos) {
			t.Errorf("%v: the surroundings may do something wrong", l.Pos)
		}
	}
	if errors == 0 {
		t.Error("nothing is looked at")
	}
	for _, o := range got.Objects {
		if strings.HasSuffix(o.Name, "table") && o.Zero {
			t.Errorf("%s begins with zeros", o.Name)
		}
	}
}

// TestEntry: of several functions with the name of the entry, it is the one that other files can name, and otherwise the first one.
func TestEntry(t *testing.T) {
	const static, extern = "static int f(int n) { return n; }\nint g(void) { return f(1); }\n", "int f(int n) { return n; }\n"
	for range 5 {
		for want, texts := range map[string][2]string{"b.c": {static, extern}, "a.c": {static, static}} {
			files := cfront.NewFiles(fstest.MapFS{"a.c": {Data: []byte(texts[0])}, "b.c": {Data: []byte(strings.ReplaceAll(texts[1], "g(", "h("))}})
			p, err := cfront.ReadFrom(t.Context(), cfront.Options{Entry: "f", Properties: []string{"unreach-call"}}, files, "a.c", "b.c")
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Main.Pos.File; got != want {
				t.Errorf("it is the one of %s instead of %s", got, want)
			}
		}
	}
}

// TestCoreOfEntry: the core of an entry function has its surroundings, all of them in C, and a main that begins there unless the program has one.
func TestCoreOfEntry(t *testing.T) {
	const text = "static int table[4];\nvoid set(int i) { table[i & 3] = i; }\nint f(int *p, unsigned n) { return n ? p[n - 1] : table[1]; }\n"
	for own, want := range map[string]int{"": 2, "int main(void) { return 0; }\n": 1} {
		file := filepath.Join(t.TempDir(), "f.c")
		if err := os.WriteFile(file, []byte(text+own), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Core(cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}, elab.RightToLeft, file)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := coreprint.Print(&b, p, coreprint.PrintConfig{}); err != nil {
			t.Fatal(err)
		}
		printed := b.String()
		if n := strings.Count(printed, "craig_environment("); n != want+1 { // its declaration, its definition, and a call
			t.Errorf("craig_environment is named %d times in\n%s", n, printed)
		}
		if n := strings.Count(printed, "int main(void)\n{"); n != 1 {
			t.Errorf("main is defined %d times in\n%s", n, printed)
		}
		if _, body, _ := strings.Cut(printed, "void craig_environment(void)\n{"); !strings.Contains(body, "table") {
			t.Errorf("nothing gives table a value in\n%s", printed)
		}
	}
}
