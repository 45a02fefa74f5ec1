package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestSearch: an error in a comparison of bsearch or qsort is one if glibc makes it, and none if no library can.
func TestSearch(t *testing.T) {
	const head = "#include <stdlib.h>\n#include <limits.h>\n" +
		"static int by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"
	for _, c := range []struct {
		name, text string
		want       verdict.Verdict
	}{
		{"the middle is compared", "int main(void) { int a[] = { 1, 2, 3 }, k = INT_MIN; return bsearch(&k, a, 3, sizeof *a, by) != 0; }", verdict.False},
		{"the first need not be", "int main(void) { int a[] = { INT_MIN, 5, 7 }, k = 5; return bsearch(&k, a, 3, sizeof *a, by) != 0; }", verdict.Unknown},
		{"no comparison overflows", "int main(void) { int a[] = { -4, 5, 7 }, k = 5; return bsearch(&k, a, 3, sizeof *a, by) != 0; }", verdict.True},
		{"what is found", "int main(void) { int a[] = { -4, 5, 7, INT_MAX }, k = 5; int *p = bsearch(&k, a, 3, sizeof *a, by);\n" +
			"return p - a == 1 ? 0 : a[3] + 1; }", verdict.True},
		{"what is not", "int main(void) { int a[] = { -4, 5, 7, INT_MAX }, k = 6; int *p = bsearch(&k, a, 3, sizeof *a, by);\n" +
			"return p ? 0 : a[3] + 1; }", verdict.False},
		{"a sort that glibc makes without", "int main(void) { int a[] = { INT_MIN, 5, -1 }; qsort(a, 3, sizeof *a, by); return a[0] > a[1]; }", verdict.Unknown},
		{"a sort that glibc makes with", "int main(void) { int a[] = { 5, 1, INT_MIN }; qsort(a, 3, sizeof *a, by); return a[0] > a[1]; }", verdict.False},
		{"a sort", "int main(void) { int a[] = { 5, 1, -7, 9, -7 }; qsort(a, 5, sizeof *a, by); return a[0] == -7 && a[4] == 9 ? 0 : a[0] + INT_MIN; }", verdict.True},
		{"no element", "int main(void) { int a[] = { INT_MIN }, k = 5; return bsearch(&k, a, 0, sizeof *a, by) != 0; }", verdict.True},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(head+c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"no-overflow"}}, nil, file), Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != c.want {
				t.Errorf("%v, want %v; %s", res.Verdict, c.want, res.Detail)
			}
		})
	}
}
