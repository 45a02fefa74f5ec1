package run

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// contractHeaders are headers with contracts, in what follows.
var contractHeaders = map[string]string{
	"twice.h": "#ifndef TWICE_H\n#define TWICE_H\n#define LIMIT 100\n/*@ predicate small(integer x) = 0 <= x < LIMIT; */\n/*@ requires small(x);\n    ensures \\result == 2 * x; */\nint twice(int x);\n#endif\n",
	"wrong.h": "\n/*@ requires x > 0;\n  @ requires nowhere < x; */\nint wrong(int x);\n",
	"open.h":  "//@ ensures \\result > MORE;\n",
}

func withContractHeaders(text string) fstest.MapFS {
	files := fstest.MapFS{"program.c": {Data: []byte(text)}}
	for name, text := range contractHeaders {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// TestContractsAndMacros: contracts are read behind the preprocessor, with the macros that are defined where they stand.
func TestContractsAndMacros(t *testing.T) {
	for _, c := range []struct {
		name, text string
		right, bad string // what stands for ? in a program that is right, and in one that is not
	}{
		{"a whole clause", "#define POSITIVE requires x > 0;\n#define ABOVE(n) ensures \\result > n;\n/*@ POSITIVE ABOVE(?) */\nint f(int x) { return x; }", "0", "1"},
		{"clauses of CBMC", "#define REQUIRES(e) __CPROVER_requires(e)\n#define ENSURES(e) __CPROVER_ensures(e)\n#define R __CPROVER_return_value\nint f(int x) REQUIRES(x > 0) ENSURES(R > ?) { return x; }", "0", "1"},
		{"a part of an expression", "#define IN(x, low, high) low <= x < high\n#define MAX 10\n/*@ requires IN(x, 0, MAX); ensures IN(\\result, 1, ?); */\nint f(int x) { return x + 1; }", "MAX + 1", "MAX"},
		{"arrows", "#define IMPLIES ==>\n//@ requires x > 5 IMPLIES x < 9; ensures x == ? IMPLIES \\result == 1;\nint f(int x) { return x == 4 || x >= 9 ? 2 : 1; }", "5", "4"},
		{"arrows of CBMC", "#define IMPLIES(a, b) a ==> b\nint f(int x) { __CPROVER_assume(IMPLIES(x > 5, x < 9)); __CPROVER_assert(x < ?, \"\"); return x; }", "9", "8"},
		{"a quantifier of CBMC", "#define ALL(i, n, e) __CPROVER_forall { int i; 0 <= i && i < n ==> e }\nint a[4]; void f(void) { for (int k = 0; k < 4; k++) a[k] = k; __CPROVER_assert(ALL(j, 4, a[j] < ?), \"\"); }", "4", "3"},
		{"a range", "#define N 3\n/*@ requires \\valid(a + (0..N-1)); assigns a[0..?]; */\nvoid f(int *a) { a[N - 1] = 1; }", "N-1", "N-2"},
		{"a type", "#define word unsigned char\n//@ ensures \\forall word i; i <= ?;\nvoid f(void) { }", "255", "254"},
		{"left out by a condition", "#if ?\n//@ ensures \\result == 1;\n#else\n//@ ensures \\result == 2;\n#endif\nint f(void) { return 2; }", "0", "1"},
		{"left out", "#if 0\n/*@ ensures nowhere; */\n#elif 1\n/*@ ensures \\result == ?; */\n#else\n//@ ensures nowhere\n#endif\nint f(void) { return 2; }", "2", "3"},
		{"defined later", "enum { ONE = 1 };\n//@ ensures \\result == ONE;\n#define ONE 2\nint f(void) { return ?; }", "1", "ONE"},
		{"undefined before", "#define ONE 2\n#undef ONE\nenum { ONE = 1 };\n//@ ensures \\result == ONE;\nint f(void) { return ?; }", "1", "2"},
		{"a header, twice", "#include \"twice.h\"\n#include \"twice.h\"\nint twice(int x) { return x + x; }\n//@ requires small(x + ?); ensures \\result < 2 * LIMIT;\nint f(int x) { return twice(x); }", "0", "1"},
		{"from a header to its function", "#define MORE ?\n#include \"open.h\"\nint f(void) { return 3; }", "2", "3"},
		{"an argument of a macro", "#define LOOP(l) l\nint f(int n) { int i = 0; LOOP(/*@ loop invariant (0, i <= ?); */ while (i < 3) i++;) return i; }", "3", "2"},
		{"an argument of a macro, an assertion", "#define ID(x) x\nint f(int n) { ID(//@ assert 0 < ?;\n n = 1;) return n; }", "1", "0"},
		{"a line that goes on", "//@ ensures \\result \\\n  == ?\\\n0;\nint f(void) { return 10; }", "1", "2"},
		{"texts in literals", "//@ requires \"/*\"[0] == '/' && \"*/;//\"[2] == ';'; ensures \\result == \"//@\"[?];\nint f(void) { return '@'; }", "2", "1"},
		{"comments", "/*@ ensures // \\result == 3;\n      \\result == ?; // requires x > 0;\n  @*/\nint f(void) { return 2; }", "2", "3"},
		{"the line", "\n/*@ ensures\n  @ \\result == __LINE__; */\nint f(void) { return ?; }", "3", "2"},
		{"the words of clauses", "#include <assert.h>\n#define check(x) no\n#define requires no\n#define loop no\n#define invariant no\n/*@ requires x == 1; */\nint f(int x) { //@ check (x == 1); assert (x == 1);\n /*@ loop invariant x < ?; */ while (x < 3) x++; return x; }", "4", "3"},
		{"words of ACSL", "#define result 7\n#define old(x) x\n#define valid 3\n/*@ requires \\valid(p); ensures \\result == \\old(*p) && *p == ?; */\nint f(int *p) { int q = *p; *p = 7; return q; }", "result", "valid"},
		{"a name in brackets", "#define F(x) (x)\n/*@ ensures \\result == F\n (?); */\nint f(void) { return 2; }", "2", "3"},
		{"behind a directive's line", "#define A 1 /*@ ensures nowhere; */\n//@ ensures \\result == A;\n#define B //@ ensures nowhere;\nB int f(void) { return ?; }", "1", "2"},
		{"in front of a directive", "/*@ ensures \\result == 2; */ #define TWO 2\nint f(void) { return ?; }", "TWO", "3"},
		{"attributes in front of the name", "#define API __attribute__((visibility(\"default\"))) extern\n/*@ requires x > 0; assigns \\nothing; ensures \\result > ?; */\nAPI int g(int x);\nint f(void) { int r = g(1); __CPROVER_assert(r > 1, \"\"); return r; }", "1", "0"},
	} {
		for _, x := range []struct {
			with string
			want verdict.Verdict
		}{{c.right, verdict.True}, {c.bad, verdict.False}} {
			opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
			text := "extern void reach_error(void);\n#line 1\n" + strings.Replace(c.text, "?", x.with, 1)
			if res := verifyFiles(t, opts, withContractHeaders(text), "program.c"); res.Verdict != x.want {
				t.Errorf("%s: with %s %s %s, want %s", c.name, x.with, res.Verdict, res.Detail, x.want)
			}
		}
	}
}

// TestContractPlaces: messages about contracts have the place of the word that they are about, in its own file.
func TestContractPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#include \"wrong.h\"\nvoid f(void) { wrong(1); }", "wrong.h:3:14: nowhere is not declared"},
		{"int y;\n/*@ requires x > 0 &&\n  @   y < nowhere;\n  @*/\nvoid f(int x) {}", "program.c:3:11: nowhere is not declared"},
		{"void f(int x)\n  __CPROVER_requires(x > 0 &&\n    nowhere) {}", "program.c:3:5: nowhere is not declared"},
		{"#define LESS(a) a < nowhere\n/*@ requires x == 1 && LESS(x); */\nvoid f(int x) {}", "program.c:2:24: nowhere is not declared"},
		{"#define C requires nowhere;\n/*@\n  C */\nvoid f(int x) {}", "program.c:3:3: nowhere is not declared"},
		{"#define ID(x) x\nvoid f(int x) {\n  ID(x = 1;\n  /*@ assert x == nowhere; */ x = 2;) }", "program.c:4:19: nowhere is not declared"},
		{"#define F(x) x\n/*@ requires F(1; */\nvoid f(void) {}", "program.c:2:14: the arguments of F do not end"},
		{"/*@ requires x > 0;\n  @ requires x # 1; */\nvoid f(int x) {}", "program.c:2:16: '#' is no character of C"},
		{"/*@ requires x > 0;\n    ensures it's; */\nvoid f(int x) {}", "program.c:2:15: this ' has no other on its line"},
		{"#define SEMICOLON ;\n/*@ requires x > 0 SEMICOLON */\nvoid f(int x) {}\n/*@ ensures x; */", "program.c:4:5: a contract that belongs to no function"},
		{"void f(int x) {}\n#include \"open.h\"", "open.h:1:5: a contract that belongs to no function"},
		{"#line 7 \"other.c\"\n/*@ requires nowhere; */\nvoid f(int x) {}", "other.c:7:14: nowhere is not declared"},
		{"void f(char *p) __CPROVER_requires(__CPROVER_is_fresh(p)) {}", "program.c:1:36: __CPROVER_is_fresh is not given as many arguments as it has: 2"},
	} {
		_, err := cfront.ReadFrom(t.Context(), cfront.Options{Entry: "f"}, cfront.NewFiles(withContractHeaders(c.text)), "program.c")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n%v, want %s", c.text, err, c.want)
		}
	}
}
