// verdict: TRUE
// A part of each row of a matrix.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[100][50];
	int n = nondet(), m = nondet();
	if (n < 0 || n > 100 || m < 0 || m > 50) return 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = 3;
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (a[i][j] != 3) reach_error();
}
