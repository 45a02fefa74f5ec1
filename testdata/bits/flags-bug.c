// verdict: FALSE
// A mask of three bits, where two were meant, clears the flag that has to stay.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
	unsigned flags = 0x80;
	while (__VERIFIER_nondet_uint()) {
		unsigned event = __VERIFIER_nondet_uint(), bit = 1u << (event >> 1 & 7);
		if (event & 1)
			flags |= bit;
		else
			flags &= ~bit;
		flags ^= 0x10;
	}
	if (!(flags & 0x80) || flags & 0x60)
		reach_error();
	return 0;
}
