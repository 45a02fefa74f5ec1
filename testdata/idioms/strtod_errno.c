// strtod, with the end and errno.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

// UNKNOWN(approximation): a half is exact, an overflow is seen.
void holds(void) {
	char s[] = "2.5e1x", *end;
	if (__VERIFIER_nondet_int()) s[3] = 'z';
	errno = 0;
	double d = strtod(s, &end);
	assert(errno == 0 && (d == 25.0 || d == 2.5));
	assert(*end == (d == 25.0 ? 'x' : 'z'));
	d = strtod("1e999", &end);
	assert(errno == ERANGE && d > 1e300);
}

// UNKNOWN(approximation): something may be left.
void fails(void) {
	char s[] = "2.5e1x", *end;
	s[5] = __VERIFIER_nondet_int() > 3 ? 'x' : 0;
	strtod(s, &end);
	assert(*end == 0);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
