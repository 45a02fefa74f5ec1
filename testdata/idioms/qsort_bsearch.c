// Sorting and searching with a comparison of one's own.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int up(const void *a, const void *b) {
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

// TRUE: sorted, and each is found.
void holds(void) {
	int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), 5}, key = 5;
	qsort(a, 3, sizeof a[0], up);
	assert(a[0] <= a[1] && a[1] <= a[2]);
	int *p = bsearch(&key, a, 3, sizeof a[0], up);
	assert(p && *p == 5);
}

// FALSE: what is in the middle is not known.
void fails(void) {
	int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), 5};
	qsort(a, 3, sizeof a[0], up);
	assert(a[1] <= 5);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
