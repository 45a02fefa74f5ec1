// craig verify --property constant-time --entry encode --secret key
typedef unsigned char u8;
typedef unsigned int u32;

/* the character of six bits */
static u8 sextet(u32 x) {
	u32 r = x + 'A';
	r += ((25 - x) >> 8) & 6;
	r -= ((51 - x) >> 8) & 75;
	r -= ((61 - x) >> 8) & 15;
	r += ((62 - x) >> 8) & 3;
	return (u8)r;
}
void encode(u8 out[44], const u8 key[33]) {
	for (int i = 0; i < 11; i++) {
		u32 x = (u32)key[3 * i] << 16 | (u32)key[3 * i + 1] << 8 | key[3 * i + 2];
		for (int j = 0; j < 4; j++)
			out[4 * i + j] = sextet(x >> (18 - 6 * j) & 63);
	}
}
