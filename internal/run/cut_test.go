package run

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestAddressBits: what a program does with bits of an address is known where all layouts of memory have the same
// there, also behind a tag that is not constant. Other bits may be anything, also when the address was cut.
func TestAddressBits(t *testing.T) {
	const before = "#include <assert.h>\n#include <stdint.h>\nint __VERIFIER_nondet_int(void);\nstatic char c[8];\nstatic int g[4] = {1, 2, 3, 4}, h;\n" +
		"static struct node { int at; long where; struct node *next; } n;\nstatic int ints[4];\nstatic long longs[4];\n" +
		"void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);\n"
	for _, c := range []struct{ body, want string }{
		{"uintptr_t t = (uintptr_t)&g[k & 3] | (k & 3); assert((t & 3) == (k & 3) && *(int *)(t & ~(uintptr_t)3) == (int)(k & 3) + 1);", "TRUE"},
		{"uintptr_t t = (uintptr_t)&g[2] | (k > 5 ? 1 : 2); assert((t & 3) == 1 || (t & 3) == 2);", "TRUE"},
		{"uintptr_t t = (uintptr_t)&g[1] | (k & 1); assert(t == (uintptr_t)&g[1]);", "FALSE"},
		{"uintptr_t t = (uintptr_t)&c[0] | (k & 1); assert((t & 1) == (k & 1));", "UNKNOWN"},
		{"uintptr_t t = (uintptr_t)&g[1] | (k & 4); assert(t == (uintptr_t)&g[1]);", "UNKNOWN"},
		{"uintptr_t t = (uintptr_t)&g[1] | k; assert((t & 3) == (k & 3));", "UNKNOWN"},
		{"assert(((unsigned)(uintptr_t)&g[1] & 3) == 0);", "TRUE"},
		{"assert((uintptr_t)&g[1] != 77);", "TRUE"},
		{"unsigned char a = (unsigned char)(uintptr_t)&c[0]; assert(a != 77);", "UNKNOWN"},
		{"unsigned a = (unsigned)(uintptr_t)&g[1]; assert(a >= 76);", "UNKNOWN"},
		{"unsigned a = (unsigned)(uintptr_t)&g[1] & ~3u; assert(a != 64);", "UNKNOWN"},
		{"unsigned a = (unsigned)(uintptr_t)&g[1] | 1; assert(a != 65);", "UNKNOWN"},
		{"unsigned a = (unsigned)(uintptr_t)&g[1] | (k & 3); assert(a != 65);", "UNKNOWN"},
		// in memory
		{"int x, *p = &x; *p = (int)(long)g; assert(*p != 76);", "UNKNOWN"},
		{"n.at = (int)(long)g; struct node b; memcpy(&b, &n, sizeof n); assert(b.at != 76);", "UNKNOWN"},
		{"ints[k & 3] = (int)(long)g; assert(ints[k & 1] != 76);", "UNKNOWN"},
		{"longs[k & 3] = (long)g; assert(longs[k & 1] != 500000);", "UNKNOWN"},
		{"struct node *m = malloc(sizeof *m); if (m) { m->at = (int)(long)m; assert(m->at != 768); }", "UNKNOWN"},
		{"int *p = g; unsigned char b[8]; memcpy(b, &p, 8); assert(b[k & 7] != 76);", "UNKNOWN"},
		{"n.next = &n; assert(((unsigned char *)&n)[16 + (k & 7)] != 76);", "UNKNOWN"},
		{"union { short s[2]; int i; } u; u.s[0] = (short)(long)g; u.s[1] = 0; assert(u.i != 76);", "UNKNOWN"},
		{"longs[k & 3] = (long)&g[2]; assert(longs[k & 3] == (long)&g[2] && (k != 2 || longs[2] != 0));", "TRUE"},
		{"longs[k & 3] = (long)&g[3] - (long)&g[1]; assert(longs[k & 3] == 8);", "TRUE"},
		{"n.where = 7; n.next = &n; struct node b[2]; memcpy(&b[k & 1], &n, sizeof n); assert(b[k & 1].where == 7);", "TRUE"},
		// moved, and of several objects
		{"long y = (int)(long)g; assert(y != 76);", "UNKNOWN"},
		{"long y = (long)g - 4194304; assert(y != 76);", "UNKNOWN"},
		{"assert((long)g + (long)&h != 500000);", "UNKNOWN"},
		{"int *p = k ? g : &h; assert((long)p - (long)g != 1000);", "UNKNOWN"},
		{"int *p = k ? g : &h; assert((long)p >= (long)g);", "UNKNOWN"},
		{"int *p = k ? &g[1] : &g[2]; assert((long)p - (long)g <= 8 && (long)p > (long)g);", "TRUE"},
		{"struct node *m = 0; for (int i = 0; i < 2; i++) { struct node *e = malloc(sizeof *e); if (!e) return 0; e->next = m; m = e; }" +
			" assert((long)m - (long)m->next != 4096);", "UNKNOWN"},
		{"const char *a = \"abc\", *b = \"bc\"; assert(a + 1 != b);", "UNKNOWN"},
		{"const char *a = \"abc\", *b = \"bd\"; assert(a + 1 != b);", "TRUE"},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(before+"int main(void) { unsigned k = __VERIFIER_nondet_int(); "+c.body+" return 0; }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		res, err := Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Verdict.String(); got != c.want {
			t.Errorf("%s, want %s: %s; %s", got, c.want, c.body, res.Detail)
		}
	}
}
