package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestObjects: what a harness asks about the object of a pointer is answered exactly, in both data models.
func TestObjects(t *testing.T) {
	testenv.NeedsLong(t)
	const before = `extern void reach_error(void); extern void *malloc(__SIZE_TYPE__); extern unsigned nondet(void);
struct S { char c; int v[5]; } s;
int main(void) {
	unsigned n = nondet(), k = nondet();
	__CPROVER_assume(n > 0 && n < 1000);
	char *p = malloc(n), *q = nondet() ? p : (char *)&s, *none = 0;
	int a[10] = {0};
	if (!(`
	for _, c := range []struct {
		condition string
		holds     bool
	}{
		{"__CPROVER_OBJECT_SIZE(p) == n", true},
		{"__CPROVER_OBJECT_SIZE(p + n / 2) == n", true},
		{"__CPROVER_OBJECT_SIZE(&s.v[2]) == 24", true},
		{"__CPROVER_OBJECT_SIZE(q) == (q == p ? n : sizeof s)", true},
		{"__CPROVER_OBJECT_SIZE(q) == sizeof s", false},
		{"__CPROVER_OBJECT_SIZE(none) == 0", true},
		{"__CPROVER_OBJECT_SIZE(\"four\") == 5", true},
		{"__CPROVER_POINTER_OFFSET(&s.v[2]) == 12", true},
		{"__CPROVER_POINTER_OFFSET(p + k % n) == k % n", true},
		{"__CPROVER_same_object(a, a + 10)", true}, // one past the end
		{"!__CPROVER_same_object(a, &s)", true},
		{"__CPROVER_same_object(q, &s)", false},
		{"__CPROVER_POINTER_OBJECT(a) == __CPROVER_POINTER_OBJECT(a + 4)", true},
		{"__CPROVER_r_ok(p, n) && __CPROVER_w_ok(a, 40) && __CPROVER_rw_ok(&s.v[4], 4)", true},
		{"!__CPROVER_r_ok(p, n + 1)", true},
		{"!__CPROVER_r_ok(a + 9, 5)", true},
		{"__CPROVER_r_ok(a + 10, 0)", true},
		{"!__CPROVER_r_ok(none, 0)", true},
		{"!__CPROVER_r_ok(p, -1)", true},
		{"!(k < n && __CPROVER_r_ok(p + k, 4)) || k + 4 <= n", true},
		{"!__CPROVER_r_ok(p, 5) || n > 5", false},
		{"({ a[9] = 7; __CPROVER_havoc_object(&s); a[9] == 7; })", true},
		{"({ a[9] = 7; __CPROVER_havoc_object(a + 1); a[9] == 7; })", false},
		{"__CPROVER_OBJECT_SIZE(__CPROVER_allocate(n, 0)) == n", true},
	} {
		for _, machine := range []cfront.Options{{}, {ILP32: true}} {
			res := verify(t, machine, before+c.condition+")) reach_error();\n}\n")
			want := verdict.False
			if c.holds {
				want = verdict.True
			}
			if res.Verdict != want {
				t.Errorf("%s (%+v): %s %s", c.condition, machine, res.Verdict, res.Detail)
			}
		}
	}
}

// TestObjectsUnknown: of a pointer that may be anything nothing is concluded.
func TestObjectsUnknown(t *testing.T) {
	for _, condition := range []string{"p == 0 || __CPROVER_r_ok(p, 1)", "!__CPROVER_r_ok(p, 1)", "__CPROVER_OBJECT_SIZE(p) < 9"} {
		res := verify(t, cfront.Options{}, strings.ReplaceAll(`extern void reach_error(void); extern char *any(void);
int main(void) { char *p = any(); if (!(COND)) reach_error(); }`, "COND", condition))
		if res.Verdict != verdict.Unknown {
			t.Errorf("%s: %s", condition, res.Verdict)
		}
	}
}

// TestZeroedOrNot: what calloc gives is not taken for unknown where the same pointer may come from malloc.
func TestZeroedOrNot(t *testing.T) {
	for _, condition := range []string{"z[n - 1] != 0", "z[n - 1] == 0"} {
		res := verify(t, cfront.Options{}, `extern void reach_error(void); extern unsigned nondet(void);
void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *allocate(unsigned n, _Bool zero) { return zero ? calloc(n, 1) : malloc(n); }
int main(void) { unsigned n = nondet(); if (n > 0 && n < 1000) { char *z = allocate(n, 1); if (`+condition+`) reach_error(); } }`)
		if res.Verdict == verdict.True && condition == "z[n - 1] == 0" || res.Verdict == verdict.False && condition == "z[n - 1] != 0" {
			t.Errorf("%s: %s", condition, res.Verdict)
		}
	}
}

// TestConditionalObject: the object that c ? s : t makes of structures lives whichever of them it is, in recursive functions too,
// where it is allocated.
func TestConditionalObject(t *testing.T) {
	reach, safety := []string{"unreach-call"}, []string{"valid-deref", "valid-free", "valid-memtrack"}
	const text = "extern void reach_error(void); extern _Bool input(void);\nstruct S { int a[2]; union { int u; char c; }; };\n" +
		"static int f(int n, struct S s, struct S t) { if (n == 0) return 0; return (n % 2 ? s : t).a[1] + f(n - 1, s, t); }\n" +
		"int main(void) { struct S s = {{1, 2}}, t = {{3, 4}}; "
	for _, c := range []struct {
		properties []string
		rest       string
		want       verdict.Verdict
	}{
		{reach, "if (f(3, s, t) != 8) reach_error(); }", verdict.True},
		{reach, "if (f(3, s, t) == 8) reach_error(); }", verdict.False},
		{reach, "if ((input() ? s : t).a[1] == 4) reach_error(); }", verdict.False},
		{safety, "return (input() ? s : t).a[1]; }", verdict.True},
		{safety, "return (input() ? s : t).a[3 * input()]; }", verdict.False},
	} {
		res := verify(t, cfront.Options{Properties: c.properties}, text+c.rest)
		if res.Verdict != c.want {
			t.Errorf("%v: %s: %s(%s), want %s: %s", c.properties, c.rest, res.Verdict, res.Reason, c.want, res.Detail)
		}
	}
	if res := verify(t, cfront.Options{Properties: safety}, text+"return f(3, s, t); }"); res.Verdict == verdict.False {
		t.Errorf("in a recursive function: %s: %s", res.Verdict, res.Detail)
	}
}
