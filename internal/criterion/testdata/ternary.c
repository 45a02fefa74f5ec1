// mcdc: 9 covered, 0 infeasible
// What ?: asks is a decision of its own, and so are Boolean expressions in its operands.
extern int input(void);

static int ternary(int a, int b, int c)
{
	int r = a > 1 && b ? 3 : 4;
	if ((a > 2 ? b : c) && a != 0)
		r += 10;
	r += a ? (b && c) : !c;
	return r == 13 ? 1 : r;
}

int main(void)
{
	int a = input() & 3, b = input() & 1, c = input() & 1;
	return ternary(a, b, c);
}
