// Two objects of any type change places.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static void swap(void *a, void *b, size_t n) {
	unsigned char t[16];
	memcpy(t, a, n);
	memcpy(a, b, n);
	memcpy(b, t, n);
}
struct s { int a; short b; const char *c; };

// UNKNOWN(approximation): structures with pointers, and numbers.
void holds(void) {
	int v = __VERIFIER_nondet_int();
	struct s x = {v, 2, "x"}, y = {4, 5, "y"};
	swap(&x, &y, sizeof x);
	assert(x.a == 4 && y.a == v && y.b == 2 && x.c[0] == 'y');
	swap(&x.a, &y.a, sizeof(int));
	assert(x.a == v && x.b == 5);
}

// FALSE: half of a number.
void fails(void) {
	int a = __VERIFIER_nondet_int(), b = 0;
	swap(&a, &b, 2);
	assert(a != 0 || b == 0);
	assert(b < 300 || b > 320);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
