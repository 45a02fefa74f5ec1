// mcdc: 7 covered, 0 infeasible
// Decisions in one another, negated, and one with a constant that is none.
extern int input(void);

static int choose(int a, int b, int c, int d)
{
	int r = 0;
	if ((a > 3 && !(b < 2)) || (c == 1 && !d))
		r = 1;
	if (!(a > 3 || (b < 2 && c)))
		r += 2;
	while (1)
		return r;
}

int main(void)
{
	int a = input() & 7, b = input() & 3, c = input() & 3, d = input() & 1;
	return choose(a, b, c, d);
}
