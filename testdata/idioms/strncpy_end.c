// strncpy does not end what fills the buffer.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

// TRUE: with a zero put behind it, it is a string, and the rest is filled with zeros.
void holds(void) {
	char from[8] = "abcdef", to[5];
	unsigned n = __VERIFIER_nondet_int();
	if (n > 6) return;
	from[n] = 0;
	strncpy(to, from, sizeof to - 1);
	to[sizeof to - 1] = 0;
	assert(strlen(to) == (n < 4 ? n : 4));
	assert(to[3] == (n > 3 ? 'd' : 0));
}

// FALSE: the last byte may be a letter.
void fails(void) {
	char from[8] = "abcdef", to[5];
	unsigned n = __VERIFIER_nondet_int();
	if (n > 6) return;
	from[n] = 0;
	strncpy(to, from, sizeof to);
	assert(to[4] == 0);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
