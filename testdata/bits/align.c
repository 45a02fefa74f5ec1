// verdict: TRUE
// Multiples of eight stay multiples of eight: sums and exclusive ors of such, modulo 2^32.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
	unsigned at = __VERIFIER_nondet_uint() & ~7u;
	while (__VERIFIER_nondet_uint()) {
		unsigned k = __VERIFIER_nondet_uint();
		at += (k & 15) << 3;
		if (k & 1)
			at ^= 0x100;
	}
	if (at & 7)
		reach_error();
	return 0;
}
