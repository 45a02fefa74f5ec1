// verdict: FALSE
// The second of two functions that call each other last writes something else in the 40th element.
extern void reach_error(void);
extern int input(void);
int a[1000];
void odd(int i, int n);
void even(int i, int n)
{
	if (i >= n)
		return;
	a[i] = i;
	odd(i + 1, n);
}
void odd(int i, int n)
{
	if (i >= n)
		return;
	a[i] = i == 39 ? 0 : i;
	even(i + 1, n);
}
int main(void)
{
	int n = input();
	if (n < 0 || n > 1000)
		return 0;
	even(0, n);
	for (int i = 0; i < n; i++)
		if (a[i] != i)
			reach_error();
	return 0;
}
