// verdict: TRUE
extern void reach_error(void);
extern int input(void);

#define N 1000
int a[N];

int main(void) {
	int n = input();
	if (n < 0 || n > N) return 0;
	for (int i = 0; i < n; i++) a[i] = input();
	for (int i = 0; i < n; i++) {
		int least = i;
		for (int j = i + 1; j < n; j++)
			if (a[j] < a[least]) least = j;
		int x = a[i];
		a[i] = a[least];
		a[least] = x;
	}
	for (int i = 0; i + 1 < n; i++)
		if (a[i] > a[i + 1]) reach_error();
	return 0;
}
