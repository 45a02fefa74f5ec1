// craig verify --property constant-time --entry ct_differ --secret key
typedef unsigned char u8;
typedef unsigned int u32;

/* 0 if 32 bytes are equal, else 1 */
u32 ct_differ(const u8 key[32], const u8 guess[32]) {
	u32 d = 0;
	for (int i = 0; i < 32; i++)
		d |= key[i] ^ guess[i];
	return (d + 255) >> 8;
}
