#include "judge.h"

enum { DEBUG = 0 };

static int switched(int a, int b)
{
	switch (a) {
	case 0:
		return D(0, 2, "0|1", C(0, 0, b > 1) || C(0, 1, a));
	case 1:
		if (D(1, 2, "0&1", C(1, 0, DEBUG) && C(1, 1, b)))
			return 5;
		break;
	case 2:
		if (DEBUG)
			return 6;
		if (D(2, 2, "0&1", C(2, 0, b == 2) && C(2, 1, sizeof(int) == 4)))
			return 7;
	default:
		return D(3, 2, "0&1", C(3, 0, b) && C(3, 1, a > 1));
	}
	do {
		b++;
	} while (0);
	return b;
}

int program(void)
{
	int a = input() & 3, b = input() & 3;
	return switched(a, b);
}
