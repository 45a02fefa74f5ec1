package run

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
)

// TestByCore: programs that are read by way of the core have their verdicts, and others too, with a note that says why they are not.
func TestByCore(t *testing.T) {
	const head = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
	for _, c := range []struct{ name, text, want, refused string }{
		{"loop", "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; if (n > 0 && i != n) reach_error(); }", "TRUE", ""},
		{"loop, wrong", "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i += 2; if (n > 0 && i != n) reach_error(); }", "FALSE(unreach-call)", ""},
		{"structures", "struct s { int a : 4; int b[3]; } g = {1}; struct s f(struct s x) { x.b[x.a]++; return x; }\n" +
			"int main(void) { g = f(g); struct s h = g; if (h.b[1] != 1 || h.b[2] || h.a != 1) reach_error(); }", "TRUE", ""},
		{"structures, wrong", "struct s { int a : 4; int b[3]; } g = {1}; struct s f(struct s x) { x.b[x.a]++; return x; }\n" +
			"int main(void) { g = f(g); if (g.b[1]) reach_error(); }", "FALSE(unreach-call)", ""},
		{"padding is open", "struct s { char a; int b; }; int main(void) { struct s x = {1, 2}, y; y = x; if (((char *)&y)[1]) reach_error(); }", "UNKNOWN(approximation)", ""},
		{"division by zero is outside", "int main(void) { int n = __VERIFIER_nondet_int(); int q = 6 / n; if (n == 0) reach_error(); return q; }", "TRUE", ""},
		{"overlapping copies are outside", "void *memcpy(void *, const void *, unsigned long); char b[8];\n" +
			"int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 3) return 0; memcpy(b, b + n, n + 1); reach_error(); }", "TRUE", ""},
		{"an error by a pointer", "int main(void) { void (*p)(void) = __VERIFIER_nondet_int() ? reach_error : 0; if (p) p(); }", "FALSE(unreach-call)", ""},
		{"order", "int x; int f(void) { return x++; } int main(void) { int r = f() + f(); if (r != 1) reach_error(); }", "TRUE", ""},
		{"a volatile object", "volatile int v; int main(void) { if (v) reach_error(); }", "FALSE(unreach-call)", ""},
		{"a volatile structure", "extern struct { volatile int n; } v; int main(void) { __typeof__(v) w = v; if (w.n) reach_error(); }", "FALSE(unreach-call)", "volatile object"},
		{"sorting", sorts("pure"), "TRUE", ""},
		{"sorting, and counting how often", sorts("counting"), "UNKNOWN(unsupported)", ""},
		{"sorting by an unknown one of two", sorts("__VERIFIER_nondet_int() ? counting : pure"), "UNKNOWN(unsupported)", ""},
		{"the order of equal elements", "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); struct s { char key, n; };\n" +
			"static int c(const void *p, const void *q) { return ((struct s *)p)->key - ((struct s *)q)->key; }\n" +
			"int main(void) { struct s a[2] = {{1, 1}, {1, 2}}; qsort(a, 2, 2, c); if (a[0].n != 1) reach_error(); }", "UNKNOWN(approximation)", ""},
		{"a contract", "/*@ requires n > 0; */ int f(int n) { return n; } int main(void) { f(0); }", "FALSE(unreach-call)", "contract"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			opts := cfront.Options{Properties: []string{"unreach-call"}, FrontEnd: cfront.FrontEndCore}
			res, err := Verify(ctx, prepare.New(opts, fstest.MapFS{"main.c": {Data: []byte(head + c.text)}}, "main.c"), Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := res.Verdict.String()
			if res.Reason != "" {
				got += "(" + string(res.Reason) + ")"
			} else if res.Trace != nil {
				got += "(" + res.Trace.Goal.Property + ")"
			}
			if got != c.want {
				t.Errorf("%s instead of %s", got, c.want)
			}
			said := ""
			if i := slices.IndexFunc(res.Notes, func(n ir.Note) bool { return n.Kind == ir.Remark }); i >= 0 {
				said = strings.TrimPrefix(res.Notes[i].Text, cfront.NotByCore)
			}
			if said != c.refused {
				t.Errorf("the note says %q instead of %q", said, c.refused)
			}
		})
	}
}

// sorts is a program that sorts by a function.
func sorts(by string) string {
	return "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int calls;\n" +
		"static int counting(const void *p, const void *q) { calls++; return *(const int *)p - *(const int *)q; }\n" +
		"static int pure(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }\n" +
		"int main(void) { int a[3] = {5, 3, 1}; int (*by)(const void *, const void *) = " + by + ";\n" +
		"qsort(a, 3, sizeof a[0], by); if (calls > 2 || a[0] != 1) reach_error(); }"
}

// notByCore tells whether notes say that a program is not read by way of the core.
func notByCore(notes []ir.Note) bool {
	return slices.ContainsFunc(notes, func(n ir.Note) bool { return n.Kind == ir.Remark && strings.HasPrefix(n.Text, cfront.NotByCore) })
}
