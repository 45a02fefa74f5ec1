/*
 * Models of the C library, in C. A call of a function that is declared and not defined is a call
 * of the function here, if there is one; a definition in the program takes precedence. The
 * front end knows further functions itself (malloc, free, exit, scanf, …); all others have no
 * side effects and an unknown result.
 *
 * __VERIFIER_nondet_T() is any value of type T.
 */
typedef __SIZE_TYPE__ size_t;
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void *malloc(size_t);

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

/* stdlib.h */

int abs(int x) {
	return x < 0 ? -x : x;
}

long labs(long x) {
	return x < 0 ? -x : x;
}

long long llabs(long long x) {
	return x < 0 ? -x : x;
}

int rand(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

long random(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

/* The new object's contents are unknown: the size of the old one is not known here. */
void *realloc(void *p, size_t n) {
	return malloc(n);
}

void *reallocarray(void *p, size_t k, size_t n) {
	return malloc(k * n);
}

int posix_memalign(void **p, size_t align, size_t n) {
	*p = malloc(n);
	return *p ? 0 : 12;
}

/* stdio.h: what is written into memory is any text that fits where a limit is given. */

static void unknown_text(char *s, size_t n) {
	for (size_t i = 0; i < n; i++)
		s[i] = __VERIFIER_nondet_char();
}

char *fgets(char *s, int n, void *file) {
	if (n <= 0 || __VERIFIER_nondet_int())
		return 0;
	unknown_text(s, n);
	int end = __VERIFIER_nondet_int();
	__VERIFIER_assume(0 <= end && end < n);
	s[end] = 0;
	return s;
}

size_t fread(void *to, size_t size, size_t n, void *file) {
	unknown_text(to, size * n);
	size_t k = (size_t)__VERIFIER_nondet_int();
	__VERIFIER_assume(k <= n);
	return k;
}

long read(int file, void *to, size_t n) {
	unknown_text(to, n);
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(-1 <= k && (k < 0 || (size_t)k <= n));
	return k;
}

int snprintf(char *s, size_t n, const char *format, ...) {
	unknown_text(s, n);
	if (n)
		s[n - 1] = 0;
	int k = __VERIFIER_nondet_int();
	return k;
}

int vsnprintf(char *s, size_t n, const char *format, void *args) {
	unknown_text(s, n);
	if (n)
		s[n - 1] = 0;
	int k = __VERIFIER_nondet_int();
	return k;
}

int sprintf(char *s, const char *format, ...) {
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(k >= 0);
	unknown_text(s, k);
	s[k] = 0;
	return k;
}

int vsprintf(char *s, const char *format, void *args) {
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(k >= 0);
	unknown_text(s, k);
	s[k] = 0;
	return k;
}

/* ctype.h, in the C locale */

int isdigit(int c) {
	return '0' <= c && c <= '9';
}

int isupper(int c) {
	return 'A' <= c && c <= 'Z';
}

int islower(int c) {
	return 'a' <= c && c <= 'z';
}

int isalpha(int c) {
	return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

int isalnum(int c) {
	return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

int isxdigit(int c) {
	return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
}

int isspace(int c) {
	return c == ' ' || (9 <= c && c <= 13);
}

int isblank(int c) {
	return c == ' ' || c == 9;
}

int isprint(int c) {
	return 32 <= c && c <= 126;
}

int isgraph(int c) {
	return 33 <= c && c <= 126;
}

int iscntrl(int c) {
	return (0 <= c && c <= 31) || c == 127;
}

int ispunct(int c) {
	return (33 <= c && c <= 47) || (58 <= c && c <= 64) || (91 <= c && c <= 96) || (123 <= c && c <= 126);
}

int tolower(int c) {
	return 'A' <= c && c <= 'Z' ? c + 32 : c;
}

int toupper(int c) {
	return 'a' <= c && c <= 'z' ? c - 32 : c;
}

/* what GCC has built in */

static int ones(unsigned long long x) {
	int n = 0;
	while (x) {
		n += (int)(x % 2);
		x /= 2;
	}
	return n;
}

static int trailing_zeros(unsigned long long x) {
	int n = 0;
	while (x && x % 2 == 0) {
		n++;
		x /= 2;
	}
	return n;
}

static int width(unsigned long long x) {
	int n = 0;
	while (x) {
		n++;
		x /= 2;
	}
	return n;
}

int __builtin_popcount(unsigned x) {
	return ones(x);
}

int __builtin_popcountl(unsigned long x) {
	return ones(x);
}

int __builtin_popcountll(unsigned long long x) {
	return ones(x);
}

int __builtin_parity(unsigned x) {
	return ones(x) % 2;
}

int __builtin_parityl(unsigned long x) {
	return ones(x) % 2;
}

int __builtin_parityll(unsigned long long x) {
	return ones(x) % 2;
}

int __builtin_clz(unsigned x) {
	return 8 * (int)sizeof x - width(x);
}

int __builtin_clzl(unsigned long x) {
	return 8 * (int)sizeof x - width(x);
}

int __builtin_clzll(unsigned long long x) {
	return 8 * (int)sizeof x - width(x);
}

int __builtin_ctz(unsigned x) {
	return trailing_zeros(x);
}

int __builtin_ctzl(unsigned long x) {
	return trailing_zeros(x);
}

int __builtin_ctzll(unsigned long long x) {
	return trailing_zeros(x);
}

int __builtin_ffs(int x) {
	return x ? trailing_zeros((unsigned)x) + 1 : 0;
}

int __builtin_ffsl(long x) {
	return x ? trailing_zeros((unsigned long)x) + 1 : 0;
}

int __builtin_ffsll(long long x) {
	return x ? trailing_zeros((unsigned long long)x) + 1 : 0;
}

__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__ x) {
	return (unsigned short)(x % 256 * 256 + x / 256);
}

__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__ x) {
	return x % 256 * 16777216 + x / 256 % 256 * 65536 + x / 65536 % 256 * 256 + x / 16777216;
}

__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__ x) {
	return (__UINT64_TYPE__)__builtin_bswap32((unsigned)(x % 4294967296)) * 4294967296 + __builtin_bswap32((unsigned)(x / 4294967296));
}
