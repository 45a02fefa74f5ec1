package infer_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/infer"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/harness"
	"craig/internal/run"
	"craig/internal/run/runtest"
	"craig/internal/testenv"
)

func TestMain(m *testing.M) { runtest.Main(m) }

// usual are the properties that craig check looks for.
var usual = []string{"unreach-call", "null", "bounds", "div-by-zero", "no-overflow"}

func options(function string, properties ...string) cfront.Options {
	return cfront.Options{Entry: function, Properties: properties, Environment: harness.Options{Valid: true}}
}

// find infers the contract of a function of a file.
func find(t *testing.T, file, function string, properties ...string) *infer.Contract {
	t.Helper()
	c, err := infer.Infer(t.Context(), prepare.New(options(function, properties...), nil, file), infer.Options{})
	if err != nil {
		t.Fatalf("%s in %s: %v", function, file, err)
	}
	return c
}

// conjunction is what a contract requires, as one condition in C.
func conjunction(c *infer.Contract) string {
	var all []string
	for _, x := range c.Clauses {
		all = append(all, "("+x.Text+")")
	}
	if len(all) == 0 {
		return "1"
	}
	return strings.Join(all, " && ")
}

// implies has craig decide whether each call of a function of a file that meets one condition meets another one.
func implies(t *testing.T, file, function, given, wanted string) verdict.Verdict {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`(?m)^[^/\n]*\b` + function + `\([^)]*\)\s*\{`).FindIndex(text)
	if head == nil {
		t.Fatalf("%s: no definition of %s", file, function)
	}
	at := head[1] - 1
	with := string(text[:at]) + " __CPROVER_requires(" + given + ") { __CPROVER_assert(" + wanted + ", \"\"); " + string(text[at+1:])
	p := prepare.New(options(function, "unreach-call"), nil, file)
	p.Give(file, []byte(strings.ReplaceAll(with, " assert(", " (void)(")))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	r, err := run.Verify(ctx, p, run.Options{})
	if err != nil {
		t.Fatalf("%s: %s implies %s: %v", function, given, wanted, err)
	}
	return r.Verdict
}

// equivalent says whether a contract is the one that is expected, or what is missing.
func equivalent(t *testing.T, file, function, found, expected string) {
	t.Helper()
	if v := implies(t, file, function, found, expected); v != verdict.True {
		t.Errorf("%s: %s implies %s: %v", function, found, expected, v)
	}
	if v := implies(t, file, function, expected, found); v != verdict.True {
		t.Errorf("%s: %s implies %s: %v", function, expected, found, v)
	}
}

// needed checks that there is an execution for each clause of a contract.
func needed(t *testing.T, c *infer.Contract) {
	t.Helper()
	for _, x := range c.Clauses {
		if x.Needs == nil {
			t.Errorf("%s: no execution needs %s", c.Function.Name, x.Text)
		}
	}
}

// TestShapes: the contracts of testdata/shapes.c are those that are written there.
func TestShapes(t *testing.T) {
	testenv.NeedsLong(t)
	shapes(t, "testdata/shapes.c", 15, usual...)
}

// TestEndless: under what functions end.
func TestEndless(t *testing.T) {
	testenv.NeedsLong(t)
	shapes(t, "testdata/endless.c", 3, "termination")
}

// shapes compares the contracts of the functions of a file, which has at least so many, with its comments.
func shapes(t *testing.T, file string, least int, properties ...string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^// (necessary|sufficient|never): (.*)\n(?:static .*;\n)?.*?(\w+)\(`).FindAllStringSubmatch(string(text), -1)
	if len(list) < least {
		t.Fatalf("%d functions", len(list))
	}
	for _, m := range list {
		class, expected, function := m[1], m[2], m[3]
		c := find(t, file, function, properties...)
		found := conjunction(c)
		t.Logf("%s: %s: %s (%d questions) %s", function, c.Class, found, c.Asked, c.Why)
		if c.Never != (class == "never") || !c.Never && string(c.Class) != class {
			t.Errorf("%s: %s, never %v: want %s", function, c.Class, c.Never, class)
			continue
		}
		needed(t, c)
		if class == "sufficient" {
			if v := implies(t, file, function, found, expected); v != verdict.True {
				t.Errorf("%s: %s implies %s: %v", function, found, expected, v)
			}
			continue
		}
		equivalent(t, file, function, found, expected)
	}
}

// known are the functions of the benchmark whose contract, as it stands there, is not the weakest one. append of 05-append.c copies to a member of a
// structure: what goes beyond the member but not beyond the structure is no error of bounds, for craig as for gcc's sanitizers, so that the
// contract which is expected implies the one that is found, and not the other way round; and it is sufficient only, for there may be more behind the structure.
var known = map[string]string{"append": "the member, not the structure"}

// slow are those that take longer than a second.
var slow = map[string]bool{"average": true, "append": true}

// TestBench: the contracts of the benchmark are found, each in less than 5 s, and are equivalent to what is expected there.
func TestBench(t *testing.T) {
	dir := filepath.Join(os.Getenv("CRAIG_BENCH"), "contracts")
	text, err := os.ReadFile(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		testenv.Skip(t, "CRAIG_BENCH with contracts")
	}
	testenv.NeedsLong(t)
	done := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		if file := filepath.Join(dir, f[0]); f[0] != "file" && !done[f[0]] {
			done[f[0]] = true
			function, expected := f[1], f[3]
			if slow[function] && !testenv.Night() {
				continue
			}
			begun := time.Now()
			c := find(t, file, function, usual...)
			found := conjunction(c)
			t.Logf("%s: %s: %s (%d questions, %v)", function, c.Class, found, c.Asked, time.Since(begun))
			if spent := time.Since(begun); spent > 5*time.Second {
				t.Errorf("%s: %v", function, spent)
			}
			if c.Class != infer.Necessary && known[function] == "" {
				t.Errorf("%s: %s: %s", function, c.Class, c.Why)
			}
			needed(t, c)
			if known[function] == "" {
				equivalent(t, file, function, found, expected)
			} else if v := implies(t, file, function, expected, found); v != verdict.True {
				t.Errorf("%s: %s implies %s: %v", function, expected, found, v)
			}
		}
	}
	if len(done) == 0 {
		t.Error("no functions")
	}
}

// TestDoomed: the branches of testdata/doomed.c from which each execution goes wrong are those that are written there.
func TestDoomed(t *testing.T) {
	testenv.NeedsLong(t)
	const file = "testdata/doomed.c"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^// doomed: (\w+)\n.*?(\w+)\(`).FindAllStringSubmatch(string(text), -1)
	if len(list) < 6 {
		t.Fatalf("%d functions", len(list))
	}
	for _, m := range list {
		c, err := infer.Infer(t.Context(), prepare.New(options(m[2], "null", "bounds", "div-by-zero"), nil, file), infer.Options{Errors: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Errors) == 0 {
			t.Errorf("%s: no errors", m[2])
		}
		doomed := "none"
		for _, e := range c.Errors {
			if e.Doomed != nil {
				doomed = strconv.Itoa(e.Doomed.Line - c.Function.Pos.Line)
			}
		}
		if doomed != m[1] {
			t.Errorf("%s: doomed from line %s: want %s", m[2], doomed, m[1])
		}
	}
}

// TestGuessedLengths: that every call goes wrong does not rest on a guess at how long an object is.
func TestGuessedLengths(t *testing.T) {
	testenv.NeedsLong(t)
	const file = "testdata/lengths.c"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^// (guess|never)\n.*?(\w+)\(`).FindAllStringSubmatch(string(text), -1)
	if len(list) < 4 {
		t.Fatalf("%d functions", len(list))
	}
	for _, m := range list {
		c := find(t, file, m[2], "bounds", "null")
		if c.Never != (m[1] == "never") || !c.Never && (c.Class == infer.Necessary || !strings.Contains(c.Why, "guess")) {
			t.Errorf("%s: never %v, %s: want %s: %s", m[2], c.Never, c.Class, m[1], c.Why)
		}
	}
}

// TestMacroName: a function whose name a macro makes has a contract, too.
func TestMacroName(t *testing.T) {
	if c := find(t, "testdata/macro.c", "lib_third", "bounds"); c.Class != infer.Necessary || conjunction(c) != "(k <= 23)" {
		t.Errorf("%s: %s: %s", c.Class, conjunction(c), c.Why)
	}
}

// TestHidingName: a parameter with the name of a function or a variable of the file has a contract, by that name.
func TestHidingName(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hiding.c")
	if err := os.WriteFile(file, []byte("struct s { int n; };\nstruct s *result(struct s *x) { return x; }\nint share(struct s *result) { return 4 / result->n; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := find(t, file, "share", "div-by-zero")
	if c.Class != infer.Necessary || conjunction(c) != "(result->n != 0)" {
		t.Errorf("%s: %s: %s", c.Class, conjunction(c), c.Why)
	}
	for _, n := range c.Notes {
		if strings.Contains(n.Text, "result_1") {
			t.Error(n.Text)
		}
	}
}

// TestMistakes: the errors of testdata/mistakes.c for which functions are to blame are those that are written there.
func TestMistakes(t *testing.T) {
	testenv.NeedsLong(t)
	const file = "testdata/mistakes.c"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^// mistake: (\S+)\n.*?(\w+)\(`).FindAllStringSubmatch(string(text), -1)
	if len(list) < 7 {
		t.Fatalf("%d functions", len(list))
	}
	for _, m := range list {
		c, err := infer.Infer(t.Context(), prepare.New(options(m[2], usual...), nil, file), infer.Options{Errors: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Errors) == 0 {
			t.Errorf("%s: no errors", m[2])
		}
		found := "none"
		for _, e := range c.Errors {
			if e.Mistake != "" || e.Doomed != nil {
				found = strconv.Itoa(e.Pos.Line - c.Function.Pos.Line)
				t.Logf("%s: %s %v", m[2], e.Mistake, e.Doomed)
			}
		}
		if found != m[1] {
			t.Errorf("%s: to blame in line %s: want %s (%+v)", m[2], found, m[1], c.Errors)
		}
	}
}
