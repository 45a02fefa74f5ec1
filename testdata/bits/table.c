// verdict: TRUE
// The table of a CRC is linear: the entry of an exclusive or is the exclusive or of the entries.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned table[64];
int main(void) {
	for (unsigned i = 0; i < 64; i++) {
		unsigned c = i;
		for (int k = 0; k < 6; k++)
			c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
		table[i] = c;
	}
	unsigned char a = __VERIFIER_nondet_uchar() % 64, b = __VERIFIER_nondet_uchar() % 64;
	if ((table[a] ^ table[b]) != table[a ^ b])
		reach_error();
	return 0;
}
