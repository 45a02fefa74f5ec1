// craig verify --property constant-time --entry cmov --secret bit,from
typedef unsigned char u8;

/* copies from to to if bit is 1 */
void cmov(u8 *to, const u8 *from, unsigned long len, u8 bit) {
	bit = -(bit & 1);
	for (unsigned long i = 0; i < len; i++)
		to[i] ^= bit & (from[i] ^ to[i]);
}
