// craig verify --property constant-time --entry all_zero --secret key
typedef unsigned char u8;
typedef unsigned int u32;

/* 1 if all bytes are 0 */
int all_zero(const u8 *key, unsigned long key_len) {
	u32 d = 0;
	for (unsigned long i = 0; i < key_len; i++)
		d |= key[i];
	return (int)((d - 1) >> 31);
}
