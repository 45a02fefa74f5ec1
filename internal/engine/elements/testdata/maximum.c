// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
int a[5000];
int main(void) {
	int n = nondet();
	if (n < 1 || n > 5000) return 0;
	for (int i = 0; i < n; i++) a[i] = nondet();
	int max = a[0];
	for (int i = 1; i < n; i++)
		if (a[i] > max) max = a[i];
	for (int i = 0; i < n; i++)
		if (a[i] > max) reach_error();
}
