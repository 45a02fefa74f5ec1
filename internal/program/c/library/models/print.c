/*
 * What the front end turns sprintf and its kin into: one call for each piece of the format. At most
 * room characters go to s, of which at have been printed before; room is (size_t)-1 if there is no
 * limit. The result is how many have been printed then, also beyond room.
 */

#define NO_LIMIT ((size_t)-1)

static void put(char *s, size_t room, size_t at, char c) {
	if (room == NO_LIMIT || at < room)
		s[at] = c;
}

size_t __craig_print_char(char *s, size_t room, size_t at, char c) {
	put(s, room, at, c);
	return at + 1;
}

static size_t repeat(char *s, size_t room, size_t at, char c, int n) {
	for (int i = 0; i < n; i++) {
		put(s, room, at, c);
		at++;
	}
	return at;
}

/* What glibc prints for %s of a null pointer: all of "(null)" or nothing. */
static const char *shown(const char *text, int precision) {
	return text ? text : 0 <= precision && precision < 6 ? "" : "(null)";
}

/* The n bytes at text are apart from what is printed up to end. */
#define APART(end, text, n) __craig_printed(s, room == NO_LIMIT || (end) <= room ? (end) : room + (room > 0), text, n)

size_t __craig_print_string(char *s, size_t room, size_t at, const char *text) {
	size_t n = 0;
	text = shown(text, -1);
	for (; APART(at + n + 1, text, n + 1), text[n]; n++)
		put(s, room, at + n, text[n]);
	return at + n;
}

/* A precision of -1 is none. */
size_t __craig_print_padded(char *s, size_t room, size_t at, const char *text, int left, int width, int precision) {
	int n = 0;
	text = shown(text, precision);
	while ((precision < 0 || n < precision) && text[n])
		n++;
	if (!left)
		at = repeat(s, room, at, ' ', width - n);
	for (int i = 0; i < n; i++)
		put(s, room, at + i, text[i]);
	at += n;
	APART(at + 1, text, n + (precision < 0 || n < precision));
	if (left)
		at = repeat(s, room, at, ' ', width - n);
	return at;
}

size_t __craig_print_filled(char *s, size_t room, size_t at, char c, int left, int width) {
	if (!left)
		at = repeat(s, room, at, ' ', width - 1);
	put(s, room, at, c);
	at++;
	if (left)
		at = repeat(s, room, at, ' ', width - 1);
	return at;
}

/* v without its last digit, by constants, so that no base of 0 is thought of. */
static unsigned long long tenth(unsigned long long v, unsigned base) {
	return base == 10 ? v / 10 : base == 16 ? v / 16 : v / 8;
}

static int count(unsigned long long v, unsigned base) {
	int n = 1;
	for (; v >= base; v = tenth(v, base))
		n++;
	return n;
}

/* The digits from 10 begin with letter. */
static size_t digits(char *s, size_t room, size_t at, unsigned long long v, unsigned base, char letter, int n) {
	for (int i = n; i > 0; i--) {
		unsigned d = base == 10 ? v % 10 : base == 16 ? v % 16 : v % 8;
		put(s, room, at + i - 1, (char)('0' + d + (d >= 10) * (letter - 10 - '0')));
		v = tenth(v, base);
	}
	return at + n;
}

size_t __craig_print_unsigned(char *s, size_t room, size_t at, unsigned long long v, unsigned base, char letter) {
	return digits(s, room, at, v, base, letter, count(v, base));
}

size_t __craig_print_signed(char *s, size_t room, size_t at, long long v) {
	unsigned long long size = v;
	if (v < 0) {
		put(s, room, at, '-');
		at++;
		size = (unsigned long long)(-(v + 1)) + 1;
	}
	return digits(s, room, at, size, 10, 'a', count(size, 10));
}

/* With flags: sign is a character or 0, other the flag #. */
size_t __craig_print_number(char *s, size_t room, size_t at, unsigned long long v, unsigned base, char letter,
	char sign, int other, int left, int zero, int width, int precision) {
	int n = v == 0 && precision == 0 ? 0 : count(v, base);
	int zeros = precision > n ? precision - n : 0;
	int prefix = other && base == 16 && v != 0;
	if (other && base == 8 && zeros == 0 && (v != 0 || n == 0))
		zeros = 1;
	int pad = width - n - zeros - 2 * prefix - (sign != 0);
	if (!left && (!zero || precision >= 0))
		at = repeat(s, room, at, ' ', pad);
	if (sign)
		at = repeat(s, room, at, sign, 1);
	if (prefix) {
		put(s, room, at, '0');
		put(s, room, at + 1, (char)(letter + ('x' - 'a')));
		at += 2;
	}
	if (!left && zero && precision < 0)
		at = repeat(s, room, at, '0', pad);
	at = repeat(s, room, at, '0', zeros);
	at = digits(s, room, at, v, base, letter, n);
	if (left)
		at = repeat(s, room, at, ' ', pad);
	return at;
}

size_t __craig_print_signed_number(char *s, size_t room, size_t at, long long v, char plus,
	int left, int zero, int width, int precision) {
	unsigned long long size = v < 0 ? (unsigned long long)(-(v + 1)) + 1 : v;
	return __craig_print_number(s, room, at, size, 10, 'a', v < 0 ? '-' : plus, 0, left, zero, width, precision);
}

/* Something of at least that many characters. */
size_t __craig_print_guess(char *s, size_t room, size_t at, int least) {
	int n = __craig_guess();
	__VERIFIER_assume(least <= n);
	for (int i = 0; i < n; i++)
		put(s, room, at + i, (char)__craig_guess());
	return at + n;
}

/* A number in the way of %f. Of one that has something behind the point, or is larger than integers are, only the width is known. */
size_t __craig_print_fixed(char *s, size_t room, size_t at, double x, char plus, int left, int zero, int width, int precision) {
	int minus = (int)(__craig_bits(x) >> 63), places = precision < 0 ? 6 : precision;
	double size = minus ? -x : x;
	if (!(size < 0x1p63) || (unsigned long long)size != size)
		return __craig_print_guess(s, room, at, width);
	unsigned long long whole = (unsigned long long)size;
	char sign = minus ? '-' : plus;
	int n = count(whole, 10), pad = width - n - places - (places > 0) - (sign != 0);
	if (!left && !zero)
		at = repeat(s, room, at, ' ', pad);
	if (sign)
		at = repeat(s, room, at, sign, 1);
	if (!left && zero)
		at = repeat(s, room, at, '0', pad);
	at = digits(s, room, at, whole, 10, 'a', n);
	if (places > 0) {
		at = repeat(s, room, at, '.', 1);
		at = repeat(s, room, at, '0', places);
	}
	if (left)
		at = repeat(s, room, at, ' ', pad);
	return at;
}

void __craig_print_end(char *s, size_t n, size_t at) {
	if (n)
		s[at < n ? at : n - 1] = 0;
}

/* Text of which nothing is known: the result is negative after an error. */
int __craig_print_any(char *s, size_t n) {
	int k = __craig_guess(), end = __craig_guess();
	__VERIFIER_assume(0 <= end && (k < 0 || k == end));
	size_t last = n != NO_LIMIT && (size_t)end >= n ? n - 1 : end;
	if (n) {
		for (size_t i = 0; i < last; i++)
			s[i] = (char)__craig_guess();
		s[last] = 0;
	}
	__craig_failed(k < 0);
	return k;
}

int snprintf(char *s, size_t n, const char *format, ...) {
	return __craig_print_any(s, n);
}

int sprintf(char *s, const char *format, ...) {
	return __craig_print_any(s, NO_LIMIT);
}

int vsnprintf(char *s, size_t n, const char *format, void *args) {
	return __craig_print_any(s, n);
}

int vsprintf(char *s, const char *format, void *args) {
	return __craig_print_any(s, NO_LIMIT);
}
