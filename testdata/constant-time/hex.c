// craig verify --property constant-time --entry hex --secret key
typedef unsigned char u8;

/* two digits for each byte */
void hex(char *out, const u8 key[16]) {
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 2; j++) {
			int x = key[i] >> 4 * (1 - j) & 15;
			out[2 * i + j] = (char)(87 + x + (((x - 10) >> 8) & ~38));
		}
}
