// craig verify --property constant-time --entry hex --secret key
typedef unsigned char u8;

void hex(char *out, const u8 key[16]) {
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 2; j++) {
			int x = key[i] >> 4 * (1 - j) & 15;
			switch (x) {
			case 10: case 11: case 12: case 13: case 14: case 15:
				out[2 * i + j] = (char)('a' + x - 10);
				break;
			default:
				out[2 * i + j] = (char)('0' + x);
			}
		}
}
