#include "judge.h"

static int table[2] = {3, 5};

static int both(int a, int b) { return D(0, 2, "0|1", C(0, 0, a) || C(0, 1, b > 2)); }

static int assigned(int a, int b, int c)
{
	int x = D(1, 2, "0&1", C(1, 0, a > 1) && C(1, 1, b));
	int y = (a > 1) & (b > 1);
	int z = !a;
	x += table[D(2, 2, "0&1", C(2, 0, a) && C(2, 1, c))];
	x += both(D(3, 2, "0&1", C(3, 0, a > 2) && C(3, 1, c)), b);
	if (D(4, 1, "0", C(4, 0, D(5, 2, "0&1", C(5, 0, a) && C(5, 1, b)) == D(6, 2, "0|1", C(6, 0, b) || C(6, 1, c)))))
		x += 1;
	return x + y + z;
}

int program(void)
{
	int a = input() & 3, b = input() & 3, c = input() & 1;
	return assigned(a, b, c);
}
