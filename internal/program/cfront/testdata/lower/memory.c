#include <assert.h>
#include <stdlib.h>
struct N { struct N *next; int v; unsigned b : 4; };
int table[3] = { 1, 0, 3 };
int read(int *p, int i) { return p[i]; }
int main(void) {
	struct N *n = malloc(sizeof *n);
	n->next = 0;
	n->b = 9;
	int x = read(table, 1), *p = &x;
	*p += n->v;
	int (*f)(int *, int) = read;
	x = f(p, 0);
	if (x == "abc"[x])
		assert(p == &x);
	return 0;
}
