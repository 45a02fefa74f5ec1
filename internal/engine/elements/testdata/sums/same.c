// verdict: TRUE
// The sum of n elements that are c is n*c.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	long long a[1000];
	int n = nondet(), c = nondet();
	if (n < 0 || n > 1000 || c < -1000 || c > 1000) return 0;
	for (int i = 0; i < n; i++) a[i] = c;
	long long s = 0;
	for (int i = 0; i < n; i++) s += a[i];
	if (s != (long long)n * c) reach_error();
}
