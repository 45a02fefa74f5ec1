// verdict: FALSE
// As parity.c, with a digit of the table of four bits wrong.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint();
	int bits = 0;
	for (int i = 0; i < 32; i++)
		bits ^= x >> i & 1;
	unsigned v = x ^ x >> 16;
	v ^= v >> 8;
	v ^= v >> 4;
	int folded = 0x6998 >> (v & 15) & 1;
	unsigned w = x ^ x >> 1;
	w ^= w >> 2;
	int product = (w & 0x11111111u) * 0x11111111u >> 28 & 1;
	if (bits != folded || folded != product)
		reach_error();
	return 0;
}
