#include "judge.h"

static int choose(int a, int b, int c, int d)
{
	int r = 0;
	if (D(0, 4, "(0&!1)|(2&!3)", (C(0, 0, a > 3) && !C(0, 1, b < 2)) || (C(0, 2, c == 1) && !C(0, 3, d))))
		r = 1;
	if (D(1, 3, "!(0|(1&2))", !(C(1, 0, a > 3) || (C(1, 1, b < 2) && C(1, 2, c)))))
		r += 2;
	while (1)
		return r;
}

int program(void)
{
	int a = input() & 7, b = input() & 3, c = input() & 3, d = input() & 1;
	return choose(a, b, c, d);
}
