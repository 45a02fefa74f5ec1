#include "judge.h"

static int search(int key, int n)
{
	int i = 0, found = 0;
	while (D(0, 2, "0&!1", C(0, 0, i < n) && !C(0, 1, found))) {
		if (D(1, 1, "0", C(1, 0, input() == key)))
			found = 1;
		i++;
	}
	for (int k = 0; D(2, 3, "0&(1|2)", C(2, 0, k < 3) && (C(2, 1, found) || C(2, 2, k < 5))); k++)
		i += k;
	do
		i--;
	while (D(3, 2, "0|1", C(3, 0, i > 2) || C(3, 1, i == n)));
	return i;
}

int program(void)
{
	int key = input() & 1, n = input() & 3;
	return search(key, n);
}
