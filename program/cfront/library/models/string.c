/* string.h */

void *memcpy(void *to, const void *from, size_t n) {
	char *d = to;
	const char *s = from;
	for (size_t i = 0; i < n; i++)
		d[i] = s[i];
	return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
	char *d = to;
	const char *s = from;
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
			return p[i] < q[i] ? -1 : 1;
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
	while ((to[i] = from[i]))
		i++;
	return to;
}

char *stpcpy(char *to, const char *from) {
	while ((*to = *from)) {
		to++;
		from++;
	}
	return to;
}

char *strncpy(char *to, const char *from, size_t n) {
	size_t i = 0;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

char *strcat(char *to, const char *from) {
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	while ((to[n + i] = from[i]))
		i++;
	return to;
}

char *strncat(char *to, const char *from, size_t max) {
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	for (; i < max && from[i]; i++)
		to[n + i] = from[i];
	to[n + i] = 0;
	return to;
}

int strcmp(const char *a, const char *b) {
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
	size_t i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	return i == n ? 0 : (unsigned char)a[i] - (unsigned char)b[i];
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
