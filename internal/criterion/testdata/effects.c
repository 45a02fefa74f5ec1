// mcdc: 8 covered, 1 infeasible
// Conditions with effects: calls, assignments, and decisions in conditions.
extern int input(void);

static int total;

static int next(int step) { return total += step; }

static int pick(int a, int b)
{
	int x = a, r = 0;
	if (next(a) > 2 && (next(b) > 4 || next(1) == 4))
		r = 1;
	if (x++ < 3 && (r = b) != 0)
		r += 2;
	if (next(a > 1 && b) > 5 || (total = 0))
		r += 4;
	return r;
}

int main(void)
{
	int a = input() & 3, b = input() & 3;
	total = input() & 3;
	return pick(a, b);
}
