/* string.h */

void *memcpy(void *to, const void *from, size_t n) {
	char *d = to;
	const char *s = from;
	__craig_disjoint(to, n, from, n);
	for (size_t i = 0; i < n; i++)
		d[i] = s[i];
	return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
	char *d = to;
	const char *s = from;
	__craig_disjoint(to, n, from, n);
	for (size_t i = 0; i < n; i++)
		d[i] = s[i];
	return d + n;
}

void *memmove(void *to, const void *from, size_t n) {
	char *d = to;
	const char *s = from;
	if (d < s) {
		for (size_t i = 0; i < n; i++)
			d[i] = s[i];
	} else {
		for (size_t i = n; i > 0; i--)
			d[i - 1] = s[i - 1];
	}
	return to;
}

void *memset(void *to, int c, size_t n) {
	char *d = to;
	for (size_t i = 0; i < n; i++)
		d[i] = (char)c;
	return to;
}

int memcmp(const void *a, const void *b, size_t n) {
	const unsigned char *p = a, *q = b;
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return __craig_sign(p[i] - q[i]);
	return 0;
}

void *memchr(const void *a, int c, size_t n) {
	const unsigned char *p = a;
	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return 0;
}

size_t strlen(const char *s) {
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t strnlen(const char *s, size_t max) {
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

char *strcpy(char *to, const char *from) {
	size_t i = 0;
	while (__craig_disjoint(to, i + 1, from, i + 1), (to[i] = from[i]))
		i++;
	return to;
}

char *stpcpy(char *to, const char *from) {
	size_t i = 0;
	while (__craig_disjoint(to, i + 1, from, i + 1), (to[i] = from[i]))
		i++;
	return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
	size_t i = 0;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	__craig_disjoint(to, n, from, i + (i < n));
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

char *strcat(char *to, const char *from) {
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	while (__craig_disjoint(to, n + i + 1, from, i + 1), (to[n + i] = from[i]))
		i++;
	return to;
}

char *strncat(char *to, const char *from, size_t max) {
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	for (; i < max && (__craig_disjoint(to, n + i + 1, from, i + 1), from[i]); i++)
		to[n + i] = from[i];
	to[n + i] = 0;
	return to;
}

int strcmp(const char *a, const char *b) {
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return __craig_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

/* The locale is C. */
int strcoll(const char *a, const char *b) {
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return __craig_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

int strncmp(const char *a, const char *b, size_t n) {
	size_t i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	if (i == n)
		return 0;
	return __craig_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

char *strchr(const char *s, int c) {
	for (;; s++) {
		if (*s == (char)c)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strrchr(const char *s, int c) {
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (!*s)
			return (char *)last;
	}
}

char *strstr(const char *s, const char *what) {
	for (;; s++) {
		size_t i = 0;
		while (what[i] && s[i] == what[i])
			i++;
		if (!what[i])
			return (char *)s;
		if (!*s)
			return 0;
	}
}

size_t strspn(const char *s, const char *set) {
	size_t n = 0;
	for (; s[n]; n++) {
		size_t i = 0;
		while (set[i] && set[i] != s[n])
			i++;
		if (!set[i])
			break;
	}
	return n;
}

size_t strcspn(const char *s, const char *set) {
	size_t n = 0;
	for (; s[n]; n++)
		for (size_t i = 0; set[i]; i++)
			if (set[i] == s[n])
				return n;
	return n;
}

char *strpbrk(const char *s, const char *set) {
	for (; *s; s++)
		for (size_t i = 0; set[i]; i++)
			if (set[i] == *s)
				return (char *)s;
	return 0;
}

char *strdup(const char *s) {
	size_t n = 0;
	while (s[n])
		n++;
	char *d = malloc(n + 1);
	if (d)
		for (size_t i = 0; i <= n; i++)
			d[i] = s[i];
	return d;
}

char *strndup(const char *s, size_t max) {
	size_t n = 0;
	while (n < max && s[n])
		n++;
	char *d = malloc(n + 1);
	if (d) {
		for (size_t i = 0; i < n; i++)
			d[i] = s[i];
		d[n] = 0;
	}
	return d;
}

/* The locale is C, in which the transformed string is the string. What to has if it is too short is unknown. */
size_t strxfrm(char *to, const char *from, size_t n) {
	size_t k = 0;
	while (from[k])
		k++;
	if (k < n)
		for (size_t i = 0; i <= k; i++)
			to[i] = from[i];
	else
		__craig_unknown(to, n);
	__craig_disjoint(to, n, from, k + 1);
	return k;
}

/* separator tells whether c is a character of set. */
static int separator(char c, const char *set) {
	for (; *set; set++)
		if (*set == c)
			return 1;
	return 0;
}

/* token is the first token at s, or null; it is ended with 0, and *rest is what follows. */
static char *token(char *s, const char *set, char **rest) {
	while (*s && separator(*s, set))
		s++;
	if (!*s) {
		*rest = s;
		return 0;
	}
	char *from = s;
	while (*s && !separator(*s, set))
		s++;
	__craig_disjoint(from, s - from + 1, set, strlen(set) + 1);
	if (*s) {
		*s = 0;
		s++;
	}
	*rest = s;
	return from;
}

char *strtok_r(char *s, const char *set, char **rest) {
	return token(s ? s : *rest, set, rest);
}

char *strtok(char *s, const char *set) {
	static char *rest;
	return token(s ? s : rest, set, &rest);
}

/* What C does not have: POSIX, BSD, GNU. */

char *strsep(char **rest, const char *set) {
	char *from = *rest, *s = from;
	if (!from)
		return 0;
	while (*s && !separator(*s, set))
		s++;
	__craig_disjoint(from, s - from + 1, set, strlen(set) + 1);
	if (*s) {
		*s = 0;
		*rest = s + 1;
	} else {
		*rest = 0;
	}
	return from;
}

char *stpncpy(char *to, const char *from, size_t n) {
	size_t i = 0, k;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	__craig_disjoint(to, n, from, i + (i < n));
	k = i;
	for (; i < n; i++)
		to[i] = 0;
	return to + k;
}

char *strchrnul(const char *s, int c) {
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

static int lower(char c) {
	return c + ('A' <= c && c <= 'Z') * 32;
}

char *strcasestr(const char *s, const char *what) {
	for (;; s++) {
		size_t i = 0;
		while (what[i] && lower(s[i]) == lower(what[i]))
			i++;
		if (!what[i])
			return (char *)s;
		if (!*s)
			return 0;
	}
}

void *memccpy(void *to, const void *from, int c, size_t n) {
	char *d = to;
	const char *s = from;
	for (size_t i = 0; i < n; i++) {
		__craig_disjoint(to, i + 1, from, i + 1);
		if ((d[i] = s[i]) == (char)c)
			return d + i + 1;
	}
	return 0;
}

void *memrchr(const void *a, int c, size_t n) {
	const unsigned char *p = a;
	for (; n > 0; n--)
		if (p[n - 1] == (unsigned char)c)
			return (void *)(p + (n - 1));
	return 0;
}

void *rawmemchr(const void *a, int c) {
	const unsigned char *p = a;
	while (*p != (unsigned char)c)
		p++;
	return (void *)p;
}

void *memmem(const void *a, size_t n, const void *what, size_t k) {
	const char *p = a, *q = what;
	for (; n >= k; n--, p++) {
		size_t i = 0;
		while (i < k && p[i] == q[i])
			i++;
		if (i == k)
			return (void *)p;
	}
	return 0;
}

void *memfrob(void *s, size_t n) {
	char *p = s;
	for (size_t i = 0; i < n; i++)
		p[i] ^= 42;
	return s;
}
