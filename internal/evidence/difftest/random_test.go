package difftest_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/difftest"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	verifier "craig/internal/run"
	"craig/internal/testenv"
)

var (
	count = flag.Int("challenge.count", 3, "how many random programs are verified, and then challenged or replayed")
	seed  = flag.Int64("challenge.seed", 1, "of the first of these programs")
)

// TestRandomPrograms: random programs are verified for a moment, and the compiled programs have the last
// word: no TRUE is refuted, no FALSE rejected.
func TestRandomPrograms(t *testing.T) {
	testenv.NeedsLong(t)
	needSanitizers(t)
	has32 := machine32(t)
	answers := map[string]int{}
	for i := range *count {
		g := &generator{r: rand.New(rand.NewSource(*seed + int64(i)))}
		text := g.program()
		opts := cfront.Options{ILP32: has32 && g.chance(3)}
		if g.chance(4) {
			opts.Signed = ir.SignedWrap
		}
		file := filepath.Join(t.TempDir(), "random.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		answer, problem := judged(t, opts, file)
		answers[answer]++
		if problem != "" {
			t.Errorf("program %d (%+v): %s: %s\n%s", *seed+int64(i), opts, answer, problem, text)
		}
	}
	t.Log(answers)
	if answers["UNKNOWN"] == *count {
		t.Error("none is decided")
	}
}

// judged verifies a program and has the compiled program's opinion of the verdict.
func judged(t *testing.T, opts cfront.Options, file string) (answer, problem string) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	res, err := verifier.Verify(ctx, prepare.New(opts, nil, file), verifier.Options{})
	switch {
	case err != nil:
		return "error", err.Error()
	case res.Bug != nil:
		return "bug", res.Bug.String()
	}
	answer = res.Verdict.String()
	switch res.Verdict {
	case verdict.True:
		out := run(t, read(t, opts, file), time.Second)
		if out.Answer == difftest.Refuted {
			return answer, fmt.Sprintf("%s %v\n%s", out.Reason, out.Inputs, out.Reading)
		}
		answer += " " + out.Answer.String()
	case verdict.False:
		out, err := replay.Run(t.Context(), replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace, replay.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if out.Answer == replay.Rejected {
			return answer, out.Reason
		}
		answer += " " + out.Answer.String()
	}
	return answer, ""
}

func machine32(t *testing.T) bool {
	ok := false
	t.Run("32 bits", func(t *testing.T) {
		needSanitizers(t, "-m32")
		ok = true
	})
	return ok
}

// generator writes small programs about what C means: layouts, conversions, bytes, strings. Each
// computes something from a few inputs in two ways that are often the same, and compares.
type generator struct {
	r *rand.Rand
	b strings.Builder
}

func (g *generator) n(k int) int       { return g.r.Intn(k) }
func (g *generator) chance(k int) bool { return g.r.Intn(k) == 0 }

func pick(g *generator, list ...string) string { return list[g.n(len(list))] }

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, format+"\n", args...)
}

func (g *generator) scalar() string {
	return pick(g, "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool", "long long", "enum colour")
}

// value is a small expression over the inputs a, b and c.
func (g *generator) value(depth int) string {
	if depth == 0 {
		return pick(g, "a", "b", "c", fmt.Sprint(g.n(10)), fmt.Sprint(g.n(300)-150), "-1", "255", "0x8000", "sizeof(struct pair)", "sizeof(long)")
	}
	x, y := g.value(depth-1), g.value(depth-1)
	switch g.n(10) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", g.scalar(), x)
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", x, pick(g, "+", "-"), y)
	case 3:
		return fmt.Sprintf("(%s %s %s)", x, pick(g, "&", "|", "^"), y)
	case 4:
		return fmt.Sprintf("(%s %s %d)", x, pick(g, "<<", ">>"), g.n(8))
	case 5:
		return fmt.Sprintf("(%s %s %s)", x, pick(g, "<", "<=", "==", "!="), y)
	case 6:
		return fmt.Sprintf("(%s ? %s : %s)", pick(g, "a > 3", "b == c", "c & 1"), x, y)
	case 7:
		return fmt.Sprintf("(%s %s %d)", x, pick(g, "/", "%"), 1+g.n(9))
	case 8:
		return fmt.Sprintf("(%s * %d)", x, g.n(5))
	}
	return pick(g, "-", "~", "!", "+") + "(" + x + ")"
}

// field is a member of a structure.
func (g *generator) field(name string) string {
	switch g.n(5) {
	case 0:
		return fmt.Sprintf("%s %s : %d;", pick(g, "int", "unsigned", "long", "unsigned char"), name, 1+g.n(8))
	case 1:
		return fmt.Sprintf("%s %s[%d];", pick(g, "char", "short", "unsigned char"), name, 1+g.n(4))
	}
	text := g.scalar() + " " + name + ";"
	if g.chance(6) {
		text = fmt.Sprintf("%s %s __attribute__((aligned(%d)));", g.scalar(), name, 1<<g.n(4))
	}
	return text
}

func (g *generator) program() string {
	g.line("#include <string.h>\n#include <stdlib.h>\n#include <stddef.h>")
	g.line("extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern short __VERIFIER_nondet_short(void); extern long __VERIFIER_nondet_long(void);")
	g.line("extern void reach_error(void);")
	g.line("enum colour { red, green = %d, blue };", g.n(400)-200)
	packed := ""
	if g.chance(4) {
		packed = " __attribute__((packed))"
	}
	g.line("struct%s pair { %s %s int last; };", packed, g.field("first"), g.field("second"))
	g.line("union both { %s x; %s y; unsigned char bytes[8]; };", g.scalar(), g.scalar())
	g.line("static %s kept = %d;", g.scalar(), g.n(100))
	g.line("static int twice(int x, %s y) { kept += 1; return x + y; }", g.scalar())
	g.line("int main(void) {")
	g.line("  %s a = __VERIFIER_nondet_%s();", g.scalar(), pick(g, "int", "uchar", "short"))
	g.line("  %s b = __VERIFIER_nondet_%s();", g.scalar(), pick(g, "int", "uchar", "short", "long"))
	g.line("  int c = __VERIFIER_nondet_uchar() %% %d;", 2+g.n(5))
	g.line("  struct pair p, q; union both u; char text[8]; int list[6]; long r = 0, s = 0; int i;")
	g.line("  memset(&p, %s, sizeof p); memset(&q, 0, sizeof q); memset(&u, 0, sizeof u);", pick(g, "0", "0", "255", "c"))
	for range 3 + g.n(4) {
		g.statement()
	}
	g.line("  if (%s) reach_error();", pick(g, "r != s", "r < s", "r == s + 7", "(r ^ s) & 4", "r - s > 100"))
	g.line("}")
	return g.b.String()
}

// statement writes a step that changes r and s, often alike.
func (g *generator) statement() {
	v := g.value(2)
	switch g.n(12) {
	case 0:
		g.line("  r += (unsigned char)(%s); u.x = %[1]s; s += u.bytes[0];", v)
	case 1:
		g.line("  p.last = %s; q = p; r += q.last; s += (int)(%[1]s);", v)
	case 2:
		g.line("  memcpy(&q, &p, sizeof p); r += memcmp(&p, &q, sizeof p) != 0; s += 0;")
	case 3:
		g.line("  r += offsetof(struct pair, last); s += (char *)&p.last - (char *)&p;")
	case 4:
		g.line("  r += sizeof(p); s += (char *)(&p + 1) - (char *)&p;")
	case 5:
		g.line("  for (i = 0; i < 6; i++) list[i] = i * %d; r += list[c %% 6]; s += c %% 6 * %[1]d;", g.n(9))
	case 6:
		g.line("  strcpy(text, \"%s\"); text[c] = 0; r += strlen(text); s += c;", pick(g, "abcdef", "abcdefg", "ab"))
	case 7:
		g.line("  r += twice(%s, %s) & 15; s += kept & 1;", g.value(1), g.value(1))
	case 8:
		t := g.scalar()
		g.line("  { %s x = %s; r += x; s += (%[1]s)(%[2]s); }", t, v)
	case 9:
		g.line("  { int *at = list + c %% 6; *at = %s; r += *at; s += at[0]; }", v)
	case 10:
		g.line("  { char *m = malloc(4); m[0] = a; m[1] = b; m = realloc(m, 16); r += m[1]; s += (char)b; free(m); }")
	default:
		g.line("  if (%s) { r += %s; } else { s += %d; }", g.value(1), g.value(1), g.n(5))
	}
}
