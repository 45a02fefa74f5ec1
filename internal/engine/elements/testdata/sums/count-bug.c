// verdict: FALSE
// What is counted changes.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[1000];
	int n = nondet(), x = nondet();
	if (n < 0 || n > 1000) return 0;
	for (int i = 0; i < n; i++) a[i] = nondet();
	int c = 0, d = 0;
	for (int i = 0; i < n; i++) if (a[i] == x) c++;
	x = x/2;
	for (int i = 0; i < n; i++) if (a[i] == x) d++;
	if (c != d || c < 0 || c > n) reach_error();
}
