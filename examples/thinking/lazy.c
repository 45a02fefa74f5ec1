extern void reach_error(void);
extern int input(void);

int empty(int n)
{
	if (n <= 0)
		return 0;
	return empty(n - 1);
}

int main(void)
{
	if (empty(input()) != 0)
		reach_error();
	return 0;
}
