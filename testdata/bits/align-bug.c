// verdict: FALSE
// The exclusive or sets a bit below the eights.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
	unsigned at = __VERIFIER_nondet_uint() & ~7u;
	while (__VERIFIER_nondet_uint()) {
		unsigned k = __VERIFIER_nondet_uint();
		at += (k & 15) << 3;
		if (k & 1)
			at ^= 0x104;
	}
	if (at & 7)
		reach_error();
	return 0;
}
