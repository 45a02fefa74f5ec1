// craig verify --property constant-time --entry multiply --secret a,b
typedef unsigned short u16;
typedef unsigned int u32;

/* a * b / 2^16 mod q, between 0 and q, by Montgomery */
u16 multiply(u16 a, u16 b) {
	const u32 q = 12289, inverse = 12287;
	u32 z = (u32)(a & 0x3fff) * (b & 0x3fff);
	u32 w = ((z * inverse) & 0xffff) * q;
	z = (z + w) >> 16;
	z -= q;
	z += q & -(z >> 31);
	return (u16)z;
}
