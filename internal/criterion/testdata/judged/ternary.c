#include "judge.h"

static int ternary(int a, int b, int c)
{
	int r = D(0, 2, "0&1", C(0, 0, a > 1) && C(0, 1, b)) ? 3 : 4;
	if (D(1, 2, "0&1", C(1, 0, (D(2, 1, "0", C(2, 0, a > 2)) ? b : c)) && C(1, 1, a != 0)))
		r += 10;
	r += D(3, 1, "0", C(3, 0, a)) ? D(4, 2, "0&1", C(4, 0, b) && C(4, 1, c)) : !c;
	return D(5, 1, "0", C(5, 0, r == 13)) ? 1 : r;
}

int program(void)
{
	int a = input() & 3, b = input() & 1, c = input() & 1;
	return ternary(a, b, c);
}
