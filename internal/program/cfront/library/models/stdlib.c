/* stdlib.h */

/* After a second seed, which may be an old one, numbers may come again. */
static int seeds;

static int number(void) {
	int x = seeds > 1 ? __craig_guess() : __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

void srand(unsigned seed) {
	seeds += seeds < 2;
	__craig_failed(0);
}

void srandom(unsigned seed) {
	seeds += seeds < 2;
	__craig_failed(0);
}

int rand(void) {
	return number();
}

long random(void) {
	return number();
}

/* Less than the bound, or 0. */
unsigned arc4random_uniform(unsigned bound) {
	unsigned x = (unsigned)__VERIFIER_nondet_int();
	__VERIFIER_assume(x == 0 || x < bound);
	return x;
}
