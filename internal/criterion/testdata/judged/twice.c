#include "judge.h"

static int twice(int a, int b, int c)
{
	int r = 0;
	if (D(0, 4, "(0&1)|(2&3)", (C(0, 0, a > 3) && C(0, 1, b)) || (C(0, 2, a > 3) && C(0, 3, c))))
		r = 1;
	if (D(1, 3, "0&(1|2)", C(1, 0, a > 3) && (C(1, 1, b) || C(1, 2, a > 3))))
		r += 2;
	if (D(2, 4, "(0&1)|(!2&3)", (C(2, 0, a) && C(2, 1, b)) || (!C(2, 2, a) && C(2, 3, c > 1))))
		r += 4;
	return r;
}

int program(void)
{
	int a = input() & 7, b = input() & 1, c = input() & 3;
	return twice(a, b, c);
}
