package run

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/cfront"
)

// TestAddressBits: what a program does with bits of an address is known where all layouts of memory have the same
// there, also behind a tag that is not constant. Other bits may be anything, also when the address was cut.
func TestAddressBits(t *testing.T) {
	const before = "#include <assert.h>\n#include <stdint.h>\nint __VERIFIER_nondet_int(void);\nstatic char c[8];\nstatic int g[4] = {1, 2, 3, 4};\n"
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
