// verdict: TRUE
// Sums, products and bits of numbers of all widths, converted to each other, 4,000 times: what gcc's program computes.
extern void reach_error(void);

int main(void) {
	unsigned h = 1; int i; unsigned long long w = 3; signed char c = 5; unsigned short s = 9; long l = 7; unsigned char b = 200;
	for (i = -2000; i < 2000; i++) {
		h = h * 31 + i; h ^= h >> 7; h = i - h; h = h - i; h |= (unsigned)c & 12u; h = ~h + c; h = -h ^ i;
		w = w * 6364136223846793005ULL + i; w ^= w >> 33; w = (unsigned long long)i - w; w = w + h; w = c + w * s;
		c = (signed char)(c * 7 + i); s = (unsigned short)(s + c); s ^= s >> 3; b = (unsigned char)(b - c); b = (unsigned char)(b * b);
		l = l / 3 + i * 5; l = (l & 0xffff) - s; l ^= i; if (2 * i < 2 * c) h += 3; if (i - c > b) h ^= 1u; if (c + i == 7) h++; if (i * 2 != s) h += l;
	}
	if (h != 3143640120u || w != 5941821906130004985ull || c != -43 || s != 42230 || l != -28150 || b != 144)
		reach_error();
	return 0;
}
