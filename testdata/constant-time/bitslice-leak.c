// craig verify --property constant-time --entry layer --secret state
typedef unsigned char u8;
typedef unsigned int u32;

static const u8 sbox[16] = { 3, 8, 15, 1, 10, 6, 5, 11, 14, 13, 4, 2, 7, 0, 9, 12 };
void layer(u32 state[4]) {
	for (int i = 0; i < 4; i++) {
		u32 r = 0;
		for (int j = 0; j < 8; j++)
			r |= (u32)sbox[state[i] >> 4 * j & 15] << 4 * j;
		state[i] = r;
	}
}
