package run

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/testenv"
)

var (
	livesCount = flag.Int("lives.count", 5, "random programs with blocks of the heap and locals that go out of scope")
	livesSeed  = flag.Int64("lives.seed", 1, "number of the first of them")
)

// users writes random programs that allocate, free, and use memory, with pointers to blocks, into
// structures, into arrays, to locals of blocks and of functions that have returned, and in memory. They
// have no inputs: what goes wrong first is what a sanitizer reports. Each statement has a line of its own.
type users struct {
	r  *rand.Rand
	id int
	b  strings.Builder
}

func (g *users) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *users) pick(s ...string) string { return s[g.r.Intn(len(s))] }

func (g *users) program() string {
	g.line("@include <stdlib.h>")
	g.line("@include <string.h>")
	g.line("struct S# { int v; struct S# *next; int a[3]; char *s; };")
	g.line("static struct S# gs#; static int ga#[4]; static int *gi# = ga#; static struct S# *gp# = &gs#;")
	g.line("static int *away#(int k) { int x = k; gi# = &x; return gi#; }")
	g.line("static void put#(int *p, int v) { *p = v; }")
	g.line("static int deep#(int n, int *p) { int x = n; if (n == 0) return *p; if (n == 1 && *p == 2) gi# = &x; return deep#(n - 1, n == 2 ? p : &x); }")
	g.line("static struct S# *make#(struct S# *next) { struct S# *p = calloc(1, sizeof *p); p->next = next; return p; }")
	g.line("static void drop#(struct S# *p) { while (p) { struct S# *t = p->next; free(p); p = t; } }")
	g.line("static struct S# *tab#[3];")
	g.line("static int read#(int *p, int k) { return p[k & 3]; }")
	g.line("static int last#(int *p, int k) { int r = *p; if (k == 3) free(p); return r; }")
	g.line("static int (*const ops#[2])(int *, int) = {read#, last#};")
	g.line("static void move#(int **to, int *from) { *to = from; }")
	g.line("MAIN# {")
	g.line("int i = 0, *q = ga#, *r = &i, **qq = &q; struct S# *p = &gs#, *o = gp#; int (*op)(int *, int) = read#; union { int *p; struct S# *s; } u = {0}; long n = 0;")
	for range 4 + g.r.Intn(14) {
		for _, s := range g.stmt() {
			g.line("%s", s)
		}
	}
	g.line("return 0;")
	g.line("}")
	return strings.NewReplacer("#", strconv.Itoa(g.id), "@", "#").Replace(g.b.String())
}

func (g *users) stmt() []string {
	p, q := g.pick("p", "p", "o", "gp#"), g.pick("q", "q", "r", "gi#")
	p2, q2 := g.pick("p", "o", "gp#"), g.pick("q", "r", "gi#")
	k := strconv.Itoa(g.r.Intn(4))
	n := 1 + g.r.Intn(4)
	guarded := func(s string) []string { return []string{"if (" + p + ") " + s} }
	switch g.r.Intn(34) {
	case 0, 1:
		return []string{p + " = make#(" + g.pick("0", p, p2) + ");"}
	case 2:
		return []string{fmt.Sprintf("%s = malloc(%d);", q, 4*n), fmt.Sprintf("for (int j = 0; j < %d; j++) %s[j] = j;", n+g.r.Intn(8)/7, q)}
	case 3:
		return []string{"free(" + g.pick(p, p2, q, p+" == &gs# ? 0 : "+p) + ");", g.pick("", p+" = 0;", q+" = ga#;")}
	case 4:
		return []string{fmt.Sprintf("if (%s != ga#) free(%s);", q, q), g.pick(q+" = ga#;", q+" = 0;", "")}
	case 5:
		return guarded(p + "->next = " + p2 + ";")
	case 6:
		return guarded(p + " = " + p + "->next;")
	case 7:
		return guarded(q + " = &" + p + "->a[" + k + "];")
	case 8:
		return guarded(q + " = " + p + "->a;")
	case 9:
		return []string{"*" + q + " = 1;"}
	case 10:
		return []string{"i += " + q + "[" + k + "] & 7;"}
	case 11:
		return guarded("i += " + p + "->v & 7;")
	case 12:
		return []string{q + " = " + q2 + ";", p + " = " + p2 + ";"}
	case 13:
		return []string{"{ int x = " + k + "; " + g.pick(q+" = &x;", "i += x;") + g.pick("", " "+q+" = ga#;") + " }"}
	case 14:
		return []string{q + " = away#(" + k + ");", g.pick("", q+" = ga#;"), g.pick("", "gi# = ga#;")}
	case 15:
		return []string{"put#(" + q + ", " + k + ");"}
	case 16:
		return []string{"i += deep#(" + k + ", " + q + ") & 7;"}
	case 17:
		return []string{fmt.Sprintf("for (int j = 0; j < %d; j++) { struct S# *t = calloc(1, sizeof *t); t->next = %s; %s = t; }", n, p, p)}
	case 18:
		return []string{fmt.Sprintf("if (%s != &gs#) drop#(%s);", p, p), g.pick(p+" = 0;", p+" = 0;", "")}
	case 19:
		return guarded(fmt.Sprintf("{ %s->s = malloc(%d); strcpy(%s->s, \"%s\"); }", p, 4+g.r.Intn(3), p, "abcdef"[:g.r.Intn(6)]))
	case 20:
		return guarded(fmt.Sprintf("{ if (%s->s) i += (int)strlen(%s->s); free(%s->s); %s }", p, p, p, g.pick(p+"->s = 0;", p+"->s = 0;", "")))
	case 21:
		return []string{fmt.Sprintf("if (%s != ga#) %s = realloc(%s, %d);", q, q, q, 4*n), fmt.Sprintf("%s[%d] = 2;", q, n-1)}
	case 22:
		return []string{fmt.Sprintf("%s(%s, %s, %d);", g.pick("memcpy", "memmove"), q, g.pick("ga#", q2+" == "+q+" ? ga# : "+q2), 4*n)}
	case 23:
		return []string{"tab#[" + g.pick("0", "1", "i & 1", "2") + "] = " + p + ";", "if (tab#[" + k + " % 3]) " + p2 + " = tab#[" + k + " % 3];"}
	case 24:
		return []string{"op = ops#[" + g.pick("0", "0", "i & 1") + "];", "i += op(" + q + ", " + k + ") & 7;"}
	case 25:
		return []string{g.pick("qq = &q;", "qq = &r;", "qq = &gi#;"), g.pick("*qq = "+q2+";", "**qq = "+k+";", "move#(qq, "+q2+");")}
	case 26:
		return []string{fmt.Sprintf("for (int j = 0; j < %d; j++) { int x[2] = {j, %s}; %s }", n, k, g.pick("i += x[j & 1];", "put#(x, i & 3); i += x[0];", q+" = x + (j & 1);", "gi# = x; i += *gi# & 7;"))}
	case 27:
		return guarded("{ " + p + "->next = " + g.pick(p, p2, "make#(0)") + "; }")
	case 28:
		return []string{"u.s = " + p + ";", "if (u.p) i += " + g.pick("*u.p & 7;", "u.s->v & 7;", "u.p["+k+"] & 7;")}
	case 29:
		return []string{"{ int *w = malloc(" + strconv.Itoa(4*n) + "); memset(w, 0, " + strconv.Itoa(4*n) + "); " + g.pick("free(w);", q+" = w;", "gi# = w; free(gi#);", "free(w + "+g.pick("0", "1")+");", "") + " }"}
	case 30:
		return guarded("{ struct S# *t = malloc(sizeof *t); memcpy(t, " + p + ", sizeof *t); " + g.pick(p, p2) + " = t; }")
	case 31:
		return []string{"if (i % 8 == " + k + ") exit(0);"}
	case 32:
		return []string{g.pick("n = (long)"+q+";", "{ long m = (long)"+p+"; n = m; }"), g.pick("", "free("+q2+");"), g.pick("if (n) "+q2+" = (int *)n;", "i += *(int *)n & 7;", "free((void *)n);")}
	}
	return []string{fmt.Sprintf("memset(%s, 0, %d);", q, 4*n)}
}

// seen is what a compiled program says of itself.
type seen struct {
	kind string // the property; "" if nothing is wrong
	line int
	left int // blocks that are not freed at the end; -1 is unknown
	text string
}

var (
	freeWrong  = regexp.MustCompile(`attempting (double-free|free on address)|bad-malloc_usable_size|attempting to call malloc_usable_size`)
	derefWrong = regexp.MustCompile(`AddressSanitizer: (heap|stack|global|dynamic-stack|unknown|memcpy-param|negative|wild|SEGV|stack-use|use-after|heap-use|container)`)
	overlap    = regexp.MustCompile(`param-overlap`)
)

func look(ctx context.Context, exe string, id int) seen {
	cmd := exec.CommandContext(ctx, exe, strconv.Itoa(id))
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0:detect_odr_violation=0", "UBSAN_OPTIONS=print_stacktrace=0")
	out, _ := cmd.CombinedOutput()
	s := seen{left: -1, text: string(out)}
	if m := regexp.MustCompile(`(?m)^left (\d+)$`).FindStringSubmatch(s.text); m != nil {
		s.left, _ = strconv.Atoi(m[1])
		return s
	}
	switch {
	case overlap.MatchString(s.text):
		s.kind = "overlap"
	case freeWrong.MatchString(s.text):
		s.kind = "valid-free"
	case derefWrong.MatchString(s.text):
		s.kind = "valid-deref"
	default:
		s.kind = "?"
	}
	if m := regexp.MustCompile(`#\d+ \S+ in \S+ \S*\b` + strconv.Itoa(id) + `\.c:(\d+)`).FindStringSubmatch(s.text); m != nil {
		s.line, _ = strconv.Atoi(m[1])
	}
	return s
}

// executed is the property that the program violates first, by the interpreter, which knows each object and its
// life; "" if it violates none.
func executed(t *testing.T, opts cfront.Options, file string) string {
	p, err := prepare.New(opts, nil, file).Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{NoPath: true})
	if out.End == interp.Undefined {
		return "undefined: " + out.Reason
	}
	return p.Locs[out.At].Goal.Property
}

// track compares the answer on property valid-memtrack with the interpreter's.
func track(t *testing.T, id int, file string, counts map[string]int) {
	opts := cfront.Options{Properties: []string{"valid-memtrack", "valid-deref", "valid-free"}}
	want := executed(t, opts, file)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	res, err := Verify(ctx, prepare.New(opts, nil, file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case res.Verdict == verdict.Unknown:
		counts["track "+string(res.Reason)]++
	case res.Verdict == verdict.True && want != "", res.Verdict == verdict.False && res.Trace.Goal.Property != want:
		text, _ := os.ReadFile(file)
		t.Errorf("%d: %v, but the interpreter comes to %q\n%s", id, res.Verdict, want, text)
	case res.Verdict == verdict.True:
		counts["track TRUE"]++
	default:
		counts["track "+res.Trace.Goal.Property]++
	}
}

// TestLivesOfObjects compares verdicts on random programs, with the property and the line, with what
// AddressSanitizer reports of them, and the number of blocks that are left at the end with a count.
//
// AddressSanitizer does not see an access that lies in another live object; the programs move
// pointers by less than what it keeps free between objects. An address of a local of a loop that is used
// in a later turn has become valid again for it: craig is UNKNOWN there.
func TestLivesOfObjects(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	gcc := testenv.NeedsTool(t, "gcc")
	dir := t.TempDir()
	var all strings.Builder
	all.WriteString("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int left_;\n" +
		"static void *more_(void *p) { if (p) left_++; return p; }\nstatic void *less_(void *p) { if (p) left_--; return p; }\n" +
		"static void *again_(void *p, size_t n) { void *q = realloc(p, n); if (!p && q) left_++; return q; }\n" +
		"#define malloc(n) more_(malloc(n))\n#define calloc(k, n) more_(calloc(k, n))\n#define free(p) free(less_(p))\n#define realloc(p, n) again_(p, n)\n")
	texts := map[int]string{}
	for id := int(*livesSeed); id < int(*livesSeed)+*livesCount; id++ {
		g := &users{r: rand.New(rand.NewSource(int64(id))), id: id}
		texts[id] = g.program()
		fmt.Fprintf(&all, "#line 1 \"%d.c\"\n%s", id, strings.ReplaceAll(texts[id], "MAIN"+strconv.Itoa(id), fmt.Sprintf("static int main%d(void)", id)))
	}
	all.WriteString("#line 1 \"all.c\"\nstatic void tell(void) { printf(\"left %d\\n\", left_); }\nint main(int argc, char **argv) { atexit(tell); switch (atoi(argv[1])) {\n")
	for id := range texts {
		fmt.Fprintf(&all, "case %d: main%d(); break;\n", id, id)
	}
	all.WriteString("} return 0; }\n")
	src, exe := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(src, []byte(all.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-g", "-O0", "-fsanitize=address", "-fno-builtin", "-o", exe, src).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	counts := map[string]int{}
	for id := int(*livesSeed); id < int(*livesSeed)+*livesCount; id++ {
		text := strings.ReplaceAll(texts[id], "MAIN"+strconv.Itoa(id), "int main(void)")
		file := filepath.Join(dir, fmt.Sprintf("%d.c", id))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		want := look(ctx, exe, id)
		if want.kind == "" && want.left > 0 {
			want.kind = "valid-memcleanup"
		}
		opts := cfront.Options{Properties: []string{"valid-deref", "valid-free", "valid-memcleanup"}}
		if want.kind != "overlap" { // which is reported before what else is wrong
			if kind := executed(t, opts, file); kind != want.kind {
				t.Errorf("%d: the interpreter comes to %q, the compiled program to %q\n%s", id, kind, want.kind, text)
			}
			track(t, id, file, counts)
		}
		res, err := Verify(ctx, prepare.New(opts, nil, file), Options{})
		cancel()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		switch {
		case res.Verdict == verdict.Unknown:
			counts[string(res.Reason)]++
			if testing.Verbose() {
				t.Logf("%d: %s: %s", id, res.Reason, res.Detail)
			}
		case res.Verdict == verdict.True && want.kind != "":
			t.Errorf("%d: TRUE, but %s at line %d\n%s\n%s", id, want.kind, want.line, text, want.text)
		case want.kind == "overlap":
			counts[want.kind]++
		case res.Verdict == verdict.False:
			at := res.Program.Locs[res.Trace.Error]
			line := at.Pos.Line
			calls := at.Calls()
			for i := len(calls) - 1; i >= 0 && strings.HasPrefix(at.Pos.File, "<craig>/"); i-- {
				if line = calls[i].Line; !strings.HasPrefix(calls[i].File, "<craig>/") {
					break
				}
			}
			if res.Trace.Goal.Property != want.kind || want.kind != "valid-memcleanup" && line != want.line {
				t.Errorf("%d: %s at line %d, but %q at line %d\n%s\n%s", id, res.Trace.Goal.Property, line, want.kind, want.line, text, want.text)
			}
			counts[res.Trace.Goal.Property]++
		default:
			counts["TRUE"]++
		}
	}
	t.Logf("%v", counts)
	if n := *livesCount; n >= 5 && counts["TRUE"]+counts["valid-deref"]+counts["valid-free"]+counts["valid-memcleanup"] < n/2 {
		t.Errorf("too few are decided")
	}
}
