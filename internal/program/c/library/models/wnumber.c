/* wchar.h and inttypes.h: numbers from wide text */

typedef __WCHAR_TYPE__ wchar_t;

static int digit(wchar_t c, int base) {
	if ('0' <= c && c <= '9')
		return c - '0';
	if (base > 10 && 'a' <= c && c <= 'z')
		return c - 'a' + 10;
	if (base > 10 && 'A' <= c && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

/*
 * number is, as in number.c, the number at the beginning of a text, as an integer type has it whose largest value is
 * max: modulo 2^64, or with errno, the nearest one. Of an unsigned type that is max.
 */
static unsigned long long number(const wchar_t *from, wchar_t **end, int base, unsigned long long max, int is_signed) {
	const wchar_t *s = from;
	if (base < 0 || base == 1 || base > 36) {
		errno = 22; /* EINVAL */
		return 0;
	}
	while (*s == ' ' || (9 <= *s && *s <= 13))
		s++;
	int negative = *s == '-', some = 0, over = 0;
	if (*s == '-' || *s == '+')
		s++;
	if ((base == 0 || base == 16) && *s == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2], 16) < 16) {
		base = 16;
		s += 2;
	} else if (base == 0) {
		base = *s == '0' ? 8 : 10;
	}
	unsigned long long n = 0, limit = is_signed && negative ? max + 1 : max;
	for (;;) {
		int d = digit(*s, base);
		if (d >= base)
			break;
		if (n > limit / base || (n == limit / base && d > limit % base))
			over = 1;
		if (!over)
			n = n * base + d;
		some = 1;
		s++;
	}
	if (end) {
		*end = (wchar_t *)(some ? s : from);
		__craig_disjoint(from, (s - from + 1) * sizeof *s, end, sizeof *end);
	}
	if (over) {
		errno = 34; /* ERANGE */
		n = limit;
		if (!is_signed)
			return n;
	}
	return negative ? -n : n;
}

long wcstol(const wchar_t *s, wchar_t **end, int base) {
	return number(s, end, base, __LONG_MAX__, 1);
}

long long wcstoll(const wchar_t *s, wchar_t **end, int base) {
	return number(s, end, base, __LONG_LONG_MAX__, 1);
}

unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base) {
	return number(s, end, base, 2UL * __LONG_MAX__ + 1, 0);
}

unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base) {
	return number(s, end, base, 2ULL * __LONG_LONG_MAX__ + 1, 0);
}

__INTMAX_TYPE__ wcstoimax(const wchar_t *s, wchar_t **end, int base) {
	return number(s, end, base, __LONG_LONG_MAX__, 1);
}

__UINTMAX_TYPE__ wcstoumax(const wchar_t *s, wchar_t **end, int base) {
	return number(s, end, base, 2ULL * __LONG_LONG_MAX__ + 1, 0);
}
