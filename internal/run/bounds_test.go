package run

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

var (
	boundsCount = flag.Int("bounds.count", 40, "random programs with pointers")
	boundsSeed  = flag.Int64("bounds.seed", 1, "number of the first of them")
)

// walkers writes random programs with pointers that walk. Where they are compiled, each pointer p has
// a shadow, the object that it was derived from as p_b and p_n, so that every access is checked exactly;
// a function returns 1 at the first bad one.
type walkers struct {
	r    *rand.Rand
	id   int
	b    strings.Builder
	objs []string // arguments of SET
	ptrs [][2]string
}

func (g *walkers) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *walkers) pick(s ...string) string { return s[g.r.Intn(len(s))] }

func (g *walkers) program() string {
	g.line("struct S%d { int x; char c[%s]; short h; };", g.id, g.pick("3", "4", "6"))
	var locals []string
	for i := range 1 + g.r.Intn(3) {
		o := fmt.Sprintf("o%d_%d", g.id, i)
		switch k := g.pick("int", "char", "short", "long", "struct", "constant", "symbolic", "either"); k {
		case "struct":
			locals = append(locals, fmt.Sprintf("struct S%d %s = {0};", g.id, o))
			g.objs = append(g.objs, fmt.Sprintf("(char *)&%s, sizeof %s", o, o))
		case "constant":
			n := 1 + g.r.Intn(20)
			locals = append(locals, fmt.Sprintf("char *%s = malloc(%d);", o, n))
			g.objs = append(g.objs, fmt.Sprintf("%s, %d", o, n))
		case "symbolic":
			locals = append(locals, fmt.Sprintf("unsigned n%d = (unsigned)in() %% 12u + 1u; char *%s = malloc(n%d);", i, o, i))
			g.objs = append(g.objs, fmt.Sprintf("%s, n%d", o, i))
		case "either":
			locals = append(locals, fmt.Sprintf("char %s[3] = {0}, %sx[5] = {0}; char *%sy = %s; unsigned n%d = 3; if (in() & 1) { %sy = %sx; n%d = 5; }", o, o, o, o, i, o, o, i))
			g.objs = append(g.objs, fmt.Sprintf("%sy, n%d", o, i))
		default:
			d := fmt.Sprintf("%s %s[%d] = {0};", k, o, 1+g.r.Intn(6))
			if g.r.Intn(3) == 0 {
				g.line("static %s", d)
			} else {
				locals = append(locals, d)
			}
			g.objs = append(g.objs, fmt.Sprintf("(char *)%s, sizeof %s", o, o))
		}
	}
	g.line("MAIN(%d) {\nint i = 0, k = 0;\n%s", g.id, strings.Join(locals, "\n"))
	for i := range 1 + g.r.Intn(3) {
		t := g.pick("int", "char", "short", fmt.Sprintf("struct S%d", g.id))
		p := fmt.Sprintf("p%d", i)
		g.line("%s *%s; SHADOW(%s)", t, p, p)
		g.ptrs = append(g.ptrs, [2]string{p, t})
		g.line("SET(%s, %s)", p, g.pick(g.objs...))
	}
	for range 2 + g.r.Intn(5) {
		g.line("%s", g.stmt(0))
	}
	g.line("return 0; }")
	return g.b.String()
}

func (g *walkers) stmt(depth int) string {
	v := g.ptrs[g.r.Intn(len(g.ptrs))]
	p, structure := v[0], strings.HasPrefix(v[1], "struct")
	index := g.pick("-1", "0", "1", "2", "3", "i", "k")
	switch g.r.Intn(12) {
	case 0:
		return g.pick(p+"++;", p+"--;", p+" += "+index+";")
	case 1, 2:
		if structure {
			return fmt.Sprintf("CHECK(&%s[%s].c[1], %s, 1) %s[%s].c[1] = 1;", p, index, p, p, index)
		}
		return fmt.Sprintf("CHECK(%s + %s, %s, sizeof *%s) %s[%s] = 1;", p, index, p, p, p, index)
	case 3:
		if structure {
			return fmt.Sprintf("CHECK(&%s->h, %s, 2) %s->h = 2;", p, p, p)
		}
		return fmt.Sprintf("CHECK(%s, %s, sizeof *%s) *%s++ = 3;", p, p, p, p)
	case 4:
		if structure {
			return fmt.Sprintf("{ CHECK(%s, %s, sizeof *%s) %s s = *%s; k = s.x & 1; }", p, p, p, v[1], p)
		}
		return fmt.Sprintf("CHECK(%s - 1, %s, sizeof *%s) k = *--%s & 1;", p, p, p, p)
	case 5:
		q := g.ptrs[g.r.Intn(len(g.ptrs))][0]
		return fmt.Sprintf("%s = (void *)%s; COPY(%s, %s)", p, q, p, q)
	case 6:
		return fmt.Sprintf("SET(%s, %s)", p, g.pick(g.objs...))
	case 7:
		n := g.pick("1", "2", "4")
		return fmt.Sprintf("CHECK(%s, %s, %s) fill((char *)%s, %s);", p, p, n, p, n)
	}
	if depth > 1 {
		return "k++;"
	}
	body := g.stmt(depth + 1)
	for range g.r.Intn(3) {
		body += " " + g.stmt(depth+1)
	}
	if g.r.Intn(2) == 0 {
		return "if (in() & 1) { " + body + " }"
	}
	return fmt.Sprintf("for (int i = 0; i < %d; i++) { %s }", 1+g.r.Intn(4), body)
}

const unshadowed = `void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
#define in __VERIFIER_nondet_int
#define MAIN(id) int main(void)
#define SHADOW(p)
#define SET(p, o, n) p = (void *)(o);
#define COPY(p, q)
#define CHECK(at, p, width)
static void fill(char *d, unsigned n) { while (n--) *d++ = 1; }
`

const shadowed = `#include <stdlib.h>
#include <stdio.h>
#include <stdint.h>
static unsigned long long state;
static int in(void) { state = state * 6364136223846793005ULL + 1442695040888963407ULL; return (int)(state >> 33); }
#define MAIN(id) static int program##id(void)
#define SHADOW(p) uintptr_t p##_b, p##_n;
#define SET(p, o, n) p = (void *)(o); p##_b = (uintptr_t)p; p##_n = (n);
#define COPY(p, q) p##_b = q##_b; p##_n = q##_n;
#define CHECK(at, p, width) { uintptr_t a = (uintptr_t)(at); if (a < p##_b || a + (width) > p##_b + p##_n) return 1; }
static void fill(char *d, unsigned n) { while (n--) *d++ = 1; }
`

// TestBoundsOfPointers: no program is TRUE that some input makes access memory outside of an object,
// and none FALSE for which no input does.
func TestBoundsOfPointers(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	dir := t.TempDir()
	all := shadowed
	calls := ""
	var files []string
	for i := range *boundsCount {
		id := int(*boundsSeed) + i
		text := (&walkers{r: rand.New(rand.NewSource(int64(id))), id: id}).program()
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", id))
		if err := os.WriteFile(file, []byte(unshadowed+text), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		all += text
		calls += fmt.Sprintf("for (bad = 0, s = 0; s < 200; s++) { state = s * 7919ULL; bad += program%d(); } printf(\"%%d\\n\", bad);\n", id)
	}
	all += "int main(void) { int bad, s;\n" + calls + "return 0; }\n"
	source, binary := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(source, []byte(all), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-fno-strict-aliasing", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	bad := strings.Fields(string(out))
	answers := map[verdict.Verdict]int{}
	for i, file := range files {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"bounds"}}, nil, file), Options{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		answers[res.Verdict]++
		if res.Verdict == verdict.True && bad[i] != "0" || res.Verdict == verdict.False && bad[i] == "0" {
			text, _ := os.ReadFile(file)
			t.Errorf("%v, but %s of 200 runs are out of bounds:\n%s", res.Verdict, bad[i], strings.TrimPrefix(string(text), unshadowed))
		}
		if res.Verdict == verdict.Unknown {
			t.Logf("%s: %s %s", filepath.Base(file), res.Reason, res.Detail)
		}
	}
	if answers[verdict.True] < *boundsCount/6 || answers[verdict.False] < *boundsCount/6 {
		t.Errorf("few answers: %v", answers)
	}
	t.Log(answers)
}
