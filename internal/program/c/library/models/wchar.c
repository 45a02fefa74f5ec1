/* wchar.h */

typedef __WCHAR_TYPE__ wchar_t;

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
	__craig_disjoint(to, n * sizeof *to, from, n * sizeof *from);
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
	__craig_disjoint(to, n * sizeof *to, from, n * sizeof *from);
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
	if (to < from) {
		for (size_t i = 0; i < n; i++)
			to[i] = from[i];
	} else {
		for (size_t i = n; i > 0; i--)
			to[i - 1] = from[i - 1];
	}
	return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		to[i] = c;
	return to;
}

static int order(wchar_t a, wchar_t b) {
	return (a > b) - (a < b);
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return __craig_sign(order(a[i], b[i]));
	return 0;
}

wchar_t *wmemchr(const wchar_t *a, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (a[i] == c)
			return (wchar_t *)(a + i);
	return 0;
}

size_t wcslen(const wchar_t *s) {
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wchar_t *s, size_t max) {
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
	size_t i = 0;
	while (__craig_disjoint(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *from), (to[i] = from[i]))
		i++;
	return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
	size_t i = 0;
	while (__craig_disjoint(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *from), (to[i] = from[i]))
		i++;
	return to + i;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
	size_t i = 0;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	__craig_disjoint(to, n * sizeof *to, from, (i + (i < n)) * sizeof *from);
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
	size_t i = 0, k;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	__craig_disjoint(to, n * sizeof *to, from, (i + (i < n)) * sizeof *from);
	k = i;
	for (; i < n; i++)
		to[i] = 0;
	return to + k;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	while (__craig_disjoint(to, (n + i + 1) * sizeof *to, from, (i + 1) * sizeof *from), (to[n + i] = from[i]))
		i++;
	return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t max) {
	size_t n = 0, i = 0;
	while (to[n])
		n++;
	for (; i < max && (__craig_disjoint(to, (n + i + 1) * sizeof *to, from, (i + 1) * sizeof *from), from[i]); i++)
		to[n + i] = from[i];
	to[n + i] = 0;
	return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return __craig_sign(order(a[i], b[i]));
}

/* The locale is C. */
int wcscoll(const wchar_t *a, const wchar_t *b) {
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return __craig_sign(order(a[i], b[i]));
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
	size_t i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	if (i == n)
		return 0;
	return __craig_sign(order(a[i], b[i]));
}

static wchar_t lower(wchar_t c) {
	return c + ('A' <= c && c <= 'Z') * 32;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
	size_t i = 0;
	while (a[i] && lower(a[i]) == lower(b[i]))
		i++;
	return __craig_sign((int)((unsigned)lower(a[i]) - (unsigned)lower(b[i])));
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
	size_t i = 0;
	while (i < n && a[i] && lower(a[i]) == lower(b[i]))
		i++;
	if (i == n)
		return 0;
	return __craig_sign((int)((unsigned)lower(a[i]) - (unsigned)lower(b[i])));
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
	for (;; s++) {
		if (*s == c)
			return (wchar_t *)s;
		if (!*s)
			return 0;
	}
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
	while (*s && *s != c)
		s++;
	return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
	const wchar_t *last = 0;
	for (;; s++) {
		if (*s == c)
			last = s;
		if (!*s)
			return (wchar_t *)last;
	}
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *what) {
	for (;; s++) {
		size_t i = 0;
		while (what[i] && s[i] == what[i])
			i++;
		if (!what[i])
			return (wchar_t *)s;
		if (!*s)
			return 0;
	}
}

static int member(wchar_t c, const wchar_t *set) {
	for (; *set; set++)
		if (*set == c)
			return 1;
	return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
	size_t n = 0;
	while (s[n] && member(s[n], set))
		n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
	size_t n = 0;
	while (s[n] && !member(s[n], set))
		n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
	for (; *s; s++)
		if (member(*s, set))
			return (wchar_t *)s;
	return 0;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest) {
	if (!s)
		s = *rest;
	if (!s)
		return 0;
	while (*s && member(*s, set))
		s++;
	if (!*s) {
		*rest = 0;
		return 0;
	}
	wchar_t *from = s;
	while (*s && !member(*s, set))
		s++;
	__craig_disjoint(from, (s - from + 1) * sizeof *s, set, (wcslen(set) + 1) * sizeof *set);
	if (*s) {
		*s = 0;
		*rest = s + 1;
	} else {
		*rest = 0;
	}
	return from;
}

wchar_t *wcsdup(const wchar_t *s) {
	size_t n = 0;
	while (s[n])
		n++;
	wchar_t *d = malloc((n + 1) * sizeof(wchar_t));
	if (d)
		for (size_t i = 0; i <= n; i++)
			d[i] = s[i];
	return d;
}
