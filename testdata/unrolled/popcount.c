// verdict: TRUE
// How many bits of a word are set: one after the other, by a table, and in parallel.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
static unsigned char table[16];
int main(void) {
	for (int i = 1; i < 16; i++)
		table[i] = table[i / 2] + (i & 1);
	unsigned x = __VERIFIER_nondet_ushort();
	int one = 0, four = 0;
	for (int i = 0; i < 16; i++)
		one += x >> i & 1;
	for (int i = 0; i < 16; i += 4)
		four += table[x >> i & 15];
	unsigned v = x - (x >> 1 & 0x5555u);
	v = (v & 0x3333u) + (v >> 2 & 0x3333u);
	v = v + (v >> 4) & 0x0f0fu;
	int all = (v + (v >> 8)) & 31;
	if (one != four || four != all || all > 16)
		reach_error();
	return 0;
}
