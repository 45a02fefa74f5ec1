#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <string.h>

/* a_long_double has any significand of 64 bits, and is near the integers, large, small, infinite or a NaN. */
static long double a_long_double(void) {
	long double x = (long double)(long long)random_bits();
	switch (random_below(8)) {
	case 0:
		return ONE_OF(((const long double[]){0, -0.0L, __builtin_infl(), -__builtin_infl(), __builtin_nanl(""), 0x1p-16382L, -0x1p-16445L}));
	case 1:
		return x * 0x1p900L;
	case 2:
		return x * 0x1p-64L;
	case 3:
		return x * 0x1p-62L;
	case 4:
		return (long double)((int)random_below(2000) - 1000) / 2;
	}
	return x / (1 + random_below(60000));
}

/* The value of a long double, in the bits of two doubles. */
static void tell(long double x) {
	double high = (double)x, low = high - high == 0 ? (double)(x - high) : 0;
	unsigned long long n;
	memcpy(&n, &high, sizeof n);
	out(x != x ? 1 : n);
	memcpy(&n, &low, sizeof n);
	out(x != x ? 1 : n);
}

CASE(__isnanl) {
	out(__isnanl(a_long_double()) != 0);
}

CASE(isnanl) {
	out(isnanl(a_long_double()) != 0);
}

CASE(__isinfl) {
	out(__isinfl(a_long_double()));
}

CASE(isinfl) {
	out(isinfl(a_long_double()));
}

CASE(__finitel) {
	out(__finitel(a_long_double()) != 0);
}

CASE(finitel) {
	out(finitel(a_long_double()) != 0);
}

CASE(__signbitl) {
	long double x = a_long_double();
	if (x == x)
		out(__signbitl(x) != 0);
}

CASE(fabsl) {
	tell(fabsl(a_long_double()));
}

CASE(floorl) {
	tell(floorl(a_long_double()));
}

CASE(ceill) {
	tell(ceill(a_long_double()));
}

CASE(truncl) {
	tell(truncl(a_long_double()));
}

CASE(roundl) {
	tell(roundl(a_long_double()));
}

CASE(rintl) {
	tell(rintl(a_long_double()));
}

CASE(nearbyintl) {
	tell(nearbyintl(a_long_double()));
}

CASE(roundevenl) {
	tell(roundevenl(a_long_double()));
}

CASE(copysignl) {
	long double x = a_long_double(), y = a_long_double();
	if (y == y)
		tell(copysignl(x, y));
}

CASE(fmaxl) {
	long double x = a_long_double(), y = a_long_double();
	if (x != 0 || y != 0)
		tell(fmaxl(x, y));
}

CASE(fminl) {
	long double x = a_long_double(), y = a_long_double();
	if (x != 0 || y != 0)
		tell(fminl(x, y));
}

CASE(modfl) {
	long double whole;
	tell(modfl(a_long_double(), &whole));
	tell(whole);
}

CASE(creal) {
	double x = (double)a_long_double(), y = (double)a_long_double();
	tell(creal(__builtin_complex(x, y)));
}

CASE(cimag) {
	double x = (double)a_long_double(), y = (double)a_long_double();
	tell(cimag(__builtin_complex(x, y)));
}

CASE(conj) {
	double x = (double)a_long_double(), y = (double)a_long_double();
	double _Complex z = conj(__builtin_complex(x, y));
	tell(__real__ z);
	tell(__imag__ z);
}

CASE(crealf) {
	float x = (float)a_long_double(), y = (float)a_long_double();
	tell(crealf(__builtin_complex(x, y)));
}

CASE(cimagf) {
	float x = (float)a_long_double(), y = (float)a_long_double();
	tell(cimagf(__builtin_complex(x, y)));
}

CASE(conjf) {
	float x = (float)a_long_double(), y = (float)a_long_double();
	float _Complex z = conjf(__builtin_complex(x, y));
	tell(__real__ z);
	tell(__imag__ z);
}

CASE(creall) {
	long double x = (long double)a_long_double(), y = (long double)a_long_double();
	tell(creall(__builtin_complex(x, y)));
}

CASE(cimagl) {
	long double x = (long double)a_long_double(), y = (long double)a_long_double();
	tell(cimagl(__builtin_complex(x, y)));
}

CASE(conjl) {
	long double x = (long double)a_long_double(), y = (long double)a_long_double();
	long double _Complex z = conjl(__builtin_complex(x, y));
	tell(__real__ z);
	tell(__imag__ z);
}
