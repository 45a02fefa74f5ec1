package explain_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// of is the story of the counterexample of a program, and the text of its lines: the number, a star if it matters, and
// what happens.
func of(t *testing.T, opts cfront.Options, text string) (*explain.Story, []string) {
	t.Helper()
	const before = "extern int in(void); extern void reach_error(void); void *malloc(unsigned long); void free(void *);\n#line 1 \"p.c\"\n"
	res, err := run.Verify(t.Context(), prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(before + text)}}, "p.c"), run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.False {
		t.Fatalf("%s: %s %s", text, res.Verdict, res.Detail)
	}
	s := explain.Of(res.Program, res.Trace)
	var lines []string
	for _, l := range s.Lines {
		star := ""
		if l.Matters {
			star = "*"
		}
		var events []string
		for _, e := range l.Events {
			events = append(events, e.Text)
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%d%s %s", l.Pos.Line, star, strings.Join(events, ", "))))
	}
	return s, lines
}

// TestStories: what is told of executions to an error.
func TestStories(t *testing.T) {
	for _, c := range []struct {
		name, property, text string
		lines                []string
		inputs               []string // those that matter
		function             string
		end                  int
		wrong                string
	}{
		{name: "a branch", text: "int main(void) {\n int x = in(), y = in();\n y = y + 1;\n if (x == 42)\n  reach_error(); }",
			lines:  []string{"2* x = 42, y = 0", "3 y = 1", "4* x == 42"},
			inputs: []string{"in() = 42"}, function: "main", end: 5},
		{name: "a loop", text: "int main(void) {\n int n = 0;\n for (int i = 0; i < 3; i++)\n  n += 2;\n if (n == 6)\n  reach_error(); }",
			lines:    []string{"2* n = 0", "3* i = 0, i < 3", "4* n = 2", "3* i = 1, i < 3", "4* n = 4", "3* i = 2, i < 3", "4* n = 6", "3 i = 3, i >= 3", "5* n == 6"},
			function: "main", end: 6},
		{name: "a function", text: "static int twice(int x) {\n return x + x; }\nint main(void) {\n int y = twice(4);\n if (y == 8)\n  reach_error(); }",
			lines:    []string{"4* x = 4", "2* return value = 8", "4* y = 8", "5* y == 8"},
			function: "main", end: 6},
		{name: "an overflow", property: "no-overflow", text: "int main(void) {\n int x = 2147483647;\n return x + 1; }",
			function: "main", end: 3, wrong: "2147483647 + 1 is 2147483648, which does not fit int"},
		{name: "an index", property: "bounds", text: "int a[3]; int main(void) {\n int i = 3;\n return a[i]; }",
			function: "main", end: 3, wrong: "the index is 3, of an array of 3 elements"},
		{name: "an unset variable", property: "uninit", text: "int main(void) {\n int x;\n return x; }",
			function: "main", end: 3, wrong: "the variable x has not been given a value"},
		{name: "a conversion", property: "conversion", text: "int main(void) {\n int x = 300;\n unsigned char c = x;\n return c; }",
			function: "main", end: 3, wrong: "the value is 300, which the other type does not have"},
		{name: "a shift", property: "no-overflow", text: "int main(void) {\n int n = 40;\n return 1 << n; }",
			function: "main", end: 3, wrong: "the shift is by 40, of a number of 32 bits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var opts cfront.Options
			if c.property != "" {
				opts.Properties = []string{c.property}
			}
			s, lines := of(t, opts, c.text)
			if c.lines != nil && !slices.Equal(lines, c.lines) {
				t.Errorf("lines %q, want %q", lines, c.lines)
			}
			var inputs []string
			for _, in := range s.Inputs {
				if in.Matters {
					inputs = append(inputs, in.Text)
				}
			}
			if !slices.Equal(inputs, c.inputs) {
				t.Errorf("inputs %q, want %q", inputs, c.inputs)
			}
			if s.Function != c.function || s.End.Line != c.end || s.Wrong != c.wrong {
				t.Errorf("in %s, line %d: %q", s.Function, s.End.Line, s.Wrong)
			}
		})
	}
}

// TestEssential: of the visits of a line of a loop the first and the last are shown, and how many are left out between.
func TestEssential(t *testing.T) {
	s, lines := of(t, cfront.Options{}, "int main(void) {\n int n = 0;\n while (n < 20)\n  n++;\n if (n == 20)\n  reach_error(); }")
	shown, more := s.Essential()
	var at []string
	for i, l := range shown {
		if more[i] > 0 {
			at = append(at, fmt.Sprint("+", more[i]))
		}
		at = append(at, fmt.Sprint(l.Pos.Line))
	}
	left, all := 0, 0
	for _, n := range more {
		left += n
	}
	for _, l := range s.Lines {
		if l.Matters {
			all++
		}
	}
	if len(shown)+left != all {
		t.Errorf("%d shown and %d left out of %q", len(shown), left, lines)
	}
	if got, want := strings.Join(at, " "), "2 3 4 3 4 +32 3 4 3 4 5"; got != want {
		t.Errorf("%s, want %s; of %q", got, want, lines)
	}
}

// TestEntry: the values with which a function is called that is verified without main: variables before what is in them.
func TestEntry(t *testing.T) {
	s, _ := of(t, cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}, "struct s { int n; };\nint limit = 1;\nvoid f(struct s *p, int k) {\n if (p->n == 7 && k == 3 && limit == 5)\n  reach_error(); }")
	var entry []string
	for _, c := range s.Entry {
		entry = append(entry, c.Name+" = "+c.Value)
	}
	if got, want := strings.Join(entry, ", "), "limit = 5, p = a pointer to 4 bytes, k = 3, p->n = 7"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
