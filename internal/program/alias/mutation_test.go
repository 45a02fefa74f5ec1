package alias_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

const declared = "extern int input(void);\nvoid reach_error(void);\nvoid *malloc(unsigned long);\n"

// wrongIf are programs that reach their error, some only where the linker puts objects side by side; a defect in what is said of pointers may hide it.
var wrongIf = []struct{ name, text string }{
	{"neighbours", `int a, b;
int main(void) { int *p = input() ? &a + 1 : &a, *q = &b; if (p == q) reach_error(); return 0; }`},
	{"literals", `int main(void) { const char *p = input() ? "ab" : "cb", *q = "b"; if (p + 1 == q) reach_error(); return 0; }`},
	{"the order of objects", `int a, b;
int main(void) { int *p = &a, *q = &b; if (p < q) reach_error(); return 0; }`},
	{"one of two targets", `int a, b;
int main(void) { int *p = input() ? &a : &b; *p = 1; if (b == 1) reach_error(); return 0; }`},
	{"targets in memory", `int a, b; int *t[2] = {&a, &b};
int main(void) { *t[input() & 1] = 5; if (b == 5) reach_error(); return 0; }`},
	{"an argument", `static void set(int *p) { *p = 7; }
int a, b;
int main(void) { set(&a); set(&b); if (b == 7 && a == 7) reach_error(); return 0; }`},
	{"members", `struct s { int x, y; int *p; } s;
int main(void) { struct s *q = &s; q->p = &q->y; *q->p = 3; if (s.y == 3) reach_error(); return 0; }`},
	{"callees", `static int f(int x) { return x; } static int g(int x) { return x + 1; }
int (*fs[2])(int) = {f, g};
int main(void) { if (fs[input() & 1](1) == 2) reach_error(); return 0; }`},
	{"a callee that arithmetic hides", `static int x; static void f(void) { x = 1; }
int main(void) { unsigned long n = (unsigned long)f; void (*p)(void) = (void (*)(void))(n & ~0ul); p(); if (x) reach_error(); return 0; }`},
	{"an order that may be of two objects", `int a[4], b[4]; int main(void) { int *p = input() ? &b[1] : a; if (p == a && p < b) reach_error(); return 0; }`},
	{"an order that may be of two objects, the other way", `int a[4], b[4]; int main(void) { int *p = input() ? &b[1] : a; if (p == a && p > b) reach_error(); return 0; }`},
	{"a distance that may be of two objects", `int a[4], b[4]; int main(void) { int *p = input() ? &a[1] : b; if (p == b && p - a < 0) reach_error(); return 0; }`},
	{"an order where there is a block", `int a[4]; int main(void) { int *p = malloc(8); if (!p) return 0; int *q = input() ? a : p; if (q == a && q > p) reach_error(); return 0; }`},
	{"an order of blocks whose sizes vary", `int main(void) { unsigned n = input(); if (n - 1 > 20) return 0; char *a = malloc(n), *b = malloc(n); if (!a || !b) return 0; char *p = input() ? a : b; if (p == a && p < b) reach_error(); return 0; }`},
	{"an order of blocks whose sizes vary, the other way", `int main(void) { unsigned n = input(); if (n - 1 > 20) return 0; char *a = malloc(n), *b = malloc(n); if (!a || !b) return 0; char *p = input() ? a : b; if (p == a && p > b) reach_error(); return 0; }`},
	{"an order with a pointer of unknown origin", `extern int *other(void); int a[4], b[4]; int main(void) { int *p = input() ? &a[1] : input() ? b : other(); if (p == b && p < a) reach_error(); return 0; }`},
	{"an order with a pointer of unknown origin, the other way", `extern int *other(void); int a[4], b[4]; int main(void) { int *p = input() ? &a[1] : input() ? b : other(); if (p == b && p > a) reach_error(); return 0; }`},
	{"two blocks", `int main(void) { int *p[2]; for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof(int)); if (!p[i]) return 0; *p[i] = i; }
if (*p[0] == 0 && *p[1] == 1) reach_error(); return 0; }`},
	{"two arrays", `int a[2], b[2];
int main(void) { int *p = input() ? a : b; p[1] = 1; int *q = p == a ? b : a; q[1] = 2; if (p[1] == 1) reach_error(); return 0; }`},
	{"a list", `struct n { int v; struct n *next; };
int main(void) { struct n *h = 0; for (int i = 0; i < 2; i++) { struct n *n = malloc(sizeof *n); if (!n) return 0; n->v = i; n->next = h; h = n; }
if (h->v == 1 && h->next->v == 0) reach_error(); return 0; }`},
	{"what a function overwrites", `int a, *p = &a; void unknown(int **);
int main(void) { unknown(&p); if (a == 3) reach_error(); return 0; }`},
	{"one of several that a function overwrites", `int a[2], b[2]; void unknown(int *);
int main(void) { int *p = input() ? a : b; p[input() & 1] = 1; unknown(a); if (p[1] == 7) reach_error(); return 0; }`},
	{"what a local array begins with, in a loop", `int main(void) { for (int i = 0; i < 2; i++) { int x[2], *p = x; if (i == 1 && p[input() & 1] == 7) reach_error(); p[0] = p[1] = 5; } return 0; }`},
	{"a variable of another file", `extern int a, b[2]; int main(void) { int *p = &b[input() & 1]; if (a + *p == 9) reach_error(); return 0; }`},
	{"a literal", `int main(void) { const char *s = "ab"; if (s[input() & 1] == 'b') reach_error(); return 0; }`},
	{"zeros", `int a[4]; int main(void) { unsigned i = input() & 3; a[i] += 2; if (a[i] == 2 && a[3 - i] == 0) reach_error(); return 0; }`},
	{"a large table", `static const unsigned short t[9000] = {` + strings.Repeat("1,2,3,4,", 2000) + `7}; int main(void) { if (t[input() & 8191] == 7) reach_error(); return 0; }`},
	{"bytes", `int main(void) { unsigned x = 0; unsigned char *p = (unsigned char *)&x; p[1] = 1; if (x == 256) reach_error(); return 0; }`},
}

// TestMutations damages what the analysis says of pointers: in each program, each target of each set, each place of each access,
// each two objects that are told apart, each memory of an access, each comparison that is open. None of it may make a wrong TRUE; and each kind has to be seen by package pointers.
func TestMutations(t *testing.T) {
	defer alias.Undamaged()
	for i, kind := range []struct {
		name   string
		damage func(*alias.Mutation)
	}{
		{"a missing target", func(m *alias.Mutation) { m.ForgetTarget(false) }},
		{"a missing callee", func(m *alias.Mutation) { m.ForgetTarget(true) }},
		{"a missing place", (*alias.Mutation).ForgetPlace},
		{"two objects called equal", (*alias.Mutation).CallEqual},
		{"memory called different", (*alias.Mutation).CallDifferent},
		{"a comparison that is decided", (*alias.Mutation).Decide},
		{"other first contents", (*alias.Mutation).Begin},
		{"what stays known", (*alias.Mutation).Keep},
		{"a range that is too small", (*alias.Mutation).Narrow},
	} {
		t.Run(kind.name, func(t *testing.T) {
			testenv.Sample(t, i, 3)
			mutants, seen := 0, 0
			for _, c := range wrongIf {
				alias.Undamaged()
				if res := answer(t, c.text); res.Verdict == verdict.True || res.Program.Doubt != nil {
					t.Fatalf("%s: %s, %v", c.name, res.Verdict, res.Program.Doubt)
				}
				for i := 0; ; i++ {
					m := &alias.Mutation{At: i}
					kind.damage(m)
					res := answer(t, c.text)
					if !m.Some {
						break
					}
					mutants++
					if res.Verdict == verdict.True {
						t.Errorf("%s, mutant %d: TRUE", c.name, i)
					}
					if res.Program != nil && res.Program.Doubt != nil {
						seen++
					} else {
						t.Logf("%s, mutant %d: not seen, %s", c.name, i, res.Verdict)
					}
				}
			}
			t.Logf("%d mutants, %d seen", mutants, seen)
			if seen == 0 {
				t.Error("none was seen")
			}
		})
	}
}

func answer(t *testing.T, text string) *run.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	p := prepare.New(cfront.Options{Unknown: cfront.Unknown{UnknownFunctions: cfront.Havoc}}, fstest.MapFS{"main.c": {Data: []byte(declared + text)}}, "main.c")
	res, err := run.Verify(ctx, p, run.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return res
}
