/* strings.h */

void bzero(void *to, size_t n) {
	char *d = to;
	for (size_t i = 0; i < n; i++)
		d[i] = 0;
}

void bcopy(const void *from, void *to, size_t n) {
	char *d = to;
	const char *s = from;
	if (d < s) {
		for (size_t i = 0; i < n; i++)
			d[i] = s[i];
	} else {
		for (size_t i = n; i > 0; i--)
			d[i - 1] = s[i - 1];
	}
}

int bcmp(const void *a, const void *b, size_t n) {
	const char *p = a, *q = b;
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return __craig_truth(1);
	return 0;
}

char *index(const char *s, int c) {
	for (;; s++) {
		if (*s == (char)c)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *rindex(const char *s, int c) {
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (!*s)
			return (char *)last;
	}
}

static int lower(char c) {
	return (unsigned char)c + ('A' <= c && c <= 'Z') * 32;
}

int strcasecmp(const char *a, const char *b) {
	size_t i = 0;
	while (a[i] && lower(a[i]) == lower(b[i]))
		i++;
	return __craig_sign(lower(a[i]) - lower(b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n) {
	size_t i = 0;
	while (i < n && a[i] && lower(a[i]) == lower(b[i]))
		i++;
	if (i == n)
		return 0;
	return __craig_sign(lower(a[i]) - lower(b[i]));
}

static int first(unsigned long long x) {
	int n = 1;
	if (!x)
		return 0;
	while (x % 2 == 0) {
		n++;
		x /= 2;
	}
	return n;
}

int ffs(int x) {
	return first((unsigned)x);
}

int ffsl(long x) {
	return first((unsigned long)x);
}

int ffsll(long long x) {
	return first((unsigned long long)x);
}
