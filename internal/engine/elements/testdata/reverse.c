// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
int a[5000], b[5000];
int main(void) {
	int n = nondet();
	if (n < 0 || n > 5000) return 0;
	for (int i = 0; i < n; i++) a[i] = nondet();
	for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];
	for (int i = 0; i < n; i++)
		if (a[i] != b[n - 1 - i]) reach_error();
}
