// verdict: TRUE
// Two elements that change places.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[1000];
	int n = nondet(), p = nondet(), q = nondet();
	if (n < 0 || n > 1000 || p < 0 || p >= n || q < 0 || q >= n) return 0;
	for (int i = 0; i < n; i++) {
		a[i] = nondet();
		if (a[i] < -100 || a[i] > 100) return 0;
	}
	int s = 0, t = 0;
	for (int i = 0; i < n; i++) s += a[i];
	int x = a[p];
	a[p] = a[q];
	a[q] = x;
	for (int i = 0; i < n; i++) t += a[i];
	if (s != t) reach_error();
}
