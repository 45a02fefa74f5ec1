// Reads triples of operands, writes the results of every operation on them under each rounding, as
// TestHardware lists them. Compiled with T and U as float and uint32_t, or as double and uint64_t.
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static T number(uint64_t bits) {
	U u = (U)bits;
	T x;
	memcpy(&x, &u, sizeof x);
	return x;
}

static void put(T x) {
	U u;
	memcpy(&u, &x, sizeof u);
	uint64_t v = u;
	if (x != x)
		v = sizeof(T) == 4 ? 0x7fc00000 : 0x7ff8000000000000;
	fwrite(&v, sizeof v, 1, stdout);
}

static void put64(uint64_t v) { fwrite(&v, sizeof v, 1, stdout); }

static void put_other(volatile O x) {
	O y = x;
	uint64_t v = 0;
	memcpy(&v, &y, sizeof y);
	if (y != y)
		v = sizeof(O) == 4 ? 0x7fc00000 : 0x7ff8000000000000;
	put64(v);
}

int main(void) {
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
	uint64_t in[4];
	while (fread(in, sizeof in, 1, stdin) == 1) {
		volatile T x = number(in[0]), y = number(in[1]), z = number(in[2]), r;
		volatile int64_t i = (int64_t)in[0];
		volatile uint64_t u = in[0];
		int n = in[3] ? 4 : 1;
		for (int m = 0; m < n; m++) {
			fesetround(modes[m]);
			r = x + y; put(r);
			r = x - y; put(r);
			r = x * y; put(r);
			r = x / y; put(r);
			r = sizeof(T) == 4 ? (T)sqrtf(x) : (T)sqrt(x); put(r);
			r = sizeof(T) == 4 ? (T)fmaf(x, y, z) : (T)fma(x, y, z); put(r);
			r = sizeof(T) == 4 ? (T)rintf(x) : (T)rint(x); put(r);
			put_other((O)x);
			r = (T)i; put(r);
			r = (T)u; put(r);
		}
		fesetround(FE_TONEAREST);
		r = sizeof(T) == 4 ? (T)fmodf(x, y) : (T)fmod(x, y); put(r);
		r = sizeof(T) == 4 ? (T)remainderf(x, y) : (T)remainder(x, y); put(r);
		r = sizeof(T) == 4 ? (T)floorf(x) : (T)floor(x); put(r);
		r = sizeof(T) == 4 ? (T)ceilf(x) : (T)ceil(x); put(r);
		r = sizeof(T) == 4 ? (T)truncf(x) : (T)trunc(x); put(r);
		r = sizeof(T) == 4 ? (T)roundf(x) : (T)round(x); put(r);
		put64((x == y) | (x < y) << 1 | (x <= y) << 2);
		put64(x > -9223372036854775809.0 && x < 9223372036854775808.0 ? (uint64_t)(int64_t)x : 0);
		put64(x > -1.0 && x < 18446744073709551616.0 ? (uint64_t)x : 0);
		put64(x > -9223372036854775809.0 && x < 9223372036854775808.0 ? (uint64_t)llrint(x) : 0);
	}
	return 0;
}
