// verdict: TRUE
// A sum that wraps around.
extern void reach_error(void);
extern int nondet(void);
extern unsigned unondet(void);
int main(void) {
	unsigned a[1000];
	unsigned n = unondet();
	if (n > 1000) return 0;
	for (unsigned i = 0; i < n; i++) a[i] = unondet();
	unsigned s = 0, t = 0;
	for (unsigned i = 0; i < n; i++) s += a[i];
	for (unsigned i = 0; i < n; i++) t += a[i];
	if (s != t) reach_error();
}
