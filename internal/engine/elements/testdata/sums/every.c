// verdict: TRUE
// A sum of every other element, in two ways.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[2000];
	int n = nondet();
	if (n < 0 || n > 1000) return 0;
	for (int i = 0; i < 2 * n; i++) {
		a[i] = nondet();
		if (a[i] < -100 || a[i] > 100) return 0;
	}
	int s = 0, t = 0;
	for (int i = 0; i < n; i++) s += a[2 * i];
	for (int i = 0; i < 2 * n; i += 2) t += a[i];
	if (s != t) reach_error();
}
