#include "judge.h"

static int total;

static int next(int step) { return total += step; }

static int pick(int a, int b)
{
	int x = a, r = 0;
	if (D(0, 3, "0&(1|2)", C(0, 0, next(a) > 2) && (C(0, 1, next(b) > 4) || C(0, 2, next(1) == 4))))
		r = 1;
	if (D(1, 2, "0&1", C(1, 0, x++ < 3) && C(1, 1, (r = b) != 0)))
		r += 2;
	if (D(2, 2, "0|1", C(2, 0, next(D(3, 2, "0&1", C(3, 0, a > 1) && C(3, 1, b))) > 5) || C(2, 1, (total = 0))))
		r += 4;
	return r;
}

int program(void)
{
	int a = input() & 3, b = input() & 3;
	total = input() & 3;
	return pick(a, b);
}
