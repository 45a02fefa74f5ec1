// verdict: FALSE
// With n up to 80,000 the product wraps around, and half of it is not the sum any more.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), s = 0;
	if (n >= 80000)
		return 0;
	for (unsigned i = 1; i <= n; i++)
		s += i;
	if (s != n * (n + 1) / 2)
		reach_error();
	return 0;
}
