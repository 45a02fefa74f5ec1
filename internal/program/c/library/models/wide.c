/* Floats of the x87, and products of complex numbers. A program cannot call these. */

static void x87_set(unsigned long long *m, unsigned short *e, int sign, unsigned long long significand, int exponent) {
	*m = significand;
	*e = (unsigned short)(exponent | (sign ? 0x8000 : 0));
}

/* x87_class is 0 of zero, 1 of a number, 2 of an infinity, 3 of a NaN and of what is no number. */
static int x87_class(unsigned long long m, unsigned short e) {
	int exponent = e & 0x7fff;
	if (exponent == 0)
		return m != 0;
	if (!(m >> 63))
		return 3;
	if (exponent == 0x7fff)
		return m << 1 ? 3 : 2;
	return 1;
}

/* x87_nan is the one of the two that is a NaN, of two the greater one; it is quiet. */
static void x87_nan(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be) {
	int a = (ae & 0x7fff) == 0x7fff && am >> 63 && am << 1, b = (be & 0x7fff) == 0x7fff && bm >> 63 && bm << 1;
	if (!a && !b || a && x87_class(am, ae) != 3 || x87_class(am, ae) == 3 && !a || x87_class(bm, be) == 3 && !b) {
		x87_set(m, e, 1, 0xc000000000000000, 0x7fff);
		return;
	}
	int first = a && (!b || (am | 1ull << 62) > (bm | 1ull << 62) || (am | 1ull << 62) == (bm | 1ull << 62) && !(ae & 0x8000));
	*m = (first ? am : bm) | 1ull << 62;
	*e = first ? ae : be;
}

/* x87_round is a number, not 0, whose significand has low behind it, and 1 as its last bit if there is more. */
static void x87_round(unsigned long long *m, unsigned short *e, int sign, int exponent, unsigned long long high, unsigned long long low) {
	while (!(high >> 63)) {
		high = high << 1 | low >> 63;
		low <<= 1;
		exponent--;
	}
	if (exponent <= 0) {
		int n = 1 - exponent;
		if (n > 65)
			n = 65;
		if (n >= 64) {
			low = (n == 64 ? high : high >> 1) | (low != 0 || n == 65 && high & 1);
			high = 0;
		} else {
			low = high << (64 - n) | low >> n | (low << (64 - n) != 0);
			high >>= n;
		}
		exponent = 0;
	}
	if (low > 1ull << 63 || low == 1ull << 63 && high & 1) {
		high++;
		if (high == 0) {
			high = 1ull << 63;
			exponent++;
		} else if (exponent == 0 && high >> 63) {
			exponent = 1;
		}
	}
	if (exponent >= 0x7fff)
		x87_set(m, e, sign, 1ull << 63, 0x7fff);
	else
		x87_set(m, e, sign, high, exponent);
}

void __craig_x87_add(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be) {
	int a = x87_class(am, ae), b = x87_class(bm, be), as = ae >> 15, bs = be >> 15;
	if (a == 3 || b == 3) {
		x87_nan(m, e, am, ae, bm, be);
		return;
	}
	if (a == 2 && b == 2 && as != bs) {
		x87_set(m, e, 1, 0xc000000000000000, 0x7fff);
		return;
	}
	if (a == 2 || b == 0 && a != 0) {
		if (a == 1) /* a pseudo-denormal becomes a number */
			x87_round(m, e, as, ae & 0x7fff ? ae & 0x7fff : 1, am, 0);
		else
			x87_set(m, e, as, am, ae & 0x7fff);
		return;
	}
	if (b == 2 || a == 0 && b != 0) {
		if (b == 1)
			x87_round(m, e, bs, be & 0x7fff ? be & 0x7fff : 1, bm, 0);
		else
			x87_set(m, e, bs, bm, be & 0x7fff);
		return;
	}
	if (a == 0) {
		x87_set(m, e, as & bs, 0, 0);
		return;
	}
	int x = ae & 0x7fff ? ae & 0x7fff : 1, y = be & 0x7fff ? be & 0x7fff : 1;
	if (x < y || x == y && am < bm) {
		unsigned long long t = am;
		int n = x;
		am = bm;
		bm = t;
		x = y;
		y = n;
		n = as;
		as = bs;
		bs = n;
	}
	int n = x - y;
	unsigned long long low = 0;
	if (n >= 66) {
		bm = 0;
		low = 1;
	} else if (n >= 64) {
		low = (n == 64 ? bm : bm >> 1) | (n == 65 && bm & 1);
		bm = 0;
	} else if (n > 0) {
		low = bm << (64 - n);
		bm >>= n;
	}
	if (as == bs) {
		unsigned long long sum = am + bm;
		if (sum < am) {
			low = sum << 63 | low >> 1 | low & 1;
			sum = sum >> 1 | 1ull << 63;
			x++;
		}
		x87_round(m, e, as, x, sum, low);
		return;
	}
	unsigned long long high = am - bm - (low != 0);
	low = -low;
	if (high == 0 && low == 0)
		x87_set(m, e, 0, 0, 0);
	else
		x87_round(m, e, as, x, high, low);
}

void __craig_x87_subtract(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be) {
	int nan = x87_class(bm, be) == 3;
	__craig_x87_add(m, e, am, ae, bm, nan ? be : (unsigned short)(be ^ 0x8000));
}

void __craig_x87_multiply(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be) {
	int a = x87_class(am, ae), b = x87_class(bm, be), sign = (ae ^ be) >> 15;
	if (a == 3 || b == 3) {
		x87_nan(m, e, am, ae, bm, be);
		return;
	}
	if (a == 2 || b == 2) {
		if (a == 0 || b == 0)
			x87_set(m, e, 1, 0xc000000000000000, 0x7fff);
		else
			x87_set(m, e, sign, 1ull << 63, 0x7fff);
		return;
	}
	if (a == 0 || b == 0) {
		x87_set(m, e, sign, 0, 0);
		return;
	}
	unsigned long long ah = am >> 32, al = am & 0xffffffff, bh = bm >> 32, bl = bm & 0xffffffff;
	unsigned long long cross = ah * bl, other = al * bh, least = al * bl;
	unsigned long long middle = (cross & 0xffffffff) + (other & 0xffffffff) + (least >> 32);
	unsigned long long high = ah * bh + (cross >> 32) + (other >> 32) + (middle >> 32), low = middle << 32 | least & 0xffffffff;
	int x = ae & 0x7fff ? ae & 0x7fff : 1, y = be & 0x7fff ? be & 0x7fff : 1;
	if (high == 0) { /* both are small */
		high = low;
		low = 0;
		x -= 64;
	}
	x87_round(m, e, sign, x + y - 16382, high, low);
}

void __craig_x87_divide(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be) {
	int a = x87_class(am, ae), b = x87_class(bm, be), sign = (ae ^ be) >> 15;
	if (a == 3 || b == 3) {
		x87_nan(m, e, am, ae, bm, be);
		return;
	}
	if (a == b && a != 1) {
		x87_set(m, e, 1, 0xc000000000000000, 0x7fff);
		return;
	}
	if (a == 2 || b == 0) {
		x87_set(m, e, sign, 1ull << 63, 0x7fff);
		return;
	}
	if (a == 0 || b == 2) {
		x87_set(m, e, sign, 0, 0);
		return;
	}
	int x = ae & 0x7fff ? ae & 0x7fff : 1, y = be & 0x7fff ? be & 0x7fff : 1;
	while (!(am >> 63)) {
		am <<= 1;
		x--;
	}
	while (!(bm >> 63)) {
		bm <<= 1;
		y--;
	}
	unsigned long long quotient = 0, rest = am, bit = 1;
	x = x - y + 16383;
	if (rest >= bm)
		rest -= bm; /* the first bit of the quotient */
	else {
		bit = 0;
		x--;
	}
	/* rest < bm: 64 bits behind the point, and the first one is known to be 1 if it is in front of the point */
	for (int i = 0; i < 64; i++) {
		int carry = rest >> 63;
		rest <<= 1;
		quotient <<= 1;
		if (carry || rest >= bm) {
			rest -= bm;
			quotient |= 1;
		}
	}
	unsigned long long low;
	if (bit) {
		low = quotient << 63 | (rest != 0);
		quotient = quotient >> 1 | 1ull << 63;
	} else { /* another bit tells on which side of the middle it is */
		int carry = rest >> 63;
		rest <<= 1;
		low = 0;
		if (carry || rest >= bm) {
			rest -= bm;
			low = 1ull << 63;
		}
		low |= rest != 0;
	}
	x87_round(m, e, sign, x, quotient, low);
}

int __craig_x87_compare(unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be) {
	int a = x87_class(am, ae), b = x87_class(bm, be);
	if (a == 3 || b == 3)
		return 2;
	if (a == 0 && b == 0)
		return 0;
	int as = ae >> 15, bs = be >> 15;
	if (a == 0)
		return bs ? 1 : -1;
	if (b == 0)
		return as ? -1 : 1;
	if (as != bs)
		return as ? -1 : 1;
	int x = ae & 0x7fff ? ae & 0x7fff : 1, y = be & 0x7fff ? be & 0x7fff : 1;
	if (x == y && am == bm)
		return 0;
	int less = x < y || x == y && am < bm;
	return less != as ? -1 : 1;
}

/* A number without its fraction: towards 0, or, by way, 1 down, 2 up, 3 to the nearest, halves away from 0, 4 likewise, halves to even. */
void __craig_x87_integral(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, int way) {
	int class = x87_class(am, ae), sign = ae >> 15, exponent = (ae & 0x7fff) - 16383;
	unsigned long long whole = 0, rest = am, half = 1ull << 63;
	if (class == 3) {
		x87_nan(m, e, am, ae, am, ae);
		return;
	}
	if (class != 1 || exponent >= 63) {
		x87_set(m, e, sign, am, ae & 0x7fff);
		return;
	}
	if (exponent >= 0) {
		whole = am >> (63 - exponent);
		rest = am << exponent << 1;
	} else if (exponent < -1) {
		rest = 1;
	}
	if (rest && (way == 1 && sign || way == 2 && !sign || way == 3 && rest >= half || way == 4 && (rest > half || rest == half && whole & 1)))
		whole++;
	if (whole == 0)
		x87_set(m, e, sign, 0, 0);
	else
		x87_round(m, e, sign, 16383 + 63, whole, 0);
}

/* modf */
void __craig_x87_parts(unsigned long long *m, unsigned short *e, unsigned long long *wm, unsigned short *we, unsigned long long am, unsigned short ae) {
	__craig_x87_integral(wm, we, am, ae, 0);
	if (x87_class(am, ae) == 2) {
		x87_set(m, e, ae >> 15, 0, 0);
		return;
	}
	__craig_x87_subtract(m, e, am, ae, *wm, *we);
	if (x87_class(*m, *e) == 0)
		x87_set(m, e, ae >> 15, 0, 0);
}

/* fmin, or fmax: of two zeros C leaves open which, and of a signalling NaN and a number whether it is the number. */
void __craig_x87_extreme(unsigned long long *m, unsigned short *e, unsigned long long am, unsigned short ae, unsigned long long bm, unsigned short be, int least) {
	int order = __craig_x87_compare(am, ae, bm, be), first;
	if (order == 2) {
		int a = x87_class(am, ae), b = x87_class(bm, be);
		unsigned long long nan = a == 3 ? am : bm;
		if (a == 3 && b == 3 || !(nan >> 62 & 1) && __craig_open()) {
			x87_nan(m, e, am, ae, bm, be);
			return;
		}
		first = b == 3;
	} else if (order == 0) {
		first = __craig_open() != 0;
	} else {
		first = (order < 0) == least;
	}
	*m = first ? am : bm;
	*e = first ? ae : be;
}

void __craig_x87_of_unsigned_long(unsigned long long *m, unsigned short *e, unsigned long long n) {
	if (n == 0)
		x87_set(m, e, 0, 0, 0);
	else
		x87_round(m, e, 0, 16383 + 63, n, 0);
}

void __craig_x87_of_long(unsigned long long *m, unsigned short *e, long long n) {
	if (n == 0)
		x87_set(m, e, 0, 0, 0);
	else
		x87_round(m, e, n < 0, 16383 + 63, n < 0 ? -(unsigned long long)n : (unsigned long long)n, 0);
}

void __craig_x87_of_double(unsigned long long *m, unsigned short *e, double x) {
	unsigned long long bits = __craig_bits(x), significand = bits & 0xfffffffffffff;
	int sign = bits >> 63, exponent = (int)(bits >> 52 & 0x7ff);
	if (exponent == 0x7ff)
		x87_set(m, e, sign, significand << 11 | (significand ? 3ull << 62 : 1ull << 63), 0x7fff);
	else if (exponent)
		x87_set(m, e, sign, significand << 11 | 1ull << 63, exponent - 1023 + 16383);
	else if (significand == 0)
		x87_set(m, e, sign, 0, 0);
	else
		x87_round(m, e, sign, 1 - 1023 + 16383, significand << 11, 0);
}

/*
 * x87_narrow is the bit pattern of a number in a format with so many bits behind the point, and its greatest exponent. It is rounded to
 * nearest, or, with cut, towards 0.
 */
static unsigned long long x87_narrow(unsigned long long m, unsigned short e, int digits, int top, int cut) {
	int class = x87_class(m, e), exponent = (e & 0x7fff) - 16383 + top / 2;
	unsigned long long infinite = (unsigned long long)top << digits;
	if (class == 0)
		return 0;
	if (class == 2)
		return infinite;
	if (class == 3) {
		if ((e & 0x7fff) != 0x7fff || !(m >> 63))
			return infinite | 1ull << (digits - 1);
		return infinite | 1ull << (digits - 1) | m << 1 >> (64 - digits);
	}
	if (exponent >= top)
		return cut ? infinite - 1 : infinite;
	int drop = 63 - digits;
	if (exponent <= 0) {
		drop += 1 - exponent;
		exponent = 0;
	} else {
		exponent--; /* the first bit of the significand is added to the exponent */
	}
	if (drop > 64)
		return 0;
	unsigned long long kept = drop == 64 ? 0 : m >> drop, rest = drop == 64 ? m : m << (64 - drop), half = 1ull << 63;
	unsigned long long bits = ((unsigned long long)exponent << digits) + kept;
	if (!cut && (rest > half || rest == half && kept & 1))
		bits++;
	return bits;
}

double __craig_x87_to_double(unsigned long long m, unsigned short e) {
	return __craig_double(x87_narrow(m, e, 52, 0x7ff, 0) | (unsigned long long)(e >> 15) << 63);
}

double __craig_x87_cut_to_double(unsigned long long m, unsigned short e) {
	return __craig_double(x87_narrow(m, e, 52, 0x7ff, 1) | (unsigned long long)(e >> 15) << 63);
}

float __craig_x87_to_float(unsigned long long m, unsigned short e) {
	return __craig_float((unsigned)x87_narrow(m, e, 23, 0xff, 0) | (unsigned)(e >> 15) << 31);
}

/* x87_whole is the integer part of a number whose magnitude is less than 2^64. */
static unsigned long long x87_whole(unsigned long long m, unsigned short e) {
	int exponent = (e & 0x7fff) - 16383;
	return exponent < 0 ? 0 : m >> (63 - exponent);
}

long long __craig_x87_to_long(unsigned long long m, unsigned short e) {
	if (x87_class(m, e) < 2 && (e & 0x7fff) < 16383 + 63) {
		unsigned long long n = x87_whole(m, e);
		return e >> 15 ? -(long long)n : (long long)n;
	}
	return (long long)__craig_x87_cut_to_double(m, e); /* -2^63, or no long */
}

unsigned long long __craig_x87_to_unsigned_long(unsigned long long m, unsigned short e) {
	if (x87_class(m, e) < 2 && (e & 0x7fff) <= 16383 + 63 && !(e >> 15))
		return x87_whole(m, e);
	return (unsigned long long)__craig_x87_cut_to_double(m, e);
}

/* The product of two complex numbers, which is infinite where one of them is and the other one is not 0. */

static double boxed(double x) {
	return __builtin_copysign(__builtin_isinf(x) ? 1.0 : 0.0, x);
}

static double zeroed(double x) {
	return __builtin_isnan(x) ? __builtin_copysign(0.0, x) : x;
}

/* boxes makes infinities 1 and NaNs 0 in the operands of a product whose parts are NaNs, and tells whether it is infinite. */
static int boxes(double *a, double *b, double *c, double *d, int overflow) {
	int again = 0;
	if (__builtin_isinf(*a) || __builtin_isinf(*b)) {
		*a = boxed(*a);
		*b = boxed(*b);
		*c = zeroed(*c);
		*d = zeroed(*d);
		again = 1;
	}
	if (__builtin_isinf(*c) || __builtin_isinf(*d)) {
		*c = boxed(*c);
		*d = boxed(*d);
		*a = zeroed(*a);
		*b = zeroed(*b);
		again = 1;
	}
	if (again || !overflow)
		return again;
	*a = zeroed(*a);
	*b = zeroed(*b);
	*c = zeroed(*c);
	*d = zeroed(*d);
	return 1;
}

void __craig_complex_product(double *re, double *im, double a, double b, double c, double d) {
	double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
	*re = ac - bd;
	*im = ad + bc;
	if (!(__builtin_isnan(*re) && __builtin_isnan(*im)))
		return;
	if (boxes(&a, &b, &c, &d, __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
		*re = __builtin_inf() * (a * c - b * d);
		*im = __builtin_inf() * (a * d + b * c);
	}
}

void __craig_complex_product_float(float *re, float *im, float a, float b, float c, float d) {
	float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
	*re = ac - bd;
	*im = ad + bc;
	if (!(__builtin_isnan(*re) && __builtin_isnan(*im)))
		return;
	double w = a, x = b, y = c, z = d;
	if (boxes(&w, &x, &y, &z, __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
		a = (float)w;
		b = (float)x;
		c = (float)y;
		d = (float)z;
		*re = __builtin_inff() * (a * c - b * d);
		*im = __builtin_inff() * (a * d + b * c);
	}
}
