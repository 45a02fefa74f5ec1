#include <wchar.h>
#include <stdlib.h>

#define SIZE 10

static wchar_t buffer[2 * SIZE], other[SIZE];

static wchar_t letter(void) {
	static const wchar_t few[] = {'a', 'b', 'A', 'B', 'z', '[', 0x80, 0x101, 0x7fffffff, -0x7fffffff - 1, -1};
	int kind = random_below(3);
	return kind == 0 ? (wchar_t)random_bits() : kind == 1 ? ONE_OF(few) : (wchar_t)('a' + random_below(2));
}

static void letters(wchar_t *to, int n) {
	for (int i = 0; i < n; i++)
		to[i] = letter();
}

/* word writes a string of length at most max. */
static void word(wchar_t *to, int max) {
	int n = random_below(max + 1);
	letters(to, n);
	for (int i = 0; i < n; i++)
		if (!to[i])
			to[i] = 'b';
	to[n] = 0;
}

static void two(void) {
	letters(buffer, 2 * SIZE);
	letters(other, SIZE);
	if (random_below(2))
		for (int i = 0, n = random_below(SIZE + 1); i < n; i++)
			other[i] = buffer[i];
	buffer[random_below(SIZE)] = 0;
}

static void words(void) {
	letters(buffer, 2 * SIZE);
	word(buffer, SIZE - 1);
	word(other, SIZE - 1);
	if (random_below(3) == 0) {
		for (int i = 0; i < SIZE; i++)
			other[i] = buffer[i];
		int at = random_below(2 * SIZE);
		if (at < SIZE)
			other[at] = letter();
		other[SIZE - 1] = 0;
	}
}

static size_t length(void) {
	return random_below(SIZE + 1);
}

static wchar_t character(void) {
	return random_below(2) ? buffer[random_below(SIZE)] : letter();
}

static void both(const void *p) {
	out_place(p, buffer);
	for (int i = 0; i < 2 * SIZE; i++)
		out(buffer[i]);
}

CASE(wmemcpy) {
	two();
	size_t n = length(), at = random_below(SIZE);
	both(wmemcpy(buffer + at, other + SIZE - n, n));
}

CASE(wmempcpy) {
	two();
	size_t n = length(), at = random_below(SIZE);
	both(wmempcpy(buffer + at, other + SIZE - n, n));
}

CASE(wmemmove) {
	two();
	size_t n = length(), at = random_below(SIZE);
	size_t from = random_below(SIZE);
	both(wmemmove(buffer + at, buffer + from, n));
}

CASE(wmemset) {
	two();
	size_t n = length(), at = random_below(SIZE);
	both(wmemset(buffer + at, character(), n));
}

CASE(wmemcmp) {
	two();
	out(sign(wmemcmp(buffer, other, length())));
}

CASE(wmemchr) {
	two();
	wchar_t c = character();
	out_place(wmemchr(buffer, c, length()), buffer);
	out_place(wmemchr(buffer, c, length()), buffer);
}

CASE(wcslen) {
	words();
	out(wcslen(buffer));
	out(wcslen(other));
}

CASE(wcsnlen) {
	words();
	out(wcsnlen(buffer, length()));
}

CASE(wcscpy) {
	words();
	both(wcscpy(buffer + random_below(SIZE), other));
}

CASE(wcpcpy) {
	words();
	both(wcpcpy(buffer + random_below(SIZE), other));
}

CASE(wcsncpy) {
	words();
	size_t n = length(), at = random_below(SIZE);
	both(wcsncpy(buffer + at, other, n));
}

CASE(wcpncpy) {
	words();
	size_t n = length(), at = random_below(SIZE);
	both(wcpncpy(buffer + at, other, n));
}

CASE(wcscat) {
	words();
	both(wcscat(buffer, other));
}

CASE(wcsncat) {
	words();
	both(wcsncat(buffer, other, length()));
}

CASE(wcscmp) {
	words();
	out(sign(wcscmp(buffer, other)));
}

CASE(wcscoll) {
	words();
	out(sign(wcscoll(buffer, other)));
}

CASE(wcsncmp) {
	words();
	out(sign(wcsncmp(buffer, other, length())));
}

CASE(wcschr) {
	words();
	out_place(wcschr(buffer, character()), buffer);
}

CASE(wcschrnul) {
	words();
	out_place(wcschrnul(buffer, character()), buffer);
}

CASE(wcsrchr) {
	words();
	out_place(wcsrchr(buffer, character()), buffer);
}

CASE(wcsstr) {
	words();
	out_place(wcsstr(buffer, other), buffer);
	word(other, 3);
	out_place(wcsstr(buffer, other), buffer);
}

CASE(wcsspn) {
	words();
	out(wcsspn(buffer, other));
}

CASE(wcscspn) {
	words();
	out(wcscspn(buffer, other));
	word(other, 2);
	out(wcscspn(buffer, other));
}

CASE(wcspbrk) {
	words();
	out_place(wcspbrk(buffer, other), buffer);
	word(other, 2);
	out_place(wcspbrk(buffer, other), buffer);
}

/* similar makes the second string the first one in other letters. */
static void similar(void) {
	words();
	if (random_below(2))
		for (int i = 0; (other[i] = buffer[i]); i++)
			if (other[i] >= 'A' && other[i] <= 'z' && random_below(2))
				other[i] ^= 32;
}

CASE(wcscasecmp) {
	similar();
	out(sign(wcscasecmp(buffer, other)));
}

CASE(wcsncasecmp) {
	similar();
	out(sign(wcsncasecmp(buffer, other, length())));
}

CASE(wcstok) {
	words();
	for (wchar_t *p = buffer; *p; p++)
		if (random_below(2))
			*p = L",;"[random_below(2)];
	other[0] = ',';
	other[1] = random_below(2) ? ';' : 0;
	other[2] = 0;
	wchar_t *p = buffer, *rest = 0;
	for (int i = 0; i < 6; i++) {
		p = wcstok(i ? 0 : p, other, &rest);
		out_place(p, buffer);
		out_place(rest, buffer);
	}
	both(p);
}

CASE(wcsdup) {
	words();
	wchar_t *p = wcsdup(other);
	out(p != 0 && p != other);
	if (p)
		for (int i = 0, n = (int)wcslen(other); i <= n; i++)
			out(p[i]);
	free(p);
}
