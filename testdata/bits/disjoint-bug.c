// verdict: FALSE
// The complement is shifted: one bit of what comes into b stays in a.
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
			a &= ~some << 1;
		}
		if (a & b)
			reach_error();
	}
	return 0;
}
