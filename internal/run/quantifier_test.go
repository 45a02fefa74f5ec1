package run

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestQuantifiers: quantifiers of CBMC's dialect, arrows, and questions about overflow. A quantifier over a
// range that is not known decides nothing that it should not.
func TestQuantifiers(t *testing.T) {
	const before = `extern void reach_error(void); extern int any(void);
#define ALL_ZERO(o) __CPROVER_forall { int i; \
	(i >= 0 && i < sizeof(o)) ==> ((const unsigned char *)&o)[i] == 0 }
int main(void) {
	struct { char a; int b[3]; } s; int a[4] = {2, 4, 6, 8}, n = any(), m = any(), big[100];
	unsigned u = any();
	__builtin_memset(&s, 0, sizeof s);
	if (n < 0 || n > 3) return 0;
`
	var safe []string
	decide := func(text string, want verdict.Verdict) {
		if res := verify(t, cfront.Options{}, before+text+";\n}\n"); res.Verdict != want {
			t.Errorf("%s: %s %s, want %s", text, res.Verdict, res.Detail, want)
		}
	}
	for _, c := range []struct {
		statement string
		want      verdict.Verdict
	}{
		{"ASSERT(ALL_ZERO(s))", verdict.True},
		{"s.b[n] = 7; ASSERT(ALL_ZERO(s))", verdict.False},
		{"s.b[n] = 7; ASSERT(!ALL_ZERO(s))", verdict.True},
		{"s.b[n] = m; ASSERT(ALL_ZERO(s) == (m == 0))", verdict.True},
		{"ASSERT(__CPROVER_forall { int i; 0 <= i && i < 4 ==> a[i] % 2 == 0 })", verdict.True},
		{"ASSERT(__CPROVER_forall { int i; 0 <= i && i < 4 ==> a[i] < 8 })", verdict.False},
		{"ASSERT(__CPROVER_exists { int i; 0 <= i && i < 4 && a[i] == 6 })", verdict.True},
		{"ASSERT(__CPROVER_exists { unsigned i; i <= 3u && a[i] == n })", verdict.False},
		{"ASSERT(__CPROVER_exists { unsigned i; i < 3 && a[i] == 8 })", verdict.False},
		{"ASSERT(__CPROVER_forall { int i, j; 0 <= i && i < j && j < 4 ==> a[i] < a[j] })", verdict.True},
		{"ASSERT(__CPROVER_forall { int i; 0 <= i && i < 4 ==> __CPROVER_exists { int j; j >= 0 && j < 9 && a[i] == j } })", verdict.True},
		{"ASSERT(__CPROVER_forall { unsigned char c; c ==> c > 0 })", verdict.True},
		{"ASSERT(__CPROVER_forall { int i; i == 2 ==> i < 2 })", verdict.False},
		{"ASSERT(__CPROVER_forall { int i; 4 > i ==> i < 0 ==> i != -1 })", verdict.False},
		// An unsigned comparison does not bound a number from below.
		{"ASSERT(__CPROVER_forall { int i; i >= 0u && i < 3 ==> i >= 0 })", verdict.False},
		{"ASSERT(__CPROVER_forall { int i; i > -1 && i < 4u ==> a[i] > 0 })", verdict.True},
		// Ranges that are not known: an assertion is exact, other uses decide nothing beyond one instance.
		{"ASSERT(__CPROVER_forall { int i; 0 <= i && i < n ==> a[i] > 0 })", verdict.True},
		{"ASSERT(__CPROVER_forall { int i; 0 <= i && i <= n ==> a[i] > 2 })", verdict.False},
		{"ASSERT(m == 5 || !(__CPROVER_exists { int i; i > n && i == m + 1 }))", verdict.False},
		{"__CPROVER_assume(__CPROVER_exists { int i; 0 <= i && i < n && m == a[i] }); ASSERT(m <= 6)", verdict.True},
		{"__CPROVER_assume(__CPROVER_exists { int i; 0 <= i && i < n && m == a[i] }); ASSERT(m <= 4)", verdict.False},
		{"__CPROVER_assume(__CPROVER_forall { int i; 0 <= i && i < n ==> m > i }); ASSERT(n < 3)", verdict.Unknown},
		{"__CPROVER_assume(__CPROVER_forall { int i; 0 <= i && i < n ==> i > 5 }); ASSERT(n == 0)", verdict.Unknown},
		{"if (__CPROVER_forall { int i; i > n }) ASSERT(0)", verdict.Unknown},
		{"ASSERT(({ int c = (__CPROVER_forall { int i; i > n }) ? 0 : 1; c; }))", verdict.Unknown},
		{"ASSERT(__CPROVER_exists { int i; i > n && i < m } || m <= n + 1)", verdict.Unknown},
		{"ASSERT(!(__CPROVER_exists { int i; i == n && __CPROVER_forall { int j; j > i ==> m > j } }))", verdict.Unknown},
		// Arrows.
		{"ASSERT(n > 1 ==> n > 0)", verdict.True},
		{"ASSERT(n > 0 ==> n > 1)", verdict.False},
		{"ASSERT(n > 2 ==> m > 2 ==> n + (m > 2) > 3)", verdict.True},
		{"int c = n == 1 || n == 2 ==> n > 0, d = 1; ASSERT(c & d)", verdict.True},
		{"ASSERT(n > 0 <==> 0 < n)", verdict.True},
		{"ASSERT(n > 0 <==> n > 1)", verdict.False},
		// Overflow in the type of the operands.
		{"ASSERT(__CPROVER_overflow_plus(m, 1) == (m == 2147483647))", verdict.True},
		{"ASSERT(__CPROVER_overflow_minus(u, 1) == (u == 0))", verdict.True},
		{"ASSERT(__CPROVER_overflow_plus((signed char)m, (signed char)m))", verdict.False},
		{"ASSERT(!__CPROVER_overflow_plus((signed char)m, (signed char)m))", verdict.True},
		{"ASSERT(!__CPROVER_overflow_mult(4294967295u, 2147483648u + 0l))", verdict.True},
		{"ASSERT(__CPROVER_overflow_mult(4294967296l, 2147483648l))", verdict.True},
		{"ASSERT(__CPROVER_overflow_unary_minus(m) == (m == -2147483647 - 1))", verdict.True},
		{"ASSERT(__CPROVER_overflow_shl(1, 31) && !__CPROVER_overflow_shl(1u, 31) && !__CPROVER_overflow_shl(-1, 31) && __CPROVER_overflow_shl(1, 32) && !__CPROVER_overflow_shl(0, 40))", verdict.True},
		{"ASSERT(__CPROVER_overflow_shl(u, 1) == (u > 0x7fffffff))", verdict.True},
		// Functions of which nothing is known.
		{"ASSERT(__CPROVER_uninterpreted_hash(n) >= 0)", verdict.Unknown},
		{"int h = __CPROVER_uninterpreted_hash(n); if (h < 0) h = 0; ASSERT(h >= 0)", verdict.True},
		// Structures are compared member by member.
		{"struct p { long a; int *q; struct { int i, j[1]; } r; } x = {1, a, {2, {n}}}, y = x; if (m == 3) y.r.j[0]++; ASSERT((x == y) == (m != 3) && (x != y) == (m == 3))", verdict.True},
		{"struct p { int a; int b; } x = {1, m}, y = {1, 5}; ASSERT(x != y)", verdict.False},
		// Assembly without code.
		{"int k = m; __asm__ volatile(\"\" : \"+r\"(m)); ASSERT(k == m)", verdict.True},
		{"int k = m; __asm__ volatile(\"\" : \"=r\"(m)); ASSERT(k == m)", verdict.Unknown},
	} {
		text := strings.Replace(c.statement, "ASSERT(", "__CPROVER_assert(", 1)
		if c.want == verdict.True {
			safe = append(safe, text)
			continue
		}
		decide(text, c.want)
		if len(safe)%4 == 0 && !strings.Contains(text, "(0") { // in a condition, too
			text = strings.Replace(c.statement, "ASSERT(", "if (!(", 1) + ") reach_error()"
			decide(text, c.want)
		}
	}
	// Those that hold, in one program; one by one if that is wrong.
	together := "switch (any()) {\n"
	for i, text := range safe {
		together += fmt.Sprintf("case %d: { %s; break; }\n", i, text)
	}
	if decide(together+"}", verdict.True); t.Failed() {
		for _, text := range safe {
			decide(text, verdict.True)
		}
	}
}

// TestPaddedStructures: structures with padding or numbers with several zeros are not compared.
func TestPaddedStructures(t *testing.T) {
	for _, s := range []string{"struct { char a; int b; }", "struct { double a; }", "union { int a; }"} {
		_, err := cfront.ReadFrom(t.Context(), cfront.Options{}, cfront.NewFiles(fstest.MapFS{"program.c": {Data: []byte(s + " x, y; int main(void) { __CPROVER_assert(x == y, \"\"); }")}}), "program.c")
		if err == nil || !strings.Contains(err.Error(), "the operands of == have the types") {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// TestFileLocal: a static function by the name that goto-cc gives it, and a definition in the place of one.
func TestFileLocal(t *testing.T) {
	const before = `extern void reach_error(void);
static int next(int x) { return x + 1; }
int __CPROVER_file_local_program_c_next(int x)`
	const main = "int main(void) { if ("
	for _, c := range []struct{ text, condition string }{
		{before + ";\n", "__CPROVER_file_local_program_c_next(3) != 4"},
		{before + " { return x + 2; }\n", "next(3) != 5"},
	} {
		for _, negated := range []bool{false, true} {
			text, want := c.text+main+c.condition+") reach_error(); }\n", verdict.True
			if negated {
				text, want = c.text+main+"!("+c.condition+")) reach_error(); }\n", verdict.False
			}
			res := verify(t, cfront.Options{}, text)
			if res.Verdict != want {
				t.Errorf("%s\n%s %s, want %s", text, res.Verdict, res.Detail, want)
			}
			if said := strings.Contains(fmt.Sprint(res.Notes), "stands for the function next"); said != strings.Contains(c.text, "x + 2") {
				t.Errorf("%s\n%v", text, res.Notes)
			}
		}
	}
}
