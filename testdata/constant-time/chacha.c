// craig verify --property constant-time --entry block --secret key
typedef unsigned int u32;

static u32 rotate(u32 x, int n) { return x << n | x >> (32 - n); }
static void quarter(u32 s[16], int a, int b, int c, int d) {
	s[a] += s[b]; s[d] = rotate(s[d] ^ s[a], 16);
	s[c] += s[d]; s[b] = rotate(s[b] ^ s[c], 12);
	s[a] += s[b]; s[d] = rotate(s[d] ^ s[a], 8);
	s[c] += s[d]; s[b] = rotate(s[b] ^ s[c], 7);
}
void block(u32 out[16], const u32 key[8], const u32 nonce[4], int rounds) {
	u32 s[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
	for (int i = 0; i < 8; i++) s[4 + i] = key[i];
	for (int i = 0; i < 4; i++) s[12 + i] = nonce[i];
	for (int i = 0; i < rounds; i++) {
		quarter(s, 0, 4, 8, 12); quarter(s, 1, 5, 9, 13); quarter(s, 2, 6, 10, 14); quarter(s, 3, 7, 11, 15);
		quarter(s, 0, 5, 10, 15); quarter(s, 1, 6, 11, 12); quarter(s, 2, 7, 8, 13); quarter(s, 3, 4, 9, 14);
	}
	for (int i = 0; i < 16; i++) out[i] = s[i];
}
