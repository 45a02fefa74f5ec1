/* stdlib.h */

int rand(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

long random(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

/* Less than the bound, or 0. */
unsigned arc4random_uniform(unsigned bound) {
	unsigned x = (unsigned)__VERIFIER_nondet_int();
	__VERIFIER_assume(x == 0 || x < bound);
	return x;
}
