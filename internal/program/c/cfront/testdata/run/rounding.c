// Directions of rounding other than to nearest, as fesetround sets them.
#include "check.h"

extern int fesetround(int), fegetround(void);
extern double rint(double), nearbyint(double), floor(double), fmod(double, double), remainder(double, double), round(double);
extern float rintf(float);
extern long lrint(double);
extern long long llrintf(float);

static double numbers[] = { 2.3, 2.5, 3.5, -2.3, -2.5, -3.5, 0.25, -0.25 };

static void all(int mode, const int *want) {
	CHECK(fesetround(mode) == 0 && fegetround() == mode);
	for (int i = 0; i < 8; i++) {
		double x = numbers[i];
		CHECK(rint(x) == want[i] && nearbyint(x) == want[i] && rintf(numbers[0] > 0 ? 2.5f : 0) == (mode == 0x800 ? 3 : 2));
		CHECK(lrint(x) == want[i] && !!__builtin_signbit(rint(x)) == (x < 0));
	}
	volatile float small = 0x1p-30f;
	CHECK(llrintf(small) == (mode == 0x800) && llrintf(-small) == -(mode == 0x400));
	volatile double x = 5.5, half = 2.5;
	CHECK(floor(x) == 5 && fmod(x, 2) == 1.5 && remainder(x, 2) == -0.5 && round(half) == 3);
	volatile int n = 7;
	CHECK((double)n == 7);
	static double third = 1.0 / 3;
	CHECK(third == 0x1.5555555555555p-2);
	CHECK(fesetround(0x401) != 0 && fesetround(-1) != 0 && fegetround() == mode);
}

int main(void) {
	static const int near[] = { 2, 2, 4, -2, -2, -4, 0, 0 }, down[] = { 2, 2, 3, -3, -3, -4, 0, -1 };
	static const int up[] = { 3, 3, 4, -2, -2, -3, 1, 0 }, zero[] = { 2, 2, 3, -2, -2, -3, 0, 0 };
	all(0, near);
	all(0x400, down);
	all(0x800, up);
	all(0xc00, zero);
	CHECK(fesetround(0) == 0);
	volatile double one = 1;
	CHECK(one / 3 == 0x1.5555555555555p-2);
	return 0;
}
