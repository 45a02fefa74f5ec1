package run

import (
	"fmt"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestComputedPointers: what is computed from a pointer, and becomes a pointer again, may be the same pointer. With an object of its own
// for each there was no execution in which both are used, or *q did not change *p, and the answer was TRUE. It is FALSE where the
// value is known, and otherwise UNKNOWN.
func TestComputedPointers(t *testing.T) {
	t.Parallel()
	const start = "extern void reach_error(void); extern int input(void); extern int *pointer(void); extern unsigned long number(void); extern double real(void);\n" +
		"void *memcpy(void *, const void *, unsigned long); void *malloc(unsigned long); typedef unsigned long word;\n" +
		"union cell { int *p; word w; unsigned char b[8]; double d; }; struct link { int n; word both; }; int object;\n" +
		"static int bit(word w, unsigned i) { if (w & (word)1 << i) return 1; return 0; }\n" +
		"static word find(word w, unsigned i) { word r; if (i >= 8 * sizeof w) return 0; r = find(w, i + 1) * 2; if (w & (word)1 << i) r++; return r; }\n" +
		"word sum; unsigned at; static void one(void) { sum |= (word)1 << at; } static void none(void) { }\n" +
		"int main(void) { int *p = pointer(), *q; word k = number() * 7, w = (word)p; union cell c, d; unsigned i;\n"
	const end = "\n*p = 3; *q = 4; if (*p == 4) reach_error(); return 0; }"
	for i, test := range []struct {
		text string
		want verdict.Verdict
	}{
		{"w ^= k; w ^= k; q = (int *)w;", verdict.Unknown},
		{"p = &object; w = (word)p; w ^= k; w ^= k; q = (int *)w;", verdict.Unknown},
		{"w = ~w; i = input(); q = (int *)~w;", verdict.Unknown},
		{"w = w >> 2; q = (int *)(w << 2);", verdict.Unknown},
		{"w = w * 3; q = (int *)(w / 3);", verdict.Unknown},
		{"w = 0 - w; q = (int *)(0 - w);", verdict.False},
		{"unsigned lo = (unsigned)w, hi = (unsigned)((unsigned long long)w >> 32); q = (int *)(word)((unsigned long long)hi << 32 | lo);", verdict.Unknown},
		{"struct link a; a.both = w ^ (word)&object; q = (int *)(a.both ^ (word)&object);", verdict.Unknown},
		{"double x = (double)w; q = (int *)(word)x;", verdict.Unknown},
		{"word m = 0; while (m != w) m++; q = (int *)m;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) m |= (word)1 << i; q = (int *)m;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) m |= (word)1 << i; c.w = m; q = c.p;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) m |= (word)1 << i; memcpy(&q, &m, sizeof q);", verdict.Unknown},
		{"char bit[64] = {0}; word m = 0; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) bit[i] = 1; for (i = 0; i < 8 * sizeof w; i++) m += (word)bit[i] << i; q = (int *)m;", verdict.Unknown},
		{"p = &object; w = (word)p; word *m = malloc(sizeof w); *m = 0; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) *m |= (word)1 << i; q = *(int **)m;", verdict.Unknown},
		{"struct link a = {0}, b; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) a.both |= (word)1 << i; b = a; q = (int *)b.both;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) if (w & (word)1 << i) m |= (word)1 << i; m ^= k; m ^= k; q = (int *)m;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) m += !!(w & (word)1 << i) * ((word)1 << i); q = (int *)m;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i += 2) switch (w >> i & 3) { case 1: m += (word)1 << i; break; case 2: m += (word)2 << i; break; case 3: m += (word)3 << i; } q = (int *)m;", verdict.Unknown},
		{"double x = 0, y = 1; for (i = 0; i < 8 * sizeof w; i++) { if (w & (word)1 << i) x += y; y *= 2; } q = (int *)(word)x;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) m |= (word)bit(w, i) << i; q = (int *)m;", verdict.Unknown},
		{"p = &object; w = (word)p; q = (int *)find(w, 0);", verdict.Unknown},
		{"void (*f[2])(void) = {none, one}; for (at = 0; at < 8 * sizeof w; at++) f[w >> at & 1](); q = (int *)sum;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) { char b[2] = {0}, *s = b; if (w & (word)1 << i) s++; m |= (word)(s - b) << i; } q = (int *)m;", verdict.Unknown},
		{"static const char t[2] = {0, 1}; word m = 0; for (i = 0; i < 8 * sizeof w; i++) { int x = 0; if (w & (word)1 << i) x = 1; m |= (word)t[x] << i; } q = (int *)m;", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) { int x = 0; if (input()) x = 1; if (x != (int)(w >> i & 1)) return 0; m |= (word)x << i; } q = (int *)m;", verdict.Unknown},
		{"word m = 0; for (;;) { if (m == w) { q = (int *)m; break; } m += 4; }", verdict.Unknown},
		{"word m = 0; for (i = 0; i < 8 * sizeof w; i++) if (input()) m |= (word)1 << i; int z = 0; if (m != w) z = 1 / z; q = (int *)m;", verdict.Unknown},
		{"struct { unsigned n; word both; } a = {0}; for (i = 0; i < 9; i++) if (w & (word)1 << i) a.n++; a.both = k; p = &object; q = (int *)a.both;", verdict.True}, // what is counted is no pointer
		{"struct { int *p; word n; } a = {(int *)k}; p = &object; for (i = 0; i < 9; i++) if (w & (word)1 << i) a.n = 7 * i; *a.p = 5; q = a.p;", verdict.True},
		{"if (w & k) object = 1; p = &object; q = (int *)k;", verdict.True}, // nothing is made of what the branch finds out
		{"int other; double x = real(); q = input() ? &other : (int *)(word)x; if (q == &other) return 0; p = (int *)(word)x;", verdict.False},
		{"w |= 1; q = (int *)(w ^ 1);", verdict.False},
		{"q = (int *)((char *)0 + w);", verdict.False},
		{"asm(\"mov %1, %0\" : \"=r\"(q) : \"r\"(p));", verdict.Unknown},
		{"asm(\"mov %1, %0\" : \"=r\"(w) : \"r\"(&object)); p = &object; q = (int *)w;", verdict.Unknown},
		{"asm(\"add %1, %0\" : \"+r\"(w) : \"r\"(k)); q = (int *)w;", verdict.Unknown},
		{"asm(\"\" : \"=r\"(w) : \"0\"(p)); q = (int *)w;", verdict.False},
		{"asm(\"\" : \"+r\"(w)); q = (int *)w;", verdict.False},
		{"double x = real(); c.d = x; d.d = x; int *r = c.p; q = d.p; *r = 2; *q = 3; if (*r == 3) reach_error(); return 0;", verdict.False},
		{"p = (int *)k; q = (int *)k;", verdict.False},
		{"c.w = k; p = c.p; q = (int *)k;", verdict.False},
		{"c.w = k; memcpy(&d, &c, sizeof c); p = d.p; q = (int *)k;", verdict.False},
	} {
		if i%6 != 0 && !testenv.Long() {
			continue
		}
		for k, ilp32 := range []bool{false, true} {
			if (i+k)%2 != 0 && !testenv.Night() {
				continue
			}
			res := verify(t, cfront.Options{ILP32: ilp32}, start+test.text+end)
			if res.Verdict != test.want {
				t.Errorf("%s, ILP32 %v: %s(%s), want %s", test.text, ilp32, res.Verdict, res.Reason, test.want)
			}
		}
	}
}

// TestCutPointer: what is left of an address in an int is another address where the object does not lie low.
func TestCutPointer(t *testing.T) {
	const text = "extern void reach_error(void); extern int input(void); int x;\n" +
		"int main(void) { int s = (int)(unsigned long)&x; int *p = (int *)(long)s; if (p %s &x) reach_error(); return 0; }"
	for _, op := range []string{"==", "!="} {
		if res := verify(t, cfront.Options{}, fmt.Sprintf(text, op)); res.Verdict != verdict.Unknown {
			t.Errorf("%s: %s(%s), want UNKNOWN", op, res.Verdict, res.Reason)
		}
	}
	if res := verify(t, cfront.Options{ILP32: true}, fmt.Sprintf(text, "!=")); res.Verdict != verdict.True {
		t.Errorf("ILP32: %s(%s), want TRUE", res.Verdict, res.Reason)
	}
}

// TestNarrowNumberAsPointer: a pointer of which a narrow number is stored in some bytes is not initialised, rather than a number.
func TestNarrowNumberAsPointer(t *testing.T) {
	const text = "void *malloc(unsigned long); extern int input(void); struct d { union { char *p; int n; }; };\n" +
		"int main(void) { struct d *d = malloc(sizeof *d); d->n = 5 + (input() > 3); return *d->p; }"
	res := verify(t, cfront.Options{Properties: []string{"valid-deref"}}, text)
	if res.Verdict != verdict.False {
		t.Errorf("%s(%s), want FALSE", res.Verdict, res.Reason)
	}
}
