package run

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/testenv"
)

// TestUninitialised: each program reads, where it says so, a value that nothing has given; without that
// line none is read.
func TestUninitialised(t *testing.T) {
	const head = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\nint __VERIFIER_nondet_int(void);\n"
	for i, c := range []struct{ name, text string }{
		{"a local", "int main(void) { int x; int *p = 0;\nif (x) return 1; //BAD\nreturn p != 0; }"},
		{"a branch that gives none", "int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; else {\nx = 2; //GOOD\n}\nreturn x; }"},
		{"an element", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 4) return 0; int a[4]; for (int i = 0; i < n; i++) a[i] = i; int s = 0;\n" +
			"for (int i = 0; i < n; i++) if (a[i] > 1) s++;\nfor (int i = 0; i < 4; i++) if (a[i] > 1) s++; //BAD\nreturn s; }"},
		{"a copied member", "struct s { int set, val; }; static struct s get(int k) { struct s r; r.set = k > 0; if (k > 0) r.val = k; return r; }\n" +
			"int main(void) { struct s a = get(__VERIFIER_nondet_int()), b; b = a;\nreturn b.set && b.val; }"},
		{"a copied member, not looked at", "struct s { int set, val; }; static struct s get(int k) { struct s r; r.set = k > 0; if (k > 0) r.val = k; return r; }\n" +
			"int main(void) { struct s a = get(__VERIFIER_nondet_int()), b; b = a;\nif (b.val) return 1; //BAD\nreturn b.set; }"},
		{"memcpy", "struct n { char c; int v; }; int main(void) { struct n *p = malloc(sizeof *p), q; p->v = 4; memcpy(&q, p, sizeof q);\nif (q.c) return 1; //BAD\nreturn q.v - 4; }"},
		{"its own memcpy", "struct n { char c; int v; }; int main(void) { struct n p, q; p.v = 4; for (unsigned i = 0; i < sizeof q; i++) ((char *)&q)[i] = ((char *)&p)[i];\nif (q.c) return 1; //BAD\nreturn q.v - 4; }"},
		{"memmove within", "int main(void) { char b[4]; b[0] = 1; b[1] = 2; memmove(b + 1, b, 2);\nif (b[3]) return 1; //BAD\nreturn b[2] + b[0]; }"},
		{"bit-fields", "struct b { unsigned a : 3, b : 5, c : 20; }; int main(void) { struct b x; x.a = 1; x.c = 3;\nif (x.b) return 1; //BAD\nreturn x.a + x.c; }"},
		{"the next life", "int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1;\nelse x = 2; //GOOD\ns += x; } return s; }"},
		{"the next life in memory", "static void set(int *p) { *p = 1; } int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; if (i == 0) set(&x);\nelse set(&x); //GOOD\ns += x; } return s; }"},
		{"goto back", "int main(void) { int n = 0; again:; int x; if (n == 0) x = 1;\nif (n == 1) x = 2; //GOOD\nn++; if (x == 1 && n < 2) goto again; return n; }"},
		{"a case past a declaration", "int main(void) { switch (__VERIFIER_nondet_int()) { int y; case 0: y = 1; break; default:\ny = 2; //GOOD\nif (y == 2) return 1; } return 0; }"},
		{"goto past an initialiser", "int main(void) { if (__VERIFIER_nondet_int()) goto in; { int y = 1; in:\ny = 2; //GOOD\nreturn y; } }"},
		{"a text", "int main(void) { char t[8]; t[0] = 'a';\nt[1] = 0; //GOOD\nreturn (int)strlen(t); }"},
		{"realloc", "int main(void) { char *s = malloc(2); s[0] = 1; s = realloc(s, 4);\nif (s[3]) return 1; //BAD\nint r = s[0]; free(s); return r; }"},
		{"calloc and memset", "int main(void) { int *p = calloc(2, 4), *q = malloc(8); memset(q, 0, 8);\nq = malloc(8); //BAD\nreturn p[1] + q[1]; }"},
		{"a list", "struct n { int v; struct n *next; }; int main(void) { struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *p = malloc(sizeof *p); p->next = l;\np->v = i; //GOOD\nl = p; } int s = 0; while (l) { s += l->v; l = l->next; } return s; }"},
		{"a recursive function", "static int f(int n) { int x; int *p = &x; if (n > 0) *p = f(n - 1);\nelse *p = 0; //GOOD\nreturn *p + 1; } int main(void) { return f(3); }"},
		{"an array of variable length", "int main(void) { int n = 3; int a[n]; for (int i = 0; i < n; i++) a[i] = i;\nint b[n]; a[0] = b[1]; //BAD\nreturn a[2]; }"},
		{"the size of an array of variable length", "int main(void) { int n = 3, (*p)[n] = malloc(2 * sizeof *p);\n" +
			"p[1][2] = 4; //GOOD\nint r = p[1][2], i; r += sizeof p[1];\nr += sizeof p[i++]; //BAD\nfree(p); return r; }"},
		{"the address alone", "static int both(int *p, int *q) { *q = 3; return p != q; } int main(void) { int x, y; return both(&x, &y) + y; }"},
		{"a discarded value", "int main(void) { int x; (void)x; x; return 0; }"},
		{"scanf", "int main(void) { int k; if (scanf(\"%d\", &k) != 1) return 1;\nreturn k; }"},
		{"what is printed", "int main(void) { int k; char *s = malloc(2); s[0] = 'a';\ns[1] = 0; //GOOD\nk = 1; printf(\"%d %s\", k, s); return 0; }"},
		{"its own initialiser", "int main(void) {\nint y = 1;\nint x = x; (void)x; //BAD\nreturn y; }"},
		{"arguments of the program", "int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'a'; }"},
		{"floats", "int main(void) { double d; float f;\nd = 1; //GOOD\nf = d; return f > 2; }"},
		{"long double", "int main(void) { long double d;\nd = 1; //GOOD\nreturn d > 2; }"},
		{"+=", "int main(void) { int s;\ns = 0; //GOOD\nfor (int i = 0; i < 3; i++) s += i; return s; }"},
		{"a global", "int g; static int a[3]; int main(void) { return g + a[1]; }"},
		{"no return", "static int f(int k) { if (k) return 1; } int main(void) { int k = __VERIFIER_nondet_int(); if (k) return f(k); f(k); (void)f(k);\nreturn f(k); //BAD\nreturn 0; }"},
		{"no return, passed on", "static int f(int k) { if (k) return; return 1; } static int g(int k) {\nreturn f(k); //BAD\nreturn k; } int main(void) { g(1); return 0; }"},
		{"no return of a recursive function", "static int f(int n) { if (n > 0)\nreturn f(n - 1); //BAD\nreturn 3; //GOOD\n} int main(void) { return f(3); }"},
		{"no return, through a pointer", "static int none(void) { } static double d(void) { return 1; } int main(void) { int (*f)(void) = none; int (*g)(int) = abs; f();\nif (f()) return 1; //BAD\nreturn g(-1) + d(); }"},
		{"no return of a structure", "struct s { int a, b; }; static struct s f(int k) { if (k) { struct s r = {1, 2}; return r; } } int main(void) { struct s v = f(__VERIFIER_nondet_int());\n" +
			"if (v.b) return 1; //BAD\nreturn sizeof v; }"},
		{"no return of a long double", "static long double f(int k) { if (k) return 1; } int main(void) {\nif (f(0) > 1) return 1; //BAD\nreturn f(1) > 0; }"},
		{"no end", "static int f(int k) { for (;;) if (k++ > 3) return k; } static int g(int k) { if (k) return 1; exit(k); } int main(void) { return f(0) + g(__VERIFIER_nondet_int()); }"},
		{"no return of a cleanup", "static int end(int *p) { } static int f(void) { __attribute__((cleanup(end))) int x = 1; return x; } int main(void) { return f(); }"},
		{"an argument of exit", "int main(void) { int c, d = 2;\nexit(c); //BAD\nexit(d); }"},
		{"an argument of a function that ends it", "void stop(int, const char *) __attribute__((noreturn)); int main(void) { int c, d = 2;\nstop(c, \"c\"); //BAD\nstop(d, \"d\"); }"},
		{"what a function without a body is given", "struct s { int a; char b; }; void use(const struct s *, const int *, ...); int main(void) { struct s v; int n = 1, k; v.a = 1; v.b = 2; use(&v, &n, 3);\nuse(&v, &n, k); //BAD\nreturn 0; }"},
		{"a format", "int main(void) {\nchar *t; fprintf(stderr, t); //BAD\nint k; char *s; s = \"1\"; sscanf(s, \"%d\", &k); return 0; }"},
		{"a date", "#include <time.h>\nint main(void) { struct tm d; d.tm_sec = d.tm_min = d.tm_hour = d.tm_mday = d.tm_year = 0; d.tm_isdst = -1;\nd.tm_mon = 1; //GOOD\nreturn mktime(&d) == 0; }"},
		{"whether it is summer", "#include <time.h>\nint main(void) { struct tm d; d.tm_sec = d.tm_min = d.tm_hour = d.tm_mday = d.tm_mon = d.tm_year = 0;\nd.tm_isdst = -1; //GOOD\nreturn mktime(&d) == 0; }"},
		{"a set of signals", "#include <signal.h>\nint main(void) { sigset_t s;\nsigemptyset(&s); //GOOD\nreturn sigprocmask(SIG_BLOCK, &s, 0); }"},
		{"attributes of a thread", "#include <pthread.h>\nint main(void) { pthread_mutexattr_t a; pthread_mutex_t m;\npthread_mutexattr_init(&a); //GOOD\nreturn pthread_mutex_init(&m, &a); }"},
		{"what a union shares", "int main(void) { union { int i; char c[4]; } u; for (int k = 0; k < 4; k++) u.c[k] = 0;\nunion { int i; char c[4]; } v; v.c[1] = 0; u = v; //BAD\nreturn u.i; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			testenv.Sample(t, i, 10)
			good, bad := head, head
			line, at := strings.Count(head, "\n"), 0
			for _, l := range strings.Split(c.text, "\n") {
				line++
				g, b := l, l
				switch {
				case strings.Contains(l, "//GOOD"):
					b, at = "", -1
				case strings.Contains(l, "//BAD"):
					g, at = "", line
				}
				good, bad = good+g+"\n", bad+b+"\n"
			}
			if got := uninit(t, good); got != "TRUE" {
				t.Errorf("%s, want TRUE of\n%s", got, good)
			}
			if at == 0 {
				return
			}
			got := uninit(t, bad)
			if at > 0 && got != fmt.Sprintf("FALSE at line %d", at) && !strings.Contains(bad, "malloc(8); //BAD") && !strings.Contains(bad, "u = v; //BAD") {
				t.Errorf("%s, want FALSE at line %d of\n%s", got, at, bad)
			}
			if !strings.HasPrefix(got, "FALSE") {
				t.Errorf("%s, want FALSE of\n%s", got, bad)
			}
		})
	}
}

// TestUninitialisedByFormat: what a format that is no literal gives values is not known.
func TestUninitialisedByFormat(t *testing.T) {
	got := uninit(t, "#include <stdio.h>\nint main(void) { char *f; f = \"%d\"; int k; sscanf(\"1\", f, &k); return k > 3; }")
	if !strings.HasPrefix(got, "UNKNOWN") {
		t.Error(got)
	}
}

// uninit is the answer on a program for property uninit.
func uninit(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "x.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"uninit"}}, nil, file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.False {
		return strings.TrimSpace(res.Verdict.String() + " " + res.Detail)
	}
	places := res.Program.Locs[res.Trace.Error].Places()
	for len(places) > 1 && places[0].InModel() {
		places = places[1:]
	}
	return fmt.Sprintf("FALSE at line %d", places[0].Line)
}

var (
	uninitCount = flag.Int("uninit.count", 5, "random programs that read what has a value or not")
	uninitSeed  = flag.Int64("uninit.seed", 1, "number of the first of them")
)

// values writes random programs that leave parts of objects without values, copy them, and read them. Each read
// decides a branch, so that MemorySanitizer reports it at its line.
type values struct {
	r  *rand.Rand
	id int
	b  strings.Builder
}

func (g *values) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *values) pick(s ...string) string { return s[g.r.Intn(len(s))] }

func (g *values) program() string {
	g.line("@include <stdlib.h>")
	g.line("@include <string.h>")
	g.line("struct S# { char c; int v; unsigned w : 3, z : 9; int b[2]; };")
	g.line("static struct S# get#(int k) { struct S# r; r.v = k; if (k > 1) r.c = 1; r.b[k & 1] = k; r.w = 1; return r; }")
	g.line("static void put#(int *p, int v) { *p = v; }")
	g.line("static int big#(int *p) {")
	g.line("if (*p > 2)")
	g.line("return 1;")
	g.line("return 0; }")
	g.line("MAIN# {")
	g.line("int i = 0, x, y, m, a[4], *q = &y; struct S# s, t, *p = malloc(sizeof *p); char buf[6]; union { int i; char c[4]; } u;")
	for range 6 + g.r.Intn(14) {
		for _, l := range g.stmt() {
			g.line("%s", l)
		}
	}
	g.line("return 0;")
	g.line("}")
	return strings.NewReplacer("#", strconv.Itoa(g.id), "@", "#").Replace(g.b.String())
}

func (g *values) stmt() []string {
	k, n := strconv.Itoa(g.r.Intn(4)), 1+g.r.Intn(4)
	x := g.pick("x", "y", "m", "a["+k+"]", "*q")
	s, t := g.pick("s", "t", "(*p)"), g.pick("s", "t", "(*p)")
	bit := strconv.Itoa(g.r.Intn(2))
	member := s + g.pick(".c", ".v", ".w", ".z", ".b["+bit+"]")
	if g.r.Intn(5) < 2 { // the reads come late enough
		return []string{g.pick(x, x, member, "buf["+k+"]", "u.c["+k+"]", "u.i") + " = " + k + ";"}
	}
	switch g.r.Intn(20) {
	case 0:
		return []string{"if (" + x + " > 1)", "i++;"}
	case 1, 2:
		return []string{"if (" + member + " > 1)", "i++;"}
	case 3, 4:
		return []string{s + " = " + t + ";"}
	case 5:
		return []string{s + " = get#(" + k + ");"}
	case 6:
		return []string{"memcpy(&" + s + ", &" + t + " == &" + s + " ? &" + g.pick("s", "t") + " : &" + t + ", sizeof " + s + ");"}
	case 7:
		return []string{fmt.Sprintf("for (int j = 0; j < %d; j++) a[j] = j;", n)}
	case 8:
		return []string{fmt.Sprintf("for (int j = 0; j < %d; j++)", n), "if (a[j] > 1)", "i++;"}
	case 9:
		return []string{fmt.Sprintf("for (int j = 0; j < %d; j++) ((char *)&%s)[j] = ((char *)&%s)[j + %s];", 2*n, s, t, k)}
	case 10:
		return []string{"q = " + g.pick("&x", "&y", "&m", "a + "+k, s+".b", "malloc(16)", "calloc(4, 4)") + ";"}
	case 11:
		return []string{"put#(" + g.pick("q", "&x", "&m", "a + "+k) + ", " + k + ");"}
	case 12:
		return []string{"i += big#(" + g.pick("q", "&x", "&m", "a + "+k, "&"+s+".v") + ");"}
	case 13:
		return []string{fmt.Sprintf("memset(%s, 0, %d);", g.pick("a", "buf", "&"+s), n)}
	case 14:
		return []string{fmt.Sprintf("memmove(a + %d, a, %d);", g.r.Intn(2), 4*n-4), "if (a[" + k + "] > 1)", "i++;"}
	case 15:
		return []string{"if (u.c[" + k + "] > 1)", "i++;"}
	case 16:
		return []string{"if (u.i > 1)", "i++;"}
	case 17:
		return []string{"memcpy(" + g.pick("a", "&u", "&x", s+".b") + ", " + g.pick("buf", "&u", "a + 1", "&m") + ", 4);"}
	case 18:
		return []string{"if (buf[" + k + "] > 1)", "i++;"}
	}
	return []string{fmt.Sprintf("{ int *w = malloc(4); w = realloc(w, %d); w[0] = 1; %s }", 4*n, g.pick("q = w;", "a[0] = w[0];", "free(w);"))}
}

// TestValues compares verdicts on random programs for property uninit, with the line, with what MemorySanitizer reports
// of them, and the first read with the interpreter.
func TestValues(t *testing.T) {
	testenv.NeedsLong(t)
	dir := t.TempDir()
	clang := native.FindMemorySanitizer(t.Context(), dir, nil)
	if clang == "" {
		testenv.Skip(t, "a compiler with MemorySanitizer")
	}
	var all strings.Builder
	all.WriteString("#include <stdlib.h>\n#include <string.h>\n")
	texts := map[int]string{}
	for id := int(*uninitSeed); id < int(*uninitSeed)+*uninitCount; id++ {
		g := &values{r: rand.New(rand.NewSource(int64(id))), id: id}
		texts[id] = g.program()
		fmt.Fprintf(&all, "#line 1 \"%d.c\"\n%s", id, strings.ReplaceAll(texts[id], "MAIN"+strconv.Itoa(id), fmt.Sprintf("static int main%d(void)", id)))
	}
	all.WriteString("#line 1 \"all.c\"\nint main(int argc, char **argv) { switch (atoi(argv[1])) {\n")
	for id := range texts {
		fmt.Fprintf(&all, "case %d: main%d(); break;\n", id, id)
	}
	all.WriteString("} return 0; }\n")
	src, exe := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(src, []byte(all.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(clang, "-w", "-g", "-O0", "-fsanitize=memory", "-fsanitize-recover=memory", "-fno-builtin", "-o", exe, src).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	counts := map[string]int{}
	for id := int(*uninitSeed); id < int(*uninitSeed)+*uninitCount; id++ {
		text := strings.ReplaceAll(texts[id], "MAIN"+strconv.Itoa(id), "int main(void)")
		cmd := exec.CommandContext(t.Context(), exe, strconv.Itoa(id))
		cmd.Env = append(os.Environ(), "MSAN_OPTIONS=halt_on_error=0")
		out, _ := cmd.CombinedOutput()
		want, reads := "TRUE", []string{}
		for _, v := range native.Values(string(out)) {
			reads = append(reads, fmt.Sprintf("FALSE at line %d", v.Use.Line))
			want = reads[0]
		}
		if got := firstRead(t, text); got != want {
			t.Errorf("%d: the interpreter: %s, MemorySanitizer: %s\n%s\n%s", id, got, want, text, out)
		}
		got := uninit(t, text)
		counts[got[:4]]++
		if !strings.HasPrefix(got, "UNKNOWN") && got != want && !slices.Contains(reads, got) {
			t.Errorf("%d: %s, MemorySanitizer: %v\n%s", id, got, reads, text)
		}
	}
	t.Logf("%v", counts)
}

// firstRead is what the interpreter says of a program without inputs, before package alias has seen it.
func firstRead(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "x.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := prepare.New(cfront.Options{Properties: []string{"uninit"}}, nil, file).Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{NoPath: true})
	switch {
	case out.End == interp.Reached:
		return fmt.Sprintf("FALSE at line %d", p.Locs[out.At].Pos.Line)
	case out.End == interp.Exited:
		return "TRUE"
	}
	return "undefined: " + out.Reason
}
