// verdict: TRUE
// A table that the program makes is read at a place that an input gives.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned table[256];
int main(void) {
	for (unsigned i = 0; i < 256; i++) {
		unsigned c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
	unsigned char at = __VERIFIER_nondet_uchar();
	if (at < 2 && table[at] != (at ? 0x77073096u : 0))
		reach_error();
	return 0;
}
