package cli

import (
	"flag"
	"fmt"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

var (
	wrongCount = flag.Int("wrongwitness.count", testenv.Count(12, 60), "how many witnesses of a wrong program are checked")
	wrongSeed  = flag.Int64("wrongwitness.seed", 1, "of these witnesses")
)

// wrongProgram comes to the error, whatever the invariants of a witness are: pointers and indices lead out of their objects before,
// numbers overflow, objects
// are freed, or have never had a value.
const wrongProgram = `extern void reach_error(void);
extern int input(void);
extern void *malloc(unsigned long);
extern void free(void *);
#define AT *p
#define LAST a[i]
#define NEXT q->n->x
#define HALF (n / i)
struct s { int x, b : 3; struct s *n; } ss[3];
int a[10], *g, zero;
static int step(int *p, int k) {
	return *p + k;
}
int main(void) {
	int *p = a, i = 0, n = input(), *h = malloc(4), un, m[2][3] = { { 1 } };
	struct s *q = ss;
	double d = 1e308;
	const char *t = "ab";
	unsigned char c = 7;
	if (!h) return 0;
	*h = 1;
	free(h);
	while (p < a + 10) {
		*p = step(p, 1);
		p++, i++;
		if (q < ss + 3) q++;
	}
	i -= 10;
	reach_error();
}
`

// TestWitnessesOfWrongPrograms: no correctness witness of a wrong program is confirmed. Its expressions are valid everywhere, or seem to be:
// executions in which one has no value must not be left out.
func TestWitnessesOfWrongPrograms(t *testing.T) {
	dir := t.TempDir()
	file, name := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml")
	write(t, file, wrongProgram)
	r := rand.New(rand.NewSource(*wrongSeed))
	loop, last := lineOf("while"), lineOf("reach_error();")
	counts := map[int]int{}
	for range *wrongCount {
		text := wrongWitness(r, loop, last)
		write(t, name, text)
		status, out := craigStatus(t, "witness", "check", "--timeout", "20s", file, name)
		counts[status]++
		if status != exitRejected && status != exitUndecided {
			t.Errorf("status %d: %s%s", status, out, text)
		}
	}
	t.Log(counts)
	if counts[exitRejected] == 0 || counts[exitUndecided] == 0 {
		t.Error("none is rejected, or none undecided")
	}
}

// lineOf is the last line of wrongProgram with a text.
func lineOf(text string) int {
	return strings.Count(wrongProgram[:strings.LastIndex(wrongProgram, text)], "\n") + 1
}

// wrongWitness is a witness with one to three expressions, in invariants, in a contract or in a change of a ghost variable.
func wrongWitness(r *rand.Rand, loop, last int) string {
	e := func(parameters bool) string {
		x := wrongValue(r, r.Intn(3))
		if parameters { // all that a contract may speak of
			x = []string{"p[k] == 0", "*p == k", "(*(p + 9)) > 0", "a<:k:> == 0", "*g == 0", "1 / zero == 0", "ss[k + 2].x == 0",
				"*(a + 10 * k) == 0"}[r.Intn(8)]
		}
		return fmt.Sprintf([]string{"(%s) || 1", "((%s) | 1) != 0", "(%s) == 5 || 1", "(%s) ? 1 : 2", "((%s) || 1) && !0",
			"sizeof(int) * (%s) || 1"}[r.Intn(6)], x)
	}
	text := "- entry_type: invariant_set\n  metadata:\n    format_version: '2.1'\n    task:\n      specification: CHECK( init(main()), " +
		"LTL(G ! call(reach_error())) )\n  content:\n"
	for k := r.Intn(2); k >= 0; k-- {
		switch r.Intn(3 + k) {
		case 0, 1:
			text += fmt.Sprintf("  - invariant:\n      type: loop_invariant\n      location: {file_name: p.c, line: %d, column: 2}\n      "+
				"value: '%s'\n      format: c_expression\n", loop, e(false))
		case 2:
			text += fmt.Sprintf("  - invariant:\n      type: location_invariant\n      location: {file_name: p.c, line: %d, column: 2}\n  "+
				"    value: '%s'\n      format: c_expression\n", last, e(false))
		case 3:
			text += fmt.Sprintf("  - invariant:\n      type: function_contract\n      location: {file_name: p.c, line: %d, column: 1}\n   "+
				"   requires: '%s'\n      ensures: '%s'\n      format: acsl_expression\n",
				lineOf("static int step"), e(true), e(true))
		}
	}
	if r.Intn(4) == 0 {
		text += fmt.Sprintf("- entry_type: ghost_instrumentation\n  metadata:\n    format_version: '2.1'\n    task:\n      specification: "+
			"CHECK( init(main()), LTL(G ! call(reach_error())) )\n"+
			"  content:\n    ghost_variables:\n    - {name: ghost, scope: global, type: int, initial: {value: '0', format: "+
			"c_expression}}\n    ghost_updates:\n"+
			"    - location: {file_name: p.c, line: %d, column: 2, function: main}\n      updates:\n      - {variable: ghost, value: "+
			"'%s', format: c_expression}\n", last-1, e(false))
	}
	return text
}

// wrongValue is an expression over the variables of main, which often has no value in the end.
func wrongValue(r *rand.Rand, depth int) string {
	if depth == 0 && r.Intn(3) > 0 {
		return []string{"i", "n", "c", "zero", "sizeof(*p)", "un", "i < n", "p - a", "q != 0", "m[0][1]", "*a"}[r.Intn(11)]
	}
	if depth == 0 {
		return []string{"i", "n", "c", "un", "*p", "q->x", "q->b", "(*q).x", "AT", "LAST", "NEXT", "HALF", "*h", "h[0]", "*g", "t[i]",
			"*(t + i)", "a[i]", "a<:i:>", "i[a]", "p[0]", "p<:i:>", "m[1][i]",
			"*(m[0] + i)", "ss[i].x", "(ss + i)->x", "(int)d", "(&ss[i])->b", "p[-11]", "*(int *)0", "*(a + 10)", "(*(&p))[0]", "**(&p)",
			"q[0].x", "sizeof(*p)", "zero"}[r.Intn(36)]
	}
	x, y := wrongValue(r, depth-1), wrongValue(r, r.Intn(depth))
	return fmt.Sprintf([]string{"(%s) + (%s)", "(%s) * (%s)", "(%s) / (%s)", "(%s) %% (%s)", "(%s) << (%s)", "(%s) >> (%s)", "(%s) == (%s)",
		"(%s) < (%s)", "(%s) && (%s)", "(%s) || (%s)", "(%s) - (%s)", "(%s) & (%s)",
		"(i < 5 ? (%s) : (%s))", "(char)(%s) ^ (%s)", "a[(%s)] + (%s)", "-(%s) - (%s)", "!(%s) + ~(%s)"}[r.Intn(17)], x, y)
}
