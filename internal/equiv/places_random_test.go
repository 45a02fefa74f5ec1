package equiv

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// randomBody writes functions by chance. What it writes depends on the numbers that it is given alone, so that one of them can be changed.
type randomBody struct {
	r     *rand.Rand
	depth int
	loops int
}

func (b *randomBody) pick(list ...string) string { return list[b.r.IntN(len(list))] }

func (b *randomBody) value(d int) string {
	if d == 0 || b.r.IntN(3) == 0 {
		return b.pick("a", "b", "c", "0", "1", "2", "7", "p->m", "p->n", "q->m", "x[0]", "x[1]", "p->f", "u", "(unsigned char)a", "u % 8", "u & 7", "a + b", "b + a", "u << 2", "u * 4")
	}
	op := b.pick("+", "-", "&", "|", "^", "<", "<=", "==", "!=", "&&", "||", "*", ">", ">=")
	return "(" + b.value(d-1) + " " + op + " " + b.value(d-1) + ")"
}

func (b *randomBody) stmts(n int) (list []string) {
	for range n {
		list = append(list, b.stmt())
	}
	return list
}

func (b *randomBody) stmt() string {
	b.depth++
	defer func() { b.depth-- }()
	k := b.r.IntN(16)
	if b.depth > 3 && k > 9 {
		k = b.r.IntN(10)
	}
	block := func() string { return "{ " + strings.Join(b.stmts(1+b.r.IntN(2)), " ") + " }" }
	switch k {
	case 0, 1, 2:
		return b.pick("a", "b", "c", "u") + " = " + b.value(2) + ";"
	case 3, 4:
		return b.pick("p->m", "p->n", "q->m", "x[0]", "x[1]", "p->f", "q->f") + " = " + b.value(1) + ";"
	case 5, 6:
		return b.pick("a = ", "b = ", "", "c = ") + "g(" + b.pick("p", "q") + ", " + b.value(1) + ");"
	case 7:
		return b.pick("a += b;", "u++;", "c = -a;", "a = !b;", "b = a ? c : 1;")
	case 8:
		if b.loops > 0 {
			return b.pick("break;", "continue;", "if (a) break;", "if (b < 2) continue;")
		}
		return "return " + b.value(1) + ";"
	case 9:
		return b.pick("{ int a = b; b = a + 1; }", "{ int t = a; a = b; b = t; }", "if (a) return b;", "if (!a) return 0;")
	case 10, 11, 12:
		text := "if (" + b.value(1) + ") " + block()
		if b.r.IntN(2) == 0 {
			text += " else " + block()
		}
		return text
	case 13, 14:
		b.loops++
		defer func() { b.loops-- }()
		return "while (tick()) " + block()
	}
	b.loops++
	defer func() { b.loops-- }()
	return fmt.Sprintf("if (tick()) switch (%s & 3) { case 0: %s case 1: %s break; default: %s }", b.value(1), strings.ReplaceAll(b.stmt(), "continue", "break"), strings.ReplaceAll(b.stmt(), "continue", "break"), strings.ReplaceAll(b.stmt(), "continue", "break"))
}

// changed is a list of statements with one of them changed, left out, put in, moved, or written in another way.
func (b *randomBody) changed(list []string) []string {
	list = append([]string(nil), list...)
	i := b.r.IntN(len(list))
	swap := func(pairs ...string) bool {
		for range 8 {
			k := 2 * b.r.IntN(len(pairs)/2)
			if strings.Contains(list[i], pairs[k]) {
				list[i] = strings.Replace(list[i], pairs[k], pairs[k+1], 1)
				return true
			}
		}
		return false
	}
	switch k := b.r.IntN(8); {
	case k < 5 && swap("u % 8", "u & 7", "u << 2", "u * 4", "a + b", "b + a", "while (tick()) {", "while (tick()) { int t = a; c = c + 0;", "break;", "{ u = u; break; }", "p->m", "(*p).m", "if (a)", "if (a != 0)", "if (!a)", "if (a == 0)",
		"a", "b", "return", "u = 1; return", "<=", "<", "!=", "==", "p", "q", "0", "1", "x[0]", "x[1]", "c = ", "int c = ", "b = a ? c : 1;", "if (a) b = c; else b = 1;", "continue;", "break;"):
	case k < 6:
		list = append(list[:i], list[i+1:]...)
	case k < 7:
		list[i] = b.stmt() + " " + list[i]
	default:
		j := b.r.IntN(len(list))
		list[i], list[j] = list[j], list[i]
	}
	return list
}

const randomHead = `
struct s { int m, n; unsigned f : 3; }; int g(struct s *, int); int tick(void);
`

const randomMain = `
#include <stdio.h>
#include <string.h>
static unsigned seed; static unsigned long trace; static int ticks; static struct s *P, *Q; static int *X;
static int any(void) { seed = seed * 1103515245u + 12345u; return (int)(seed >> 16) % 5 - 1; }
static void see(long v) { trace = trace * 1000003u + (unsigned long)v; }
int g(struct s *p, int v) { see(p == P); see(v); see(P->m); see(P->n); see(Q->m); see(X[0]); see(X[1]); see(P->f); see(Q->f);
  switch ((seed = seed * 1103515245u + 12345u) >> 16 & 7) { case 0: P->m = any(); break; case 1: Q->m = any(); break; case 2: X[0] = any(); break; case 3: X[1] = any(); break; case 4: P->n = any(); break; case 5: Q->f = any(); } return any(); }
int tick(void) { return ticks-- > 0; }
static unsigned long run(int (*f)(struct s *, struct s *, int *, int, int, int, unsigned), unsigned s) {
  struct s one, two; int x[2]; memset(&one, 0, sizeof one); memset(&two, 0, sizeof two); seed = s; trace = 0; ticks = s % 6;
  one.m = any(); one.n = any(); two.m = any(); two.n = any(); x[0] = any(); x[1] = any(); one.f = any(); two.f = any();
  P = &one; Q = s % 3 ? &two : &one; X = s % 4 ? x : &one.m; int a = any(), b = any(), c = any(); unsigned u = any();
  see(f(P, Q, X, a, b, c, u)); see(one.m); see(one.n); see(two.m); see(two.n); see(x[0]); see(x[1]); see(one.f); see(two.f); return trace; }
`

// TestPlacesByChance: functions by chance, one of which is the other one with one statement changed. Where they are said to do the same gcc runs both, in memory in which
// pointers may lead to the same, with a function that may change it, and sees the same.
func TestPlacesByChance(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	n := 60
	switch {
	case testenv.Night():
		n = 3000
	case testenv.Long():
		n = 300
	}
	var text strings.Builder
	text.WriteString(randomHead + randomMain)
	var calls strings.Builder
	pairs, found := map[int][2]string{}, 0
	for i := range n {
		b := &randomBody{r: rand.New(rand.NewPCG(uint64(i), 5))}
		list := b.stmts(2 + b.r.IntN(4))
		twin := b.changed(list)
		function := func(name string, list []string) string {
			return "int " + name + "(struct s *p, struct s *q, int *x, int a, int b, int c, unsigned u) { " + strings.Join(list, "\n ") + "\n return a + 2 * b + 4 * c + (int)u; }\n"
		}
		old, new := function("f", list), function("f", twin)
		if old == new || !areSame(t, randomHead+old, randomHead+new) {
			continue
		}
		found++
		pairs[i] = [2]string{old, new}
		fmt.Fprintf(&text, "%s%s", function(fmt.Sprint("old", i), list), function(fmt.Sprint("new", i), twin))
		fmt.Fprintf(&calls, "for (unsigned s = 0; s < 3000; s++) if (run(old%d, s) != run(new%[1]d, s)) { printf(\"%[1]d\\n\"); break; }\n", i)
	}
	t.Logf("%d of %d", found, n)
	if found < n/20 {
		t.Errorf("only %d of %d are said to do the same", found, n)
	}
	text.WriteString("int main(void) {\n" + calls.String() + "return 0; }\n")
	dir := t.TempDir()
	file, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O0", "-fwrapv", "-w", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Fields(string(out)) {
		var i int
		fmt.Sscan(l, &i)
		t.Errorf("they differ:\n%s\n%s", pairs[i][0], pairs[i][1])
	}
}
