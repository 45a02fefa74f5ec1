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

/* The generator of lrand48 has a seed of its own. */
static int seeds48;

long lrand48(void) {
	long x = seeds48 > 1 ? __craig_guess() : __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	__craig_failed(0);
	return x;
}

long mrand48(void) {
	__craig_failed(0);
	return seeds48 > 1 ? __craig_guess() : __VERIFIER_nondet_int();
}

void srand48(long seed) {
	seeds48 += seeds48 < 2;
	__craig_failed(0);
}

void lcong48(unsigned short *parameters) {
	seeds48 = 2;
	__craig_failed(0);
}

unsigned short *seed48(unsigned short *seed) {
	static unsigned short old[3];
	for (int i = 0; i < 3; i++)
		old[i] = (unsigned short)__craig_guess();
	seeds48 = 2;
	__craig_failed(0);
	return old;
}

/* Without a command: whether there is a shell. */
int system(const char *command) {
	int status = __VERIFIER_nondet_int();
	__VERIFIER_assume(-1 <= status && status <= 0xffff);
	__craig_failed(0);
	return command ? status : status != 0;
}

/* Less than the bound, or 0. */
unsigned arc4random_uniform(unsigned bound) {
	unsigned x = (unsigned)__VERIFIER_nondet_int();
	__VERIFIER_assume(x == 0 || x < bound);
	return x;
}
