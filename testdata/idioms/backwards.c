// Loops that run down to 0 with unsigned indices.
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static size_t last(const int *a, size_t n, int v) {
	for (size_t i = n; i-- > 0;) if (a[i] == v) return i;
	return (size_t)-1;
}

// TRUE: the last of them is found.
void holds(void) {
	int a[4] = {1, __VERIFIER_nondet_int(), 1, __VERIFIER_nondet_int()};
	size_t i = last(a, 4, 1);
	assert(i == 2 || (i == 3 && a[3] == 1));
	assert(last(a, 0, 1) == (size_t)-1);
}

// FALSE: a value that is not there.
void fails(void) {
	int a[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
	assert(last(a, 2, 9) < 2);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
