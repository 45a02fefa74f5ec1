package run

import (
	"maps"
	"slices"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestArgumentsApart: no error depends on two arguments that are one string or overlap, on one that is null, or one that lies in argv; whatever else
// arguments may be is found.
func TestArgumentsApart(t *testing.T) {
	for body, want := range map[string]verdict.Verdict{
		"if (argc > 6 && argv[4] == argv[5]) reach_error();":                                                                verdict.Unknown,
		"argc--; argv++; if (argc > 6 && argv[4] == argv[5]) reach_error();":                                                verdict.Unknown,
		"if (argc > 5 && twice(argv, argc - 1)) reach_error();":                                                             verdict.Unknown,
		"for (int i = 1; i < argc; i++) for (int j = 1; j < i; j++) if (argv[i] == argv[j]) reach_error();":                 verdict.Unknown,
		"int n = 0; while (*argv) { n++; argv++; } if (argc == 5 && n == 3) reach_error();":                                 verdict.Unknown,
		"if (argc > 6 && argv[4][1] && argv[5][1]) { argv[4][0] = 1; argv[5][0] = 2; if (argv[4][0] == 2) reach_error(); }": verdict.Unknown,
		"if (argc > 1 && argv[1][0] == 'x') reach_error();":                                                                 verdict.False,
		"for (int i = 1; i < argc; i++) if (argv[i][0] == '-' && argv[i][1] == 'v') reach_error();":                         verdict.False,
		"argc--; argv++; if (argc > 6 && argv[5][0] == 'x' && argv[4][0] == 'x' && argv[6][0]) reach_error();":              verdict.False,
		"int n = 0; if (argc < 4) return 1; while (*++argv) n++; if (n > 4) reach_error();":                                 verdict.False,
		"if (argc > 6 && argv[4] != argv[5]) reach_error();":                                                                verdict.False,
		"if (argc > 6 && argv[5] == argv[4] + 1 && argv[4][0] == 'x') reach_error();":                                       verdict.Unknown,
		"if (argc > 6 && argv[2] == argv[1] + 1 && argv[1][0] == 'x') reach_error();":                                       verdict.Unknown,
		"if (argc > 6 && argv[2] == argv[1] + 1) reach_error();":                                                            verdict.False, // an empty string
		"if (argc > 6 && argv[5] == (char *)&argv[3]) reach_error();":                                                       verdict.Unknown,
		"if (argc > 6) { argv[4] = argv[5]; if (argv[4] == argv[5]) reach_error(); }":                                       verdict.False,
		"int k = argc - 2; if (argc > 6 && argv[k] == argv[5]) reach_error();":                                              verdict.False,
	} {
		for _, before := range []string{"", "__attribute__((constructor)) static void first(void) {}\n"} {
			res := verify(t, cfront.Options{Properties: []string{"unreach-call"}}, "extern void reach_error(void);\n"+before+`
static int twice(char **l, int n) { for (int i = 0; i < n; i++) if (l[i] == l[i + 1]) return 1; return 0; }
int main(int argc, char **argv) { `+body+` return twice(0, 0); }`)
			if res.Verdict != want {
				t.Errorf("%q %s: %v, want %v: %s", before, body, res.Verdict, want, res.Detail)
			}
		}
	}
}

// TestEnvironmentApart: no error depends on two strings of the environment that are one or overlap, nor on one that overlaps an argument or lies in a
// list of strings.
func TestEnvironmentApart(t *testing.T) {
	const count = "int n = 0; while (envp[n]) n++; int k = argc; if (n < 9 || k < 0 || k >= n - 1) return 0; "
	tests := map[string]verdict.Verdict{
		"for (int i = 0; envp[i]; i++) for (int j = 0; j < i; j++) if (envp[i] == envp[j]) reach_error();":                      verdict.Unknown,
		"int n = 0; for (char **e = environ; *e; e++, n++) if (n > 4 && e[0] == e[-1]) reach_error();":                          verdict.Unknown,
		count + "if (k > 6 && argv[5] == envp[k - 3]) reach_error();":                                                           verdict.Unknown,
		count + "if (envp[k][0] && envp[k + 1][0]) { envp[k][0] = 1; envp[k + 1][0] = 2; if (envp[k][0] == 2) reach_error(); }": verdict.Unknown,
		count + "if (envp[k] == (char *)envp) reach_error();":                                                                   verdict.Unknown,
		count + "if (envp[k] == (char *)&argv[k]) reach_error();":                                                               verdict.Unknown,
		"if (argc > 5 && envp[0] && envp[0][0] == 'A' && envp[0][1] == 'B' && envp[0] + 1 == argv[4]) reach_error();":           verdict.Unknown,
		"if (argc > 5 && envp[0] && envp[0][0] == 'A' && envp[0][1] == 0 && envp[0] + 2 == argv[4]) reach_error();":             verdict.False,
		"if (envp[0] && envp[0][0] && envp[0][1] && envp[1] && envp[0] + 1 == envp[1]) reach_error();":                          verdict.Unknown,
		count + "if (envp[n - 1][0] == 'x' && envp[k][0] == 'y' && argv[1][0] == 'z') reach_error();":                           verdict.False,
		count + "if (envp[k] != envp[k + 1] && envp[k][0] == 'x') reach_error();":                                               verdict.False,
	}
	for i, body := range slices.Sorted(maps.Keys(tests)) {
		if i%4 != 0 && !testenv.Long() {
			continue
		}
		want := tests[body]
		res := verify(t, cfront.Options{Properties: []string{"unreach-call"}}, `extern void reach_error(void);
extern char **environ;
int main(int argc, char **argv, char **envp) { `+body+` return 0; }`)
		if res.Verdict != want {
			t.Errorf("%s: %v, want %v: %s", body, res.Verdict, want, res.Detail)
		}
	}
}
