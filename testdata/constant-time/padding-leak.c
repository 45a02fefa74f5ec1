// craig verify --property constant-time --entry unpad --secret block
typedef unsigned char u8;
typedef unsigned int u32;

u32 unpad(const u8 block[16]) {
	u32 n = block[15], good = 1;
	for (u32 i = 0; i < n && i < 16; i++)
		good &= block[15 - i] == n;
	return good;
}
