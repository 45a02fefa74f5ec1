// verdict: TRUE
// The sum of elements that are all the same.
extern void reach_error(void);
extern unsigned nondet(void);
unsigned a[100000];
int main(void) {
	unsigned n = nondet(), s = 0;
	if (n > 100000) return 0;
	for (unsigned i = 0; i < n; i++) a[i] = 3;
	for (unsigned i = 0; i < n; i++) s += a[i];
	if (s != 3 * n) reach_error();
}
