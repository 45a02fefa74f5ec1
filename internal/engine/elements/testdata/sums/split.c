// verdict: TRUE
// A sum in two parts.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[1000];
	int n = nondet(), m = nondet();
	if (n < 0 || n > 1000 || m < 0 || m > n) return 0;
	for (int i = 0; i < n; i++) {
		a[i] = nondet();
		if (a[i] < -100 || a[i] > 100) return 0;
	}
	int s = 0, l = 0, r = 0;
	for (int i = 0; i < m; i++) l += a[i];
	for (int i = m; i < n; i++) r += a[i];
	for (int i = 0; i < n; i++) s += a[i];
	if (s != l+r) reach_error();
}
