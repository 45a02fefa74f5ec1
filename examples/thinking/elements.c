extern void reach_error(void);
extern int input(void);

int main(void)
{
	int seen[100], n = input();

	if (n < 0 || n > 100)
		return 0;
	for (int i = 0; i < n; i++)
		seen[i] = 7;
	int k = input();
	if (k >= 0 && k < n && seen[k] != 7)
		reach_error();
	return 0;
}
