// mcdc: 3 covered, 7 infeasible
// What comes before decides conditions.
extern int input(void);

static int guarded(int a, int b)
{
	if (a <= 1)
		return 0;
	if (a > 0 && b > 1)
		return 1;
	int sum = 0;
	for (int i = 0; i < a; i++)
		sum += 2;
	if (sum == 2 * a || b == 3)
		sum++;
	if (sum % 2 == 0 && b < 2)
		return 3;
	return sum > a && a;
}

int main(void)
{
	int a = input() & 3, b = input() & 3;
	return guarded(a, b);
}
