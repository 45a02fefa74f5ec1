package report

import (
	"context"
	"os"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// told is the execution to the error of a program, without the notes and the last lines.
func told(t *testing.T, o cfront.Options, program string, full bool) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("t.c", []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	if o.Properties == nil {
		o.Properties = []string{"bounds", "null"}
	}
	res, err := run.Verify(context.Background(), prepare.New(o, nil, "t.c"), run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.False {
		t.Fatalf("%s %s", res.Verdict, res.Detail)
	}
	var b strings.Builder
	if err := Text(&b, res, TextOptions{Full: full}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const steps = `#include <stdlib.h>
#include <string.h>
extern int sensor(void);
struct item { int key; char tag[4]; struct item *next; };

static int third(const char *text, int at) {
	int seen = 0;
	while (seen < 3)
		seen++;
	return text[at];
}

int main(void) {
	char name[4] = "abc";
	int noise = sensor();
	noise = noise / 2;
	struct item *p = malloc(sizeof *p);
	if (!p)
		return 1;
	p->key = sensor();
	p->tag[1] = 'x';
	if (noise > 7)
		noise = 7;
	if (p->key < 4 || p->key > 9)
		return 0;
	char *middle = &name[1];
	return third(middle, p->key);
}
`

// TestTrace: an execution shows the text of lines, functions, conditions, parts of objects and of blocks, characters and
// pointers as C has them; what the error does not depend on only in full.
func TestTrace(t *testing.T) {
	text := told(t, cfront.Options{}, steps, false)
	for _, want := range []string{
		"\n  in main:\n", "int noise = sensor();", "\n  in third, called at line 27:\n", "     10  return text[at];\n         error: bounds\n",
		"middle = &name[1]", "text = &name[1]", "block@17.key = ", "p = &block@17", "after the end of name, which has 4 bytes",
	} {
		if found := strings.Contains(text, want); found == (want == "int noise = sensor();") {
			t.Errorf("%q: %v in\n%s", want, found, text)
		}
	}
	for _, other := range []string{"noise", "seen", "tag[1]"} {
		if strings.Contains(text, other) {
			t.Errorf("%s does not matter:\n%s", other, text)
		}
	}
	full := told(t, cfront.Options{}, steps, true)
	for _, want := range []string{"noise = ", "seen < 3", "name[0] = 97 'a'", "block@17.tag[1] = 120 'x'", "seen = 3"} {
		if !strings.Contains(full, want) {
			t.Errorf("in full there is no %q:\n%s", want, full)
		}
	}
}

// TestTraceDecides: what decides that the error is reached stays, also where a value comes from a branch that is not
// taken to the error itself.
func TestTraceDecides(t *testing.T) {
	text := told(t, cfront.Options{}, `extern int read_it(void);
int main(void) {
	int a[3] = {0}, n = 1, other = 0;
	if (read_it() == 17)
		n = 5;
	if (read_it() == 18)
		other = 5;
	a[n] = other;
	return a[0];
}
`, false)
	if !strings.Contains(text, "= 17\n") || !strings.Contains(text, "n = 5") || strings.Contains(text, "= 18\n") || strings.Contains(text, "line 6:") {
		t.Errorf("the first input decides, the second does not:\n%s", text)
	}
}

// TestTraceOfEntry: a function that is verified without main is called with values that its own names designate, and an
// error in a function of the library is told where the program calls it.
func TestTraceOfEntry(t *testing.T) {
	o := cfront.Options{Entry: "join", Environment: cfront.Environment{Valid: true}}
	text := told(t, o, `#include <string.h>
struct pair { char *left; int used; };
void join(struct pair *p, const char *more) {
	char room[6];
	if (p->used != 2)
		return;
	strcpy(room, more);
	p->left = 0;
}
`, false)
	for _, want := range []string{"join is called with:\n", "    p->used = 2\n", "      7  strcpy(room, more);\n", "error: bounds, in strcpy\n", "reaches the error at t.c:7:"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	for _, other := range []string{"surroundings of", "<craig>", "_object", "craig_"} {
		if strings.Contains(text, other) {
			t.Errorf("%q is not of the program:\n%s", other, text)
		}
	}
}

// TestTraceReturns: what is done with a result is told in the function that has called.
func TestTraceReturns(t *testing.T) {
	text := told(t, cfront.Options{}, `extern int read_it(void);
static int half(int x) {
	return x / 2;
}
int main(void) {
	int a[3] = {0};
	int n = read_it();
	if (n < 0 || n > 6)
		return 0;
	int m = half(n);
	return a[m];
}
`, false)
	if !strings.Contains(text, "  in half, called at line 10:\n      3  return x / 2;                            return value = 3\n  in main:\n     10  int m = half(n);                         m = 3\n") {
		t.Error(text)
	}
}

// TestLongTrace: of a loop that is passed often the first and the last rounds are shown.
func TestLongTrace(t *testing.T) {
	text := told(t, cfront.Options{}, `int main(void) {
	int a[40];
	for (int i = 0; i <= 40; i++)
		a[i] = 0;
	return a[0];
}
`, false)
	if n := strings.Count(text, "\n"); n > 25 || !strings.Contains(text, "i = 0") || !strings.Contains(text, "i = 40") || !strings.Contains(text, " more lines\n") {
		t.Errorf("%d lines:\n%s", n, text)
	}
}

// TestBrief: a formula that is too long is cut between its parts.
func TestBrief(t *testing.T) {
	long := strings.Repeat("x1 < y1 && ", 900) + "z"
	if got := brief(long, false); len(got) > longest+60 || !strings.Contains(got, "y1 && … (9901 characters in all)") {
		t.Errorf("%q", got)
	}
	if brief(long, true) != long || brief("x < y", false) != "x < y" {
		t.Error("what is short, or asked for, is whole")
	}
}

// TestTraceWrong: an operation that goes wrong is told with its values.
func TestTraceWrong(t *testing.T) {
	for _, c := range []struct{ property, statement, want string }{
		{"no-overflow", "int a = 2147483647, b = read_it(); if (b == 2) return a + b;", "2147483647 + 2 is 2147483649, which does not fit int"},
		{"no-overflow", "int a = -2147483647 - 1; return -a;", "-(-2147483648) is 2147483648, which does not fit int"},
		{"no-overflow", "int a = 3, b = read_it(); if (b == 40) return a << b;", "the shift is by 40, of a number of 32 bits"},
		{"no-overflow", "int a = read_it(); if (a == -3) return a << 1;", "-3 is shifted to the left, a negative number"},
		{"unsigned-wrap", "unsigned a = 2; return a - 3 > 1;", "2 - 3 is -1, which does not fit unsigned int"},
		{"conversion", "int a = read_it(); if (a == 300) { unsigned char c = a; return c; }", "the value is 300, which the other type does not have"},
		{"bounds", "static int a[4]; int i = read_it(); if (i > 4 && i < 6) return a[i];", "the index is 5, of an array of 4 elements"},
		{"bounds", "static int a[4]; unsigned i = read_it(); if (i == 9) return a[i];", "the index is 9, of an array of 4 elements"},
		{"bounds", "static int a[4], *p; int i = read_it(); if (i == 5) p = &a[i]; return p != 0;", "the index is 5, of an array of 4 elements"}, // the end is no error
		{"no-overflow", "static int a[4]; int i = read_it() & 3; a[i] = read_it(); if (a[i] == 2147483647) return a[i] + 2;", "2147483647 + 2 is 2147483649, which does not fit int"},
		{"no-overflow", "int a = read_it(); if (a == -7) return f(a, 2147483647);", "-7 - 2147483647 is -2147483654, which does not fit int"},
		{"no-overflow", "static const char n[] = \"n\"; int a = read_it(); if (a == 2147483647) return a + n[0];", "2147483647 + 110 is 2147483757, which does not fit int"},
		{"no-overflow", "static int a[4] = {3}; int i = read_it(); if (i == 2147483647) return *(a + (i & 0)) + i;", "3 + 2147483647 is 2147483650, which does not fit int"},
		{"uninit", "int b; if (read_it()) b = 2; return b;", "the variable b has not been given a value"},
		{"div-by-zero", "int i = read_it(); if (i < 1 && i > -1) return 7 / i;", "error: div-by-zero"},
	} {
		text := told(t, cfront.Options{Properties: []string{c.property}}, "extern int read_it(void);\nstatic int f(int x, int y) { return x - y; }\nint main(void) {\n"+c.statement+"\nreturn 0;\n}\n", false)
		if !strings.Contains(text, c.want+"\n") {
			t.Errorf("%s: there is no %q in\n%s", c.statement, c.want, text)
		}
	}
}

// TestTraceOwnObjects: structures that functions are given and return are shown by the names that they have in C, and large arrays by their
// elements; nothing of what only the front end has is.
func TestTraceOwnObjects(t *testing.T) {
	text := told(t, cfront.Options{Properties: []string{"unreach-call"}}, `extern void reach_error(void); extern int input(void);
struct p { int x, y; }; char block[1000];
static struct p add(struct p a, struct p b) { a.x += b.x;
  a.y += b.y;
  return a; }
int main(void) { struct p u = {input(), 2}, v = {3, 4};
  u = add(u, v); block[900] = u.x;
  if (u.x == 7 && u.y == 6 && block[900] == 7 && input() < 0) reach_error(); }
`, true)
	for _, want := range []string{"a.x = 7", "a.y = 6", "u.x = 7, u.y = 6", "block[900] = 7"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, own := range []string{"$", "temporary", "bytes"} {
		if strings.Contains(text, own) {
			t.Errorf("%s in\n%s", own, text)
		}
	}
}
