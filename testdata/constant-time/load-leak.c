// craig verify --property constant-time --entry mix --secret key
typedef unsigned char u8;
typedef unsigned int u32;

union words { u8 bytes[16]; u32 word[4]; };
void mix(u8 out[16], const u8 key[16]) {
	union words w;
	for (int i = 0; i < 16; i++) w.bytes[i] = key[i];
	for (int i = 0; i < 4; i++) w.word[i] ^= w.word[(i + 1) & 3] << 5;
	for (int i = 0; i < 16; i++) out[i] = w.bytes[i];
	if (w.word[2] == 0) /* which bytes of the key make */
		out[0] ^= 1;
}
