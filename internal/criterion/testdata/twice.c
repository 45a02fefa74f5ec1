// mcdc: 9 covered, 2 infeasible
// The same condition twice in a decision.
extern int input(void);

static int twice(int a, int b, int c)
{
	int r = 0;
	if ((a > 3 && b) || (a > 3 && c))
		r = 1;
	if (a > 3 && (b || a > 3))
		r += 2;
	if ((a && b) || (!a && c > 1))
		r += 4;
	return r;
}

int main(void)
{
	int a = input() & 7, b = input() & 1, c = input() & 3;
	return twice(a, b, c);
}
