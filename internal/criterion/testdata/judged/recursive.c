#include "judge.h"

static int even(int n) { return D(0, 3, "0|(1&!2)", C(0, 0, n == 0) || (C(0, 1, n > 0) && !C(0, 2, even(n - 1)))); }

static int recursive(int a, int b)
{
	if (D(1, 2, "0&1", C(1, 0, even(a)) && C(1, 1, even(b))))
		return 1;
	return D(2, 1, "0", C(2, 0, even(a - b))) ? 2 : 3;
}

int program(void)
{
	int a = input() & 3, b = input() & 3;
	return recursive(a, b);
}
