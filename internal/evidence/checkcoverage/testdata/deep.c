// Recursion that inlining cuts off: what comes behind the cut is no longer reached.
static int deep(int n, int *up)
{
	int x = n;
	if (!n)
		return *up;
	return deep(n - 1, &x);
}

int main(void)
{
	int z = 0;
	return deep(3, &z);
}
