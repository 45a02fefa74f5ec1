// verdict: TRUE
// What is counted by one loop or by the other is everything.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[1000];
	int n = nondet();
	if (n < 0 || n > 1000) return 0;
	for (int i = 0; i < n; i++) a[i] = nondet();
	int c = 0, d = 0;
	for (int i = 0; i < n; i++) if (a[i] > 0) c++;
	for (int i = 0; i < n; i++) if (a[i] <= 0) d++;
	if (c+d != n) reach_error();
}
