// mcdc: 3 covered, 5 infeasible
// A switch is no decision, nor is a constant; conditions that are constants are conditions.
extern int input(void);

enum { DEBUG = 0 };

static int switched(int a, int b)
{
	switch (a) {
	case 0:
		return b > 1 || a;
	case 1:
		if (DEBUG && b)
			return 5;
		break;
	case 2:
		if (DEBUG)
			return 6;
		if (b == 2 && sizeof(int) == 4)
			return 7;
	default:
		return b && a > 1;
	}
	do {
		b++;
	} while (0);
	return b;
}

int main(void)
{
	int a = input() & 3, b = input() & 3;
	return switched(a, b);
}
