// craig verify --property constant-time --entry message --secret poly
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef short i16;

void message(u8 out[4], const i16 poly[32]) {
	for (int i = 0; i < 4; i++) {
		out[i] = 0;
		for (int j = 0; j < 8; j++) {
			u32 t = (u16)poly[8 * i + j];
			t = ((t << 1) + 3329 / 2) / 3329 & 1; /* the dividend is secret */
			out[i] |= t << j;
		}
	}
}
