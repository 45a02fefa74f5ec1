package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestInterrupts: where interrupts come, by how the program and the handler isr share an object. The verdicts are what
// a processor may do that looks for interrupts between any two accesses.
func TestInterrupts(t *testing.T) {
	testenv.NeedsLong(t)
	const head = `extern void reach_error(void); extern int input(void); extern void cli(void), sei(void), lock(void), unlock(void);
#include <string.h>
#define check(c) do { if (!(c)) reach_error(); } while (0)
`
	one := cfront.Interrupts{Handlers: []string{"isr"}}
	two := cfront.Interrupts{Handlers: []string{"isr", "fast"}}
	nested := cfront.Interrupts{Handlers: []string{"isr", "fast"}, Nested: true}
	for _, tt := range []struct {
		name, text string
		want       verdict.Verdict
		opts       cfront.Options
	}{
		{name: "a lost update", text: `int n, m; void isr(void) { n++; m++; } int main(void) { n++; int b = n, a = m; if (a == 0) check(b == 1); m = m; int k = m; check(n >= k); }`, want: verdict.False},
		{name: "before the first access", text: `int n; void isr(void) { n = 1; } int main(void) { check(n == 0); }`, want: verdict.False},
		{name: "no more than the handler does", text: `int n; void isr(void) { n = 1; } int main(void) { check(n == 0 || n == 1); }`, want: verdict.True},
		{name: "any number of times", text: `int n; void isr(void) { if (n < 5) n++; } int main(void) { check(n < 5); }`, want: verdict.False},
		{name: "between two reads of one expression", text: `volatile int n; void isr(void) { n = 1; } int main(void) { check(n == n); }`, want: verdict.False},
		{name: "between read and write", text: `int n; void isr(void) { n = 7; } int main(void) { n = n + 1; int a = n; check(a == 1 || a == 8 || a == 7); }`, want: verdict.True},
		{name: "the write is the program's last", text: `int n; void isr(void) { n = 7; } int main(void) { n = n + 1; check(n != 1); }`, want: verdict.False},
		{name: "behind the last access", text: `int n; void isr(void) { check(n == 0); } int main(void) { n = 1; for (;;); }`, want: verdict.False},
		{name: "a handler is not interrupted", text: `int n; void isr(void) { n = 1; check(n == 1); n = 2; } int main(void) { n = 0; check(n != 1); }`, want: verdict.True},
		{name: "the value of an assignment", text: `int n; void isr(void) { n = 9; } int main(void) { int a = (n = 5); check(a == 5); }`, want: verdict.True},
		{name: "the value of an assignment in memory", text: `int n, *p = &n; void isr(void) { *p = 9; } int main(void) { int a = (*p = 5); check(a == 5); }`, want: verdict.True},
		{name: "a read is one read", text: `int n; void isr(void) { n = 0x7fffffff; } int main(void) { int a = n + 1; (void)a; }`, want: verdict.False, opts: cfront.Options{Properties: []string{"no-overflow"}}},
		{name: "a value that was checked", text: `volatile int n; void isr(void) { n = 200; } int a[8]; int main(void) { int k = n; if (k >= 0 && k < 8) a[k] = 1; }`, want: verdict.True, opts: cfront.Options{Properties: []string{"bounds"}}},
		{name: "a value that is read again", text: `volatile int n; void isr(void) { n = 200; } int a[8]; int main(void) { if (n >= 0 && n < 8) a[n] = 1; }`, want: verdict.False, opts: cfront.Options{Properties: []string{"bounds"}}},
		{name: "a pointer that becomes null", text: `int x, *p = &x; void isr(void) { p = 0; } int main(void) { if (p) *p = 1; }`, want: verdict.False, opts: cfront.Options{Properties: []string{"null"}}},
		{name: "a divisor", text: `int d = 1; void isr(void) { d = 0; } int main(void) { if (d) return 8 / d; return 0; }`, want: verdict.False, opts: cfront.Options{Properties: []string{"div-by-zero"}}},
		{name: "an array", text: `int a[4]; void isr(void) { a[2] = 5; } int main(void) { int i = input(); if (i < 0 || i > 3) return 0; a[i] = 1; check(a[i] == 1); }`, want: verdict.False},
		{name: "another element of an array", text: `int a[4]; void isr(void) { a[2] = 5; } int main(void) { int i = input(); if (i < 0 || i > 1) return 0; a[i] = 1; check(a[i] == 1); }`, want: verdict.True},
		{name: "a variable of a function that a pointer leads to", text: `int *p; void isr(void) { if (p) *p = 3; } int main(void) { int x = 1; p = &x; check(x == 1); }`, want: verdict.False},
		{name: "a variable that nothing leads to", text: `int *p, g; void isr(void) { if (p) *p = 3; } int main(void) { int x = 1; p = &g; check(x == 1); }`, want: verdict.True},
		{name: "members of a structure", text: `struct { int a, b; } s; void isr(void) { s.a++; s.b = s.a; } int main(void) { int a = s.a, b = s.b; check(b >= a || a < 0 || b < 0); }`, want: verdict.True},
		{name: "members in the other order", text: `struct { int a, b; } s; void isr(void) { if (s.a < 9) s.a++; s.b = s.a; } int main(void) { int b = s.b, a = s.a; check(b >= a); }`, want: verdict.False},
		{name: "a copy of a structure", text: `struct two { int a, b; } s; void isr(void) { if (s.a < 9) { s.a++; s.b++; } } int main(void) { struct two t = s; check(t.a == t.b); }`, want: verdict.False},
		{name: "memcpy", text: `int s[2]; void isr(void) { if (s[0] < 9) { s[0]++; s[1]++; } } int main(void) { int t[2]; memcpy(t, s, sizeof t); check(t[0] == t[1]); }`, want: verdict.False},
		{name: "bits beside each other", text: `struct { unsigned a : 4, b : 4; } s; int done; void isr(void) { s.b = 1; done = 1; } int main(void) { s.a = 1; if (done) check(s.b); }`, want: verdict.False},
		{name: "a function of both", text: `int n; static void put(int k) { int old = n; n = k; check(n == k || old); } void isr(void) { put(3); } int main(void) { put(0); }`, want: verdict.False},
		{name: "a function of both, with a variable in memory", text: `int n; static int own(int k) { int a = k, *p = &a; n = k; return *p; } void isr(void) { own(3); } int main(void) { check(own(1) == 1); }`, want: verdict.True},
		{name: "a function of both, recursive", text: `int n; static void down(int k) { n = k; if (k > 0) down(k - 1); } void isr(void) { down(1); check(n == 0); } int main(void) { down(2); check(n >= 0); }`, want: verdict.True},
		{name: "through a pointer to a function", text: `int n; static void set(void) { n = 1; } static void (*f)(void) = set; void isr(void) { f(); } int main(void) { check(n == 0); }`, want: verdict.False},
		{name: "a handler that is called too", text: `int n; void isr(void) { n = n + 1; } int main(void) { int a = n; isr(); check(n == a + 1 || a < 0); }`, want: verdict.False},
		{name: "switched off by name", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { cli(); int a = n; check(n == a); sei(); }`, want: verdict.True},
		{name: "and on again", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { cli(); int a = n; sei(); check(n == a); }`, want: verdict.False},
		{name: "switched off by assembly", text: `int n; void isr(void) { if (n < 9) n++; } static inline void off(void) { __asm__ volatile ("cpsid i" : : : "memory"); } int main(void) { off(); int a = n; check(n == a); __asm__ volatile("cpsie i"); }`, want: verdict.True},
		{name: "on again by sei", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { __asm__ volatile("cli"); int a = n; __asm__ volatile("sei"); check(n == a); }`, want: verdict.False},
		{name: "on again by sti", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { __asm__ volatile("cli"); int a = n; __asm__ volatile("sti"); check(n == a); }`, want: verdict.False},
		{name: "on again by cpsie i", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { __asm__ volatile("cli"); int a = n; __asm__ volatile("cpsie i"); check(n == a); }`, want: verdict.False},
		{name: "on again by eint", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { __asm__ volatile("cli"); int a = n; __asm__ volatile("eint"); check(n == a); }`, want: verdict.False},
		{name: "on again by ei", text: `int n; void isr(void) { if (n < 9) n++; } int main(void) { __asm__ volatile("cli"); int a = n; __asm__ volatile("ei"); check(n == a); }`, want: verdict.False},
		{name: "switched off by a function of the program", text: `int n, depth; void isr(void) { if (n < 9) n++; } void enter(void) { depth++; } int main(void) { enter(); int a = n; check(n == a); }`, want: verdict.True,
			opts: cfront.Options{Interrupts: cfront.Interrupts{Handlers: []string{"isr"}, Off: []string{"enter"}}}},
		{name: "off at first", text: `int n; void isr(void) { n = 1; } int main(void) { check(n == 0); sei(); }`, want: verdict.True, opts: cfront.Options{Interrupts: cfront.Interrupts{Handlers: []string{"isr"}, Masked: true}}},
		{name: "off at first and on then", text: `int n; void isr(void) { n = 1; } int main(void) { sei(); check(n == 0); }`, want: verdict.False, opts: cfront.Options{Interrupts: cfront.Interrupts{Handlers: []string{"isr"}, Masked: true}}},
		{name: "a handler that switches them on", text: `int n; void isr(void) { n = 1; cli(); } int main(void) { int a = n; check(n == a); }`, want: verdict.False},
		{name: "two handlers", text: `int n; void isr(void) { n = 1; } void fast(void) { if (n == 1) n = 2; } int main(void) { check(n != 2); }`, want: verdict.False, opts: cfront.Options{Interrupts: two}},
		{name: "two handlers do not interrupt each other", text: `int n; void isr(void) { n = 1; n = 0; } void fast(void) { check(n == 0); } int main(void) { return n; }`, want: verdict.True, opts: cfront.Options{Interrupts: two}},
		{name: "unless they may", text: `int n; void isr(void) { n = 1; n = 0; } void fast(void) { check(n == 0); } int main(void) { return n; }`, want: verdict.False, opts: cfront.Options{Interrupts: nested}},
		{name: "but only those before", text: `int n; void fast(void) { n = 1; n = 0; } void isr(void) { check(n == 0); } int main(void) { return n; }`, want: verdict.True, opts: cfront.Options{Interrupts: nested}},
		{name: "a function of both handlers", text: `int n; static int get(void) { int a = n; return n - a; } void fast(void) { if (n < 3) n++; } void isr(void) { check(get() == 0); } int main(void) { return get(); }`, want: verdict.False, opts: cfront.Options{Interrupts: nested}},
		{name: "words of 64 bits", text: `long long n; void isr(void) { n = 0x100000001; } int main(void) { long long a = n; check(a == 0 || a == 0x100000001); }`, want: verdict.True},
		{name: "two words of 32 bits", text: `long long n; void isr(void) { n = 0x100000001; } int main(void) { long long a = n; check(a == 0 || a == 0x100000001); }`, want: verdict.False, opts: cfront.Options{ILP32: true}},
		{name: "two words, either first", text: `long long n; void isr(void) { n = 0x100000001; } int main(void) { long long a = n; check(a != 1); }`, want: verdict.False, opts: cfront.Options{ILP32: true}},
		{name: "two words, the other first", text: `long long n; void isr(void) { n = 0x100000001; } int main(void) { long long a = n; check(a != 0x100000000); }`, want: verdict.False, opts: cfront.Options{ILP32: true}},
		{name: "two words and nothing else", text: `long long n; void isr(void) { n = 0x100000001; } int main(void) { long long a = n; check(a == 0 || a == 1 || a == 0x100000000 || a == 0x100000001); }`, want: verdict.True, opts: cfront.Options{ILP32: true}},
		{name: "two words are written", text: `long long n; void isr(void) { check(n == 0 || n == 0x100000001); } int main(void) { n = 0x100000001; }`, want: verdict.False, opts: cfront.Options{ILP32: true}},
		{name: "a double is written", text: `double d; void isr(void) { check(d == 0 || d == 0.1); } int main(void) { d = 0.1; }`, want: verdict.False, opts: cfront.Options{ILP32: true}},
		{name: "what no handler shares stays", text: `int n, m; void isr(void) { n = 1; } int main(void) { m = 4; check(m == 4); }`, want: verdict.True},
		{name: "the handler reads only", text: `int n; void isr(void) { check(n <= 2); } int main(void) { n = 2; n = 1; }`, want: verdict.True},
		{name: "the handler sees what is in between", text: `int n; void isr(void) { check(n <= 1); } int main(void) { n = 2; n = 1; }`, want: verdict.False},
		{name: "in a function without a program", text: `static int level; void isr(void) { level = -1; } int get(int k) { if (level < 0) level = 0; check(level >= 0); return k; }`, want: verdict.False, opts: cfront.Options{Entry: "get", Environment: cfront.Environment{Valid: true}}},
		{name: "in a function, from any beginning", text: `int level; void isr(void) { check(level != 7); } int get(int k) { return k; }`, want: verdict.False, opts: cfront.Options{Entry: "get", Environment: cfront.Environment{Valid: true}}},
		{name: "in a function, once it is called", text: `int level; void isr(void) { check(level == 0); } int get(int k) { return k; }`, want: verdict.True, opts: cfront.Options{Entry: "get", Environment: cfront.Environment{Valid: true, Initial: true}}},
	} {
		opts := tt.opts
		if len(opts.Interrupts.Handlers) == 0 {
			opts.Interrupts = one
		}
		res := verify(t, opts, head+tt.text+"\n")
		if res.Verdict != tt.want {
			t.Errorf("%s: %s(%s), want %s: %s", tt.name, res.Verdict, res.Reason, tt.want, res.Detail)
		}
	}
}
