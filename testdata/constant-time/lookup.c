// craig verify --property constant-time --entry lookup --secret index
typedef unsigned int u32;

/* table[index], by a look at all of it */
u32 lookup(const u32 table[16], u32 index) {
	u32 r = 0;
	for (u32 i = 0; i < 16; i++) {
		u32 d = i ^ (index & 15);
		u32 equal = (d - 1) >> 31;
		r |= table[i] & -equal;
	}
	return r;
}
