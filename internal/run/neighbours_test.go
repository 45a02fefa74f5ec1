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

// TestNeighbours: where objects lie is no reason for a verdict. Of most conditions gcc shows that both
// values are possible: the comments say what they are at -O0 and -O2 (gcc 12, 64 bits).
func TestNeighbours(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       verdict.Verdict
	}{
		// One past the end, and the next object.
		{"globals", "static int a[2], b[2]; int *p = a + 2; c = p == b;", verdict.Unknown},                                              // 1, 0
		{"locals", "int a[2], b[2]; c = (uintptr_t)(a + 2) == (uintptr_t)b;", verdict.Unknown},                                          // 0, 1
		{"not equal", "int a[2], b[2]; c = a + 2 != b;", verdict.Unknown},                                                               // 1, 1
		{"unknown index", "char *a = malloc(32), *b = malloc(32); unsigned i = input(); if (i <= 32) c = a + i == b;", verdict.Unknown}, // 0, 0
		{"bytes of pointers", "int a[2], b[2], *p = a + 2, *q = b; c = !memcmp(&p, &q, sizeof p);", verdict.Unknown},                    // 0, 1
		{"inside", "int a[2], b[2]; c = a + 1 == b;", verdict.True},
		{"its own end", "int a[3], n = 0; for (int *p = a; p != a + 3; p++) n++; c = n != 3;", verdict.True},

		// A block where a freed one was.
		{"reused block", "char *a = malloc(32); uintptr_t n = (uintptr_t)a; free(a); c = (uintptr_t)malloc(32) == n;", verdict.Unknown}, // 1, 1
		{"same block", "char *a = malloc(32); uintptr_t n = (uintptr_t)a; c = (uintptr_t)a != n;", verdict.True},

		// A constant.
		{"constant number", "static int a; c = (uintptr_t)&a == 0x404028;", verdict.Unknown},
		{"constant pointer", "static int a; c = &a == (int *)0x404028;", verdict.Unknown},
		{"null", "static int a; c = &a == (int *)0;", verdict.True},

		// Numbers that have been in memory, and parts of numbers.
		{"byte of a pointer", "int a, *p = &a; unsigned char s[sizeof p]; memcpy(s, &p, sizeof p); c = s[0] & 128;", verdict.Unknown},
		{"copied pointer", "int a, *p = &a; uintptr_t n; memcpy(&n, &p, sizeof n); c = n > 0x600000;", verdict.Unknown}, // 1, 1
		{"union", "static int a; union { int *p; uintptr_t n; } u; u.p = &a; c = u.n % 4096 == 8;", verdict.Unknown},
		{"cut number", "static int a; unsigned n = (uintptr_t)&a; c = n % 4096 == 40;", verdict.Unknown},
		{"order of cut numbers", "static int a, b; unsigned short m = (uintptr_t)&a, n = (uintptr_t)&b; c = m > n;", verdict.Unknown},
		{"alignment", "static int a; c = (uintptr_t)&a % 4;", verdict.True},
		{"byte where pointers lie anywhere", "static char b[64]; static int a; unsigned k = input(); if (k < 50) { *(int **)(b + k) = &a; c = b[k] == 76; }", verdict.Unknown},
		{"number where pointers lie anywhere", "static char b[64]; static int a; unsigned k = input(); if (k < 50) { *(int **)(b + k) = &a; c = *(int *)(b + k) == 76; }", verdict.Unknown},
		{"bytes compared", "static char b[64]; static int a, d; unsigned k = input(); if (k < 40) { *(int **)(b + k) = &a; *(int **)(b + k + 8) = &d; c = memcmp(b + k, b + k + 8, 8) < 0; }", verdict.Unknown},
		{"byte in a block", "static int a; char *m = malloc(64); unsigned k = input(); if (m && k < 50) { *(int **)(m + k) = &a; c = m[k] != 76; }", verdict.Unknown},
		{"pointer where pointers lie anywhere", "static char b[64]; static int a; unsigned k = input(); if (k < 50) { *(int **)(b + k) = &a; c = *(int **)(b + k) != &a; }", verdict.True},
		{"data beside pointers", "struct s { struct s *next; int v; }; static char b[256]; unsigned k = input(); if (k < 9) { struct s *p = (struct s *)(b + 16 * k); p->next = p; p->v = 5; c = p->v != 5; }", verdict.True},
		{"used again", "int a = 7, *p = &a, *q; memcpy(&q, &p, sizeof p); c = *q != 7 || p != q;", verdict.True},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "objects.c")
			text := "#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\nextern unsigned input(void);\nvoid reach_error(void);\n" +
				"int main(void) {\n\tint c = 0;\n\t" + c.body + "\n\tif (c)\n\t\treach_error();\n}\n"
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != c.want || c.want == verdict.Unknown && res.Reason != verdict.Approximation {
				t.Errorf("got %v(%s) %s\n%s", res.Verdict, res.Reason, res.Detail, text)
			}
		})
	}
}
