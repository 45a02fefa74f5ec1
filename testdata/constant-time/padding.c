// craig verify --property constant-time --entry unpad --secret block
typedef unsigned char u8;
typedef unsigned int u32;

static u32 less(u32 a, u32 b) { return -((a - b) >> 31); } /* both below 2^31 */
/* whether a block ends with a padding of PKCS 7: all ones or 0 */
u32 unpad(const u8 block[16]) {
	u32 n = block[15], good = ~less(16, n) & less(0, n);
	for (u32 i = 0; i < 16; i++) {
		u32 in = less(15 - i, n);
		u32 same = less((u32)block[i] ^ n, 1);
		good &= ~in | same;
	}
	return good;
}
