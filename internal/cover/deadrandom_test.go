package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestDeadCodeOfRandomPrograms compares what is said of the statements of random programs with what the compiled programs
// execute. They have jumps of all kinds, and three inputs with four values, so that all executions are run. CRAIG_RANDOM is
// the number of programs, CRAIG_SEED the first of them.
func TestDeadCodeOfRandomPrograms(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	number, from := testenv.Random(1)
	first := int(from)
	said, open := 0, 0
	for seed := first; seed < first+number; seed++ {
		g := newJumps(uint64(seed))
		dir := t.TempDir()
		file := filepath.Join(dir, "p.c")
		if err := os.WriteFile(file, []byte(strings.Join(g.plain, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		executed := g.run(t, dir, seed)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		d, err := DeadCode(ctx, prepare.New(cfront.Options{Unknown: cfront.Unknown{UnknownPointers: cfront.Any}}, nil, file), Options{})
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, g.numbered())
		}
		seen := map[int]bool{}
		wrong := ""
		for _, l := range d.Lines {
			n := l.Pos.Line
			seen[n] = true
			switch {
			case l.Status == Open:
				open++
			case !g.asked[n] && l.Status == Covered: // nothing notes it
			case (l.Status == Covered) != executed[n]:
				wrong += fmt.Sprintf("line %d is executed: %v, and said to be %v\n", n, executed[n], l.Status)
				fallthrough
			default:
				said++
			}
		}
		for n := range g.asked {
			if !seen[n] && len(d.Lines) > 0 {
				wrong += fmt.Sprintf("line %d has a statement that nothing is said of\n", n)
			}
		}
		if wrong != "" {
			t.Errorf("seed %d: %s (%s: %s)\n%s", seed, wrong, d.Reason, d.Detail, g.numbered())
		}
	}
	t.Logf("%d statements decided, %d open", said, open)
	if said == 0 {
		t.Error("nothing was decided")
	}
}

// jumps writes a program twice: as it is, and with a note of each statement that is executed.
type jumps struct {
	r        *rand.Rand
	plain    []string
	judged   []string
	asked    map[int]bool // the lines that have a statement
	function int
	labels   []string // those of the function that some goto names
	label    int
	loops    int // how many loops are around
	switches int // how many loops and switches are around
	left     int // how many statements the function may still have
}

func newJumps(seed uint64) *jumps {
	g := &jumps{r: rand.New(rand.NewPCG(seed, 11)), asked: map[int]bool{}}
	g.both("#include <stdlib.h>", "#include <string.h>", "extern int __VERIFIER_nondet_int(void);", "static int fuel = 8, a, b, c;",
		"__attribute__((noreturn)) static void quit(void) { exit(0); }",
		"static int order(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }",
		"static void wipe(int *p) { c = *p & 3; }",
		"struct box { int k; int (*f)(int); };")
	n := 2 + g.r.IntN(3)
	for i := range n {
		g.define(i)
	}
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("f%d", i))
	}
	g.both("static int (*const table[])(int) = { "+strings.Join(list, ", ")+" };", "int main(void)", "{")
	for _, v := range []string{"a", "b", "c"} {
		g.line("", v+" = __VERIFIER_nondet_int() & 3;", "")
	}
	g.function, g.left = n, 14
	g.labels, g.loops, g.switches = nil, 0, 0
	g.both("\tint x = a, y = 1;")
	g.block(1)
	g.rest()
	g.line("\t", "return x + y;", "")
	g.both("}", "")
	return g
}

func (g *jumps) both(lines ...string) {
	g.plain, g.judged = append(g.plain, lines...), append(g.judged, lines...)
}

// line writes a statement that is executed if its beginning is. before is a label; after stays outside of what is noted.
func (g *jumps) line(before, s, after string) {
	n := len(g.plain) + 1
	g.asked[n] = true
	g.plain = append(g.plain, before+s+after)
	g.judged = append(g.judged, fmt.Sprintf("%sHIT(%d) %s%s", before, n, s, after))
}

// alone writes a statement that stands without braces.
func (g *jumps) alone(s string) {
	n := len(g.plain) + 1
	g.asked[n] = true
	g.plain = append(g.plain, s)
	g.judged = append(g.judged, fmt.Sprintf("{ HIT(%d) %s }", n, s))
}

func (g *jumps) define(i int) {
	g.both(fmt.Sprintf("static int f%d(int x)", i), "{", "\tint y = b & 1;")
	g.function, g.left = i, 7
	g.labels, g.loops, g.switches = nil, 0, 0
	g.block(1)
	g.rest()
	g.line("\t", "return (x ^ y) & 3;", "")
	g.both("}")
}

// rest places the labels that have no place yet.
func (g *jumps) rest() {
	for _, l := range g.labels {
		g.line(l+": ", "y = "+g.value()+";", "")
	}
	g.labels = nil
}

func (g *jumps) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *jumps) value() string {
	return g.pick("x", "y", "a", "b", "c", "0", "1", "2", "(x + 1) & 3", "(a ^ b)", "(y + c) & 3", "x > 1", "!y", g.call())
}

func (g *jumps) cond() string {
	k := g.r.IntN(5)
	return g.pick(fmt.Sprintf("x == %d", k), fmt.Sprintf("y < %d", k), fmt.Sprintf("a > %d", k), "b", "!c", "a == b", "x != y && c < 2", "x > 2 || (y = 1)",
		"a ? b : c", fmt.Sprintf("(x & 1) + (b & 1) == %d", k), g.call(), "0", "1", "a + 1 > a", "c && "+g.call(), "b || "+g.call(), "a ? "+g.call()+" : "+g.call())
}

// call is a call of a function that stands before.
func (g *jumps) call() string {
	if g.function == 0 {
		return "(y & 1)"
	}
	i := g.r.IntN(g.function)
	arg := g.pick("x", "y", "1", "a", "3")
	if g.function > 1 && g.r.IntN(3) == 0 {
		j := g.r.IntN(g.function)
		return fmt.Sprintf(g.pick("(%s ? f%d : f%d)(%s)", "((struct box[]){{ 1, f%[2]d }, { 2, f%[3]d }})[!%[1]s].f(%[4]s)"), g.pick("a", "b", "(x & 1)"), i, j, arg)
	}
	return fmt.Sprintf(g.pick("f%d(%s)", "(*f%d)(%s)", "((int (*)(int))(void *)f%d)(%s)", "({ int (*p)(int) = f%d; p(%s); })"), i, arg)
}

func (g *jumps) block(depth int) {
	for range 1 + g.r.IntN(4) {
		if g.left > 0 {
			g.statement(depth)
		}
	}
}

// where is the label of the next statement, or nothing.
func (g *jumps) where() string {
	if len(g.labels) > 0 && g.r.IntN(2) == 0 {
		i := g.r.IntN(len(g.labels))
		l := g.labels[i]
		g.labels = append(g.labels[:i], g.labels[i+1:]...)
		return l + ": "
	}
	return "\t"
}

func (g *jumps) simple() string {
	switch k := g.r.IntN(22); {
	case k < 7:
		return fmt.Sprintf("%s = %s;", g.pick("x", "y", "x", "y", "c"), g.value())
	case k < 9:
		return g.call() + ";"
	case k < 11 && g.switches > 0:
		return "break;"
	case k < 13 && g.loops > 0:
		return "continue;"
	case k == 13:
		return "return " + g.value() + ";"
	case k == 14 && g.r.IntN(3) == 0:
		return g.pick("quit();", "exit(y);", "abort();", "_Exit(0);")
	case k == 15:
		return "(void)(" + g.cond() + " && (x = " + g.value() + "));"
	case k == 16:
		return "x = ({ int z = 0; while (z < (a & 1)) z++; if (z > 5) z = 2; z; });"
	case k == 17:
		g.label++
		l := fmt.Sprintf("L%d", g.label)
		g.labels = append(g.labels, l)
		return "goto " + l + ";"
	case k == 18:
		return "{ int v[(x & 3) + 1]; v[0] = y; y = v[0] & 3; }"
	case k == 19:
		return "{ int v[3] = { c, a, b }; qsort(v, 3, sizeof *v, order); y = v[0] & 3; }"
	case k == 20:
		return "{ __attribute__((cleanup(wipe))) int w = y; w++; }"
	default:
		return fmt.Sprintf("%s ? (x = %s) : (y = %s);", g.pick("a", "b == 2", "c > y"), g.pick("1", "y", g.call()), g.pick("2", "x", g.call()))
	}
}

func (g *jumps) statement(depth int) {
	g.left--
	before := g.where()
	if depth > 3 {
		g.single(before, g.simple())
		return
	}
	switch g.r.IntN(12) {
	case 0, 1, 2, 3:
		g.single(before, g.simple())
	case 4, 5:
		g.branch(before, depth)
	case 6: // without braces
		g.line(before, "if ("+g.cond()+")", "")
		g.alone(g.simple())
		if g.r.IntN(2) == 0 {
			g.both("else")
			g.alone(g.simple())
		}
	case 7:
		g.line(before, fmt.Sprintf("while (fuel-- > 0 && (%s)) {", g.cond()), "")
		g.round(depth)
		g.both("}")
	case 8:
		g.line(before, g.pick("for (y = 0; y < 2; y++) {", "for (; fuel-- > 0;) {", "for (;;) {", "while (1) {", "for (x = 3; x > a && fuel-- > 0; x--) {"), "")
		endless := strings.Contains(g.plain[len(g.plain)-1], ";;") || strings.Contains(g.plain[len(g.plain)-1], "(1)")
		if endless || strings.Contains(g.plain[len(g.plain)-1], "y++") {
			g.line("\t", "if (fuel-- <= 0)", "")
			g.alone("break;")
		}
		g.round(depth)
		g.both("}")
	case 9:
		g.line(before, "do {", "")
		g.round(depth)
		g.both(fmt.Sprintf("} while (fuel-- > 0 && (%s));", g.cond()))
	case 10:
		g.choose(before, depth)
	case 11:
		g.back(before, depth)
	}
}

// single writes a statement of one line; a block is asked at its first statement, which is noted with it.
func (g *jumps) single(before, s string) {
	if strings.HasPrefix(s, "{") {
		g.both(strings.TrimSpace(before) + "{")
		g.line("\t", "y = y;", "")
		g.both(s, "}")
		return
	}
	g.line(before, s, "")
}

func (g *jumps) branch(before string, depth int) {
	g.line(before, "if ("+g.cond()+") {", "")
	g.block(depth + 1)
	switch g.r.IntN(3) {
	case 0:
		g.both("}")
	case 1:
		g.both("} else {")
		g.block(depth + 1)
		g.both("}")
	case 2: // else if
		n := len(g.plain) + 2
		g.plain = append(g.plain, "} else")
		g.judged = append(g.judged, "} else {")
		g.asked[n] = true
		c := "if (" + g.cond() + ") {"
		g.plain = append(g.plain, c)
		g.judged = append(g.judged, fmt.Sprintf("HIT(%d) %s", n, c))
		g.block(depth + 1)
		g.plain = append(g.plain, "}")
		g.judged = append(g.judged, "} }")
	}
}

func (g *jumps) round(depth int) {
	g.loops++
	g.switches++
	g.block(depth + 1)
	g.loops--
	g.switches--
}

// choose writes a switch, perhaps with statements before its first label, and labels in its inner blocks.
func (g *jumps) choose(before string, depth int) {
	g.line(before, "switch ("+g.pick("x", "y", "a", "b", "x + 2", "(a << 2) | b", "c & 1")+") {", "")
	g.switches++
	if g.r.IntN(4) == 0 {
		g.line("\t", "y = 2;", "")
	}
	labels := []string{"case 0: ", "case 1: ", "case 2: ", "case 3 ... 4: ", "case 7: ", "default: "}
	g.r.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	labels = labels[:2+g.r.IntN(4)]
	for len(labels) > 0 {
		g.line(labels[0], "y = "+g.value()+";", "")
		labels = labels[1:]
		switch g.r.IntN(4) {
		case 0:
			g.block(depth + 1)
		case 1:
			if len(labels) > 0 { // a label in an inner block
				g.line("\t", g.pick("if (", "while (fuel-- > 0 && ")+g.cond()+") {", "")
				g.line("\t", "x = 1;", "")
				g.line(labels[0], "x = y;", "")
				labels = labels[1:]
				g.both("}")
			}
		case 2:
			g.line("\t", "break;", "")
		}
	}
	g.switches--
	g.both("}")
}

// back writes a jump to a place above, or one that is computed.
func (g *jumps) back(before string, depth int) {
	g.label++
	l := fmt.Sprintf("B%d", g.label)
	if g.r.IntN(2) == 0 {
		g.line(l+": ", "y = y & 3;", "")
		g.block(depth + 1)
		g.line("\t", "if (fuel-- > 0 && ("+g.cond()+"))", "")
		g.alone("goto " + l + ";")
		if t := strings.TrimSpace(before); t != "" {
			g.line(t+" ", "x = 2;", "")
		}
		return
	}
	if t := strings.TrimSpace(before); t != "" {
		g.line(t+" ", "x = 1;", "")
	}
	g.line("\t", fmt.Sprintf("goto *(void *[]){ &&%sa, &&%[1]sb, &&%[1]sc }[%s];", l, g.pick("a % 3", "b & 1", "x & 1", "(c & 1) + 1")), "")
	for _, s := range []string{"a", "b", "c"} {
		g.line(l+s+": ", "x = "+g.value()+";", "")
		if g.r.IntN(2) == 0 {
			g.line("\t", g.simple2(), "")
		}
	}
}

// simple2 is a statement that can stand between labels.
func (g *jumps) simple2() string {
	for {
		if s := g.simple(); !strings.HasPrefix(s, "{") {
			return s
		}
	}
}

// run compiles the program and runs it with all inputs. The lines come back that are executed.
func (g *jumps) run(t *testing.T, dir string, seed int) map[int]bool {
	t.Helper()
	file, exe := filepath.Join(dir, "q.c"), filepath.Join(dir, "q")
	text := strings.Join(g.judged, "\n")
	text = strings.Replace(text, "int main(void)", "int begin(void)", 1)
	text = "#include <sys/mman.h>\n#include <sys/wait.h>\n#include <unistd.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic char *hit; static int steps, given;\n" +
		"#define HIT(n) hit[n] = 1; if (++steps > 100000) _exit(0);\n" +
		"int __VERIFIER_nondet_int(void) { int v = given; given >>= 2; return v; }\n#line 1\n" + text + fmt.Sprintf(`
int main(void) {
	hit = mmap(0, %d, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 64; i++) {
		int p = fork();
		if (!p) { given = i; begin(); _exit(0); }
		waitpid(p, 0, 0);
	}
	for (int i = 0; i < %d; i++) if (hit[i]) printf("%%d\n", i);
	return 0;
}
`, len(g.plain)+4097, len(g.plain)+2)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("seed %d: gcc: %v\n%s\n%s", seed, err, out, text)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	executed := map[int]bool{}
	for _, w := range strings.Fields(string(out)) {
		n, _ := strconv.Atoi(w)
		executed[n] = true
	}
	return executed
}

func (g *jumps) numbered() string {
	var b strings.Builder
	for i, l := range g.plain {
		fmt.Fprintf(&b, "%3d %s\n", i+1, l)
	}
	return b.String()
}
