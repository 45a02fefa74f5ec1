/* stdlib.h and wchar.h: characters of several bytes. The locale is C, where a character is a byte; what
   those from 0x80 on are is left open. A state is always the initial one. */

typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;

/* Any number but 0, and of these or their opposites one. */
static int open(void) {
	return __craig_truth(1);
}

/* Whether it fails is open, too. */
static int refuses(void) {
	return open() & 1;
}

/* wide gives the character of a byte; it fails with 0. */
static int wide(wchar_t *to, char c) {
	if (c >= 0) {
		*to = c;
		return 1;
	}
	if (refuses()) {
		errno = 84; /* EILSEQ */
		return 0;
	}
	*to = open();
	return 1;
}

/* narrow gives the byte of a character; it fails with 0. */
static int narrow(char *to, wchar_t c) {
	if (0 <= c && c < 0x80) {
		*to = (char)c;
		return 1;
	}
	if (refuses()) {
		errno = 84; /* EILSEQ */
		return 0;
	}
	*to = (char)(0x80 | (open() & 0x7f));
	return 1;
}

size_t __ctype_get_mb_cur_max(void) {
	return 1;
}

int mbtowc(wchar_t *to, const char *from, size_t n) {
	wchar_t c;
	if (!from)
		return 0;
	if (!*from) {
		if (to)
			*to = 0;
		return 0;
	}
	if (n == 0 || !wide(&c, *from))
		return -1;
	if (to)
		*to = c;
	__craig_disjoint(to, to ? sizeof *to : 0, from, 1);
	return 1;
}

int mblen(const char *s, size_t n) {
	wchar_t c;
	if (!s || !*s)
		return 0;
	return n == 0 || !wide(&c, *s) ? -1 : 1;
}

int wctomb(char *to, wchar_t c) {
	if (!to)
		return 0;
	return narrow(to, c) ? 1 : -1;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n) {
	wchar_t c;
	for (size_t i = 0; !to || i < n; i++) {
		__craig_disjoint(to, to ? (i + 1) * sizeof *to : 0, from, (i + 1) * sizeof *from);
		if (!wide(&c, from[i]))
			return -1;
		if (to)
			to[i] = c;
		if (!from[i])
			return i;
	}
	return n;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n) {
	char c;
	for (size_t i = 0; !to || i < n; i++) {
		__craig_disjoint(to, to ? (i + 1) * sizeof *to : 0, from, (i + 1) * sizeof *from);
		if (!narrow(&c, from[i]))
			return -1;
		if (to)
			to[i] = c;
		if (!from[i])
			return i;
	}
	return n;
}

wint_t btowc(int c) {
	wchar_t w;
	if (0 <= c && c < 0x80)
		return c;
	if (c < -128 || c > 255 || c == -1 || refuses())
		return -1;
	w = open();
	return w;
}

int wctob(wint_t c) {
	if (c < 0x80)
		return c;
	return c == (wint_t)-1 || refuses() ? -1 : 0x80 | (open() & 0x7f);
}

int mbsinit(const void *state) {
	return open();
}

size_t mbrtowc(wchar_t *to, const char *s, size_t n, void *state) {
	wchar_t c;
	if (!s)
		return 0;
	if (n == 0)
		return -2;
	if (!wide(&c, *s))
		return -1;
	if (to)
		*to = c;
	__craig_disjoint(to, to ? sizeof *to : 0, s, 1);
	return *s != 0;
}

size_t mbrlen(const char *s, size_t n, void *state) {
	wchar_t c;
	if (!s)
		return 0;
	if (n == 0)
		return -2;
	return !wide(&c, *s) ? (size_t)-1 : *s != 0;
}

size_t wcrtomb(char *s, wchar_t c, void *state) {
	if (!s)
		return 1;
	return narrow(s, c) ? 1 : -1;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, void *state) {
	wchar_t c;
	__craig_disjoint(to, to ? n * sizeof *to : 0, from, sizeof *from);
	size_t i = 0;
	const char *s = *from;
	for (; !to || i < n; i++) {
		int good = wide(&c, s[i]);
		if (!good) {
			if (to)
				*from = s + i;
			return -1;
		}
		if (to)
			to[i] = c;
		if (!s[i]) {
			if (to)
				*from = 0;
			return i;
		}
	}
	*from = s + i;
	return i;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, void *state) {
	char c;
	__craig_disjoint(to, to ? n * sizeof *to : 0, from, sizeof *from);
	size_t i = 0;
	const wchar_t *s = *from;
	for (; !to || i < n; i++) {
		int good = narrow(&c, s[i]);
		if (!good) {
			if (to)
				*from = s + i;
			return -1;
		}
		if (to)
			to[i] = c;
		if (!s[i]) {
			if (to)
				*from = 0;
			return i;
		}
	}
	*from = s + i;
	return i;
}
