package selfcomp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/selfcomp"
	"craig/internal/run"
	"craig/internal/run/runtest"
	"craig/internal/testenv"
)

func TestMain(m *testing.M) { runtest.Main(m) }

// verify is what craig says of a program.
func verify(t *testing.T, opts cfront.Options, text string) *run.Result {
	t.Helper()
	res, err := run.Verify(t.Context(), prepare.New(opts, fstest.MapFS{"program.c": {Data: []byte(text)}}, "program.c"), run.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return res
}

// secretsOf are options that ask which way a function goes by its secrets, separated by commas.
func secretsOf(entry, secrets string) cfront.Options {
	return cfront.Options{Properties: []string{selfcomp.Property}, Entry: entry,
		Environment: cfront.Environment{Valid: true, Secrets: strings.Split(secrets, ",")}}
}

// constantTimeFiles calls f with the functions of testdata/constant-time, those that leak and the others.
func constantTimeFiles(t *testing.T, f func(t *testing.T, i int, text string, opts cfront.Options, leaks bool)) {
	files, err := filepath.Glob("../../../testdata/constant-time/*.c")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for i, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			command, _, _ := strings.Cut(string(text), "\n")
			_, command, found := strings.Cut(command, "--entry ")
			entry, secrets, both := strings.Cut(command, " --secret ")
			if !found || !both {
				t.Fatal("the first line is no command")
			}
			f(t, i, string(text), secretsOf(entry, strings.Trim(secrets, "'")), strings.HasSuffix(file, "-leak.c"))
		})
	}
}

// TestConstantTime: functions as they are written so that they take constant time, and their twins that do not.
func TestConstantTime(t *testing.T) {
	constantTimeFiles(t, func(t *testing.T, _ int, text string, opts cfront.Options, leaks bool) {
		want := verdict.True
		if leaks {
			want = verdict.False
		}
		if res := verify(t, opts, text); res.Verdict != want {
			t.Errorf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
		}
	})
}

// TestConstantTimeJudged: what the compiled functions let see is the same for all secrets of a proof, and differs for some where there is an error.
func TestConstantTimeJudged(t *testing.T) {
	testenv.NeedsLong(t)
	constantTimeFiles(t, func(t *testing.T, i int, text string, opts cfront.Options, leaks bool) {
		testenv.Alternate(t, i+i/2) // right, and broken twins
		want := "same"
		if leaks && !strings.Contains(t.Name(), "barrett") && !strings.Contains(t.Name(), "compress") { // of which the judge does not see the dividends
			want = "differs"
		}
		if got := letsSee(t, text, opts); got != want {
			t.Errorf("the judge says %s, not %s", got, want)
		}
	})
}

// pairs is how many pairs of executions are compared.
const pairs = 1000

// letsSee compares what pairs of executions of the compiled function let see, branches, addresses and divisors, as clang says: "same", "differs", or "none"
// if there are no pairs.
func letsSee(t *testing.T, text string, opts cfront.Options) string {
	t.Helper()
	clang := testenv.NeedsTool(t, "clang")
	dir := t.TempDir()
	file, unit, exe := filepath.Join(dir, "program.c"), filepath.Join(dir, "unit.c"), filepath.Join(dir, "judged")
	write(t, file, text)
	env, _, err := cfront.Surroundings(opts, file)
	if err != nil {
		t.Fatal(err)
	}
	own := strings.ReplaceAll(env.Text, "__builtin_malloc", "judged_malloc")
	write(t, unit, text+"\nextern void *judged_malloc(__SIZE_TYPE__);\nlong long __VERIFIER_declassify(long long x) { return x; }\n"+own)
	for _, args := range [][]string{
		{"-O0", "-w", "-fsanitize-coverage=bb,trace-pc,trace-loads,trace-stores,trace-div", "-c", unit, "-o", unit + ".o"},
		{"-O1", "-w", "testdata/judge.c", unit + ".o", "-o", exe},
	} {
		if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
			t.Fatalf("clang: %v\n%s\n%s", err, out, own)
		}
	}
	out, err := exec.Command(exe, strconv.Itoa(pairs)).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestRandomSecrets: what compiled random functions let see is the same for all secrets where craig has a proof.
func TestRandomSecrets(t *testing.T) {
	n, seed := testenv.Random(testenv.Count(2, 16))
	verdicts := map[string]int{}
	for i := range n {
		g := &flowing{rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		text := g.function()
		opts := secretsOf("f", "key,s")
		res := verify(t, opts, text)
		saw := letsSee(t, text, opts)
		verdicts[res.Verdict.String()+", "+saw]++
		if res.Verdict == verdict.True && saw == "differs" {
			t.Errorf("seed %d, %d: TRUE, but what is seen differs:\n%s", seed, i, text)
		} else if res.Verdict == verdict.False && saw == "same" { // few secrets differ, or the answer is wrong
			t.Logf("seed %d, %d: FALSE, and %d pairs are the same:\n%s", seed, i, pairs, text)
		}
	}
	t.Logf("%v", verdicts)
}

// flowing writes random functions in which a secret key and secret bytes s, and public x and t, flow through variables, arrays and pointers.
type flowing struct {
	rand *rand.Rand
	b    strings.Builder
}

func (g *flowing) pick(list ...string) string { return list[g.rand.IntN(len(list))] }

func (g *flowing) function() string {
	g.b.WriteString("#include <string.h>\nstatic unsigned g(unsigned v, int w) { if (w & 1) return v + 1; return v ^ 5; }\n")
	g.b.WriteString("unsigned f(unsigned key, unsigned x, const unsigned char s[8], const unsigned char t[8]) {\n\tunsigned a = x, b = key, c = 3, u[4] = { 0 }, *p = &a; union { unsigned w; unsigned char y[4]; } v; v.w = x;\n")
	g.block(2+g.rand.IntN(5), 1)
	g.b.WriteString("\treturn a + b + c + u[1] + v.w;\n}\n")
	return g.b.String()
}

func (g *flowing) block(n, depth int) {
	for range n {
		tabs := strings.Repeat("\t", depth)
		line := func(format string, args ...any) { fmt.Fprintf(&g.b, tabs+format+"\n", args...) }
		switch k := g.rand.IntN(12); {
		case k < 4 || depth > 2:
			line("%s = %s;", g.pick("a", "b", "c", "u[1]", "u[2]", "*p", "v.w", "v.y[1]", "b", "b"), g.expr(2))
		case k == 4:
			line("if (%s) {", g.public(2))
			g.block(1+g.rand.IntN(2), depth+1)
			line("} else {")
			g.block(1, depth+1)
			line("}")
		case k == 5:
			i := string(rune('h' + depth))
			line("for (unsigned %s = 0; %s < (%s & 3); %s++) {", i, i, g.public(1), i)
			g.block(1+g.rand.IntN(2), depth+1)
			line("}")
		case k == 6:
			line("u[%s & 3] = %s;", g.public(1), g.expr(1))
		case k == 7:
			line("p = %s ? &a : %s;", g.public(1), g.pick("&b", "&c", "&u[1]"))
		case k == 8:
			line("switch (%s & 3) { case 0: a = %s; break; case 1: c ^= 1; default: b += %s; }", g.public(1), g.expr(1), g.expr(1))
		case k == 9:
			line("memcpy(u, %s, %s & 7);", g.pick("s", "t"), g.public(1))
		case k == 10:
			line("%s = g(%s, %s);", g.pick("a", "b"), g.expr(1), g.public(1))
		default:
			line("%s = %s ? %s : %s;", g.pick("a", "b"), g.public(1), g.expr(1), g.expr(1))
		}
	}
}

// public is an expression that is likely to be public.
func (g *flowing) public(depth int) string {
	if g.rand.IntN(12) == 0 {
		return "(" + g.expr(depth) + ")"
	}
	switch g.rand.IntN(6) {
	case 0:
		return "c"
	case 1:
		return "(x >> " + g.pick("1", "3") + ")"
	case 2:
		return "t[" + g.pick("0", "x & 7") + "]"
	case 3:
		return "(" + g.expr(1) + " & " + g.pick("0", "x", "c") + ")"
	case 4:
		return "a"
	}
	return "(x == " + g.pick("c", "2") + ")"
}

func (g *flowing) expr(depth int) string {
	if depth == 0 {
		return g.pick("a", "b", "c", "x", "key", "key", "3", "u[1]", "*p", "v.w", "v.y[1]", "s[2]", "t[3]")
	}
	switch g.rand.IntN(8) {
	case 0:
		return "t[" + g.public(0) + " & 7]"
	case 1:
		return "s[" + g.public(0) + " & 7]"
	case 2:
		return "(" + g.expr(depth-1) + g.pick(" >> ", " << ") + g.pick("1", "8", "31") + ")"
	case 3:
		return "u[" + g.public(0) + " & 3]"
	case 4:
		return "(" + g.public(1) + g.pick(" && ", " || ") + g.expr(depth-1) + ")"
	}
	return "(" + g.expr(depth-1) + g.pick(" + ", " - ", " ^ ", " & ", " | ", " == ", " < ", " * ") + g.expr(depth-1) + ")"
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestHowSecretsFlow: secrets go through memory, pointers, unions, functions and what the library has, and are seen where they decide something.
func TestHowSecretsFlow(t *testing.T) {
	const head = `#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
extern int open_(int), none(void), at(const int *);
extern void __VERIFIER_assume(int);
extern long long __VERIFIER_declassify(long long);
struct pair { int a, b; }; extern int whole(struct pair); static int part(struct pair p) { return p.a; }
extern struct pair *find(int), *find_at(const int *); extern int (*hook)(int);
static int one(int x) { return x; } static int two(int x) { return x + 1; }
static int (*const both[2])(int) = { one, two };
static int kept; static volatile unsigned char device[4];
int f(unsigned key, int x) { `
	for _, tt := range []struct{ body, want string }{
		{"return key;", "TRUE"},
		{"return x && key;", "TRUE"},
		{"return key && x;", "FALSE"},
		{"return key || x;", "FALSE"},
		{"return !key + (key == 3) + (key < 7u);", "TRUE"},
		{"return key ? 1 : 0;", "FALSE"},
		{"int r; r = key & 1 ? 3 : 4; return r;", "FALSE"},
		{"if (key == key) return 1; return 2;", "TRUE"},
		{"if ((key | 1) > 0) return 1; return 2;", "TRUE"},
		{"if ((key & 8) == 9) return x; return 2;", "TRUE"},
		{"int a[2] = {1, 2}; return x > 5 && x < 3 ? a[key & 1] : 3;", "TRUE"},
		{"int a[2] = {1, 2}; return x > 5 && x < 7 ? a[key & 1] : 3;", "FALSE"},
		{"int a[4] = {1, 2}; return a[key & 4 ? 1 : 1];", "FALSE"},
		{"int a[4] = {1, 2}; return a[(key & 4) >> 5];", "TRUE"},
		{"int a = 3, b = 4, *p = x ? &a : &b; *p = key; return a == 3 ? 1 : 2;", "FALSE"},
		{"int a = 3, b = 4, *p = x ? &a : &a; *p = x; b = key; return a == 3 ? 1 : 2;", "TRUE"},
		{"union { int i; unsigned char b[4]; } u; u.i = key; return u.b[1] ? 1 : 2;", "FALSE"},
		{"union { int i; unsigned char b[4]; } u; u.i = key; u.b[1] = x; return u.b[1] ? 1 : 2;", "TRUE"},
		{"switch (key) { case 1: return 2; case 3: return 5; default: return 0; }", "FALSE"},
		{"switch (key & 3) { case 7: return 2; default: return 0; }", "TRUE"},
		{"return both[key & 1](x);", "FALSE"},
		{"int (*h)(int) = x ? one : two; return h(key);", "TRUE"},
		{"int s = 0; for (unsigned i = 0; i < (key & 3); i++) s++; return s;", "FALSE"},
		{"int s = 0; for (unsigned i = 0; i < (x & 3u); i++) s += key; return s;", "TRUE"},
		{"int s = 0; do { s++; if (s == 3) break; } while (s < 10); while (key--) if (s++ == 5) break; return s;", "FALSE"},
		{"goto *(key & 1 ? &&a : &&b); a: return 1; b: return 2;", "FALSE"},
		{"if (key & 1) goto out; x++; out: return x;", "FALSE"},
		{"return x / 3 + x % 5 + (int)key * 3;", "TRUE"},
		{"return key / 3;", "FALSE"},
		{"return 100 / ((key & 1) + 1);", "FALSE"},
		{"return x % (int)((key & 1) + 1);", "FALSE"},
		{"return x << (key & 7);", "TRUE"},
		{"kept = key; return kept ? 1 : 2;", "FALSE"},
		{"kept = key; kept = x; return kept ? 1 : 2;", "TRUE"},
		{"device[0] = key; return device[0] ? 1 : 2;", "FALSE"},
		{"return device[key & 3];", "FALSE"},
		{"if (key == 3) abort(); return 1;", "FALSE"},
		{"if (key == 3) exit(1); return 1;", "FALSE"},
		{"if (key == 3) ; return 1;", "FALSE"},
		{"if (__VERIFIER_declassify(key == 3)) return 1; return 2;", "TRUE"},
		{"if (__VERIFIER_declassify(key == 3)) return 1; return key == 4 ? 3 : 5;", "FALSE"},
		{"if (__VERIFIER_declassify(key)) return key == 4 ? 3 : 5; return key & 1 ? 7 : 8;", "TRUE"},
		{"if (!__VERIFIER_declassify(key & 1)) return key & 1 ? 3 : 5; return key & 2 ? 1 : 2;", "FALSE"},
		{"free(malloc(key & 3)); return 0;", "FALSE"},
		{"free(malloc(x & 3)); return key;", "TRUE"},
		{"char b[8], c[8]; memset(b, key, 8); memcpy(c, b, x & 7); return c[0];", "TRUE"},
		{"char b[8], c[8]; memset(b, x, 8); memcpy(c, b, key & 7); return c[0];", "FALSE"},
		{"char b[8], c[8]; memset(b, x, 8); memcpy(c, b + (key & 3), 4); return c[0];", "FALSE"},
		{"char b[8] = {0}, c[8] = {0}; memset(b, key, 8); return memcmp(b, c, 8);", "FALSE"},
		{"char b[8] = {0}, c[8] = {0}; b[0] = key; return memcmp(b + 1, c + 1, 7);", "TRUE"},
		{"char b[8] = {0}; b[0] = key; return strlen(b + 1);", "TRUE"},
		{"char b[8] = {0}; b[0] = key; return strlen(b);", "FALSE"},
		{"unsigned r = key; __asm__ volatile(\"\" : \"+r\"(r)); return r ? 1 : 2;", "FALSE"},
		{"int g; return __builtin_add_overflow((int)key, 3, &g) ? g : 2;", "FALSE"},
		{"int g, o = __builtin_add_overflow((int)key, 3, &g); return o + g;", "TRUE"},
		{"if (none()) return key; return 3;", "TRUE"},
		{"if (open_(x)) return key; return 3;", "TRUE"},
		{"return open_(key);", "UNKNOWN"},
		{"return open_(key - key + x);", "TRUE"},
		{"int a = key; return at(&a);", "UNKNOWN"},
		{"struct pair p = { key, x }; return whole(p);", "UNKNOWN"},
		{"int (*h)(int) = x ? one : open_; return h(key);", "UNKNOWN"},
		{"printf(\"%d\", key); return 1;", "UNKNOWN"},
		{"printf(\"%d\", x); return key;", "TRUE"},
		{"return isalpha(key & 127);", "UNKNOWN"},
		{"return abs((int)key);", "UNKNOWN"},
		{"return __builtin_popcount(key);", "UNKNOWN"},
		{"return __builtin_ffs(key);", "UNKNOWN"},
		{"struct pair p = { key, x }; int (*h)(struct pair) = x ? part : whole; return h(p);", "UNKNOWN"},
		{"struct pair p = { x, x }; int (*h)(struct pair) = x ? part : whole; return h(p) + key;", "TRUE"},
		{"struct pair p = { key, x }; int (*h)(struct pair) = part; return h(p);", "TRUE"},
		{"return find(key) != 0;", "UNKNOWN"},
		{"return find(x) != 0;", "TRUE"},
		{"int a = key; return find_at(&a) != 0;", "UNKNOWN"},
		{"return hook(key);", "UNKNOWN"},
		{"return hook(x) + key;", "TRUE"},
		{"return ((int (*)(int))0x1000)(key);", "UNKNOWN"},
		{"return ((int (*)(int))0x1000)(x);", "TRUE"},
		{"unsigned r = 9; __asm__(\"divl %1\" : \"+a\"(r) : \"r\"(key)); return r;", "UNKNOWN"},
		{"unsigned r = key; __asm__(\"divl %1\" : \"+a\"(r) : \"r\"(x)); return r;", "UNKNOWN"},
		{"unsigned r[2] = { key }; __asm__(\"incl %0\" : : \"m\"(r)); return 0;", "UNKNOWN"},
		{"unsigned r = x; __asm__(\"roll $3, %0\" : \"+r\"(r)); return r + key;", "TRUE"},
		{"unsigned r = key; __asm__ volatile(\"\" : : \"r\"(&r) : \"memory\"); return r;", "TRUE"},
		{"__VERIFIER_assume(key < 5 && key > 3); return key == 4 ? 1 : 2;", "TRUE"},
		{"__VERIFIER_assume(key < 5 && key > 2); return key == 4 ? 1 : 2;", "FALSE"},
		{"__VERIFIER_assume(key && key < 2); return key == 1 ? 1 : 2;", "TRUE"},
		{"__VERIFIER_assume(key / 3 == 4); return key;", "TRUE"},
		{"int t[8] = { 1 }; __VERIFIER_assume(key < 8 && t[key]); return key;", "UNKNOWN"},
		{"return __builtin_expect(key, 1) ? 1 : 2;", "FALSE"},
		{"int r = 0; for (int i = 0; i < 8; i++) r |= (key >> i & 1) << (7 - i); return r;", "TRUE"},
		{"unsigned char t[16]; for (int i = 0; i < 16; i++) t[i] = i; return &t[key & 15] - t;", "TRUE"},
		{"struct pair p = { key, x }, q = p; return q.b ? q.a : 3;", "TRUE"},
		{"struct pair p = { key, x }, q = p; return q.a ? q.b : 3;", "FALSE"},
		{"int t[16]; return &t[key & 15] - t;", "TRUE"},
		{"int (*h)(int) = x ? isalpha : isdigit; return h(key & 127);", "UNKNOWN"},
		{"int (*h)(int) = x ? isalpha : isdigit; return h(x & 127);", "TRUE"},
		{"return key % 4;", "FALSE"},
		{"unsigned char t[8] = { 1 }; t[key & 7]; return 1;", "FALSE"},
		{"unsigned char t[8] = { 1 }; return t[key & 7] & 0;", "FALSE"},
		{"unsigned char t[8] = { 1 }; return t[t[key & 7] & 0];", "FALSE"},
		{"unsigned char t[8] = { 1 }; int unused = t[key & 7] * 0; return 1;", "FALSE"},
		{"unsigned char t[8] = { 1 }; return (t[key & 7], 3);", "FALSE"},
		{"unsigned char t[8] = { 1 }; return t[key & 7] >= 0 ? 1 : 2;", "FALSE"},
		{"unsigned char t[8] = { 1 }; return sizeof t[key & 7];", "TRUE"},
		{"key / 3; return 1;", "FALSE"},
		{"return (key / 3) & 0;", "FALSE"},
		{"return (key && x) & 0;", "FALSE"},
		{"(void)(key ? 1 : 2); return 0;", "FALSE"},
		{"(void)(key && x); return 0;", "FALSE"},
		{"return __builtin_bswap32(key);", "TRUE"},
		{"char *p = __builtin_alloca((key & 3) + 1); p[0] = 1; return p[0];", "FALSE"},
		{"free(calloc(key & 3, 4)); return 0;", "FALSE"},
		{"char a[8] = \"abc\", b[8]; strncpy(b, a, key & 7); return b[0];", "FALSE"},
		{"struct { unsigned a : 3, b : 5; } y; y.a = key; y.b = 3; return y.b ? 1 : 2;", "TRUE"},
		{"struct { unsigned a : 3, b : 5; } y; y.a = key; y.b = 3; return y.a ? 1 : 2;", "FALSE"},
		{"char t[4], *p = t + (key & 3); return p == t ? 1 : 2;", "FALSE"},
		{"unsigned char a[2] = {1}, b[2] = {2}, *which[2] = {a, b}; return which[key & 1][0];", "FALSE"},
		{"unsigned char t[8] = {0}; t[key & 7] = 1; return 0;", "FALSE"},
		{"int a[4] = {1, 2}; ((unsigned char *)a)[0] = key; return a[1] ? 1 : 2;", "TRUE"},
		{"int a[4] = {1, 2}; ((unsigned char *)a)[4] = key; return a[1] ? 1 : 2;", "FALSE"},
		{"unsigned char t[8] = {1}; int i = 0; while (i < 8 && t[i] != key) i++; return i;", "FALSE"},
		{"int z = key, *p = &z, **pp = &p; **pp ^= 1; return *p & 1 ? 1 : 2;", "FALSE"},
		{"int z = 0; __sync_fetch_and_add(&z, key); return z ? 1 : 2;", "FALSE"},
		{"int a[4] = {0}; return __atomic_load_n(&a[key & 3], 0);", "FALSE"},
		{"return key ?: 3;", "FALSE"},
		{"int a[3] = { [1] = key }; return a[1] && 1;", "FALSE"},
		{"typedef int v __attribute__((vector_size(16))); v a = { key, 5, 6, 7 }, b = a > 2; return b[0];", "TRUE"},
		{"typedef int v __attribute__((vector_size(16))); v a = { key, 5, 6, 7 }, b = a / 2; return b[0];", "FALSE"},
		{"typedef int v __attribute__((vector_size(16))); v a = { key, 5, 6, 7 }; return a[key & 3];", "FALSE"},
		{"float z = key; return z > 3 ? 1 : 2;", "FALSE"},
		{"int n = x & 3; int a[n + 1]; a[0] = key; return a[0];", "TRUE"},
		{"int n = key & 3; int a[n + 1]; a[0] = x; return a[0];", "FALSE"},
	} {
		text := head + tt.body + " }\n"
		t.Run(tt.body, func(t *testing.T) {
			if res := verify(t, secretsOf("f", "key"), text); res.Verdict.String() != tt.want {
				t.Errorf("%s(%s), not %s: %s", res.Verdict, res.Reason, tt.want, res.Detail)
			}
		})
	}
}

// TestSecretsAtEntry: what --secret names is secret wherever it lies; what surroundings do with it is no part of the function.
func TestSecretsAtEntry(t *testing.T) {
	const head = "struct open { int n; unsigned char d[]; }; struct item { int *p; int k; };\n"
	for _, tt := range []struct{ secret, text, want string }{
		{"p->d", "int f(struct open *p) { return p->d[0] ? 1 : 2; }", "FALSE"},
		{"p->d", "int f(struct open *p) { return p->d[0]; }", "TRUE"},
		{"p", "struct many { struct item t[30]; }; int f(struct many *p) { return p->t[21].k ? 1 : 2; }", "FALSE"},
		{"p", "struct many { struct item t[30]; }; int f(struct many *p) { return p->t[21].k; }", "TRUE"},
		{"p->t[1..]", "struct some { struct item t[3]; }; int f(struct some *p) { return p->t[2].k ? 1 : 2; }", "FALSE"},
		{"p->t[1..]", "struct some { struct item t[3]; }; int f(struct some *p) { return p->t[0].k ? 1 : 2; }", "TRUE"},
		{"n", "int f(const char *s, int n) { return 0; }", "UNKNOWN"},
		{"p->u", "struct s { union { int *p; long n; } u; }; int f(struct s *p) { return p->u.n ? 1 : 2; }", ""},
		{"p->t", "struct s { int *t; }; int f(struct s *p) { return p->t[0] ? 1 : 2; }", "FALSE"},
		{"p->t", "struct s { void (*t)(void); }; int f(struct s *p) { return p->t ? 1 : 2; }", ""},
	} {
		res, err := run.Verify(t.Context(), prepare.New(secretsOf("f", tt.secret), fstest.MapFS{"program.c": {Data: []byte(head + tt.text + "\n")}}, "program.c"), run.Options{})
		if got := ""; err == nil {
			if got = res.Verdict.String(); got != tt.want {
				t.Errorf("%s: %s(%s), not %q: %s", tt.text, got, res.Reason, tt.want, res.Detail)
			}
		} else if tt.want != "" {
			t.Errorf("%s: %v", tt.text, err)
		}
	}
}

// TestUnseen: what functions without a body look at besides their arguments is an assumption, and where they may write it is not known.
func TestUnseen(t *testing.T) {
	const text = "extern int none(void); static int kept; int f(int key) { kept = key; return none(); }\n"
	opts := secretsOf("f", "key")
	const assumed = "these have no body, and what is seen of them depends on no secret but what they are given: none"
	if res := verify(t, opts, text); res.Verdict != verdict.True || !slices.ContainsFunc(res.Notes, func(n ir.Note) bool { return n.Text == assumed }) {
		t.Errorf("%s: %v", res.Verdict, res.Notes)
	}
	opts.UnknownFunctions = cfront.Havoc
	for _, text := range []string{
		text,
		"extern int open_(int); static int one(int x) { return x; } int f(int key, int x) { int (*h)(int) = x ? one : open_; return h(key); }\n",
		"extern int open_(int); static int one(int x) { return x; } static int kept; int f(int key, int x) { int (*h)(int) = x ? one : open_; kept = key; return h(x); }\n",
	} {
		if res := verify(t, opts, text); res.Verdict != verdict.Unknown {
			t.Errorf("%s where functions without a body look at all memory:\n%s", res.Verdict, text)
		}
	}
	if res := verify(t, opts, "extern int none(void); int f(int key) { return none() + key; }\n"); res.Verdict != verdict.True {
		t.Errorf("%s(%s) where no secret is in memory", res.Verdict, res.Reason)
	}
}

// TestNotCompared: where two executions are not compared as they should be, the answer is UNKNOWN.
func TestNotCompared(t *testing.T) {
	const thread = "#include <pthread.h>\nstatic void *work(void *p) { return p; }\n"
	for _, tt := range []struct {
		text   string
		change func(o *cfront.Options)
	}{
		{thread + "int f(int key) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); return key; }", func(*cfront.Options) {}},
		{"int f(int key) { return ((volatile int *)0x40000000)[key & 3]; }", func(o *cfront.Options) { o.Devices = []ir.Device{{From: 0x40000000, Size: 0x100}} }},
		{"/*@ assigns \\nothing; */ static int g(int k) { return k ? 1 : 2; } int f(int key) { return g(key); }", func(o *cfront.Options) { o.Contracts = cfront.ReplaceContracts }},
	} {
		opts := secretsOf("f", "key")
		tt.change(&opts)
		if res := verify(t, opts, tt.text+"\n"); res.Verdict != verdict.Unknown {
			t.Errorf("%s: %s", tt.text, res.Verdict)
		}
	}
}

// TestSecretsInContracts: what a contract takes for granted of secrets is no branch.
func TestSecretsInContracts(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"/*@ requires key < 3329; */\nint f(int key) { return key > 3328 ? 1 : 2; }\n", "TRUE"},
		{"/*@ requires key < 3329; */\nint f(int key) { return key > 3327 ? 1 : 2; }\n", "FALSE"},
		{"/*@ requires key < 3329 && key > 3; */\nint f(int key) { return key > 3 ? 1 : 2; }\n", "TRUE"},
		{"/*@ requires key < 3329 || key > 4000; */\nint f(int key) { return key > 3300 ? 1 : 2; }\n", "FALSE"},
		{"int f(int key) __CPROVER_requires(key < 3329 && key > 3) { return key > 3 ? 1 : 2; }\n", "TRUE"},
		{"/*@ requires \\forall integer i; 0 <= i < 8 ==> key[i] < 100; */\nint f(int key[8]) { return key[3]; }\n", "UNKNOWN"},
	} {
		if res := verify(t, secretsOf("f", "key"), tt.text); res.Verdict.String() != tt.want {
			t.Errorf("%s: %s(%s), not %s: %s", tt.text, res.Verdict, res.Reason, tt.want, res.Detail)
		}
	}
}

// TestSecretInputs: a program names its secrets itself; what is observed besides is a matter of options.
func TestSecretInputs(t *testing.T) {
	const head = "extern unsigned __VERIFIER_nondet_secret_uint(void), __VERIFIER_nondet_uint(void);\n"
	for _, tt := range []struct {
		text, want string
		observe    selfcomp.Options
	}{
		{"int main(void) { unsigned k = __VERIFIER_nondet_secret_uint(); return k ? 1 : 2; }", "FALSE", selfcomp.Options{}},
		{"int main(void) { unsigned k = __VERIFIER_nondet_uint(); return k ? 1 : 2; }", "TRUE", selfcomp.Options{}},
		{"int main(void) { unsigned k = __VERIFIER_nondet_secret_uint(); return 1 << (k & 7); }", "FALSE", selfcomp.Options{Shifts: true}},
		{"int main(void) { unsigned k = __VERIFIER_nondet_secret_uint(); return k >> 3; }", "TRUE", selfcomp.Options{Shifts: true}},
		{"int main(void) { unsigned k = __VERIFIER_nondet_secret_uint(); return k * __VERIFIER_nondet_uint(); }", "FALSE", selfcomp.Options{Multiplications: true}},
		{"int main(void) { unsigned k = __VERIFIER_nondet_secret_uint(); return k + 3 * __VERIFIER_nondet_uint(); }", "TRUE", selfcomp.Options{Multiplications: true}},
	} {
		opts := cfront.Options{Properties: []string{selfcomp.Property}, Observe: tt.observe}
		if res := verify(t, opts, head+tt.text+"\n"); res.Verdict.String() != tt.want {
			t.Errorf("%s: %s(%s), not %s: %s", tt.text, res.Verdict, res.Reason, tt.want, res.Detail)
		}
	}
}
