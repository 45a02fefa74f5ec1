#include "judge.h"

static int guarded(int a, int b)
{
	if (D(0, 1, "0", C(0, 0, a <= 1)))
		return 0;
	if (D(1, 2, "0&1", C(1, 0, a > 0) && C(1, 1, b > 1)))
		return 1;
	int sum = 0;
	for (int i = 0; D(2, 1, "0", C(2, 0, i < a)); i++)
		sum += 2;
	if (D(3, 2, "0|1", C(3, 0, sum == 2 * a) || C(3, 1, b == 3)))
		sum++;
	if (D(4, 2, "0&1", C(4, 0, sum % 2 == 0) && C(4, 1, b < 2)))
		return 3;
	return D(5, 2, "0&1", C(5, 0, sum > a) && C(5, 1, a));
}

int program(void)
{
	int a = input() & 3, b = input() & 3;
	return guarded(a, b);
}
