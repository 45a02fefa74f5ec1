// verdict: FALSE
extern void reach_error(void);
extern int input(void);

#define N 1000
int a[N];

int main(void) {
	int n = input();
	if (n < 0 || n > N) return 0;
	for (int i = 0; i < n; i++) a[i] = input();
	for (int i = n - 1; i > 1; i--)
		for (int j = 0; j < i; j++)
			if (a[j] > a[j + 1]) {
				int x = a[j];
				a[j] = a[j + 1];
				a[j + 1] = x;
			}
	for (int i = 0; i + 1 < n; i++)
		if (a[i] > a[i + 1]) reach_error();
	return 0;
}
