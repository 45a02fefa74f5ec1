package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestNumbersAsPointers: a number of unknown source that is converted to a pointer at several places, or read as one from memory, is the
// same pointer everywhere. With an object of its own for each place there was no execution behind the second one, and the answer was TRUE.
func TestNumbersAsPointers(t *testing.T) {
	const start = "extern void reach_error(void); extern int input(void); extern long number(void);\n" +
		"void *memcpy(void *, const void *, unsigned long);\n" +
		"union cell { int n; int *p; long w; }; struct s { int n; int *p; struct s *next; };\n" +
		"extern union cell *get(void); extern union cell value(void); extern long *numbers(void); int object;\n" +
		"int main(void) { union cell c, *g = get(); long w = number(); int *p, *q;\n"
	for _, test := range []struct {
		text  string
		error bool
	}{
		{"if (*(int *)w > 1) return 0; reach_error();", true},
		{"w = *numbers(); if (*(int *)w > 1) return 0; reach_error();", true},
		{"w = g->w; if (*(int *)w > 1) return 0; reach_error();", true},
		{"c.w = w; if (*c.p > 1) return 0; reach_error();", true},
		{"c = *g; if (*c.p > 1) return 0; reach_error();", true},
		{"c = value(); if (*c.p > 1) return 0; reach_error();", true},
		{"memcpy(&c, g, sizeof c); if (*c.p > 1) return 0; reach_error();", true},
		{"if (input()) c.p = &object; else c = *g; if (*c.p == 0) return 0; reach_error();", true},
		{"p = (int *)w; q = (int *)w; *p = 3; if (*q == 3) reach_error();", true},
		{"p = (int *)w; q = (int *)w; *p = 3; if (*q != 3) reach_error();", false},
		{"p = (int *)w; q = (int *)(w + 4); q[-1] = 3; if (*p == 3) reach_error();", true},
		{"p = (int *)w; q = (int *)(w + 4); q[-1] = 3; if (*p != 3) reach_error();", false},
		{"((struct s *)w)->p = &object; *((struct s *)w)->p = 5; if (object == 5) reach_error();", true},
		{"((struct s *)w)->p = &object; *((struct s *)w)->p = 5; if (object != 5) reach_error();", false},
		{"c.w = w; *c.p = 7; if (*(int *)w == 7) reach_error();", true},
		{"c.w = w; *c.p = 7; if (*(int *)w != 7) reach_error();", false},
		{"object = 1; *(int *)w = 2; *(int *)w = 3; if (object != 1) reach_error();", false},
		{"if (*(int *)(w * 4) > 1) return 0; reach_error();", true},
	} {
		for _, ilp32 := range []bool{false, true} {
			res := verify(t, cfront.Options{ILP32: ilp32}, start+test.text+"\nreturn 0; }")
			if want := map[bool]verdict.Verdict{true: verdict.False, false: verdict.True}[test.error]; res.Verdict != want {
				t.Errorf("%s, ILP32 %v: %s(%s), want %s", test.text, ilp32, res.Verdict, res.Reason, want)
			}
		}
	}
}

// TestNumbersOfLocals: local variables of two calls may lie at the same place if neither call is in the other, and do not otherwise.
func TestNumbersOfLocals(t *testing.T) {
	const head = "extern void reach_error(void); static unsigned long place(void) { char x; return (unsigned long)&x; }\n" +
		"static int at(unsigned long n) { char x; return (unsigned long)&x == n; }\nint main(void) { char z; "
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{"if (place() == place()) reach_error(); }", verdict.Unknown},
		{"if (place() != place()) reach_error(); }", verdict.Unknown},
		{"if (place() == (unsigned long)&z) reach_error(); }", verdict.True},
		{"if (at((unsigned long)&z)) reach_error(); }", verdict.True},
	} {
		if res := verify(t, cfront.Options{}, head+c.text); res.Verdict != c.want {
			t.Errorf("%s: %v, want %v: %s", c.text, res.Verdict, c.want, res.Detail)
		}
	}
}

// TestOrderOfAddressAndNumber: whether the address of an object is above or below a number is open, but for numbers that no object is near.
func TestOrderOfAddressAndNumber(t *testing.T) {
	for _, c := range []struct {
		cond string
		want verdict.Verdict
	}{
		{"(unsigned long)p > 5000000000ul", verdict.Unknown},
		{"(unsigned long)p < 5000000000ul", verdict.Unknown},
		{"5000000000ul >= (unsigned long)p", verdict.Unknown},
		{"(unsigned long)&object > 5000000000ul", verdict.Unknown},
		{"(unsigned long)&object <= 16777216ul", verdict.Unknown},
		{"p > (int *)5000000000ul", verdict.Unknown},
		{"(unsigned long)p < 2", verdict.True},
		{"(unsigned long)p < 1", verdict.True},
	} {
		res := verify(t, cfront.Options{}, "extern void reach_error(void); void *malloc(unsigned long); int object; int main(void) { int *p = malloc(4); if (!p) return 0; if ("+c.cond+") reach_error(); }")
		if res.Verdict != c.want {
			t.Errorf("%s: %s(%s), want %s", c.cond, res.Verdict, res.Reason, c.want)
		}
	}
}
