// verdict: FALSE
// Feedback that leaves the top bit alone may meet the same state, and the exclusive or is 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
	unsigned short state = __VERIFIER_nondet_uint();
	if (!state)
		state = 0xACE1;
	while (__VERIFIER_nondet_uint()) {
		unsigned out = state & 1;
		state >>= 1;
		if (out)
			state ^= 0x3400;
		if (!state)
			reach_error();
	}
	return 0;
}
