// verdict: TRUE
// The sum is twice known modulo 2^32 only; that it is also half of a product takes the bounds of n, and that the sum of
// numbers below 10,000 is no larger than 10,000 of them.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), s = 0;
	if (n >= 10000)
		return 0;
	for (unsigned i = 1; i <= n; i++)
		s += i;
	if (s != n * (n + 1) / 2)
		reach_error();
	return 0;
}
