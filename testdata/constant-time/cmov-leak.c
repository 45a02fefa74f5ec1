// craig verify --property constant-time --entry cmov --secret bit,from
typedef unsigned char u8;

void cmov(u8 *to, const u8 *from, unsigned long len, u8 bit) {
	const u8 *which[2] = { to, from };
	const u8 *p = which[bit & 1]; /* nothing branches, but one of two arrays is read */
	for (unsigned long i = 0; i < len; i++)
		to[i] = p[i];
}
