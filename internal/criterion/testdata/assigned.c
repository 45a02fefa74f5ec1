// mcdc: 13 covered, 0 infeasible
// Boolean expressions outside of conditions, compared with each other, and those that are no decisions.
extern int input(void);

static int table[2] = {3, 5};

static int both(int a, int b) { return a || b > 2; }

static int assigned(int a, int b, int c)
{
	int x = a > 1 && b;
	int y = (a > 1) & (b > 1);
	int z = !a;
	x += table[a && c];
	x += both(a > 2 && c, b);
	if ((a && b) == (b || c))
		x += 1;
	return x + y + z;
}

int main(void)
{
	int a = input() & 3, b = input() & 3, c = input() & 1;
	return assigned(a, b, c);
}
