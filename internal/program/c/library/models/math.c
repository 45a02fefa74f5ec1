/* math.h: functions that take numbers apart */

static const unsigned long long infinite = 0x7ff0000000000000, sign = 0x8000000000000000;

static int not_finite(double x) {
	return (__craig_bits(x) & infinite) == infinite;
}

double frexp(double x, int *exponent) {
	unsigned long long bits = __craig_bits(x);
	int e = (int)(bits >> 52 & 0x7ff), shift = 0;
	if (x == 0 || e == 0x7ff) {
		*exponent = 0;
		return x + x;
	}
	if (e == 0) {
		bits = __craig_bits(x * 0x1p64);
		e = (int)(bits >> 52 & 0x7ff);
		shift = 64;
	}
	*exponent = e - 1022 - shift;
	return __craig_double((bits & (sign | 0xfffffffffffff)) + 0x3fe0000000000000);
}

float frexpf(float x, int *exponent) {
	return (float)frexp(x, exponent);
}

/* scaled is x * 2^n, rounded once. */
static double scaled(double x, long n) {
	double y = x;
	if (n > 1023) {
		y *= 0x1p1023;
		n -= 1023;
		if (n > 1023) {
			y *= 0x1p1023;
			n -= 1023;
			if (n > 1023)
				n = 1023;
		}
	} else if (n < -1022) { /* what is left is not rounded twice: 53 bits stay until the last step */
		y *= 0x1p-969;
		n += 969;
		if (n < -1022) {
			y *= 0x1p-969;
			n += 969;
			if (n < -1022)
				n = -1022;
		}
	}
	return y * __craig_double((unsigned long long)(0x3ff + n) << 52);
}

double scalbln(double x, long n) {
	double y = scaled(x, n);
	__craig_failed(!not_finite(x) && x != 0 && (not_finite(y) || y == 0));
	return y;
}

double scalbn(double x, int n) {
	return scalbln(x, n);
}

double ldexp(double x, int n) {
	return scalbln(x, n);
}

/* A float has room for two steps in a double: the first is exact, so that the last rounds once. */
float scalblnf(float x, long n) {
	long k = n > 400 ? 400 : n < -400 ? -400 : n;
	float z = (float)((double)x * __craig_double((unsigned long long)(0x3ff + k) << 52));
	__craig_failed(!not_finite(x) && x != 0 && (not_finite(z) || z == 0));
	return z;
}

float scalbnf(float x, int n) {
	return scalblnf(x, n);
}

float ldexpf(float x, int n) {
	return scalblnf(x, n);
}

double modf(double x, double *whole) {
	unsigned long long bits = __craig_bits(x);
	if (x != x) {
		*whole = x + x;
		return x + x;
	}
	*whole = __builtin_trunc(x);
	if (*whole == x)
		return __craig_double(bits & sign);
	return x - *whole;
}

float modff(float x, float *whole) {
	double w, y = modf(x, &w);
	*whole = (float)w;
	return (float)y;
}

double nextafter(double x, double y) {
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	double z;
	unsigned long long bits = __craig_bits(x);
	if (x == 0)
		z = __craig_double((__craig_bits(y) & sign) + 1);
	else if ((x < y) == (x > 0))
		z = __craig_double(bits + 1);
	else
		z = __craig_double(bits - 1);
	__craig_failed(not_finite(z) || (__craig_bits(z) & infinite) == 0);
	return z;
}

float nextafterf(float x, float y) {
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	float z;
	unsigned bits = __craig_bitsf(x);
	if (x == 0)
		z = __craig_float((__craig_bitsf(y) & 0x80000000) + 1);
	else if ((x < y) == (x > 0))
		z = __craig_float(bits + 1);
	else
		z = __craig_float(bits - 1);
	__craig_failed((__craig_bitsf(z) & 0x7f800000) == 0x7f800000 || (__craig_bitsf(z) & 0x7f800000) == 0);
	return z;
}

int ilogb(double x) {
	if (x == 0 || x != x) {
		__craig_failed(1);
		return -2147483647 - 1;
	}
	if (not_finite(x)) {
		__craig_failed(1);
		return 2147483647;
	}
	int e;
	frexp(x, &e);
	return e - 1;
}

int ilogbf(float x) {
	return ilogb(x);
}

double logb(double x) {
	if (not_finite(x))
		return x * x;
	if (x == 0) {
		__craig_failed(1);
		return -1 / (x * x);
	}
	int e;
	frexp(x, &e);
	return e - 1;
}

float logbf(float x) {
	return (float)logb(x);
}
