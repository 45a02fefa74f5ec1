// verdict: FALSE
// How many bits of a word are set: one after the other, by a table, in parallel with a shift that loses the highest bit, and by clearing the lowest.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned char table[16];
int main(void) {
	for (int i = 1; i < 16; i++)
		table[i] = table[i / 2] + (i & 1);
	unsigned x = __VERIFIER_nondet_uint();
	int one = 0, four = 0, cleared = 0;
	for (int i = 0; i < 32; i++)
		one += x >> i & 1;
	for (int i = 0; i < 32; i += 4)
		four += table[x >> i & 15];
	unsigned v = x - (x >> 1 & 0x55555555u);
	v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
	v = v + (v >> 4) & 0x0f0f0f0fu;
	int all = v * 0x01010101u >> 24 & 31;
	for (; x; x &= x - 1)
		cleared++;
	if (one != four || four != all || all != cleared || all > 32)
		reach_error();
	return 0;
}
