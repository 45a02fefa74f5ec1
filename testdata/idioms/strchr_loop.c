// Counting by repeated strchr.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static int count(const char *s, int c) {
	int n = 0;
	while ((s = strchr(s, c)) != 0) { n++; s++; }
	return n;
}

// TRUE: there are no more than the places.
void holds(void) {
	char b[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 'x', 0};
	int n = count(b, 'x');
	assert(n <= 3);
	assert(b[0] == 0 || b[1] == 0 || n >= 1);
}

// FALSE: a string may end before the x.
void fails(void) {
	char b[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 'x', 0};
	assert(count(b, 'x') >= 1);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
