/* Arguments are converted to the types of the parameters that the function is declared with. */
#include <error.h>
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);

static long long high(void) { return 1LL << 32; }
enum wide { small, large = 1LL << 40 };
static enum wide wide(void) { return large; }
static double half(void) { return 0.5; }
static int n;
static int count(void) { return ++n; }

// FALSE: the low half of the number is 0
void assert_long(void) {
	__VERIFIER_assert(high());
}

// TRUE: the comparison is made before
void assert_comparison(void) {
	__VERIFIER_assert(high() != 0 && half());
}

// FALSE: 0.5 becomes 0
void assert_double(void) {
	__VERIFIER_assert(half());
}

// FALSE: an enumeration may be wider than int
void assert_enumeration(void) {
	__VERIFIER_assert(wide());
}

// TRUE: through a pointer to it
void assume_by_pointer(void) {
	(&__VERIFIER_assume)(high());
	reach_error();
}

// TRUE: a _Bool is 0 or 1
void assert_bool(void) {
	_Bool b = half();
	__VERIFIER_assert(b);
}

// TRUE: what goes on assumes 0
void assume_long(void) {
	__VERIFIER_assume(high());
	reach_error();
}

// TRUE: what goes on assumes 0
void assume_double(void) {
	__VERIFIER_assume(half());
	reach_error();
}

// FALSE: what goes on assumes 1
void assume_comparison(void) {
	__VERIFIER_assume(high() && half());
	reach_error();
}

// TRUE: the first argument of __builtin_expect is a long
void expect_double(void) {
	if (__builtin_expect(half(), 1))
		reach_error();
}

// TRUE: as in a condition with others
void expect_other(void) {
	if (!__builtin_expect(half() > 0 && high(), 1) || __builtin_expect_with_probability(half(), 1, 0.9))
		reach_error();
}

// TRUE: tests of floats are given floats
void float_tests(void) {
	double x = 1e300;
	if (!__builtin_isinff(x) || __builtin_isinf(x) || __builtin_finitef(x) || !__builtin_finite(x))
		reach_error();
}

// TRUE: error goes on where its status is 0, and evaluates it once
void error_status(void) {
	error(high() + 0 * count(), 0, "x");
	error(half(), 0, "x");
	if (n != 1)
		reach_error();
}

// TRUE: error ends where its status is not 0
void error_ends(void) {
	error(high() + 0, 0, "x");
	exit(0);
	reach_error();
}

// TRUE: characters are given as int, and sizes as size_t
void library_functions(void) {
	char a[4] = "abc";
	memset(a, 3.9, 2.5);
	if (a[0] != 3 || a[1] != 3 || a[2] != 'c' || strchr(a, high() + 'c') != a + 2)
		reach_error();
}
