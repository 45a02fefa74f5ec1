// verdict: TRUE
// Powers and their squares, modulo 2^32: q - p*p is multiplied by b*b in each round.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned b = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
	unsigned p = 1, q = 1;
	for (unsigned i = 0; i < n; i++) {
		p = p * b;
		q = q * b * b;
	}
	if (q != p * p)
		reach_error();
	return 0;
}
