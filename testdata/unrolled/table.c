// verdict: TRUE
// A table of remainders of polynomials that is made after the input is read, and looked up in.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned table[64];
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x < 0 || x >= 64)
		return 0;
	for (unsigned i = 0; i < 64; i++) {
		unsigned c = i;
		for (int k = 0; k < 6; k++)
			c = c & 1 ? (c >> 1) ^ 0x30u : c >> 1;
		table[i] = c;
	}
	if (table[x] > 63 || (x > 0 && table[x] == 0))
		reach_error();
	return 0;
}
