// Sums that stop at the end of the range.
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);

static int add(int a, int b) {
	int r;
	if (!__builtin_add_overflow(a, b, &r)) return r;
	return a < 0 ? INT_MIN : INT_MAX;
}

// TRUE: with a positive number a sum does not fall.
void holds(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	int r = add(a, b);
	assert(b < 0 || r >= a);
	assert((r == INT_MAX || r == INT_MIN) || (long long)a + b == r);
}

// FALSE: it is not undone by the opposite.
void fails(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	if (b == INT_MIN) return;
	assert(add(add(a, b), -b) == a);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
