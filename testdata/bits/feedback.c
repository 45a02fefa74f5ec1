// verdict: TRUE
// A shift register with feedback never comes to 0: where a 1 is shifted out, the feedback brings the top bit in.
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
			state ^= 0xB400;
		if (!state)
			reach_error();
	}
	return 0;
}
