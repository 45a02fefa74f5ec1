package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestMovedPointers: a pointer that is moved by an unknown number and kept does not become one into the object
// that lies there.
func TestMovedPointers(t *testing.T) {
	const before = `#include <stdlib.h>
extern int nondet(void);
struct pair { int v; int list[10]; } x, y;
int main(void) {
	struct pair *p = nondet() ? &x : &y;
	char *text = malloc(8), *other = malloc(8), *c = nondet() ? text : other;
	int i = nondet();
	if (i < -2000 || i > 2000) return 0;
	`
	for _, c := range []struct {
		what string
		want verdict.Verdict // FALSE may be UNKNOWN
	}{
		{"int *q = &p->list[i]; *q = 1;", verdict.False},
		{"int *q = p->list + i; *q = 1;", verdict.False},
		{"int *q = &(*p).list[i]; q[0]++;", verdict.False},
		{"char *d = c + i; *d = 1;", verdict.False},
		{"char *d = &c[i]; *d = 1;", verdict.False},
		{"char *d = c; d += i; *d = 1;", verdict.False},
		{"char *d = c; for (int k = 0; k < 40; k++) d += 9; *d = 1;", verdict.False},
		{"char *at[1]; at[0] = c - i; *at[0] = 1;", verdict.False},
		{"char *d = nondet() ? c + i : c; *d = 1;", verdict.False},
		{"int *q = &p->list[i & 7]; *q = 1;", verdict.True},
		{"char *d = c + (i & 7); *d = 1;", verdict.True},
		{"char *d = c + (i & 15); if ((i & 15) < 8) *d = 1;", verdict.True},
	} {
		res := verify(t, cfront.Options{Properties: []string{"valid-deref", "valid-free"}}, before+c.what+"\n\tfree(text);\n\tfree(other);\n}\n")
		if res.Verdict != c.want && (c.want == verdict.True || res.Verdict == verdict.True) {
			t.Errorf("%s: %s %s", c.what, res.Verdict, res.Detail)
		}
	}
}

// TestLeaksOfMain: a main that is given arguments is looked at to its end, and the arguments are nothing that it
// has to free, or may.
func TestLeaksOfMain(t *testing.T) {
	for _, c := range []struct {
		body, want string
	}{
		{"char *p = malloc(4); if (argc > 1 && argv[1][0] == 'a') return 1; free(p);", "valid-memcleanup"},
		{"char *p = malloc(4); if (argc > 1 && argv[1][0] == 'a') { free(p); return 1; } free(p);", ""},
		{"if (argc > 1 && argv[1][0] == 'a') free(argv[1]);", "valid-free"},
		{"if (argc > 1 && argv[1][0] == 'a') exit(2);", ""},
	} {
		res := verify(t, cfront.Options{Environment: cfront.Environment{Valid: true}, Properties: []string{"valid-deref", "valid-free", "valid-memcleanup"}},
			"#include <stdlib.h>\nint main(int argc, char *argv[]) { "+c.body+" return 0; }\n")
		switch {
		case c.want == "" && res.Verdict != verdict.True:
			t.Errorf("%s: %s %s", c.body, res.Verdict, res.Detail)
		case c.want != "" && (res.Verdict != verdict.False || res.Trace.Goal.Property != c.want):
			t.Errorf("%s: %s %s", c.body, res.Verdict, res.Detail)
		}
	}
}

// TestCopiesOfElements: where the parts of a structure go, one after the other, is known before the first of them
// is stored, which may be the index.
func TestCopiesOfElements(t *testing.T) {
	for _, assignment := range []string{
		"struct s *p = &x; *p = list[p->at]; x = *p",
		"x = list[x.at]",
		"struct s t[2] = {{1, 5}, {0, 20}}, *q = t; *q = t[q->at]; x = *q",
		"struct s t[2] = {{1, 5}, {0, 20}}; t[0] = t[t[0].at]; x = t[0]",
		"struct s *q = list; *q = q[q->at]; *q = q[q->at]; x = list[1]",
		"struct box { struct s *to; int v; } b = {list, 1}, *c = &b; x = *(b.to + c->v); b = *c",
	} {
		res := verify(t, cfront.Options{}, `extern void reach_error(void);
struct s { int at, v; } list[3] = {{2, 10}, {0, 20}, {1, 30}};
int main(void) { struct s x = {1, 0}; `+assignment+`; if (x.v != 20) reach_error(); }`)
		if res.Verdict != verdict.True {
			t.Errorf("%s: %s %s", assignment, res.Verdict, res.Detail)
		}
	}
}
