// Days of a year, with leap years.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static const short before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

static int leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
static int day(int y, int m, int d) { return before[m - 1] + d + (m > 2 && leap(y)); }

// TRUE: each date has a number from 1 to 366.
void holds(void) {
	int y = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
	if (y < 1900 || y > 2100 || m < 1 || m > 12 || d < 1 || d > before[m] - before[m - 1] + (m == 2 && leap(y))) return;
	int n = day(y, m, d);
	assert(n >= 1 && n <= 365 + leap(y));
}

// FALSE: 1900 was none.
void fails(void) {
	int y = __VERIFIER_nondet_int();
	if (y < 1900 || y > 2100 || y % 4) return;
	assert(day(y, 3, 1) == 61);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
