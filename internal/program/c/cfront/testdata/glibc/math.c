#include <math.h>
#include <fenv.h>
#include <string.h>

static const double numbers[] = {
	0.0, -0.0, 0.5, -0.5, 0.49999999999999994, 1, -1.5, 2.5, -3.5, 7.25, 1e10, -4503599627370497.5, 9007199254740993.0,
	2147483647.5, -2147483649.0, 1e300, -1.7976931348623157e308, 2.2250738585072014e-308, -4.9e-324, 3e-310,
	__builtin_inf(), -__builtin_inf(), __builtin_nan("")};
static const float floats[] = {
	0.0f, -0.0f, 0.5f, -0.5f, 0.49999997f, 1, -1.5f, 2.5f, -3.5f, 7.25f, 1e10f, 8388609.0f, -4194304.5f,
	3.4028235e38f, -1.17549435e-38f, 1e-45f, -3e-40f, __builtin_inff(), -__builtin_inff(), __builtin_nanf("")};


/* a_double is one of the numbers above, or any bits, or a number of moderate size. */
static double a_double(void) {
	unsigned long long n = random_bits();
	double x;
	memcpy(&x, &n, sizeof x);
	switch (random_below(4)) {
	case 0:
		return x != x ? 1 : x;
	case 1:
		return (long long)n / 281474976710656.0;
	}
	return ONE_OF(numbers);
}

static float a_float(void) {
	unsigned n = (unsigned)random_bits();
	float x;
	memcpy(&x, &n, sizeof x);
	switch (random_below(4)) {
	case 0:
		return x != x ? 1 : x;
	case 1:
		return (int)n / 65536.0f;
	}
	return ONE_OF(floats);
}

/* The bits of a number; one number for all NaNs, and for both zeros where either may be. */
static void bits(double x) {
	unsigned long long n;
	memcpy(&n, &x, sizeof n);
	out(x != x ? 1 : n);
}

static void bitsf(float x) {
	unsigned n;
	memcpy(&n, &x, sizeof n);
	out(x != x ? 1 : n);
}

CASE(fabs) {
	bits(fabs(a_double()));
}

CASE(fabsf) {
	bitsf(fabsf(a_float()));
}

CASE(floor) {
	bits(floor(a_double()));
}

CASE(floorf) {
	bitsf(floorf(a_float()));
}

CASE(ceil) {
	bits(ceil(a_double()));
}

CASE(ceilf) {
	bitsf(ceilf(a_float()));
}

CASE(trunc) {
	bits(trunc(a_double()));
}

CASE(truncf) {
	bitsf(truncf(a_float()));
}

CASE(round) {
	bits(round(a_double()));
}

CASE(roundf) {
	bitsf(roundf(a_float()));
}

CASE(roundeven) {
	bits(roundeven(a_double()));
}

CASE(roundevenf) {
	bitsf(roundevenf(a_float()));
}

CASE(rint) {
	bits(rint(a_double()));
}

CASE(rintf) {
	bitsf(rintf(a_float()));
}

CASE(nearbyint) {
	bits(nearbyint(a_double()));
}

CASE(nearbyintf) {
	bitsf(nearbyintf(a_float()));
}

CASE(sqrt) {
	bits(sqrt(a_double()));
}

CASE(sqrtf) {
	bitsf(sqrtf(a_float()));
}

CASE(logb) {
	bits(logb(a_double()));
}

CASE(logbf) {
	bitsf(logbf(a_float()));
}

CASE(fdim) {
	double x = a_double();
	bits(fdim(x, a_double()));
}

CASE(fdimf) {
	float x = a_float();
	bitsf(fdimf(x, a_float()));
}

CASE(fmod) {
	double x = a_double();
	bits(fmod(x, a_double()));
}

CASE(fmodf) {
	float x = a_float();
	bitsf(fmodf(x, a_float()));
}

CASE(remainder) {
	double x = a_double();
	bits(remainder(x, a_double()));
}

CASE(remainderf) {
	float x = a_float();
	bitsf(remainderf(x, a_float()));
}

CASE(drem) {
	double x = a_double();
	bits(drem(x, a_double()));
}

CASE(dremf) {
	float x = a_float();
	bitsf(dremf(x, a_float()));
}

CASE(nextafter) {
	double x = a_double();
	bits(nextafter(x, a_double()));
}

CASE(nextafterf) {
	float x = a_float();
	bitsf(nextafterf(x, a_float()));
}

CASE(fmin) {
	double x = a_double();
	bits(fmin(x, a_double()) + 0.0);
}

CASE(fminf) {
	float x = a_float();
	bitsf(fminf(x, a_float()) + 0.0f);
}

CASE(fmax) {
	double x = a_double();
	bits(fmax(x, a_double()) + 0.0);
}

CASE(fmaxf) {
	float x = a_float();
	bitsf(fmaxf(x, a_float()) + 0.0f);
}

CASE(lrint) {
	double x = a_double();
	if (x > -2147483000 && x < 2147483000)
		out(lrint(x));
}

CASE(lrintf) {
	float x = a_float();
	if (x > -2147483000 && x < 2147483000)
		out(lrintf(x));
}

CASE(lround) {
	double x = a_double();
	if (x > -2147483000 && x < 2147483000)
		out(lround(x));
}

CASE(lroundf) {
	float x = a_float();
	if (x > -2147483000 && x < 2147483000)
		out(lroundf(x));
}

CASE(llrint) {
	double x = a_double();
	if (x > -9e18 && x < 9e18)
		out(llrint(x));
}

CASE(llrintf) {
	float x = a_float();
	if (x > -9e18 && x < 9e18)
		out(llrintf(x));
}

CASE(llround) {
	double x = a_double();
	if (x > -9e18 && x < 9e18)
		out(llround(x));
}

CASE(llroundf) {
	float x = a_float();
	if (x > -9e18 && x < 9e18)
		out(llroundf(x));
}

CASE(finite) {
	out(finite(a_double()) != 0);
}

CASE(finitef) {
	out(finitef(a_float()) != 0);
}

CASE(__finite) {
	out(__finite(a_double()) != 0);
}

CASE(__finitef) {
	out(__finitef(a_float()) != 0);
}

CASE(isnan) {
	out((isnan)(a_double()) != 0);
}

CASE(isnanf) {
	out(isnanf(a_float()) != 0);
}

CASE(__isnan) {
	out(__isnan(a_double()) != 0);
}

CASE(__isnanf) {
	out(__isnanf(a_float()) != 0);
}

CASE(isinf) {
	out((isinf)(a_double()));
}

CASE(isinff) {
	out(isinff(a_float()));
}

CASE(__isinf) {
	out(__isinf(a_double()));
}

CASE(__isinff) {
	out(__isinff(a_float()));
}

CASE(__fpclassify) {
	out(__fpclassify(a_double()));
}

CASE(__fpclassifyf) {
	out(__fpclassifyf(a_float()));
}

CASE(__signbit) {
	double x = a_double();
	out(x == x && __signbit(x) != 0);
}

CASE(__signbitf) {
	float x = a_float();
	out(x == x && __signbitf(x) != 0);
}

CASE(copysign) {
	double x = a_double(), y = a_double();
	if (x == x && y == y)
		bits(copysign(x, y));
}

CASE(copysignf) {
	float x = a_float(), y = a_float();
	if (x == x && y == y)
		bitsf(copysignf(x, y));
}

CASE(fma) {
	double x = a_double(), y = a_double();
	bits(fma(x, y, a_double()));
}

CASE(fmaf) {
	float x = a_float(), y = a_float();
	bitsf(fmaf(x, y, a_float()));
}

CASE(ilogb) {
	out(ilogb(a_double()));
}

CASE(ilogbf) {
	out(ilogbf(a_float()));
}

CASE(frexp) {
	double x = a_double();
	int e;
	bits(frexp(x, &e));
	if (x - x == 0)
		out(e);
}

CASE(frexpf) {
	float x = a_float();
	int e;
	bitsf(frexpf(x, &e));
	if (x - x == 0)
		out(e);
}

CASE(modf) {
	double whole;
	bits(modf(a_double(), &whole));
	bits(whole);
}

CASE(modff) {
	float whole;
	bitsf(modff(a_float(), &whole));
	bitsf(whole);
}

static const int powers[] = {0, 1, -1, 52, -53, 130, -150, 1023, -1022, -1075, 2098, -2148, 3000, 2147483647, -2147483647 - 1};

CASE(ldexp) {
	double x = a_double();
	bits(ldexp(x, ONE_OF(powers)));
}

CASE(ldexpf) {
	float x = a_float();
	bitsf(ldexpf(x, ONE_OF(powers)));
}

CASE(scalbn) {
	double x = a_double();
	bits(scalbn(x, ONE_OF(powers)));
}

CASE(scalbnf) {
	float x = a_float();
	bitsf(scalbnf(x, ONE_OF(powers)));
}

CASE(scalbln) {
	double x = a_double();
	bits(scalbln(x, ONE_OF(powers)));
}

CASE(scalblnf) {
	float x = a_float();
	bitsf(scalblnf(x, ONE_OF(powers)));
}

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

CASE(fegetround) {
	int mode = ONE_OF(modes);
	fesetround(mode);
	out(fegetround());
	fesetround(FE_TONEAREST);
}

CASE(fesetround) {
	double x = a_double();
	int mode = ONE_OF(modes);
	out(fesetround(mode));
	double y = rint(x), z = nearbyint(x);
	int no = fesetround(0x100) != 0;
	fesetround(FE_TONEAREST);
	bits(y);
	bits(z);
	out(no);
}
