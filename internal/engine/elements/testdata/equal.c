// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
int a[5000], b[5000];
int main(void) {
	int n = nondet(), same = 1;
	if (n < 0 || n > 5000) return 0;
	for (int i = 0; i < n; i++) { a[i] = nondet(); b[i] = nondet(); }
	for (int i = 0; i < n; i++)
		if (a[i] != b[i]) same = 0;
	if (!same) return 0;
	for (int i = 0; i < n; i++)
		if (a[i] != b[i]) reach_error();
}
