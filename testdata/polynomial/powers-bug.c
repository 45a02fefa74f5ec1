// verdict: FALSE
// Powers and their squares: what holds of small numbers is wrong once they have wrapped, since q has more bits.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned b = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
	unsigned p = 1;
	unsigned long long q = 1;
	for (unsigned i = 0; i < n; i++) {
		p = p * b;
		q = q * b * b;
	}
	if (q != (unsigned long long)p * p)
		reach_error();
	return 0;
}
