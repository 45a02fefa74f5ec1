/* Three ways to count the bits of a word, of which one is wrong:
 *
 *     craig equiv examples/equiv/popcount.c:slow examples/equiv/popcount.c:fast
 *     craig equiv examples/equiv/popcount.c:slow examples/equiv/popcount.c:wrong */

unsigned slow(unsigned x)
{
	unsigned n = 0;
	while (x) {
		x &= x - 1;
		n++;
	}
	return n;
}

unsigned fast(unsigned x)
{
	x = x - ((x >> 1) & 0x55555555u);
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0fu;
	return (x * 0x01010101u) >> 24;
}

unsigned wrong(unsigned x)
{
	x = x - ((x >> 1) & 0x55555555u);
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0f0f0f03u;
	return (x * 0x01010101u) >> 24;
}
