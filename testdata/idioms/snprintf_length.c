// snprintf returns the length that the text would have had.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

// TRUE: what fits is complete, what does not is cut and ended.
void holds(void) {
	char b[6];
	int v = __VERIFIER_nondet_int();
	if (v < 0 || v > 9999) return;
	int n = snprintf(b, sizeof b, "v%d", v);
	assert(n >= 2 && n <= 5);
	assert(b[0] == 'v' && b[n] == 0);
}

// FALSE: a return value that is not looked at.
void fails(void) {
	char b[4];
	int v = __VERIFIER_nondet_int();
	if (v < 0 || v > 999) return;
	int n = snprintf(b, sizeof b, "v%d", v);
	assert(n < (int)sizeof b);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
