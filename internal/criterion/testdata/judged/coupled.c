#include "judge.h"

static int range(int a, int b)
{
	int r = 0;
	if (D(0, 2, "0&1", C(0, 0, a > 2) && C(0, 1, a < 5)))
		r = 1;
	if (D(1, 2, "0&1", C(1, 0, a > 5) && C(1, 1, a < 3)))
		r = 2;
	if (D(2, 2, "0|1", C(2, 0, a == 1) || C(2, 1, a != 1)))
		r += 4;
	if (D(3, 2, "0&1", C(3, 0, b >= 1) && C(3, 1, b <= 2)))
		r += 8;
	if (D(4, 3, "0&1&2", C(4, 0, a == 2) && C(4, 1, b == 2) && C(4, 2, a == b)))
		r += 16;
	if (D(5, 1, "0", C(5, 0, b > 9)))
		r = 3;
	return r;
}

int program(void)
{
	int a = input() & 7, b = input() & 3;
	return range(a, b);
}
