// mcdc: 6 covered, 6 infeasible
// Conditions that depend on each other.
extern int input(void);

#define IN(x, low, high) ((x) >= (low) && (x) <= (high))

static int range(int a, int b)
{
	int r = 0;
	if (a > 2 && a < 5)
		r = 1;
	if (a > 5 && a < 3)
		r = 2;
	if (a == 1 || a != 1)
		r += 4;
	if (IN(b, 1, 2))
		r += 8;
	if (a == 2 && b == 2 && a == b)
		r += 16;
	if (b > 9)
		r = 3;
	return r;
}

int main(void)
{
	int a = input() & 7, b = input() & 3;
	return range(a, b);
}
