#include <stdlib.h>

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
