// verdict: TRUE
// A register of flags: what sets, clears and toggles some bits leaves the others alone.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
	unsigned flags = 0x80;
	while (__VERIFIER_nondet_uint()) {
		unsigned event = __VERIFIER_nondet_uint(), bit = 1u << (event >> 1 & 3);
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
