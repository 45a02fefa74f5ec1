/* Functions of the library that take and give long doubles and complex numbers. */
#include <complex.h>
#include <math.h>
#include "check.h"

static double one(double x) { return x; }

int main(void) {
	long double whole, rest = modfl(-2.75L, &whole), big = 0x1p70L + 0x1p10L;
	CHECK(whole == -2 && rest == -0.75L && signbit(modfl(-0.0L, &whole)) && signbit(whole));
	CHECK(modfl(-INFINITY, &whole) == 0 && whole == -INFINITY && isnan(modfl(NAN, &whole)) && isnan(whole));
	CHECK(fabsl(-2.5L) == 2.5L && !signbit(fabsl(-0.0L)) && copysignl(big, -1) == -big && copysignl(-1, 2) == 1);
	CHECK(floorl(-0.5L) == -1 && ceill(-0.5L) == 0 && signbit(ceill(-0.5L)) && truncl(big) == big && floorl(0x1.8p62L + 0.5L) == 0x1.8p62L);
	CHECK(roundl(2.5L) == 3 && roundl(-0.5L) == -1 && rintl(2.5L) == 2 && nearbyintl(3.5L) == 4 && rintl(-0.25L) == 0);
	CHECK(fmaxl(1, 2.5L) == 2.5L && fminl(NAN, 2) == 2 && fmaxl(3, NAN) == 3 && fminl(-INFINITY, 1) == -INFINITY);
	double complex z = one(1.5) - 2.5 * I;
	CHECK(creal(z) == 1.5 && cimag(z) == -2.5 && conj(z) == 1.5 + 2.5 * I && crealf(conjf(z)) == 1.5f && cimagl(conjl(z)) == 2.5L);
	return 0;
}
