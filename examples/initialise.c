// An array of up to 100000 elements is filled, and then looked at.
extern int input(void);
extern void reach_error(void);

int a[100000];

int main(void) {
	int n = input();
	if (n < 0 || n > 100000)
		return 0;
	for (int i = 0; i < n; i++)
		a[i] = 7;
	for (int i = 0; i < n; i++)
		if (a[i] != 7)
			reach_error();
	return 0;
}
