// verdict: TRUE
// Two sets of bits stay disjoint: what comes into one is taken from the other.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
	unsigned a = 0, b = 0;
	while (__VERIFIER_nondet_uint()) {
		unsigned some = __VERIFIER_nondet_uint();
		if (__VERIFIER_nondet_uint()) {
			a |= some;
			b &= ~some;
		} else {
			b |= some;
			a &= ~some;
		}
		if (a & b)
			reach_error();
	}
	return 0;
}
