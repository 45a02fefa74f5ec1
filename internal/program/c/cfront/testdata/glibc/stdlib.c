#include <malloc.h>
#include <stdlib.h>

static char buffer_of_one[1];

/* write_to tells whether a block of n bytes can be written. */
static void write_to(char *p, int n) {
	out(p != 0);
	for (int i = 0; i < n; i++)
		p[i] = (char)i;
	for (int i = 0; i < n; i++)
		out(p[i]);
}

CASE(malloc) {
	int n = random_below(20);
	char *p = malloc(n), *q = malloc(n);
	out(p != q);
	out((unsigned long)p % 16);
	write_to(p, n);
	write_to(q, n);
	free(p);
	free(q);
}

CASE(free) {
	int n = random_below(20);
	char *p = malloc(n), *q = malloc(20);
	write_to(q, 20);
	free(p);
	free(0);
	out(q[3]);
	free(q);
}

CASE(calloc) {
	int n = random_below(5), k = random_below(5);
	char *p = calloc(n, k);
	out(p != 0);
	for (int i = 0; i < n * k; i++)
		out(p[i]);
	write_to(p, n * k);
	free(p);
}

/* resize tells what realloc or reallocarray to n bytes has kept of a block. */
static void resize(void *(*again)(void *, size_t), int size) {
	int old = size * random_below(6), n = size * random_below(8);
	char *p = random_below(5) ? malloc(old) : 0, *q;
	if (p)
		for (int i = 0; i < old; i++)
			p[i] = (char)(i + n);
	if (p && n == 0)
		n = size;
	q = again(p, n);
	out(q != 0);
	if (p)
		for (int i = 0; i < old && i < n; i++)
			out(q[i]);
	write_to(q, n);
	free(q);
}

static void *doubles(void *p, size_t n) {
	return realloc((long long *)p, n);
}

static void *array(void *p, size_t n) {
	return reallocarray(p, n / 2, 2);
}

CASE(realloc) {
	resize(realloc, 1);
	resize(doubles, 8);
}

CASE(reallocarray) {
	resize(array, 2);
	char *p = malloc(3);
	p[1] = 5;
	out(reallocarray(p, (size_t)-1 / 2, 3) == 0);
	out(p[1]);
	free(p);
}

CASE(aligned_alloc) {
	char *p = aligned_alloc(32, 32 * random_below(3)), *q = aligned_alloc(256, 256);
	out((unsigned long)p % 32);
	out((unsigned long)q % 256);
	write_to(q, 256);
	free(p);
	free(q);
}

CASE(memalign) {
	int n = random_below(20);
	char *p = memalign(64, n);
	out((unsigned long)p % 64);
	write_to(p, n);
	free(p);
}

CASE(valloc) {
	int n = random_below(20);
	char *p = valloc(n);
	out((unsigned long)p % 4096);
	write_to(p, n);
	free(p);
}

CASE(posix_memalign) {
	int n = random_below(20);
	void *p = 0, *q = buffer_of_one;
	out(posix_memalign(&p, 128, n));
	out((unsigned long)p % 128);
	write_to(p, n);
	free(p);
	out(posix_memalign(&q, 24, n));
	out(posix_memalign(&q, 2, n));
	out(q == buffer_of_one);
}

static int by_int(const void *p, const void *q) {
	int a = *(const int *)p, b = *(const int *)q;
	return (a > b) - (a < b);
}

static int by_text(const void *p, const void *q) {
	const char *a = p, *b = q;
	for (int i = 0; i < 3; i++)
		if (a[i] != b[i])
			return (unsigned char)b[i] - (unsigned char)a[i];
	return 0;
}

struct pair {
	short key;
	long long value;
};

/* The value is compared too: where elements are equal that are not the same, C leaves the order open. */
static int by_pair(const void *p, const void *q) {
	const struct pair *a = p, *b = q;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->value < b->value ? -1 : a->value > b->value;
}

CASE(qsort) {
	int a[8], n = random_below(7);
	char b[24];
	struct pair c[6];
	for (int i = 0; i < 8; i++)
		a[i] = random_below(2) ? (int)number() : (int)random_below(4);
	qsort(a, n, sizeof(int), by_int);
	for (int i = 0; i < 8; i++)
		out(a[i]);
	fill(b, 24);
	qsort(b, n, 3, by_text);
	out_bytes(b, 24);
	for (int i = 0; i < 6; i++) {
		c[i].key = random_below(3);
		c[i].value = number();
	}
	qsort(c + 1, random_below(6), sizeof *c, by_pair);
	for (int i = 0; i < 6; i++) {
		out(c[i].key);
		out(c[i].value);
	}
}

CASE(bsearch) {
	int a[8], n = random_below(9), at = -3, key;
	for (int i = 0; i < 8; i++) {
		a[i] = at;
		at += 1 + random_below(3);
	}
	key = (int)random_below(20) - 5;
	out_place(bsearch(&key, a, n, sizeof *a, by_int), a);
	int *there = n ? bsearch(a + n / 2, a, n, sizeof *a, by_int) : a;
	out_place(there, a);
}
