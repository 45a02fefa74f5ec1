// verdict: FALSE
// One of them is left out.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[1000];
	int n = nondet();
	if (n < 0 || n > 500) return 0;
	for (int i = 0; i < 2 * n; i++) if (i%2 == 0) a[i] = 1;
	else a[i] = -1;
	int s = 0;
	for (int i = 0; i < 2 * n-1; i++) s += a[i];
	if (s != 0) reach_error();
}
