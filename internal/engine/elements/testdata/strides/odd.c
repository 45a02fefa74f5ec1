// verdict: TRUE
// Elements with even and with odd indices differ.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[2000];
	int n = nondet();
	if (n < 0 || n > 1000) return 0;
	for (int i = 0; i < n; i++) {
		a[2 * i] = 5;
		a[2 * i+1] = 7;
	}
	for (int i = 0; i < 2 * n; i++) if (i%2 == 0 && a[i] != 5 || i%2 == 1 && a[i] != 7) reach_error();
}
