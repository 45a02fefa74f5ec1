// A number is read with all the checks that strtol needs.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

static int parse(const char *s, int *out) {
	char *end;
	errno = 0;
	long v = strtol(s, &end, 10);
	if (end == s || *end || errno || v < INT_MIN || v > INT_MAX) return -1;
	*out = (int)v;
	return 0;
}

// TRUE: two digits are read exactly; too much is refused.
void holds(void) {
	char s[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
	int v = 1000;
	if (s[0] >= '1' && s[0] <= '9' && s[1] >= '0' && s[1] <= '9')
		assert(parse(s, &v) == 0 && v == (s[0] - '0') * 10 + s[1] - '0');
	assert(parse("99999999999999999999", &v) == -1 && errno == ERANGE);
}

// FALSE: a sign and white space are accepted before a digit.
void fails(void) {
	char s[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
	int v = 0;
	if (parse(s, &v) == 0) assert(s[0] >= '0' && s[0] <= '9');
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
