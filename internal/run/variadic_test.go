package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestVariadicMemory: arguments of variable number are read through checked pointers, and what they point to is looked at.
func TestVariadicMemory(t *testing.T) {
	const text = `#include <stdarg.h>
#include <stdlib.h>
struct big { int a[10]; };
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s; }
static int mix(int n, ...) {
	va_list l; va_start(l, n);
	double d = va_arg(l, double); char *p = va_arg(l, char *); struct big b = va_arg(l, struct big); long k = va_arg(l, long);
	va_end(l);
	return *p + b.a[3] + k + (d > 1);
}
static int next(va_list l) { return *va_arg(l, int *); }
static int both(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int r = next(l) + *va_arg(m, int *); va_end(l); va_end(m); return r; }
int main(void) {
	int x[2] = {1, 2}; struct big b = {{0}}; char c = 1; int *p = malloc(4); *p = 3;
	int r = sum(3, 1, 2, 3) + mix(1, 2.5, &c, b, 4L) + both(1, p, x);
	free(p);
	return r`
	for _, m32 := range []bool{false, true} {
		for end, want := range map[string]verdict.Verdict{"; }": verdict.True, " + both(1, p, x); }": verdict.False, " + both(1, &x[2], x); }": verdict.False} {
			res := verify(t, cfront.Options{ILP32: m32, Environment: cfront.Environment{Valid: true}, Properties: []string{"valid-deref"}}, text+end)
			if res.Verdict != want {
				t.Errorf("-m32 %v: %v, want %v, with %q: %s", m32, res.Verdict, want, end, res.Detail)
			}
		}
	}
}

// TestEndedList: a use of a va_list that va_end has ended, or va_start has not begun, is not proved safe, nor that one is begun twice; one that has
// begun again is.
func TestEndedList(t *testing.T) {
	for body, want := range map[string]verdict.Verdict{
		"va_end(l); x += va_arg(l, int);":                                                                             verdict.Unknown,
		"va_end(l); va_end(l);":                                                                                       verdict.Unknown,
		"va_end(l); va_copy(m, l); va_end(m);":                                                                        verdict.Unknown,
		"va_end(l); x += next(l);":                                                                                    verdict.Unknown,
		"va_end(l); x += vprintf(\"%d\", l);":                                                                         verdict.Unknown,
		"va_end(l); char t[90]; x += vsnprintf(t, 90, \"%d\", l);":                                                    verdict.Unknown,
		"char t[90]; x += vsnprintf(t, 90, \"%d\", l); va_end(l);":                                                    verdict.True,
		"va_start(l, n); va_end(l);":                                                                                  verdict.Unknown,
		"va_start(m, n); va_start(m, n); va_end(m); va_end(l);":                                                       verdict.Unknown,
		"va_copy(m, l); va_start(m, n); va_end(m); va_end(l);":                                                        verdict.Unknown,
		"va_copy(m, l); va_copy(m, l); va_end(m); va_end(l);":                                                         verdict.Unknown,
		"va_start(s, n); va_start(s, n); va_end(s); va_end(l);":                                                       verdict.Unknown,
		"va_copy(s, l); va_start(s, n); va_end(s); va_end(l);":                                                        verdict.Unknown,
		"va_copy(s, l); x += va_arg(s, int); va_end(s); va_end(l);":                                                   verdict.True,
		"va_start(s, n); va_end(s); va_copy(s, l); va_end(s); va_end(l);":                                             verdict.True,
		"x += va_arg(m, int); va_end(l);":                                                                             verdict.False,
		"va_list k; char t[90]; x += vsnprintf(t, 90, \"%d\", k); va_end(l);":                                         verdict.False,
		"for (int i = 0; i < 2; i++) { va_list k; va_start(k, n); x += va_arg(k, int); va_end(k); } va_end(l);":       verdict.True,
		"va_end(l); for (int i = 0; i < 2; i++) { va_start(l, n); x += va_arg(l, int); va_end(l); }":                  verdict.True,
		"va_end(l); va_start(l, n); x += next(l); va_end(l);":                                                         verdict.True,
		"va_copy(m, l); va_end(l); x += va_arg(m, int); va_end(m);":                                                   verdict.True,
		"va_copy(m, l); va_end(m); x += next(l) + next(l); va_end(l);":                                                verdict.True,
		"x += twice(l); va_end(l);":                                                                                   verdict.Unknown,
		"va_start(a.l, n); va_start(a.l, n); va_end(a.l); va_end(l);":                                                 verdict.Unknown,
		"va_start(a.l, n); x += va_arg(a.l, int); va_end(a.l); va_start(a.l, n); va_end(a.l); va_end(l);":             verdict.True,
		"va_start(a.l, n); va_copy(b.l, a.l); x += va_arg(b.l, int); va_end(a.l); va_end(b.l); va_end(l);":            verdict.True,
		"va_start(a.l, n); va_copy(b.l, a.l); va_end(a.l); va_copy(b.l, b.l); va_end(b.l); va_end(l);":                verdict.Unknown,
		"va_list *p = &m; va_start(*p, n); x += va_arg(*p, int); va_start(*p, n); va_end(*p); va_end(l);":             verdict.Unknown,
		"va_list *p = &m; va_start(*p, n); x += va_arg(*p, int); va_end(*p); va_start(*p, n); va_end(*p); va_end(l);": verdict.True,
		"va_list *p = &m; va_start(*p, n); va_start(m, n); va_end(m); va_end(l);":                                     verdict.Unknown,
		"va_list *p = &l; va_start(*p, n); va_end(*p);":                                                               verdict.Unknown,
		"va_list *p = &l; va_end(*p); va_start(*p, n); va_end(*p); va_start(l, n); va_end(l);":                        verdict.True,
		"va_list k[2]; for (int i = 0; i < 2; i++) va_start(k[i], n); va_end(k[0]); va_end(k[1]); va_end(l);":         verdict.True,
		"va_list k[2]; for (int i = 0; i < 3; i++) va_start(k[i % 2], n); va_end(k[0]); va_end(k[1]); va_end(l);":     verdict.Unknown,
		"if (n) va_end(l); if (!n) { x += va_arg(l, int); va_end(l); }":                                               verdict.True,
	} {
		for _, m32 := range []bool{false, true} {
			res := verify(t, cfront.Options{ILP32: m32, Environment: cfront.Environment{Valid: true}, Properties: []string{"valid-deref"}}, `#include <stdarg.h>
#include <stdio.h>
static int next(va_list l) { return va_arg(l, int); }
static int twice(va_list l) { va_list m; va_copy(m, l); va_copy(m, l); va_end(m); return 1; }
static va_list s;
static struct list { int n; va_list l; } b;
static int f(int n, ...) { struct list a; va_list l, m; va_start(l, n); int x = va_arg(l, int); `+body+` return x; }
int main(int argc) { return f(argc > 1, 1, 2, 3); }`)
			if res.Verdict != want {
				t.Errorf("-m32 %v, %s: %v, want %v: %s", m32, body, res.Verdict, want, res.Detail)
			}
		}
	}
}
