package witness_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/evidence/witness"
	"craig/internal/testenv"
)

// throughPointers have loops whose proofs speak of what pointers lead to.
var throughPointers = []struct {
	text string
	want []string // parts of what is said
}{
	{"#include <stdlib.h>\nstruct s { int n, k; struct s *next; unsigned char t[4]; };\n" +
		"int main(void) { struct s *p = malloc(sizeof *p), *q = __VERIFIER_nondet_int() ? p : 0; int *a = malloc(40), i = 0; if (!p || !a) return 0;\n p->n = 0; p->k = 0; p->t[2] = 9; a[0] = 0;\n" +
		" while (p->n < 10) { if (p->k != 2 * p->n || p->t[2] != 9) reach_error(); p->n++; p->k += 2; }\n" +
		" while (i < 9) { if (a[i] != i) reach_error(); a[i + 1] = a[i] + 1; i++; if (q && q->k != 20) reach_error(); } }",
		[]string{"(long long)p->n <= 10", "2 * (long long)p->n == (long long)p->k", "(long long)p->t[2] == 9", "(long long)a[(long long)i]"}},
	{"#include <stdlib.h>\nint main(void) { int *q = malloc(4), n = __VERIFIER_nondet_int(); if (!q || n < 0 || n > 50) return 0; *q = 0;\n" +
		" while (n > 0) { if (*q < 0) reach_error(); if (*q > 100) *q = 0; *q = *q + 1; n--; }\n free(q);\n while (n < 5) n++; if (n != 5) reach_error(); }",
		[]string{"(long long)(*q)"}},
}

// TestThroughPointers: cells without a name are said by the pointers that the program reads them with.
func TestThroughPointers(t *testing.T) {
	for _, c := range throughPointers {
		e, _ := written(t, c.text)
		all := ""
		for _, item := range e.Content {
			all += item.Invariant.Value + "\n"
		}
		for _, part := range c.want {
			if !strings.Contains(all, part) {
				t.Errorf("no %s in %s of\n%s", part, all, c.text)
			}
		}
	}
}

// driver gives a program inputs, of which some are small, by a seed, and ends it after many, or when it has run for a while.
const driver = `
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static unsigned long long state; static int asked;
static void enough(int s) { (void)s; _exit(0); }
void reach_error(void) { exit(3); }
int __VERIFIER_nondet_int(void) {
	if (++asked > 300) exit(0);
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	unsigned x = state >> 33;
	return x % 3 ? (int)(x >> 3) % 12 : x % 2 ? (int)(x >> 2) : -(int)(x >> 2);
}
int main_(void);
int main(int argc, char **argv) { (void)argc; state = strtoull(argv[1], 0, 10);
	struct itimerval limit = { { 0, 0 }, { 0, 50000 } };
	signal(SIGALRM, enough); setitimer(ITIMER_REAL, &limit, 0);
	main_(); return 0; }
`

// TestInvariantsHold: compiled into their programs, which run on random inputs under sanitizers, invariants have a value and hold at each pass of
// their loops.
func TestInvariantsHold(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	programs := slices.Clone(safe)
	for _, c := range throughPointers {
		programs = append(programs, c.text)
	}
	looked := 0
	count, first := testenv.Random(testenv.Count(10, 60))
	for i, text := range programs {
		if i%4 != 0 && !testenv.Long() || i%2 != 0 && !testenv.Night() {
			continue
		}
		e, file := written(t, text)
		dir := filepath.Dir(file)
		copied, n := asserted(t, declarations+text, e)
		looked += n
		for name, content := range map[string]string{"copy.c": strings.Replace(copied, "int main(void)", "int main_(void)", 1), "driver.c": driver} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		program := filepath.Join(dir, "program")
		build := exec.Command("gcc", "-w", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fwrapv", "-o", program, filepath.Join(dir, "copy.c"), filepath.Join(dir, "driver.c"))
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, copied)
		}
		for seed := first; seed < first+uint64(count); seed++ {
			run := exec.Command(program, fmt.Sprint(seed))
			run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
			out, err := run.CombinedOutput()
			if err != nil {
				t.Errorf("seed %d: %v\n%s\n%s", seed, err, out, copied)
			}
		}
	}
	if looked < testenv.Count(3, 6) {
		t.Errorf("only %d invariants", looked)
	}
}

// asserted is a text with the invariants of a witness as assertions at each pass of their loops, and how many.
func asserted(t *testing.T, text string, e *witness.Entry) (string, int) {
	lines := strings.SplitAfter(text, "\n")
	items := slices.Clone(e.Content)
	slices.SortFunc(items, func(a, b witness.Item) int { // from the end, so that columns stay right
		p, q := a.Invariant.Location, b.Invariant.Location
		return cmp.Or(q.Line-p.Line, q.Column-p.Column)
	})
	for _, item := range items {
		inv := item.Invariant
		at := inv.Location.Column - 1
		before, line := lines[inv.Location.Line-1][:at], lines[inv.Location.Line-1][at:]
		check := "((" + inv.Value + ") ? 0 : (__builtin_trap(), 0))"
		head, rest, ok := line, "", true
		switch {
		case inv.Type == "location_invariant":
			head, rest = check+"; ", line
		case strings.HasPrefix(line, "while"):
			head, rest, ok = strings.Cut(line, "(")
			head += "(" + check + ", "
		case strings.HasPrefix(line, "do"):
			head, rest, ok = strings.Cut(line, "{")
			head += "{" + check + "; "
		case strings.HasPrefix(line, "for"):
			head, rest, ok = strings.Cut(line, ";")
			if head += ";" + check + ", "; strings.HasPrefix(strings.TrimSpace(rest), ";") {
				head += "1"
			}
		default:
			ok = false
		}
		if !ok {
			t.Fatalf("%+v is at %q", inv, line)
		}
		lines[inv.Location.Line-1] = before + head + rest
	}
	return strings.Join(lines, ""), len(items)
}
