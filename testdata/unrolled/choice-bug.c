// verdict: FALSE
// Inputs that nothing else depends on decide which bits change.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_int(), y = x;
	for (int i = 0; i < 3; i++) {
		if (__VERIFIER_nondet_int())
			y ^= 1;
		else if (__VERIFIER_nondet_int())
			y ^= 4;
		if (__VERIFIER_nondet_int())
			continue;
		y ^= 8;
	}
	if ((x ^ y) == 12)
		reach_error();
	return 0;
}
