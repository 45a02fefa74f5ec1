// craig verify --property constant-time --entry lookup --secret index
typedef unsigned int u32;

u32 lookup(const u32 table[16], u32 index) {
	u32 r = 0;
	for (u32 i = 0; i < 4; i++) /* four at once, to save time */
		r ^= table[(index & 12) | i] & -(u32)(i == (index & 3));
	return r;
}
