package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestGiven: main is given what C says, and the linker what no file defines.
func TestGiven(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       verdict.Verdict
	}{
		{"count", "int main(int argc, char **argv) { if (argc < 0) reach_error(); }", verdict.True},
		{"no arguments", "int main(int argc, char **argv) { if (argc == 0) reach_error(); }", verdict.False},
		{"end", "int main(int argc, char **argv) { if (argv[argc]) reach_error(); }", verdict.True},
		{"first", "int main(int argc, char *argv[]) { if (argc > 2 && (!argv[1] || !argv[2])) reach_error(); }", verdict.True},
		{"list", "int main(int argc, char **argv) { if (!argv) reach_error(); }", verdict.True},
		{"environment", "int main(int argc, char **argv, char **envp) { if (!envp) reach_error(); }", verdict.True},
		{"text", "int main(int argc, char **argv) { if (argc > 1 && argv[1][0] == 'x') reach_error(); }", verdict.False},
		{"count that Linux gives", "int main(int argc, char **argv) { if (argc > 100000000) reach_error(); }", verdict.True},
		{"many", "int main(int argc, char **argv) { if (argc > 100000 && argv[99999][0] == 'x') reach_error(); }", verdict.False},
		{"fifth", "int main(int argc, char **argv) { if (argc > 4 && !argv[4]) reach_error(); }", verdict.True},
		{"sixth", "int main(int argc, char **argv) { if (argc > 4 && !argv[5]) reach_error(); }", verdict.False},
		{"all", "int main(int argc, char **argv) { for (int i = 0; i < argc; i++) if (!argv[i]) reach_error(); }", verdict.True},
		{"all and the end", "int main(int argc, char **argv) { for (int i = 0; i <= argc; i++) if (!argv[i]) reach_error(); }", verdict.False},
		{"behind the last", "int main(int n, char *v[]) { for (int i = 0; i < n; i++) if (i == n - 1 && v[i + 1]) reach_error(); }", verdict.True},
		{"far behind the last", "int main(int n, char *v[]) { for (int i = 0; i < n; i++) if (i == n - 1 && v[i + 2]) reach_error(); }", verdict.False},
		{"cleared", "int main(int argc, char **argv) { argv[4] = 0; if (argc > 5 && !argv[4]) reach_error(); }", verdict.False},
		{"cleared through another name", "int main(int argc, char **argv) { char **p = argv; p[4] = 0; if (argc > 5 && !argv[4]) reach_error(); }", verdict.False},
		{"counted down", "int main(int argc, char **argv) { argc--; if (argc > 4 && argv[argc]) reach_error(); }", verdict.False},
		{"two arguments", "int main(int argc, char **argv) { if (argc > 2 && (argv[0] == argv[1] || argv[1] == argv[2])) reach_error(); }", verdict.True},
		{"two strings of the environment", "extern char **environ; int main(void) { if (environ[0] && environ[0] == environ[1]) reach_error(); }", verdict.True},
		{"a second string", "extern char **environ; int main(void) { if (environ[0] && environ[1] && environ[1][0] == 'x') reach_error(); }", verdict.False},
		{"no second string", "extern char **environ; int main(void) { if (environ[0] && !environ[1]) reach_error(); }", verdict.False},
		{"later strings of the environment", "int main(int n, char **v, char **e) { if (e[0] && e[1] && e[2] && e[3] && e[4] && e[4] == e[5]) reach_error(); }", verdict.True},
		{"later strings of environ", "extern char **environ; int main(void) { if (environ[0] && environ[1] && environ[2] && environ[3] && environ[3] == environ[4]) reach_error(); }", verdict.True},
		{"a later argument in the environment", "int main(int n, char **v, char **e) { if (n > 6 && e[0] && e[1] && e[2] && e[3] && v[5] == e[4] && e[4]) reach_error(); }", verdict.True},
		{"what later strings begin with", "int main(int n, char **v, char **e) { if (n > 6 && e[0] && e[1] && e[2] && e[3] && e[4] && e[4][0] == 'x' && v[5] != v[4]) reach_error(); }", verdict.False},
		{"an argument in the environment", "int main(int n, char **v, char **e) { if (n > 1 && e[0] && (e[0] == v[1] || e == v || e[0] == (char *)v)) reach_error(); }", verdict.True},
		{"two names of the environment", "extern char **environ; int main(int n, char **v, char **e) { if (environ != e) reach_error(); }", verdict.True},
		{"another environment", "extern char **environ; char *none[1]; int main(int n, char **v, char **e) { environ = none; if (environ != e) reach_error(); }", verdict.False},
		{"the list as an argument", "int main(int n, char **v) { if (n > 1 && v[1] == (char *)v) reach_error(); }", verdict.True},
		{"two equal arguments", "int main(int argc, char **argv) { if (argc > 1 && argv[0][0] == 'a' && argv[1][0] == 'a') reach_error(); }", verdict.False},
		{"written argument", "int main(int argc, char **argv) { if (argc > 2) { argv[1][0] = 'x'; if (argv[2][0] == 'x') reach_error(); } }", verdict.False},
		{"environ", "extern char **environ; int main(void) { if (!environ) reach_error(); }", verdict.True},
		{"environ without texts", "extern char **environ; int main(void) { if (!environ[0]) reach_error(); }", verdict.False},
		{"environ is changed", "extern char **environ; int main(void) { environ = 0; if (!environ) reach_error(); }", verdict.False},
		{"far from a pointer of unknown origin", "extern int *get(void); extern unsigned n(void);\n" +
			"int main(void) { int *p = get(); unsigned k = n(); if (p && k > 90000 && k < 1000000 && p[k] == 3) reach_error(); }", verdict.False},
		{"called", "int main(int n, char **a) { if (n == -3) reach_error(); if (n > 1) return main(-3, a); return 0; }", verdict.False},
		{"with a constructor", "static int k; __attribute__((constructor)) static void f(void) { k = 1; }\n" +
			"int main(int argc, char **argv) { if (argc < 0 || argv[argc] || !k) reach_error(); }", verdict.True},
		{"weak variable", "extern int w __attribute__((weak)); int main(void) { if (!&w) reach_error(); }", verdict.Unknown},
		{"weak function", "void f(void) __attribute__((weak)); void (*g)(void) = f; int main(void) { int n = 0; if (f) { f(); n = 1; } if (g && n > 1) reach_error(); }", verdict.True},
		{"weak function that may not be there", "void f(void) __attribute__((weak)); static void (*const g)(void) = f; int main(void) { if (!g) reach_error(); }", verdict.Unknown},
		{"weak variable that is there", "int w __attribute__((weak)); int main(void) { if (!&w) reach_error(); }", verdict.True},
		{"a function by its name for the assembler", "int f(int) __asm__(\"zz\"); int f(int x) { if (x == 3) reach_error(); return x; }\n" +
			"int zz(int); int main(void) { return zz(3); }", verdict.False},
		{"a variable by its name for the assembler", "int g __asm__(\"hh\") = 5; extern int hh; int main(void) { hh++; if (g != 6) reach_error(); }", verdict.True},
		{"a function of the library by that", "#include <string.h>\nunsigned long mine(const char *) __asm__(\"strlen\");\nunsigned long mine(const char *s) { return 42; }\n" +
			"int main(void) { char b[3] = \"a\"; if (strlen(b) == 42) reach_error(); }", verdict.False},
		{"distance of labels", "int main(void) { static const int to[] = { &&a - &&a, &&b - &&a }; int i = 1;\n" +
			"goto *(&&a + to[i]); a: return 0; b: reach_error(); }", verdict.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte("void reach_error(void);\n"+c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != c.want {
				t.Errorf("%v, want %v; %s", res.Verdict, c.want, res.Detail)
			}
		})
	}
}

// TestGivenWithMemory: a program that is started with any arguments has no fewer errors where properties of memory are looked for, too.
func TestGivenWithMemory(t *testing.T) {
	const head = "void reach_error(void);\nint strcmp(const char *, const char *);\nstatic int a[10];\n"
	for _, c := range []struct {
		name, text  string
		alone, with verdict.Verdict
	}{
		{"many", "int main(int argc, char **argv) { if (argc >= 10) reach_error(); }", verdict.False, verdict.False},
		{"many, of which one is read", "int main(int argc, char **argv) { if (argc >= 10 && argv[1][0] == 'x') reach_error(); }", verdict.False, verdict.False},
		{"the tenth", "int main(int argc, char **argv) { if (argc >= 10 && argv[9][0] == 'x') reach_error(); }", verdict.False, verdict.Unknown},
		{"all", "int main(int argc, char **argv) { for (int i = 0; i < argc; i++) if (!strcmp(argv[i], \"x\")) reach_error(); }", verdict.False, verdict.False},
		{"the end", "int main(int argc, char **argv) { if (argv[argc]) reach_error(); }", verdict.True, verdict.True},
		{"the second", "int main(int argc, char **argv) { if (argc > 1 && argv[1][0] == 'x' && argv[1][0] != 'x') reach_error(); }", verdict.True, verdict.True},
		{"the environment", "int main(int argc, char **argv, char **envp) { if (envp[0] && envp[1]) reach_error(); }", verdict.False, verdict.Unknown},
		{"neither", "int main(int argc, char **argv, char **envp) { if (argc < 0) reach_error(); }", verdict.True, verdict.True},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, more := range []string{"", "bounds", "valid-deref"} {
				want := c.with
				if more == "" {
					want = c.alone
				}
				if res := verify(t, cfront.Options{Environment: cfront.Environment{Valid: true}, Properties: strings.Split(strings.Trim("unreach-call,"+more, ","), ",")}, head+c.text); res.Verdict != want {
					t.Errorf("with %q: %v, want %v; %s", more, res.Verdict, want, res.Detail)
				}
			}
		})
	}
	for _, text := range []string{
		"int main(int argc, char **argv) { return a[argc]; }",
		"int main(int argc, char **argv) { return argc > 1 && argv[1][0] ? a[argc] : 0; }",
	} {
		if res := verify(t, cfront.Options{Environment: cfront.Environment{Valid: true}, Properties: []string{"bounds"}}, head+text); res.Verdict != verdict.False {
			t.Errorf("%v, want FALSE of %s", res.Verdict, text)
		}
	}
}
