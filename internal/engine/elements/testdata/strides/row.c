// verdict: TRUE
// Elements that are the number of their row.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[100][50];
	int n = nondet();
	if (n < 0 || n > 100) return 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) a[i][j] = i;
	for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) if (a[i][j] != i) reach_error();
}
