#include <string.h>
#include <stdlib.h>

/* SIZE is the size of the arrays: most functions look at all lengths up to it. */
#define SIZE 12

static char buffer[2 * SIZE], other[SIZE];

/* two fills both arrays. */
static void two(void) {
	fill(buffer, sizeof buffer);
	fill(other, sizeof other);
	if (random_below(2))
		for (int i = 0, n = random_below(SIZE + 1); i < n; i++)
			other[i] = buffer[i];
}

static const unsigned char bits[] = {1, 2, 4, 32, 64, 128};

/* strings writes a string of length at most SIZE - 1 into each array, often nearly the same. */
static void strings(void) {
	fill(buffer, sizeof buffer);
	int n = text(buffer, SIZE - 1);
	text(other, SIZE - 1);
	if (random_below(3) == 0) {
		for (int i = 0; i <= n; i++)
			other[i] = buffer[i];
		int at = random_below(2 * SIZE);
		if (at < SIZE)
			other[at] ^= ONE_OF(bits);
		other[SIZE - 1] = 0;
	}
}

static size_t length(void) {
	return random_below(SIZE + 1);
}

/* limit is a length of a string's beginning, for functions that stop at its end. */
static size_t limit(void) {
	switch (random_below(8)) {
	case 0:
		return (size_t)-1;
	case 1:
		return (size_t)-1 / 2 + random_below(3);
	}
	return random_below(SIZE + 3);
}

static int character(void) {
	switch (random_below(4)) {
	case 0:
		return buffer[random_below(SIZE)];
	case 1:
		return (unsigned char)buffer[random_below(SIZE)];
	case 2:
		return (int)number();
	}
	return "abc"[random_below(4)];
}

static void both(const void *p) {
	out_place(p, buffer);
	out_bytes(buffer, sizeof buffer);
	out_bytes(other, sizeof other);
}

CASE(memcpy) {
	two();
	size_t n = length(), at = random_below(SIZE);
	both(memcpy(buffer + at, other + SIZE - n, n));
}

CASE(mempcpy) {
	two();
	size_t n = length(), at = random_below(SIZE);
	both(mempcpy(buffer + at, other + SIZE - n, n));
}

CASE(memmove) {
	two();
	size_t n = length(), at = random_below(SIZE);
	size_t from = random_below(SIZE);
	both(memmove(buffer + at, buffer + from, n));
}

CASE(memset) {
	two();
	size_t n = length(), at = random_below(SIZE);
	both(memset(buffer + at, character(), n));
}

CASE(memccpy) {
	two();
	size_t n = length(), at = random_below(SIZE);
	int c = random_below(2) ? other[random_below(SIZE)] : (int)number();
	both(memccpy(buffer + at, other + SIZE - n, c, n));
}

CASE(memcmp) {
	two();
	out(sign(memcmp(buffer, other, length())));
}

CASE(memchr) {
	two();
	int c = character();
	out_place(memchr(buffer, c, length()), buffer);
	buffer[SIZE] = (char)c;
	out_place(memchr(buffer, c, limit() + SIZE), buffer);
}

CASE(memrchr) {
	two();
	int c = character();
	out_place(memrchr(buffer, c, length()), buffer);
}

CASE(rawmemchr) {
	two();
	int c = character();
	buffer[SIZE] = (char)c;
	out_place(rawmemchr(buffer, c), buffer);
}

CASE(memmem) {
	two();
	size_t n = length(), at = random_below(SIZE);
	size_t k = random_below(4);
	out_place(memmem(buffer, n, other, k), buffer);
	k = length();
	out_place(memmem(buffer, n, buffer + at, k), buffer);
}

CASE(strlen) {
	strings();
	out(strlen(buffer));
	out(strlen(other));
}

CASE(strnlen) {
	strings();
	out(strnlen(buffer, limit()));
}

CASE(strcpy) {
	strings();
	both(strcpy(buffer + random_below(SIZE), other));
}

CASE(stpcpy) {
	strings();
	both(stpcpy(buffer + random_below(SIZE), other));
}

CASE(strncpy) {
	strings();
	size_t n = length(), at = random_below(SIZE);
	both(strncpy(buffer + at, other, n));
}

CASE(stpncpy) {
	strings();
	size_t n = length(), at = random_below(SIZE);
	both(stpncpy(buffer + at, other, n));
}

CASE(strcat) {
	strings();
	both(strcat(buffer, other));
}

CASE(strncat) {
	strings();
	both(strncat(buffer, other, limit()));
}

CASE(strcmp) {
	strings();
	out(sign(strcmp(buffer, other)));
}

CASE(strcoll) {
	strings();
	out(sign(strcoll(buffer, other)));
}

CASE(strncmp) {
	strings();
	out(sign(strncmp(buffer, other, limit())));
}

CASE(strxfrm) {
	strings();
	size_t n = random_below(SIZE + 3);
	size_t k = strxfrm(buffer, other, n);
	out(k);
	if (k < n)
		out_bytes(buffer, k + 1);
	out(strxfrm(0, other, 0));
}

CASE(strchr) {
	strings();
	out_place(strchr(buffer, character()), buffer);
}

CASE(strchrnul) {
	strings();
	out_place(strchrnul(buffer, character()), buffer);
}

CASE(strrchr) {
	strings();
	out_place(strrchr(buffer, character()), buffer);
}

CASE(strstr) {
	strings();
	out_place(strstr(buffer, other), buffer);
	text(other, 3);
	out_place(strstr(buffer, other), buffer);
}

CASE(strcasestr) {
	static const char letters[] = "aAbBZz@[`{";
	fill(buffer, SIZE);
	int n = random_below(SIZE), k = random_below(4);
	for (int i = 0; i < n; i++)
		buffer[i] = letters[random_below(10)];
	for (int i = 0; i < k; i++)
		other[i] = letters[random_below(4)];
	buffer[n] = other[k] = 0;
	out_place(strcasestr(buffer, other), buffer);
}

CASE(strspn) {
	strings();
	out(strspn(buffer, other));
}

CASE(strcspn) {
	strings();
	out(strcspn(buffer, other));
	text(other, 2);
	out(strcspn(buffer, other));
}

CASE(strpbrk) {
	strings();
	out_place(strpbrk(buffer, other), buffer);
	text(other, 2);
	out_place(strpbrk(buffer, other), buffer);
}

/* separators changes the strings, so that there are tokens. */
static void separators(void) {
	strings();
	for (char *p = buffer; *p; p++)
		if (random_below(2))
			*p = ",;"[random_below(2)];
	other[0] = ',';
	other[1] = random_below(2) ? ';' : 0;
	other[2] = 0;
}

CASE(strtok) {
	separators();
	char *p = buffer;
	for (int i = 0; i < 6; i++) {
		p = strtok(i ? 0 : p, other + (random_below(5) == 0));
		out_place(p, buffer);
		if (!p)
			break;
	}
	out_bytes(buffer, sizeof buffer);
}

CASE(strtok_r) {
	separators();
	char *p = buffer, *rest = 0;
	for (int i = 0; i < 6; i++) {
		p = strtok_r(i ? 0 : p, other, &rest);
		out_place(p, buffer);
		if (!p)
			break;
		out_place(rest, buffer);
	}
	out_bytes(buffer, sizeof buffer);
}

CASE(strsep) {
	separators();
	char *rest = random_below(10) ? buffer : 0;
	for (int i = 0; i < 6; i++) {
		out_place(strsep(&rest, other), buffer);
		out_place(rest, buffer);
	}
	out_bytes(buffer, sizeof buffer);
}

CASE(strdup) {
	strings();
	char *p = strdup(other);
	out(p != 0 && p != other);
	if (p)
		out_bytes(p, (int)strlen(other) + 1);
	free(p);
}

CASE(strndup) {
	strings();
	size_t n = limit();
	char *p = strndup(other, n);
	out(p != 0 && p != other);
	if (p)
		out_bytes(p, (int)strnlen(other, n) + 1);
	free(p);
}
