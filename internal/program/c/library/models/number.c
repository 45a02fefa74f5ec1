/* stdlib.h and inttypes.h: numbers from text, quotients */

static int digit(char c, int base) {
	if ('0' <= c && c <= '9')
		return c - '0';
	if (base > 10 && 'a' <= c && c <= 'z')
		return c - 'a' + 10;
	if (base > 10 && 'A' <= c && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

/*
 * number is the number at the beginning of a text, as an integer type has it whose largest value is
 * max: modulo 2^64, or with errno, the nearest one. Of an unsigned type that is max.
 */
static unsigned long long number(const char *from, char **end, int base, unsigned long long max, int is_signed) {
	const char *s = from;
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
		*end = (char *)(some ? s : from);
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

long strtol(const char *s, char **end, int base) {
	return number(s, end, base, __LONG_MAX__, 1);
}

long long strtoll(const char *s, char **end, int base) {
	return number(s, end, base, __LONG_LONG_MAX__, 1);
}

unsigned long strtoul(const char *s, char **end, int base) {
	return number(s, end, base, 2UL * __LONG_MAX__ + 1, 0);
}

unsigned long long strtoull(const char *s, char **end, int base) {
	return number(s, end, base, 2ULL * __LONG_LONG_MAX__ + 1, 0);
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) {
	return number(s, end, base, __LONG_LONG_MAX__, 1);
}

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) {
	return number(s, end, base, 2ULL * __LONG_LONG_MAX__ + 1, 0);
}

int atoi(const char *s) {
	return (int)(long)number(s, 0, 10, __LONG_MAX__, 1);
}

long atol(const char *s) {
	return number(s, 0, 10, __LONG_MAX__, 1);
}

long long atoll(const char *s) {
	return number(s, 0, 10, __LONG_LONG_MAX__, 1);
}

int abs(int x) {
	return x < 0 ? -x : x;
}

long labs(long x) {
	return x < 0 ? -x : x;
}

long long llabs(long long x) {
	return x < 0 ? -x : x;
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) {
	return x < 0 ? -x : x;
}

typedef struct {
	int quot, rem;
} div_t;

typedef struct {
	long quot, rem;
} ldiv_t;

typedef struct {
	long long quot, rem;
} lldiv_t;

typedef struct {
	__INTMAX_TYPE__ quot, rem;
} imaxdiv_t;

div_t div(int a, int b) {
	div_t r = {a / b, a % b};
	return r;
}

ldiv_t ldiv(long a, long b) {
	ldiv_t r = {a / b, a % b};
	return r;
}

lldiv_t lldiv(long long a, long long b) {
	lldiv_t r = {a / b, a % b};
	return r;
}

imaxdiv_t imaxdiv(__INTMAX_TYPE__ a, __INTMAX_TYPE__ b) {
	imaxdiv_t r = {a / b, a % b};
	return r;
}
