// verdict: TRUE
// A byte of a CRC bit by bit, and by the entry that a table would have for it.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned step(unsigned c) { return c >> 1 ^ (0xedb88320u & -(c & 1)); }
int main(void) {
	unsigned c = __VERIFIER_nondet_uint(), low = c & 0xff, all = c;
	for (int i = 0; i < 8; i++)
		all = step(all);
	for (int i = 0; i < 8; i++)
		low = step(low);
	if (all != (low ^ c >> 8))
		reach_error();
}
