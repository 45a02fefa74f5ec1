// verdict: TRUE
// Tricks on words, each beside a loop or wider numbers: the next power of two, the lowest bit, leading and trailing zeros,
// the average, saturating addition, the inverse of xorshift.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static const unsigned char place[32] = {0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8,
	31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9};
static unsigned power(unsigned x) {
	x--;
	for (int s = 1; s < 32; s <<= 1)
		x |= x >> s;
	return x + 1;
}
static int leading(unsigned x) {
	int n = 0;
	for (int s = 16; s > 0; s >>= 1)
		if (!(x >> (32 - s))) {
			n += s;
			x <<= s;
		}
	return n;
}
static unsigned shifted(unsigned x) {
	x ^= x << 13;
	x ^= x >> 17;
	return x ^ x << 5;
}
static unsigned back(unsigned x) {
	x ^= x << 5, x ^= x << 10, x ^= x << 20;
	x ^= x >> 17;
	x ^= x << 13;
	return x ^ x << 26;
}
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
	unsigned long long sum = (unsigned long long)x + y;
	if ((x & y) + ((x ^ y) >> 1) != sum / 2)
		reach_error();
	unsigned most = x + y | -(unsigned)(x + y < x);
	if (most != (sum > 0xffffffffu ? 0xffffffffu : sum))
		reach_error();
	if (back(shifted(x)) != x)
		reach_error();
	if (x == 0)
		return 0;
	unsigned low = 1;
	while (!(x & low))
		low <<= 1;
	if (low != (x & -x) || 1u << place[low * 0x077cb531u >> 27] != low)
		reach_error();
	int zeros = 0;
	for (unsigned m = 1u << 31; !(x & m); m >>= 1)
		zeros++;
	if (leading(x) != zeros)
		reach_error();
	if (x <= 1u << 31) {
		unsigned p = 1;
		while (p < x)
			p <<= 1;
		if (power(x) != p)
			reach_error();
	}
	return 0;
}
