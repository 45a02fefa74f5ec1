// verdict: TRUE
// Sums over a matrix.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[100][50];
	int n = nondet();
	if (n < 0 || n > 100) return 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) {
		a[i][j] = nondet();
		if (a[i][j] < -9 || a[i][j] > 9) return 0;
	}
	int s = 0, t = 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) s += a[i][j];
	for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) t += a[i][j];
	if (s != t) reach_error();
}
