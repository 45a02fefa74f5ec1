/*
 * What the front end turns sscanf into: one call for each conversion, at the place in the text where it
 * begins. Each returns how many characters it has read. A width of -1 is none.
 */

static int space(char c) {
	return c == ' ' || (9 <= c && c <= 13);
}

size_t __craig_scan_space(const char *s) {
	size_t n = 0;
	while (space(s[n]))
		n++;
	return n;
}

static int digit(char c) {
	if ('0' <= c && c <= '9')
		return c - '0';
	if ('a' <= c && c <= 'f')
		return c - 'a' + 10;
	if ('A' <= c && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/*
 * The number at s, and in *length how many characters it has, 0 if there is none. A number that does not
 * fit is the nearest of those up to max; of unsigned types too, there -1 is the greatest.
 */
static unsigned long long number(const char *s, int base, int width, unsigned long long max, int is_signed, size_t *length) {
	size_t at = 0, most = width < 0 ? (size_t)-1 : (size_t)width;
	int negative = 0, some = 0, over = 0;
	if (*s == '-' || *s == '+') {
		negative = *s == '-';
		at = 1;
	}
	if (at < most && s[at] == '0') {
		some = 1;
		at++;
		if (at < most && (s[at] == 'x' || s[at] == 'X')) {
			if (base == 0)
				base = 16;
			if (base == 16)
				at++;
		} else if (base == 0) {
			base = 8;
		}
	}
	if (base == 0)
		base = 10;
	unsigned long long n = 0, limit = is_signed && negative ? max + 1 : max;
	while (at < most) {
		int d = digit(s[at]);
		if (d >= base)
			break;
		if (n > limit / base || (n == limit / base && d > limit % base))
			over = 1;
		if (!over)
			n = n * base + d;
		some = 1;
		at++;
	}
	*length = some ? at : 0;
	if (over && !is_signed)
		return limit;
	if (over)
		n = limit;
	return negative ? -n : n;
}

size_t __craig_scan_length(const char *s, int base, int width) {
	size_t n;
	number(s, base, width, 2ULL * __LONG_LONG_MAX__ + 1, 0, &n);
	return n;
}

unsigned long long __craig_scan_value(const char *s, int base, int width, unsigned long long max, int is_signed) {
	size_t n;
	return number(s, base, width, max, is_signed, &n);
}

/* Characters up to a space; they go to where to points, unless it is null. */
size_t __craig_scan_word(const char *s, int width, char *to) {
	size_t n = 0, most = width < 0 ? (size_t)-1 : (size_t)width;
	while (n < most && s[n] && !space(s[n])) {
		if (to)
			to[n] = s[n];
		n++;
	}
	if (to)
		to[n] = 0;
	return n;
}

/* The ranges of a set are pairs of characters, from and to. */
static int member(char c, const char *ranges) {
	int in = 0;
	for (; *ranges; ranges += 2)
		in |= (unsigned char)ranges[0] <= (unsigned char)c && (unsigned char)c <= (unsigned char)ranges[1];
	return in;
}

/* Characters that are in a set, or that are not; none fails, and then there is no end either. */
size_t __craig_scan_set(const char *s, int width, char *to, const char *ranges, int not) {
	size_t n = 0, most = width < 0 ? (size_t)-1 : (size_t)width;
	while (n < most && s[n] && member(s[n], ranges) != not) {
		if (to)
			to[n] = s[n];
		n++;
	}
	if (to && n)
		to[n] = 0;
	return n;
}

/* Any characters. */
size_t __craig_scan_characters(const char *s, int width, char *to) {
	size_t n = 0, most = width < 0 ? 1 : (size_t)width;
	while (n < most && s[n]) {
		if (to)
			to[n] = s[n];
		n++;
	}
	return n;
}

/* What scanf reads from outside: n characters, and a word of at most n. */
void __craig_scan_input(char *to, size_t n) {
	__craig_unknown(to, n);
}

void __craig_scan_input_word(char *to, size_t n) {
	size_t k = (size_t)__VERIFIER_nondet_int();
	__VERIFIER_assume(1 <= k && k <= n);
	for (size_t i = 0; i < k; i++) {
		to[i] = __VERIFIER_nondet_char();
		__VERIFIER_assume(!space(to[i]));
	}
	to[k] = 0;
}
