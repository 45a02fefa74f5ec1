package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestStrongestDefinition: of the definitions of one name in two files that counts which gcc's linker takes, in either order.
// Neither program reaches the error, and gcc's do not.
func TestStrongestDefinition(t *testing.T) {
	const head = "void reach_error(void);\n"
	for i, c := range []struct{ name, main, other string }{
		{"weak variable", "int v __attribute__((weak)) = 1; int main(void) { if (v != 8) reach_error(); }", "int v = 8;"},
		{"strong variable", "int v = 1; int g(void); int main(void) { if (v != 1 || g() != 1) reach_error(); }", "int v __attribute__((weak)) = 8; int g(void) { return v; }"},
		{"variable, weak by a declaration before", "int v = 1; int main(void) { if (v != 1) reach_error(); }", "extern int v __attribute__((weak)); int v = 8;"},
		{"variable, weak by the declaration of another file", "extern int v __attribute__((weak)); int main(void) { if (v != 8) reach_error(); }", "int v = 8;"},
		{"tentative variable", "int v; int main(void) { if (v) reach_error(); }", "int v __attribute__((weak)) = 8;"},
		{"weak tentative variable", "int v __attribute__((weak)); int main(void) { if (v != 8) reach_error(); }", "int v = 8;"},
		{"arrays of several lengths", "int v[] __attribute__((weak)) = {1}; int g(void); int main(void) { if (g() != 9) reach_error(); }", "int v[3] = {7, 8, 9}; int g(void) { return v[2]; }"},
		{"arrays of several lengths, the strong one tentative", "int v[] __attribute__((weak)) = {1}; int g(void); int main(void) { if (g() != 0) reach_error(); }", "int v[3]; int g(void) { return v[0] + v[2]; }"},
		{"weak function", "int f(void) { return 1; } int main(void) { if (f() != 1) reach_error(); }", "int f(void) __attribute__((weak)); int f(void) { return 2; }"},
		{"function, weak by the declaration of another file", "int f(void) __attribute__((weak)); int main(void) { if (f() != 2) reach_error(); }", "int f(void) { return 2; }"},
		{"gnu_inline", "extern inline __attribute__((gnu_inline)) int h(int x) { return x + 1; } int f(int);\n" +
			"int main(void) { int (*p)(int) = h; if (p(3) != 13 || f(3) != 13) reach_error(); }", "int h(int x) { return x + 10; } int f(int x) { return h(x); }"},
		{"inline, of another type than int", "inline long long h(int x) { return (1LL << 40) + x; }\nint main(void) { if (h(1) != (1LL << 40) + 1 || sizeof h(1) != 8) reach_error(); }",
			"inline long long h(int x) { return (1LL << 40) + x; } extern long long h(int);"},
		{"inline and external", "inline int h(void) { return 1; } int main(void) { if (h() != 2) reach_error(); }", "extern inline int h(void) { return 2; }"},
		{"inline with gnu_inline is external", "inline int h(void) { return 1; } int main(void) { if (h() != 2) reach_error(); }", "__attribute__((gnu_inline)) inline int h(void) { return 2; }"},
		{"static inline", "static inline int h(void) { return 1; } int g(void); int main(void) { if (h() != 1 || g() != 2) reach_error(); }", "static inline int h(void) { return 2; } int g(void) { return h(); }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			testenv.Sample(t, i, 4)
			from := fstest.MapFS{"main.c": {Data: []byte(head + c.main)}, "other.c": {Data: []byte(c.other)}}
			for _, files := range [][]string{{"main.c", "other.c"}, {"other.c", "main.c"}} {
				if res := verifyFiles(t, cfront.Options{}, from, files...); res.Verdict != verdict.True {
					t.Errorf("%v of %v; %s", res.Verdict, files, res.Detail)
				}
				if testenv.Has("gcc") {
					compiled(t, from, files)
				}
			}
		})
	}
}

// compiled fails t if the program that gcc makes of the files reaches the error.
func compiled(t *testing.T, from fstest.MapFS, files []string) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"-std=gnu17", "-O0", "-Dreach_error=abort", "-o", filepath.Join(dir, "program")}
	for _, name := range files {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, from[name].Data, 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", files, err, out)
	}
	if err := exec.Command(filepath.Join(dir, "program")).Run(); err != nil {
		t.Errorf("gcc's program of %v: %v", files, err)
	}
}
