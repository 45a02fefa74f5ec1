package library_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/library"
	"craig/internal/testenv"
)

// wide compares the models of wide.c with the processor, on special numbers and random ones. The sign and the significand of a NaN may be any.
const wide = `
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
union x87 { long double x; struct { unsigned long long m; unsigned short e; } w; };
static unsigned long long bits(double x) { unsigned long long n; memcpy(&n, &x, 8); return n; }
static unsigned bitsf(float x) { unsigned n; memcpy(&n, &x, 4); return n; }
double __craig_double(unsigned long long n) { double x; memcpy(&x, &n, 8); return x; }
float __craig_float(unsigned n) { float x; memcpy(&x, &n, 4); return x; }
int __craig_open(void) { static int n; return n++ & 1; }
unsigned long long __craig_bits(double x) { return bits(x); }
static unsigned long long seed = %d;
static unsigned long long next(void) { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return seed * 2685821657736338717ull; }
static const unsigned exponents[] = {0, 0, 1, 2, 0x3fff, 0x3fff + 63, 0x3fff + 62, 0x3fff + 64, 0x3fff + 31, 0x3ffe, 0x3fff - 1023, 0x3fff - 1022, 0x3fff - 1074, 0x3fff - 1075, 0x3fff + 1023,
	0x3fff + 1024, 0x3fff - 149, 0x3fff - 150, 0x3fff - 126, 0x3fff + 127, 0x3fff + 128, 0x7ffe, 0x7fff};
static union x87 any(union x87 like) {
	union x87 r;
	memset(&r, 0, sizeof r);
	unsigned k = next() %% 8;
	r.w.m = next();
	if (k & 1) r.w.m &= ~0ull << next() %% 64;
	if (k == 2) r.w.m |= ~0ull >> next() %% 64;
	r.w.e = exponents[next() %% (sizeof exponents / sizeof *exponents)];
	if (k < 3) r.w.e = next() & 0x7fff;
	if (k == 3) { int e = (like.w.e & 0x7fff) + (int)(next() %% 141) - 70; r.w.e = e < 0 ? 0 : e > 0x7fff ? 0x7fff : e; }
	if (k == 4 && next() & 1) r = like;
	if (r.w.e & 0x7fff) r.w.m |= 1ull << 63; else r.w.m &= ~0ull >> 1;
	if ((r.w.e & 0x7fff) == 0x7fff && next() & 1) r.w.m = 1ull << 63;
	if (next() & 1) r.w.e ^= 0x8000;
	return r;
}
static void differ(const char *op, union x87 a, union x87 b) { printf("%%s %%04x:%%016llx %%04x:%%016llx\n", op, a.w.e, a.w.m, b.w.e, b.w.m); exit(1); }
static int same(union x87 a, union x87 b) { return a.x != a.x ? b.x != b.x : a.w.m == b.w.m && a.w.e == b.w.e; }
static int signals(union x87 a) { return a.x != a.x && !(a.w.m >> 62 & 1); }
static int sameparts(double a, double b) { return a != a ? b != b : bits(a) == bits(b); }
int main(void) {
	union x87 a, b, c, d;
	memset(&a, 0, sizeof a);
	for (int i = 0; i < %d; i++) {
		a = any(a); b = any(a);
		memset(&c, 0, sizeof c); memset(&d, 0, sizeof d);
		c.x = a.x + b.x; __craig_x87_add(&d.w.m, &d.w.e, a.w.m, a.w.e, b.w.m, b.w.e); if (!same(c, d)) differ("+", a, b);
		c.x = a.x - b.x; __craig_x87_subtract(&d.w.m, &d.w.e, a.w.m, a.w.e, b.w.m, b.w.e); if (!same(c, d)) differ("-", a, b);
		c.x = a.x * b.x; __craig_x87_multiply(&d.w.m, &d.w.e, a.w.m, a.w.e, b.w.m, b.w.e); if (!same(c, d)) differ("*", a, b);
		c.x = a.x / b.x; __craig_x87_divide(&d.w.m, &d.w.e, a.w.m, a.w.e, b.w.m, b.w.e); if (!same(c, d)) differ("/", a, b);
		int cmp = a.x < b.x ? -1 : a.x == b.x ? 0 : a.x > b.x ? 1 : 2;
		if (cmp != __craig_x87_compare(a.w.m, a.w.e, b.w.m, b.w.e)) differ("<", a, b);
		c.x = __builtin_truncl(a.x); __craig_x87_integral(&d.w.m, &d.w.e, a.w.m, a.w.e, 0); if (!same(c, d)) differ("trunc", a, b);
		c.x = __builtin_floorl(a.x); __craig_x87_integral(&d.w.m, &d.w.e, a.w.m, a.w.e, 1); if (!same(c, d)) differ("floor", a, b);
		c.x = __builtin_ceill(a.x); __craig_x87_integral(&d.w.m, &d.w.e, a.w.m, a.w.e, 2); if (!same(c, d)) differ("ceil", a, b);
		c.x = __builtin_roundl(a.x); __craig_x87_integral(&d.w.m, &d.w.e, a.w.m, a.w.e, 3); if (!same(c, d)) differ("round", a, b);
		c.x = __builtin_rintl(a.x); __craig_x87_integral(&d.w.m, &d.w.e, a.w.m, a.w.e, 4); if (!same(c, d)) differ("rint", a, b);
		union x87 whole, found; memset(&whole, 0, sizeof whole); memset(&found, 0, sizeof found);
		c.x = __builtin_modfl(a.x, &whole.x); __craig_x87_parts(&d.w.m, &d.w.e, &found.w.m, &found.w.e, a.w.m, a.w.e);
		if (!same(c, d) || !same(whole, found)) differ("modf", a, b);
		c.x = __builtin_fminl(a.x, b.x); __craig_x87_extreme(&d.w.m, &d.w.e, a.w.m, a.w.e, b.w.m, b.w.e, 1);
		if (!same(c, d) && !(c.x == 0 && d.x == 0) && !signals(a) && !signals(b)) differ("min", a, b);
		c.x = __builtin_fmaxl(a.x, b.x); __craig_x87_extreme(&d.w.m, &d.w.e, a.w.m, a.w.e, b.w.m, b.w.e, 0);
		if (!same(c, d) && !(c.x == 0 && d.x == 0) && !signals(a) && !signals(b)) differ("max", a, b);
		double x = (double)a.x, y = __craig_x87_to_double(a.w.m, a.w.e);
		if (x != x ? y == y : bits(x) != bits(y)) differ("double", a, b);
		float f = (float)a.x, g = __craig_x87_to_float(a.w.m, a.w.e);
		if (f != f ? g == g : bitsf(f) != bitsf(g)) differ("float", a, b);
		long double t = __craig_x87_cut_to_double(a.w.m, a.w.e);
		if (a.x == a.x && (__builtin_fabsl(t) > __builtin_fabsl(a.x) || __builtin_fabsl(a.x) < 0x1p62L && (long long)t != (long long)(double)(long long)a.x && __builtin_fabsl(a.x) < 0x1p53L)) differ("cut", a, b);
		if (a.x > -0x1p63L - 1 && a.x < 0x1p63L && (long long)a.x != __craig_x87_to_long(a.w.m, a.w.e)) differ("long", a, b);
		if (a.x > -1 && a.x < 0x1p64L && (unsigned long long)a.x != __craig_x87_to_unsigned_long(a.w.m, a.w.e)) differ("unsigned long", a, b);
		c.x = (long long)a.w.m; __craig_x87_of_long(&d.w.m, &d.w.e, a.w.m); if (!same(c, d)) differ("of long", a, b);
		c.x = a.w.m; __craig_x87_of_unsigned_long(&d.w.m, &d.w.e, a.w.m); if (!same(c, d)) differ("of unsigned long", a, b);
		unsigned long long n = next(); if (i & 1) n &= 0x800fffffffffffff; if (i & 2) n &= 0xfff0000000000000;
		c.x = __craig_double(n); __craig_x87_of_double(&d.w.m, &d.w.e, __craig_double(n)); if (!same(c, d)) differ("of double", a, b);
		double v[4]; float w[4], fre, fim; double re, im;
		for (int k = 0; k < 4; k++) {
			static const double special[] = {0, -0.0, 1, -2, 0.3, 1e200, -1e200, 1e30, -1e30, 1e-30, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
			v[k] = special[next() %% (sizeof special / sizeof *special)]; w[k] = (float)v[k];
		}
		_Complex double z = __builtin_complex(v[0], v[1]) * __builtin_complex(v[2], v[3]);
		__craig_complex_product(&re, &im, v[0], v[1], v[2], v[3]);
		if (!sameparts(re, __real__ z) || !sameparts(im, __imag__ z)) differ("complex", a, b);
		_Complex float q = __builtin_complex(w[0], w[1]) * __builtin_complex(w[2], w[3]);
		__craig_complex_product_float(&fre, &fim, w[0], w[1], w[2], w[3]);
		if (!sameparts(fre, __real__ q) || !sameparts(fim, __imag__ q)) differ("complex float", a, b);
	}
	return 0;
}
`

// TestWide: the models of long double and of products of complex numbers do what the processor and gcc do.
func TestWide(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	if out, err := exec.Command("gcc", "-dumpmachine").Output(); err != nil || !strings.HasPrefix(string(out), "x86_64") {
		testenv.Skip(t, "gcc for x86-64")
	}
	src, ok := library.ModelSource("__craig_x87_add")
	if !ok {
		t.Fatal("there is no model")
	}
	_, text, _ := strings.Cut(string(src.Text), "#line")
	_, text, _ = strings.Cut(text, "\n")
	count := 200_000
	if testenv.Long() {
		count = 5_000_000
	}
	exe := filepath.Join(t.TempDir(), "wide")
	gcc := exec.Command("gcc", "-O1", "-w", "-x", "c", "-o", exe, "-", "-lm")
	harness := fmt.Sprintf(wide, 88172645463325252, count)
	i := strings.Index(harness, "static const unsigned exponents")
	gcc.Stdin = strings.NewReader(harness[:i] + text + harness[i:])
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe).CombinedOutput(); err != nil {
		t.Errorf("they differ: %s", out)
	}
}
