// craig verify --property constant-time --entry message --secret poly
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef short i16;

/* a message of coefficients: the nearest of 0 and q / 2, as Kyber decodes it */
void message(u8 out[4], const i16 poly[32]) {
	for (int i = 0; i < 4; i++) {
		out[i] = 0;
		for (int j = 0; j < 8; j++) {
			u32 t = (u16)poly[8 * i + j];
			t = (t << 1) + 1665;
			t = (u32)((u64)t * 80635 >> 28) & 1;
			out[i] |= t << j;
		}
	}
}
