package run

import (
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

const decls16 = `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <stdarg.h>
#include <stdint.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
`

// programs16 are programs for machines whose int has 16 bits, with what the answer is on each.
var programs16 = []struct {
	name, text  string
	avr, msp430 verdict.Verdict
	reason      verdict.Reason // of UNKNOWN
	check       bool           // for overflow
}{
	{"promotion", `int main(void) { uint16_t a = __VERIFIER_nondet_uint(), b = a + 1; if (a > b && a != 65535u) reach_error(); if ((uint16_t)(a + 1) != a + 1) reach_error(); }`,
		verdict.True, verdict.True, "", false},
	{"overflow", `int main(void) { int raw = __VERIFIER_nondet_int(); if (raw < 0 || raw > 1023) return 0; return raw * 100 / 1024; }`, verdict.False, verdict.False, "", true},
	{"no overflow", `int main(void) { int raw = __VERIFIER_nondet_int(); if (raw < 0 || raw > 1023) return 0; return raw * 100L / 1024; }`, verdict.True, verdict.True, "", true},
	{"shift", `int main(void) { int k = __VERIFIER_nondet_int() & 15; long l = 1L << k + 15; int i = 1 << k; return 0; }`, verdict.False, verdict.False, "", true},
	{"bytes", `union { long l; unsigned i[2]; unsigned char b[4]; } u; int main(void) { u.l = 0x12345678;
		if (u.i[0] != 0x5678 || u.i[1] != 0x1234 || u.b[3] != 0x12) reach_error(); char c[4]; memcpy(c, &u, 4); if (c[1] != 0x56) reach_error(); }`, verdict.True, verdict.True, "", false},
	{"arguments", `static long sum(int n, ...) { va_list l; va_start(l, n); long s = va_arg(l, int); s += va_arg(l, long); s += *va_arg(l, char *); va_end(l); return s; }
		int main(void) { if (sum(3, -5, 100000L, "a") != 99995L + 'a') reach_error(); }`, verdict.True, verdict.True, "", false},
	{"text", `int main(void) { char b[20]; int x = -300; sprintf(b, "%d %u %ld", x, (unsigned)x, 70000L); if (strcmp(b, "-300 65236 70000")) reach_error();
		if (strtol("100000", 0, 10) != 100000 || atoi("-32768") != -32767 - 1) reach_error(); }`, verdict.True, verdict.True, "", false},
	{"builtins", `int main(void) { if (__builtin_clz(1) != 15 || __builtin_bswap64(0x1122334455667788) != 0x8877665544332211 || __builtin_bswap32(0x11223344) != 0x44332211) reach_error(); 
		uint64_t x = 0x1122334455667788; x += __VERIFIER_nondet_uint() & 1; if (__builtin_bswap64(x) >> 40 != 0x887766 && __builtin_bswap64(x) >> 40 != 0x897766) reach_error(); }`,
		verdict.True, verdict.True, "", false},
	{"an address", `char a[2]; int main(void) { if ((uintptr_t)a == 0x200) reach_error(); }`, verdict.Unknown, verdict.Unknown, verdict.Approximation, false},
	{"no address", `char a[2]; int main(void) { if ((uintptr_t)a < 2 || a == (char *)-1 || a == (char *)8) reach_error(); }`, verdict.True, verdict.True, "", false},
	{"alignment", `int a; int main(void) { if ((uintptr_t)&a & 1) reach_error(); }`, verdict.Unknown, verdict.True, verdict.Approximation, false},
	{"alignment of blocks", `int main(void) { void *p = malloc(2); if ((uintptr_t)p & 2) reach_error(); }`, verdict.Unknown, verdict.Unknown, verdict.Approximation, false},
	{"a large block", `int main(void) { unsigned n = __VERIFIER_nondet_uint(); char *p = malloc(n); if (p && n > 32767) reach_error(); }`, verdict.True, verdict.True, "", false},
	{"too large", `char a[30000], b[30000]; int main(void) { char *p = __VERIFIER_nondet_int() ? a : b; *p = 1; if (a[1]) reach_error(); }`,
		verdict.Unknown, verdict.Unknown, verdict.Size, false},
	{"not everywhere", `double sqrt(double); int main(void) { if (sqrt(4.0) != 2.0) reach_error(); }`, verdict.Unknown, verdict.Unknown, verdict.Unsupported, false},
	{"double", `int main(void) { double d = 0.1; if (d == 0.1f) reach_error(); }`, verdict.False, verdict.True, "", false},
	{"a list", `struct node { struct node *next; int v; }; int main(void) { struct node *h = 0; for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n);
		if (!n) return 0; n->next = h; n->v = i; h = n; } if (h->v + h->next->v != 3) reach_error(); }`, verdict.True, verdict.True, "", false},
}

// TestTarget16: the answers are those of the machine, and open where it leaves something open.
func TestTarget16(t *testing.T) {
	for _, c := range programs16 {
		for target, want := range map[string]verdict.Verdict{"avr": c.avr, "msp430": c.msp430} {
			if !testenv.Long() && target == "msp430" && c.avr == c.msp430 {
				continue
			}
			opts := cfront.Options{Target: target, UnsignedChar: cfront.MachineOf(target).UnsignedChar, Properties: []string{"unreach-call"}}
			if c.check {
				opts.Properties, opts.Signed = []string{"no-overflow"}, ir.SignedCheck
			}
			res := verify(t, opts, decls16+c.text)
			if res.Verdict != want || want == verdict.Unknown && res.Reason != c.reason {
				t.Errorf("%s on %s: %s(%s) %s, want %s(%s)", c.name, target, res.Verdict, res.Reason, res.Detail, want, c.reason)
			}
		}
	}
}

// TestInterrupted16: a handler may come between the accesses to two words of a number, which are bytes on avr.
func TestInterrupted16(t *testing.T) {
	for target, want := range map[string]verdict.Verdict{"avr": verdict.False, "msp430": verdict.True} {
		opts := cfront.Options{Target: target, UnsignedChar: cfront.MachineOf(target).UnsignedChar, Interrupts: cfront.Interrupts{Handlers: []string{"tick"}}}
		res := verify(t, opts, `
extern void reach_error(void);
volatile unsigned ticks;
void tick(void) { ticks = 0x100; }
int main(void) { ticks = 0xff; unsigned t = ticks; if (t != 0xff && t != 0x100) reach_error(); }
`)
		if res.Verdict != want {
			t.Errorf("%s: %s(%s) %s, want %s %v", target, res.Verdict, res.Reason, res.Detail, want, res.Notes)
		}
	}
}

// TestArrays16: no array has more bytes than a pointer difference can count.
func TestArrays16(t *testing.T) {
	for length, ok := range map[string]bool{"32767": true, "32768": false} {
		from := cfront.NewFiles(fstest.MapFS{"a.c": {Data: []byte("extern void reach_error(void); char a[" + length + "]; int main(void) { reach_error(); }")}})
		_, err := cfront.ReadFrom(t.Context(), cfront.Options{Target: "avr"}, from, "a.c")
		if (err == nil) != ok {
			t.Errorf("%s: %v", length, err)
		}
	}
}

// TestLives16: memory safety where objects lie nearer to each other than with wide addresses.
func TestLives16(t *testing.T) {
	for _, c := range []struct {
		body string
		want verdict.Verdict
	}{
		{"q[k] = 1; free(p);", verdict.True},
		{"free(p); *p = 1;", verdict.False},
		{"q[k + 2] = 1; free(p);", verdict.False},
	} {
		for _, target := range []string{"avr", "msp430"} {
			opts := cfront.Options{Target: target, UnsignedChar: cfront.MachineOf(target).UnsignedChar, Properties: []string{"valid-deref", "valid-free"}}
			res := verify(t, opts, `
extern int input(void);
extern void *malloc(unsigned);
extern void free(void *);
struct pair { int a[2]; };
static struct pair pick(struct pair s) { return s; }
int g[3], h[5];
int main(void) {
  int *p = malloc(4), k = input() & 1;
  struct pair s = {{1, 2}}, t = pick(s);
  int *q = t.a[k] == 1 ? &g[1] : h;
  `+c.body+`
}
`)
			if res.Verdict != c.want {
				t.Errorf("%s on %s: %s(%s) %s, want %s", c.body, target, res.Verdict, res.Reason, res.Detail, c.want)
			}
		}
	}
}
